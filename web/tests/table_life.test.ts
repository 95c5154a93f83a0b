//! Life at a table: a reaction with one press, and a toast for who does not look at the chat.

import { expect, test } from 'vitest';
import { startTogether } from './player';
import { expectAccessible, expectQuiet, useServer, visit } from './support';

const here = useServer();

test('a reaction is a line of the chat, shown to the others for a while until they have seen it', async () => {
  const anna = await visit(here, { settings: { theme: 'dark' } });
  const bruno = await visit(here, { viewport: { width: 360, height: 740 } });
  // A toast goes after a while: what it said is written down.
  await bruno.page.addInitScript(() => {
    const said: string[] = [];
    (window as unknown as { said: string[] }).said = said;
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes]))
        if (node instanceof HTMLElement && node.matches('[data-toast]')) said.push(node.innerText);
    }).observe(document, { childList: true, subtree: true });
  });
  await startTogether(anna.page, bruno.page);
  await anna.page.getByRole('tab', { name: 'Chat' }).click();
  await anna.page.getByRole('group', { name: 'Say with one press' }).waitFor();
  await anna.page.locator('[data-reaction="well"]').focus();
  await anna.page.keyboard.press('Enter');
  await bruno.page.waitForFunction(() => (window as unknown as { said: string[] }).said.length > 0);
  const [said = ''] = await bruno.page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said).toMatch(/Anna\s+Well played!/);
  await expectAccessible(bruno.page);
  await expectAccessible(anna.page);
  // Who said it, or sees the chat, is not told again.
  expect(await anna.page.locator('[data-toast]').count()).toBe(0);
  await bruno.page.getByRole('button', { name: /Players, log and chat/ }).click();
  await bruno.page.getByRole('tab', { name: /Chat/ }).click();
  await bruno.page.locator('[data-toast]').waitFor({ state: 'detached' });
  expectQuiet(anna, bruno);
});
