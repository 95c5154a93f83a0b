//! What there is to know about a city: by mouse, touch, keys and in the accessibility tree; and small things that can be read.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { moveByMouse, settled, untilTickets } from './player';
import { expectAccessible, expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

/** The middle of a city on the screen, and its name. */
async function cityAt(page: Page, location: number): Promise<{ x: number; y: number; words: string }> {
  const circle = page.locator(`[data-location="${location}"]`);
  const box = await circle.boundingBox();
  if (!box) throw new Error(`no location ${location}`);
  return {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    words: (await circle.getAttribute('aria-label')) ?? '',
  };
}

/** A city in which passengers wait, if `waiting`, or at which a ticket ends. */
function someCity(page: Page, waiting: boolean): Promise<number> {
  return page.locator(waiting ? '[data-waiting]' : '[data-ring]').evaluateAll(
    (all, kind) => {
      const cities = [...document.querySelectorAll('[data-location]')].map((one) => one.getAttribute('data-location'));
      const found = all.map((one) => one.getAttribute(kind)).find((location) => cities.includes(location));
      return Number(found);
    },
    waiting ? 'data-waiting' : 'data-ring',
  );
}

test('a city tells by mouse what lies there, who built there and which tickets name it', async () => {
  const visitor = await visit(here, { settings: { name: 'Anna', solo: { map: 'germany', bots: ['beginner'] } } });
  const { page } = visitor;
  await startSolo(page);
  for (let move = 0; move < 8; move++) await moveByMouse(page);
  await settled(page);
  await page.keyboard.press('Escape');
  const bubble = page.locator('[data-city]');
  expect(await bubble.count()).toBe(0);
  const waiting = await cityAt(page, await someCity(page, true));
  await page.mouse.move(waiting.x, waiting.y);
  await bubble.waitFor();
  expect(await bubble.innerText()).toMatch(/passengers? waits?/);
  expect(await bubble.innerText()).toMatch(/free routes?/);
  const end = await cityAt(page, await someCity(page, false));
  await page.mouse.move(end.x, end.y);
  await bubble.filter({ hasText: end.words.split(';')[0] ?? '' }).waitFor();
  expect(await bubble.innerText()).toMatch(/→ .*points/);
  // A screen reader is told the same.
  expect(end.words).toMatch(/; your ticket .* points/);
  expect(waiting.words).toMatch(/passengers? waits?: \w+/);
  await page.mouse.move(2, 2);
  await bubble.waitFor({ state: 'detached' });
  expectQuiet(visitor);
});

test('cities are one stop of the tab key, and the arrows go from city to city', async () => {
  const visitor = await visit(here, {
    settings: { language: 'it', theme: 'contrast', solo: { map: 'usa', bots: ['beginner'] } },
  });
  const { page } = visitor;
  await startSolo(page);
  await moveByMouse(page);
  await settled(page);
  expect(await page.locator('[data-location][tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('Tab');
  for (let stop = 0; stop < 60; stop++) {
    if (await page.evaluate(() => document.activeElement?.hasAttribute('data-location'))) break;
    await page.keyboard.press('Tab');
  }
  const bubble = page.locator('[data-city]');
  await bubble.waitFor();
  const first = await bubble.getAttribute('data-city');
  expect(await bubble.innerText()).toMatch(/line[ae] liber[ae]/);
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(
    (before) => document.querySelector('[data-city]')?.getAttribute('data-city') !== before,
    first,
  );
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-location'))).toBe(
    await bubble.getAttribute('data-city'),
  );
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await bubble.waitFor({ state: 'detached' });
  expectQuiet(visitor);
});

test('on a phone a tap on a city tells about it, inside the window', async () => {
  const visitor = await visit(here, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    settings: { theme: 'dark', solo: { map: 'usa', bots: ['beginner'] } },
  });
  const { page } = visitor;
  await startSolo(page);
  await moveByMouse(page);
  await settled(page);
  const city = await cityAt(page, await someCity(page, false));
  await page.touchscreen.tap(city.x, city.y);
  const bubble = page.locator('[data-city]');
  await bubble.waitFor();
  const box = await bubble.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  expectQuiet(visitor);
});

test.each([
  ['a window of 1280 by 720', { width: 1280, height: 720 }, { passenger: 14, name: 10 }],
  ['a phone', { width: 360, height: 740 }, { passenger: 8, name: 6 }],
  ['a screen of 3840 by 2160', { width: 3840, height: 2160 }, { passenger: 14, name: 10 }],
])(
  'in %s passengers and the names of ticket cities can be read, and no ring covers a name',
  async (_, viewport, least) => {
    const { page } = await visit(here, { viewport, settings: { solo: { map: 'germany', bots: ['beginner'] } } });
    await startSolo(page);
    await untilTickets(page);
    await page.locator('[data-offer]').first().click();
    await page.waitForSelector('[data-ring]', { state: 'attached' });
    const seen = await page.evaluate(() => {
      const high = (selector: string): number[] =>
        [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().height);
      const all = [...document.querySelectorAll('.sheet svg *')];
      const last = (selector: string): number => all.findLastIndex((one) => one.matches(selector));
      return {
        passengers: high('[data-waiting] > g'),
        names: [...document.querySelectorAll<SVGTextElement>('[data-name]')].map(
          (name) => Number(name.getAttribute('font-size')) * (name.getScreenCTM()?.a ?? 0),
        ),
        ringsBelow: last('[data-ring]') < all.findIndex((one) => one.matches('[data-name]')),
        figuresBelow: last('[data-waiting] *') < all.findIndex((one) => one.matches('[data-name]')),
      };
    });
    expect(Math.min(...seen.passengers)).toBeGreaterThan(least.passenger);
    expect(Math.min(...seen.names)).toBeGreaterThan(least.name);
    expect(seen.ringsBelow).toBe(true);
    expect(seen.figuresBelow).toBe(true);
  },
);
