//! Every page: no fault for axe, nothing in the console, both languages, phone size; replay by address; size.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clickRoute, handSize, look, moveByMouse, playToEnd, routePoint, settled } from './player';
import { expectAccessible, expectQuiet, loaded, PATIENCE, startSolo, useServer, visit } from './support';

const here = useServer();

test.each(['light', 'dark', 'contrast'])('every page stands up to axe in %s colours', async (theme) => {
  const visitor = await visit(here, { settings: { theme, solo: { map: 'europe', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.waitForSelector('[data-solo]:enabled');
  await expectAccessible(page);
  for (const path of ['/new', '/new?shared', '/new?challenge', '/deals', '/help/europe', '/replay', '/nowhere']) {
    await page.goto(path);
    await page.waitForSelector('main');
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
  }
  await page.goto('/');
  await page.click('[data-settings]');
  await page.waitForSelector('dialog[open]');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  await expectAccessible(page);
  for (let move = 0; move < 12; move++) await moveByMouse(page);
  await settled(page);
  await expectAccessible(page);
  await page.click('[data-menu]');
  await expectAccessible(page);
  expectQuiet(visitor);
});

test('the click budget', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'usa', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.addInitScript(() => {
    const counter = { clicks: 0 };
    (window as unknown as { counter: typeof counter }).counter = counter;
    document.addEventListener('pointerdown', () => counter.clicks++, true);
  });
  const clicks = (): Promise<number> =>
    page.evaluate(() => (window as unknown as { counter: { clicks: number } }).counter.clicks);
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  // No reload happens between the pages, so the count goes on: a solo game is one click.
  expect(await clicks()).toBe(1);
  await moveByMouse(page);

  const seen = new Set<string>();
  for (let turn = 0; turn < 400 && seen.size < 4; turn++) {
    await settled(page);
    const sight = await look(page);
    if (sight.over) break;
    const before = await clicks();
    const labels = await Promise.all(
      sight.routes.map((route) => page.locator(`path[data-route="${route}"]`).getAttribute('aria-label')),
    );
    const gray = labels.findIndex((label) => label?.includes(', grey,'));
    const colored = labels.findIndex((label) => !label?.includes(', grey,'));
    // What was seen before is not claimed again: the hand grows until the other can be.
    const wanted = !seen.has('colored') && colored >= 0 ? colored : seen.has('gray') ? -1 : gray;
    const route = sight.routes[wanted];
    if (sight.pins === 0 && route !== undefined) {
      await clickRoute(page, route);
      if ((await look(page)).pins > 0) {
        await page.locator('[data-pin]').first().click();
        await page.waitForSelector('[data-pin]', { state: 'detached' });
        if (wanted === gray) {
          expect((await clicks()) - before).toBe(2);
          seen.add('gray');
        }
      } else if (wanted === colored) {
        expect((await clicks()) - before).toBe(1);
        seen.add('colored');
        // What leaked nothing can be taken back with one click, until the next player acts.
      }
      continue;
    }
    if (!seen.has('open') && sight.market.length > 1 && sight.deck) {
      const slots = await page
        .locator('[data-slot]:not([data-card="wild"], [aria-disabled="true"])')
        .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-slot')));
      if (slots.length > 1) {
        await page.click(`[data-slot="${slots[0]}"]`);
        await settled(page);
        await page.locator('[data-slot][aria-disabled="false"]').first().click();
        expect((await clicks()) - before).toBe(2);
        seen.add('open');
        continue;
      }
    }
    if (sight.deck && !sight.pins) {
      const held = await handSize(page);
      await page.click('[data-two]');
      await expect.poll(() => handSize(page), { timeout: PATIENCE }).toBe(held + 2);
      expect((await clicks()) - before).toBe(1);
      seen.add('two');
      continue;
    }
    await moveByMouse(page);
  }
  expect([...seen].sort()).toEqual(['colored', 'gray', 'open', 'two']);
  expectQuiet(visitor);
});

test('a refusal says why at the place, and leads to its rule', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'usa', bots: ['beginner'] } } });
  const { page } = visitor;
  await startSolo(page);
  await moveByMouse(page);
  await settled(page);
  const { routes } = await look(page);
  const all = await page
    .locator('path[data-route]')
    .evaluateAll((paths) => paths.map((path) => Number(path.getAttribute('data-route'))));
  const closed = all.filter((route) => !routes.includes(route));
  await clickRoute(page, closed[0] ?? 0);
  const bubble = page.locator('[role="alert"]');
  await bubble.waitFor();
  expect(await bubble.innerText()).toMatch(/You need \d more .*cards?|Not your turn/);
  // It says which route is meant.
  const [name = ''] = ((await page.locator(`path[data-route="${closed[0]}"]`).getAttribute('aria-label')) ?? '').split(
    ',',
  );
  expect(name).toContain(' – ');
  expect(await bubble.innerText()).toContain(name);
  const link = await bubble.locator('a').getAttribute('href');
  expect(link).toMatch(/^\/help\/usa#[A-Z]\d\d$/);
  await page.goto(link ?? '/');
  await page.waitForSelector('.found');
  expectQuiet(visitor);
});

