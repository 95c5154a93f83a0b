//! How large names are on a small board: larger than the map says, as far as there is room for them.

import type { LabelInfo } from '../protocol';

export interface Name {
  label: LabelInfo;
  words: string;
  /** In spaced capitals. */
  capitals?: boolean;
}

/** How broad a letter is, as a part of its height: small ones, and spaced capitals. */
const BREADTH = 0.54;
const CAPITALS = 0.78;
/** How much of a name's size is above its line, and below it. */
const ABOVE = 0.74;
const BELOW = 0.2;
/** How much each of two names that touch shrinks. */
const GIVE = 0.94;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function breadthOf({ words, capitals = false }: Name, size: number): number {
  return words.length * size * (capitals ? CAPITALS : BREADTH);
}

/** What a name covers in this size. */
export function nameBox(name: Name, size: number): Box {
  const { label } = name;
  const breadth = breadthOf(name, size);
  const left = label.anchor === 'middle' ? label.x - breadth / 2 : label.anchor === 'end' ? label.x - breadth : label.x;
  return { left, right: left + breadth, top: label.y - size * ABOVE, bottom: label.y + size * BELOW };
}

/** Whether two names lie over each other. */
export function touch(one: Name, size: number, other: Name, otherSize: number): boolean {
  const [a, b] = [nameBox(one, size), nameBox(other, otherSize)];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The size as far as the board's edge. */
function withinEdges(name: Name, width: number, grow: number): number {
  const { label } = name;
  const [left, right] = [label.x, width - label.x];
  const room = label.anchor === 'middle' ? 2 * Math.min(left, right) : label.anchor === 'end' ? left : right;
  return label.size * Math.max(1, Math.min(grow, room / breadthOf(name, label.size)));
}

/**
 * The size of each name on a board of this width: `grow` times what the map says, unless it meets the edge or another name.
 * The names marked in `first` give way to each other alone.
 */
export function nameSizes(
  names: readonly Name[],
  width: number,
  grow: number,
  first: readonly boolean[] = [],
): number[] {
  const sizes = names.map((name) => withinEdges(name, width, grow));
  const smaller = (place: number): boolean => {
    const least = names[place]?.label.size ?? 0;
    const size = sizes[place] ?? 0;
    sizes[place] = Math.max(least, size * GIVE);
    return size > least;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const [place, one] of names.entries()) {
      for (let after = place + 1; after < names.length; after++) {
        const other = names[after];
        if (!other || !touch(one, sizes[place] ?? 0, other, sizes[after] ?? 0)) continue;
        const equals = (first[place] ?? false) === (first[after] ?? false);
        const giving = [place, after].filter((one) => equals || !first[one]);
        changed = giving.map(smaller).includes(true) || changed;
      }
    }
  }
  return sizes;
}
