import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReviewReport } from '../protocol';
import type { FromReviewer, ToReviewer } from './messages';
import type { ReviewEvents, ReviewRequest, RunningReview } from './review';

vi.mock('virtual:built-in', () => ({
  engine: '/assets/engine.wasm',
  search: '/assets/search.wasm',
  levels: [],
  maps: [],
  places: { usa: { info: '/usa.info.json', files: '/usa.files.json' } },
}));

/** A worker that does nothing by itself. */
class FakeWorker {
  static made: FakeWorker[] = [];
  asked: ToReviewer[] = [];
  isTerminated = false;
  onmessage: ((event: { data: FromReviewer }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    FakeWorker.made.push(this);
  }

  postMessage(message: ToReviewer): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  tell(news: FromReviewer): void {
    this.onmessage?.({ data: news });
  }
}

const FILES = { map: '{"id":"usa"}', board: '{}' };
let told: unknown[] = [];
const events: ReviewEvents = {
  progress: (progress) => told.push(progress),
  report: (report) => told.push(report),
  failed: (problem) => told.push(problem),
};

/** Whether games can be played here is found out when the module is loaded. */
async function start(request: ReviewRequest): Promise<RunningReview> {
  const { startReview } = await import('./review');
  return startReview(request, events);
}

beforeEach(() => {
  told = [];
  FakeWorker.made = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('document', { baseURI: 'http://host/' });
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(url === 'http://host/usa.files.json' ? Response.json(FILES) : new Response(null, { status: 404 })),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const worker = (): Promise<FakeWorker> =>
  vi.waitFor(() => {
    const [made] = FakeWorker.made;
    if (!made || made.asked.length === 0) throw new Error('not yet');
    return made;
  });

test('a review is asked for with the files of its map, and its news is passed on', async () => {
  await start({ map: 'usa', record: '{"map":{"id":"usa","digest":"0"}}' });
  const made = await worker();
  expect(made.asked).toEqual([
    {
      engine: 'http://host/assets/search.wasm',
      files: FILES,
      record: '{"map":{"id":"usa","digest":"0"}}',
      rollouts: 256,
    },
  ]);
  const progress = { done: 1, total: 9, stage: 'coarse' } as const;
  made.tell({ kind: 'progress', progress });
  const report = { game: 'abc' } as ReviewReport;
  made.tell({ kind: 'report', report });
  expect(told).toEqual([progress, report]);
});

test('a review that is stopped ends its worker and says nothing more', async () => {
  const review = await start({ map: 'usa', record: 'text', rollouts: 16 });
  const made = await worker();
  review.stop();
  expect(made.isTerminated).toBe(true);
  made.tell({ kind: 'failed', problem: 'fault' });
  expect(told).toEqual([]);
});

test('a pause and its end are passed on, also if they come before the worker', async () => {
  const review = await start({ map: 'usa', record: 'text' });
  review.pause();
  const made = await worker();
  expect(made.asked.at(-1)).toBe('pause');
  review.goOn();
  review.pause();
  expect(made.asked.slice(1)).toEqual(['pause', 'go_on', 'pause']);
  expect(made.isTerminated).toBe(false);
});

test('what goes wrong is told once, and ends the worker', async () => {
  await start({ map: 'usa', record: 'text' });
  const made = await worker();
  made.tell({ kind: 'failed', problem: 'record' });
  made.onerror?.();
  expect(told).toEqual(['record']);
  expect(made.isTerminated).toBe(true);
});

test('a map that is not known here is a failure, and so is a browser without workers', async () => {
  await start({ map: 'nowhere', record: 'text' });
  await vi.waitFor(() => expect(told).toEqual(['map']));
  vi.resetModules();
  vi.stubGlobal('Worker', undefined);
  await start({ map: 'usa', record: 'text' });
  await vi.waitFor(() => expect(told).toEqual(['map', 'engine']));
  expect(FakeWorker.made).toHaveLength(0);
});
