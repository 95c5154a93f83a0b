//! A path that is counted, traced from its one end to the other.

import type { Route } from '../maps/map';

export interface Traced {
  route: Route;
  /** From `b` to `a`. */
  backwards: boolean;
  /** When its turn comes: 0 at the beginning, below 1 at the end. */
  part: number;
}

/** How to trace routes in their order. A route that does not continue the one before begins a new trace. */
export function traced(routes: readonly Route[]): Traced[] {
  let at: number | null = null;
  return routes.map((route, place) => {
    const next = routes[place + 1];
    const goesOn = at === route.a || at === route.b;
    const backwards: boolean = goesOn
      ? at === route.b
      : next !== undefined && (route.a === next.a || route.a === next.b);
    at = backwards ? route.a : route.b;
    return { route, backwards, part: place / routes.length };
  });
}
