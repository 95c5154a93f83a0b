//! A whole game on every map, by mouse, against bots: in the page itself, with the server stopped.

import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { act, look, playToEnd, routePoint, settled, type Sight } from './player';
import { expectAccessible, expectQuietOffline, install, useServer, visit, type Visitor } from './support';

const here = useServer();
let visitor: Visitor;

const MAPS = [
  ['usa', ['beginner']],
  ['europe', ['beginner', 'casual']],
  ['germany', ['beginner']],
  ['san_francisco', ['beginner', 'casual', 'beginner']],
  ['berlin', ['casual']],
] as const;

/** What the page asks, in a word; nothing on an ordinary turn. */
function questionOf(sight: Sight): string {
  if (sight.pins > 0) return `pins ${sight.pins}`;
  if (sight.split) return 'split';
  if (sight.offered > 0) return 'tickets';
  if (sight.pay || sight.leave) return 'tunnel';
  if (sight.passengers > 0) return 'passengers';
  if (sight.tourists > 0) return 'tokens';
  return sight.place ? 'stacks' : '';
}

/** Plays as people do, and has axe look at every kind of question once; sometimes asks for every way to pay. */
function inspector(): (page: Page) => Promise<boolean> {
  const inspected = new Set<string>();
  let turns = 0;
  return async (page) => {
    await settled(page);
    const sight = await look(page);
    const question = questionOf(sight);
    if (question && !inspected.has(question)) {
      inspected.add(question);
      await expectAccessible(page);
    }
    const [route] = sight.routes;
    if (!question && route !== undefined && ++turns % 4 === 0) {
      const { x, y } = await routePoint(page, route);
      await page.mouse.click(x, y, { button: 'right' });
      return true;
    }
    return act(page, sight);
  };
}

beforeAll(async () => {
  visitor = await visit(here, { serviceWorkers: 'allow', settings: { place: 'page' } });
  await install(visitor.page);
  await here.server.stop();
});

test.each(MAPS)(
  'a whole game on %s by mouse without a server, from the front page to the count-up',
  async (map, bots) => {
    const { page } = visitor;
    await page.evaluate(
      (solo) => {
        const settings = JSON.parse(localStorage.getItem('capolinea.settings') ?? '{}') as object;
        localStorage.setItem('capolinea.settings', JSON.stringify({ ...settings, solo }));
      },
      { map, bots },
    );
    await page.goto('/');
    await page.click('[data-solo]:enabled');
    await page.waitForURL(/\/t\/local-/);
    await playToEnd(page, inspector());
    await page.waitForSelector('[data-rematch]');
    const columns = await page.locator('.ranking thead th').count();
    expect(columns).toBe(bots.length + 1);
    for (let column = 1; column <= columns; column++) {
      const points = await page
        .locator(`.ranking tbody tr > :nth-child(${column + 1}) [data-points]`)
        .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-points'))));
      const total = Number(await page.locator(`.ranking tfoot :nth-child(${column + 1})`).innerText());
      expect(points.reduce((sum, one) => sum + one, 0)).toBe(total);
    }
    await page.locator('summary').click();
    await page.getByText('verified: it matches the fingerprint shown before the game').waitFor();
    await expectAccessible(page);
    expectQuietOffline(visitor);
  },
);
