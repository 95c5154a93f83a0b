//! People together: two browsers and a spectator, a shared screen, a seat that moves, a lost connection.

import { expect, test } from 'vitest';
import {
  act,
  anySettled,
  look,
  makeTable,
  moveByMouse,
  playToEnd,
  playTogether,
  settled,
  startTogether,
} from './player';
import { expectAccessible, expectQuiet, PATIENCE, useServer, visit } from './support';

const here = useServer();

test('who made the table sends a stranger away, and a friend takes the seat', async () => {
  const anna = await visit(here);
  const stranger = await visit(here);
  const bruno = await visit(here);
  const path = await makeTable(anna.page, 'Anna');
  await stranger.page.goto(path);
  await stranger.page.fill('[data-join-name]', 'Nobody');
  await stranger.page.click('[data-join]');
  await anna.page.getByRole('heading', { name: 'Invite others to watch' }).waitFor();
  await anna.page.getByRole('button', { name: 'Remove Nobody' }).click();
  await anna.page.getByRole('heading', { name: 'Invite your friends' }).waitFor();
  await stranger.page.waitForSelector('[data-join]');
  expect(await stranger.page.locator('[data-send-away]').count()).toBe(0);
  await bruno.page.goto(path);
  await bruno.page.fill('[data-join-name]', 'Bruno');
  await bruno.page.click('[data-join]');
  await anna.page.getByRole('button', { name: 'Remove Bruno' }).waitFor();
  await expectAccessible(anna.page);
  await anna.page.click('[data-start]:enabled');
  await bruno.page.waitForSelector('[data-offer]');
  expectQuiet(anna, stranger, bruno);
});

test('the code of the invitation is drawn once, and stays when the table changes', async () => {
  const anna = await visit(here);
  const bruno = await visit(here);
  const path = await makeTable(anna.page, 'Anna');
  const code = await anna.page.waitForSelector('.share svg path');
  await bruno.page.goto(path);
  await bruno.page.fill('[data-join-name]', 'Bruno');
  await bruno.page.click('[data-join]');
  await anna.page.waitForSelector('[data-start]:enabled');
  expect(await code.evaluate((path) => path.isConnected)).toBe(true);
  expectQuiet(anna);
});

test('two friends and a spectator, with a reload in the middle, chat and a rematch', async () => {
  const anna = await visit(here);
  const bruno = await visit(here);
  const carla = await visit(here);
  const path = await makeTable(anna.page, 'Anna');
  await expectAccessible(anna.page);

  // A friend opens the link and types a name: nothing else.
  await bruno.page.goto(path);
  await bruno.page.fill('[data-join-name]', 'Bruno');
  await bruno.page.click('[data-join]');
  await anna.page.click('[data-start]:enabled');
  await carla.page.goto(path);
  await Promise.all([anna, bruno].map(({ page }) => page.waitForSelector('[data-offer]')));
  await carla.page.waitForSelector('[data-seat]');

  await anna.page.getByRole('tab', { name: /Chat/ }).click();
  await anna.page.fill('.chat input', 'Ciao!');
  await anna.page.keyboard.press('Enter');
  await bruno.page.getByRole('tab', { name: /Chat/ }).click();
  await bruno.page.getByText('Ciao!').waitFor();

  let reloaded = false;
  await playTogether([anna.page, bruno.page], async (round) => {
    // A spectator sees no hand, ever.
    expect(await carla.page.locator('.hand, .tickets').count()).toBe(0);
    if (round === 12 && !reloaded) {
      reloaded = true;
      // A move of his may still be on its way.
      await bruno.page.waitForSelector('[data-status][aria-busy="false"]');
      const hand = await bruno.page.locator('.hand').innerText();
      await bruno.page.reload();
      await bruno.page.waitForSelector('.hand');
      expect(await bruno.page.locator('.hand').innerText()).toBe(hand);
    }
  });
  expect(reloaded).toBe(true);
  await carla.page.waitForSelector('[data-skip], .ranking');
  await anna.page.click('[data-rematch]');
  await anna.page.waitForURL((url) => url.pathname !== path);
  // Wherever Bruno is, he sees that Anna wants to play again.
  await bruno.page.click('[data-rematch-call]');
  await bruno.page.waitForURL((url) => url.pathname === new URL(anna.page.url()).pathname);
  await bruno.page.waitForSelector('[data-offer]');
  expectQuiet(anna, bruno, carla);
});

