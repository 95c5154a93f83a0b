//! A whole game without a mouse.

import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { cardsDrawn, look, playToEnd, settled, type Sight } from './player';
import { expectQuiet, expectQuietOffline, install, PATIENCE, useServer, visit } from './support';

const here = useServer();

/** Presses Tab until what has the focus matches. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let press = 0; press < 120; press++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tab key does not lead to ${selector}`);
}

/** Types a city's letters on the board and takes the route from the list. */
async function claimBySearch(page: Page, route: number): Promise<void> {
  const label = await page.locator(`path[data-route="${route}"]`).getAttribute('aria-label');
  const [city = ''] = (label ?? '').split(' – ');
  await page.keyboard.press('/');
  await page.waitForSelector('.search input');
  await page.keyboard.type(city);
  await tabTo(page, `[data-find-route="${route}"]`);
  await page.keyboard.press('Enter');
}

/** Walks from route to route with the arrow keys until one can be claimed. */
async function claimByArrows(page: Page): Promise<boolean> {
  await tabTo(page, 'path[data-route]');
  await page.keyboard.press('Home');
  for (let step = 0; step < 40; step++) {
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    if (label.includes('you can claim it')) {
      await page.keyboard.press('Enter');
      return true;
    }
    await page.keyboard.press(step % 4 === 3 ? 'ArrowDown' : step % 8 < 4 ? 'ArrowRight' : 'ArrowLeft');
  }
  return false;
}

let arrows = 0;
let searches = 0;
/** The questions that were answered by a button. */
const answered = new Set<string>();

/** What answers the question that the page asks, if it asks one beside the board. */
function asked(sight: Sight): string | undefined {
  const questions: [boolean, string][] = [
    [sight.split, '[data-split]'],
    [sight.passengers > 0, '[data-passenger]'],
    [sight.tourists > 0, '[data-tourist]'],
    [sight.place, '[data-place]'],
    [sight.leave, '[data-leave]'],
  ];
  return questions.find(([is]) => is)?.[1];
}

async function moveByKeys(page: Page): Promise<boolean> {
  await settled(page);
  const sight = await look(page);
  if (sight.over) return false;
  const question = asked(sight);
  if (sight.offered > 0) {
    await tabTo(page, '[data-offer="0"]');
    await page.keyboard.press('Space');
    if (!(await page.locator('[data-keep]').isEnabled())) {
      await tabTo(page, '[data-offer="1"]');
      await page.keyboard.press('Space');
    }
    await tabTo(page, '[data-keep]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-keep]', { state: 'detached' });
  } else if (sight.pins > 0) {
    await tabTo(page, '[data-pin]');
    await page.keyboard.press('Enter');
  } else if (question !== undefined) {
    await tabTo(page, question);
    await page.keyboard.press('Enter');
    answered.add(question);
  } else if (sight.routes[0] !== undefined) {
    if (arrows < 3 && (await claimByArrows(page))) arrows++;
    else {
      await claimBySearch(page, sight.routes[0]);
      searches++;
    }
  } else if (sight.deck) await page.keyboard.press('0');
  else if (sight.market[0] !== undefined) await page.keyboard.press(String(sight.market[0] + 1));
  else if (sight.tickets) await page.keyboard.press('9');
  else if (sight.pass) {
    await tabTo(page, '[data-pass]');
    await page.keyboard.press('Enter');
  }
  return true;
}

test('Germany by keyboard alone: the decks of tickets, a passenger at an end', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'germany', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  answered.clear();
  for (let move = 0; move < 60 && !answered.has('[data-passenger]'); move++) await moveByKeys(page);
  expect([...answered]).toEqual(['[data-split]', '[data-passenger]']);
  expectQuiet(visitor);
});

/** From the front page to the scores. */
async function playByKeys(page: Page): Promise<void> {
  await page.goto('/');
  await page.waitForSelector('[data-solo]:enabled');
  await tabTo(page, '[data-solo]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-offer], [data-place]');
  await playToEnd(page, moveByKeys);
  await page.waitForSelector('.ranking');
  await page.waitForFunction(() =>
    / wins! |You win! | share the victory! /.test(document.querySelector('[data-told]')?.textContent ?? ''),
  );
  expect(arrows).toBeGreaterThan(0);
  expect(searches).toBeGreaterThan(0);
}

test('a whole game by keyboard alone on San Francisco', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'san_francisco', bots: ['beginner'] } } });
  await playByKeys(visitor.page);
  expectQuiet(visitor);
});

