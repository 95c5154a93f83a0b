//! Somebody who plays: looks at the page, does what it offers, by mouse or by keys.

import type { Page } from 'playwright-core';

/** What the page shows, read in one go. */
export interface Sight {
  over: boolean;
  split: boolean;
  /** How many tickets are offered and how many are chosen. */
  offered: number;
  keep: boolean;
  leave: boolean;
  pay: boolean;
  passengers: number;
  tourists: number;
  place: boolean;
  pins: number;
  /** Routes that can be claimed, the most expensive first. */
  routes: number[];
  deck: boolean;
  market: number[];
  tickets: boolean;
  pass: boolean;
  curtain: boolean;
  passOn: boolean;
  /** An own move is on its way to the server. */
  busy: boolean;
  revision: string;
}

export function look(page: Page): Promise<Sight> {
  return page.evaluate(() => {
    const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
    const ready = (element: Element): boolean =>
      !(element as HTMLButtonElement).disabled && element.getAttribute('aria-disabled') !== 'true';
    const enabled = (selector: string): boolean => all(selector).some(ready);
    const cards = (label: string): number => Number(/(\d+) (card|cart)/.exec(label)?.[1] ?? 0);
    return {
      over: all('[data-rematch], [data-skip], [data-again]').length > 0,
      split: enabled('[data-split]'),
      offered: all('[data-offer]').length,
      keep: enabled('[data-keep]'),
      leave: enabled('[data-leave]'),
      pay: enabled('[data-pay]'),
      passengers: all('[data-passenger]').length,
      tourists: all('[data-tourist]').length,
      place: enabled('[data-place]'),
      pins: all('[data-pin]').length,
      routes: all('path[data-route]')
        .filter((path) => /you can claim it|puoi prenderla/.test(path.getAttribute('aria-label') ?? ''))
        .sort(
          (one, other) => cards(other.getAttribute('aria-label') ?? '') - cards(one.getAttribute('aria-label') ?? ''),
        )
        .map((path) => Number(path.getAttribute('data-route'))),
      deck: enabled('[data-deck]'),
      market: all('[data-slot]')
        .filter(ready)
        .map((card) => Number(card.getAttribute('data-slot'))),
      tickets: enabled('[data-tickets]'),
      pass: enabled('[data-pass]'),
      curtain: all('[data-show]').length > 0,
      passOn: all('[data-pass-on]').length > 0,
      busy: all('[data-status][aria-busy="true"]').length > 0,
      revision: document.querySelector('[data-status]')?.textContent ?? '',
    };
  });
}

/** Makes a table for two on Berlin and returns its path. */
export async function makeTable(page: Page, name: string): Promise<string> {
  await page.goto('/');
  await page.click('[data-friends]');
  await page.getByRole('button', { name: 'Berlin' }).click();
  await page.fill('[data-name="0"]', name);
  await page.click('[data-make]:enabled');
  await page.waitForSelector('[data-link]');
  return new URL(await page.inputValue('[data-link]')).pathname;
}

/** Anna makes a table, Bruno joins by its link, and the game begins; returns the table's path. */
export async function startTogether(anna: Page, bruno: Page): Promise<string> {
  const path = await makeTable(anna, 'Anna');
  await bruno.goto(path);
  await bruno.fill('[data-join-name]', 'Bruno');
  await bruno.click('[data-join]');
  await anna.click('[data-start]:enabled');
  return path;
}

/** How many cards the player holds. */
export async function handSize(page: Page): Promise<number> {
  return Number(/\d+/.exec(await page.locator('.hand h2').innerText())?.[0]);
}

/** How many cards somebody drew, by the lines of the log: the two cards of a turn are one line. */
export function cardsDrawn(log: string[], player: string): number {
  const theirs = log.filter((line) => line.startsWith(`${player} draws`) || line.startsWith(`${player} takes`));
  return theirs.reduce((sum, line) => sum + (/ and( |$)| two /.test(line) ? 2 : 1), 0);
}

/** Where on the screen a point of a route is: 0 is one end, 1 the other. */
export async function routePoint(page: Page, route: number, along = 0.5): Promise<{ x: number; y: number }> {
  return page.evaluate(
    async ([id, part]) => {
      // A board that has just been given more room is drawn again with the next frames.
      const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
      await frame();
      await frame();
      await frame();
      const path = document.querySelector<SVGPathElement>(`path[data-route="${id}"]`);
      const matrix = path?.getScreenCTM();
      if (!path || !matrix) throw new Error(`no route ${id}`);
      const { x, y } = path.getPointAtLength(path.getTotalLength() * part).matrixTransform(matrix);
      return { x, y };
    },
    [route, along] as const,
  );
}

