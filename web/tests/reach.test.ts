//! A phone in one hand, a page enlarged, colours forced: nothing too small, nothing beyond the edge, nothing hidden.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { act, look, settled, untilTickets } from './player';
import { expectQuiet, startSolo, useServer, visit, type Visitor } from './support';

const here = useServer();
const FINGER = 44;
const SCREENS = [
  { name: 'upright', width: 360, height: 640 },
  { name: 'lying', width: 844, height: 390 },
];

/** What can be pressed now but is smaller than a thumb wants it; links within sentences are as large as their words. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressed = [...document.querySelectorAll<HTMLElement>('button, a, input, select, summary')];
    const asked = pressed.filter(
      (element) =>
        element.checkVisibility() &&
        getComputedStyle(element).display !== 'inline' &&
        !element.matches('.skip, :disabled, [aria-disabled="true"]'),
    );
    return asked.flatMap((element) => {
      const target = element.closest('label') ?? element;
      const { width, height } = target.getBoundingClientRect();
      if (width === 0 || (width > least - 1 && height > least - 1)) return [];
      return [
        `${element.getAttribute('aria-label') ?? element.textContent?.trim()} ${Math.round(width)} × ${Math.round(height)}`,
      ];
    });
  }, FINGER);
}

async function expectHandy(page: Page, width: number): Promise<void> {
  expect(await tooSmall(page), page.url()).toEqual([]);
  // A page that is too broad makes a phone's window broader too.
  expect(await page.evaluate(() => Math.max(document.documentElement.scrollWidth, window.innerWidth)), page.url()).toBe(
    width,
  );
}

/** How many pixels of the first game's hint lie over the board. */
function covered(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [hint, board] = ['.guide', '.frame'].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect(),
    );
    if (!hint || !board) throw new Error('no hint or no board');
    const across = Math.min(hint.right, board.right) - Math.max(hint.left, board.left);
    const down = Math.min(hint.bottom, board.bottom) - Math.max(hint.top, board.top);
    return Math.max(0, across) * Math.max(0, down);
  });
}

/** Which part of the screen's height something has. */
async function part(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).boundingBox();
  return (box?.height ?? 0) / (page.viewportSize()?.height ?? Infinity);
}

/** The hints and plans that an arrow lies over. */
function wordsUnderArrow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const arrow = document.querySelector('.spotlight .arrow')?.getBoundingClientRect();
    if (!arrow) return [];
    const words = [...document.querySelectorAll('.guide, .introduction, [data-plan]')];
    return words.flatMap((element) => {
      const box = element.getBoundingClientRect();
      const apart =
        arrow.right <= box.left || arrow.left >= box.right || arrow.bottom <= box.top || arrow.top >= box.bottom;
      return apart ? [] : [element.textContent ?? ''];
    });
  });
}

function phone(width: number, height: number): Promise<Visitor> {
  const settings = { language: 'it', solo: { map: 'berlin', bots: ['beginner'] } };
  return visit(here, { viewport: { width, height }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, settings });
}

test.each(SCREENS)('everything is large enough for a thumb, $name', async ({ width, height }) => {
  const visitor = await phone(width, height);
  const { page } = visitor;
  for (const path of ['/', '/new', '/new?shared', '/new?challenge', '/deals', '/help/europe', '/replay']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectHandy(page, width);
  }
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  await expectHandy(page, width);
  await page.click('[data-offer="0"]');
  await page.click('[data-keep]');
  await settled(page);
  await page.click('[data-menu]');
  await page.waitForSelector('dialog[open]');
  await expectHandy(page, width);
  expectQuiet(visitor);
});

