//! Motion: what others do arrives visibly, as fast as the person likes; nothing waits for it.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { act, anySettled, clickRoute, look, startTogether } from './player';
import { expectQuiet, useServer, visit, type Visitor } from './support';

const here = useServer();

/** Anna and Bruno play until Bruno has claimed a route and it is Anna's turn. */
async function untilBrunoClaims(anna: Page, bruno: Page): Promise<void> {
  for (let round = 0; round < 200; round++) {
    for (const page of [anna, bruno]) {
      const sight = await look(page);
      if (sight.busy) continue;
      // Looked at before she acts: what she does makes it old.
      if (page === anna && sight.deck && (await anna.locator('path.fresh').count()) > 0) return;
      const [route] = sight.routes;
      if (page === anna && sight.deck) await page.click('[data-two]');
      else if (page === bruno && route !== undefined && sight.pins === 0) await clickRoute(page, route);
      else await act(page, sight);
    }
    await anySettled([anna, bruno]);
  }
  throw new Error('Bruno never claimed a route');
}

async function together(options: Parameters<typeof visit>[1]): Promise<[Visitor, Visitor]> {
  const anna = await visit(here, options);
  const bruno = await visit(here);
  await startTogether(anna.page, bruno.page);
  await untilBrunoClaims(anna.page, bruno.page);
  return [anna, bruno];
}

/** How long the wagons that arrived take to land, in seconds. */
function landing(page: Page): Promise<number> {
  return page
    .locator('.landing')
    .first()
    .evaluate((piece) => {
      const { animationName, animationDuration } = getComputedStyle(piece);
      return animationName === 'none' ? 0 : parseFloat(animationDuration);
    });
}

const SPEEDS = [
  ['none', 'no-preference', 0],
  ['fast', 'no-preference', 0.3],
  ['normal', 'no-preference', 0.6],
  ['slow', 'no-preference', 1.2],
  ['slow', 'reduce', 0],
] as const;

test.each(SPEEDS)(
  'speed %s, motion %s: a claim arrives in %f seconds, and stays ringed until the next turn',
  async (speed, reducedMotion, seconds) => {
    const [anna, bruno] = await together({ reducedMotion, settings: { speed } });
    const { page } = anna;
    expect(await landing(page)).toBeCloseTo(seconds);
    const moving = await page.evaluate(() => document.getAnimations().length);
    if (seconds === 0) expect(moving).toBe(0);

    // What is still moving stands still from here on: a click acts all the same.
    await page.evaluate(() => document.getAnimations().forEach((motion) => motion.pause()));
    await page.getByRole('button', { name: 'Since your last turn' }).click();
    await page.locator('.since li', { hasText: 'Bruno claims' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('path.fresh').waitFor({ state: 'attached' });
    await page.click('[data-deck]');
    await page.locator('path.fresh').waitFor({ state: 'detached' });
    // Within a turn the list is still about what came before it.
    await page.getByRole('button', { name: 'Since your last turn' }).click();
    await page.locator('.since li', { hasText: 'Bruno claims' }).waitFor();
    expectQuiet(anna, bruno);
  },
);
