//! Germany's two ticket decks: what a player announces and holds of each is for all to see.

import { expect, test } from 'vitest';
import { settled } from './player';
import { expectQuiet, useServer, visit } from './support';

const here = useServer();

test('everybody sees how many tickets came from which deck, and are held', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'germany', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.goto('/');
  await page.click('[data-solo]:enabled');
  await page.waitForURL(/\/t\//);
  await page.click('[data-split="1"]');
  await page.click('[data-offer="0"]');
  await page.click('[data-offer="3"]');
  await page.click('[data-keep]');
  await page.waitForSelector('[data-keep]', { state: 'detached' });
  await settled(page);
  const drawn = page.locator('.log li', { hasText: /draws \d short and \d long tickets/ });
  expect(await drawn.count()).toBe(2);
  expect(await drawn.filter({ hasText: 'Traveller draws 1 short and 3 long tickets' }).count()).toBe(1);
  const held = await page.locator('.player [role="img"]').evaluateAll((facts) => facts.map((fact) => fact.getAttribute('aria-label') ?? ''));
  const told = held.filter((label) => label.endsWith('tickets'));
  expect(told).toHaveLength(2);
  expect(told).toContain('1 short and 1 long tickets');
  for (const label of told) expect(label).toMatch(/^\d short and \d long tickets$/);
  expectQuiet(visitor);
  await page.context().close();
});
