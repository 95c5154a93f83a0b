//! A page in which game after game is played keeps nothing of the games before. `cargo xtask bench browser` measures its memory.

import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { playToEnd } from './player';
import { expectQuiet, PATIENCE, startSolo, useServer, visit } from './support';

const here = useServer();

/** How many listeners the window and the document have: through them a page that has gone could stay alive. */
async function globalListeners(session: CDPSession): Promise<number> {
  const counts = ['window', 'document', 'document.documentElement', 'document.body'].map(async (expression) => {
    const { result } = await session.send('Runtime.evaluate', { expression });
    if (result.objectId === undefined) throw new Error(`no ${expression}`);
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    // Svelte listens for `reset` once and for all, from the first form on.
    return listeners.filter(({ type }) => type !== 'reset').length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Holds the game's page weakly, so that the test can ask later whether anything else holds it. */
function remember(page: Page): Promise<void> {
  return page.evaluate(() => {
    const game = document.querySelector('path[data-route]')?.closest('svg');
    if (!game) throw new Error('no board');
    Object.assign(window, { before: new WeakRef(game) });
  });
}

/** Waits until the remembered game is collected: a game that leaks never is. */
async function forgotten(page: Page, session: CDPSession): Promise<boolean> {
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline) {
    await session.send('HeapProfiler.collectGarbage');
    if (await page.evaluate(() => (window as unknown as { before: WeakRef<Element> }).before.deref() === undefined))
      return true;
  }
  return false;
}

test('game after game in one page: the one before and its listeners are gone', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'san_francisco', bots: ['beginner'] } } });
  const { page } = visitor;
  const session = await page.context().newCDPSession(page);
  await startSolo(page);
  const listeners = [];
  for (let game = 1; game <= 3; game++) {
    await playToEnd(page);
    await page.locator('[data-rematch]').waitFor();
    await remember(page);
    const played = page.url();
    await page.click('[data-rematch]');
    await page.waitForURL((url) => url.href !== played);
    await page.locator('[data-offer], [data-split], [data-place]').first().waitFor();
    expect(await forgotten(page, session), `game ${game}`).toBe(true);
    listeners.push(await globalListeners(session));
  }
  expect(new Set(listeners).size, `listeners after each game: ${listeners.join(', ')}`).toBe(1);
  expectQuiet(visitor);
});
