//! Figures of the client in a real browser: first paint, updates, panning, memory over many games. Prints them and asserts
//! nothing: they are those of the machine. `cargo xtask bench browser`; `GAMES=200` is a night's worth of games.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { USUAL_ROLLOUTS, type Steps } from '../src/local/reviewing';
import { moveByMouse, playToEnd, settled } from './player';
import { observeLoading, slowDown } from './slow_phone';
import { atShare, loaded, sizeOf, startSolo, useServer, visit } from './support';

const here = useServer();

const GAMES = Number(process.env['GAMES'] ?? 4);

/** Marks each update in the page: from a message to a page that shows it, layout included. */
function markUpdates(): void {
  const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(handler: (event: MessageEvent) => void) {
      own?.set?.call(this, (event: MessageEvent) => {
        if (!String(event.data).startsWith('{"type":"update"')) return handler(event);
        performance.mark('update');
        handler(event);
        // Microtasks, where the page is brought up to date, run before this.
        queueMicrotask(() =>
          queueMicrotask(() => {
            document.body.getBoundingClientRect();
            performance.mark('updated');
          }),
        );
      });
    },
  });
}

/** How long each marked update took, in milliseconds: by the clock, and what of it this page worked (others may be at work too). */
function updateTimes(trace: string): { wall: number; work: number }[] {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: { name: string; ts: number; tts: number }[] };
  const times: { wall: number; work: number }[] = [];
  let start: { ts: number; tts: number } | null = null;
  for (const event of traceEvents.sort((one, other) => one.ts - other.ts)) {
    if (event.name === 'update') start = event;
    else if (event.name === 'updated' && start) {
      times.push({ wall: (event.ts - start.ts) / 1000, work: (event.tts - start.tts) / 1000 });
      start = null;
    }
  }
  return times;
}

test('the first game page, an update with five players, panning on Europe', async () => {
  const bots = ['beginner', 'beginner', 'beginner', 'beginner'];
  const { page } = await visit(here, { settings: { solo: { map: 'europe', bots } } });
  await startSolo(page);
  const path = new URL(page.url()).pathname;

  const fresh = await visit(here, { storageState: await page.context().storageState() });
  const { script, all } = await loaded(fresh.page, path);
  const drawn = await fresh.page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  );
  console.log(
    `first game page: ${(script / 1024).toFixed(0)} KiB of script, ${(all / 1024).toFixed(0)} KiB in all, first paint after ${drawn.toFixed(0)} ms`,
  );
  await fresh.page.context().close();

  await page.addInitScript(markUpdates);
  await page.goto(path);
  await page.waitForSelector('[data-offer]');
  await here.browser.startTracing(page, { categories: ['blink.user_timing'] });
  for (let move = 0; move < 30; move++) await moveByMouse(page);
  const updates = updateTimes((await here.browser.stopTracing()).toString());
  const [work, wall] = [atShare(updates.map((one) => one.work)), atShare(updates.map((one) => one.wall))];
  console.log(
    `an update of a 5-player europe game: ${work(0.5).toFixed(1)} ms of work in the middle, ${work(0.95).toFixed(1)} ms at 95 % of ${updates.length}; with the waiting for others on this machine ${wall(0.5).toFixed(1)} and ${wall(0.95).toFixed(1)} ms`,
  );

  const box = await page.locator('.surface').boundingBox();
  if (!box) throw new Error('there is a board');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const stamps: number[] = [];
        const tick = (now: number): void => {
          stamps.push(now);
          if (stamps.length < 90) requestAnimationFrame(tick);
          else done(stamps.slice(1).map((stamp, place) => stamp - (stamps[place] ?? 0)));
        };
        requestAnimationFrame(tick);
      }),
  );
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  for (let step = 0; step < 80; step++)
    await page.mouse.move(
      box.x + box.width / 2 + Math.sin(step / 6) * 200,
      box.y + box.height / 2 + Math.cos(step / 9) * 120,
    );
  await page.mouse.up();
  const gap = atShare(await frames);
  console.log(
    `panning: ${(1000 / gap(0.5)).toFixed(0)} frames a second in the middle, ${gap(0.95).toFixed(0)} ms at 95 %`,
  );
});

