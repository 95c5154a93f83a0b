//! The review of a finished game, made in the page: its course, its decisions one by one, and its summary.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { expectAccessible, expectQuiet, useServer, visit } from './support';

const here = useServer();
const game = fileURLToPath(new URL('../../tests/games/berlin-2-players.json', import.meta.url));

test.for([
  { language: 'en', theme: 'light', viewport: { width: 1280, height: 720 } },
  { language: 'it', theme: 'dark', viewport: { width: 360, height: 640 } },
] as const)('a game file is reviewed in the page, in $language', async ({ language, theme, viewport }) => {
  const seen = await visit(here, { settings: { language, theme }, viewport });
  const { page } = seen;
  await page.goto('/replay');
  await page.setInputFiles('[data-record]', game);
  await page.click('[data-review-open]');

  // It can be stopped as soon as everything was looked at once; what is there stays.
  await page.waitForSelector('[data-curve="chance"]');
  if (await page.locator('[data-stop]').isVisible()) await page.click('[data-stop]');
  await page.waitForSelector('[data-review="done"]');
  await expectAccessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);

  // Step by step by keys, to a decision that had a choice.
  await page.focus('[data-place]');
  await page.keyboard.press('Home');
  for (let step = 0; step < 40 && !(await page.locator('[data-judge]').isVisible()); step++) {
    await page.keyboard.press('ArrowRight');
  }
  await page.focus('[data-judge]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-moment]');

  // The answer is shown after a try, and a plan is drawn.
  expect(await page.locator('[data-move]').count()).toBe(0);
  await page.locator('[data-try]').first().click();
  expect(await page.locator('[data-move]').count()).toBeGreaterThan(1);
  await expectAccessible(page);
  const plan = page.locator('[data-plan][aria-pressed="false"]').first();
  if (await plan.isVisible()) {
    await plan.click();
    await page.waitForSelector('[data-plan][aria-pressed="true"]');
  }
  await page.getByRole('button', { name: language === 'en' ? 'Luck' : 'Fortuna', exact: true }).click();
  await page.waitForSelector('[data-curve="luck"]');
  expect(await page.locator('[data-summary] tbody').count()).toBeGreaterThan(3);

  await page.click('[data-back]');
  await page.waitForSelector('[data-scrub]');
  expectQuiet(seen);
  await page.context().close();
});
