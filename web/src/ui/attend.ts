//! Where the focus goes when a question comes and goes: nobody who plays by keys or by ear must look for it.

export function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** The question takes the focus if nothing else has it, and hands it to the status line when it goes with the focus in it. */
export function attend(question: HTMLElement): { destroy: () => void } {
  let inside = false;
  const follow = (event: FocusEvent): void => {
    // To nowhere: what had the focus is being taken off the page, perhaps with the question.
    inside = event.type === 'focusin' || event.relatedTarget === null;
  };
  question.tabIndex = -1;
  question.addEventListener('focusin', follow);
  question.addEventListener('focusout', follow);
  if (hasNoFocus()) question.focus({ preventScroll: true });
  return {
    destroy: () => {
      // The next question may have taken it.
      if (inside) queueMicrotask(() => hasNoFocus() && document.querySelector<HTMLElement>('[data-status]')?.focus({ preventScroll: true }));
    },
  };
}
