//! The reviews that this browser has made, kept by it: nobody waits twice for the same game. Without IndexedDB none is kept.

import type { ReviewReport } from '../protocol';

/** The version of reports that is understood: `REPORT_VERSION` in `crates/review`. */
export const REPORT_VERSION = 2;

/** Where finished reports are kept, by the game's fingerprint. */
export interface KeptReviews {
  /** The report of a game, if it was made at least this deep. */
  find(game: string, rollouts: number): Promise<ReviewReport | null>;
  keep(report: ReviewReport): Promise<void>;
}

const NAME = 'capolinea-reviews';
const STORE = 'reports';

/** Whether a kept report serves in place of a new one. */
export function serves(report: ReviewReport | undefined, rollouts: number): report is ReviewReport {
  return report?.version === REPORT_VERSION && report.progress.stage === 'done' && report.rollouts >= rollouts;
}

/** Opens what this browser keeps. */
export async function openReviews(): Promise<KeptReviews> {
  try {
    return kept(await opened());
  } catch {
    return { find: () => Promise.resolve(null), keep: () => Promise.resolve() };
  }
}

function opened(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: 'game' });
  return answered(asked);
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('IndexedDB'));
  });
}

function kept(database: IDBDatabase): KeptReviews {
  const store = (mode: IDBTransactionMode): IDBObjectStore => database.transaction(STORE, mode).objectStore(STORE);
  return {
    async find(game, rollouts) {
      const found = await answered(store('readonly').get(game) as IDBRequest<ReviewReport | undefined>);
      return serves(found, rollouts) ? found : null;
    },
    async keep(report) {
      // A report that can't be kept is made again another time.
      await answered(store('readwrite').put(report)).catch(() => undefined);
    },
  };
}
