import { describe, expect, test, vi } from 'vitest';
import type { Route } from '../maps/map';
import type { Color, Event, FinalScores, LegalActions, OwnTicket, ScoreLine, SeatInfo, Update } from '../protocol';
import { countsOf, lacks, minus, paymentCards, total } from './cards';
import { beforeThisTurn, freshPlaces, lastTurn, sinceLastTurn, withHistory, withUpdate, type Step } from './log';
import { broughtBy, nextAtScreen } from './passing';
import { countUp, totals } from './score';
import { checkSeed, recall, ShufflePart, type Shown } from './shuffle';
import { lines, sentence, sentences } from './sentences';
import { drawn, inOrder, isDone, leftToDraw, progress, stationsFor, splitsToDraw } from './tickets';
import { ways } from './ways';

const claim = (seat: number, route: number): Event => ({ event: 'route_claimed', seat, route, paid: { red: 2 }, points: 2 });
const step = (revision: number, seat: number, events: Event[]): Step => ({ revision, cause: { cause: 'action', seat, id: null }, events, undone: false });
const update = (part: Pick<Update, 'revision' | 'cause'> & { events?: Event[] }): Update => ({
  events: [], ...part, view: {} as Update['view'], legal_actions: {}, can_undo: false, can_take_back: false, deadline: null, end: null,
});

/** What the two parts in the other order would make. */
const TURNED = {
  seed: 'd480e9f233134c35f726d7deb52771d7d767570e6689b57ec5cfdaad0efa330b',
  seal: 'ed787e0e0cee3d33571ed528651479f310149460e54499e3a2bb8bf59e012320',
};
/** SHA-256 of 32 equal bytes. */
const SEALS: Record<string, string> = {
  '04': '9f4fb68f3e1dac82202f9aa581ce0bbf1f765df0e9ac3c8c57e20f685abab8ed',
  '05': 'f849d67325facf04177bc663b2dc544051831c589ef581d412f2eba44834e77c',
  '06': 'e802086ad6a1e16b78352ad7296d2aabd835b1b16dbe951e1135b97c68e29d81',
};
/** The seed of those three parts, as the engine's own test has it. */
const SHARED = {
  seed: 'b9fed75bed3d6866f586b4087f4ef400c40e47993ef9299fdbfac8129c258185',
  seal: '8e8337ba3bbf036dd9d26d9771a35d0dee0b6194a268f29553d6a39ae7fc48e7',
};

describe('cards', () => {
  test('are counted and paid', () => {
    expect(countsOf({ wild: 1, blue: 2, red: 0 })).toEqual([['blue', 2], ['wild', 1]]);
    expect(total({ wild: 1, blue: 2 })).toBe(3);
    expect(paymentCards({ color: 'blue', wilds: 1 }, 3)).toEqual({ blue: 2, wild: 1 });
    expect(paymentCards({ color: null, wilds: 3 }, 3)).toEqual({ wild: 3 });
    expect(minus({ blue: 3, wild: 1 }, { blue: 2, wild: 1 })).toEqual({ blue: 1 });
  });

  test('that are missing for a ferry: its wilds apart from the colour', () => {
    expect(lacks({ color: 'orange', cards: 3, wilds: 0 })).toEqual({ ofColor: 3, wilds: 0 });
    expect(lacks({ color: 'orange', cards: 3, wilds: 1 })).toEqual({ ofColor: 2, wilds: 1 });
    expect(lacks({ color: null, cards: 2, wilds: 2 })).toEqual({ ofColor: 0, wilds: 2 });
  });
});

