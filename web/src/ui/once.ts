//! A double click is one click: the second one may meet what the first one has brought there.

/** Does something for a click, a tap or a key, but not for the second click of a double click. */
export function once(event: MouseEvent, act: () => void): void {
  // Two taps in quick succession are meant as two: the answers to a tap stand beside it.
  const isTap = event instanceof PointerEvent && event.pointerType === 'touch';
  if (event.detail < 2 || isTap) act();
}
