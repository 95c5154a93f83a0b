//! Levels of detail: what would be too small to read on this screen is drawn larger, smallest things first.

/** The sizes, in pixels, below which things grow, and how far they may outgrow what the map says. */
const NAME = { readable: 11, most: 1.9 };
const FIGURE = { readable: 17, most: 2.3 };
const COIN = { readable: 25, most: 2.1 };

export interface Detail {
  /** How much larger than the map says: names, */
  names: number;
  /** passengers, */
  passengers: number;
  /** stations, */
  stations: number;
  /** tokens, */
  tokens: number;
  /** and flags. */
  flags: number;
}

function growth(size: number, scale: number, { readable, most }: { readable: number; most: number }): number {
  if (size <= 0 || scale <= 0) return 1;
  return Math.min(most, Math.max(1, readable / (size * scale)));
}

/** Heights of figures as the map draws them, in radii of a city's dot. */
const HEIGHTS = { passenger: 1.76, station: 2.5, token: 2.4, flag: 2.7 };

/** `scale`: pixels per unit of the board. */
export function detailAt(scale: number, nameSize: number, radius: number): Detail {
  const figure = (height: number): number => growth(height * radius, scale, FIGURE);
  return {
    names: growth(nameSize, scale, NAME),
    passengers: figure(HEIGHTS.passenger),
    stations: figure(HEIGHTS.station),
    tokens: growth(HEIGHTS.token * radius, scale, COIN),
    flags: figure(HEIGHTS.flag),
  };
}

/** As drawn on paper: nothing grows. */
export const AS_PRINTED: Detail = { names: 1, passengers: 1, stations: 1, tokens: 1, flags: 1 };