/** The gaps between frames while the page does something, in milliseconds. */
async function framesWhile(page: Page, something: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const stamps: number[] = [];
    const held = window as unknown as { stamps: number[]; counting: boolean };
    held.stamps = stamps;
    held.counting = true;
    const tick = (now: number): void => {
      stamps.push(now);
      if (held.counting) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await something();
  return page.evaluate(() => {
    const held = window as unknown as { stamps: number[]; counting: boolean };
    held.counting = false;
    return held.stamps.slice(1).map((stamp, place) => stamp - (held.stamps[place] ?? 0));
  });
}

test('front page and game on a slow phone', async () => {
  const { page } = await visit(here, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    settings: { solo: { map: 'europe', bots: ['beginner'] } },
  });
  await startSolo(page);
  const game = new URL(page.url()).pathname;
  const loading = await observeLoading(page);
  await slowDown(page, 4);
  for (const [name, path, ready] of [
    ['front page', '/', '[data-solo]:enabled'],
    ['game', game, '[data-offer]'],
  ] as const) {
    await page.goto(path);
    await page.waitForSelector(ready);
    await page.waitForLoadState('networkidle');
    const { paint, blocked, shift } = await loading();
    console.log(
      `${name} on a slow phone: largest paint after ${paint.toFixed(0)} ms, ${blocked.toFixed(0)} ms blocked, shift ${shift.toFixed(3)}`,
    );
  }
});

test('frames while cards fly and pieces land on Europe with five players', async () => {
  const bots = ['beginner', 'beginner', 'beginner', 'beginner'];
  const { page } = await visit(here, {
    settings: { speed: 'normal', pace: 'normal', solo: { map: 'europe', bots } },
  });
  await startSolo(page);
  await moveByMouse(page);
  const gaps: number[] = [];
  for (let move = 0; move < 14; move++) {
    await settled(page);
    gaps.push(
      ...(await framesWhile(page, async () => {
        await moveByMouse(page);
        // While something moves.
        await page.waitForFunction(() => document.getAnimations().length === 0);
      })),
    );
  }
  const gap = atShare(gaps);
  console.log(
    `motion: ${gap(0.5).toFixed(1)} ms between frames in the middle, ${gap(0.95).toFixed(1)} ms at 95 % of ${gaps.length}`,
  );
});

test('the memory of a page and of the server, game after game', async () => {
  const { page } = await visit(here, { settings: { solo: { map: 'san_francisco', bots: ['beginner'] } } });
  await startSolo(page);
  for (let game = 1; game <= GAMES; game++) {
    await playToEnd(page);
    await page.locator('[data-rematch]').waitFor();
    const { megabytes, nodes, listeners } = await sizeOf(page);
    console.log(
      `after game ${game}: page ${megabytes.toFixed(1)} MiB, ${nodes} nodes, ${listeners} listeners; server ${here.server.megabytes().toFixed(1)} MiB`,
    );
    const played = page.url();
    await page.click('[data-rematch]');
    await page.waitForURL((url) => url.href !== played);
  }
});

test('a review of a game of two on usa, by the WebAssembly engine on one core', async () => {
  type Arena = { record(bots: string, seed: number, game: number): string };
  const engine = resolve('engine');
  const module = (await import(join(engine, 'capolinea_wasm_search.js'))) as {
    Arena: new (map: string, board: string) => Arena;
    Reviewer: new (map: string, board: string, record: string, rollouts: number) => Steps;
    initSync: (engine: { module: Uint8Array }) => void;
  };
  module.initSync({ module: readFileSync(join(engine, 'capolinea_wasm_search_bg.wasm')) });
  const [map, board] = ['map.json', 'board.json'].map((name) =>
    readFileSync(resolve('../crates/maps/maps/usa', name), 'utf8'),
  ) as [string, string];
  for (const game of [0, 1, 2]) {
    const record = new module.Arena(map, board).record('amateur,amateur', 22, game);
    const begun = performance.now();
    const seconds = (): string => ((performance.now() - begun) / 1000).toFixed(1);
    const review = new module.Reviewer(map, board, record, USUAL_ROLLOUTS);
    let coarse = '';
    while (review.step()) if (coarse === '' && !review.progress().includes('"coarse"')) coarse = seconds();
    console.log(`review at depth ${USUAL_ROLLOUTS}: coarse ${coarse} s, all ${seconds()} s`);
  }
});