/** Claims a route with the mouse, answering the question if there is one. */
export async function clickRoute(page: Page, route: number, delay = 0): Promise<void> {
  const { x, y } = await routePoint(page, route);
  await page.mouse.click(x, y, { delay });
}

/** Waits until the page shows something else than before, or the turn is over. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector('[data-status][aria-busy="true"], [data-board][aria-busy="true"]')) return false;
    const ready = (element: Element): boolean =>
      !(element as HTMLButtonElement).disabled && element.getAttribute('aria-disabled') !== 'true';
    const shown = (selector: string): boolean => [...document.querySelectorAll(selector)].some(ready);
    // With no cards left to draw, a route may be all there is to take.
    return shown(
      'path[data-route][aria-label*="you can claim it"], path[data-route][aria-label*="puoi prenderla"], [data-split], [data-offer], [data-leave], [data-pay], [data-passenger], [data-tourist], [data-place], [data-pin], [data-deck], [data-slot], [data-tickets], [data-pass], [data-show], [data-pass-on], [data-rematch], [data-skip], [data-again]',
    );
  });
}

/** Waits until one of several pages has something to do. */
export async function anySettled(pages: Page[]): Promise<void> {
  await Promise.any(pages.map((page) => settled(page)));
}

/** Does one thing by mouse; says whether the game goes on. `delay`: how long the button of the mouse is held, in milliseconds. */
export async function moveByMouse(page: Page, delay = 0): Promise<boolean> {
  await settled(page);
  return act(page, await look(page), delay);
}

/** Answers what is asked before, until tickets are offered. */
export async function untilTickets(page: Page): Promise<void> {
  for (let move = 0; move < 10; move++) {
    await settled(page);
    const sight = await look(page);
    if (sight.offered > 0) return;
    await act(page, sight);
  }
  throw new Error('no tickets were offered');
}

/** Clicks what goes away by that. */
async function clickAway(page: Page, selector: string, delay: number): Promise<void> {
  await page.click(selector, { delay });
  await page.waitForSelector(selector, { state: 'detached' });
}

/** Does one of the things that are to be seen. */
export async function act(page: Page, sight: Sight, delay = 0): Promise<boolean> {
  if (sight.over) return false;
  if (sight.curtain) await clickAway(page, '[data-show]', delay);
  else if (sight.passOn) await clickAway(page, '[data-pass-on]', delay);
  else if (sight.split) await page.click('[data-split="3"], [data-split]', { delay });
  else if (sight.offered > 0) {
    for (let ticket = 0; ticket < sight.offered && !(await page.locator('[data-keep]').isEnabled()); ticket++)
      await page.click(`[data-offer="${ticket}"]`, { delay });
    await clickAway(page, '[data-keep]', delay);
  } else if (sight.pins > 0) await page.locator('[data-pin]').first().click({ delay });
  else if (sight.pay) await page.locator('[data-pay]').first().click({ delay });
  else if (sight.passengers > 0) await page.locator('[data-passenger]').first().click({ delay });
  else if (sight.tourists > 0) await page.locator('[data-tourist]').first().click({ delay });
  else if (sight.place) await page.locator('[data-place]').first().click({ delay });
  else if (sight.leave) await page.click('[data-leave]', { delay });
  else if (sight.routes[0] !== undefined) await clickRoute(page, sight.routes[0], delay);
  else if (sight.deck) await page.click('[data-two]', { delay });
  else if (sight.market[0] !== undefined) await page.click(`[data-slot="${sight.market[0]}"]`, { delay });
  else if (sight.tickets) await page.click('[data-tickets]', { delay });
  else if (sight.pass) await page.click('[data-pass]', { delay });
  return true;
}

/** Plays to the end. */
export async function playToEnd(
  page: Page,
  move: (page: Page) => Promise<boolean> = (page) => moveByMouse(page),
  atMost = 1500,
): Promise<void> {
  for (let turn = 0; turn < atMost; turn++) if (!(await move(page))) return;
  throw new Error(`the game did not end in ${atMost} moves: ${(await look(page)).revision}`);
}

/** Lets each of them move when it is their turn, until the game is over. */
export async function playTogether(
  pages: Page[],
  between: (round: number) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let round = 0; round < 900; round++) {
    const playing: Page[] = [];
    for (const page of pages) {
      const sight = await look(page);
      if (!sight.over) playing.push(page);
      if (!sight.over && !sight.busy) await act(page, sight);
    }
    if (playing.length === 0) return;
    await between(round);
    await anySettled(playing);
  }
  throw new Error('the game did not end');
}
