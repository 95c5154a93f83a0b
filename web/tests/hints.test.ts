//! Help: plans on the board and a bot's move in words, by mouse, keyboard and screen reader, in the page and on a server.

import { expect, test } from 'vitest';
import { moveByMouse, settled } from './player';
import { expectAccessible, expectQuiet, useServer, visit } from './support';

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
    await page.getByText('asks for help: what a bot would play').first().waitFor();
    await expectAccessible(page);
    await page.reload();
    await settled(page);
    await page.getByText('asks for help: plans for tickets').first().waitFor();
    expectQuiet(visitor);
    await page.context().close();
  },
);

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
