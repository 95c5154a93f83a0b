//! Help: plans on the board and a bot's move in words, by mouse, keyboard and screen reader, in the page and on a server.

import { expect, test } from 'vitest';
import { moveByMouse, settled } from './player';
import { expectAccessible, expectQuiet, PATIENCE, useServer, visit } from './support';

const here = useServer();

test.each(['page', 'server'] as const)(
  'a game against bots on the %s gives help that the log tells of',
  async (place) => {
    const visitor = await visit(here, { settings: { place, solo: { map: 'berlin', bots: ['casual'] } } });
    const { page } = visitor;
    await page.goto('/');
    await page.click('[data-solo]:enabled');
    await page.waitForURL(/\/t\//);
    await settled(page);
    await moveByMouse(page);
    await settled(page);

    await page.click('[data-hint]');
    await page.getByRole('dialog', { name: 'Ask for help' }).waitFor();
    await expectAccessible(page);
    await page.click('[data-hint-plans]:enabled');
    await page.waitForSelector('[data-plan]');
    await page
      .getByText(/The cheapest plan for \d tickets? is on the board/)
      .first()
      .waitFor();

    // By keyboard alone: what a bot would play.
    await page.focus('[data-hint]');
    await page.keyboard.press('Enter');
    await page.selectOption('dialog select', 'strong');
    await page.focus('[data-hint-move]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('[data-heard]')?.textContent?.includes('Strong would '));
    expect(await page.evaluate(() => document.activeElement?.matches('[data-hint]'))).toBe(true);
    await page.getByText('asks for help: what a bot would play').first().waitFor();
    await expectAccessible(page);
    await page.reload();
    await settled(page);
    await page.getByText('asks for help: plans for tickets').first().waitFor();
    expectQuiet(visitor);
    await page.context().close();
  },
);

test('a hint to draw lights what it says to draw, until the game moves on', async () => {
  const visitor = await visit(here, { settings: { place: 'page', solo: { map: 'berlin', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForURL(/\/t\//);
  await moveByMouse(page);
  const drawn = /Beginner would (draw|take)/;
  for (let turn = 0; turn < 30; turn++) {
    await settled(page);
    await page.click('[data-hint]');
    await page.selectOption('dialog select', 'beginner');
    await page.click('[data-hint-move]');
    const status = page.locator('[data-status]');
    await expect.poll(() => status.innerText(), { timeout: PATIENCE }).toContain('Beginner would');
    const words = await status.innerText();
    expect(await page.locator('.market .hinted').count(), words).toBe(drawn.test(words) ? 1 : 0);
    if (drawn.test(words)) break;
    await moveByMouse(page);
  }
  const lit = page.locator('.market .hinted');
  const card = /take the (.+?) card/.exec(await page.locator('[data-status]').innerText())?.[1];
  if (card !== undefined) expect(await lit.getAttribute('aria-label')).toContain(card);
  await page.keyboard.press('0');
  await lit.waitFor({ state: 'detached' });
  expectQuiet(visitor);
});

test('a table with people says whether help is allowed, and shows no bulb where it is not', async () => {
  const visitor = await visit(here, {
    viewport: { width: 360, height: 640 },
    settings: { language: 'it', place: 'server' },
  });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-friends]');
  await page.fill('[data-name="0"]', 'Anna');
  await page.locator('details summary').first().click();
  expect(await page.locator('[data-allow-help]').isChecked()).toBe(false);
  await page.locator('[data-allow-help]').check();
  await page.click('[data-make]:enabled');
  await page.waitForURL(/\/t\//);
  await page.getByText('Aiuti ammessi').waitFor();
  await expectAccessible(page);
  expectQuiet(visitor);
  await page.context().close();
});