test('cards that are lifted take their number along', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'usa', bots: ['beginner'] } } });
  const { page } = visitor;
  await startSolo(page);
  await moveByMouse(page);
  await settled(page);
  while ((await look(page)).routes.length === 0) await moveByMouse(page).then(() => settled(page));
  await page.mouse.move(0, 0);
  /** How far the number stands below the top of the front card, and how high that card is lifted. */
  const stacks = (): Promise<{ apart: number; lifted: boolean }[]> =>
    page.locator('.hand .stack').evaluateAll((all) =>
      all.map((stack) => {
        const [card, count] = ['.card:last-child', '.count'].map(
          (selector) => stack.querySelector(selector)?.getBoundingClientRect().top ?? NaN,
        );
        return { apart: Math.round((count ?? NaN) - (card ?? NaN)), lifted: stack.matches('.lifted') };
      }),
    );
  const before = await stacks();
  expect(before.some(({ lifted }) => lifted)).toBe(false);
  const { x, y } = await routePoint(page, (await look(page)).routes[0] ?? 0);
  await page.mouse.move(x, y);
  await expect.poll(async () => (await stacks()).some(({ lifted }) => lifted), { timeout: PATIENCE }).toBe(true);
  await expect
    .poll(async () => (await stacks()).map(({ apart }) => apart), { timeout: PATIENCE })
    .toEqual(before.map(({ apart }) => apart));
  const front = await page
    .locator('.hand .lifted .card:last-child')
    .first()
    .evaluate((card) => getComputedStyle(card).transform);
  expect(front).not.toBe('none');
  expectQuiet(visitor);
});

test('a gray route that can not be paid asks for cards of one colour, whichever', async () => {
  for (const [language, words] of [
    ['en', /^You need \d more cards? of one colour/],
    ['it', /^Ti serv\S+ ancora \d cart[ae] dello stesso colore/],
  ] as const) {
    const visitor = await visit(here, { settings: { language, solo: { map: 'usa', bots: ['beginner'] } } });
    const { page } = visitor;
    await startSolo(page);
    await moveByMouse(page);
    await settled(page);
    // The most expensive gray route: nobody begins with that many cards of a colour.
    const gray = await page.locator('path[data-route]').evaluateAll((paths) => {
      const asked = (path: Element): number =>
        Number(/(?:grey|grigi\S*), (\d)/.exec(path.getAttribute('aria-label') ?? '')?.[1] ?? 0);
      return Number([...paths].sort((one, other) => asked(other) - asked(one))[0]?.getAttribute('data-route'));
    });
    await clickRoute(page, gray);
    const why = page.locator('[role="alert"] em');
    await why.waitFor();
    expect(await why.innerText()).toMatch(words);
    expectQuiet(visitor);
  }
});

