//! Games without a server: played in the page, kept by the browser, with the server process stopped.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { look, moveByMouse, playToEnd } from './player';
import { expectAccessible, PATIENCE, useServer, visit } from './support';

const here = useServer();
const MAPS = ['usa', 'europe', 'germany', 'san_francisco', 'berlin'];
const PROGRAM = process.env['CAPOLINEA_PROGRAM'] ?? resolve('../target/debug/capolinea');

/** Begins a solo game on a map from the front page, in the page itself. */
async function begin(page: Page, map: string): Promise<void> {
  await page.goto('/');
  await page.click(`[data-play="${map}"]:enabled`);
  await page.waitForURL(/\/t\/local-/);
}

test('the same games are played in a browser and at the command line, byte for byte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'capolinea-records-'));
  const engine = resolve('engine');
  const { Arena, initSync } = (await import(join(engine, 'capolinea_wasm.js'))) as {
    Arena: new (map: string, board: string) => { record(bots: string, seed: number, game: number): string };
    initSync: (engine: { module: Uint8Array }) => void;
  };
  initSync({ module: readFileSync(join(engine, 'capolinea_wasm_bg.wasm')) });
  let compared = 0;
  for (const map of MAPS) {
    const file = (name: string): string => readFileSync(resolve('../crates/maps/maps', map, name), 'utf8');
    const arena = new Arena(file('map.json'), file('board.json'));
    for (const [bots, games] of [
      ['random,random', 30],
      ['planner,novice', 20],
      ['searcher:20,greedy', 2],
    ] as const) {
      const into = join(folder, `${map}-${bots.replaceAll(/[^a-z]/g, '-')}`);
      const asked = ['--map', map, '--bots', bots, '--games', String(games), '--seed', '7', '--records', into];
      execFileSync(PROGRAM, ['simulate', ...asked], { stdio: 'ignore' });
      const records = readdirSync(into)
        .filter((name) => name.endsWith('.json'))
        .sort();
      expect(records).toHaveLength(games);
      for (const name of records) {
        // Games are counted from 0, their files from 1.
        const game = Number(/(\d+)\.json$/.exec(name)?.[1]) - 1;
        expect(arena.record(bots, 7, game)).toBe(readFileSync(join(into, name), 'utf8'));
        compared++;
      }
    }
  }
  expect(compared).toBe(260);
  rmSync(folder, { recursive: true, force: true });
});

test('once installed, whole games on all maps are played with the server stopped, and outlast the page', async () => {
  const visitor = await visit(here, { serviceWorkers: 'allow', settings: { place: 'page' } });
  const { page } = visitor;
  await page.goto('/');
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await here.server.stop();

  await page.reload();
  await page.waitForSelector('[data-away]');
  await expectAccessible(page);
  for (const map of MAPS) {
    await begin(page, map);
    // Closed and opened again in the middle.
    for (let move = 0; move < 6; move++) await moveByMouse(page);
    const path = page.url();
    await page.goto('/');
    await page
      .locator(`a[href="${new URL(path).pathname}"]`)
      .first()
      .click();
    await playToEnd(page);
    await page.waitForSelector('[data-rematch]', { timeout: PATIENCE });
  }
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.locator('a[download]').first().click();
  const record = readFileSync(await (await download).path(), 'utf8');
  expect(JSON.parse(record)).toMatchObject({ map: 'berlin' });
  await page.goto('/');
  expect(await page.locator('a[href^="/replay/local-"]').count()).toBe(MAPS.length);
  await page.locator('a[href^="/replay/local-"]').first().click();
  await page.waitForSelector('path[data-route]', { state: 'attached' });
  // Everything that failed was a request to the server.
  expect(visitor.complaints.filter((words) => !/Failed to load resource|net::ERR/.test(words))).toEqual([]);
  expect((await look(page)).busy).toBe(false);
  await page.context().close();
});
