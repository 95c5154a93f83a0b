//! The folder for a host of plain files, under a sub-path, and a newer build of it while a page is open.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handSize, moveByMouse, playToEnd, settled } from './player';
import { expectAccessible, expectQuietOffline, install, launch, visit, type RunningServer } from './support';

const work = mkdtempSync(join(tmpdir(), 'capolinea-site-'));
const FOLDER = '/games/capolinea/';
const KINDS: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

let browser: Browser;
let host: Server;
/** What the host hands out. */
let served = join(work, 'first');

/** As simple as a host of files can be: no kinds but the usual, and `404.html` for all that is not there. */
function answer(path: string): { status: number; kind: string; body: Buffer } {
  const name = path.startsWith(FOLDER) ? path.slice(FOLDER.length) || 'index.html' : '';
  const file = join(served, name);
  const found = name !== '' && !name.includes('..') && existsSync(file) && statSync(file).isFile();
  const sent = found ? file : join(served, '404.html');
  const kind = KINDS[extname(sent)] ?? 'application/octet-stream';
  return { status: found ? 200 : 404, kind, body: readFileSync(sent) };
}

/** A newer build: the same client with other names for its scripts, so that those of before are gone. */
function makeNewer(folder: string): void {
  cpSync(join(work, 'first'), folder, { recursive: true });
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|html|css)$/.test(name),
  );
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => /^(Help|index|worker)-.*\.js$/.test(name));
  expect(scripts.length).toBeGreaterThan(2);
  const newer = (text: string): string =>
    scripts.reduce((changed, name) => changed.replaceAll(name, name.replace('.js', '2.js')), text);
  for (const name of texts) writeFileSync(join(folder, name), newer(readFileSync(join(folder, name), 'utf8')));
  for (const name of scripts) renameSync(join(folder, 'assets', name), join(folder, 'assets', newer(name)));
  const script = join(folder, 'sw.js');
  writeFileSync(script, readFileSync(script, 'utf8').replace('"version":"', '"version":"2'));
}

