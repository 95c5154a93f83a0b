//! What stands where on the board, worked out from a view by the game page or a replay.

import type { Color } from '../protocol';

export interface TokenStack {
  kind: number;
  location: number;
  left: number;
}

export interface BoardPosition {
  /** The owner of each route. */
  owners: (number | null)[];
  /** Free routes that nobody can claim any more. */
  closed: ReadonlySet<number>;
  /** The owner of the station at a location. */
  stations: ReadonlyMap<number, number>;
  /** The passengers that wait at each location. */
  passengers: Color[][];
  tokens: TokenStack[];
}

export function emptyPosition(routes: number, locations: number): BoardPosition {
  return {
    owners: Array.from({ length: routes }, () => null),
    closed: new Set(),
    stations: new Map(),
    passengers: Array.from({ length: locations }, () => []),
    tokens: [],
  };
}
