//! A page that loads over a slow line does not shift under the reader's eyes.

import { expect, test } from 'vitest';
import { observeLoading, slowDown } from './slow_phone';
import { expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

test.each([
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 360, height: 740 }],
])('front page and game stay where they are while they load on %s', async (_, viewport) => {
  const visitor = await visit(here, { viewport, settings: { solo: { map: 'europe', bots: ['beginner'] } } });
  const { page } = visitor;
  const loading = await observeLoading(page);
  await slowDown(page);
  const shiftOf = async (path: string, ready: string): Promise<number> => {
    await page.goto(path);
    await page.waitForSelector(ready, { state: 'attached' });
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    return (await loading()).shift;
  };
  expect(await shiftOf('/', '[data-solo]:enabled')).toBeLessThanOrEqual(0.05);
  await startSolo(page);
  const game = new URL(page.url()).pathname;
  expect(await shiftOf(game, '[data-offer]')).toBeLessThanOrEqual(0.05);
  // Somebody who comes back has a game on the front page.
  expect(await shiftOf('/', '[data-solo]:enabled')).toBeLessThanOrEqual(0.05);
  expectQuiet(visitor);
});
