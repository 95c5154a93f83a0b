import { describe, expect, test } from 'vitest';
import type { Route } from '../../maps/map';
import type { OwnTicket } from '../../protocol';
import { drawn, inOrder, inPlace, isDone, leftToDraw, progress, splitsToDraw, stationsFor } from './tickets';

describe('tickets', () => {
  const ticket = (id: number, status: OwnTicket['status'], missing = 0): OwnTicket => ({
    ticket: id,
    status,
    joined: [],
    missing,
  });

  test('the most valuable come first; only what is done for good moves aside', () => {
    const all = [
      ticket(1, 'done'),
      ticket(2, 'open', 3),
      ticket(9, 'open', 4),
      ticket(3, 'provisional'),
      ticket(4, 'blocked'),
    ];
    expect(inOrder(all, (one) => one.ticket).map((one) => one.ticket)).toEqual([9, 4, 3, 2, 1]);
    // Each keeps its place, also one that is done by now; those kept later come after it.
    const places = (before: number[], tickets: OwnTicket[]): number[] =>
      inPlace(before, tickets, (one) => one.ticket).map((one) => one.ticket);
    expect(places([9, 4, 3, 1, 2], all)).toEqual([9, 4, 3, 1, 2]);
    expect(places([3, 1], all)).toEqual([3, 1, 9, 4, 2]);
    expect(places([7, 2, 9, 4, 3, 1], all)).toEqual([2, 9, 4, 3, 1]);
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
    const routes = [
      { id: 0, a: 5, b: 6 },
      { id: 1, a: 6, b: 7 },
      { id: 2, a: 8, b: 7 },
    ] as Route[];
    const stations = new Map([
      [6, 1],
      [7, 0],
      [5, 0],
    ]);
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
    const ways = (decks: number[]): string[] =>
      splitsToDraw({ draw_decks: [0, 1], draw_count: 4 }, decks).map(({ first, second }) => `${first}+${second}`);
    expect(ways([55, 34])).toEqual(['4+0', '3+1', '2+2', '1+3', '0+4']);
    expect(ways([3, 2])).toEqual(['3+1', '2+2']);
    expect(ways([1, 1])).toEqual(['1+1']);
  });
});