describe('log', () => {
  const log = [step(0, 0, []), step(1, 1, [claim(1, 4)])];

  test('takes the step that follows, and notices a gap', () => {
    const cause = { cause: 'action', seat: 0, id: 7 } as const;
    expect(withUpdate(log, update({ revision: 2, cause }))?.map((one) => one.revision)).toEqual([0, 1, 2]);
    expect(withUpdate(log, update({ revision: 1, cause }))).toBe(log);
    expect(withUpdate(log, update({ revision: 4, cause }))).toBeNull();
  });

  test('an undo strikes out what it takes back', () => {
    const after = withUpdate(log, update({ revision: 2, cause: { cause: 'undo', seat: 1, id: null, back_to: 0 } }));
    expect(after?.map((one) => one.undone)).toEqual([false, true, false]);
  });

  test('history fills a gap in the right place', () => {
    const told = { revision: 1, cause: { cause: 'action', seat: 1, id: null } as const, at: 0, events: [], undone: false };
    expect(withHistory([step(0, 0, []), step(2, 0, [])], [told]).map((one) => one.revision)).toEqual([0, 1, 2]);
  });

  test('knows what happened since a player last acted', () => {
    const steps = [step(1, 0, [claim(0, 1)]), step(2, 1, [claim(1, 2)]), step(3, 2, [claim(2, 3)])];
    expect(sinceLastTurn(steps, 0, 3).map((one) => one.revision)).toEqual([2, 3]);
    expect(freshPlaces(sinceLastTurn(steps, 0, 3), 0).routes).toEqual(new Set([2, 3]));
  });

  test('within a turn, what happened before it is still known', () => {
    const turn = (seat: number): Event => ({ event: 'turn_began', seat });
    const steps = [step(1, 0, [turn(1)]), step(2, 1, [claim(1, 2), turn(0)]), step(3, 0, [])];
    expect(sinceLastTurn(beforeThisTurn(steps, 0), 0, 2).map((one) => one.revision)).toEqual([2]);
    expect(beforeThisTurn([...steps, step(4, 0, [turn(1)])], 0)).toHaveLength(4);
  });

  test('knows what a player did in the last turn', () => {
    const turn = (seat: number): Event => ({ event: 'turn_began', seat });
    const steps = [step(1, 0, []), step(2, 0, [turn(0)]), step(3, 0, []), step(4, 0, [turn(1)]), step(5, 1, []), { ...step(6, 0, []), undone: true }];
    const last = (seat: number): number[] => lastTurn(steps, seat).map((one) => one.revision);
    expect(last(0)).toEqual([3, 4]);
    expect(last(1)).toEqual([5]);
    expect(last(2)).toEqual([]);
  });
});

describe('one device passed round', () => {
  const seats = [0, 1, 2].map(() => ({}) as SeatInfo);

  test('goes to whoever decides next, else to the next at this screen; not before the turn is over', () => {
    expect(nextAtScreen({ eyes: 0, seats: [0, 1, 2] }, seats, [0])).toBeNull();
    expect(nextAtScreen({ eyes: 0, seats: [0, 1, 2] }, seats, [1])).toBe(1);
    expect(nextAtScreen({ eyes: 0, seats: [0, 2] }, seats, [1]), 'while a bot plays').toBe(2);
    expect(nextAtScreen({ eyes: 2, seats: [0, 1, 2] }, seats, [1])).toBe(1);
    expect(nextAtScreen({ eyes: null, seats: [0, 1] }, seats, [1])).toBeNull();
    expect(nextAtScreen({ eyes: 0, seats: [0] }, seats, [1]), 'not shared').toBeNull();
  });

  test('shows what the last turn has brought', () => {
    const red = (seat: number): Event => ({ event: 'card_drawn', seat, card: 'red' });
    const log = [step(1, 1, [red(1)]), step(2, 0, [red(0)]), step(3, 0, [red(0), { event: 'turn_began', seat: 1 }])];
    expect(broughtBy(log, 0, false).map((one) => one.key)).toEqual(['log.drawn.drawn']);
  });
});

