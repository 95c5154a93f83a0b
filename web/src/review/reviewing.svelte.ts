//! A review that is shown while it is made, and the positions of its game.

import type { ReviewProblem } from '../local/messages';
import { startReview, type RunningReview } from '../local/review';
import type { Excerpt, Eyes } from '../net/api';
import type { Replay, ReplayStep, ReviewProgress, ReviewReport } from '../protocol';

/** The game to review. */
export interface ReviewedGame {
  map: string;
  /** Its record, as a file has it. */
  record: string;
}

export class Reviewing {
  report: ReviewReport | null = $state.raw(null);
  progress: ReviewProgress | null = $state.raw(null);
  /** Why there is no report. */
  problem: ReviewProblem | null = $state(null);
  isRunning = $state(true);
  private readonly running: RunningReview;

  constructor(game: ReviewedGame) {
    this.running = startReview(game, {
      progress: (progress) => (this.progress = progress),
      report: (report) => {
        this.report = report;
        if (report.progress.stage === 'done') this.isRunning = false;
      },
      failed: (problem) => {
        this.problem = problem;
        this.isRunning = false;
      },
    });
  }

  pause(): void {
    this.running.pause();
    this.isRunning = false;
  }

  /** Goes on from where it paused. */
  goOn(): void {
    this.running.goOn();
    this.isRunning = true;
  }

  /** Ends the work. */
  stop(): void {
    this.running.stop();
  }
}

/** Positions as somebody saw them: fetched when they are asked for, and kept. */
export class Positions {
  private readonly known = new Map<string, ReplayStep>();
  private readonly asked = new Set<string>();
  /** Counts the answers, so that the page is drawn again. */
  private answers = $state(0);

  constructor(private readonly fetch: (excerpt: Excerpt) => Promise<Replay>) {}

  /** The position after `place` actions; null until it is known. */
  at(place: number, viewer: Eyes): ReplayStep | null {
    const key = `${viewer}:${place}`;
    if (this.answers < 0) return null;
    if (!this.known.has(key) && !this.asked.has(key)) {
      this.asked.add(key);
      this.fetch({ viewer, from: place, count: 1 }).then(
        (replay) => {
          for (const step of replay.steps) this.known.set(`${viewer}:${step.step}`, step);
          this.answers++;
        },
        // It is asked for again when it is wanted again.
        () => this.asked.delete(key),
      );
    }
    return this.known.get(key) ?? null;
  }
}
