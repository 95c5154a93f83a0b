//! Pages that meet with faults: a link that leads nowhere, a request that is lost, a browser without cookies, a wrong clock, a slow connection.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { handSize, settled } from './player';
import { expectAccessible, expectQuiet, useServer, visit } from './support';

const here = useServer();

const ANNA = { who: { sitter: 'here', name: 'Anna' } };
const BOT = { who: { sitter: 'bot', level: 'beginner' } };

/** Makes a table against a bot that begins when its page is opened; its path. */
async function makeTable(page: Page, settings: object = {}): Promise<string> {
  const data = { map: 'berlin', seats: [ANNA, BOT], settings: { pace: 'instant', ...settings }, start: true };
  const answer = await page.request.post('/api/tables', { data });
  return `/t/${((await answer.json()) as { table: string }).table}`;
}

test('a link that leads nowhere says so, and nothing of a connection', async () => {
  const { page } = await visit(here);
  await page.clock.install();
  await page.goto('/t/zzzzzzzzzzzzzzzz');
  await page.getByText('This link no longer works').waitFor();
  // Long enough for many tries to connect again, by the page's clock.
  await page.clock.runFor(60_000);
  expect(await page.locator('.net').count()).toBe(0);
  await page.goto('/t/%E0%A4%A');
  await page.getByText('There is nothing at this address').waitFor();
});

test('a request that is lost while the page loads can be made again', async () => {
  const { page } = await visit(here);
  const path = await makeTable(page);
  let lost = 0;
  await page.route(`**/api/tables/${path.slice(3)}`, (route) => (lost++ === 0 ? route.abort() : route.continue()));
  await page.goto(path);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForSelector('[data-offer]');
});

test('a seat is not lost with the answer that gives it', async () => {
  const [laptop, phone] = [await visit(here), await visit(here)];
  const path = await makeTable(laptop.page);
  const link = await laptop.page.request.post(`/api/tables/${path.slice(3)}/seats/0/link`);
  let lost = 0;
  await phone.page.route('**/api/seat', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await phone.page.context().clearCookies();
    return route.abort();
  });
  await phone.page.goto(((await link.json()) as { path: string }).path);
  // Pressed at once, or after the page was reloaded.
  await phone.page.getByRole('button', { name: 'Try again' }).waitFor();
  await phone.page.reload();
  await phone.page.waitForSelector('[data-offer]');
  expect(lost).toBe(2);
});

test('a browser without cookies is told why it has no seat', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'berlin', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.route('**/api/tables', async (route) => {
    const answer = await route.fetch();
    await page.context().clearCookies();
    const { 'set-cookie': _, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.getByText('keeps no cookies').waitFor();
  await expectAccessible(page);
  expectQuiet(visitor);
});

test('a turn has the time that the server gives, whatever the clock of the device says', async () => {
  const visitor = await visit(here);
  const { page } = visitor;
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 3 * 60 * 60 * 1000;
  });
  await page.goto(await makeTable(page, { turn_limit: 600 }));
  await page.waitForSelector('[data-offer]');
  expect(await page.getByRole('timer').innerText()).toMatch(/^\s*([5-9]|10) min/);
  expectQuiet(visitor);
});

test('on a slow connection a move on its way is seen, and a second click does no harm', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'berlin', bots: ['beginner'] } } });
  const { page } = visitor;
  /** What the page has sent and the server has not yet got; null while nothing is held back. */
  let held: (() => void)[] | null = null;
  const hold = (): void => void (held = []);
  const release = (): void => {
    held?.forEach((send) => send());
    held = null;
  };
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => (held ? void held.push(() => server.send(message)) : server.send(message)));
  });
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.click('[data-offer="0"]');
  hold();
  await page.locator('[data-keep]').dblclick();
  await page.waitForSelector('[data-status] .busy');
  release();
  await settled(page);
  const before = await handSize(page);
  const refused: string[] = [];
  await page.exposeFunction('notice', (words: string) => void refused.push(words));
  await page.evaluate(() => {
    const status = document.querySelector('[data-status]');
    const { notice } = window as unknown as { notice: (words: string) => void };
    if (status)
      new MutationObserver(() => notice(status.textContent ?? '')).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  hold();
  await page.locator('[data-two]').dblclick();
  await page.waitForSelector('[data-status] .busy');
  release();
  await page.waitForFunction(
    (count) => Number(/\d+/.exec(document.querySelector('.hand h2')?.textContent ?? '')?.[0]) === count,
    before + 2,
  );
  await settled(page);
  expect(await handSize(page)).toBe(before + 2);
  expect(refused.filter((words) => words.includes('moved on'))).toEqual([]);
  expectQuiet(visitor);
});
