//! A double click is one click: the second one may meet what the first one has brought there.

/** Does something for a click, a tap or a key, but not for the second click of a double click. */
export function once(event: MouseEvent, act: () => void): void {
  // Two taps in quick succession are meant as two: the answers to a tap stand beside it.
  const isTap = event instanceof PointerEvent && event.pointerType === 'touch';
  if (event.detail < 2 || isTap) act();
}

/** How soon and how near a tap follows the last one if both are one double tap: milliseconds and pixels. */
const DOUBLE = { time: 350, distance: 30 };

/**
 * The second tap of a double tap does nothing if the first one has brought something else under the finger: cards where tickets were
 * chosen, say.
 */
export function oncePerPlace(node: HTMLElement): { destroy: () => void } {
  let last: { x: number; y: number; time: number; on: Element } | null = null;
  const click = (event: MouseEvent): void => {
    const isTap = event instanceof PointerEvent && event.pointerType === 'touch';
    const on = event.target instanceof Element ? event.target.closest('button, a, svg, input') : null;
    const { clientX: x, clientY: y, timeStamp: time } = event;
    const isSecond =
      last !== null &&
      time - last.time < DOUBLE.time &&
      Math.hypot(x - last.x, y - last.y) < DOUBLE.distance &&
      !(last.on.isConnected && last.on.checkVisibility());
    if (isTap && isSecond) {
      event.stopPropagation();
      event.preventDefault();
    }
    if (on) last = { x, y, time, on };
  };
  node.addEventListener('click', click, true);
  return { destroy: () => node.removeEventListener('click', click, true) };
}
