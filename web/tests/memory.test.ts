//! A page in which game after game is played keeps its size, and so does the server. `GAMES=200 npm run browser -- tests/memory.test.ts`
//! is a night's worth.

import { expect, test } from 'vitest';
import type { CDPSession } from 'playwright-core';
import { playToEnd } from './player';
import { expectQuiet, useServer, visit } from './support';

const here = useServer();

const GAMES = Number(process.env['GAMES'] ?? 4);

/** What a page holds once everything that can go is gone. */
async function sizeOf(session: CDPSession): Promise<{ megabytes: number; nodes: number; listeners: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { megabytes: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

test('game after game in one page: its memory and the server’s stay flat', { timeout: 60_000 * GAMES }, async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'san_francisco', bots: ['beginner'] } } });
  const { page } = visitor;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  const sizes = [];
  for (let game = 1; game <= GAMES; game++) {
    await page.waitForURL(/\/t\//);
    await playToEnd(page);
    await page.locator('[data-rematch]').waitFor();
    const size = { game, ...(await sizeOf(session)), server: here.server.megabytes() };
    sizes.push(size);
    if (GAMES > 10) console.log(`after game ${game}: page ${size.megabytes.toFixed(1)} MiB, ${size.nodes} nodes, ${size.listeners} listeners; server ${size.server.toFixed(1)} MiB`);
    const played = page.url();
    await page.click('[data-rematch]');
    await page.waitForURL((url) => url.href !== played);
  }
  // The first game warms things up: code is compiled, caches are filled.
  const [, first, ...rest] = sizes;
  const last = rest.at(-1);
  expect(last?.megabytes).toBeLessThan(1.3 * (first?.megabytes ?? 0));
  expect(last?.nodes).toBeLessThan(1.3 * (first?.nodes ?? 0));
  expect(last?.listeners).toBeLessThan(1.3 * (first?.listeners ?? 0));
  expect(last?.server).toBeLessThan(1.3 * (first?.server ?? 0));
  expectQuiet(visitor);
  await page.context().close();
});