describe('tickets', () => {
  const ticket = (id: number, status: OwnTicket['status'], missing = 0): OwnTicket => ({ ticket: id, status, joined: [], missing });

  test('what is to be done comes first, the dearest on top; what is done moves aside', () => {
    const all = [ticket(1, 'done'), ticket(2, 'open', 3), ticket(9, 'open', 4), ticket(3, 'provisional'), ticket(4, 'blocked')];
    expect(inOrder(all, (one) => one.ticket).map((one) => one.ticket)).toEqual([9, 2, 4, 3, 1]);
    expect(all.filter(isDone).map((one) => one.ticket)).toEqual([1, 3]);
  });

  test('each says how far it is, and what is lost', () => {
    expect(progress(ticket(1, 'open', 6), 9, false)).toEqual({ key: 'tickets.missing', values: { count: 6 } });
    expect(progress(ticket(1, 'blocked'), 9, false)).toEqual({ key: 'tickets.blocked', values: { points: 9 } });
    expect(progress(ticket(1, 'blocked'), 9, true).key).toBe('tickets.blocked.station');
    expect(progress(ticket(1, 'provisional'), 9, true).key).toBe('tickets.provisional');
  });

  test('once the game is over nothing is to go, and no station helps', () => {
    expect(progress(ticket(1, 'open', 6), 9, false, true)).toEqual({ key: 'tickets.failed', values: { points: 9 } });
    expect(progress(ticket(1, 'blocked'), 9, true, true).key).toBe('tickets.failed');
    expect(progress(ticket(1, 'provisional'), 9, true, true).key).toBe('tickets.done');
  });

  test('one done through a station names where it stands, not where another does', () => {
    const routes = [{ id: 0, a: 5, b: 6 }, { id: 1, a: 6, b: 7 }, { id: 2, a: 8, b: 7 }] as Route[];
    const stations = new Map([[6, 1], [7, 0], [5, 0]]);
    const through = { ...ticket(1, 'provisional'), joined: [0, 1, 2] };
    expect(stationsFor(through, routes, { owners: [0, 1, 0], stations }, 0)).toEqual([7]);
    expect(stationsFor(through, routes, { owners: [0, 0, 0], stations }, 0)).toEqual([]);
  });
});

describe('tickets to draw', () => {
  test('a deck that is only dealt from is not drawn from', () => {
    expect(leftToDraw({ draw_decks: [0] }, [34, 4])).toBe(34);
    expect(leftToDraw({ draw_decks: [0, 1] }, [55, 34])).toBe(89);
  });

  test('fewer left are all drawn', () => {
    expect(drawn({ draw_decks: [0], draw_count: 3 }, [2, 0])).toBe(2);
    expect(drawn({ draw_decks: [0, 1], draw_count: 4 }, [3, 3])).toBe(4);
  });

  test('from two decks in every way that they allow', () => {
    const ways = (decks: number[]): string[] => splitsToDraw({ draw_decks: [0, 1], draw_count: 4 }, decks).map(({ first, second }) => `${first}+${second}`);
    expect(ways([55, 34])).toEqual(['4+0', '3+1', '2+2', '1+3', '0+4']);
    expect(ways([3, 2])).toEqual(['3+1', '2+2']);
    expect(ways([1, 1])).toEqual(['1+1']);
  });
});

