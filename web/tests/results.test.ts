//! The final scores: the sheet with the board beside it, by mouse, touch and keys, and the picture to share.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { playToEnd } from './player';
import { expectAccessible, expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

/** The sizes of a PNG file. */
function sizeOfPng(file: Buffer): { width: number; height: number } {
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

async function box(page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await page.locator(selector).first().boundingBox();
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
}

test('the sheet has a column per player and a row per kind, the board beside it, and a picture to share', async () => {
  const visitor = await visit(here, {
    viewport: { width: 1280, height: 720 },
    settings: { name: 'Anna', solo: { map: 'san_francisco', bots: ['beginner', 'beginner', 'beginner'] } },
  });
  const { page } = visitor;
  await startSolo(page);
  await playToEnd(page);
  await page.waitForSelector('[data-again]');
  const sheet = page.getByRole('table', { name: 'Final scores' });
  expect(await sheet.getByRole('columnheader').count()).toBe(4);
  expect(await sheet.getByRole('rowheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['Routes', 'Different tokens', 'Total']),
  );
  // The board stands beside the sheet and takes what is left.
  const [scores, board] = [await box(page, '.end'), await box(page, '[data-board]')];
  expect(scores.x + scores.width).toBeLessThanOrEqual(board.x);
  expect(scores.width).toBeGreaterThan(450);
  expect(board.width).toBeGreaterThan(550);

  // A cell lights what it counts, by mouse and by keys.
  const routes = page.locator('[data-row="routes"] [data-points]').first();
  await routes.hover();
  await page.locator('.trace').first().waitFor({ state: 'attached' });
  await page.mouse.move(2, 2);
  await page.locator('.trace').first().waitFor({ state: 'detached' });
  await routes.focus();
  await page.locator('.trace').first().waitFor({ state: 'attached' });
  await page
    .getByRole('button', { name: /, Routes: \+\d+ points , number: \d+$/ })
    .first()
    .waitFor();

  // Tickets open to their lines.
  const tickets = page.locator('[data-row="completed"], [data-row="failed"]').first();
  const opener = tickets.getByRole('button', { expanded: false });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.locator('.detail').first().waitFor();
  expect(await page.locator('.detail').first().innerText()).toMatch(/→/);
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.click('[data-picture]');

  const file = await download;
  expect(file.suggestedFilename()).toBe('capolinea-san_francisco.png');
  const size = sizeOfPng(readFileSync(await file.path()));
  expect(size.width).toBeGreaterThan(1400);
  expect(size.height).toBeGreaterThan(1000);
  expectQuiet(visitor);

  // On a phone the sheet fits the window, in both directions.
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    const small = await box(page, '.ranking');
    expect(small.x).toBeGreaterThanOrEqual(0);
    expect(small.x + small.width, `${viewport.width}`).toBeLessThanOrEqual(viewport.width);
    await routes.click();
    await page.locator('.trace').first().waitFor({ state: 'attached' });
    await expectAccessible(page);
  }
});
