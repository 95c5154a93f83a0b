//! Nothing that appears moves what is under the pointer.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { act, handSize, look, moveByMouse, settled, startTogether, untilTickets } from './player';
import { expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

const SCREENS = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'small desktop', width: 1024, height: 640 },
  { name: 'phone', width: 360, height: 640 },
  { name: 'phone in landscape', width: 844, height: 390 },
];

/** Remembers where everything is that can be pressed. */
async function remember(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown = [...document.querySelectorAll('button, .frame, [data-seat], .hand, .tickets')].filter((element) =>
      element.checkVisibility(),
    );
    const places = shown.map((element) => ({ element, before: element.getBoundingClientRect() }));
    (window as unknown as { places: typeof places }).places = places;
  });
}

/** What has moved since, of all that is still there. */
function moved(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { places } = window as unknown as { places: { element: Element; before: DOMRect }[] };
    const still = places.filter(({ element }) => element.isConnected && element.checkVisibility());
    if (still.length < 8) throw new Error(`only ${still.length} things are still there`);
    return still.flatMap(({ element, before }) => {
      const after = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      return Math.abs(after.x - before.x) + Math.abs(after.y - before.y) > 1
        ? [`${name}: ${before.x} ${before.y} to ${after.x} ${after.y}`]
        : [];
    });
  });
}

test.each(SCREENS)('a refusal beside the decks leaves everything in its place, $name', async ({ width, height }) => {
  const phone = width < 900 ? { hasTouch: true, isMobile: true } : {};
  for (const map of ['usa', 'berlin']) {
    const visitor = await visit(here, {
      viewport: { width, height },
      ...phone,
      settings: { solo: { map, bots: ['beginner'] } },
    });
    const { page } = visitor;
    await startSolo(page);
    await moveByMouse(page);
    await settled(page);
    // Not by the mouse: a card under the pointer is lifted.
    await page.keyboard.press('0');
    await page.waitForSelector('[data-tickets][aria-disabled="true"]');
    await remember(page);
    const held = await handSize(page);
    await page.locator('[data-tickets]').dblclick({ force: true });
    await page.waitForSelector('.market .note');
    expect(await moved(page)).toEqual([]);
    expect(await handSize(page), 'no card is drawn by the second click').toBe(held);
    // It can be read: all of it is on the screen, and it covers no deck.
    const note = await page.locator('.market .note').boundingBox();
    expect(note && note.x >= 0 && note.y >= 0 && note.x + note.width <= width && note.y + note.height <= height).toBe(
      true,
    );
    expect(
      await page.evaluate(() => {
        const [note, ...decks] = ['.market .note', '[data-deck]', '[data-tickets]'].map((selector) =>
          document.querySelector(selector)?.getBoundingClientRect(),
        );
        return decks.some(
          (deck) =>
            note &&
            deck &&
            note.left < deck.right &&
            note.right > deck.left &&
            note.top < deck.bottom &&
            note.bottom > deck.top,
        );
      }),
    ).toBe(false);
    expectQuiet(visitor);
    await page.context().close();
  }
});

test.each(SCREENS)('nor do what others undo and a player who goes away, $name', async ({ width, height }) => {
  const phone = width < 900 ? { hasTouch: true, isMobile: true } : {};
  const anna = await visit(here, { viewport: { width, height }, ...phone });
  const bruno = await visit(here);
  await startTogether(anna.page, bruno.page);
  await anna.page.waitForSelector('[data-offer]');
  await remember(anna.page);
  await moveByMouse(bruno.page);
  await bruno.page.click('[data-undo="now"]');
  await anna.page.getByText('Bruno undoes their last turn').first().waitFor({ state: 'attached' });
  expect(await moved(anna.page)).toEqual([]);
  await bruno.page.goto('about:blank');
  // On a phone the players are hidden while tickets are chosen.
  await anna.page.waitForSelector('[data-seat="1"].away', { state: 'attached' });
  expect(await moved(anna.page)).toEqual([]);
  expectQuiet(anna);
});

test.each(SCREENS)(
  'the question whether a turn may be undone covers nothing that can be pressed, $name',
  async ({ width, height }) => {
    const phone = width < 900 ? { hasTouch: true, isMobile: true } : {};
    const anna = await visit(here, { viewport: { width, height }, ...phone });
    const bruno = await visit(here);
    await startTogether(anna.page, bruno.page);
    for (const { page } of [bruno, anna]) await moveByMouse(page);
    await bruno.page.waitForSelector('[data-undo="ask"]');
    await anna.page.waitForSelector('[data-undo="ask"]');
    await remember(anna.page);
    await bruno.page.click('[data-undo="ask"]');
    await anna.page.waitForSelector('[data-agree]');
    expect(await moved(anna.page)).toEqual([]);
    const covered = await anna.page.evaluate(() => {
      const vote = document.querySelector('.vote')?.getBoundingClientRect();
      const pressed = [...document.querySelectorAll('button')].filter(
        (button) => button.checkVisibility() && !button.closest('.vote'),
      );
      return pressed
        .filter((button) => {
          const place = button.getBoundingClientRect();
          return (
            vote &&
            place.left < vote.right &&
            place.right > vote.left &&
            place.top < vote.bottom &&
            place.bottom > vote.top
          );
        })
        .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    });
    expect(covered).toEqual([]);
    expectQuiet(anna);
  },
);

