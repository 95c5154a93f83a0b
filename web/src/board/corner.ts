//! Where the buttons that enlarge the board stand: in the right corner where they hide less of it on a small phone.

import type { GameMap, Location, Point } from '../maps/map';
import { nameBox } from './labels';

export type Corner = 'lower' | 'upper';

/** The board's window on a small phone, and the room of a button in its corner, in pixels. */
const PHONE = { width: 344, height: 350, button: 52 };

/** The same for every window of a map: the buttons keep their corner when the window changes. */
export function buttonCorner(map: GameMap): Corner {
  const { width, height } = map.info.board;
  const room = PHONE.button / Math.min(PHONE.width / width, PHONE.height / height);
  const hides = (corner: Corner, { x, y }: Point): boolean =>
    x > width - room && (corner === 'lower' ? y > height - room : y < room);
  const nameEnd = ({ label, names }: Location): Point => ({
    x: nameBox({ label, words: names.en }, label.size).right,
    y: label.y,
  });
  /** A city counts for more than a space of a route: people look for cities, and read their names. */
  const hidden = (corner: Corner): number => {
    const cities = map.locations.filter((city) => hides(corner, city) || hides(corner, nameEnd(city)));
    const spaces = map.routes.flatMap((route) => route.drawn).filter((space) => hides(corner, space));
    return cities.length * 10 + spaces.length;
  };
  return hidden('upper') < hidden('lower') ? 'upper' : 'lower';
}
