import { expect, test } from 'vitest';
import { flightsOf } from './flights';

test('own cards fly to the hand, those of the others to their seat; a card nobody may know shows its back', () => {
  const flights = flightsOf(
    [
      { event: 'card_taken', seat: 0, slot: 3, card: 'red' },
      { event: 'market_refilled', slot: 3, card: 'wild' },
      { event: 'card_drawn', seat: 0, card: 'blue' },
      { event: 'card_taken', seat: 1, slot: 2, card: 'green' },
      { event: 'card_drawn', seat: 1, card: null },
    ],
    0,
  );
  expect(flights).toEqual([
    { thing: { kind: 'card', card: 'red' }, from: { at: 'slot', slot: 3 }, to: { at: 'hand', card: 'red' } },
    { thing: { kind: 'card', card: 'wild' }, from: { at: 'deck' }, to: { at: 'slot', slot: 3 } },
    { thing: { kind: 'card', card: 'blue' }, from: { at: 'deck' }, to: { at: 'hand', card: 'blue' } },
    { thing: { kind: 'card', card: 'green' }, from: { at: 'slot', slot: 2 }, to: { at: 'seat', seat: 1 } },
    { thing: { kind: 'card', card: null }, from: { at: 'deck' }, to: { at: 'seat', seat: 1 } },
  ]);
});

test('paid cards go to the discard, passengers and tokens walk to their owner, tickets come from their deck', () => {
  const flights = flightsOf(
    [
      { event: 'route_claimed', seat: 1, route: 4, paid: { red: 2, wild: 1 }, points: 4 },
      { event: 'passenger_taken', seat: 1, location: 7, color: 'white' },
      { event: 'tourist_taken', seat: 0, location: 3, kind: 2 },
      { event: 'tickets_kept', seat: 1, by_deck: [1, 1], returned: 1, tickets: null },
    ],
    0,
  );
  expect(flights.map(({ thing, from, to }) => [thing.kind, from.at, to.at])).toEqual([
    ['card', 'seat', 'discard'],
    ['card', 'seat', 'discard'],
    ['card', 'seat', 'discard'],
    ['passenger', 'location', 'seat'],
    ['token', 'location', 'seat'],
    ['ticket', 'tickets', 'seat'],
    ['ticket', 'tickets', 'seat'],
  ]);
});
