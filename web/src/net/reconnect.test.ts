import { expect, test } from 'vitest';
import type { Refusal } from '../protocol';
import { delay, next, START, type Link } from './reconnect';

const open: Link = { state: 'open', returned: false };

test('the first connection is no return', () => {
  expect(next(START, { kind: 'opened' })).toEqual({ state: 'open', returned: false });
});

test('a lost connection is tried again after a while, and then it is a return', () => {
  const waiting = next(open, { kind: 'closed', now: 1000 });
  expect(waiting).toEqual({ state: 'waiting', attempt: 1, until: 1400 });
  const trying = next(waiting, { kind: 'due' });
  expect(trying).toEqual({ state: 'connecting', attempt: 1 });
  expect(next(trying, { kind: 'opened' })).toEqual({ state: 'open', returned: true });
});

test('every failure waits longer, but never for ever', () => {
  let link: Link = open;
  const waits: number[] = [];
  for (let time = 0; time < 9; time++) {
    link = next(link, { kind: 'closed', now: 0 });
    if (link.state === 'waiting') waits.push(link.until);
    link = next(link, { kind: 'due' });
  }
  expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12800, 15000, 15000, 15000]);
  expect(delay(40)).toBe(15000);
});

test('the server may say when to come back, or that there is no coming back', () => {
  expect(next(open, { kind: 'closed', now: 5, retryAfter: 3000 })).toMatchObject({ state: 'waiting', until: 3005 });
  const refusal = { code: 'not_found', words: 'gone' } as Refusal;
  const over = next(open, { kind: 'closed', now: 5, retryAfter: null, refusal });
  expect(over).toEqual({ state: 'over', refusal });
  expect(next(over, { kind: 'asked' })).toBe(over);
});

test('offline waits for the network, not for a clock', () => {
  const offline = next(open, { kind: 'network', online: false });
  expect(offline.state).toBe('offline');
  expect(next(offline, { kind: 'closed', now: 9 })).toBe(offline);
  expect(next(offline, { kind: 'due' })).toBe(offline);
  expect(next(offline, { kind: 'network', online: true })).toMatchObject({ state: 'connecting' });
});

test('a person may try at once', () => {
  const waiting = next(open, { kind: 'closed', now: 0 });
  expect(next(waiting, { kind: 'asked' })).toEqual({ state: 'connecting', attempt: 1 });
  expect(next(open, { kind: 'asked' })).toBe(open);
});