test.each(SCREENS)('the hints of the first game leave the board in sight, $name', async ({ name, width, height }) => {
  const visitor = await phone(width, height);
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-guided]:enabled');
  await page.waitForSelector('[data-offer]');
  await page.waitForSelector('.guide');
  expect(await covered(page)).toBe(0);
  for (let ticket = 0; !(await page.locator('[data-keep]').isEnabled()); ticket++)
    await page.tap(`[data-offer="${ticket}"]`);
  // The plan of the chosen tickets leaves most of the board free, and the arrow covers no words.
  await page.waitForSelector('[data-plan]');
  expect(await wordsUnderArrow(page)).toEqual([]);
  if (name === 'upright') {
    expect(await part(page, '.frame')).toBeGreaterThanOrEqual(0.44);
    expect(await part(page, '[data-plan]')).toBeLessThan(0.08);
  }
  await page.tap('[data-keep]');
  await page.waitForSelector('.guide [data-next]');
  for (let hint = 0; hint < 5; hint++) {
    expect(await covered(page)).toBe(0);
    if (name === 'upright') expect(await part(page, '.frame')).toBeGreaterThanOrEqual(0.44);
    expect(await wordsUnderArrow(page)).toEqual([]);
    // The way on is whole on the screen.
    const isWhole = await page.evaluate(() => {
      const { left, right, bottom } =
        document.querySelector('.guide .button')?.getBoundingClientRect() ?? new DOMRect();
      return document.elementFromPoint((left + right) / 2, bottom - 2)?.closest('.guide .button') != null;
    });
    expect(isWhole, `hint ${hint}`).toBe(true);
    if ((await page.locator('.guide [data-next]').count()) === 0) break;
    await page.tap('.guide [data-next]');
  }
  expectQuiet(visitor);
});

const SMALL = [
  { name: 'upright', width: 360, height: 640 },
  { name: 'lying', width: 640, height: 360 },
];

test.each(SMALL)(
  'tickets are chosen by a whole board, as large as the screen can show it, $name',
  async ({ width, height }) => {
    for (const map of ['usa', 'europe', 'germany', 'san_francisco', 'berlin']) {
      const visitor = await visit(here, {
        viewport: { width, height },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        settings: { language: 'it', solo: { map, bots: ['beginner'] } },
      });
      const { page } = visitor;
      await startSolo(page);
      await untilTickets(page);
      // Most of the breadth, or two fifths of the height.
      const board = await page.locator('[data-board]').boundingBox();
      const [across, down] = [(board?.width ?? 0) / width, (board?.height ?? 0) / height];
      expect(across > (width < height ? 0.85 : 0.48) || down > 0.41, `${map}: ${across} ${down}`).toBe(true);
      // Every ticket and the button are in sight without scrolling, and the board is not under them.
      const hidden = await page.locator('[data-offer], [data-keep]').evaluateAll((buttons, edge) => {
        const frame = document.querySelector('.frame')?.getBoundingClientRect();
        return buttons.filter((button) => {
          const box = button.getBoundingClientRect();
          const apart = !frame || box.top >= frame.bottom || box.left >= frame.right;
          return (
            !apart ||
            box.bottom > edge ||
            document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('button') !== button
          );
        }).length;
      }, height);
      expect(hidden, map).toBe(0);
      await expectHandy(page, width);
      expectQuiet(visitor);
      await page.context().close();
    }
  },
);

const BROAD = [
  { width: 1024, height: 640 },
  { width: 1280, height: 720 },
  { width: 3840, height: 2160 },
];

test.each(BROAD)('five players stay in sight while tickets are chosen, $width × $height', async ({ width, height }) => {
  for (const map of ['europe', 'germany']) {
    const bots = Array.from({ length: 4 }, () => 'beginner');
    const settings = { language: 'it', solo: { map, bots } };
    const visitor = await visit(here, { viewport: { width, height }, settings });
    const { page } = visitor;
    /** The players, the board and the way on that are covered, or not whole on the screen. */
    const covered = (): Promise<string[]> =>
      page.evaluate(() => {
        const parts = [...document.querySelectorAll('[data-seat], [data-offer], [data-keep], [data-split], .frame')];
        // Corners are round, and rounder where the type is larger.
        const near = parseFloat(getComputedStyle(document.documentElement).fontSize) / 4;
        return parts.flatMap((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          const corners = [left + near, right - near].flatMap((x) =>
            [top + near, bottom - near].map((y) => [x, y] as const),
          );
          const isWhole = corners.every(([x, y]) => part.contains(document.elementFromPoint(x, y)));
          return isWhole ? [] : [part.textContent?.trim() ?? ''];
        });
      });
    await startSolo(page);
    await settled(page);
    expect(await covered(), map).toEqual([]);
    await untilTickets(page);
    // However large the type is: no name is broken into syllables.
    for (const ticket of await page.locator('[data-offer]').all()) {
      const box = await ticket.boundingBox();
      expect(box && box.width / box.height, map).toBeGreaterThan(1.5);
    }
    await page.locator('[data-offer]').first().click();
    expect(await covered(), map).toEqual([]);
    expectQuiet(visitor);
    await page.context().close();
  }
});

