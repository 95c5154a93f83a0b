import { expect, test } from 'vitest';
import { emptyPosition } from '../../board/position';
import type { GameMap } from '../../maps/map';
import type { OwnTicket } from '../../protocol';
import { cityFacts } from './city';

const map = {
  routesAt: [[0, 1, 2, 3], [0], [1], [2, 3]],
  info: {
    tickets: [
      { a: 0, b: 3 },
      { a: 1, b: 2 },
      { a: 2, b: 0 },
    ],
  },
} as unknown as GameMap;

function ticket(number: number): OwnTicket {
  return { ticket: number, status: 'open', joined: [], missing: 3 };
}

test('a city tells what lies there, who built there and which tickets name it', () => {
  const position = {
    ...emptyPosition(4, 4),
    owners: [1, 0, 0, null],
    stations: new Map([[0, 2]]),
    passengers: [['red' as const, 'blue' as const], [], [], []],
    tokens: [
      { kind: 4, location: 0, left: 2 },
      { kind: 5, location: 1, left: 3 },
      { kind: 6, location: 0, left: 0 },
    ],
  };
  const facts = cityFacts(map, 0, position, [ticket(0), ticket(1), ticket(2)]);
  expect(facts.passengers).toEqual(['red', 'blue']);
  expect(facts.tokens).toEqual([{ kind: 4, location: 0, left: 2 }]);
  expect(facts.station).toBe(2);
  expect(facts.builders).toEqual([
    { seat: 0, routes: 2 },
    { seat: 1, routes: 1 },
  ]);
  expect(facts.free).toBe(1);
  expect(facts.tickets.map((one) => one.ticket)).toEqual([0, 2]);
});

test('a route that nobody can claim any more is not free, and a spectator has no tickets', () => {
  const position = { ...emptyPosition(4, 4), closed: new Set([3]) };
  const facts = cityFacts(map, 3, position, []);
  expect(facts.free).toBe(1);
  expect(facts.tickets).toEqual([]);
  expect(facts.builders).toEqual([]);
});
