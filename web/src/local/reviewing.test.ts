import { expect, test, vi } from 'vitest';
import type { ReviewProgress, ReviewReport, ReviewStage } from '../protocol';
import { REPORT_VERSION, serves } from './kept_reviews';
import type { FromReviewer } from './messages';
import { reviewAll, type Steps } from './reviewing';

/** A review of so many steps, of which each takes some time by the clock that goes with it. */
function fakeReview(stages: ReviewStage[], milliseconds: number): { review: Steps; now: () => number } {
  let done = 0;
  const progress = (): ReviewProgress => ({ done, total: stages.length, stage: stages[done] ?? 'done' });
  const review: Steps = {
    step: () => ++done < stages.length,
    progress: () => JSON.stringify(progress()),
    report: () => JSON.stringify({ progress: progress() }),
  };
  return { review, now: () => done * milliseconds };
}

const made = async (
  stages: ReviewStage[],
  milliseconds: number,
  rest: (told: FromReviewer[]) => Promise<void> = () => Promise.resolve(),
): Promise<FromReviewer[]> => {
  const told: FromReviewer[] = [];
  const { review, now } = fakeReview(stages, milliseconds);
  await reviewAll(
    review,
    (news) => told.push(news),
    now,
    () => rest(told),
  );
  return told;
};

const stagesOf = (told: FromReviewer[], kind: 'progress' | 'report'): ReviewStage[] =>
  told.flatMap((news) => {
    if (news.kind !== kind) return [];
    return news.kind === 'report' ? news.report.progress.stage : news.kind === 'progress' ? news.progress.stage : [];
  });

test('the first report is told as soon as everything was looked at once, then one a second, and the last at the end', async () => {
  const stages: ReviewStage[] = [...Array<ReviewStage>(5).fill('coarse'), ...Array<ReviewStage>(30).fill('refining')];
  const told = await made(stages, 100);
  // After 5 steps of 100 ms; then 3 times in 30 steps, and at the end.
  expect(stagesOf(told, 'report')).toEqual(['refining', 'refining', 'refining', 'done']);
  expect(told.at(-1)).toMatchObject({ kind: 'report', report: { progress: { done: 35, stage: 'done' } } });
});

test('progress is told ten times a second at most, whatever a step takes', async () => {
  expect(stagesOf(await made(Array<ReviewStage>(1000).fill('coarse'), 1), 'progress')).toHaveLength(2 + 9);
  expect(stagesOf(await made(Array<ReviewStage>(10).fill('coarse'), 250), 'progress')).toHaveLength(2 + 9);
});

test('a review that rests goes on from where it was', async () => {
  let goOn = (): void => undefined;
  let [rests, toldSoFar] = [0, [] as FromReviewer[]];
  const review = made(Array<ReviewStage>(10).fill('coarse'), 100, (told) => {
    toldSoFar = told;
    return ++rests === 4 ? new Promise((done) => (goOn = done)) : Promise.resolve();
  });
  await vi.waitFor(() => expect(rests).toBe(4));
  expect(toldSoFar.at(-1)).toMatchObject({ kind: 'progress', progress: { done: 4 } });
  goOn();
  const told = await review;
  expect(stagesOf(told, 'report')).toEqual(['done']);
  expect(told.flatMap((news) => (news.kind === 'progress' ? news.progress.done : []))).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
});

test('a kept report serves if it is of this version, complete and deep enough', () => {
  const report = (changes: Partial<ReviewReport>): ReviewReport =>
    ({
      version: REPORT_VERSION,
      rollouts: 256,
      progress: { done: 1, total: 1, stage: 'done' },
      ...changes,
    }) as ReviewReport;
  expect(serves(undefined, 16)).toBe(false);
  expect(serves(report({}), 256)).toBe(true);
  expect(serves(report({}), 512)).toBe(false);
  expect(serves(report({ version: REPORT_VERSION + 1 }), 256)).toBe(false);
  expect(serves(report({ progress: { done: 0, total: 1, stage: 'refining' } }), 256)).toBe(false);
});
