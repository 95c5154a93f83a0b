//! What there is to know about one city: what lies there, who built there, and which of the player's tickets name it.

import type { BoardPosition, TokenStack } from '../../board/position';
import type { GameMap } from '../../maps/map';
import type { Color, OwnTicket } from '../../protocol';

export interface CityFacts {
  location: number;
  passengers: readonly Color[];
  tokens: readonly TokenStack[];
  /** The seat whose station stands here. */
  station: number | null;
  /** The players with routes here, and how many; the player with most comes first. */
  builders: { seat: number; routes: number }[];
  /** How many routes into the city can still be claimed. */
  free: number;
  /** The player's tickets that begin or end here. */
  tickets: OwnTicket[];
}

export function cityFacts(
  map: GameMap,
  location: number,
  position: BoardPosition,
  own: readonly OwnTicket[],
): CityFacts {
  const routes = map.routesAt[location] ?? [];
  const built = new Map<number, number>();
  for (const route of routes) {
    const owner = position.owners[route] ?? null;
    if (owner !== null) built.set(owner, (built.get(owner) ?? 0) + 1);
  }
  return {
    location,
    passengers: position.passengers[location] ?? [],
    tokens: position.tokens.filter((stack) => stack.location === location && stack.left > 0),
    station: position.stations.get(location) ?? null,
    builders: [...built]
      .map(([seat, count]) => ({ seat, routes: count }))
      .sort((one, other) => other.routes - one.routes || one.seat - other.seat),
    free: routes.filter((route) => (position.owners[route] ?? null) === null && !position.closed.has(route)).length,
    tickets: own.filter(({ ticket }) => {
      const info = map.info.tickets[ticket];
      return info?.a === location || info?.b === location;
    }),
  };
}
