//! A replay that two people look at together, on a server; and the word why not, where there is none.

import { expect, test } from 'vitest';
import { playToEnd, playTogether, startTogether } from './player';
import { expectAccessible, expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

test('the link of a replay brings people together: they follow, point, look alone, and lead', async () => {
  const anna = await visit(here, { settings: { place: 'server', name: 'Anna' } });
  const bruno = await visit(here, { settings: { place: 'server', name: 'Bruno' } });
  const path = await startTogether(anna.page, bruno.page);
  await playTogether([anna.page, bruno.page]);
  const replay = path.replace('/t/', '/replay/');
  const carla = await visit(here, {
    settings: { language: 'it', name: 'Carla' },
    viewport: { width: 360, height: 640 },
  });

  await anna.page.goto(`${replay}?step=5&viewer=all`);
  await anna.page.click('[data-look-together]');
  await anna.page.getByText('You lead. Send the link').waitFor();
  await expectAccessible(anna.page);
  const link = anna.page.url();
  expect(link).toContain('together');

  await carla.page.goto(link);
  await carla.page.getByText('Segui Anna.').waitFor();
  await expectAccessible(carla.page);
  await anna.page.click('[data-next]');
  await carla.page.getByText(/^6\//).waitFor();
  await anna.page.selectOption('[data-eyes]', '1');
  await carla.page.waitForFunction(() => document.querySelector<HTMLSelectElement>('[data-eyes]')?.value === '1');

  // Pointing by keyboard, seen by the other.
  await anna.page.locator('[data-board] [role="button"]').first().focus();
  await anna.page.keyboard.press('Enter');
  await carla.page.click('[data-company]');
  await carla.page.getByRole('dialog', { name: 'Guardare insieme' }).locator('.at').waitFor();
  await expectAccessible(carla.page);
  await carla.page.keyboard.press('Escape');

  // Carla looks alone, and comes back.
  await carla.page.click('[data-previous]');
  await carla.page.getByText('Guida Anna; tu guardi per conto tuo.').waitFor();
  await anna.page.click('[data-next]');
  await anna.page.getByText(/^7\//).waitFor();
  expect(await carla.page.locator('[data-step]').textContent()).toMatch(/^5\//);
  await carla.page.click('[data-follow]');
  await carla.page.getByText(/^7\//).waitFor();

  await anna.page.click('[data-hand-over]');
  await carla.page.getByText('Guidi tu; gli altri ti seguono.').waitFor();
  await carla.page.click('[data-next]');
  await anna.page.getByText(/^8\//).waitFor();
  await carla.page.close();
  await anna.page.getByText('You lead.').waitFor();
  await anna.page.click('[data-leave-together]');
  await anna.page.waitForSelector('[data-together]', { state: 'detached' });
  expectQuiet(anna, bruno);
  await Promise.all([anna, bruno, carla].map(({ page }) => page.context().close()));
});

test('the link of a replay is offered only where others can open it', async () => {
  for (const [place, words] of [
    ['server', 'Nobody may watch this table, so nobody else can open this replay.'],
    ['page', 'This game is only in this browser'],
  ] as const) {
    const visitor = await visit(here, { settings: { place, solo: { map: 'berlin', bots: ['beginner'] } } });
    const { page } = visitor;
    await startSolo(page);
    await playToEnd(page);
    await page.goto(page.url().replace('/t/', '/replay/'));
    await page.waitForSelector('[data-step]');
    await page.getByText(words).waitFor();
    expect(await page.locator('[data-share], [data-look-together]').count()).toBe(0);
    expectQuiet(visitor);
    await page.context().close();
  }
  const [anna, bruno] = await Promise.all([visit(here), visit(here)]);
  const path = await startTogether(anna.page, bruno.page);
  await playTogether([anna.page, bruno.page]);
  await anna.page.goto(path.replace('/t/', '/replay/'));
  await anna.page.waitForSelector('[data-look-together]');
  expect(await anna.page.locator('[data-share]').count()).toBe(1);
  expect(await anna.page.locator('[data-audience]').count()).toBe(0);
});
