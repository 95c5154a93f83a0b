//! A map of one's own, as `capolinea map new` writes it: in the browser beside the others, with names in one language only.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { moveByMouse, playToEnd, settled } from './player';
import { expectAccessible, expectQuiet, expectQuietOffline, install, run, useServer, visit } from './support';

const maps = mkdtempSync(join(tmpdir(), 'capolinea-maps-'));
run('map', 'new', 'english_only', '--in', maps);
run('map', 'new', 'toscana', '--in', maps);
const file = join(maps, 'toscana', 'map.json');
writeFileSync(
  file,
  readFileSync(file, 'utf8').replaceAll('"name": {"en":', '"name": {"it":').replace('"Westport"', '"Portovest"'),
);

const here = useServer(1, ['--maps', maps]);
afterAll(() => rmSync(maps, { recursive: true, force: true }));

test('a new map is played from the front page to the end', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'english_only', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-play="english_only"]');
  await page.waitForSelector('[data-offer]');
  await settled(page);
  expect(await page.locator('path[data-route]').count()).toBe(19);
  await expectAccessible(page);
  await playToEnd(page);
  await page.waitForSelector('[data-rematch]');
  expectQuiet(visitor);
  await page.context().close();
});

test.each([
  ['en', 'toscana', 'Toscana', 'Portovest'],
  ['it', 'toscana', 'Toscana', 'Portovest'],
  ['it', 'english_only', 'English Only', 'Westport'],
])('in %s the map %s has the names of the language it has', async (language, id, title, place) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    const visitor = await visit(here, { viewport, settings: { language, solo: { map: id, bots: ['beginner'] } } });
    const { page } = visitor;
    await page.goto(`/help/${id}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.goto('/');
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.click(`[data-play="${id}"]`);
    await settled(page);
    const labels = await page.$$eval('path[data-route]', (routes) =>
      routes.map((route) => route.getAttribute('aria-label') ?? ''),
    );
    expect(labels.filter((label) => label.includes(place))).toHaveLength(3);
    expect(labels.join(' ')).not.toMatch(/undefined|\?/);
    expect(await page.locator('svg text', { hasText: place }).count()).toBeGreaterThan(0);
    expectQuiet(visitor);
    await page.context().close();
  }
});

describe('with the server stopped', () => {
  const gone = useServer(1, ['--maps', maps]);

  test('a map of the host is played in the page, against a bot that takes its time', async () => {
    const visitor = await visit(gone, {
      serviceWorkers: 'allow',
      settings: { place: 'page', solo: { map: 'english_only', bots: ['expert'] } },
    });
    const { page } = visitor;
    await install(page);
    // The browser keeps the host's maps as soon as it has seen their list.
    await page.waitForFunction(
      () =>
        new Promise((done) => {
          const opened = indexedDB.open('capolinea');
          opened.onsuccess = () => {
            const asked = opened.result.transaction('maps').objectStore('maps').count();
            asked.onsuccess = () => {
              opened.result.close();
              done(asked.result === 2);
            };
          };
        }),
    );
    await gone.server.stop();
    await page.reload();
    await page.click('[data-play="english_only"]:enabled');
    await page.waitForURL(/\/t\/local-/);
    for (let move = 0; move < 6; move++) await moveByMouse(page);
    await settled(page);
    expect((await page.locator('.log li').allInnerTexts()).some((line) => line.includes('Rosa'))).toBe(true);
    await page.reload();
    await settled(page);
    expect(await page.locator('path[data-route]').count()).toBe(19);
    expectQuietOffline(visitor);
    await page.context().close();
  });
});
