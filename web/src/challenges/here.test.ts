import { beforeEach, expect, test, vi } from 'vitest';
import type { GameEnd, PlayDeal, Seated, TableView } from '../protocol';

const played: PlayDeal[] = [];
vi.mock('../net/api', () => ({
  playDealHere: (deal: PlayDeal): Promise<Seated> => {
    played.push(deal);
    return Promise.resolve({ table: `local-${played.length}`, seats: [0] });
  },
}));
const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
vi.mock('../settings.svelte', () => ({ settings: { pace: 'normal' } }));
const { dayAt, dayId, dealOf, idOf, isHere, noteEnd, playHere, sealOf, viewHere } = await import('./here');
const { dealsHere, noteSeals, proofOf, seedOf } = await import('./deals');

beforeEach(() => {
  kept.clear();
  played.length = 0;
});

const game = { map: 'berlin', seats: [null, 'expert'], pieces: 9 };
const seed = '0a'.repeat(32);

test('a link carries the deal, and a garbled one is noticed', () => {
  const deal = { game, seed, by: 'Ànna 🚂', day: null };
  const id = idOf(deal);
  expect(isHere(id)).toBe(true);
  expect(id).toMatch(/^[\w-]+$/);
  expect(dealOf(id)).toEqual(deal);
  for (const bad of [id.slice(0, -20), 'deal-', 'deal-%%%', idOf({ ...deal, seed: 'short' }), 'nothing'])
    expect(dealOf(bad), bad).toBeNull();
});

test('every day and map has a deal of its own, by UTC', () => {
  expect(dayAt(Date.parse('2026-11-18T23:59:59Z'))).toBe('2026-11-18');
  const one = dealOf(dayId('2026-11-18', 'san_francisco'));
  expect(one?.game).toEqual({ map: 'san_francisco', seats: [null, 'skilled'] });
  const seeds = ['2026-11-18', '2026-11-19'].flatMap((day) =>
    ['usa', 'berlin'].map((map) => dealOf(dayId(day, map))?.seed),
  );
  expect(new Set(seeds).size).toBe(4);
});

function end(own: number, other: number): GameEnd {
  return {
    scores: { sheets: [{ total: own }, { total: other }], winners: own > other ? [0] : [1] },
  } as unknown as GameEnd;
}

const table = (id: string): TableView =>
  ({ id, seats: [{ who: { who: 'person' } }, { who: { who: 'bot', level: 'expert' } }] }) as unknown as TableView;

test('the first game counts as the first try, and a game that goes on is not begun twice', async () => {
  const id = idOf({ game, seed, by: null, day: null });
  expect(viewHere(id)?.opened).toBeNull();
  const first = await playHere(id, 'Anna');
  expect(played[0]).toMatchObject({ seed, challenge: id, name: 'Anna' });
  expect((await playHere(id, 'Anna')).table).toBe(first.table);
  expect(viewHere(id)).toMatchObject({ playing: first.table, begun: 1, finished: 0 });
  noteEnd(table(first.table), end(20, 30));
  noteEnd(table(first.table), end(99, 30));
  const second = await playHere(id, 'Anna');
  noteEnd(table(second.table), end(40, 30));
  const view = viewHere(id);
  expect(view?.opened?.results.map((one) => [one.scores[0], one.won, one.first_try])).toEqual([
    [40, true, false],
    [20, false, true],
  ]);
  expect(view?.seal).toBe(sealOf(seed));
  const day = dealsHere([{ id: 'berlin' }] as never, Date.parse('2026-11-18T12:00:00Z'));
  expect(day).toMatchObject({ day: '2026-11-18', deals: [{ map: 'berlin', done: false }] });
});

test('a secret is believed only if it fits the fingerprint that was seen before', () => {
  const secret = '0b'.repeat(32);
  const before = { day: '2026-11-17', seal: 'x', secret: null, next_seal: sealOf(secret), ends: 0, deals: [] };
  const after = { day: '2026-11-18', seal: sealOf(secret), secret, next_seal: 'y', ends: 0, deals: [] };
  expect(proofOf(before)).toBeNull();
  expect(proofOf(after)).toBe('shown');
  noteSeals(before);
  expect(proofOf(after)).toBe('kept');
  expect(proofOf({ ...after, secret: '0c'.repeat(32) })).toBe('broken');
  const other = '0c'.repeat(32);
  expect(proofOf({ ...after, secret: other, seal: sealOf(other) }), 'another than was announced').toBe('broken');
  expect(seedOf(secret, 'usa')).not.toBe(seedOf(secret, 'berlin'));
});
