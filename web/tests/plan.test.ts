//! Plans: the cheapest way of a ticket on the board, several tickets together, routes chosen by hand, and what to collect next.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { anySettled, look, routePoint, settled, startTogether } from './player';
import { expectAccessible, expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

/** The routes that are marked as a plan. */
function planned(page: Page): Promise<number[]> {
  return page
    .locator('[data-planned]')
    .evaluateAll((paths) => paths.map((path) => Number(path.getAttribute('data-planned'))).sort((a, b) => a - b));
}

/** Keeps all tickets of the first choice. */
async function keepAll(page: Page): Promise<void> {
  for (const ticket of await page.locator('[data-offer]').all()) await ticket.click();
  await page.click('[data-keep]');
  await page.waitForSelector('[data-ticket]');
  await settled(page);
}

test('a ticket shows its way while it is chosen, by mouse and by keys, alone and with the others', async () => {
  const visitor = await visit(here);
  const { page } = visitor;
  await startSolo(page);
  await page.waitForFunction(() => /\d+ trains · \d+ turns/.test(document.querySelector('.alone')?.textContent ?? ''));
  const all = await page.locator('[data-together]').innerText();
  expect(all).toMatch(/^All together: \d+ trains · \d+ cards, \d+ in hand · about \d+ turns/);
  await page.hover('[data-offer="0"]');
  await page.waitForSelector('[data-planned]');
  const first = await planned(page);
  await page.mouse.move(0, 0);
  await expect.poll(() => planned(page)).toEqual([]);
  await page.focus('[data-offer="1"]');
  await page.waitForSelector('[data-planned]');
  expect(await planned(page)).not.toEqual(first);
  await page.keyboard.press('Space');
  await page.click('[data-offer="0"]');
  await page.mouse.move(0, 0);
  await page.locator('[data-offer="0"]').blur();
  await expect.poll(() => page.locator('[data-together]').innerText()).toMatch(/^Chosen: /);
  await expect
    .poll(async () =>
      first.every(
        (
          (marked) => (route) =>
            marked.includes(route)
        )(await planned(page)),
      ),
    )
    .toBe(true);
  await expectAccessible(page);
  expectQuiet(visitor);
});

test('tickets and routes are pinned, stay marked, come back with the page, and are dropped', async () => {
  const visitor = await visit(here);
  const { page } = visitor;
  await startSolo(page);
  await keepAll(page);
  const [one, two] = await page.locator('[data-ticket]').all();
  if (!one || !two) throw new Error('two tickets are needed');
  await one.click();
  expect(await one.getAttribute('aria-pressed')).toBe('true');
  await page.mouse.move(0, 0);
  await one.blur();
  await page.waitForSelector('[data-plan]');
  const alone = await planned(page);
  expect(alone.length).toBeGreaterThan(0);
  expect(await page.locator('[data-plan-next]').innerText()).toMatch(/^Next: (collect|claim) /);
  // Routes in the plan are told to a screen reader, and others that can be paid are quiet.
  const label = await page.locator(`path[data-route="${alone[0]}"]`).getAttribute('aria-label');
  expect(label).toContain('in your plan');
  // By keys: the second ticket joins the plan.
  await two.focus();
  await page.keyboard.press('Enter');
  await two.blur();
  await expect.poll(async () => (await planned(page)).length).toBeGreaterThan(alone.length);
  const both = await planned(page);
  await page.reload();
  await page.waitForSelector('[data-planned]');
  expect(await planned(page)).toEqual(both);
  // A route chosen on the board is planned, not claimed.
  await page.click('[data-plan-routes]');
  await page.getByText('Choose routes on the board for your plan').first().waitFor();
  const free = await page.evaluate((known) => {
    const paths = [...document.querySelectorAll('path[data-route]')].filter(
      (path) => !known.includes(Number(path.getAttribute('data-route'))),
    );
    return Number(paths.at(-1)?.getAttribute('data-route'));
  }, both);
  const at = await routePoint(page, free);
  await page.mouse.click(at.x, at.y);
  await expect.poll(() => planned(page)).toContain(free);
  await page.locator(`path[data-route="${free}"]`).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => planned(page)).not.toContain(free);
  await page.keyboard.press('Escape');
  expect(await page.locator('[data-plan-routes]').getAttribute('aria-pressed')).toBe('false');
  await expectAccessible(page);
  await page.click('[data-plan-drop]');
  await expect.poll(() => planned(page)).toEqual([]);
  expectQuiet(visitor);
});

