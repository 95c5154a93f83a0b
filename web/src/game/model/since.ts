//! "Since your last turn": the moves of the others, one after the other, each with its place on the board.

import type { Step } from './log';
import { lines, type Sentence } from '../../i18n/sentences';

/** What is worth showing again. */
export function highlights(steps: Step[], seat: number | null, split: boolean): Sentence[] {
  return lines(steps, split)
    .map((line) => line.sentence)
    .filter((sentence) => sentence.seat !== seat);
}
