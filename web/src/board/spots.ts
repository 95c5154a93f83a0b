//! Where nothing is on a board: room for a compass and a title.

import type { GameMap, Point } from '../maps/map';

export interface Spot extends Point {
  /** The distance to whatever is nearest. */
  room: number;
}

/** The emptiest places, best first, far from each other. */
export function emptySpots(map: GameMap, count: number): Spot[] {
  const { width, height } = map.info.board;
  const taken: Point[] = map.routes.flatMap((route) => route.drawn.map(({ x, y }) => ({ x, y })));
  for (const location of map.locations) {
    taken.push(location);
    const label = location.label;
    const long = location.names.en.length * label.size * 0.5;
    const start = label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - long : label.x - long / 2;
    for (let along = 0; along <= long; along += 20) taken.push({ x: start + along, y: label.y });
  }
  const step = Math.max(width, height) / 48;
  const spots: Spot[] = [];
  for (let x = step * 2; x < width - step; x += step) {
    for (let y = step * 2; y < height - step; y += step) {
      // The square of the distance: thousands are compared.
      let square = Math.min(x, y, width - x, height - y) ** 2;
      for (const point of taken) square = Math.min(square, (point.x - x) ** 2 + (point.y - y) ** 2);
      spots.push({ x, y, room: Math.sqrt(square) });
    }
  }
  spots.sort((one, other) => other.room - one.room);
  const chosen: Spot[] = [];
  for (const spot of spots) {
    if (chosen.length === count) break;
    if (chosen.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) > other.room + spot.room))
      chosen.push(spot);
  }
  return chosen;
}
