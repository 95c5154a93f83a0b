//! A map made ready for use: numbers as the server counts them, places to draw, names in either language.

import type { BoardFile, BoardLabel, BoardSpace, Color, MapFile, Mechanic, Names, PieceName, RouteColor, WildName } from './types';

export type Language = 'en' | 'it';

export interface Point {
  x: number;
  y: number;
}

export interface Route {
  id: number;
  a: number;
  b: number;
  color: RouteColor;
  /** The card colour it asks for; none if any will do. */
  paid: Color | null;
  spaces: number;
  cards: number;
  wilds: number;
  tunnel: boolean;
  piece: PieceName;
  fleet: number;
  points: number;
  path: string;
  drawn: BoardSpace[];
  middle: Point;
  /** The routes that join the same two locations. */
  parallels: number[];
}

export interface Location extends Point {
  id: number;
  key: string;
  names: Names;
  kind: 'city' | 'landmark' | 'country';
  label: BoardLabel | null;
}

export interface Ticket {
  id: number;
  deck: string;
  a: number;
  b: number;
  points: number;
}

/** Where one route into a country ends. */
export interface CountryEnd extends Point {
  route: number;
  country: number;
  label: BoardLabel | null;
}

export interface GameMap {
  id: string;
  names: Names;
  file: MapFile;
  board: BoardFile;
  wild: WildName;
  colors: Color[];
  routes: Route[];
  locations: Location[];
  tickets: Ticket[];
  ends: CountryEnd[];
  /** The routes that touch each location. */
  routesAt: number[][];
}

/** The angle nearest to `reference` at which a space looks as it does at `angle`. */
export function near(angle: number, reference: number): number {
  const turned = (((angle - reference + 90) % 180) + 180) % 180;
  return turned - 90 + reference;
}

/** Spaces turned so that nothing on them stands on its head, nor turns over along a curve. */
export function upright(spaces: BoardSpace[]): BoardSpace[] {
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

function middleOf(spaces: BoardSpace[]): Point {
  const half = Math.floor(spaces.length / 2);
  const one = spaces[half];
  if (!one) return { x: 0, y: 0 };
  const other = spaces.length % 2 === 0 ? (spaces[half - 1] ?? one) : one;
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** Joins a map's two files. */
export function makeMap(file: MapFile, board: BoardFile): GameMap {
  const index = new Map(file.locations.map((location, id) => [location.id, id]));
  const at = (key: string): number => {
    const id = index.get(key);
    if (id === undefined) throw new Error(`map ${file.id} has no location ${key}`);
    return id;
  };
  const drawn = new Map(board.routes.map((route) => [route.route, route]));
  const pair = (a: string, b: string): string => [a, b].sort().join('|');
  const byPair = new Map<string, number[]>();
  file.routes.forEach((route, id) => {
    const key = pair(route.a, route.b);
    byPair.set(key, [...(byPair.get(key) ?? []), id]);
  });
  const routes = file.routes.map((route, id): Route => {
    const look = drawn.get(id);
    const piece = route.piece ?? file.rules.pieces[0]?.piece ?? 'train';
    const fleet = Math.max(0, file.rules.pieces.findIndex((fleet) => fleet.piece === piece));
    const cards = route.cards ?? route.spaces;
    const spaces = upright(look?.spaces ?? []);
    return {
      id,
      a: at(route.a),
      b: at(route.b),
      color: route.color,
      paid: route.color === 'gray' ? null : route.color,
      spaces: route.spaces,
      cards,
      wilds: route.wilds ?? 0,
      tunnel: route.tunnel ?? false,
      piece,
      fleet,
      points: file.rules.pieces[fleet]?.points[String(cards)] ?? 0,
      path: look?.path ?? '',
      drawn: spaces,
      middle: middleOf(spaces),
      parallels: (byPair.get(pair(route.a, route.b)) ?? []).filter((other) => other !== id),
    };
  });
  const locations = file.locations.map((location, id): Location => {
    const look = board.locations[location.id];
    return {
      id,
      key: location.id,
      names: location.name,
      kind: location.kind,
      x: look?.x ?? 0,
      y: look?.y ?? 0,
      label: look?.label ?? null,
    };
  });
  const ends = Object.entries(board.locations).flatMap(([key, look]): CountryEnd[] => {
    const [country] = key.split('@');
    if (look.route === undefined || !country) return [];
    return [{ route: look.route, country: at(country), x: look.x, y: look.y, label: look.label ?? null }];
  });
  const routesAt: number[][] = locations.map(() => []);
  for (const route of routes) {
    routesAt[route.a]?.push(route.id);
    routesAt[route.b]?.push(route.id);
  }
  return {
    id: file.id,
    names: file.name,
    file,
    board,
    wild: file.rules.wild,
    colors: (Object.keys(file.rules.cards) as (Color | 'wild')[]).filter((card): card is Color => card !== 'wild'),
    routes,
    locations,
    tickets: file.tickets.map((ticket, id) => ({ id, deck: ticket.deck, a: at(ticket.a), b: at(ticket.b), points: ticket.points })),
    ends,
    routesAt,
  };
}

/** The settings of a rule that only some maps have. */
export function mechanic<K extends Mechanic['kind']>(map: GameMap, kind: K): Extract<Mechanic, { kind: K }> | null {
  const found = map.file.rules.mechanics.find((one) => one.kind === kind);
  return (found as Extract<Mechanic, { kind: K }> | undefined) ?? null;
}

export function locationName(map: GameMap, id: number, language: Language): string {
  return map.locations[id]?.names[language] ?? '?';
}

/** Where a route ends at `location`: a country has an end for each route. */
export function endPoint(map: GameMap, route: number, location: number): Point {
  const end = map.ends.find((end) => end.route === route && end.country === location);
  return end ?? map.locations[location] ?? { x: 0, y: 0 };
}