test('somebody who has only opened the link joins the chat by name; the badge counts what others said', async () => {
  const anna = await visit(here);
  const bruno = await visit(here);
  const carla = await visit(here);
  const path = await makeTable(anna.page, 'Anna');
  await bruno.page.goto(path);
  await bruno.page.fill('[data-join-name]', 'Bruno');
  await bruno.page.click('[data-join]');
  // What is read before the game is not new in the game.
  await anna.page.fill('.chat input', 'Welcome!');
  await anna.page.keyboard.press('Enter');
  await bruno.page.getByText('Welcome!').waitFor();
  await anna.page.click('[data-start]:enabled');
  await Promise.all([anna, bruno].map(({ page }) => page.waitForSelector('[data-offer]')));
  const badge = ({ page }: typeof anna): Promise<string> => page.getByRole('tab', { name: /Chat/ }).innerText();
  expect(await badge(anna)).toBe('Chat');
  expect(await badge(bruno)).toBe('Chat');

  await carla.page.goto(path);
  await carla.page.getByRole('tab', { name: /Chat/ }).click();
  await carla.page.fill('[data-chat-name]', 'Bruno');
  await carla.page.click('[data-chat-join]');
  await carla.page.getByRole('alert').filter({ hasText: 'somebody at this table has this name' }).waitFor();
  await expectAccessible(carla.page);
  await carla.page.fill('[data-chat-name]', 'Carla');
  await carla.page.click('[data-chat-join]');
  await carla.page.waitForFunction(() => document.activeElement?.matches('[placeholder="Say something"]') ?? false);
  await carla.page.keyboard.type('Good luck!');
  await carla.page.keyboard.press('Enter');
  await expect.poll(() => badge(anna), { timeout: PATIENCE }).toMatch(/^Chat\s*1\s*1 new message$/);
  // Own lines are not counted, in whichever tab one is.
  await carla.page.getByText('Good luck!').waitFor();
  await carla.page.getByRole('tab', { name: 'Log' }).click();
  expect(await badge(carla)).toBe('Chat');
  await anna.page.getByRole('tab', { name: /Chat/ }).click();
  await anna.page.getByText('Good luck!').waitFor();
  expect(await anna.page.locator('.chat li', { hasText: 'Good luck!' }).innerText()).toMatch(/^Carla.*watching/);
  await expectAccessible(anna.page);
  // The conflict of names is answered with its status, which the browser notes.
  expectQuiet(anna, bruno);
});