describe('with the server stopped', () => {
  const gone = useServer();

  test('a whole game by keyboard alone on Berlin', async () => {
    const visitor = await visit(gone, {
      serviceWorkers: 'allow',
      settings: { place: 'page', solo: { map: 'berlin', bots: ['beginner'] } },
    });
    await install(visitor.page);
    await gone.server.stop();
    await playByKeys(visitor.page);
    expect(visitor.page.url()).toContain('/t/local-');
    expectQuietOffline(visitor);
  });
});

test('every event is told once to a screen reader', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'berlin', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  await page.evaluate(() => {
    const heard: string[] = [];
    (window as unknown as { heard: string[] }).heard = heard;
    const region = document.querySelector('[data-heard]');
    const hear = (records: MutationRecord[]): void => {
      for (const node of records.flatMap((record) => [...record.addedNodes]))
        if (node.textContent?.trim()) heard.push(node.textContent);
    };
    if (region) new MutationObserver(hear).observe(region, { childList: true });
  });
  for (let move = 0; move < 16; move++) await moveByKeys(page);
  await settled(page);
  const heard = (await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).join('\n');
  const log = (await page.locator('.log li').allInnerTexts()).map((line) => line.trim());
  const count = (text: string, words: RegExp): number => [...text.matchAll(words)].length;
  expect(heard).toContain('Your turn');
  expect(count(heard, /Traveller draws/g)).toBeGreaterThan(1);
  // Alike events are told each time, and none twice. The log tells the two cards of a turn in one line.
  for (const player of ['Traveller', 'Rosa'])
    expect(count(heard, new RegExp(`${player} (draws|takes)`, 'g')), player).toBe(cardsDrawn(log, player));
  expect(count(heard, /claims/g)).toBe(log.filter((line) => line.includes('claims')).length);
});

test('the focus follows the questions, and each is heard', async () => {
  const { page } = await visit(here, { settings: { solo: { map: 'berlin', bots: ['beginner'] } } });
  const focused = (selector: string): Promise<unknown> =>
    page.waitForFunction((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  const heard = (words: string): Promise<unknown> =>
    page.waitForFunction(
      (wanted) => document.querySelector('[data-heard]')?.textContent?.includes(wanted) ?? false,
      words,
    );
  await page.goto('/');
  await page.waitForSelector('[data-solo]:enabled');
  await tabTo(page, '[data-solo]');
  await page.keyboard.press('Enter');
  await focused('.offer');
  await heard('Choose the tickets to keep');
  await moveByKeys(page);
  // The turn goes on at the board.
  await focused('path[data-route]');
  await settled(page);
  await page.keyboard.press('0');
  await heard('Draw one more card (no face-up bicycle)');
  await page.keyboard.press('0');
  await settled(page);
  // A question takes the focus from what asked it, and gives it back.
  await page.locator('[data-tickets]').focus();
  await page.keyboard.press('Enter');
  await focused('.offer');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await tabTo(page, '[data-keep]');
  await page.keyboard.press('Enter');
  await focused('[data-tickets]');
});

test('after the tickets the arrows walk on the board and letters find a city, wherever the focus is', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'usa', bots: ['beginner'] } } });
  const { page } = visitor;
  const focusedRoute = (): Promise<string> =>
    page.evaluate(() =>
      document.activeElement?.matches('path[data-route]')
        ? (document.activeElement.getAttribute('data-route') ?? '')
        : '',
    );
  await page.goto('/');
  await page.waitForSelector('[data-solo]:enabled');
  await tabTo(page, '[data-solo]');
  await page.keyboard.press('Enter');
  await moveByKeys(page);
  await settled(page);
  const first = await focusedRoute();
  expect(first).not.toBe('');
  await page.keyboard.press('ArrowDown');
  expect(await focusedRoute()).not.toBe(first);
  // With the mouse the focus stays at the heading: keys lead to the board from there too.
  await page.locator('[data-status]').focus();
  await page.keyboard.press('ArrowDown');
  expect(await focusedRoute()).not.toBe('');
  await page.locator('[data-status]').focus();
  await page.keyboard.press('d');
  await page.waitForSelector('.search input');
  expect(await page.inputValue('.search input')).toBe('d');
  expectQuiet(visitor);
});

