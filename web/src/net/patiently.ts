//! A server that has no room now says when to come back: then the same is asked again, a few times.

const TRIES = 4;
/** A longer wait is reported instead. In seconds. */
const LONGEST = 15;

/** How long to wait before the same may be asked again, in milliseconds; null if that is not what the answer says. */
export function waitFor(answer: Pick<Response, 'status' | 'headers'>): number | null {
  if (answer.status !== 429 && answer.status !== 503) return null;
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 && seconds <= LONGEST ? seconds * 1000 : null;
}

const sleep = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

/** Asks until there is an answer, or there have been enough tries. What was refused so has not been done. */
export async function patiently(
  ask: () => Promise<Response>,
  pause: (time: number) => Promise<void> = sleep,
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    const wait = waitFor(answer);
    if (wait === null || tries >= TRIES) return answer;
    await pause(wait);
  }
}
