//! Challenges and deals of the day: made, played and compared by several people, on a phone, by keys, in both languages.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { playToEnd } from './player';
import { expectAccessible, expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

/** Nothing is wider than the window. */
async function expectFits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, page.url()).toBeLessThanOrEqual(0);
}

/** Plays the challenge that the page shows, to its results. */
async function playIt(page: Page, name: string): Promise<void> {
  await page.fill('#challenge-name', name);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/t\//);
  await playToEnd(page);
  await page.click('[data-challenge]');
  await page.waitForSelector('[data-opened]');
}

test('a challenge is made, played by two people and compared; until then nothing of it is shown', async () => {
  const anna = await visit(here);
  await anna.page.goto('/new?challenge&map=berlin');
  await anna.page.fill('[data-name="0"]', 'Anna');
  await anna.page.getByLabel('Bot 2').selectOption('beginner');
  await anna.page.click('[data-make]:enabled');
  await anna.page.waitForSelector('[data-play-challenge]');
  const path = new URL(await anna.page.inputValue('[data-link]')).pathname;
  await expectAccessible(anna.page);
  expect(await anna.page.locator('[data-opened], [data-compare]').count()).toBe(0);

  // Somebody else sees what it is, on a phone and in Italian.
  const bruno = await visit(here, {
    viewport: { width: 360, height: 640 },
    settings: { language: 'it', theme: 'dark' },
  });
  await bruno.page.goto(path);
  await bruno.page.getByText('Anna ti sfida').waitFor();
  expect(await bruno.page.locator('[data-played]').innerText()).toBe('Ancora nessuno');
  await expectFits(bruno.page);
  await expectAccessible(bruno.page);
  // Without a name nothing begins, and the field says why.
  await bruno.page.fill('#challenge-name', '');
  await bruno.page.click('[data-play-challenge]');
  await bruno.page.getByRole('alert').waitFor();
  await playIt(bruno.page, 'Bruno');
  expect(await bruno.page.locator('[data-results="first"] tbody tr').count()).toBe(1);
  await expectFits(bruno.page);
  await expectAccessible(bruno.page);
  // Nobody can look at a game that they have not finished themselves.
  const replay = (await bruno.page.locator('[data-results="first"] a').getAttribute('href')) ?? '';
  await anna.page.goto(replay);
  await anna.page.getByText('finish the challenge yourself first').waitFor();
  await anna.page.goto(replay.replace(/\?.*$/, '?review'));
  await anna.page.getByText('finish the challenge yourself first').waitFor();
  anna.complaints.length = 0;

  await anna.page.goto(path);
  await anna.page.waitForSelector('[data-play-challenge]');
  expect(await anna.page.locator('[data-opened]').count()).toBe(0);
  await playIt(anna.page, 'Anna');
  const rows = anna.page.locator('[data-results="first"] tbody tr');
  expect((await rows.getByRole('rowheader').allInnerTexts()).sort().join()).toMatch(/Anna.*you.*Bruno/s);
  await anna.page.waitForSelector('[data-parted]');
  expect(await anna.page.locator('[data-parted]').innerText()).toMatch(/The games diverged|are the same/);
  await anna.page.waitForSelector('[data-compare] [data-board]');
  for (const theme of ['dark', 'contrast', 'light']) {
    await anna.page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await expectAccessible(anna.page);
  }
  await anna.page.setViewportSize({ width: 360, height: 640 });
  await expectFits(anna.page);

  // Who made it closes it.
  await anna.page.click('[data-close-challenge]');
  await anna.page.getByText('This challenge is closed').waitFor();
  expect(await anna.page.locator('[data-play-challenge]').count()).toBe(0);
  expectQuiet(anna, bruno);
});

test('a game that was played in the page becomes a challenge, with its own result in the list', async () => {
  const anna = await visit(here, {
    settings: { place: 'page', name: 'Anna', solo: { map: 'berlin', bots: ['beginner'] } },
  });
  await startSolo(anna.page);
  await playToEnd(anna.page);
  await anna.page.click('[data-make-challenge]');
  await anna.page.waitForSelector('[data-opened]');
  expect(await anna.page.locator('[data-results="origin"]').innerText()).toContain('Anna');
  expect(new URL(await anna.page.inputValue('[data-link]')).pathname).toMatch(/^\/c\/[0-9a-z]{16}$/);
  expectQuiet(anna);
});

test('the deals of the day are reached from the front page, for every map, with words and proof', async () => {
  const visitor = await visit(here, { settings: { name: 'Anna' } });
  const { page } = visitor;
  await page.goto('/');
  await page.focus('[data-deals]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-deal="berlin"]');
  expect(await page.locator('[data-deal]').count()).toBe(5);
  await page.locator('[data-proof] summary').click();
  expect(await page.locator('[data-proof] .hex').first().innerText()).toMatch(/[0-9a-f]{64}/);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.click('[data-deal="berlin"]');
  await page.waitForSelector('[data-play-challenge]');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Deal of the day: Berlin');
  await playIt(page, 'Anna');
  expect(await page.locator('[data-results="first"] tbody tr').count()).toBe(1);
  await page.goto('/deals');
  await page.waitForSelector('[data-deal="berlin"]:not(.primary)');
  expectQuiet(visitor);
});
