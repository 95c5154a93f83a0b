//! Two friends whose devices shuffle together, and the proof at the end of their game.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { playTogether, startTogether } from './player';
import { expectAccessible, expectQuiet, useServer, visit } from './support';

const here = useServer(null);

/** Waits for the end, without counting up. */
async function countedUp(page: Page): Promise<void> {
  await page.locator('[data-skip], .end details').first().waitFor();
  const skip = page.locator('[data-skip]');
  if (await skip.isVisible()) await skip.click();
}

test('the devices of two friends shuffle together, and the end proves it', async () => {
  const anna = await visit(here);
  const bruno = await visit(here);
  await startTogether(anna.page, bruno.page);
  await anna.page.waitForSelector('[data-offer]');
  const kept = await anna.page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('capolinea.shuffle.')),
  );
  expect(kept).toHaveLength(1);
  await playTogether([anna.page, bruno.page]);
  // Bruno looks at the end in Italian, on a screen as narrow as a phone's.
  await bruno.page.setViewportSize({ width: 360, height: 740 });
  await bruno.page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem('capolinea.settings') ?? '{}') as object;
    localStorage.setItem('capolinea.settings', JSON.stringify({ ...settings, language: 'it' }));
  });
  await bruno.page.reload();
  for (const [{ page }, good, names, own] of [
    [anna, 'nobody chose it', 'Anna and Bruno', 'The part of this device is among them'],
    [bruno, "nessuno l'ha scelta", 'Anna e Bruno', 'la parte di questo dispositivo'],
  ] as const) {
    await countedUp(page);
    const proof = page.locator('details', { hasText: good });
    await proof.locator('summary').click();
    await proof.getByText(names).waitFor();
    await proof.getByText(own).waitFor();
    await expectAccessible(page);
  }
  // Whoever changes what this device remembers, or a server that tells another tale, is found out.
  await anna.page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as { seal: string }[];
    localStorage.setItem(key, JSON.stringify(kept.map((shown) => ({ ...shown, seal: '00'.repeat(32) }))));
  }, kept[0] ?? '');
  await anna.page.reload();
  await countedUp(anna.page);
  await anna.page.getByText('NOT verified!', { exact: false }).waitFor();
  expectQuiet(anna, bruno);
});
