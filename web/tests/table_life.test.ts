//! Life at a table: a reaction with one press, a toast for who does not look at the chat, quick match, spectators, and bots that stand in.

import { expect, test } from 'vitest';
import { moveByMouse, startTogether } from './player';
import { expectAccessible, expectQuiet, useServer, visit } from './support';

const here = useServer();

test('a reaction is a line of the chat, shown to the others for a while until they have seen it', async () => {
  const anna = await visit(here, { settings: { theme: 'dark' } });
  const bruno = await visit(here, { viewport: { width: 360, height: 740 } });
  // A toast goes after a while: what it said is written down.
  await bruno.page.addInitScript(() => {
    const said: string[] = [];
    (window as unknown as { said: string[] }).said = said;
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes]))
        if (node instanceof HTMLElement && node.matches('[data-toast]')) said.push(node.innerText);
    }).observe(document, { childList: true, subtree: true });
  });
  await startTogether(anna.page, bruno.page);
  await anna.page.getByRole('tab', { name: 'Chat' }).click();
  await anna.page.getByRole('group', { name: 'Quick messages' }).waitFor();
  await anna.page.locator('[data-reaction="well"]').focus();
  await anna.page.keyboard.press('Enter');
  await bruno.page.waitForFunction(() => (window as unknown as { said: string[] }).said.length > 0);
  const [said = ''] = await bruno.page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said).toMatch(/Anna\s+Well played!/);
  await expectAccessible(bruno.page);
  await expectAccessible(anna.page);
  // Who said it, or sees the chat, is not told again.
  expect(await anna.page.locator('[data-toast]').count()).toBe(0);
  await bruno.page.getByRole('button', { name: /Players, log and chat/ }).click();
  await bruno.page.getByRole('tab', { name: /Chat/ }).click();
  await bruno.page.locator('[data-toast]').waitFor({ state: 'detached' });
  expectQuiet(anna, bruno);
});

test('quick match opens a table that the next one joins, by keys, in either language', async () => {
  const anna = await visit(here, { settings: { name: 'Anna', solo: { map: 'berlin', bots: ['beginner'] } } });
  const bruno = await visit(here, {
    viewport: { width: 360, height: 640 },
    settings: { name: 'Anna', language: 'it', theme: 'contrast', solo: { map: 'usa', bots: ['beginner'] } },
  });
  await anna.page.goto('/');
  await anna.page.locator('[data-quick]:enabled').press('Enter');
  await anna.page.waitForSelector('[data-link]');
  await bruno.page.goto('/');
  await bruno.page.waitForSelector('[data-join-list] a');
  await expectAccessible(bruno.page);
  await bruno.page.getByRole('button', { name: /^Partita rapida/ }).press('Enter');
  // Both have the same name: the second one gets a number.
  await anna.page.getByText('Anna 2').first().waitFor();
  expect(new URL(bruno.page.url()).pathname).toBe(new URL(anna.page.url()).pathname);
  await anna.page.click('[data-start]:enabled');
  await bruno.page.waitForSelector('[data-offer]');
  // Nobody else can join, and the table is not offered any more.
  const carla = await visit(here);
  await carla.page.goto('/');
  await carla.page.waitForSelector('[data-watch-list] a');
  expect(await carla.page.locator('[data-join-list] a').count()).toBe(0);
  expectQuiet(anna, bruno, carla);
});

test('the table says how many watch, and the log when a bot plays for somebody who is away', async () => {
  const anna = await visit(here);
  const bruno = await visit(here);
  const carla = await visit(here);
  const path = await startTogether(anna.page, bruno.page);
  await anna.page.waitForSelector('[data-offer]');
  expect(await anna.page.locator('[data-watching]').innerText()).toBe('');
  await carla.page.goto(path);
  await anna.page.locator('[data-watching]', { hasText: 'One person is watching' }).waitFor();
  await bruno.page.goto('about:blank');
  await moveByMouse(anna.page);
  await anna.page.locator('[data-stand-in]').click();
  const played = anna.page.locator('.log li', { hasText: /Bruno.*\(a bot, while away\)/ });
  await played.first().waitFor();
  await expectAccessible(anna.page);
  expect(await anna.page.locator('.log li', { hasText: /Anna.*\(a bot/ }).count()).toBe(0);
  expectQuiet(anna, carla);
});
