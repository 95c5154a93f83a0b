//! The work of a review in a worker: many small steps, with reports for the page now and then.

import type { ReviewProgress, ReviewReport } from '../protocol';
import type { FromReviewer } from './messages';

/** The usual depth; `docs/REVIEW.md` says what it is good for. */
export const USUAL_ROLLOUTS = 256;

/** The engine's review, as far as it is used here. */
export interface Steps {
  step(): boolean;
  progress(): string;
  report(): string;
}

/** How long the worker works before it says how far it is, in milliseconds. */
const PROGRESS_EVERY = 100;
/** How long a report is good enough; making one takes some milliseconds too. */
const REPORT_EVERY = 1000;

/**
 * Does all the work. The first report is told when everything was looked at once, others as they get better, and the last at the end. After
 * each piece of work it rests as long as `rest` wants.
 */
export async function reviewAll(
  review: Steps,
  tell: (news: FromReviewer) => void,
  now: () => number,
  rest: () => Promise<void>,
): Promise<ReviewReport> {
  let [progressAt, reportAt, isCoarse] = [now(), now(), true];
  const progress = (): ReviewProgress => JSON.parse(review.progress()) as ReviewProgress;
  tell({ kind: 'progress', progress: progress() });
  while (review.step()) {
    const time = now();
    if (time - progressAt < PROGRESS_EVERY) continue;
    const made = progress();
    tell({ kind: 'progress', progress: made });
    await rest();
    progressAt = now();
    if (made.stage === 'coarse' || (!isCoarse && time - reportAt < REPORT_EVERY)) continue;
    isCoarse = false;
    reportAt = time;
    tell({ kind: 'report', report: JSON.parse(review.report()) as ReviewReport });
  }
  const report = JSON.parse(review.report()) as ReviewReport;
  tell({ kind: 'progress', progress: report.progress });
  tell({ kind: 'report', report });
  return report;
}
