//! A database that goes away while people play: the pages say so in words, nothing is lost, and play goes on when it is back.

import { afterAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { startTogether } from './player';
import { expectAccessible, PATIENCE, startDatabase, useServer, visit, type Database } from './support';

let database: Database | null = null;
const here = useServer(1, [], async () => {
  database = await startDatabase();
  return database.url;
});
afterAll(async () => {
  // A server that stops still writes.
  await here.server.stop();
  await database?.stop();
});

function kept(): Database {
  if (!database) throw new Error('only within a test');
  return database;
}

/** A move whose connection to the database was cut under way is refused in other words than one that was never sent. */
const EN = {
  refused: /the server can't save or read games at the moment|something failed while this was saved/,
  front: "The server can't read its saved games at the moment",
};
const IT = {
  refused:
    /in questo momento il server non riesce a salvare o a leggere|qualcosa è andato storto durante il salvataggio/,
  front: 'In questo momento il server non riesce a leggere le partite salvate',
};

/** Keeps the first tickets that are offered. */
async function keepTickets(page: Page): Promise<void> {
  for (const place of [0, 1]) await page.click(`[data-offer="${place}"]`);
  await page.click('[data-keep]:enabled');
}

test('while the database is away every page says so, in either language, and play goes on when it is back', async () => {
  const anna = await visit(here);
  const bruno = await visit(here, {
    viewport: { width: 360, height: 640 },
    settings: { language: 'it', theme: 'dark' },
  });
  await startTogether(anna.page, bruno.page);
  const path = new URL(anna.page.url()).pathname;
  await Promise.all([anna, bruno].map(({ page }) => page.waitForSelector('[data-offer]')));

  await kept().away();
  // A move is refused, and it is said why.
  for (const [{ page }, words] of [
    [anna, EN],
    [bruno, IT],
  ] as const) {
    await keepTickets(page);
    await page.getByText(words.refused).first().waitFor();
    await expectAccessible(page);
  }
  // The list on the front page can't be read, and a table that is not awake can't be opened. One that is awake can.
  for (const [visitor, words] of [
    [anna, EN],
    [bruno, IT],
  ] as const) {
    const front = await visitor.page.context().newPage();
    await front.goto('/');
    await front.locator('[data-unread]', { hasText: words.front }).waitFor();
    await expectAccessible(front);
    await front.goto(path.slice(0, -1) + (path.endsWith('a') ? 'b' : 'a'));
    await front.getByText(words.refused).first().waitFor();
    await expectAccessible(front);
    await front.goto(path);
    await front.locator('[data-offer]').first().waitFor();
    await expectAccessible(front);
    await kept().back();
    await front.goto('/');
    await front.locator(`a[href="${path}"]`).first().waitFor();
    expect(await front.locator('[data-unread]').count()).toBe(0);
    await kept().away();
    await front.close();
  }

  await kept().back();
  // What was refused has not happened: both choose again, and the game begins.
  for (const { page } of [anna, bruno]) {
    await expect
      .poll(
        async () => {
          const keep = page.locator('[data-keep]:enabled');
          if (await keep.isVisible()) await keep.click();
          return page.locator('[data-offer]').count();
        },
        { timeout: PATIENCE },
      )
      .toBe(0);
  }
});
