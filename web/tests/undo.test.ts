//! Undo: one button and one key, a whole turn at a time, and words for whatever can't be undone.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { handSize, look, moveByMouse, settled, startTogether } from './player';
import { expectAccessible, expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** Waits until the status line says something. */
async function says(page: Page, words: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector('[data-status]')?.textContent?.includes(wanted) ?? false,
    words,
  );
}

/** Waits until a screen reader has been told something. */
async function tells(page: Page, words: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector('[data-heard]')?.textContent?.includes(wanted) ?? false,
    words,
  );
}

async function holds(page: Page, cards: number): Promise<void> {
  await page.waitForFunction(
    (count) => Number(/\d+/.exec(document.querySelector('.hand h2')?.textContent ?? '')?.[0]) === count,
    cards,
  );
}

test.each([
  { name: 'desktop', screen: {} },
  { name: 'phone', screen: PHONE },
])('bots agree at once to undo what was drawn, and the page says so, $name', async ({ screen }) => {
  const visitor = await visit(here, { ...screen, settings: { solo: { map: 'usa', bots: ['beginner'] } } });
  const { page } = visitor;
  await startSolo(page);
  expect(await page.getAttribute('[data-undo]', 'data-undo')).toBe('none');
  // Pressed though it is dimmed, it says why.
  await page.click('[data-undo]', { force: true });
  await says(page, 'You have no turn to undo yet.');
  await tells(page, 'You have no turn to undo yet.');
  await moveByMouse(page);
  await settled(page);
  const before = await handSize(page);
  await page.click('[data-two]');
  await holds(page, before + 2);
  await settled(page);
  await expectAccessible(page);
  await page.click('[data-undo="ask"]');
  await says(page, 'The bots agreed; your last turn was undone.');
  await tells(page, "Traveller's last turn was undone");
  // The whole turn, not the second card alone.
  expect(await handSize(page)).toBe(before);
  await settled(page);
  expect((await look(page)).deck).toBe(true);
  expectQuiet(visitor);
});

test('Ctrl+Z does what the button does', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'usa', bots: ['beginner'] } } });
  const { page } = visitor;
  await startSolo(page);
  await page.keyboard.press('Control+z');
  await tells(page, 'You have no turn to undo yet.');
  await moveByMouse(page);
  await settled(page);
  const before = await handSize(page);
  await page.click('[data-deck]');
  await holds(page, before + 1);
  await page.keyboard.press('Control+z');
  await says(page, 'The bots agreed; your last turn was undone.');
  await holds(page, before);
  expectQuiet(visitor);
});

test('a table without takebacks says why nothing can be undone', async () => {
  const { page } = await visit(here);
  const seats = [{ who: { sitter: 'here', name: 'Anna' } }, { who: { sitter: 'bot', level: 'beginner' } }];
  const data = { map: 'berlin', seats, settings: { pace: 'instant', takebacks: false }, start: true };
  const { table } = (await (await page.request.post('/api/tables', { data })).json()) as { table: string };
  await page.goto(`/t/${table}`);
  await moveByMouse(page);
  await settled(page);
  await page.click('[data-two]');
  await settled(page);
  await page.keyboard.press('Control+z');
  await tells(page, 'this table does not allow undo after that');
  await says(page, 'this table does not allow undo after that');
});

test("a claim can be undone after the bot has moved, with the bot's move", async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'usa', bots: ['beginner'] } } });
  const { page } = visitor;
  await startSolo(page);
  const claimed = (): Promise<number> => page.locator('path[data-route][aria-label*="claimed by Traveller"]').count();
  for (let move = 0; move < 60 && (await claimed()) === 0; move++) await moveByMouse(page);
  await settled(page);
  expect(await claimed()).toBe(1);
  await page.click('[data-undo]');
  await says(page, 'your last turn was undone');
  expect(await claimed()).toBe(0);
  const struck = await page.locator('.log li.undone').allInnerTexts();
  expect(struck.some((line) => line.includes('Rosa'))).toBe(true);
  expectQuiet(visitor);
});

test('a double click undoes one turn, and draws for one turn', async () => {
  const { page } = await visit(here, { settings: { solo: { map: 'usa', bots: ['beginner'] } } });
  await startSolo(page);
  await moveByMouse(page);
  await settled(page);
  const before = await handSize(page);
  const drawn: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => drawn.push(String(payload))));
  await page.reload();
  await settled(page);
  for (const turn of [1, 2]) {
    await page.locator('[data-two]').click({ clickCount: 2, delay: 20 });
    await holds(page, before + 2 * turn);
    await settled(page);
  }
  expect(drawn.filter((message) => message.includes('draw_blind'))).toHaveLength(4);
  await page.locator('[data-undo]').dblclick();
  await holds(page, before + 2);
  await settled(page);
  expect(drawn.filter((message) => message.includes('takeback'))).toHaveLength(1);
});

test('a request that is refused or withdrawn is over in words too', async () => {
  const [anna, bruno] = await Promise.all([visit(here, { settings: { language: 'it' } }), visit(here)]);
  await startTogether(anna.page, bruno.page);
  for (const { page } of [anna, bruno]) await moveByMouse(page);
  await anna.page.click('[data-undo="ask"]');
  await says(anna.page, 'Hai chiesto agli altri di annullare il tuo ultimo turno.');
  await anna.page.click('[data-withdraw]');
  await says(anna.page, 'Non lo chiedi più: il tuo ultimo turno resta valido.');
  await says(bruno.page, "Anna's last turn stands.");
  await bruno.page.click('[data-undo="ask"]');
  await anna.page.click('[data-disagree]');
  await says(bruno.page, 'Not everyone agreed: your last turn stands.');
  await tells(bruno.page, 'Not everyone agreed: your last turn stands.');
  await says(anna.page, "L'ultimo turno di Bruno resta valido.");
  expectQuiet(anna, bruno);
});