beforeAll(async () => {
  const vite = resolve('node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--emptyOutDir', '--outDir', served], {
    env: { ...process.env, NODE_ENV: 'production', CAPOLINEA_SITE: '1' },
    stdio: 'ignore',
  });
  makeNewer(join(work, 'second'));
  host = createServer((request, response) => {
    const { status, kind, body } = answer(new URL(request.url ?? '/', 'http://host').pathname);
    response.writeHead(status, { 'content-type': kind }).end(body);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  await new Promise((done) => host.close(done));
  rmSync(work, { recursive: true, force: true });
});

test('the deal of the day and a challenge are played without a server, with a result to share', async () => {
  const { port } = host.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${FOLDER}`;
  const server: RunningServer = { url, seed: null, megabytes: () => 0, stop: () => Promise.resolve() };
  const permissions = ['clipboard-read', 'clipboard-write'];
  const visitor = await visit({ browser, server }, { permissions, settings: { name: 'Anna' } });
  const { page } = visitor;
  await page.goto(url);
  await page.click('[data-deals]');
  await page.waitForSelector('[data-deal="berlin"]');
  expect(await page.locator('[data-deal]').count()).toBe(5);
  await expectAccessible(page);
  await page.click('[data-deal="berlin"]');
  await page.click('[data-play-challenge]');
  await page.waitForURL(/#\/t\/local-/);
  await playToEnd(page);
  await page.click('[data-challenge]');
  await page.waitForSelector('[data-results="first"]');
  await expectAccessible(page);
  await page.click('[data-share-text]');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^Capolinea · Deal of the day \d{4}-\d\d-\d\d · Berlin\n[✓✗] \d+ : -?\d+ \(first try\)\nhttp/);

  // A link that carries its deal: made here, opened by somebody else, who gets the same cards.
  await page.evaluate(() => (location.hash = '#/new?challenge&map=berlin'));
  await page.click('[data-make]:enabled');
  await page.waitForURL(/#\/c\/deal-/);
  const link = await page.inputValue('[data-link]');
  const hands: string[] = [];
  for (const name of ['Anna', 'Bruno']) {
    const guest = await visit({ browser, server }, { settings: { name } });
    await guest.page.goto(link);
    await guest.page.getByText('Anna challenges you').waitFor();
    await guest.page.click('[data-play-challenge]');
    await guest.page.waitForSelector('[data-offer]');
    hands.push((await guest.page.locator('[data-offer]').allInnerTexts()).join());
    await guest.page.context().close();
  }
  expect(hands[0]).toBe(hands[1]);

  // Two games of one deal are compared: one's own second try, and the game that somebody else has sent with a link.
  await page.goto(link);
  const finish = async (player: Page): Promise<void> => {
    await player.click('[data-play-challenge]');
    await player.waitForURL(/#\/t\/local-/);
    await playToEnd(player);
    await player.click('[data-challenge]');
    await player.waitForSelector('[data-opened]');
  };
  await finish(page);
  expect(await page.locator('[data-compare]').count()).toBe(0);
  await page.click('[data-share-game]');
  await page.locator('[data-share-game]', { hasText: 'Copied' }).waitFor();
  const sent = await page.evaluate(() => navigator.clipboard.readText());
  expect(sent.length).toBeLessThan(4000);
  const bruno = await visit({ browser, server }, { settings: { name: 'Bruno', language: 'it' } });
  await bruno.page.goto(sent);
  await bruno.page.getByText('Anna ti ha mandato una partita').waitFor();
  expect(await bruno.page.locator('[data-opened]').count()).toBe(0);
  expect(bruno.page.url()).not.toContain('game=');
  await bruno.page.setViewportSize({ width: 360, height: 640 });
  await expectAccessible(bruno.page);
  await finish(bruno.page);
  expect((await bruno.page.locator('[data-results="first"]').innerText()).match(/Anna|Bruno/g)?.sort()).toEqual([
    'Anna',
    'Bruno',
  ]);
  await bruno.page.waitForSelector('[data-parted]');
  await bruno.page.waitForSelector('[data-compare] [data-board]');
  await expectAccessible(bruno.page);
  // One's own link brings nothing new; a game of another deal is refused.
  await page.goto(sent);
  await page.waitForSelector('[data-arrived]');
  expect(await page.locator('[data-results] tbody tr').count()).toBe(1);
  await page.goto(`${link}?game=${sent.split('game=')[1]?.slice(0, 200)}`);
  await page.getByText('The game in this link can’t be read').waitFor();
  await finish(page);
  await page.waitForSelector('[data-parted]');
  expectQuietOffline(bruno);
  // Half a link says so.
  await page.goto(`${link.slice(0, -30)}`);
  await page.getByText('This link is incomplete').waitFor();
  expectQuietOffline(visitor);
});

test('from a host of plain files: a game, a replay address, the rules; a newer build waits until it is wanted', async () => {
  const { port } = host.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${FOLDER}`;
  const server: RunningServer = { url, seed: 1, megabytes: () => 0, stop: () => Promise.resolve() };
  const visitor = await visit(
    { browser, server },
    { serviceWorkers: 'allow', settings: { solo: { map: 'berlin', bots: ['casual'] } } },
  );
  const { page } = visitor;
  await install(page, url);
  await page.waitForSelector('[data-needs-server]');
  await expectAccessible(page);
  await page.click('[data-solo]:enabled');
  await page.waitForURL(/#\/t\/local-/);
  for (let move = 0; move < 4; move++) await moveByMouse(page);
  await settled(page);
  const cards = await handSize(page);
  const game = page.url();

  // An address that only a server knows leads to the same page.
  const other = await page.context().newPage();
  await other.goto(`${url}help/berlin`);
  await other.waitForURL(/#\/help\/berlin$/);
  await other.locator('h1').waitFor();

  // The host has a newer build; pages of the older one go on with what was kept.
  served = join(work, 'second');
  await other.goto(url);
  await page.waitForSelector('[data-upgrade]');
  await expectAccessible(page);
  await moveByMouse(page);
  await page.evaluate(() => (location.hash = '#/help/berlin'));
  await page.locator('h1').waitFor();
  await page.goBack();
  await settled(page);
  // Whoever says later is left alone.
  await other.click('[data-upgrade-later]');
  await other.waitForSelector('[data-upgrade]', { state: 'detached' });
  await other.close();

  await page.click('[data-upgrade]');
  await page.waitForFunction(() => [...document.scripts].some((script) => script.src.endsWith('2.js')));
  await page.waitForSelector('path[data-route]', { state: 'attached' });
  expect(page.url()).toBe(game);
  await settled(page);
  expect(await handSize(page)).toBeGreaterThanOrEqual(cards);
  expect(await page.locator('[data-upgrade]').count()).toBe(0);

  // Without the host everything goes on.
  await new Promise<void>((done) => {
    host.close(() => done());
    host.closeAllConnections();
  });
  await page.reload();
  await settled(page);
  await moveByMouse(page);
  expectQuietOffline(visitor);
});
