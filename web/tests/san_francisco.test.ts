//! San Francisco's tokens, told in words too.

import { expect, test } from 'vitest';
import { settled } from './player';
import { expectAccessible, expectQuiet, useServer, visit } from './support';

const here = useServer();

test('a free route says which token it brings, and the help what tokens are worth', async () => {
  const visitor = await visit(here, { settings: { name: 'Anna', solo: { map: 'san_francisco', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await settled(page);
  const labels = await page.$$eval('path[data-route]', (routes) =>
    routes.map((route) => route.getAttribute('aria-label') ?? ''),
  );
  const toAlcatraz = labels.filter((label) => label.includes('Alcatraz'));
  expect(toAlcatraz).toHaveLength(3);
  for (const label of toAlcatraz) expect(label).toMatch(/, token: \p{L}/u);
  expect(labels.filter((label) => label.startsWith('Pacific Heights – Painted Ladies')).join()).not.toContain('token');

  await page.goto('/help/san_francisco');
  const table = page.getByRole('table', { name: 'Tourist tokens' });
  await table.waitFor();
  const rows = await table.locator('tbody tr').allInnerTexts();
  expect(rows.map((row) => row.split('\t').map(Number))).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 4],
    [5, 6],
    [6, 9],
    [7, 12],
  ]);
  await expectAccessible(page);
  expectQuiet(visitor);
});

test('nobody is shown who begins before the tickets are chosen; then all are told', async () => {
  const visitor = await visit(here, {
    settings: { name: 'Anna', solo: { map: 'san_francisco', bots: ['beginner', 'beginner'] } },
  });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForSelector('[data-offer]');
  expect(await page.locator('[data-seat]').count()).toBe(3);
  expect(await page.getByText(/ begins$/).count()).toBe(0);
  await page.locator('[data-offer]').first().click();
  await page.click('[data-keep]:enabled');
  await page
    .getByText(/ begins$/)
    .first()
    .waitFor();
  expectQuiet(visitor);
});
