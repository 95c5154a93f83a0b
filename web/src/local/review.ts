//! Reviews of finished games: the page's side of the worker that makes them.

import { places, search } from 'virtual:built-in';
import type { ReviewProgress, ReviewReport } from '../protocol';
import { canPlayHere } from './local';
import type { FromReviewer, MapFiles, ReviewProblem, ToReviewer } from './messages';
import { USUAL_ROLLOUTS } from './reviewing';
import { openStore } from './store';

/** Whether games can be reviewed in this page. */
const canReview = canPlayHere;

/** The game to review. */
export interface ReviewRequest {
  /** The id of its map. */
  map: string;
  /** The record, JSON or text, of a finished game. */
  record: string;
  /** The depth: games played out for each move that stays on trial. */
  rollouts?: number;
}

/** What a page learns about a review. */
export interface ReviewEvents {
  progress(progress: ReviewProgress): void;
  /** The report so far. The last one has the stage `done`. */
  report(report: ReviewReport): void;
  /** The game can't be reviewed. */
  failed(problem: ReviewProblem): void;
}

/** A review that is being made. */
export interface RunningReview {
  /** Rests until it is told to go on; what was reported stays true. */
  pause(): void;
  goOn(): void;
  /** Ends the work. Nothing is told any more. */
  stop(): void;
}

/** Starts a review in a worker of its own. */
export function startReview(request: ReviewRequest, events: ReviewEvents): RunningReview {
  let worker: Worker | null = null;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    worker?.terminate();
    worker = null;
  };
  const fail = (problem: ReviewProblem): void => {
    if (isStopped) return;
    stop();
    events.failed(problem);
  };
  const take = (news: FromReviewer): void => {
    if (isStopped) return;
    switch (news.kind) {
      case 'progress':
        return events.progress(news.progress);
      case 'report':
        return events.report(news.report);
      case 'failed':
        return fail(news.problem);
    }
  };
  let isPaused = false;
  const order = (message: ToReviewer): void => worker?.postMessage(message);
  const rest = (pauses: boolean): void => {
    isPaused = pauses;
    order(pauses ? 'pause' : 'go_on');
  };
  const begin = async (): Promise<void> => {
    const files = await mapFiles(request);
    if (isStopped) return;
    if (!files) return fail('map');
    worker = new Worker(new URL('./reviewer.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<FromReviewer>) => take(event.data);
    worker.onerror = () => fail('fault');
    const { record, rollouts = USUAL_ROLLOUTS } = request;
    order({ engine: absolute(search ?? ''), files, record, rollouts });
    if (isPaused) order('pause');
  };
  if (!canReview) void Promise.resolve().then(() => fail('engine'));
  else begin().catch(() => fail('fault'));
  return { stop, pause: () => rest(true), goOn: () => rest(false) };
}

const absolute = (url: string): string => new URL(url, document.baseURI).href;

/** The files of the map that the game was played on: those that this browser keeps, the built-in ones, or the server's; null if none has it. */
async function mapFiles({ map, record }: ReviewRequest): Promise<MapFiles | null> {
  const digest = digestOf(record);
  const kept = digest === null ? null : await (await openStore()).map(digest);
  if (kept) return kept.files;
  const place = places[map];
  const answer = await fetch(place ? absolute(place.files) : `/api/maps/${encodeURIComponent(map)}/files`);
  return answer.ok ? ((await answer.json()) as MapFiles) : null;
}

/** Which version of its map a record names; null if it is text. */
function digestOf(record: string): string | null {
  try {
    return (JSON.parse(record) as { map?: { digest?: string } }).map?.digest ?? null;
  } catch {
    return null;
  }
}
