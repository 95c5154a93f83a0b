//! Moves that can be seen: cards travel, tunnels are turned over at their route, and the others' moves are shown again on the board.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { act, anySettled, clickRoute, look, moveByMouse, routePoint, settled, startTogether } from './player';
import { expectAccessible, expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

interface Seen {
  flights: string[];
  tunnels: { cards: number; extra: string; words: string }[];
}

/** Writes down everything that moves, however short. */
async function watch(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen: Seen = { flights: [], tunnels: [] };
    (window as unknown as { seen: Seen }).seen = seen;
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        if (!(node instanceof HTMLElement)) continue;
        if (node.dataset['flight']) seen.flights.push(`${node.dataset['flight']} ${node.dataset['face'] ?? ''}`.trim());
        if (node.dataset['tunnel'])
          seen.tunnels.push({
            cards: node.querySelectorAll('.front').length,
            extra: node.dataset['extra'] ?? '',
            words: node.innerText,
          });
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

test('cards fly to their owners: face up where everybody saw them, by their backs where not; nothing waits for them', async () => {
  const anna = await visit(here, { settings: { speed: 'slow' } });
  const bruno = await visit(here, { settings: { speed: 'slow' } });
  const seen = [await watch(anna.page), await watch(bruno.page)];
  await startTogether(anna.page, bruno.page);
  for (let round = 0; round < 60; round++) {
    for (const page of [anna.page, bruno.page]) {
      const sight = await look(page);
      if (!sight.busy && sight.deck && round % 2 === 0 && sight.market[0] !== undefined)
        await page.click(`[data-slot="${sight.market[0]}"]`);
      else if (!sight.busy && sight.deck && round < 8) await page.click('[data-deck]');
      else if (!sight.busy) await act(page, sight);
    }
    const [one] = await Promise.all(seen.map((read) => read()));
    if (one?.flights.some((flight) => flight.startsWith('card seat discard')) && round > 8) break;
    await anySettled([anna.page, bruno.page]);
  }
  for (const read of seen) {
    const { flights } = await read();
    // Own draws show the card; what another draws from the deck shows its back and nothing else.
    expect(flights.some((flight) => /^card deck hand (?!back)\w+$/.test(flight))).toBe(true);
    expect(flights.some((flight) => /^card slot hand (?!back)\w+$/.test(flight))).toBe(true);
    expect(flights.some((flight) => /^card slot seat (?!back)\w+$/.test(flight))).toBe(true);
    const blind = flights.filter((flight) => flight.startsWith('card deck seat'));
    expect(new Set(blind)).toEqual(new Set(['card deck seat back']));
    expect(flights.some((flight) => flight.startsWith('ticket tickets'))).toBe(true);
  }
  // A screen reader is not told twice.
  expect(await anna.page.locator('.flights').getAttribute('aria-hidden')).toBe('true');
  expectQuiet(anna, bruno);
});

test.each([
  ['the setting', { settings: { speed: 'none', solo: { map: 'berlin', bots: ['beginner'] } } }],
  [
    'the device',
    { reducedMotion: 'reduce' as const, settings: { speed: 'slow', solo: { map: 'berlin', bots: ['beginner'] } } },
  ],
])('nothing flies where %s wants no motion', async (_, options) => {
  const visitor = await visit(here, options);
  const seen = await watch(visitor.page);
  await startSolo(visitor.page);
  for (let move = 0; move < 8; move++) await moveByMouse(visitor.page);
  expect((await seen()).flights).toEqual([]);
  expectQuiet(visitor);
});

test('the cards of every tunnel are turned over at its route, with what they cost', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'europe', bots: ['beginner', 'beginner'] } } });
  const { page } = visitor;
  const seen = await watch(page);
  await startSolo(page);
  const told = async (): Promise<{ free: boolean; paid: boolean }> => {
    const { tunnels } = await seen();
    return {
      free: tunnels.some((tunnel) => tunnel.extra === '0'),
      paid: tunnels.some((tunnel) => tunnel.extra !== '0'),
    };
  };
  for (let move = 0; move < 160; move++) {
    const { free, paid } = await told();
    if ((free && paid) || !(await moveByMouse(page))) break;
  }
  expect(await told()).toEqual({ free: true, paid: true });
  for (const tunnel of (await seen()).tunnels) {
    expect(tunnel.cards).toBe(3);
    expect(tunnel.words).toMatch(tunnel.extra === '0' ? /No extra cost/ : /Costs \d more cards?/);
  }
  expectQuiet(visitor);
});

