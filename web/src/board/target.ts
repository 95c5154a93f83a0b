//! Which route or location a point on the board means: the nearest one wins.

import type { GameMap, Point, Route } from '../maps/map';

export type BoardTarget = { kind: 'route'; id: number } | { kind: 'location'; id: number };

/** How far `point` is from a route's spaces, in board units. */
function distanceToSpaces(route: Route, point: Point, length: number): number {
  let nearest = Infinity;
  for (const space of route.drawn) {
    const turn = (space.angle * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [dx, dy] = [point.x - space.x, point.y - space.y];
    const beyond = Math.max(0, Math.abs(dx * cos + dy * sin) - length / 2);
    nearest = Math.min(nearest, Math.hypot(beyond, -dx * sin + dy * cos));
  }
  return nearest;
}

/** How far `point` is from the line through a route's spaces, which may lie far apart. */
function distanceToLine(route: Route, point: Point): number {
  let nearest = Infinity;
  let from = route.drawn[0];
  for (const to of route.drawn.slice(1)) {
    if (!from) break;
    const [across, down] = [to.x - from.x, to.y - from.y];
    const along = ((point.x - from.x) * across + (point.y - from.y) * down) / (across * across + down * down || 1);
    const share = Math.min(1, Math.max(0, along));
    nearest = Math.min(nearest, Math.hypot(from.x + across * share - point.x, from.y + down * share - point.y));
    from = to;
  }
  return nearest;
}

/** The route or location within `reach` (board units) of `point`; a location only within its own dot. */
export function targetAt(map: GameMap, point: Point, reach: number): BoardTarget | null {
  const radius = Math.max(map.info.board.city_radius * 1.1, reach * 0.75);
  let best: BoardTarget | null = null;
  let nearest = reach;
  const nearestRoute = (distanceTo: (route: Route) => number): void => {
    for (const route of map.routes) {
      const distance = distanceTo(route);
      if (distance < nearest) {
        nearest = distance;
        best = { kind: 'route', id: route.id };
      }
    }
  };
  nearestRoute((route) => distanceToSpaces(route, point, map.info.board.space_width));
  for (const location of map.locations) {
    if (location.kind === 'country') continue;
    const distance = Math.hypot(location.x - point.x, location.y - point.y);
    if (distance < radius && (best === null || distance < Math.max(nearest, map.info.board.city_radius))) {
      best = { kind: 'location', id: location.id };
      nearest = Math.min(nearest, distance);
    }
  }
  if (best === null) nearestRoute((route) => distanceToLine(route, point));
  return best;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The keys that go from place to place. */
export const DIRECTIONS: Record<string, Direction | undefined> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Whether a key begins to type the name of a place. */
export function isLetter(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return /^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** The place to go from `from` in a direction: near, and not far off the line. */
export function neighbour<T extends Point>(places: T[], from: Point, direction: Direction): T | null {
  let best: T | null = null;
  let lowest = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.x - from.x, place.y - from.y];
    const [ahead, aside] =
      direction === 'left' ? [-dx, dy] : direction === 'right' ? [dx, dy] : direction === 'up' ? [-dy, dx] : [dy, dx];
    if (ahead <= 0.5) continue;
    const cost = ahead + 2.2 * Math.abs(aside);
    if (cost < lowest) [best, lowest] = [place, cost];
  }
  return best;
}
