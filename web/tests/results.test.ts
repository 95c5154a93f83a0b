//! The final scores: the sheet with the board beside it, by mouse, touch and keys, and the picture to share.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { playToEnd } from './player';
import { expectAccessible, expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

/** The sizes of a PNG file. */
function sizeOfPng(file: Buffer): { width: number; height: number } {
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

async function box(page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await page.locator(selector).first().boundingBox();
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
}

test('the sheet has a column per player and a row per kind, the board beside it, and a picture to share', async () => {
  const visitor = await visit(here, {
    viewport: { width: 1280, height: 720 },
    settings: { name: 'Anna', solo: { map: 'san_francisco', bots: ['beginner', 'beginner', 'beginner'] } },
  });
  const { page } = visitor;
  await startSolo(page);
  await playToEnd(page);
  await page.waitForSelector('[data-again]');
  const sheet = page.getByRole('table', { name: 'Final scores' });
  expect(await sheet.getByRole('columnheader').count()).toBe(4);
  expect(await sheet.getByRole('rowheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['Routes', 'Different tokens', 'Total']),
  );
  // The board stands beside the sheet and takes what is left.
  const [scores, board] = [await box(page, '.end'), await box(page, '[data-board]')];
  expect(scores.x + scores.width).toBeLessThanOrEqual(board.x);
  expect(scores.width).toBeGreaterThan(450);
  expect(board.width).toBeGreaterThan(550);

  // On the final board nothing is new.
  expect(await page.locator('.light[data-ring], path.fresh').count()).toBe(0);

  // A cell lights what it counts, by mouse and by keys.
  const routes = page.locator('[data-row="routes"] [data-points]').first();
  await routes.hover();
  await page.locator('.trace').first().waitFor({ state: 'attached' });
  await page.mouse.move(2, 2);
  await page.locator('.trace').first().waitFor({ state: 'detached' });
  await routes.focus();
  await page.locator('.trace').first().waitFor({ state: 'attached' });
  await page
    .getByRole('button', { name: /, Routes: \+\d+ points?, number: \d+$/ })
    .first()
    .waitFor();

  // Tickets open to their lines.
  const tickets = page.locator('[data-row="completed"], [data-row="failed"]').first();
  const opener = tickets.getByRole('button', { expanded: false });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.locator('.detail').first().waitFor();
  expect(await page.locator('.detail').first().innerText()).toMatch(/→/);
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.click('[data-picture]');

  const file = await download;
  expect(file.suggestedFilename()).toBe('capolinea-san_francisco.png');
  const size = sizeOfPng(readFileSync(await file.path()));
  expect(size.width).toBeGreaterThan(1400);
  expect(size.height).toBeGreaterThan(1000);
  expectQuiet(visitor);

  // On a phone the sheet fits the window, in both directions.
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    const small = await box(page, '.ranking');
    expect(small.x).toBeGreaterThanOrEqual(0);
    expect(small.x + small.width, `${viewport.width}`).toBeLessThanOrEqual(viewport.width);
    await routes.click();
    await page.locator('.trace').first().waitFor({ state: 'attached' });
    await expectAccessible(page);
  }
});

/** What of these is not whole on the screen, or is covered by something else. */
function outOfSight(page: Page, ...selectors: string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const isSeen = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const inside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return inside && there !== null && (element.contains(there) || there.contains(element));
    };
    return wanted.filter((selector) => {
      const found = [...document.querySelectorAll(selector)];
      return found.length === 0 || !found.every(isSeen);
    });
  }, selectors);
}

/** Presses one button, and returns whether a second press at once would reach the other, which comes then. */
function isReachedAtOnce(page: Page, pressed: string, coming: string): Promise<boolean> {
  return page.evaluate(
    async ([pressed, coming]) => {
      document.querySelector<HTMLElement>(pressed ?? '')?.click();
      await Promise.resolve();
      const button = document.querySelector(coming ?? '');
      if (!button) throw new Error(`there is no ${coming}`);
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    },
    [pressed, coming],
  );
}

test.each([
  { name: 'a small desktop', viewport: { width: 1280, height: 720 } },
  { name: 'a phone', viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  { name: 'a phone in landscape', viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true },
])(
  'the totals, the players and the way on are in sight while points are counted and afterwards, on $name',
  async (screen) => {
    const { viewport, hasTouch = false, isMobile = false } = screen;
    const visitor = await visit(here, {
      viewport,
      hasTouch,
      isMobile,
      // Germany has the longest sheet.
      settings: { solo: { map: 'germany', bots: ['beginner', 'beginner'] } },
    });
    const { page } = visitor;
    await startSolo(page);
    await playToEnd(page);
    await page.waitForSelector('[data-again]');
    expect(await outOfSight(page, '[data-total]', '.ranking [data-seat]', '[data-rematch]', '#end-title')).toEqual([]);
    const board = await box(page, '.frame');
    expect(board.height).toBeGreaterThan(viewport.height * 0.3);
    await expectAccessible(page);
    // Without motion too, what comes takes no press at first.
    const animation = await page.locator('[data-again]').evaluate((button) => getComputedStyle(button).animationName);
    expect(animation).toMatch(/settle$/);
    // The count waits for as long as it takes to look at it.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.evaluate(() => Reflect.set(window, 'setTimeout', () => 0));
    await page.click('[data-menu]');
    await page.getByRole('group', { name: 'Animation' }).getByRole('button', { name: 'Slow' }).click();
    await page.keyboard.press('Escape');
    await page.locator('[data-again]').scrollIntoViewIfNeeded();
    await page.locator('[data-again]').click();
    await page.waitForSelector('[data-skip]');
    for (let line = 0; (await page.locator('[data-skip]').count()) > 0; line++) {
      // So is what is being counted.
      if (line % 4 === 0)
        expect(await outOfSight(page, '[data-total]', '[data-skip]', '.line .points', '.now')).toEqual([]);
      await page.getByRole('button', { name: 'Next' }).click();
    }
    await page.locator('[data-again]').click();
    expect(await isReachedAtOnce(page, '[data-skip]', '[data-rematch]')).toBe(false);
    await page.click('[data-picture]', { trial: true });
    expectQuiet(visitor);
  },
);
