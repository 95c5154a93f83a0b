//! Learning by pointing: the guided first game, and what is special about a map when it is first met.

import { expect, test } from 'vitest';
import { act, clickRoute, look, moveByMouse, routePoint, settled } from './player';
import { expectAccessible, expectQuiet, QUICK, startSolo, useServer, visit } from './support';

const here = useServer();

test('the first game points at what it speaks of, waits until it is done, and can be left', async () => {
  const visitor = await visit(here, { settings: { theme: 'dark' } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-guided]:enabled');
  await page.waitForSelector('[data-spotlight="[data-offer]"]');
  await expectAccessible(page);
  await moveByMouse(page);
  await page.waitForSelector('[data-spotlight="[data-deck]"]');
  // It points at the thing itself.
  const [ring, deck] = await Promise.all(
    ['.spotlight .ring', '[data-deck]'].map((selector) => page.locator(selector).boundingBox()),
  );
  expect(Math.abs((ring?.x ?? 0) + (ring?.width ?? 0) / 2 - ((deck?.x ?? 0) + (deck?.width ?? 0) / 2))).toBeLessThan(2);
  const guide = page.locator('.guide');
  await guide.getByText('On your turn you do one thing').waitFor();
  await page.click('[data-two]');
  await guide.getByText('choose the route and it is yours').waitFor();
  // It waits for the claim, however long that takes.
  for (let move = 0; move < 40; move++) {
    await settled(page);
    const sight = await look(page);
    if (sight.deck && sight.pins === 0) {
      await guide.getByText('choose the route and it is yours').waitFor();
      if (sight.routes[0] !== undefined) {
        await page.waitForSelector('[data-spotlight^="[data-route"]');
        await clickRoute(page, sight.routes[0]);
        if ((await look(page)).pins > 0) await page.locator('[data-pin]').first().click();
        break;
      }
      await page.click('[data-two]');
    } else await act(page, sight);
  }
  await guide.getByText('take any one colour').waitFor();
  await expectAccessible(page);
  await guide.getByRole('button', { name: 'I know enough' }).click();
  await guide.waitFor({ state: 'detached' });
  expect(await page.locator('[data-spotlight]').count()).toBe(0);
  expectQuiet(visitor);
});

const MET = [
  ['germany', 'decks', /two ticket decks/],
  ['san_francisco', 'token', /up to \d+ points/],
  ['berlin', 'subway', /takes only one subway/],
  ['europe', 'ferry', /A ferry asks for a locomotive card/],
  ['europe', 'station', /station/],
] as const;

test.each(MET)('on %s what is special is told once, when it is met: %s', async (map, twist, words) => {
  const phone = map === 'germany';
  const visitor = await visit(here, {
    ...(phone && { viewport: { width: 360, height: 740 } }),
    settings: {
      met: twist === 'station' ? QUICK.met.filter((one) => one !== twist) : [],
      solo: { map, bots: ['beginner'] },
    },
  });
  const { page } = visitor;
  await startSolo(page);
  const told = page.locator(`[data-twist="${twist}"]`);
  if (twist === 'station') await moveByMouse(page);
  else if (twist !== 'decks') {
    await moveByMouse(page);
    await settled(page);
    const kind = { subway: 'subway', ferry: '× locomotive', token: 'token' }[twist];
    const route = await page.locator(`path[data-route][aria-label*="${kind}"]`).first().getAttribute('data-route');
    const { x, y } = await routePoint(page, Number(route));
    // Others may be told first: each is answered before the next.
    for (let other = 0; other < 4 && (await told.count()) === 0; other++) {
      await page.mouse.move(x, y);
      await page.locator('[data-met]').waitFor();
      if ((await told.count()) === 0) {
        await page.click('[data-met]');
        await page.mouse.move(2, 2);
      }
    }
  }
  await told.waitFor();
  expect(await told.innerText()).toMatch(words);
  const spotlight = page.locator('[data-spotlight]');
  await spotlight.waitFor();
  // What is on the board is marked there, under the names, and no line is drawn over them.
  if (/route|location/.test((await spotlight.getAttribute('data-spotlight')) ?? '')) {
    expect(await page.locator('.spotlight .ring').count()).toBe(0);
    await page.locator('.light[data-ring], path.glow').first().waitFor({ state: 'attached' });
  }
  await expectAccessible(page);
  await told.getByRole('button', { name: 'Got it' }).click();
  await told.waitFor({ state: 'detached' });
  // Once per browser: not again after a reload, but again if the help is asked for it.
  const kept = (): Promise<string[]> =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('capolinea.settings') ?? '{}') as { met: string[] }).met);
  expect(await kept()).toContain(twist);
  await page.goto(`/help/${map}`);
  await page.click('[data-introduce]');
  await page.getByText('They will be shown again').waitFor();
  expect(await kept()).toEqual([]);
  expectQuiet(visitor);
});
