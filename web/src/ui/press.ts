//! A button that is pressed shows it. Without `:active`, which changes how the button looks in the very event of the click: Chromium
//! would draw that first, and only then hand over the answer of a game in this page.

/** Marks the button that is pressed, by pointer or space bar, until a moment after it is let go. */
export function showPresses(): void {
  let pressed: Element | null = null;
  const press = ({ target }: Event): void => {
    pressed = target instanceof Element ? target.closest('.button') : null;
    pressed?.setAttribute('data-pressed', '');
  };
  const release = (): void => {
    const released = pressed;
    pressed = null;
    if (released) window.setTimeout(() => released.removeAttribute('data-pressed'));
  };
  addEventListener('pointerdown', (event) => event.button === 0 && press(event), true);
  addEventListener('keydown', (event) => event.key === ' ' && !event.repeat && press(event), true);
  for (const end of ['pointerup', 'pointercancel', 'keyup', 'blur']) addEventListener(end, release, true);
}