describe('sentences', () => {
  test('say who did what where', () => {
    expect(sentence(claim(1, 4), false)).toMatchObject({ key: 'log.claimed', seat: 1, routes: [4], values: { points: 2 } });
    expect(sentence({ event: 'turn_began', seat: 0 }, false)).toBeNull();
    expect(sentence({ event: 'first_player_chosen', seat: 1 }, false)).toMatchObject({ key: 'log.first', seat: 1 });
  });

  test('tickets from two decks: what was announced is said to all', () => {
    const offered: Event = { event: 'tickets_offered', seat: 1, by_deck: [3, 1], tickets: null };
    expect(sentence(offered, true)).toMatchObject({ key: 'log.announced', seat: 1, values: { short: 3, long: 1 } });
    expect(sentence(offered, false)).toBeNull();
  });

  test('a hidden card stays hidden', () => {
    expect(sentence({ event: 'card_drawn', seat: 0, card: null }, false)?.key).toBe('log.hidden');
    expect(sentence({ event: 'card_drawn', seat: 0, card: 'wild' }, false)?.key).toBe('log.drawn');
  });

  test('the two cards of a turn are one sentence', () => {
    const blind = (seat: number): Event => ({ event: 'card_drawn', seat, card: null });
    const open = (seat: number): Event => ({ event: 'card_taken', seat, card: 'red', slot: 0 });
    const log = [step(1, 0, [open(0)]), step(2, 0, [blind(0)]), step(3, 1, [blind(1)]), step(4, 1, [blind(1)]), step(5, 0, [claim(0, 4)])];
    expect(lines(log, false).map((line) => line.sentence.key)).toEqual(['log.taken.hidden', 'log.hidden.hidden', 'log.claimed']);
    expect(lines(log, false)[0]?.sentence).toMatchObject({ seat: 0, slots: { player: { seat: 0 }, card: { card: 'red' } } });
    expect(lines(log, false)[0]?.sentence).toBe(lines(log, false)[0]?.sentence);
  });

  test('draws of different players, or around something else, stay apart', () => {
    const blind = (seat: number): Event => ({ event: 'card_drawn', seat, card: null });
    const keys = (...steps: Step[]): string[] => lines(steps, false).map((line) => line.sentence.key);
    expect(keys(step(1, 0, [blind(0)]), step(2, 1, [blind(1)]))).toEqual(['log.hidden', 'log.hidden']);
    expect(keys(step(1, 0, [blind(0), { event: 'market_swept', cards: {} }]), step(2, 0, [blind(0)]))).toEqual(['log.hidden', 'log.swept', 'log.hidden']);
    expect(keys({ ...step(1, 0, [blind(0)]), undone: true }, step(2, 0, [blind(0)]))).toEqual(['log.hidden', 'log.hidden']);
  });

  test('who has chosen tickets is told until it is told how many', () => {
    const chosen = (seat: number): Step => step(seat, seat, [{ event: 'start_chosen', seat }]);
    const kept: Event = { event: 'tickets_kept', seat: 1, tickets: null, by_deck: [2, 0], returned: 1 };
    const told = (...steps: Step[]): unknown[] => lines(steps, false).map(({ sentence }) => [sentence.key, sentence.seat]);
    expect(told(chosen(0), chosen(1))).toEqual([['log.start', 0], ['log.start', 1]]);
    expect(told(chosen(0), chosen(1), step(2, 1, [kept]))).toEqual([['log.start', 0], ['log.kept', 1]]);
  });

  test('an undo is one sentence', () => {
    const undone: Step = { revision: 3, cause: { cause: 'undo', seat: 1, id: null, back_to: 1 }, events: [], undone: false };
    expect(sentences(undone, false).map((one) => one.key)).toEqual(['log.undone']);
  });
});

describe('what a turn can be spent on', () => {
  test('is all that can be done, and nothing else', () => {
    const claims: LegalActions['claims'] = [{ routes: [3], payments: [{ color: 'red', wilds: 0 }] }];
    expect(ways({ draw_blind: true, claims, draw_tickets: true })).toEqual(['way.cards', 'way.claim', 'way.tickets']);
    expect(ways({ draw_open: [2], claims: [] })).toEqual(['way.cards']);
    expect(ways({ draw_open: [], stations: { locations: [1], payments: [] } })).toEqual(['way.station']);
  });
});

