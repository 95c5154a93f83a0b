import { expect, test } from 'vitest';
import type { LegalChoices } from '../../protocol';
import { ways } from './ways';

test('what a turn can be spent on is all that can be done, and nothing else', () => {
  const claims: LegalChoices['claims'] = [{ routes: [3], payments: [{ color: 'red', wilds: 0 }] }];
  expect(ways({ draw_blind: true, claims, draw_tickets: true })).toEqual(['way.cards', 'way.claim', 'way.tickets']);
  expect(ways({ draw_open: [2], claims: [] })).toEqual(['way.cards']);
  expect(ways({ draw_open: [], stations: { locations: [1], payments: [] } })).toEqual(['way.station']);
});