test('a plan follows the game: a route that is lost is said, and another way is planned', async () => {
  const anna = await visit(here);
  const bruno = await visit(here);
  await startTogether(anna.page, bruno.page);
  for (const { page } of [anna, bruno]) {
    await page.waitForSelector('[data-offer]');
    for (const ticket of await page.locator('[data-offer]').all()) await ticket.click();
    await page.click('[data-keep]');
  }
  await anna.page.waitForSelector('[data-ticket]');
  for (const ticket of await anna.page.locator('[data-ticket]').all()) await ticket.click();
  await anna.page.mouse.move(0, 0);
  await anna.page.locator('[data-ticket]').last().blur();
  await anna.page.waitForSelector('[data-planned]');
  const news = anna.page.locator('[data-plan-news]');
  /** Draws a card, or finishes a claim that was begun. */
  const draw = async (page: Page): Promise<void> => {
    const sight = await look(page);
    if (sight.over) throw new Error('nothing was lost');
    if (sight.busy || (!sight.deck && sight.pins === 0)) return;
    if (sight.pins > 0) await page.locator('[data-pin]').first().click();
    else await page.keyboard.press('0');
  };
  /** Claims a route of Anna's plan, if Bruno can pay for one. Her own last move has reached her page: it would clear the news. */
  const claimPlanned = async (): Promise<boolean> => {
    const [own, other] = [await look(bruno.page), await look(anna.page)];
    if (own.busy || !own.deck || other.busy || other.deck) return false;
    const wanted = new Set(await planned(anna.page));
    const taken = own.routes.find((route) => wanted.has(route));
    if (taken === undefined) return false;
    await bruno.page.locator(`path[data-route="${taken}"]`).focus();
    await bruno.page.keyboard.press('Enter');
    await bruno.page.waitForFunction(
      (route) =>
        document.querySelector('[data-pin]') !== null ||
        !document
          .querySelector(`path[data-route="${route}"]`)
          ?.getAttribute('aria-label')
          ?.includes('you can claim it'),
      taken,
    );
    await bruno.page.evaluate(() => document.querySelector<HTMLElement>('[data-pin]')?.click());
    return true;
  };
  let claimed = false;
  while (!claimed) {
    await anySettled([anna.page, bruno.page]);
    await draw(anna.page);
    claimed = await claimPlanned();
    if (!claimed) await draw(bruno.page);
  }
  expect(await news.innerText()).toMatch(/is gone/);
  expectQuiet(anna, bruno);
});

test('on a phone a ticket is tapped, in Italian, in the dark; every theme stands up to axe', async () => {
  const visitor = await visit(here, {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    settings: { language: 'it', theme: 'dark', solo: { map: 'berlin', bots: ['beginner'] } },
  });
  const { page } = visitor;
  await startSolo(page);
  await page.locator('[data-offer="0"]').tap();
  await page.waitForSelector('[data-planned]');
  await page.locator('[data-keep]').tap();
  await page.locator('[data-ticket]').first().tap();
  await page.waitForSelector('[data-plan]');
  expect(await page.locator('[data-plan]').innerText()).toContain('Il tuo piano');
  const box = await page.locator('[data-plan]').boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  await settled(page);
  // It tells all there is to know; once the game goes on, no more than what to collect and what comes next.
  const height = async (): Promise<number> => (await page.locator('[data-plan]').boundingBox())?.height ?? 0;
  const whole = await height();
  await page.locator('[data-two]').tap();
  await expect.poll(height).toBeLessThan(whole);
  await settled(page);
  const frame = await page.locator('.frame').boundingBox();
  expect(await height()).toBeLessThan((frame?.height ?? 0) * 0.25);
  expect(await page.locator('[data-plan-next]').innerText()).toMatch(/^Ora (prendi|raccogli) /);
  // The board can still be enlarged.
  await page.getByRole('button', { name: 'Ingrandisci' }).tap({ timeout: 10_000 });
  await page.getByRole('button', { name: 'Tutto il tabellone' }).tap({ timeout: 10_000 });
  for (const theme of ['dark', 'contrast', 'light']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await expectAccessible(page);
  }
  await page.locator('[data-plan-drop]').tap();
  await expect.poll(() => planned(page)).toEqual([]);
  expectQuiet(visitor);
});

test('highlights are a setting: the plan first, all that can be paid, or none', async () => {
  const lights = async (highlight: string): Promise<{ strong: number; quiet: number }> => {
    const { page } = await visit(here, { settings: { highlight } });
    await startSolo(page);
    await keepAll(page);
    // Some cards first, so that there is something to pay with.
    for (let turn = 0; turn < 3; turn++) {
      await page.click('[data-two]');
      await settled(page);
    }
    await page.locator('[data-ticket]').first().click();
    await page.mouse.move(0, 0);
    await page.waitForSelector('[data-planned]');
    const strong = await page.locator('rect.open:not(.quiet)').count();
    const quiet = await page.locator('rect.open.quiet').count();
    await page.context().close();
    return { strong, quiet };
  };
  const plan = await lights('plan');
  const all = await lights('all');
  const none = await lights('none');
  expect(plan.quiet).toBeGreaterThan(0);
  expect(all.quiet).toBe(0);
  expect(all.strong).toBeGreaterThan(plan.strong);
  expect(none).toEqual({ strong: 0, quiet: 0 });
});