test('where only players may chat, a spectator is told so', async () => {
  const anna = await visit(here);
  const carla = await visit(here);
  await anna.page.goto('/new');
  const table = await anna.page.evaluate(async () => {
    const seats = [{ who: { sitter: 'here', name: 'Anna' } }, { who: { sitter: 'bot', level: 'beginner' } }];
    const body = JSON.stringify({ map: 'berlin', seats, start: true, settings: { spectator_chat: false } });
    const answer = await fetch('/api/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return ((await answer.json()) as { table: string }).table;
  });
  await anna.page.goto(`/t/${table}`);
  await anna.page.waitForSelector('[data-offer]');
  await carla.page.goto(`/t/${table}`);
  await carla.page.getByRole('tab', { name: /Chat/ }).click();
  await carla.page.getByText('At this table only the players can chat.').waitFor();
  expect(await carla.page.locator('[data-chat-join], .chat input').count()).toBe(0);
  expectQuiet(anna, carla);
});

test('the front page offers what can be joined or watched, and stays true while it is open', async () => {
  const anna = await visit(here);
  const bruno = await visit(here);
  const carla = await visit(here);
  await anna.page.goto('/new');
  const table = await anna.page.evaluate(async () => {
    const seats = [{ who: { sitter: 'here', name: 'Anna' } }, { who: { sitter: 'open' } }];
    const body = JSON.stringify({ map: 'berlin', seats, settings: { listed: true } });
    const answer = await fetch('/api/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return ((await answer.json()) as { table: string }).table;
  });
  const [joined, watched] = [`[data-join-list] a[href="/t/${table}"]`, `[data-watch-list] a[href="/t/${table}"]`];
  await carla.page.goto('/');
  await carla.page.waitForSelector('[data-join-list]');
  expect(await carla.page.locator(joined).count()).toBe(0);
  await anna.page.goto(`/t/${table}`);
  await carla.page.waitForSelector(joined);
  expect(await carla.page.locator(joined).innerText()).toBe('Join');
  await bruno.page.goto(`/t/${table}`);
  await bruno.page.fill('[data-join-name]', 'Bruno');
  await bruno.page.click('[data-join]');
  // It is full now: there is only watching.
  await carla.page.waitForSelector(watched);
  expect(await carla.page.locator(watched).innerText()).toBe('Watch');
  expect(await carla.page.locator(joined).count()).toBe(0);
  // Those who sit there find it among their games.
  await bruno.page.goto('/');
  await bruno.page.getByRole('heading', { name: 'Your games' }).waitFor();
  expect(await bruno.page.locator(`${joined}, ${watched}`).count()).toBe(0);
  // Everybody has gone: so has the table.
  await anna.page.goto('about:blank');
  await carla.page.waitForSelector(watched, { state: 'detached' });
  expect(await carla.page.locator(joined).count()).toBe(0);
  expectQuiet(carla, bruno);
});

test('a shared screen hides the hand between turns', async () => {
  const family = await visit(here);
  const { page } = family;
  await page.goto('/');
  await page.click('[data-share]');
  await page.getByRole('button', { name: 'Berlin' }).click();
  await page.fill('[data-name="0"]', 'Ada');
  await page.fill('[data-name="1"]', 'Elio');
  await page.click('[data-make]:enabled');
  await page.waitForSelector('[data-show]');
  await expectAccessible(page);
  let curtains = 0;
  await playToEnd(page, async (page) => {
    await settled(page);
    const sight = await look(page);
    if (sight.curtain) {
      curtains++;
      expect(await page.locator('.hand').count()).toBe(0);
    }
    return moveByMouse(page);
  });
  expect(curtains).toBeGreaterThan(10);
  expectQuiet(family);
});

test('a seat moves to another device by its link, once', async () => {
  const laptop = await visit(here);
  const phone = await visit(here);
  await laptop.page.goto('/');
  await laptop.page.click('[data-solo]:enabled');
  await laptop.page.waitForSelector('[data-offer]');
  await laptop.page.click('[data-menu]');
  await laptop.page.getByRole('button', { name: 'Move this seat to another device' }).click();
  await laptop.page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>('[data-link]')?.value.includes('/seat#'),
  );
  const link = await laptop.page.inputValue('[data-link]');
  await phone.page.goto(link);
  await phone.page.waitForSelector('[data-offer]');
  expectQuiet(phone);
});

test('offline and back: the page says so, and nothing is lost', async () => {
  const visitor = await visit(here);
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  await page.context().setOffline(true);
  await page.getByText('You are offline.', { exact: false }).waitFor();
  // That is told for a few seconds only: the page itself looks out for it.
  const told = page.waitForFunction(
    () => document.querySelector('.net')?.textContent?.includes('Back again. Nothing was lost.') ?? false,
  );
  await page.context().setOffline(false);
  await told;
  await page.waitForSelector('[data-offer]');
  for (let move = 0; move < 4; move++) await moveByMouse(page);
});

test('a claim is undone; all agree to undo another turn; a bot stands in for who is away', async () => {
  const anna = await visit(here);
  const bruno = await visit(here);
  const path = await startTogether(anna.page, bruno.page);

  // Until Anna has claimed a route and Bruno has not yet answered.
  const { page } = anna;
  const theirs = page.locator('path[data-route][aria-label*="claimed by Anna"]');
  const hasClaimed = async (): Promise<boolean> =>
    (await theirs.count()) > 0 && (await page.locator('[data-undo="now"]').count()) > 0;
  for (let round = 0; round < 300 && !(await hasClaimed()); round++) {
    for (const one of [anna.page, bruno.page]) {
      const sight = await look(one);
      if (!sight.busy && !(await hasClaimed())) await act(one, sight);
      // What Anna did is seen before Bruno answers.
      await page.waitForSelector('[data-status][aria-busy="false"]');
    }
    if (!(await hasClaimed())) await anySettled([anna.page, bruno.page]);
  }
  const claimed = await theirs.count();
  expect(claimed).toBeGreaterThan(0);
  await page.click('[data-undo]');
  await page.waitForFunction(
    (count) => document.querySelectorAll('path[data-route][aria-label*="claimed by Anna"]').length === count - 1,
    claimed,
  );

  await page.getByRole('button', { name: 'Ask to undo' }).click();
  await page.getByText('You asked the others to undo your last turn.').first().waitFor();
  await bruno.page.getByText('Anna asks to undo their last turn').waitFor();
  await expectAccessible(bruno.page);
  await bruno.page.click('[data-agree]');
  await page.getByText("Everyone agreed; Anna's last turn was undone").first().waitFor();

  await bruno.page.goto('about:blank');
  await page.locator('[data-seat="1"]').getByText('away').waitFor();
  await page.locator('[data-seat="1"] button').click();
  await page.locator('[data-seat="1"]').getByText('a bot is standing in').waitFor();
  await bruno.page.goto(path);
  // Who comes back plays again.
  await page.locator('[data-seat="1"]').getByText('a bot is standing in').waitFor({ state: 'detached' });
  expectQuiet(anna);
});

test('the guided first game gives its hints', async () => {
  const visitor = await visit(here);
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('button', { name: 'First time? Play a short guided game' }).click();
  await page.getByText('These tickets are your goals', { exact: false }).waitFor();
  await moveByMouse(page);
  await page.getByText('On your turn you do one thing', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('choose the route and it is yours', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'I know enough' }).click();
  expect(await page.locator('.guide').count()).toBe(0);
  // There is something to tell once a turn is over.
  await page.click('[data-two]');
  await page.getByRole('button', { name: 'Since your last turn' }).click();
  await page.waitForSelector('.since li');
  await expectAccessible(page);
  expectQuiet(visitor);
});