test.each(BROAD)(
  'a question beside a high board leaves the head of the page free, $width × $height',
  async (viewport) => {
    const visitor = await visit(here, {
      viewport,
      settings: { solo: { map: 'germany', bots: ['beginner', 'beginner'] } },
    });
    const { page } = visitor;
    const expectFree = async (): Promise<void> => {
      const [head, question] = await Promise.all(
        ['.game > header', '.question'].map((selector) => page.locator(selector).boundingBox()),
      );
      if (!head || !question) throw new Error('no head or no question');
      expect(question.y).toBeGreaterThanOrEqual(head.y + head.height);
      expect(question.y + question.height).toBeLessThanOrEqual(viewport.height);
    };
    await startSolo(page);
    await untilTickets(page);
    await expectFree();
    for (let move = 0; move < 60 && (await look(page)).passengers < 3; move++) {
      await settled(page);
      await act(page, await look(page));
      await settled(page);
    }
    expect((await look(page)).passengers).toBeGreaterThan(2);
    await expectFree();
    expectQuiet(visitor);
  },
);

test('the keyboard of a phone leaves the line of chat in sight', async () => {
  const visitor = await phone(390, 844);
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  await page.getByRole('button', { name: 'Giocatori, cronaca e chat' }).tap();
  await page.getByRole('tab', { name: 'Chat' }).tap();
  await page.locator('.chat input').tap();
  await page.setViewportSize({ width: 390, height: 430 });
  await page.waitForFunction(
    () => (document.querySelector('.chat input')?.getBoundingClientRect().bottom ?? Infinity) <= window.innerHeight,
  );
  expectQuiet(visitor);
});

test('a page enlarged four times still has everything: the board, the question, the cards', async () => {
  const visitor = await visit(here, {
    viewport: { width: 320, height: 256 },
    settings: { solo: { map: 'berlin', bots: ['beginner'] } },
  });
  const { page } = visitor;
  const breadth = async (selector: string): Promise<number> =>
    (await page.locator(selector).first().boundingBox())?.width ?? 0;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  for (const selector of ['.frame', '[data-offer]']) expect(await breadth(selector), selector).toBeGreaterThan(240);
  await page.click('[data-offer="0"]');
  await page.click('[data-keep]');
  await settled(page);
  expect(await breadth('.frame')).toBeGreaterThan(240);
  await page.click('[data-two]');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expectQuiet(visitor);
});

test('colours forced by the system show whose turn it is and what is chosen', async () => {
  const visitor = await visit(here, {
    forcedColors: 'active',
    settings: { solo: { map: 'berlin', bots: ['beginner'] } },
  });
  const { page } = visitor;
  const framed = (selector: string): Promise<boolean> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle === 'solid');
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.click('[data-offer="0"]');
  await page.mouse.move(0, 0);
  expect(await framed('[data-offer="0"]')).toBe(true);
  expect(await framed('[data-offer="1"]')).toBe(false);
  await page.click('[data-keep]');
  await settled(page);
  expect(await framed('.player:has(.tag:text("you"))')).toBe(true);
  expect(await framed('.player:not(:has(.tag:text("you")))')).toBe(false);
  expectQuiet(visitor);
});
