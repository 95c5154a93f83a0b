//! The worker in which a finished game is reviewed, so that the page goes on answering meanwhile.

import { initSync, Reviewer } from 'virtual:engine';
import { compiled } from './compiled';
import { openReviews } from './kept_reviews';
import type { FromReviewer, ToReviewer } from './messages';
import { reviewAll } from './reviewing';

const tell = (news: FromReviewer): void => postMessage(news);

/** The engine's review of the game; null if the game can't be reviewed. */
function openGame({ files, record, rollouts }: Omit<ToReviewer, 'engine'>): Reviewer | null {
  try {
    return new Reviewer(files.map, files.board, record, rollouts);
  } catch {
    return null;
  }
}

async function review({ engine, files, record, rollouts }: ToReviewer): Promise<void> {
  initSync({ module: await compiled(engine) });
  const reviewer = openGame({ files, record, rollouts });
  if (!reviewer) return tell({ kind: 'failed', problem: 'record' });
  const kept = await openReviews();
  const earlier = await kept.find(reviewer.fingerprint(), rollouts);
  if (earlier) {
    tell({ kind: 'progress', progress: earlier.progress });
    return tell({ kind: 'report', report: earlier });
  }
  await kept.keep(reviewAll(reviewer, tell, () => performance.now()));
}

self.onmessage = (event: MessageEvent<ToReviewer>): void => {
  review(event.data).catch(() => tell({ kind: 'failed', problem: 'engine' }));
};
