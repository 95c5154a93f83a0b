//! Lengths are written in pixels of an ordinary screen, and grow with the page's type on a very large one.

/** How many pixels of this screen one of an ordinary screen is. Callers that depend on the size of a window are notified when it changes. */
export function unit(window: { width: number }): number {
  return window.width > 0 ? parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 : 1;
}
