//! A map made ready for use: what the server tells of it, and what is worked out once for drawing.

import type {
  Card,
  Color,
  LabelInfo,
  MapInfo,
  MechanicInfo,
  MechanicKind,
  NameInfo,
  Piece,
  SpaceInfo,
} from '../protocol';

export type Language = 'en' | 'it';
export type RouteColor = Color | 'gray';

export interface Point {
  x: number;
  y: number;
}

export interface Route {
  id: number;
  a: number;
  b: number;
  /** The colour to draw. */
  paint: RouteColor;
  spaces: number;
  cards: number;
  wilds: number;
  tunnel: boolean;
  fleet: number;
  piece: Piece;
  points: number;
  path: string;
  drawn: SpaceInfo[];
  middle: Point;
}

export interface Location extends Point {
  id: number;
  names: NameInfo;
  kind: MapInfo['locations'][number]['kind'];
  label: LabelInfo;
}

export interface GameMap {
  id: string;
  info: MapInfo;
  /** The cards of this map, wilds last. */
  cards: Card[];
  routes: Route[];
  locations: Location[];
  /** The routes that touch each location. */
  routesAt: number[][];
}

export const COLORS: Color[] = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'black', 'white'];

/** The angle nearest to `reference` at which a space looks as it does at `angle`. */
export function near(angle: number, reference: number): number {
  const turned = (((angle - reference + 90) % 180) + 180) % 180;
  return turned - 90 + reference;
}

/** Spaces turned so that nothing on them stands on its head, nor turns over along a curve. */
export function upright(spaces: SpaceInfo[]): SpaceInfo[] {
  const middle = spaces[Math.floor(spaces.length / 2)];
  if (!middle) return [];
  const reference = near(middle.angle, 0);
  return spaces.map((space) => ({ ...space, angle: near(space.angle, reference) }));
}

/** Whether a ferry's symbol stands on this space: spread as far from the ends and from each other as can be. */
export function asksForWild(place: number, spaces: number, wilds: number): boolean {
  for (let wild = 0; wild < wilds; wild++) {
    if (Math.floor(((2 * wild + 1) * spaces) / (2 * wilds)) === place) return true;
  }
  return false;
}

function middleOf(spaces: SpaceInfo[]): Point {
  const half = Math.floor(spaces.length / 2);
  const one = spaces[half];
  if (!one) return { x: 0, y: 0 };
  const other = spaces.length % 2 === 0 ? (spaces[half - 1] ?? one) : one;
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

export function makeMap(info: MapInfo): GameMap {
  const routes = info.routes.map((route, id): Route => {
    const look = info.board.routes[id];
    const drawn = upright(look?.spaces ?? []);
    return {
      id,
      a: route.a,
      b: route.b,
      paint: route.color ?? 'gray',
      spaces: route.spaces,
      cards: route.cards,
      wilds: route.wilds,
      tunnel: route.tunnel,
      fleet: route.fleet,
      piece: info.rules.fleets[route.fleet]?.piece ?? 'train',
      points: route.points,
      path: look?.path ?? '',
      drawn,
      middle: middleOf(drawn),
    };
  });
  const locations = info.locations.map((location, id): Location => {
    const look = info.board.locations[id];
    const place = { x: look?.x ?? 0, y: look?.y ?? 0 };
    const label = look?.label ?? { ...place, anchor: 'middle', size: 0 };
    return { id, names: location.name, kind: location.kind, ...place, label };
  });
  const routesAt: number[][] = locations.map(() => []);
  for (const route of routes) {
    routesAt[route.a]?.push(route.id);
    routesAt[route.b]?.push(route.id);
  }
  const cards: Card[] = COLORS.filter((color) => (info.rules.cards[color] ?? 0) > 0);
  return { id: info.id, info, cards: [...cards, 'wild'], routes, locations, routesAt };
}

/** The settings of a rule that only some maps have. */
export function mechanic<K extends MechanicKind>(
  info: { mechanics: MechanicInfo[] },
  kind: K,
): Extract<MechanicInfo, { mechanic: K }> | null {
  const found = info.mechanics.find((one) => one.mechanic === kind);
  return (found as Extract<MechanicInfo, { mechanic: K }> | undefined) ?? null;
}

/** Whether tickets are drawn from two decks, as many from each as the player announces. */
export function drawsFromTwo(info: MapInfo): boolean {
  return info.rules.draw_decks.length > 1;
}

export function locationName(map: GameMap, id: number, language: Language): string {
  return map.locations[id]?.names[language] ?? '?';
}

/** The name of a route, from end to end. */
export function routeName(map: GameMap, id: number, language: Language): string {
  const route = map.routes[id];
  return route ? `${locationName(map, route.a, language)} – ${locationName(map, route.b, language)}` : '?';
}
