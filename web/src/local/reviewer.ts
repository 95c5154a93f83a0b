//! The worker in which a finished game is reviewed, so that the page goes on answering meanwhile.

import { initSync, Reviewer } from 'virtual:reviewer';
import { compiled } from './compiled';
import { openReviews } from './kept_reviews';
import type { FromReviewer, ToReviewer } from './messages';
import { reviewAll } from './reviewing';

const tell = (news: FromReviewer): void => postMessage(news);

async function review({ engine, files, record, rollouts }: ToReviewer): Promise<void> {
  initSync({ module: await compiled(engine) });
  const [reviewer, kept] = [new Reviewer(files.map, files.board, record, rollouts), await openReviews()];
  const earlier = await kept.find(reviewer.fingerprint(), rollouts);
  if (earlier) {
    tell({ kind: 'progress', progress: earlier.progress });
    return tell({ kind: 'report', report: earlier });
  }
  await kept.keep(reviewAll(reviewer, tell, () => performance.now()));
}

self.onmessage = (event: MessageEvent<ToReviewer>): void => {
  review(event.data).catch((error: unknown) => tell({ kind: 'failed', problem: String(error) }));
};
