//! One device passed round: every turn ends with a look at what it brought, and an explicit "pass on".

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { handSize, moveByMouse, settled } from './player';
import { expectAccessible, expectQuiet, useServer, visit } from './support';

const here = useServer();

/** Ada and Elio at one screen, their tickets chosen; the cover is up for whoever begins. */
async function start(page: Page, names = ['Ada', 'Elio']): Promise<void> {
  const seats = names.map((name) => ({ who: { sitter: 'here', name } }));
  const data = { map: 'berlin', seats, settings: { first: 0 }, start: true };
  const { table } = (await (await page.request.post('/api/tables', { data })).json()) as { table: string };
  await page.goto(`/t/${table}`);
  for (const name of names) {
    await page.getByRole('heading', { name: `${name}, it is your turn` }).waitFor();
    await page.click('[data-show]');
    await page.click('[data-offer="0"]');
    await page.click('[data-keep]');
    // The choice of tickets, too, is seen until the device is passed on.
    await page.waitForSelector('[data-pass-on]');
    expect(await page.locator('.tickets').count()).toBe(1);
    await page.click('[data-pass-on]');
  }
  await page.getByRole('heading', { name: 'Ada, it is your turn' }).waitFor();
}

const SCREENS = [
  { name: 'desktop', screen: {} },
  { name: 'phone', screen: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } },
];

test.each(SCREENS)('whoever has drawn sees the cards until they pass the device on, $name', async ({ screen }) => {
  const visitor = await visit(here, screen);
  const { page } = visitor;
  await start(page);
  await page.click('[data-show]');
  const before = await handSize(page);
  await page.click('[data-two]');
  const pass = page.getByRole('button', { name: 'Pass on to Elio' });
  await pass.waitFor();
  expect(await page.locator('[data-show]').count()).toBe(0);
  expect(await handSize(page)).toBe(before + 2);
  expect(await page.locator('[data-status]').innerText()).toMatch(/Ada draws \w+ and \w+/);
  await expectAccessible(page);
  await pass.click();
  await page.getByRole('heading', { name: 'Elio, it is your turn' }).waitFor();
  expect(await page.locator('.hand').count()).toBe(0);
  expectQuiet(visitor);
});

test('by keyboard: the status line has the focus, and the button is the next stop', async () => {
  const visitor = await visit(here);
  const { page } = visitor;
  await start(page);
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-show]', { state: 'detached' });
  await settled(page);
  await page.keyboard.press('0');
  await page.waitForFunction(() => document.querySelector('[data-status]')?.textContent?.includes('Draw one more'));
  await page.keyboard.press('0');
  await page.waitForFunction(() => document.activeElement?.matches('[data-status]'));
  expect(await page.locator('[data-status]').innerText()).toContain('Your turn is over: pass the device on.');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.matches('[data-pass-on]'))).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.matches('[data-show]'));
  expectQuiet(visitor);
});

test('a turn can be undone until it is passed on, cards seen or not', async () => {
  const visitor = await visit(here);
  const { page } = visitor;
  await start(page);
  // Pressed though it is dimmed, it says why.
  await page.click('[data-undo="none"]', { force: true });
  await page.getByText('Show a hand first').first().waitFor();
  await page.click('[data-show]');
  const before = await handSize(page);
  await page.click('[data-two]');
  await page.waitForSelector('[data-pass-on]');
  await page.click('[data-undo]');
  await page.waitForSelector('[data-pass-on]', { state: 'detached' });
  expect(await handSize(page)).toBe(before);
  await page.click('[data-two]:enabled');
  await page.waitForSelector('[data-pass-on]');
  expectQuiet(visitor);
});

test('with a bot at the table the device is passed on to the next person', async () => {
  const visitor = await visit(here);
  const { page } = visitor;
  const seats = [
    { who: { sitter: 'here', name: 'Ada' } },
    { who: { sitter: 'bot', level: 'beginner' } },
    { who: { sitter: 'here', name: 'Elio' } },
  ];
  const data = { map: 'berlin', seats, settings: { first: 0, pace: 'instant' }, start: true };
  const { table } = (await (await page.request.post('/api/tables', { data })).json()) as { table: string };
  await page.goto(`/t/${table}`);
  for (const turn of ['Elio', 'Ada', 'Elio', 'Ada']) {
    await page.click('[data-show]');
    await page.waitForSelector('[data-show]', { state: 'detached' });
    await settled(page);
    while ((await page.locator('[data-pass-on]').count()) === 0)
      await moveByMouse(page).then(() => page.waitForSelector('[data-status][aria-busy="false"]'));
    await page.getByRole('button', { name: `Pass on to ${turn}` }).click();
    await page.getByRole('heading', { name: `${turn}, it is your turn` }).waitFor();
  }
  expectQuiet(visitor);
});
