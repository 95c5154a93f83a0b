import { expect, test } from 'vitest';
import { patiently, waitFor } from './patiently';

const refused = (status: number, after?: string): Response =>
  new Response('{}', { status, headers: after === undefined ? {} : { 'retry-after': after } });

test('a server without room is asked again when it said so', async () => {
  const answers = [refused(429, '2'), refused(503, '1'), new Response('{}')];
  const pauses: number[] = [];
  const answer = await patiently(
    () => Promise.resolve(answers.shift() ?? refused(500)),
    (time) => Promise.resolve(void pauses.push(time)),
  );
  expect(answer.status).toBe(200);
  expect(pauses).toEqual([2000, 1000]);
});

test('but not for ever, and not where that was not said or would take too long', async () => {
  let asked = 0;
  const answer = await patiently(
    () => Promise.resolve(refused(429, String(asked++))),
    () => Promise.resolve(),
  );
  expect([answer.status, asked]).toEqual([429, 4]);
  expect([
    waitFor(refused(429)),
    waitFor(refused(503, '60')),
    waitFor(refused(409, '1')),
    waitFor(refused(429, 'soon')),
  ]).toEqual([null, null, null, null]);
});
