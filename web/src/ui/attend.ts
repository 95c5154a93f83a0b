//! Where the focus goes when a question comes and goes: nobody who plays by keys or by ear must look for it.

export function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Whether somebody is in the middle of something that a question must not interrupt: writing, or a dialog. */
function isOccupied(): boolean {
  return document.activeElement?.closest('input, textarea, select, dialog') != null;
}

/** The status line takes the focus: something has changed that its words explain. */
export function attendStatus(): void {
  if (!isOccupied()) document.querySelector<HTMLElement>('[data-status]')?.focus({ preventScroll: true });
}

/**
 * The question takes the focus, and gives it back when it goes with the focus in it: to where it was. If that has gone too,
 * to the board, where the keys go on; where the mouse is used to the status line, which does nothing when a key is pressed.
 */
export function attend(question: HTMLElement): { destroy: () => void } {
  let inside = false;
  let byKeys = false;
  const follow = (event: FocusEvent): void => {
    // To nowhere: what had the focus is being taken off the page, perhaps with the question.
    inside = event.type === 'focusin' || event.relatedTarget === null;
    if (event.type === 'focusin') byKeys = event.target instanceof Element && event.target.matches(':focus-visible');
  };
  question.tabIndex = -1;
  question.addEventListener('focusin', follow);
  question.addEventListener('focusout', follow);
  const before = hasNoFocus() ? null : (document.activeElement as HTMLElement | SVGElement);
  if (!isOccupied()) question.focus({ preventScroll: true });
  return {
    destroy: () => {
      // The next question may have taken it.
      const giveBack = (): void => {
        const board = byKeys ? document.querySelector<SVGElement>('path[data-route][tabindex="0"]') : null;
        const next = before?.isConnected ? before : (board ?? document.querySelector<HTMLElement>('[data-status]'));
        if (hasNoFocus()) next?.focus({ preventScroll: true });
      };
      if (inside) queueMicrotask(giveBack);
    },
  };
}