test('find a city by keys: Enter takes the best, arrows walk through the results, and the focus comes back', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'usa', bots: ['beginner'] } } });
  const { page } = visitor;
  const focused = (selector: string): Promise<unknown> =>
    page.waitForFunction((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  await moveByKeys(page);
  await settled(page);
  await tabTo(page, 'path[data-route]');
  const before = await page.evaluate(() => document.activeElement?.getAttribute('data-route'));
  await page.keyboard.press('d');
  await page.waitForSelector('.search input');
  await page.keyboard.type('enver');
  await page.getByRole('button', { name: 'Denver', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await focused('.search .place');
  await page.keyboard.press('ArrowDown');
  await focused('.search [data-find-route]');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await focused('.search input');
  // Esc gives the focus back to what opened it.
  await page.keyboard.press('Escape');
  await focused(`path[data-route="${before}"]`);
  await page.getByRole('button', { name: 'Find a city' }).press('Enter');
  await focused('.search input');
  await page.keyboard.press('Escape');
  await focused('button[aria-label="Find a city"]');
  // Enter in the field goes to the first city found, on the board.
  await page.keyboard.press('/');
  await page.keyboard.type('denver');
  await page.keyboard.press('Enter');
  await focused('path[data-route][aria-label*="Denver"]');
  // A route that can't be paid says why at its place, where the focus is.
  const { routes } = await look(page);
  const closed = await page
    .locator('path[data-route][aria-label*="Miami"]')
    .evaluateAll((all) => all.map((path) => Number(path.getAttribute('data-route'))));
  const route = closed.find((one) => !routes.includes(one)) ?? 0;
  await page.keyboard.press('/');
  await page.keyboard.type('miami');
  await tabTo(page, `[data-find-route="${route}"]`);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await focused(`path[data-route="${route}"]`);
  expectQuiet(visitor);
});

test('a reason that is no longer true is not shown', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'usa', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  await moveByKeys(page);
  await settled(page);
  while ((await look(page)).routes.length === 0) {
    await page.keyboard.press('0');
    await page.waitForSelector('[data-status][aria-busy="false"]');
    await settled(page);
  }
  const route = (await look(page)).routes.at(-1) ?? 0;
  const status = (words: string): Promise<void> =>
    expect.poll(() => page.locator('[data-status]').innerText(), { timeout: PATIENCE }).toContain(words);
  await status('Your turn');
  await page.keyboard.press('0');
  await status('Draw one more card');
  const one = page.locator(`path[data-route="${route}"]`);
  await one.focus();
  await page.locator('.bubble').getByText("You can't do that now").waitFor();
  await page.keyboard.press('0');
  await status('Your turn');
  // Nobody has claimed it meanwhile: the words would be others.
  expect((await look(page)).routes).toContain(route);
  await page.locator('[data-status]').focus();
  await page.keyboard.press('ArrowDown');
  await one.focus();
  await page.locator('.bubble').waitFor();
  expect(await page.locator('.bubble').innerText()).not.toContain("You can't do that");
  expectQuiet(visitor);
});

test('a new page is heard: its title, and the focus at its heading', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'berlin', bots: ['beginner'] } } });
  const { page } = visitor;
  const atHeading = (words: string | RegExp): Promise<void> =>
    expect
      .poll(
        () =>
          page.evaluate(() =>
            document.activeElement?.matches('h1') ? document.activeElement.textContent?.trim() : '',
          ),
        { timeout: PATIENCE },
      )
      .toMatch(words);
  const titled = (words: string | RegExp): Promise<void> =>
    expect.poll(() => page.title(), { timeout: PATIENCE }).toMatch(words);
  await page.goto('/');
  await page.waitForSelector('[data-solo]:enabled');
  // Nobody is moved about on the page that the browser loaded: it reads that by itself.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await page.getByRole('link', { name: 'Play with friends', exact: false }).first().press('Enter');
  await atHeading('Play with friends');
  await titled(/^Play with friends · Capolinea$/);
  await page.goBack();
  await atHeading('Capolinea');
  await titled(/^Capolinea$/);
  await page.getByRole('link', { name: 'How to play' }).press('Enter');
  await atHeading('How to play North America');
  await page.getByRole('link', { name: 'Berlin' }).press('Enter');
  await atHeading('How to play Berlin');
  await titled(/^How to play Berlin · Capolinea$/);
  // A table, and the game that begins on the same page.
  await page.goto('/');
  await page.click('[data-friends]');
  await page.fill('[data-name="0"]', 'Anna');
  await page.click('[data-make]:enabled');
  await atHeading(/^Your .* table/);
  await titled(/^Your .* table · Capolinea$/);
  await page.getByRole('combobox').selectOption('beginner');
  await page.click('[data-start]:enabled');
  await page.waitForFunction(() => document.activeElement?.matches('.offer') ?? false);
  await titled(/^● Your turn · Capolinea$/);
  expectQuiet(visitor);
});

test('the log says what it is once', async () => {
  const { page } = await visit(here, { settings: { solo: { map: 'berlin', bots: ['beginner'] } } });
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('.log');
  const named = await page.locator('.log').evaluate((log) => {
    const names: string[] = [];
    for (let element: Element | null = log; element; element = element.parentElement)
      names.push(element.getAttribute('aria-label') ?? '');
    return names.filter(Boolean);
  });
  expect(named).toEqual(['Log']);
});
