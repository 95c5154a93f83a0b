import { expect, test } from 'vitest';
import type { MapSummary, MapInfo } from '../protocol';
import type { TableRow } from './messages';
import { unneeded, type MapRow } from './store';

const map = (digest: string, own = false): MapRow => ({
  digest,
  id: 'berlin',
  files: { map: '{}', board: '{}' },
  ...(own && { own: { summary: {} as MapSummary, info: {} as MapInfo } }),
});
const table = (digest: string): TableRow => ({
  id: digest,
  version: 0,
  seating: { map: 'usa', digest },
  status: { revision: 0 },
  game: null,
});

test('a map goes with its last game, unless it is a host’s own that pages list', () => {
  const maps = [map('old'), map('new'), map('host', true)];
  expect(unneeded(maps, [table('new'), table('new')])).toEqual(['old']);
  expect(unneeded(maps, [])).toEqual(['old', 'new']);
});
