//! Work in pieces, so that the browser can paint and answer in between.

/** Calls back once the browser has painted what there is now, and at once where nothing is painted; returns how to stop it. */
export function afterPaint(then: () => void): () => void {
  let timer = 0;
  const soon = (): void => {
    timer = window.setTimeout(then);
  };
  const frame = document.visibilityState === 'visible' ? requestAnimationFrame(soon) : 0;
  if (frame === 0) soon();
  return () => {
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
  };
}
