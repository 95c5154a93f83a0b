//! A real server on a free port, a real Chromium, and pages that must not complain.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page, type Response } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

export const PROGRAM = process.env['CAPOLINEA_PROGRAM'] ?? resolve('../target/debug/capolinea');

export interface RunningServer {
  url: string;
  /** Every game is dealt from it, in the page too. */
  seed: number | null;
  /** How much memory it takes. */
  megabytes(): number;
  stop(): Promise<void>;
}

/** Runs the program to its end. */
export function run(...words: string[]): void {
  execFileSync(PROGRAM, words);
}

/** Starts the program with a data folder of its own, or a database, and `more` arguments. Bots don't pause; every game is dealt from the seed, or with none as for people. */
async function startServer(seed: number | null, more: string[], database: string | null): Promise<RunningServer> {
  const data = mkdtempSync(join(tmpdir(), 'capolinea-'));
  const many = '100000';
  const arguments_ = [
    'serve',
    '--listen',
    '127.0.0.1:0',
    ...(database === null ? ['--data', data] : ['--database', database]),
    '--web',
    resolve('../crates/cli/web_client'),
    '--bot-delay',
    '0',
    '--away-after',
    '1',
    '--log-format',
    'json',
  ];
  const dealt = seed === null ? [] : ['--test-seed', String(seed)];
  const limits = [
    '--tables-per-hour',
    many,
    '--requests-per-second',
    many,
    '--work-per-second',
    many,
    '--sockets-per-address',
    '500',
    '--messages-per-second',
    many,
  ];
  const child = spawn(PROGRAM, [...arguments_, ...dealt, ...limits, ...more], { stdio: ['ignore', 'inherit', 'pipe'] });
  const address = await listening(child);
  return {
    url: `http://${address}`,
    seed,
    megabytes: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024,
    stop: async () => {
      // A test may have stopped it already.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The address from the server's log. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /"address":"([\d.:]+)"/.exec(text)?.[1];
      if (address) found(address);
    });
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`the server stopped with ${code}:\n${text}`)));
  });
}

/** Where Chromium is, and how it is started. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export function launch(): Promise<Browser> {
  const executablePath = CHROMIUM;
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet] });
}

/** How long anything is waited for: only a failure takes so long, on a slow and busy machine too. */
export const PATIENCE = Number(process.env['PATIENCE'] ?? 180_000);

/** A database that can be taken away and given back. */
export interface Database {
  url: string;
  away(): Promise<void>;
  back(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL, behind a proxy that breaks connections to it (`crates/test-database`). */
export async function startDatabase(): Promise<Database> {
  const program = process.env['CAPOLINEA_TEST_DATABASE'] ?? resolve('../target/debug/capolinea-test-database');
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const heard = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the database for tests has ended; its words are above');
    return value;
  };
  const say = async (word: string): Promise<void> => {
    child.stdin.write(`${word}\n`);
    expect(await heard()).toBe(word);
  };
  return {
    url: await heard(),
    away: () => say('close'),
    back: () => say('open'),
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.stdin.end();
      await ended;
    },
  };
}

/** A server, with `more` arguments, and a browser for all tests of a file; its games are in a folder, or in a database that is started first. */
export function useServer(
  seed: number | null = 1,
  more: string[] = [],
  database: () => Promise<string | null> = () => Promise.resolve(null),
): { readonly server: RunningServer; readonly browser: Browser } {
  const running: { server?: RunningServer; browser?: Browser } = {};
  const need = <T>(part: T | undefined): T => {
    if (!part) throw new Error('only within a test');
    return part;
  };
  beforeAll(async () => {
    [running.server, running.browser] = await Promise.all([
      database().then((url) => startServer(seed, more, url)),
      launch(),
    ]);
  });
  afterAll(async () => {
    await running.browser?.close();
    await running.server?.stop();
  });
  return {
    get server() {
      return need(running.server);
    },
    get browser() {
      return need(running.browser);
    },
  };
}

