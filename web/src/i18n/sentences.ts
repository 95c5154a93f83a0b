//! What happened, as sentences: a key of the catalogue, its numbers, and what goes into its gaps.

import type { Key } from './en';
import type { Card, CardCounts, Color, Event } from '../protocol';
import type { Step } from '../game/model/log';

export type Slot =
  | { kind: 'player'; seat: number }
  | { kind: 'cards'; counts: CardCounts }
  | { kind: 'card'; card: Card }
  | { kind: 'color'; color: Color }
  | { kind: 'route'; route: number }
  | { kind: 'place'; location: number }
  | { kind: 'token'; token: number }
  | { kind: 'tickets'; tickets: number[] }
  /** The map's own name for its pieces. */
  | { kind: 'pieces' };

export interface Sentence {
  key: Key;
  values: Record<string, number>;
  slots: Record<string, Slot>;
  seat: number | null;
  /** Where it happened, to be lit when pointed at. */
  routes: number[];
  locations: number[];
}

function say(
  key: Key,
  seat: number | null,
  slots: Record<string, Slot> = {},
  values: Record<string, number> = {},
): Sentence {
  const all = Object.values(slots);
  return {
    key,
    values,
    slots: seat === null ? slots : { player: { kind: 'player', seat }, ...slots },
    seat,
    routes: all.flatMap((slot) => (slot.kind === 'route' ? [slot.route] : [])),
    locations: all.flatMap((slot) => (slot.kind === 'place' ? [slot.location] : [])),
  };
}

type EventName = Event['event'];
type Teller<E extends EventName> = (event: Extract<Event, { event: E }>, split: boolean) => Sentence | null;

const untold = (): null => null;
const cardSlot = (card: Card): Slot => ({ kind: 'card', card });
const cardsSlot = (counts: CardCounts): Slot => ({ kind: 'cards', counts });
const routeSlot = (route: number): Slot => ({ kind: 'route', route });
const placeSlot = (location: number): Slot => ({ kind: 'place', location });
const tokenSlot = (token: number): Slot => ({ kind: 'token', token });

/** The sentence for each kind of event; null for events that go without saying. */
const TELLERS: { [E in EventName]: Teller<E> } = {
  start_chosen: ({ seat }) => say('log.start', seat),
  market_refilled: untold,
  turn_began: untold,
  tickets_offered: ({ seat, by_deck: [short, long] }, split) =>
    split ? say('log.announced', seat, {}, { short, long }) : null,
  tickets_kept: ({ seat, tickets, by_deck: [short, long], returned }) =>
    tickets
      ? say('log.kept.which', seat, { tickets: { kind: 'tickets', tickets } })
      : say('log.kept', seat, {}, { count: short + long, returned }),
  first_player_chosen: ({ seat }) => say('log.first', seat),
  tourists_placed: ({ seat, kind, location }) =>
    say('log.placed', seat, { token: tokenSlot(kind), place: placeSlot(location) }),
  card_taken: ({ seat, card }) => say('log.taken', seat, { card: cardSlot(card) }),
  card_drawn: ({ seat, card }) => (card ? say('log.drawn', seat, { card: cardSlot(card) }) : say('log.hidden', seat)),
  market_swept: () => say('log.swept', null, { wild: cardSlot('wild') }),
  deck_reshuffled: ({ cards }) => say('log.reshuffled', null, {}, { count: cards }),
  tunnel_revealed: ({ seat, extra, laid, cards, route }) =>
    say(
      extra > 0 ? 'log.tunnel' : 'log.tunnel.none',
      seat,
      { laid: cardsSlot(laid), cards: cardsSlot(cards), route: routeSlot(route) },
      { count: extra },
    ),
  tunnel_left: ({ seat, route }) => say('log.left', seat, { route: routeSlot(route) }),
  route_claimed: ({ seat, route, paid, points }) =>
    say('log.claimed', seat, { route: routeSlot(route), cards: cardsSlot(paid) }, { points }),
  station_built: ({ seat, location, paid }) =>
    say('log.station', seat, { place: placeSlot(location), cards: cardsSlot(paid) }),
  passenger_taken: ({ seat, color, location }) =>
    say('log.passenger', seat, { color: { kind: 'color', color }, place: placeSlot(location) }),
  tourist_taken: ({ seat, kind, location }) =>
    say('log.token', seat, { token: tokenSlot(kind), place: placeSlot(location) }),
  passed: ({ seat }) => say('log.passed', seat),
  last_round_began: ({ seat }) => say('log.last', seat, { pieces: { kind: 'pieces' } }),
  game_ended: () => say('log.ended', null),
};

