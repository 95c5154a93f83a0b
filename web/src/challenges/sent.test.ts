import { beforeEach, expect, test, vi } from 'vitest';
import type { Replay } from '../protocol';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
vi.mock('../settings.svelte', () => ({ settings: { pace: 'normal' } }));

const seed = '0a'.repeat(32);
/** The records of the tables in this browser. */
const records = new Map<string, string>();

function fileOf(name: string, moves: string[], changes: object = {}): string {
  const actions = moves.map((notation) => ({ seat: 0, action: { do: notation } }));
  return JSON.stringify({ map: { id: 'berlin' }, players: [name, 'Bot'], first: null, seed, actions, ...changes });
}

/** As the engine shows a record. */
function replayed(record: string, from: number): Replay {
  const { actions, players } = JSON.parse(record) as { actions: { action: { do: string } }[]; players: string[] };
  const action = actions[from - 1];
  if (from > 0 && !action) throw new Error('no such step');
  return {
    players,
    colors: ['blue', 'red'],
    steps: [{ step: from, turn: from, notation: action?.action.do }],
    end: actions.length > 2 ? { scores: { sheets: [{ total: 7 }, { total: 5 }], winners: [0] } } : null,
  } as unknown as Replay;
}

vi.mock('../net/api', () => ({
  localRecord: (table: string) => Promise.resolve(records.get(table) ?? ''),
  replay: (table: string, { from }: { from: number }) => Promise.resolve(replayed(records.get(table) ?? '', from)),
  replayRecordHere: (record: string, { from }: { from: number }) => Promise.resolve(replayed(record, from)),
}));
const { idOf } = await import('./here');
const { pack, unpack } = await import('./code');
const { codeOf, compareHere, receive, sentGames } = await import('./sent');

const challenge = idOf({ game: { map: 'berlin', seats: [null, 'casual'] }, seed, by: null, day: null });

beforeEach(() => {
  kept.clear();
  records.clear();
});

test('a text is packed, and garbled ones are noticed', async () => {
  const text = 'Torino – Reggio Calabria '.repeat(200);
  const code = await pack(text);
  expect(code).toMatch(/^[\w-]+$/);
  expect(code.length).toBeLessThan(300);
  expect(await unpack(code)).toBe(text);
  for (const bad of ['', '%%%', code.slice(0, -20), 'A'.repeat(50_000)]) expect(await unpack(bad), bad).not.toBe(text);
});

test('a game that came with a link is kept if it is a finished game of this deal', async () => {
  records.set('local-1', fileOf('Anna', ['a', 'b', 'c']));
  expect(await receive(challenge, await codeOf('local-1', true))).toBe('Anna');
  // The same game again changes nothing.
  await receive(challenge, await codeOf('local-1', true));
  expect(sentGames(challenge)).toMatchObject([
    { name: 'Anna', scores: [7, 5], won: true, first_try: true, yours: false, replay: false },
  ]);
  for (const [why, record] of [
    ['unfinished', fileOf('Bruno', ['a'])],
    ['another deal', fileOf('Bruno', ['a', 'b', 'c'], { seed: '0b'.repeat(32) })],
    ['another map', fileOf('Bruno', ['a', 'b', 'c'], { map: { id: 'usa' } })],
    ['fewer pieces', fileOf('Bruno', ['a', 'b', 'c'], { pieces: 9 })],
    ['a branch', fileOf('Bruno', ['a', 'b', 'c'], { branches: [{}] })],
    ['no record', 'nothing'],
  ] as const)
    expect(await receive(challenge, await pack(`1${record}`)), why).toBeNull();
  expect(sentGames(challenge)).toHaveLength(1);
});

test('two games are compared where they part, and one that is shorter has ended', async () => {
  records.set('local-1', fileOf('Anna', ['a', 'b', 'c', 'd']));
  records.set('local-2', fileOf('Anna', ['a', 'b', 'x', 'd']));
  await receive(challenge, await pack(`0${fileOf('Bruno', ['a', 'b', 'c'])}`));
  const sent = sentGames(challenge)[0]?.game ?? '';
  const steps = (parted: { steps: unknown[] } | null): unknown[] =>
    (parted?.steps ?? []).map((step) => (step as { notation: string } | null)?.notation ?? null);
  const own = await compareHere('local-1', 'local-2');
  expect([own.parted?.step, own.parted?.turn, steps(own.parted)]).toEqual([3, 3, ['c', 'x']]);
  const other = await compareHere('local-1', sent);
  expect([other.parted?.step, steps(other.parted)]).toEqual([4, ['d', null]]);
  expect(steps((await compareHere(sent, 'local-1')).parted)).toEqual([null, 'd']);
  expect(other.games[1].players[0]).toBe('Bruno');
  expect((await compareHere('local-1', 'local-1')).parted).toBeNull();
});