/** A page of a person of their own, with the complaints it has made. */
export interface Visitor {
  page: Page;
  complaints: string[];
}

export interface VisitorOptions extends BrowserContextOptions {
  settings?: Record<string, unknown>;
}

export const QUICK = {
  speed: 'none',
  pace: 'instant',
  // Most tests are about the server; `whole_games.test.ts` and `offline.test.ts` play in the page.
  place: 'server',
  language: 'en',
  theme: 'light',
  solo: { map: 'usa', bots: ['beginner'] },
  /** Somebody who has met everything that is special about maps. */
  met: ['decks', 'token', 'passenger', 'tunnel', 'ferry', 'subway', 'station'],
};

export async function visit(
  { browser, server }: { browser: Browser; server: RunningServer },
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { settings = {}, ...context } = options;
  const own = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // What is kept for times without a server has a test of its own.
    serviceWorkers: 'block',
    ...context,
  });
  own.setDefaultTimeout(PATIENCE);
  const page = await own.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isBlocked = message.text().includes('Service Worker registration blocked by Playwright');
    if ((message.type() === 'error' || message.type() === 'warning') && !isBlocked)
      complaints.push(`${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.host !== new URL(server.url).host)
      complaints.push(`request to another host: ${url.href}`);
  });
  const kept = JSON.stringify({ ...QUICK, ...settings });
  await page.addInitScript((seed) => Reflect.set(window, 'capolineaTestSeed', seed ?? undefined), server.seed);
  await page.addInitScript((text) => {
    if (!localStorage.getItem('capolinea.settings')) localStorage.setItem('capolinea.settings', text);
  }, kept);
  return { page, complaints };
}

/** Opens a game's page and says how many bytes came for it, as they were sent. */
export async function loaded(page: Page, path: string): Promise<{ script: number; all: number }> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(path);
  await page.waitForSelector('path[data-route]', { state: 'attached' });
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(
    responses.map(async (response) => ({
      url: response.url(),
      bytes: (await response.request().sizes()).responseBodySize,
    })),
  );
  const sum = (some: typeof sizes): number => some.reduce((total, { bytes }) => total + bytes, 0);
  return { script: sum(sizes.filter(({ url }) => url.endsWith('.js'))), all: sum(sizes) };
}

/** What of many measurements is the one below which a share of them lies. */
export function atShare(measured: number[]): (share: number) => number {
  const sorted = [...measured].sort((one, other) => one - other);
  return (share) => sorted[Math.floor(sorted.length * share)] ?? Infinity;
}

/** Begins a game of one person against bots, as the settings say. */
export async function startSolo(page: Page): Promise<void> {
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer], [data-split], [data-place]');
}

/** What a page holds once everything that can go is gone. */
export async function sizeOf(page: Page): Promise<{ megabytes: number; nodes: number; listeners: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { megabytes: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** The page has no fault that axe can find. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>;
      };
    };
    // That rule is still called an experiment, but what a person sees and what a person hears must agree here too.
    const result = await axe.run({
      resultTypes: ['violations'],
      rules: { 'label-content-name-mismatch': { enabled: true } },
    });
    return result.violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} — ${node.failureSummary ?? ''}`)
          .join(' | ')}`,
    );
  });
  expect(found, page.url()).toEqual([]);
}

export function expectQuiet(...visitors: Visitor[]): void {
  expect(visitors.flatMap((visitor) => visitor.complaints)).toEqual([]);
}

/** Opens the front page, and waits until the browser has kept all that it needs to do without the server. */
export async function install(page: Page, address = '/'): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
}

/** The same without a server: nothing but requests to it may have failed. */
export function expectQuietOffline(visitor: Visitor): void {
  expect(visitor.complaints.filter((words) => !/Failed to load resource|net::ERR/.test(words))).toEqual([]);
}
