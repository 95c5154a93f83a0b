//! Games without a server: played in the page, kept by the browser. Whole games on all maps are in `whole_games.test.ts`.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Steps } from '../src/local/reviewing';
import { handSize, moveByMouse, playToEnd, settled } from './player';
import {
  CHROMIUM,
  expectAccessible,
  expectQuietOffline,
  install,
  PATIENCE,
  PROGRAM,
  startSolo,
  useServer,
  visit,
} from './support';

const alive = useServer();
const MAPS = ['usa', 'europe', 'germany', 'san_francisco', 'berlin'];

test('the same games are played in a browser and at the command line, byte for byte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'capolinea-records-'));
  const engine = resolve('engine');
  const { Arena, initSync } = (await import(join(engine, 'capolinea_wasm_search.js'))) as {
    Arena: new (map: string, board: string) => { record(bots: string, seed: number, game: number): string };
    initSync: (engine: { module: Uint8Array }) => void;
  };
  initSync({ module: readFileSync(join(engine, 'capolinea_wasm_search_bg.wasm')) });
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
        // Files are numbered from 1, games from 0.
        const game = Number(/(\d+)\.json$/.exec(name)?.[1]) - 1;
        const isSame = arena.record(bots, 7, game) === readFileSync(join(into, name), 'utf8');
        expect(isSame, `${bots} on ${map}, game ${game}`).toBe(true);
        compared++;
      }
    }
  }
  expect(compared).toBe(260);
  rmSync(folder, { recursive: true, force: true });
});

test('the same review is made in a browser and at the command line, to the last digit', async () => {
  const engine = resolve('engine');
  const { Reviewer, initSync } = (await import(join(engine, 'capolinea_wasm_search.js'))) as {
    Reviewer: new (map: string, board: string, record: string, rollouts: number) => Steps;
    initSync: (engine: { module: Uint8Array }) => void;
  };
  initSync({ module: readFileSync(join(engine, 'capolinea_wasm_search_bg.wasm')) });
  for (const [map, name] of [
    ['usa', 'usa-2-players.json'],
    ['europe', 'europe-3-players.txt'],
    ['germany', 'germany-3-players.txt'],
    ['san_francisco', 'san_francisco-3-players-rules-2.txt'],
    ['berlin', 'berlin-4-players-rules-2.json'],
  ] as const) {
    const record = resolve('../tests/games', name);
    const file = (name: string): string => readFileSync(resolve('../crates/maps/maps', map, name), 'utf8');
    const review = new Reviewer(file('map.json'), file('board.json'), readFileSync(record, 'utf8'), 24);
    while (review.step()) continue;
    const asked = ['review', record, '--rollouts', '24', '--json', '--quiet'];
    const native = execFileSync(PROGRAM, asked, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    expect(JSON.parse(review.report()), name).toEqual(JSON.parse(native));
  }
});

test('the engine stays small, and no page but those that play loads it', async () => {
  const folder = resolve('../crates/cli/web_client/assets');
  const sizes = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.wasm.br'))
      .map((name) => [name.replace(/_bg-.*/, ''), statSync(join(folder, name)).size]),
  );
  expect(Object.keys(sizes).sort()).toEqual(['capolinea_wasm', 'capolinea_wasm_search']);
  expect(sizes['capolinea_wasm']).toBeLessThan(330 * 1024);
  expect(sizes['capolinea_wasm_search']).toBeLessThan(320 * 1024);
  const { page } = await visit(alive, { settings: { place: 'page' } });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/');
  await page.waitForSelector('[data-solo]:enabled');
  await page.goto('/help/berlin');
  await page.locator('h1').waitFor();
  expect(fetched.filter((url) => /wasm|worker-/.test(url))).toEqual([]);
  await page.context().close();
});

test('a usual game fetches the tables alone; bots that search come when one of them plays', async () => {
  for (const [level, modules] of [
    ['skilled', ['capolinea_wasm']],
    ['strong', ['capolinea_wasm', 'capolinea_wasm_search']],
  ] as const) {
    const settings = { place: 'page', solo: { map: 'berlin', bots: [level] } };
    const { page } = await visit(alive, { settings });
    const started = page.waitForEvent('worker');
    await startSolo(page);
    for (let move = 0; move < 3; move++) await moveByMouse(page);
    await settled(page);
    const fetched = await (
      await started
    ).evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const engines = fetched.flatMap((url) => /([^/]+)_bg-[^/]*\.wasm$/.exec(url)?.[1] ?? []);
    expect(engines, level).toEqual(modules);
    await page.context().close();
  }
});

