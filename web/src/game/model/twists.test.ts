import { expect, test } from 'vitest';
import type { GameMap } from '../../maps/map';
import { twistMet, type Met } from './twists';

const map = {
  routes: [
    { tunnel: true, wilds: 0, piece: 'train' },
    { tunnel: false, wilds: 2, piece: 'train' },
    { tunnel: false, wilds: 0, piece: 'subway' },
  ],
  info: { rules: { mechanics: [{ mechanic: 'passengers', most: 20, second: 10, colors: [] }], draw_keep: 1 } },
} as unknown as GameMap;

const NOTHING: Met = { legal: {}, decks: false, route: null, brings: false, events: [] };

test('each twist is met once', () => {
  expect(twistMet(map, NOTHING, [])).toBeNull();
  expect(twistMet(map, { ...NOTHING, route: 0 }, [])).toBe('tunnel');
  expect(twistMet(map, { ...NOTHING, route: 0 }, ['tunnel'])).toBeNull();
  expect(twistMet(map, { ...NOTHING, route: 1 }, ['tunnel'])).toBe('ferry');
  expect(twistMet(map, { ...NOTHING, route: 2 }, [])).toBe('subway');
  expect(twistMet(map, { ...NOTHING, route: 1, brings: true }, [])).toBe('token');
  expect(twistMet(map, { ...NOTHING, decks: true }, [])).toBe('decks');
  expect(twistMet(map, { ...NOTHING, legal: { passengers: [] } }, [])).toBe('passenger');
});

test('a tunnel of another player is met too', () => {
  const event = { event: 'tunnel_revealed' as const, seat: 1, route: 0, laid: {}, cards: {}, extra: 0 };
  expect(twistMet(map, { ...NOTHING, events: [event] }, [])).toBe('tunnel');
});
