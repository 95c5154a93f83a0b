//! The question that the page asks the player beside the board.

import type { Update } from '../../protocol';
import type { Turn } from '../model/turn.svelte';
import type { Asks } from '../shape';

interface Page {
  /** Whether a city is being looked for. */
  searching: boolean;
  /** Whether the hands are hidden until somebody takes the device. */
  hidden: boolean;
  /** Whether the final scores are shown. */
  endOpen: boolean;
}

/** The question that takes room on the page now. */
export function askedFor(update: Update, turn: Turn, { searching, hidden, endOpen }: Page): Asks {
  const { legal_actions: legal } = update;
  if (searching) return 'question';
  if (hidden) return 'nothing';
  if (update.end !== null && endOpen) return 'everybody';
  if (legal.splits ?? turn.splits) return 'decks';
  if (legal.keep) return 'tickets';
  if (legal.passengers ?? legal.leave_passengers ?? legal.tourists ?? legal.place) return 'places';
  return turn.mine && update.view.phase.phase === 'paying_tunnel' ? 'question' : 'nothing';
}
