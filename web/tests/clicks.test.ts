//! A click that plays leaves the browser nothing to draw before its answer: Chromium would draw that first, and only then hand over the
//! answer.

import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { clickRoute, look, moveByMouse, settled, type Sight } from './player';
import { expectQuiet, startSolo, useServer, visit } from './support';

const here = useServer();

/** Notes what changes on a page from the moment when the button of the mouse is let go; no timer rings then, and nobody answers. */
function watchClicks(): void {
  const held: (() => void)[] = [];
  const changes: string[] = [];
  let holds = false;
  const later = window.setTimeout.bind(window);
  const hold = (act: () => void): number => held.push(act);
  Reflect.set(window, 'setTimeout', (act: () => void, time?: number) => (holds ? hold(act) : later(act, time)));
  const post = Worker.prototype.postMessage as (message: unknown) => void;
  Worker.prototype.postMessage = function (message: unknown): void {
    if (holds) hold(() => post.call(this, message));
    else post.call(this, message);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, type, attributeName } of records)
      changes.push(`${(target as Element).localName} ${attributeName ?? type}`);
  });
  const release = (): string[] => {
    observer.disconnect();
    holds = false;
    held.splice(0).forEach((act) => act());
    return changes.splice(0);
  };
  Reflect.set(window, 'release', release);
  Reflect.set(window, 'watch', () => {
    const once = { capture: true, once: true };
    addEventListener('pointerdown', () => (holds = true), once);
    const what = { subtree: true, childList: true, attributes: true, characterData: true };
    addEventListener('pointerup', () => observer.observe(document, what), once);
  });
}

interface Way {
  name: string;
  click: () => Promise<void>;
}

/** The ways to play by one click that a page offers. */
function offers(page: Page, sight: Sight): Way[] {
  if (sight.pins > 0) return [{ name: 'pin', click: () => page.locator('[data-pin]').first().click() }];
  if (!sight.deck || sight.offered > 0 || sight.pay) return [];
  const route = sight.routes.slice(0, 1).map((id): Way => ({ name: 'route', click: () => clickRoute(page, id) }));
  const slot = sight.market
    .slice(0, 1)
    .map((slot): Way => ({ name: 'slot', click: () => page.click(`[data-slot="${slot}"]`) }));
  const decks = ['two', 'deck'].map((name): Way => ({ name, click: () => page.click(`[data-${name}]`) }));
  return [...route, ...decks, ...slot];
}

test('a click that plays changes nothing that must be drawn before its answer', async () => {
  const visitor = await visit(here, { settings: { place: 'page', solo: { map: 'europe', bots: ['beginner'] } } });
  const { page } = visitor;
  await page.addInitScript(watchClicks);
  await startSolo(page);
  const wanted = new Set(['pin', 'route', 'two', 'deck', 'slot']);
  for (let move = 0; move < 300 && wanted.size > 0; move++) {
    await settled(page);
    const ways = offers(page, await look(page));
    const way = ways.find(({ name }) => wanted.has(name)) ?? ways[0];
    if (!way) {
      await moveByMouse(page);
      continue;
    }
    await page.evaluate(() => (window as unknown as { watch: () => void }).watch());
    await way.click();
    const [isPlayed, changes] = await page.evaluate(() => {
      const isPlayed = document.querySelector('[data-status]')?.getAttribute('aria-busy') === 'true';
      return [isPlayed, (window as unknown as { release: () => string[] }).release()] as const;
    });
    // A route may be paid for in several ways: then the click asks.
    if (!isPlayed) continue;
    expect(changes, way.name).toEqual(['h1 aria-busy']);
    wanted.delete(way.name);
    await settled(page);
    expect(await page.locator('[data-pressed]').count()).toBe(0);
  }
  expect([...wanted]).toEqual([]);
  expectQuiet(visitor);
});
