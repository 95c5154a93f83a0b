//! The form of a map's two files, as the server hands them out: facts (map.json) and drawing (board.json).

export type Color = 'purple' | 'blue' | 'orange' | 'white' | 'green' | 'yellow' | 'black' | 'red';
export type RouteColor = Color | 'gray';
export type Card = Color | 'wild';
export type WildName = 'locomotive' | 'ferry' | 'bicycle';
export type PieceName = 'train' | 'tram' | 'subway';

export interface Names {
  en: string;
  it: string;
  local?: string;
  modern?: string;
}

export interface MapRoute {
  a: string;
  b: string;
  color: RouteColor;
  spaces: number;
  cards?: number;
  wilds?: number;
  tunnel?: boolean;
  piece?: PieceName;
}

export interface MapLocation {
  id: string;
  name: Names;
  kind: 'city' | 'landmark' | 'country';
}

export interface MapTicket {
  deck: string;
  a: string;
  b: string;
  points: number;
}

export type Mechanic =
  | { kind: 'longest_path'; points: number }
  | { kind: 'tunnels'; reveal: number }
  | { kind: 'stations'; costs: number[]; unused_points: number }
  | { kind: 'passengers'; colors: Partial<Record<Color, number>>; per_location: Record<string, number>; most: number; second: number }
  | { kind: 'globetrotter'; points: number }
  | { kind: 'tourists'; kinds: string[]; score: number[] };

export interface MapFile {
  id: string;
  name: Names;
  provenance: string;
  players: { min: number; max: number };
  rules: {
    cards: Partial<Record<Card, number>>;
    wild: WildName;
    pieces: { piece: PieceName; count: number; points: Record<string, number> }[];
    last_round_at: number;
    single_lane_up_to: number;
    tickets: {
      start: { keep: number; deal?: Record<string, number>; split?: number };
      draw: { count: number; keep: number; decks: string[] };
    };
    mechanics: Mechanic[];
  };
  locations: MapLocation[];
  routes: MapRoute[];
  tickets: MapTicket[];
}

export interface BoardSpace {
  x: number;
  y: number;
  angle: number;
}

export interface BoardLabel {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  size?: number;
}

export interface BoardFile {
  view: [number, number];
  space: [number, number];
  city_radius: number;
  label_size: number;
  locations: Record<string, { x: number; y: number; label?: BoardLabel; route?: number }>;
  routes: { route: number; path: string; spaces: BoardSpace[]; end?: string }[];
  land: { kind: LandKind; d: string; minor?: boolean }[];
}

export type LandKind = 'land' | 'foreign' | 'lake' | 'river' | 'border' | 'park' | 'street' | 'bridge';
