//! A whole game on every map, by mouse, against bots.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { playToEnd } from './player';
import { expectAccessible, expectQuiet, launch, startServer, visit, type RunningServer } from './support';

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const MAPS = [
  ['usa', ['beginner']],
  ['europe', ['beginner', 'easy']],
  ['germany', ['beginner']],
  ['san_francisco', ['beginner', 'easy', 'beginner']],
  ['berlin', ['easy']],
] as const;

test.each(MAPS)('a whole game on %s by mouse, from the front page to the count-up', async (map, bots) => {
  const visitor = await visit(browser, server, { settings: { solo: { map, bots } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForURL(/\/t\//);
  await playToEnd(page);
  await page.waitForSelector('[data-rematch]');
  expect(await page.locator('.ranking li').count()).toBe(bots.length + 1);
  await page.locator('.ranking button').first().click();
  const lines = await page.locator('.ranking table tr td:last-child').allTextContents();
  const points = lines.map((text) => Number(text.replace('−', '-').replace('+', '')));
  expect(points.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(points.at(-1));
  await page.locator('summary').click();
  await page.getByText('They agree: nobody changed the deck.').waitFor();
  await expectAccessible(page);
  expectQuiet(visitor);
  await page.context().close();
});
