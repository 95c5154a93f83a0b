import { expect, test } from 'vitest';
import { emptyPosition } from '../../board/position';
import type { Event } from '../../protocol';
import type { Step } from './log';
import { movesOf, positionBefore } from './since';

function step(revision: number, seat: number, ...events: Event[]): Step {
  return { revision, cause: { cause: 'action', seat, id: null }, events, undone: false };
}

test('moves keep their events, and the two cards of a turn are one move', () => {
  const moves = movesOf(
    [
      step(
        1,
        1,
        { event: 'card_taken', seat: 1, slot: 0, card: 'red' },
        { event: 'market_refilled', slot: 0, card: 'blue' },
      ),
      step(2, 1, { event: 'card_drawn', seat: 1, card: null }, { event: 'turn_began', seat: 2 }),
      step(3, 2, { event: 'route_claimed', seat: 2, route: 1, paid: { red: 1 }, points: 1 }),
      step(4, 0, { event: 'card_drawn', seat: 0, card: 'red' }),
    ],
    0,
    false,
  );
  expect(moves.map((move) => move.events.map((event) => event.event))).toEqual([
    ['card_taken', 'market_refilled', 'card_drawn', 'turn_began'],
    ['route_claimed'],
  ]);
});

test('the board goes back to what it was before some events', () => {
  const before = {
    ...emptyPosition(2, 2),
    passengers: [['red' as const], []],
    tokens: [{ kind: 1, location: 0, left: 2 }],
  };
  const now = {
    ...before,
    owners: [1, null],
    stations: new Map([[1, 1]]),
    passengers: [[], []],
    tokens: [
      { kind: 1, location: 0, left: 1 },
      { kind: 3, location: 1, left: 3 },
    ],
  };
  const events: Event[] = [
    { event: 'tourists_placed', seat: 1, kind: 3, location: 1 },
    { event: 'route_claimed', seat: 1, route: 0, paid: {}, points: 1 },
    { event: 'passenger_taken', seat: 1, location: 0, color: 'red' },
    { event: 'tourist_taken', seat: 1, location: 0, kind: 1 },
    { event: 'station_built', seat: 1, location: 1, paid: {} },
  ];
  expect(positionBefore(now, events)).toEqual(before);
  expect(now.owners).toEqual([1, null]);
});
