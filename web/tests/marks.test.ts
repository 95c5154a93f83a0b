//! Rings on the board: they go with their reason, and never lie over the name of a city.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { look, moveByMouse, settled, untilTickets } from './player';
import { expectQuiet, PATIENCE, startSolo, useServer, visit, type Visitor } from './support';

const here = useServer();
const LIT = '.light[data-ring]';

async function begin(map: string): Promise<Visitor> {
  const visitor = await visit(here, { settings: { solo: { map, bots: ['beginner'] } } });
  await startSolo(visitor.page);
  return visitor;
}

function rings(page: Page, count: number): Promise<void> {
  return expect.poll(() => page.locator(LIT).count(), { timeout: PATIENCE }).toBe(count);
}

test('the ring of a city that was looked for goes with Esc, and with the next move', async () => {
  const visitor = await begin('usa');
  const { page } = visitor;
  await moveByMouse(page);
  await settled(page);
  await rings(page, 0);
  await page.keyboard.press('/');
  await page.keyboard.type('denver');
  await rings(page, 1);
  await page.keyboard.press('Escape');
  await rings(page, 0);
  // Chosen, it is shown on the board until something else is done.
  await page.keyboard.press('/');
  await page.keyboard.type('denver');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.search', { state: 'detached' });
  await rings(page, 1);
  await page.keyboard.press('0');
  await rings(page, 0);
  expectQuiet(visitor);
});

test('no ring is left after tickets are chosen, nor after a ticket that was pointed at', async () => {
  const visitor = await begin('usa');
  const { page } = visitor;
  await page.click('[data-offer="0"]');
  await rings(page, 2);
  await moveByMouse(page);
  await settled(page);
  await rings(page, 0);
  await page.locator('.tickets .ticket').first().hover();
  await rings(page, 2);
  await page.keyboard.press('Escape');
  await rings(page, 0);
  expectQuiet(visitor);
});

test('a token placed from the list leaves no ring', async () => {
  const visitor = await begin('san_francisco');
  const { page } = visitor;
  for (let move = 0; move < 40 && !(await look(page)).place; move++) {
    await moveByMouse(page);
    await settled(page);
  }
  const place = page.locator('[data-place]').first();
  const location = await place.getAttribute('data-place');
  await place.hover();
  await rings(page, 1);
  await place.click();
  await page.waitForSelector(`[data-place="${location}"]`, { state: 'detached' });
  // The pointer has not moved: another place may be under it now, but nobody has pointed at that.
  await page.mouse.move(0, 0);
  await rings(page, 0);
  expectQuiet(visitor);
});

const SCREENS = [
  { name: 'desktop', options: {} },
  {
    name: 'phone',
    options: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  },
];

test.each(SCREENS)('names stand over the rings, $name', async ({ options }) => {
  for (const map of ['usa', 'europe', 'germany', 'san_francisco', 'berlin']) {
    const visitor = await visit(here, { ...options, settings: { solo: { map, bots: ['beginner'] } } });
    const { page } = visitor;
    await startSolo(page);
    await untilTickets(page);
    await page.click('[data-offer="0"]');
    await page.waitForSelector('[data-ring]', { state: 'attached' });
    const over = await page.evaluate(() => {
      const names = [...document.querySelectorAll('svg .label')];
      const after = (ring: Element): boolean =>
        names.some((name) => name.compareDocumentPosition(ring) & Node.DOCUMENT_POSITION_FOLLOWING);
      return { names: names.length, over: [...document.querySelectorAll('[data-ring]')].filter(after).length };
    });
    expect(over.names, map).toBeGreaterThan(10);
    expect(over.over, map).toBe(0);
    expectQuiet(visitor);
    await page.context().close();
  }
});
