//! The keys of a game page.

import type { LegalChoices } from '../../protocol';
import type { Turn } from './turn.svelte';

/** What keys do beside taking a turn. */
export interface KeyActions {
  undo: () => void;
  /** Drops whatever is open. */
  escape: () => void;
  /** Looks for a city, beginning with these letters. */
  find: (letters: string) => void;
  /** Gives the focus to a route of the board. */
  enterBoard: () => void;
}

/** Whether the focus is where keys mean nothing. */
function isNowhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('body, [data-status]');
}

export function pressKey(event: KeyboardEvent, legal: LegalChoices, turn: Turn, actions: KeyActions): void {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (typing || event.defaultPrevented) return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z') {
    event.preventDefault();
    // A key that is held down undoes one turn, not one after the other.
    if (!event.repeat) actions.undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const slot = '12345'.indexOf(event.key);
  if (event.key === 'Escape') actions.escape();
  else if (slot >= 0 && legal.draw_open?.includes(slot)) turn.play({ do: 'draw_open', slot });
  else if (event.key === '0' && legal.draw_blind) turn.play({ do: 'draw_blind' });
  else if (event.key === '9' && legal.draw_tickets) turn.drawTickets();
  // As where a card that can't be had is clicked.
  else if (turn.mine && slot >= 0) turn.refuseDraw({ target: 'open', slot });
  else if (turn.mine && event.key === '0') turn.refuseDraw({ target: 'deck' });
  else if (turn.mine && event.key === '9') turn.refuseDraw({ target: 'tickets' });
  else if (event.key === '/' || /^\p{L}$/u.test(event.key)) {
    event.preventDefault();
    actions.find(event.key === '/' ? '' : event.key);
  } else if (event.key.startsWith('Arrow') && isNowhere(event.target)) {
    event.preventDefault();
    actions.enterBoard();
  }
}