test('the cards of a tunnel make way for what is asked at the board, and for the final board', async () => {
  const visitor = await visit(here, {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    settings: { solo: { map: 'europe', bots: ['beginner', 'beginner'] } },
  });
  const { page } = visitor;
  const seen = await watch(page);
  // The time to read them never ends here: nothing but the game takes them away.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const slow = (act: () => void, time?: number): number => (time === 4200 ? 0 : setTimeout(act, time));
    Reflect.set(window, 'setTimeout', slow);
  });
  await startSolo(page);
  let asked = 0;
  for (let move = 0; move < 400; move++) {
    await settled(page);
    const sight = await look(page);
    if (sight.over) break;
    const shown = await page.locator('[data-tunnel]').count();
    const cut = await page.evaluate(() => {
      const [cards, frame] = ['[data-tunnel]', '.frame'].map((selector) =>
        document.querySelector(selector)?.getBoundingClientRect(),
      );
      return cards && frame ? cards.top < frame.top || cards.bottom > frame.bottom : false;
    });
    expect(cut, 'the cards are whole').toBe(false);
    const [route] = sight.routes;
    if (shown > 0 && route !== undefined && sight.pins === 0 && sight.offered === 0) {
      const { x, y } = await routePoint(page, route);
      await page.touchscreen.tap(x, y);
      await page.waitForSelector('[data-pin]');
      expect(await page.locator('[data-tunnel]').count()).toBe(0);
      asked++;
    } else await act(page, sight);
  }
  expect(asked).toBeGreaterThan(0);
  expect((await seen()).tunnels.length).toBeGreaterThan(0);
  await page.waitForSelector('[data-again]');
  expect(await page.locator('[data-tunnel]').count()).toBe(0);
  expectQuiet(visitor);
});

/** The routes that have wagons on the board. */
function claimed(page: Page): Promise<number> {
  return page.locator('.routes .piece').count();
}

test('the moves of the others are shown again on the board, by mouse and by keys, and can be stopped', async () => {
  const visitor = await visit(here, {
    settings: { speed: 'slow', language: 'en', solo: { map: 'berlin', bots: ['beginner', 'beginner'] } },
  });
  const { page } = visitor;
  await startSolo(page);
  // Until somebody else has claimed a route since the last own turn.
  for (let move = 0; move < 80; move++) {
    await settled(page);
    if ((await page.locator('path.fresh').count()) > 0 && (await look(page)).deck) break;
    const sight = await look(page);
    if (sight.deck && sight.pins === 0 && sight.offered === 0) await page.click('[data-two]');
    else await act(page, sight);
  }
  const pieces = await claimed(page);
  await page.getByRole('button', { name: 'Since your last turn' }).click();
  // At first the board is as it was, then the moves come one by one.
  await expect.poll(() => claimed(page)).toBeLessThan(pieces);
  await page.click('[data-since-run]');
  await expectAccessible(page);
  const stopped = await page.locator('.since li.now').count();
  const lines = page.locator('.since ol button');
  await lines.last().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => claimed(page)).toBe(pieces);
  expect(stopped).toBeLessThanOrEqual(1);
  expect(await lines.last().getAttribute('aria-current')).toBe('step');
  await page.keyboard.press('Escape');
  await page.locator('.since').waitFor({ state: 'detached' });
  expect(await claimed(page)).toBe(pieces);
  // The turn goes on as if nothing had been shown.
  const { routes } = await look(page);
  if (routes[0] !== undefined) await clickRoute(page, routes[0]);
  else await page.click('[data-deck]');
  expectQuiet(visitor);
});

test.each([
  { name: 'a phone', viewport: { width: 360, height: 640 } },
  { name: 'a phone in landscape', viewport: { width: 740, height: 360 } },
])('on $name they are shown again on a board that is in sight', async ({ viewport }) => {
  const visitor = await visit(here, {
    viewport,
    hasTouch: true,
    isMobile: true,
    settings: { language: 'it', theme: 'contrast', solo: { map: 'usa', bots: ['beginner', 'beginner', 'beginner'] } },
  });
  const { page } = visitor;
  await startSolo(page);
  for (let move = 0; move < 6; move++) {
    await settled(page);
    await act(page, await look(page));
  }
  await settled(page);
  await page.getByRole('button', { name: 'Giocatori, cronaca e chat' }).tap();
  await page.getByRole('button', { name: 'Dal tuo ultimo turno' }).tap();
  await page.waitForSelector('.since li.now');
  const covered = await page.evaluate(() => {
    const [list, board] = ['.since', '[data-board]'].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect(),
    );
    if (!list || !board) throw new Error('no list, or no board');
    const width = Math.min(list.right, board.right) - Math.max(list.left, board.left);
    const height = Math.min(list.bottom, board.bottom) - Math.max(list.top, board.top);
    return (Math.max(0, width) * Math.max(0, height)) / (board.width * board.height);
  });
  expect(covered).toBeLessThan(0.1);
  // Every move can be reached.
  const last = page.locator('.since li button').last();
  await last.scrollIntoViewIfNeeded();
  await last.tap();
  expect(await last.getAttribute('aria-current')).toBe('step');
  await expectAccessible(page);
  expectQuiet(visitor);
});
