//! Lengths are written in pixels of an ordinary screen, and grow with the page's type on a very large one.

/** Known until the window changes: to ask for it in the middle of an update makes the browser compute the styles of the whole page. */
let known: number | null = null;
window.addEventListener('resize', () => (known = null));

/** How many pixels of this screen one of an ordinary screen is. Callers that depend on the size of a window are notified when it changes. */
export function unit(window: { width: number }): number {
  if (window.width <= 0) return 1;
  known ??= parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return known;
}
