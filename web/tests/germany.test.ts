//! Germany's two ticket decks: what a player announces and holds of each is for all to see.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { settled } from './player';
import { expectAccessible, expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

test('everybody sees how many tickets came from which deck, and are held', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'germany', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForURL(/\/t\//);
  await page.click('[data-split="1"]');
  await page.click('[data-offer="0"]');
  await page.click('[data-offer="3"]');
  await page.click('[data-keep]');
  await page.waitForSelector('[data-keep]', { state: 'detached' });
  await settled(page);
  const drawn = page.locator('.log li', { hasText: /draws \d short and \d long tickets/ });
  expect(await drawn.count()).toBe(2);
  expect(await drawn.filter({ hasText: 'Traveller draws 1 short and 3 long tickets' }).count()).toBe(1);
  const held = await page
    .locator('.player [role="img"]')
    .evaluateAll((facts) => facts.map((fact) => fact.getAttribute('aria-label') ?? ''));
  const told = held.filter((label) => label.endsWith('tickets'));
  expect(told).toHaveLength(2);
  expect(told).toContain('1 short and 1 long tickets');
  for (const label of told) expect(label).toMatch(/^\d short and \d long tickets$/);
  expectQuiet(visitor);
  await page.context().close();
});

/** A game on Germany in its first turn, and what the page has sent to the server. */
async function firstTurn(page: Page): Promise<string[]> {
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await startSolo(page);
  await page.click('[data-split]');
  await page.click('[data-offer="0"]');
  await page.click('[data-offer="1"]');
  await page.click('[data-keep]');
  await page.waitForSelector('[data-tickets]:not([aria-disabled="true"])');
  return sent;
}

const SCREENS = [
  { name: 'desktop', screen: {} },
  { name: 'phone', screen: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } },
];

test.each(SCREENS)(
  'before the split is announced there is a way back, and nothing is spent, $name',
  async ({ screen }) => {
    const visitor = await visit(here, { ...screen, settings: { solo: { map: 'germany', bots: ['beginner'] } } });
    const { page } = visitor;
    const sent = await firstTurn(page);
    await page.click('[data-tickets]');
    await page.waitForSelector('[data-split]');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForSelector('[data-split]', { state: 'detached' });
    await page.locator('[data-tickets]').press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('.split'));
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-split]', { state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.matches('[data-tickets]'))).toBe(true);
    expect(sent.filter((message) => message.includes('draw_tickets'))).toEqual([]);
    // The turn is still there to be used, for tickets too.
    expect(await page.locator('[data-deck]').getAttribute('aria-disabled')).toBe('false');
    await page.click('[data-tickets]');
    await page.click('[data-split="1"]');
    await page.waitForSelector('[data-offer="3"]');
    await page.getByText('Traveller draws 1 short and 3 long tickets').first().waitFor({ state: 'attached' });
    expectQuiet(visitor);
  },
);

test('a draw of tickets that got stuck before the split can be cancelled too', async () => {
  const { page } = await visit(here, { settings: { solo: { map: 'germany', bots: ['beginner'] } } });
  let stuck = false;
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!(stuck && String(message).includes('choose_split'))) server.send(message);
    });
  });
  await firstTurn(page);
  for (const cancel of [() => page.click('[data-cancel]'), () => page.keyboard.press('Escape')]) {
    stuck = true;
    await page.click('[data-tickets]');
    await page.click('[data-split]');
    await page.waitForFunction(() => document.querySelector('[data-status]')?.textContent?.includes('short and long'));
    await page.waitForSelector('[data-status][aria-busy="true"]');
    await page.reload();
    await page.waitForSelector('[data-cancel]');
    stuck = false;
    await cancel();
    await page.waitForSelector('[data-tickets]:not([aria-disabled="true"])');
    expect(await page.locator('[data-split]').count()).toBe(0);
  }
});