test('a file that is no record says so in plain words, in both languages', async () => {
  for (const [language, words] of [
    ['en', 'this is not a Capolinea game file'],
    ['it', 'questo non è il file di una partita'],
  ] as const) {
    const { page } = await visit(here, { settings: { language } });
    await page.goto('/replay');
    for (const text of ['{"some": "other file"}', 'Dear diary', '{"format": "capolinea record", "version"']) {
      await page.setInputFiles('[data-record]', {
        name: 'notes.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
      const told = page.getByRole('alert').filter({ hasText: words });
      await told.waitFor();
      expect(await told.innerText()).not.toMatch(/line \d|column|missing field|expected/);
    }
  }
});

test('a finished game is replayed step by step, from a link to any moment, and from a file', async () => {
  const visitor = await visit(here, { settings: { name: 'Viaggiatore', solo: { map: 'berlin', bots: ['beginner'] } } });
  const { page } = visitor;
  await startSolo(page);
  await playToEnd(page);
  await page.waitForSelector('[data-again]');
  // Counted again, nothing tells the end before it comes.
  expect(await page.locator('.ranking .place').count()).toBe(2);
  await page.click('[data-again]');
  await page.waitForSelector('[data-skip]');
  expect(await page.locator('.ranking .place').count()).toBe(0);
  await page.click('[data-skip]');
  expect(await page.locator('.ranking .place').count()).toBe(2);
  for (const size of [
    { width: 360, height: 640 },
    { width: 844, height: 390 },
    { width: 1000, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    const broken = await page.locator('.ranking .name').evaluateAll(
      (names) =>
        names.filter((name) => {
          const words = document.createRange();
          words.selectNodeContents(name);
          return words.getClientRects().length > 1;
        }).length,
    );
    expect(broken, `${size.width}`).toBe(0);
  }
  const table = new URL(page.url()).pathname.split('/')[2] ?? '';
  await page.goto(`/replay/${table}?step=20&viewer=0`);
  await page.waitForSelector('[data-step]');
  expect(await page.locator('[data-step]').innerText()).toMatch(/^20\//);
  expect(await page.locator('.hand').count()).toBe(1);
  await page.click('[data-next]');
  expect(page.url()).toContain('step=21');
  await page.click('[data-previous]');
  await page.selectOption('[data-eyes]', '');
  await page.waitForFunction(() => document.querySelectorAll('.hand').length === 0);
  await expectAccessible(page);
  await page.selectOption('[data-eyes]', 'all');
  await page.waitForSelector('[data-hand]');
  expect(await page.locator('[data-hand]').count()).toBe(2);
  expect(page.url()).toContain('viewer=all');
  await expectAccessible(page);
  await page.click('[data-last]');
  await page.waitForSelector('.ranking');
  const total = await page.locator('.ranking .total').first().innerText();

  const record = await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/record`)).text(), table);
  await page.goto('/replay');
  await page.setInputFiles('[data-record]', {
    name: 'holidays.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.alloc(5_000_000),
  });
  await page.getByRole('alert').filter({ hasText: 'too large' }).waitFor();
  await page.setInputFiles('[data-record]', {
    name: 'game.json',
    mimeType: 'application/json',
    buffer: Buffer.from(record),
  });
  await page.waitForSelector('[data-last]');
  await page.click('[data-last]');
  await page.waitForSelector('.ranking');
  expect(await page.locator('.ranking .total').first().innerText()).toBe(total);
  expectQuiet(visitor);
});

test('Italian: every word of a game, switched in place', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'europe', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-language]');
  // The words are fetched only now.
  await page.waitForFunction(() => document.documentElement.lang === 'it');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  const words = await page.locator('body').innerText();
  expect(words).toContain('Scegli i biglietti');
  for (const english of ['Choose', 'ticket', 'Your', 'hand', 'Draw', 'Since', 'turn'])
    expect(words).not.toMatch(new RegExp(`\\b${english}\\b`));
  // The names are drawn last.
  await page.locator('svg text', { hasText: 'Londra' }).first().waitFor();
  expect(await page.locator('svg text').allTextContents()).toEqual(
    expect.arrayContaining(['Londra', 'Parigi', 'Mosca']),
  );
  await page.goto('/help/germany');
  await page.getByText('Come si gioca: Germania').waitFor();
  expectQuiet(visitor);
});

test('a phone of 360 px: no sideways scrolling, tap and pin, a whole game', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const visitor = await visit(here, { ...phone, settings: { solo: { map: 'berlin', bots: ['beginner'] } } });
  const { page } = visitor;
  const sideways = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  for (const path of ['/', '/new', '/deals', '/help/europe', '/replay']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(await sideways(), path).toBe(0);
  }
  await startSolo(page);
  expect(await sideways()).toBe(0);
  await expectAccessible(page);
  let taps = 0;
  /** What the status line says, where that can't be read. */
  const unread = new Set<string>();
  await playToEnd(page, async (page) => {
    await settled(page);
    const said = await page.evaluate(() => {
      const line = document.querySelector('[data-status] .brief');
      const isCut = !line || line.clientWidth < 80 || line.scrollHeight > line.clientHeight + 2;
      return isCut && !document.querySelector('[data-whole]') ? (line?.textContent ?? 'nothing') : '';
    });
    if (said) unread.add(said);
    const sight = await look(page);
    const route = sight.routes[0];
    if (sight.over || sight.pins > 0 || sight.offered > 0 || route === undefined) return moveByMouse(page);
    const point = await routePoint(page, route);
    await page.touchscreen.tap(point.x, point.y);
    // Touch never claims at once: a pin asks first.
    await page.waitForSelector('[data-pin], [role="alert"]');
    await page.locator('[data-pin]').first().tap();
    // A tap is acted upon a moment later.
    await page.waitForSelector('[data-pin]', { state: 'detached' });
    taps++;
    return true;
  });
  expect(taps).toBeGreaterThan(2);
  expect([...unread]).toEqual([]);
  expectQuiet(visitor);
});

test('small: what a browser loads for its first game page', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'europe', bots: ['beginner'] } } });
  await startSolo(visitor.page);
  // Somebody who comes for the first time, by the game's link.
  const fresh = await visit(here, { storageState: await visitor.page.context().storageState() });
  const { script, all } = await loaded(fresh.page, new URL(visitor.page.url()).pathname);
  expect(script).toBeGreaterThan(10_000);
  expect(script).toBeLessThan(110 * 1024);
  expect(all).toBeLessThan(220 * 1024);
  expectQuiet(visitor, fresh);
});

test('it can be installed: a manifest with icons that are there', async () => {
  const { page } = await visit(here);
  await page.goto('/');
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as { icons: { src: string }[] };
  for (const icon of manifest.icons) expect((await page.request.get(icon.src)).status(), icon.src).toBe(200);
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  expect((await page.request.get(link ?? '')).status()).toBe(200);
});
