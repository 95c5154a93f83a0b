//! What Europe asks besides: tunnels, and stations.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { clickRoute, look, moveByMouse, routePoint, settled } from './player';
import { expectQuiet, useServer, visit, type Visitor } from './support';

const here = useServer();

/** A game on Europe whose tickets have been chosen. */
async function begin(): Promise<Visitor> {
  const visitor = await visit(here, { settings: { solo: { map: 'europe', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  await moveByMouse(page);
  await settled(page);
  return visitor;
}

async function drawTwo(page: Page): Promise<void> {
  await page.click('[data-two]');
  await page.waitForFunction(() => document.querySelector('[data-status]')?.getAttribute('aria-busy') === 'false');
  await settled(page);
}

/** Cards as "2 × red" and so on. */
function stacksOf(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .evaluateAll((stacks) => stacks.map((stack) => stack.getAttribute('aria-label')?.split('.')[0] ?? '').sort());
}

function handOf(page: Page): Promise<string[]> {
  return stacksOf(page, '.hand [data-card]');
}

/** Claims the shortest tunnel there is; says whether one could be claimed. */
async function tryTunnel(page: Page): Promise<boolean> {
  const tunnels = (await look(page)).routes.map((route) =>
    page.locator(`path[data-route="${route}"][aria-label*="tunnel"]`),
  );
  for (const tunnel of tunnels.reverse()) {
    if ((await tunnel.count()) === 0) continue;
    await clickRoute(page, Number(await tunnel.getAttribute('data-route')));
    const pins = page.locator('[data-pin]');
    if ((await pins.count()) > 0) await pins.first().click();
    await settled(page);
    return true;
  }
  return false;
}

test('a tunnel shows what it would leave in the hand, and leaves that; taken back, all cards return', async () => {
  const visitor = await begin();
  const { page } = visitor;
  const seen = new Set<string>();
  for (let turn = 0; turn < 120 && seen.size < 2; turn++) {
    // A large hand, so that some of the colour laid is still in it.
    if ((await look(page)).over) break;
    const before = await handOf(page);
    if (turn < 10 || turn % 3 > 0 || !(await tryTunnel(page))) {
      if (await page.locator('[data-two]').isEnabled()) await drawTwo(page);
      else await moveByMouse(page);
      continue;
    }
    const pay = page.locator('[data-pay]').first();
    if ((await pay.count()) === 0) {
      if ((await page.locator('[data-leave]').count()) > 0) await page.click('[data-leave]');
      await settled(page);
      continue;
    }
    expect(await page.locator('section.tunnel .card').count()).toBe(3);
    const left = await stacksOf(page, '[data-pay]:first-of-type + [data-after] .chip');
    const [laid] = await stacksOf(page, '[data-laid] .chip');
    const color = laid?.split(' × ')[1] ?? '';
    if (!seen.has('paid') && (await handOf(page)).some((stack) => stack.endsWith(` ${color}`))) {
      await pay.click();
      await page.waitForSelector('[data-leave]', { state: 'detached' });
      expect(await handOf(page)).toEqual(left);
      seen.add('paid');
    } else {
      await page.click('[data-leave]');
      await page.waitForSelector('[data-leave]', { state: 'detached' });
      expect(await handOf(page)).toEqual(before);
      seen.add('left');
    }
    await settled(page);
  }
  expect([...seen].sort()).toEqual(['left', 'paid']);
  expectQuiet(visitor);
});

test('a station is built at a city: by mouse, and by typing its name', async () => {
  const visitor = await begin();
  const { page } = visitor;
  const stations = (): Promise<number> => page.locator('.log li', { hasText: 'Traveller builds a station' }).count();

  // A city lies where its routes end.
  const city = await routePoint(page, 0, 0);
  await page.mouse.click(city.x, city.y);
  await page.locator('[data-pin]').first().click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.log li')].some((line) => line.textContent?.includes('builds a station')),
  );
  expect(await stations()).toBe(1);

  // The second costs two of a colour.
  await settled(page);
  for (let turn = 0; turn < 4; turn++) await drawTwo(page);
  await page.keyboard.press('/');
  await page.keyboard.type('pet');
  await page.getByRole('button', { name: 'Petrograd', exact: true }).press('Enter');
  await page.locator('[data-pin]').first().press('Enter');
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('.log li')].filter((line) =>
        line.textContent?.includes('Traveller builds a station'),
      ).length === 2,
  );
  expectQuiet(visitor);
});
