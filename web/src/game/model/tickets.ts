//! The player's tickets in order, and what is said of each.

import type { BoardPosition } from '../../board/position';
import type { Key } from '../../i18n/en';
import type { Route } from '../../maps/map';
import type { OwnTicket, RulesInfo, SplitChoice } from '../../protocol';

/**
 * The most valuable first; those that are done for good come last. What the others do moves no ticket: one that is blocked, or done for now
 * through a station, keeps its place.
 */
export function inOrder(tickets: OwnTicket[], worth: (ticket: OwnTicket) => number): OwnTicket[] {
  const isLast = (ticket: OwnTicket): number => Number(ticket.status === 'done');
  return [...tickets].sort((one, other) => isLast(one) - isLast(other) || worth(other) - worth(one));
}

/** The tickets of `before` keep their places, also those that are done by now; others come after them, in order. */
export function inPlace(
  before: readonly number[],
  tickets: OwnTicket[],
  worth: (ticket: OwnTicket) => number,
): OwnTicket[] {
  const kept = before.flatMap((id) => tickets.find(({ ticket }) => ticket === id) ?? []);
  return [
    ...kept,
    ...inOrder(
      tickets.filter(({ ticket }) => !before.includes(ticket)),
      worth,
    ),
  ];
}

/** How far a ticket is: a sentence and its number. Once the game is over nothing can be joined any more. */
export function progress(
  ticket: OwnTicket,
  points: number,
  stations: boolean,
  over = false,
): { key: Key; values: Record<string, number> } {
  if (over) return isDone(ticket) ? { key: 'tickets.done', values: {} } : { key: 'tickets.failed', values: { points } };
  switch (ticket.status) {
    case 'done':
      return { key: 'tickets.done', values: {} };
    case 'provisional':
      return { key: 'tickets.provisional', values: {} };
    case 'open':
      return { key: 'tickets.missing', values: { count: ticket.missing } };
    case 'blocked':
      return stations ? { key: 'tickets.blocked.station', values: {} } : { key: 'tickets.blocked', values: { points } };
  }
}

/** The places of the player's stations that borrow a route for a ticket. */
export function stationsFor(
  ticket: OwnTicket,
  routes: readonly Route[],
  { owners, stations }: Pick<BoardPosition, 'owners' | 'stations'>,
  seat: number,
): number[] {
  const borrowed = ticket.joined.flatMap((id) => routes[id] ?? []).filter((route) => owners[route.id] !== seat);
  const places = borrowed.map((route) => [route.a, route.b].find((end) => stations.get(end) === seat));
  return [...new Set(places)].filter((place) => place !== undefined);
}

export function isDone(ticket: OwnTicket): boolean {
  return ticket.status === 'done' || ticket.status === 'provisional';
}

/** How many tickets are left in the decks that are drawn from in a turn. */
export function leftToDraw({ draw_decks }: Pick<RulesInfo, 'draw_decks'>, decks: number[]): number {
  return draw_decks.reduce((sum, deck) => sum + (decks[deck] ?? 0), 0);
}

/** How many tickets a turn would draw. */
export function drawn(rules: Pick<RulesInfo, 'draw_decks' | 'draw_count'>, decks: number[]): number {
  return Math.min(rules.draw_count, leftToDraw(rules, decks));
}

/** How many tickets a turn could draw from each of two decks: as the server lists the ways once tickets are drawn. */
export function splitsToDraw(rules: Pick<RulesInfo, 'draw_decks' | 'draw_count'>, decks: number[]): SplitChoice[] {
  const count = drawn(rules, decks);
  const all = Array.from({ length: count + 1 }, (_, second) => ({ first: count - second, second }));
  return all.filter(({ first, second }) => first <= (decks[0] ?? 0) && second <= (decks[1] ?? 0));
}