describe('with the server stopped', () => {
  const here = useServer();

  test('a game survives a reload and a closed page, has undo and plans, and ends as a record that a server replays', async () => {
    const visitor = await visit(here, {
      serviceWorkers: 'allow',
      settings: { place: 'page', solo: { map: 'berlin', bots: ['casual'] } },
    });
    const { page } = visitor;
    await install(page);
    await here.server.stop();
    await page.reload();
    await page.waitForSelector('[data-away]');
    // Nobody knows now whether there are open tables.
    expect(await page.locator('[data-join-list], [data-watch-list]').count()).toBe(0);
    await expectAccessible(page);

    await page.click('[data-solo]:enabled');
    await page.waitForURL(/\/t\/local-/);
    const table = new URL(page.url()).pathname;
    // What a ticket takes is worked out here too.
    await page.hover('[data-offer="0"]');
    await page.waitForSelector('[data-planned]');
    await moveByMouse(page);
    await settled(page);
    const before = await handSize(page);
    await page.click('[data-two]');
    await settled(page);
    await page.click('[data-undo="ask"]');
    await page.waitForFunction(() => document.querySelector('[data-heard]')?.textContent?.includes('was undone'));
    expect(await handSize(page)).toBe(before);
    for (let move = 0; move < 6; move++) await moveByMouse(page);
    await settled(page);
    const cards = await handSize(page);
    await page.reload();
    await settled(page);
    expect(await handSize(page)).toBe(cards);

    // Closed and opened again, from the list of one's games.
    const again = await page.context().newPage();
    await page.close();
    await again.goto('/');
    await again.click(`a[href="${table}"]`);
    await settled(again);
    expect(await handSize(again)).toBe(cards);
    await playToEnd(again);
    await again.waitForSelector('[data-rematch]');
    const download = again.waitForEvent('download');
    await again.click('a[download]');
    const record = await (await download).path();
    expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({ map: { id: 'berlin' } });
    // The program verifies the seal and every action.
    execFileSync(PROGRAM, ['replay', record], { stdio: 'ignore' });

    await again.goto('/');
    await again.click(`a[href^="/replay/local-"]`);
    await again.getByText(/^Step 0 of \d+$/).waitFor();
    expectQuietOffline(visitor);
    await again.context().close();
  });
});

test('a browser that may keep nothing says so, and plays as long as the page lasts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'capolinea-profile-'));
  mkdirSync(join(folder, 'Default'));
  // As if somebody had blocked all data of all sites in the settings.
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const options = { executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'], locale: 'en-GB' };
  const context = await chromium.launchPersistentContext(folder, options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.goto(alive.server.url);
  // Before anything is played.
  await page.waitForSelector('[data-unkept]');
  await page.click('[data-play="berlin"]:enabled');
  await page.waitForURL(/\/t\/local-/);
  for (let move = 0; move < 3; move++) await moveByMouse(page);
  await page.click('a[href="/"]');
  await page.waitForSelector('[data-unkept]');
  await expectAccessible(page);
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a game that only this browser has is deleted when that is confirmed, on every page that shows it', async () => {
  // Contexts of tests are private windows: the browser promises nothing, and the page says so.
  const visitor = await visit(alive, { settings: { place: 'page', solo: { map: 'berlin', bots: ['casual'] } } });
  const { page } = visitor;
  const games: string[] = [];
  for (let game = 0; game < 2; game++) {
    await startSolo(page);
    await moveByMouse(page);
    await settled(page);
    games.push(new URL(page.url()).pathname);
  }
  const [first, second] = games as [string, string];
  const other = await page.context().newPage();
  await other.goto(first);
  await settled(other);

  await page.click('a[href="/"]');
  await page.waitForSelector('[data-unpromised]');
  await expectAccessible(page);
  const row = page.locator('li', { has: page.locator(`a[href="${first}"]`) });
  await row.locator('[data-delete]').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-delete-now]');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-delete-now]', { state: 'detached' });
  expect(await page.locator(`a[href="${first}"]`).count()).toBe(1);
  await row.locator('[data-delete]').click();
  await page.click('[data-delete-not]');
  await row.locator('[data-delete]').click();
  await page.click('[data-delete-now]');
  await page.waitForSelector(`a[href="${first}"]`, { state: 'detached' });
  await page.waitForFunction(() => document.querySelector('[data-deleted]')?.textContent === 'The game was deleted.');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  expect(await page.locator(`a[href="${second}"]`).count()).toBe(1);
  await other.getByText(/There is no such game in this browser/).waitFor();

  // From a page that has played nothing, too.
  await page.reload();
  await page.locator('[data-delete]').click();
  await page.click('[data-delete-now]');
  await page.waitForSelector('[data-delete]', { state: 'detached' });
  await page.reload();
  await page.waitForSelector('[data-solo]:enabled');
  expect(await page.locator('[data-delete]').count()).toBe(0);
  await page.goto(second);
  await page.locator('[role="alert"]').waitFor();
  await page.context().close();
});
