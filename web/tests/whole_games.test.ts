//! A whole game on every map, by mouse, against bots.

import { expect, test } from 'vitest';
import { playToEnd } from './player';
import { expectAccessible, expectQuiet, useServer, visit } from './support';

const here = useServer();

const MAPS = [
  ['usa', ['beginner']],
  ['europe', ['beginner', 'casual']],
  ['germany', ['beginner']],
  ['san_francisco', ['beginner', 'casual', 'beginner']],
  ['berlin', ['casual']],
] as const;

test.each(MAPS)('a whole game on %s by mouse, from the front page to the count-up', async (map, bots) => {
  const visitor = await visit(here, { settings: { solo: { map, bots } } });
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
