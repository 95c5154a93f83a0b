import { expect, test } from 'vitest';
import type { SeatInfo, Settings, Vote, You } from '../../protocol';
import type { Step } from './log';
import { Requests, undoFor, undoneWords } from './undo';

const PERSON: SeatInfo = { who: { who: 'person' }, name: 'Anna', color: 'blue', connected: true, stand_in: null };
const BOT: SeatInfo = { ...PERSON, who: { who: 'bot', level: 'casual' }, name: 'Rosa' };
const SETTINGS: Settings = {
  first: null,
  listed: false,
  takebacks: true,
  spectators: true,
  spectator_chat: true,
  turn_limit: null,
  pace: 'normal',
};
const VOTE: Vote = { vote: 1, by: 1, proposal: { proposal: 'takeback' }, agreed: [1], waiting: [0] };
const YOU: You = { seats: [0], eyes: 0, host: true, chat: true };

function table(seats: SeatInfo[], changed: { takebacks?: boolean; vote?: Vote } = {}) {
  return {
    seats,
    settings: { ...SETTINGS, takebacks: changed.takebacks ?? true },
    status: 'playing' as const,
    vote: changed.vote ?? null,
  };
}
const game = (can_undo: boolean, can_take_back = true) => ({ can_undo, can_take_back, end: null });

test('what showed nothing is undone at once, the rest is asked for; bots agree without being asked', () => {
  expect(undoFor(table([PERSON, BOT]), YOU, 0, game(true))).toEqual({ kind: 'now' });
  expect(undoFor(table([PERSON, BOT]), YOU, 0, game(false))).toEqual({ kind: 'ask', people: false });
  expect(undoFor(table([PERSON, PERSON]), YOU, 0, game(false))).toEqual({ kind: 'ask', people: true });
  const both = { ...YOU, seats: [0, 1] };
  expect(undoFor(table([PERSON, PERSON]), both, 0, game(false)), 'at one screen').toEqual({
    kind: 'ask',
    people: false,
  });
});

test('whatever can not be undone has a reason', () => {
  const why = (...asked: Parameters<typeof undoFor>): string => {
    const undo = undoFor(...asked);
    return undo.kind === 'none' ? undo.why : undo.kind;
  };
  expect(why(table([PERSON, BOT]), { ...YOU, seats: [] }, null, game(false))).toBe('undo.watching');
  expect(why(table([PERSON, PERSON]), { ...YOU, seats: [0, 1] }, null, game(false))).toBe('undo.hidden');
  expect(why(table([PERSON, BOT]), YOU, 0, game(false, false))).toBe('undo.nothing');
  expect(why(table([PERSON, BOT], { takebacks: false }), YOU, 0, game(false))).toBe('undo.forbidden');
  expect(why(table([PERSON, BOT], { takebacks: false }), YOU, 0, game(true))).toBe('now');
  expect(why(table([PERSON, PERSON], { vote: VOTE }), YOU, 0, game(false))).toBe('undo.vote');
  expect(why({ ...table([PERSON, BOT]), status: 'finished' }, YOU, 0, game(false))).toBe('undo.over');
});

test('the page says what was undone, and who agreed', () => {
  const act = (revision: number, seat: number): Step => ({
    revision,
    cause: { cause: 'action', seat, id: null },
    events: [],
    undone: true,
  });
  const undo: Step = {
    revision: 4,
    cause: { cause: 'undo', seat: 0, id: null, back_to: 1 },
    events: [],
    undone: false,
  };
  const takeback: Step = { ...undo, cause: { cause: 'takeback', seat: 0, back_to: 1 } };
  const key = (seats: SeatInfo[], you: You, ...log: Step[]): string | undefined =>
    undoneWords({ seats }, you, log)?.key;
  expect(key([PERSON, BOT], YOU, act(1, 1), act(2, 0), act(3, 0), undo)).toBe('undo.done');
  expect(key([PERSON, BOT], YOU, act(2, 0), act(3, 1), undo)).toBe('undo.done.bots');
  expect(key([PERSON, BOT], YOU, act(2, 0), act(3, 1), takeback)).toBe('undo.agreed.bots');
  expect(key([PERSON, PERSON], YOU, act(2, 0), act(3, 1), takeback)).toBe('undo.agreed');
  expect(key([PERSON, PERSON], { ...YOU, seats: [0, 1] }, act(2, 0), act(3, 1), takeback)).toBe('undo.done');
  expect(key([PERSON, PERSON], { ...YOU, seats: [1] }, act(2, 0), act(3, 0), undo)).toBe('log.undone');
  expect(key([PERSON, BOT], YOU, act(3, 1))).toBeUndefined();
});

test('a request to undo has come to nothing if it ends without a move', () => {
  const requests = new Requests();
  expect(requests.ended(null, 4)).toBeNull();
  expect(requests.ended(VOTE, 4)).toBeNull();
  // Somebody has answered; others have not.
  expect(requests.ended({ ...VOTE, waiting: [] }, 4)).toBeNull();
  expect(requests.ended(null, 4)).toEqual(VOTE);
  expect(requests.ended(null, 4), 'said once').toBeNull();
  // Agreed, or the game went on.
  expect(requests.ended({ ...VOTE, vote: 2 }, 4)).toBeNull();
  expect(requests.ended({ ...VOTE, vote: 2 }, 5)).toBeNull();
  expect(requests.ended(null, 5)).toBeNull();
  expect(requests.ended({ ...VOTE, vote: 3, proposal: { proposal: 'replace', seat: 2 } }, 5)).toBeNull();
  expect(requests.ended(null, 5), 'the player is back').toBeNull();
});
