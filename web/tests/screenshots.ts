//! Pictures of every page and of each map in the middle of a game: light and dark, desktop and phone. Three of them are
//! those of the README.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, test } from 'vitest';
import type { Page } from 'playwright-core';
import { look, moveByMouse, playToEnd, settled } from './player';
import { useServer, visit } from './support';

const FOLDER = process.env['SCREENSHOTS'] ?? resolve('../target/screenshots');
const README = resolve('../docs/pictures');
const MAPS = ['usa', 'europe', 'germany', 'san_francisco', 'berlin'];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const here = useServer();
beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
  mkdirSync(README, { recursive: true });
});

const IN_README = ['front-desktop-light', 'europe-game-desktop-light', 'germany-game-desktop-dark'];

async function picture(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  if (IN_README.includes(name)) await page.screenshot({ path: join(README, `${name}.jpg`), type: 'jpeg', quality: 84 });
}

/** Draws cards at first, as a person would, then claims. */
async function play(page: Page, moves: number): Promise<void> {
  for (let move = 0; move < moves; move++) {
    await settled(page);
    const sight = await look(page);
    if (move % 5 < 3 && sight.deck && sight.pins === 0 && sight.offered === 0) await page.click('[data-two]');
    else await moveByMouse(page);
    await page.waitForTimeout(20);
  }
  await settled(page);
}

test.each(['light', 'dark', 'contrast'])('pages in %s colours', async (theme) => {
  for (const [size, options] of [
    ['desktop', {}],
    ['phone', PHONE],
  ] as const) {
    const { page } = await visit(here, { ...options, settings: { theme } });
    for (const [name, path] of [
      ['front', '/'],
      ['new', '/new'],
      ['help', '/help/europe'],
      ['record', '/replay'],
    ] as const) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await picture(page, `${name}-${size}-${theme}`);
    }
    await page.goto('/new');
    await page.fill('[data-name="0"]', 'Anna');
    await page.click('[data-make]:enabled');
    await page.waitForSelector('[data-link]');
    await picture(page, `table-${size}-${theme}`);
    await page.context().close();
  }
});

test.each(MAPS)('%s in the middle of a game, and its end', async (map) => {
  const bots = map === 'berlin' ? ['casual', 'skilled'] : ['casual', 'skilled', 'beginner'];
  const first = await visit(here, { settings: { name: 'Anna', solo: { map, bots } } });
  const { page } = first;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer], [data-split]');
  await picture(page, `${map}-tickets-desktop-light`);
  await play(page, map === 'berlin' || map === 'san_francisco' ? 12 : 26);
  await picture(page, `${map}-game-desktop-light`);
  const path = new URL(page.url()).pathname;
  const storageState = await page.context().storageState();
  for (const [size, options] of [
    ['desktop', {}],
    ['phone', PHONE],
  ] as const) {
    const other = await here.browser.newContext({
      baseURL: here.server.url,
      viewport: { width: 1440, height: 900 },
      ...options,
      storageState,
    });
    const second = await other.newPage();
    await second.addInitScript(() => {
      const kept = JSON.parse(localStorage.getItem('capolinea.settings') ?? '{}') as object;
      localStorage.setItem('capolinea.settings', JSON.stringify({ ...kept, theme: 'dark' }));
    });
    await second.goto(path);
    await second.waitForSelector('path[data-route]', { state: 'attached' });
    await picture(second, `${map}-game-${size}-dark`);
    await second.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
    if (size === 'phone') {
      await picture(second, `${map}-game-phone-light`);
      await second.setViewportSize({ width: 740, height: 360 });
      await picture(second, `${map}-game-lying-light`);
    }
    await other.close();
  }
  if (map === 'san_francisco' || map === 'berlin') {
    await playToEnd(page);
    await page.waitForSelector('.ranking');
    await picture(page, `${map}-end-desktop-light`);
    await page.goto(`/replay/${path.split('/')[2]}?step=30&viewer=all`);
    await page.waitForSelector('[data-step]');
    await picture(page, `${map}-replay-desktop-light`);
    await page.setViewportSize({ width: 360, height: 740 });
    await picture(page, `${map}-replay-phone-light`);
  }
  await page.context().close();
});
