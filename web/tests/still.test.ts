//! Whole games in which nothing that can be pressed moves: neither for a question, a refusal, a hint or a list, nor for what the others do.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { act, look, playToEnd, routePoint, settled, type Sight } from './player';
import { shifted, watchPlaces } from './places';
import { expectQuiet, useServer, visit } from './support';

const here = useServer();

const GAMES = [
  { map: 'europe', bots: 2, width: 1280, height: 720 },
  { map: 'germany', bots: 4, width: 1280, height: 720 },
  { map: 'usa', bots: 4, width: 360, height: 640 },
  { map: 'germany', bots: 2, width: 360, height: 640 },
  { map: 'san_francisco', bots: 1, width: 640, height: 360 },
  { map: 'berlin', bots: 3, width: 1440, height: 900 },
];

/** Brings up what a player may ask for in a turn, one after the other, and puts it away again. */
const ASIDES: ((page: Page, sight: Sight) => Promise<void>)[] = [
  async (page) => {
    await page.keyboard.press('m');
    await page.waitForSelector('.search');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.search', { state: 'detached' });
  },
  async (page) => {
    await page.click('[data-hint]');
    await page.click('[data-hint-move]');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    await page.waitForFunction(() => /\w would /.test(document.querySelector('[data-status]')?.textContent ?? ''));
  },
  async (page) => {
    const since = page.getByRole('button', { name: 'Since your last turn' });
    if (!(await since.isVisible())) await page.getByRole('button', { name: /^Players, log and chat/ }).click();
    await since.click();
    await page.waitForSelector('.since');
    await page.locator('.since li button').first().focus();
    await page.keyboard.press('Escape');
    await page.waitForSelector('.since', { state: 'detached' });
  },
  async (page) => {
    const ticket = page.locator('[data-ticket]').first();
    await ticket.focus();
    await ticket.blur();
  },
  async (page, { routes }) => {
    if (routes[0] === undefined) return;
    const { x, y } = await routePoint(page, routes[0]);
    await page.mouse.click(x, y, { button: 'right' });
    await page.keyboard.press('Escape');
  },
];

/** Whether it is an ordinary turn, with nothing asked. */
function isTurn(sight: Sight): boolean {
  const asked = sight.split || sight.offered > 0 || sight.pay || sight.leave || sight.place || sight.pins > 0;
  return !asked && sight.passengers === 0 && sight.tourists === 0 && sight.deck && !sight.over;
}

test.each(GAMES)(
  'in a whole game on $map nothing moves, $width × $height, $bots bots',
  async ({ map, bots, width, height }) => {
    const phone = width < 900 ? { hasTouch: true, isMobile: true } : {};
    const visitor = await visit(here, {
      viewport: { width, height },
      ...phone,
      settings: { place: 'page', solo: { map, bots: Array.from({ length: bots }, () => 'beginner') } },
    });
    const { page } = visitor;
    await page.goto('/');
    await page.click('[data-solo]:enabled');
    await page.waitForURL(/\/t\/local-/);
    await settled(page);
    await watchPlaces(page);
    const found = new Set<string>();
    let turns = 0;
    await playToEnd(page, async () => {
      await settled(page);
      const sight = await look(page);
      if (isTurn(sight)) await ASIDES[turns++ % ASIDES.length]?.(page, sight);
      for (const shift of await shifted(page)) found.add(JSON.stringify(shift));
      return act(page, sight);
    });
    expect(turns).toBeGreaterThan(ASIDES.length);
    expect([...found]).toEqual([]);
    expectQuiet(visitor);
  },
);
