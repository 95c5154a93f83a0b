//! A page in which game after game is played does not gather nodes and listeners. `cargo xtask bench browser` measures its memory.

import { expect, test } from 'vitest';
import { playToEnd } from './player';
import { expectQuiet, sizeOf, startSolo, useServer, visit } from './support';

const here = useServer();

test('game after game in one page: nodes and listeners of the one before are gone', async () => {
  const visitor = await visit(here, { settings: { solo: { map: 'san_francisco', bots: ['beginner'] } } });
  const { page } = visitor;
  await startSolo(page);
  // All games are dealt and played alike. The first leaves what the page keeps for all of them.
  const counts = [];
  for (let game = 1; game <= 3; game++) {
    await playToEnd(page);
    await page.locator('[data-rematch]').waitFor();
    const { nodes, listeners } = await sizeOf(page);
    counts.push({ nodes, listeners });
    const played = page.url();
    await page.click('[data-rematch]');
    await page.waitForURL((url) => url.href !== played);
  }
  const [, second, third] = counts;
  expect(third).toEqual(second);
  expectQuiet(visitor);
});