/** The sentence of an event; null for what goes without saying. `split`: tickets are drawn from two decks, as announced. */
export function sentence<E extends EventName>(event: Extract<Event, { event: E }>, split: boolean): Sentence | null {
  const teller: Teller<E> = TELLERS[event.event as E];
  return teller(event, split);
}

const told = new WeakMap<Step, Sentence[]>();

/** The sentences of a step: always the same objects for the same step, so that a page need not draw them again. */
export function sentences(step: Step, split: boolean): Sentence[] {
  let known = told.get(step);
  if (!known) {
    known = tell(step, split);
    told.set(step, known);
  }
  return known;
}

/** The name of the two cards of a turn together. */
const PAIRS: Partial<Record<Key, Partial<Record<Key, Key>>>> = {
  'log.taken': { 'log.taken': 'log.taken.taken', 'log.drawn': 'log.taken.drawn', 'log.hidden': 'log.taken.hidden' },
  'log.drawn': { 'log.taken': 'log.drawn.taken', 'log.drawn': 'log.drawn.drawn' },
  'log.hidden': { 'log.taken': 'log.hidden.taken', 'log.hidden': 'log.hidden.hidden' },
};

const KEPT: Key[] = ['log.kept', 'log.kept.which'];

/** A line of the log. */
export interface Line {
  /** What it began as, by which a page knows it again. */
  first: Sentence;
  sentence: Sentence;
  undone: boolean;
  /** A bot did it; at a person's seat it stood in for them. */
  byBot: boolean;
}

/** Actions of people have a number. Consequences for others are nobody's action. */
function isByBot({ cause }: Step, { seat }: Sentence): boolean {
  return cause.cause === 'action' && cause.id === null && cause.seat === seat;
}

const written = new WeakMap<Sentence, Line>();

/** A line as it was written before, if it says the same. */
function asBefore(line: Line): Line {
  const known = written.get(line.first);
  if (known && known.sentence === line.sentence && known.undone === line.undone) return known;
  written.set(line.first, line);
  return line;
}

/** The lines of a log: two cards that somebody draws one after the other are one line, and a line about kept tickets replaces the one about choosing them. */
export function lines(steps: Step[], split: boolean): Line[] {
  const all: Line[] = [];
  for (const step of steps) {
    for (const sentence of sentences(step, split)) {
      const before = all.at(-1);
      const both = before && before.undone === step.undone ? together(before.sentence, sentence) : null;
      if (before && both) before.sentence = both;
      else all.push({ first: sentence, sentence, undone: step.undone, byBot: isByBot(step, sentence) });
    }
  }
  const kept = new Set(all.filter((line) => KEPT.includes(line.sentence.key)).map((line) => line.sentence.seat));
  return all.filter((line) => line.sentence.key !== 'log.start' || !kept.has(line.sentence.seat)).map(asBefore);
}

const joined = new WeakMap<Sentence, { first: Sentence; both: Sentence }>();

/** Two draws as one sentence, always the same object for the same two; null if they are something else. */
function together(first: Sentence, second: Sentence): Sentence | null {
  const key = PAIRS[first.key]?.[second.key];
  if (!key || first.seat !== second.seat) return null;
  const known = joined.get(second);
  if (known?.first === first) return known.both;
  const { card: one } = first.slots;
  const { card: other } = second.slots;
  const both = say(key, first.seat, { ...(one && { card: one }), ...(other && { second: other }) });
  joined.set(second, { first, both });
  return both;
}

function tell(step: Step, split: boolean): Sentence[] {
  if (step.cause.cause === 'undo') return [say('log.undone', step.cause.seat)];
  if (step.cause.cause === 'takeback') return [say('log.takeback', step.cause.seat)];
  if (step.cause.cause === 'hint') return [say(`log.hint.${step.cause.kind}`, step.cause.seat)];
  // The deal's first market may be swept; nobody needs to hear of it.
  if (step.cause.cause === 'deal') return [];
  return step.events.flatMap((event) => sentence(event, split) ?? []);
}
