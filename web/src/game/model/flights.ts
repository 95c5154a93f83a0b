//! What moves across the table after an event: cards, passengers and tokens, from where to where.

import type { Card, CardCounts, Color, Event } from '../../protocol';
import { countsOf } from './cards';

/** What is seen moving. A card that the viewer may not know has no face. */
export type Thing =
  | { kind: 'card'; card: Card | null }
  | { kind: 'ticket' }
  | { kind: 'passenger'; color: Color }
  | { kind: 'token'; token: number };

/** A place on the page. */
export type Spot =
  | { at: 'slot'; slot: number }
  | { at: 'deck' }
  | { at: 'discard' }
  | { at: 'tickets' }
  | { at: 'hand'; card: Card | null }
  | { at: 'own_tickets' }
  | { at: 'seat'; seat: number }
  | { at: 'location'; location: number };

export interface Flight {
  thing: Thing;
  from: Spot;
  to: Spot;
}

/** A payment of many cards is shown by a few. */
const MOST_PAID = 6;

/** The flights of some events, in their order. `eyes`: the seat whose hand is on the page. */
export function flightsOf(events: readonly Event[], eyes: number | null): Flight[] {
  return events.flatMap((event) => flightsOfOne(event, eyes));
}

function flightsOfOne(event: Event, eyes: number | null): Flight[] {
  switch (event.event) {
    case 'card_taken':
      return [drawn(event.card, { at: 'slot', slot: event.slot }, event.seat, eyes)];
    case 'card_drawn':
      return [drawn(event.card, { at: 'deck' }, event.seat, eyes)];
    case 'market_refilled':
      return [
        { thing: { kind: 'card', card: event.card }, from: { at: 'deck' }, to: { at: 'slot', slot: event.slot } },
      ];
    case 'route_claimed':
    case 'station_built':
      return paid(event.paid, event.seat, eyes);
    case 'tickets_kept': {
      const to: Spot = event.seat === eyes ? { at: 'own_tickets' } : { at: 'seat', seat: event.seat };
      const count = event.by_deck[0] + event.by_deck[1];
      return Array.from({ length: count }, () => ({ thing: { kind: 'ticket' }, from: { at: 'tickets' }, to }));
    }
    case 'passenger_taken':
      return [walking({ kind: 'passenger', color: event.color }, event)];
    case 'tourist_taken':
      return [walking({ kind: 'token', token: event.kind }, event)];
    // These move nothing, or are shown where they happen.
    case 'start_chosen':
    case 'tickets_offered':
    case 'first_player_chosen':
    case 'turn_began':
    case 'market_swept':
    case 'deck_reshuffled':
    case 'passed':
    case 'last_round_began':
    case 'game_ended':
    case 'tunnel_revealed':
    case 'tunnel_left':
    case 'tourists_placed':
      return [];
  }
}

function drawn(card: Card | null, from: Spot, seat: number, eyes: number | null): Flight {
  const to: Spot = seat === eyes ? { at: 'hand', card } : { at: 'seat', seat };
  return { thing: { kind: 'card', card }, from, to };
}

function paid(cards: CardCounts, seat: number, eyes: number | null): Flight[] {
  return countsOf(cards)
    .flatMap(([card, count]) => Array.from({ length: count }, () => card))
    .slice(0, MOST_PAID)
    .map((card) => ({
      thing: { kind: 'card', card },
      from: seat === eyes ? { at: 'hand', card } : { at: 'seat', seat },
      to: { at: 'discard' },
    }));
}

function walking(thing: Thing, { location, seat }: { location: number; seat: number }): Flight {
  return { thing, from: { at: 'location', location }, to: { at: 'seat', seat } };
}

/** How a page finds a spot. The first of these that is in sight counts. */
export function selectors(spot: Spot): string[] {
  switch (spot.at) {
    case 'slot':
      return [`[data-slot="${spot.slot}"]`, '.market'];
    case 'deck':
    case 'discard':
      return ['[data-deck]', '.market'];
    case 'tickets':
      return ['[data-tickets]', '.market'];
    case 'hand':
      return [...(spot.card === null ? [] : [`.hand [data-kind="${spot.card}"]`]), '.hand'];
    case 'own_tickets':
      return ['[data-own-tickets]', '.hand'];
    case 'seat':
      return [`.player[data-seat="${spot.seat}"]`];
    case 'location':
      return [`[data-location="${spot.location}"]`, `[data-name="${spot.location}"]`];
  }
}
