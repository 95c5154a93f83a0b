//! The worker in which a finished game is reviewed, so that the page goes on answering meanwhile.

import { initSync, Reviewer } from 'virtual:search';
import { compiled } from './compiled';
import { openReviews } from './kept_reviews';
import type { FromReviewer, ReviewedFile, ToReviewer } from './messages';
import { reviewAll } from './reviewing';

const tell = (news: FromReviewer): void => postMessage(news);

/** Calls that let a paused review go on; null while it works. */
let goOn: (() => void)[] | null = null;

/** Lets messages of the page in, and waits as long as it wants a pause. */
async function rest(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  if (goOn) await new Promise<void>((done) => goOn?.push(done));
}

function opened({ files, record, rollouts }: ReviewedFile): Reviewer | null {
  try {
    return new Reviewer(files.map, files.board, record, rollouts);
  } catch {
    return null;
  }
}

async function review(file: ReviewedFile): Promise<void> {
  initSync({ module: await compiled(file.engine) });
  const [reviewer, kept] = [opened(file), await openReviews()];
  if (!reviewer) return tell({ kind: 'failed', problem: 'record' });
  const { rollouts } = file;
  const earlier = await kept.find(reviewer.fingerprint(), rollouts);
  if (earlier) {
    tell({ kind: 'progress', progress: earlier.progress });
    return tell({ kind: 'report', report: earlier });
  }
  await kept.keep(await reviewAll(reviewer, tell, () => performance.now(), rest));
}

self.onmessage = (event: MessageEvent<ToReviewer>): void => {
  if (event.data === 'pause') {
    goOn ??= [];
  } else if (event.data === 'go_on') {
    goOn?.forEach((call) => call());
    goOn = null;
  } else {
    review(event.data).catch(() => tell({ kind: 'failed', problem: 'fault' }));
  }
};