const PHONES = SCREENS.filter(({ name }) => name.startsWith('phone'));

test.each(PHONES)('passengers to pick up, and those held, move nothing, $name', async ({ width, height }) => {
  const visitor = await visit(here, {
    viewport: { width, height },
    hasTouch: true,
    isMobile: true,
    settings: { solo: { map: 'germany', bots: ['beginner', 'beginner'] } },
  });
  const { page } = visitor;
  await startSolo(page);
  await untilTickets(page);
  await moveByMouse(page);
  for (let move = 0; move < 60; move++) {
    await settled(page);
    const sight = await look(page);
    if (sight.passengers > 0) break;
    await remember(page);
    await act(page, sight);
  }
  await page.waitForSelector('[data-passenger]');
  expect(await moved(page)).toEqual([]);
  // The first is taken: the others stay where they are, and so does "Skip".
  const offered = await page.locator('[data-passenger]').count();
  expect(offered).toBeGreaterThan(1);
  await remember(page);
  await page.locator('[data-passenger]').first().tap();
  await page.waitForFunction((before) => document.querySelectorAll('[data-passenger]').length < before, offered);
  await page.waitForSelector('[data-passenger]');
  await page.waitForSelector('.held span');
  await settled(page);
  expect(await moved(page)).toEqual([]);
  // One of each colour, as many as a player can hold beside each other, and numbers of two digits.
  await remember(page);
  await page.evaluate(() => {
    const held = document.querySelector('.held span');
    while (held?.parentElement && held.parentElement.childElementCount < 6) held.after(held.cloneNode(true));
    for (const fact of document.querySelectorAll('.facts span'))
      for (const text of fact.childNodes)
        if (text instanceof Text) text.data = text.data.replaceAll(/\b\d\b/g, text.data.includes('+') ? '9' : '88');
  });
  expect(await moved(page)).toEqual([]);
  expectQuiet(visitor);
});

test.each(SCREENS)('the hints of the first game move nothing, $name', async ({ width, height }) => {
  const phone = width < 900 ? { hasTouch: true, isMobile: true } : {};
  const visitor = await visit(here, { viewport: { width, height }, ...phone });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-guided]:enabled');
  await page.waitForSelector('[data-offer]');
  await moveByMouse(page);
  await page.waitForSelector('.guide [data-next]');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await remember(page);
  for (let hint = 0; hint < 5 && (await page.locator('.guide [data-next]').count()) > 0; hint++) {
    await page.locator('.guide [data-next]').press('Enter');
    expect((await moved(page)).filter((name) => !/^(Go on|I know enough)/.test(name))).toEqual([]);
  }
  expectQuiet(visitor);
});

/** A tap at a point, at a time of its own: what counts is the time between two taps, not how fast this machine is. */
async function tapAt(page: Page, { x, y }: { x: number; y: number }, time: number): Promise<void> {
  await page.evaluate(
    ([clientX, clientY, timeStamp]) => {
      const tap = new PointerEvent('click', {
        bubbles: true,
        cancelable: true,
        pointerType: 'touch',
        detail: 1,
        clientX,
        clientY,
      });
      Object.defineProperty(tap, 'timeStamp', { value: timeStamp });
      document.elementFromPoint(clientX, clientY)?.dispatchEvent(tap);
    },
    [x, y, time] as const,
  );
}

test('the second tap of a double tap does not meet what the first one has brought', async () => {
  const visitor = await visit(here, {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    settings: { solo: { map: 'germany', bots: ['beginner'] } },
  });
  const { page } = visitor;
  await startSolo(page);
  const boxes = await page.locator('[data-split]').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  await page.locator('[data-split]').first().tap();
  await page.waitForSelector('[data-offer]');
  await settled(page);
  // Where the mix was chosen, there is a ticket now.
  const place = await page.evaluate(
    (before) =>
      before
        .flatMap(({ x, y, width, height }) =>
          [0.1, 0.5, 0.9].map((part) => ({ x: x + width / 2, y: y + height * part })),
        )
        .find(({ x, y }) => document.elementFromPoint(x, y)?.closest('[data-offer]')),
    boxes,
  );
  if (!place) throw new Error('no ticket is where the mix was chosen');
  // The same once more, in a new game.
  await startSolo(page);
  await page.waitForSelector('[data-split]');
  await tapAt(page, place, 1000);
  await page.waitForSelector('[data-offer]');
  await settled(page);
  const chosen = (): Promise<number> => page.locator('[data-offer][aria-pressed="true"]').count();
  await tapAt(page, place, 1200);
  expect(await chosen()).toBe(0);
  // A later tap is meant.
  await tapAt(page, place, 5000);
  await expect.poll(chosen).toBe(1);
  expectQuiet(visitor);
});
