//! Lengths are written in pixels of an ordinary screen, and grow with the page's type on a very large one.

/** How many pixels of this screen one of an ordinary screen is. Who asks by the size of a window is told anew when that changes. */
export function unit(window: { width: number }): number {
  return window.width > 0 ? parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 : 1;
}
