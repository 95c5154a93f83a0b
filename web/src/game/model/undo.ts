//! What Undo would do now, and what is said about it. It always concerns a whole turn.

import type { Key } from '../../i18n/en';
import type { TableView, Update, Vote, You } from '../../protocol';
import type { Step } from './log';

export type Undo =
  /** The last turn can be undone at once. */
  | { kind: 'now' }
  /** Everybody must agree; without other people that happens at once. */
  | { kind: 'ask'; people: boolean }
  | { kind: 'none'; why: Key };

type Table = Pick<TableView, 'seats' | 'settings' | 'status' | 'vote'>;

/** Whether people play who are not at this screen. */
export function hasOtherPeople({ seats }: Pick<TableView, 'seats'>, you: You): boolean {
  return seats.some((seat, index) => seat.who.who === 'person' && !you.seats.includes(index));
}

function hasBots({ seats }: Pick<TableView, 'seats'>): boolean {
  return seats.some((seat) => seat.who.who === 'bot');
}

/** What Undo would do for the seat whose hand is shown. */
export function undoFor(
  table: Table,
  you: You,
  seat: number | null,
  update: Pick<Update, 'can_undo' | 'can_take_back' | 'end'>,
): Undo {
  const none = (why: Key): Undo => ({ kind: 'none', why });
  if (you.seats.length === 0) return none('undo.watching');
  if (update.end || table.status !== 'playing') return none('undo.over');
  if (seat === null) return none('undo.hidden');
  if (update.can_undo) return { kind: 'now' };
  if (!update.can_take_back) return none('undo.nothing');
  if (!table.settings.takebacks) return none('undo.forbidden');
  if (table.vote) return none('undo.vote');
  return { kind: 'ask', people: hasOtherPeople(table, you) };
}

/** What to say once a turn was undone; null for every other step. `log` ends with the step. */
export function undoneWords(
  table: Pick<TableView, 'seats'>,
  you: You,
  log: readonly Step[],
): { key: Key; seat: number } | null {
  const step = log.at(-1);
  if (!step || (step.cause.cause !== 'undo' && step.cause.cause !== 'takeback')) return null;
  const { seat, back_to } = step.cause;
  const say = (key: Key): { key: Key; seat: number } => ({ key, seat });
  if (step.cause.cause === 'takeback' && hasOtherPeople(table, you)) return say('undo.agreed');
  if (!you.seats.includes(seat)) return say('log.undone');
  if (step.cause.cause === 'takeback' && hasBots(table)) return say('undo.agreed.bots');
  const undone = log.filter((other) => other.revision > back_to && other.revision < step.revision);
  const byBots = undone.some(({ cause }) => cause.cause === 'action' && table.seats[cause.seat]?.who.who === 'bot');
  return say(byBots ? 'undo.done.bots' : 'undo.done');
}

/** Notices when a request to undo comes to nothing: it ends although the game has not moved on. */
export class Requests {
  private open: { vote: Vote; revision: number } | null = null;

  /** The request that has come to nothing since this was asked last. `revision` is that of the game. */
  ended(vote: Vote | null, revision: number): Vote | null {
    const before = this.open;
    if (before?.vote.vote === vote?.vote) return null;
    this.open = vote && { vote, revision };
    const isTakeback = before?.vote.proposal.proposal === 'takeback';
    return before && isTakeback && before.revision === revision ? before.vote : null;
  }
}