describe('the end', () => {
  const scores: FinalScores = {
    sheets: [
      { seat: 0, lines: [{ line: 'routes', routes: [1], points: 10 }, { line: 'completed_ticket', ticket: 3, path: [1], borrowed: [], points: 8 }, { line: 'mechanic', mechanic: 'longest_path', count: 3, routes: [1], points: 10 }], total: 28 },
      { seat: 1, lines: [{ line: 'routes', routes: [2], points: 12 }, { line: 'failed_ticket', ticket: 4, points: -5 }], total: 7 },
    ],
    ranking: [],
    winners: [0],
  };

  test('counts routes, failed tickets, completed ones, then the rest', () => {
    expect(countUp(scores).map((count) => [count.seat, count.line.line])).toEqual([
      [0, 'routes'], [1, 'routes'], [1, 'failed_ticket'], [0, 'completed_ticket'], [0, 'mechanic'],
    ]);
  });

  test('counts passengers colour by colour, who has most first, and nobody who is behind', () => {
    const held = (color: Color, place: 'most' | 'second' | 'behind', points: number): ScoreLine => ({ line: 'passengers', color, count: 2, place, points });
    const sheet = (seat: number, lines: ScoreLine[]): FinalScores['sheets'][number] => ({ seat, lines, total: 0 });
    const sheets = [
      sheet(0, [held('red', 'second', 10), held('blue', 'behind', 0)]),
      sheet(1, [held('red', 'most', 20), held('blue', 'second', 10)]),
      sheet(2, [held('red', 'behind', 0), held('blue', 'most', 20)]),
    ];
    const counted = countUp({ ...scores, sheets });
    expect(counted.map((count) => [count.seat, count.points])).toEqual([[1, 20], [0, 10], [2, 20], [1, 10]]);
  });

  test('ends at the totals of the sheets', () => {
    const counts = countUp(scores);
    expect(totals(counts, counts.length, 2)).toEqual([28, 7]);
    expect(totals(counts, 2, 2)).toEqual([10, 12]);
  });

  test('the seal is the SHA-256 of the seed', () => {
    const seal = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925';
    const end = { seed: '00'.repeat(32), seal };
    expect(checkSeed(end, seal, null, [], false)).toBe('sealed');
    expect(checkSeed(end, seal, null, [], true)).toBe('server');
    expect(checkSeed({ ...end, seed: '01'.repeat(32) }, seal, null, [], false)).toBe('bad');
    expect(checkSeed({ ...end, seed: 'no seed' }, seal, null, [], false)).toBe('bad');
  });

  test('a shuffle of several devices is checked part by part', () => {
    const part = (digits: string, seat: number) => ({ seat, seal: SEALS[digits] ?? '', value: digits.repeat(32) });
    const shuffle = { round: 1, seal: SEALS['04'] ?? '', secret: '04'.repeat(32), parts: [part('05', 0), part('06', 1)] };
    const end = { seed: SHARED.seed, seal: SHARED.seal };
    const own: Shown = { round: 1, seal: shuffle.seal, parts: shuffle.parts.map(({ seat, seal }) => ({ seat, seal })), part: '06'.repeat(32) };
    const check = (change: Partial<typeof shuffle>, shown: Shown[] = [own]) => checkSeed(end, end.seal, { ...shuffle, ...change }, shown, true);
    expect(check({})).toBe('shared');
    expect(check({}, [])).toBe('watched');
    // What was shown before and thrown away was known to the server: it may have begun anew because of it.
    expect(check({ round: 2 }, [own, { ...own, round: 2 }])).toBe('repeated');
    expect(check({ round: 2 })).toBe('left_out');
    expect(check({}, [{ ...own, part: '08'.repeat(32) }])).toBe('left_out');
    expect(checkSeed(end, end.seal, null, [own], true)).toBe('left_out');
    expect(check({ parts: [part('05', 0)] })).toBe('bad');
    expect(check({ secret: '07'.repeat(32) })).toBe('bad');
    expect(check({ parts: [part('06', 0), part('05', 1)] })).toBe('bad');
    expect(check({}, [{ ...own, seal: SEALS['05'] ?? '' }])).toBe('bad');
    // The same parts in another order are another seed, which nobody may choose.
    const turned = { ...shuffle, parts: [part('06', 1), part('05', 0)] };
    expect(checkSeed(TURNED, TURNED.seal, turned, [{ ...own, parts: turned.parts.map(({ seat, seal }) => ({ seat, seal })) }], true)).toBe('bad');
  });

  test('a device shows its part only to seals among which is its own, and answers to no round twice', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
    const device = new ShufflePart('table');
    const ask = (round: number) => ({ type: 'shuffle' as const, round, seal: SEALS['04'] ?? '', parts: null });
    const all = (round: number, seals: string[]) => ({ ...ask(round), parts: seals.map((seal, seat) => ({ seat, seal, value: null })) });
    const sealed = device.answer(ask(1));
    if (sealed?.type !== 'seal') throw new Error('it seals a part');
    expect(device.answer(ask(1))).toEqual(sealed);
    expect(device.answer(all(1, [SEALS['05'] ?? '']))).toBeNull();
    const shown = device.answer(all(1, [SEALS['05'] ?? '', sealed.seal]));
    expect(shown).toMatchObject({ type: 'show', round: 1 });
    expect(device.answer(all(1, [SEALS['05'] ?? '', sealed.seal]))).toEqual(shown);
    expect(device.answer(all(1, [SEALS['06'] ?? '', sealed.seal]))).toBeNull();
    expect(device.answer(ask(1))).toBeNull();
    expect(new ShufflePart('table').answer(all(1, [sealed.seal]))).toBeNull();
    expect(new ShufflePart('table').answer(ask(1))).toBeNull();
    expect(device.answer(ask(2))).toMatchObject({ type: 'seal', round: 2 });
    expect(recall('table')).toHaveLength(1);
    vi.unstubAllGlobals();
  });
});
