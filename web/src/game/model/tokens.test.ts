import { expect, test } from 'vitest';
import type { GameView, MapInfo } from '../../protocol';
import { tokenPoints, tokensOf } from './tokens';

test('a claim brings a token of an end, of a kind the player doesn’t have', () => {
  const tourists = [
    { location: 4, left: 2 },
    { location: 7, left: 1 },
    { location: 9, left: 0 },
    { location: null, left: 1 },
  ];
  const players = [{ tourists: [1] }, {}];
  const view = { tourists, players } as unknown as GameView;
  expect(tokensOf({ a: 4, b: 7 }, view, 1)).toEqual([0, 1]);
  expect(tokensOf({ a: 4, b: 7 }, view, 0)).toEqual([0]);
  expect(tokensOf({ a: 7, b: 9 }, view, 0)).toEqual([]);
  expect(tokensOf({ a: 7, b: 9 }, view, null)).toEqual([1]);
  expect(tokensOf({ a: 4, b: 7 }, { players } as unknown as GameView, 0)).toEqual([]);
});

test('different tokens are worth what the map says', () => {
  const info = {
    rules: { mechanics: [{ mechanic: 'tourists', kinds: ['a', 'b'], score: [0, 0, 1] }] },
  } as unknown as MapInfo;
  expect([0, 1, 2].map((count) => tokenPoints(info, count))).toEqual([0, 0, 1]);
});
