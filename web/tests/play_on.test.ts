//! Play on from a moment of a finished game: from a file, in the page and on the server, by mouse and by keyboard.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveByMouse, playToEnd, settled } from './player';
import { expectAccessible, expectQuiet, PROGRAM, startSolo, useServer, visit } from './support';

const here = useServer();
const folder = mkdtempSync(join(tmpdir(), 'capolinea-origin-'));
let origin = '';

beforeAll(() => {
  const asked = ['--map', 'berlin', '--bots', 'planner,novice', '--games', '1', '--seed', '5', '--records', folder];
  execFileSync(PROGRAM, ['simulate', ...asked], { stdio: 'ignore' });
  origin = join(folder, readdirSync(folder).find((name) => name.endsWith('.json')) ?? '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the file at a step. */
async function openAt(page: Page, step: number): Promise<void> {
  await page.goto('/replay');
  await page.setInputFiles('[data-record]', origin);
  await page.locator('[data-scrub]').fill(String(step));
  await page.getByText(new RegExp(`^${step}/`)).waitFor();
}

async function download(page: Page): Promise<string> {
  const file = page.waitForEvent('download');
  await page.click('a[download]');
  return (await file).path();
}

test.each(['page', 'server'] as const)(
  'a file goes on with a fresh deal on the %s, to a record that names its origin',
  async (place) => {
    const visitor = await visit(here, { settings: { place } });
    const { page } = visitor;
    await openAt(page, 12);
    await page.click('[data-branch]');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('radio', { name: /novice/ }).check();
    await page.getByRole('button', { name: 'A fresh deal' }).click();
    await page.getByText(/Everything that .*novice.* did not know/).waitFor();
    await page.click('[data-branch-go]:enabled');
    await page.waitForURL(place === 'page' ? /\/t\/local-/ : /\/t\/(?!local-)/);
    await settled(page);
    const address = page.url();
    expect(await page.locator('[data-played-on]').first().textContent()).toContain('step 12 of another game');
    await expectAccessible(page);
    await moveByMouse(page);
    await settled(page);
    // It stays after a reload, and stands among the games.
    await page.reload();
    await settled(page);
    await page.goto('/');
    await page.click(`a[href="${new URL(address).pathname}"]`);
    await settled(page);
    await playToEnd(page);
    await page.waitForSelector('[data-rematch]');
    await page.getByText('Shuffle:').click();
    await page.getByText(/no card was changed afterwards/).waitFor();
    const file = await download(page);
    const record = JSON.parse(readFileSync(file, 'utf8')) as {
      branches: { step: number; seat: number; seed: string }[];
    };
    expect(record.branches).toMatchObject([
      { step: 12, seat: 1, seed: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    ]);
    // The program checks every action and the result.
    expect(execFileSync(PROGRAM, ['replay', file], { encoding: 'utf8' })).toContain('plays on from here, step 12');

    // Its replay says the same, and goes on again from there.
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.locator('[data-played-on]').first().waitFor();
    await page.locator('[data-last]').click();
    expect(await page.locator('[data-branch]').isDisabled()).toBe(true);
    expectQuiet(visitor);
    await page.context().close();
  },
);

test.each(['page', 'server'] as const)('a game just played on the %s goes on from its replay', async (place) => {
  const solo = { map: 'berlin', bots: ['beginner'] };
  const anna = await visit(here, { settings: { place, name: 'Anna', solo } });
  await startSolo(anna.page);
  await playToEnd(anna.page);
  await anna.page.getByRole('link', { name: 'Replay' }).click();
  await anna.page.locator('[data-scrub]').fill('9');
  await anna.page.getByText(/^9\//).waitFor();
  await anna.page.click('[data-branch]');
  await anna.page.getByRole('dialog').waitFor();
  await anna.page.click('[data-branch-go]:enabled');
  await anna.page.waitForURL(place === 'page' ? /\/t\/local-/ : /\/t\/(?!local-)/);
  await settled(anna.page);
  expect(await anna.page.locator('[data-played-on]').first().textContent()).toContain('step 9 of another game');
  await moveByMouse(anna.page);
  expectQuiet(anna);
  await anna.page.context().close();
});

test('by keyboard alone, in Italian, with the same cards', async () => {
  const visitor = await visit(here, {
    settings: { place: 'page', language: 'it' },
    viewport: { width: 360, height: 640 },
  });
  const { page } = visitor;
  await openAt(page, 20);
  await page.focus('[data-branch]');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Gioca da qui' }).waitFor();
  await expectAccessible(page);
  await page.focus('[data-branch-go]:enabled');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/t\/local-/);
  await settled(page);
  expectQuiet(visitor);
  await page.context().close();
});
