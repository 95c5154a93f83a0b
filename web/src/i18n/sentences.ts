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

/** The sentence of an event; null for what goes without saying. `split`: tickets are drawn from two decks, as announced. */
export function sentence(event: Event, split: boolean): Sentence | null {
  switch (event.event) {
    case 'start_chosen':
      return say('log.start', event.seat);
    case 'market_refilled':
    case 'turn_began':
      return null;
    case 'tickets_offered': {
      const [short, long] = event.by_deck;
      return split ? say('log.announced', event.seat, {}, { short, long }) : null;
    }
    case 'tickets_kept': {
      if (event.tickets)
        return say('log.kept.which', event.seat, { tickets: { kind: 'tickets', tickets: event.tickets } });
      const count = event.by_deck[0] + event.by_deck[1];
      return say('log.kept', event.seat, {}, { count, returned: event.returned });
    }
    case 'first_player_chosen':
      return say('log.first', event.seat);
    case 'tourists_placed':
      return say('log.placed', event.seat, {
        token: { kind: 'token', token: event.kind },
        place: { kind: 'place', location: event.location },
      });
    case 'card_taken':
      return say('log.taken', event.seat, { card: { kind: 'card', card: event.card } });
    case 'card_drawn':
      if (!event.card) return say('log.hidden', event.seat);
      return say('log.drawn', event.seat, { card: { kind: 'card', card: event.card } });
    case 'market_swept':
      return say('log.swept', null, { wild: { kind: 'card', card: 'wild' } });
    case 'deck_reshuffled':
      return say('log.reshuffled', null, {}, { count: event.cards });
    case 'tunnel_revealed':
      return say(
        event.extra > 0 ? 'log.tunnel' : 'log.tunnel.none',
        event.seat,
        {
          laid: { kind: 'cards', counts: event.laid },
          cards: { kind: 'cards', counts: event.cards },
          route: { kind: 'route', route: event.route },
        },
        { count: event.extra },
      );
    case 'tunnel_left':
      return say('log.left', event.seat, { route: { kind: 'route', route: event.route } });
    case 'route_claimed':
      return say(
        'log.claimed',
        event.seat,
        { route: { kind: 'route', route: event.route }, cards: { kind: 'cards', counts: event.paid } },
        { points: event.points },
      );
    case 'station_built':
      return say('log.station', event.seat, {
        place: { kind: 'place', location: event.location },
        cards: { kind: 'cards', counts: event.paid },
      });
    case 'passenger_taken':
      return say('log.passenger', event.seat, {
        color: { kind: 'color', color: event.color },
        place: { kind: 'place', location: event.location },
      });
    case 'tourist_taken':
      return say('log.token', event.seat, {
        token: { kind: 'token', token: event.kind },
        place: { kind: 'place', location: event.location },
      });
    case 'passed':
      return say('log.passed', event.seat);
    case 'last_round_began':
      return say('log.last', event.seat, { pieces: { kind: 'pieces' } });
    case 'game_ended':
      return say('log.ended', null);
  }
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

/** What the two cards of a turn are called together. */
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

/** Actions of people have a number. What else an action brings about for others is not done by anybody. */
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

/** The lines of a log: the two cards that somebody draws one after the other are one, and who keeps tickets has chosen them. */
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
  // The deal's first market may be swept; nobody needs to hear of it.
  if (step.cause.cause === 'deal') return [];
  return step.events.flatMap((event) => sentence(event, split) ?? []);
}
