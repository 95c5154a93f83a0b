//! Lengths are written in pixels of an ordinary screen, and grow with the page's type on a very large one.

/** How many pixels of this screen one of an ordinary screen is. */
export function unit(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
