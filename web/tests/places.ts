//! Watches where everything is that can be pressed, and writes down what moves.

import type { Page } from 'playwright-core';

/** Something that can be pressed was elsewhere before: its left upper corner, for the board its size too. */
export interface Shift {
  name: string;
  from: number[];
  to: number[];
  /** The status line before and after it. */
  status: [string, string];
}

/**
 * From now on every change of the page is followed: what can be pressed, players, log and the board's frame are compared with where they were before
 * it. Not what is on the board, which can be enlarged, nor what is in a dialog.
 */
export async function watchPlaces(page: Page): Promise<void> {
  await page.evaluate(() => {
    /** It may move when `reason` changes. */
    interface Place {
      at: number[];
      name: string;
      reason: string;
    }
    const shifts: Shift[] = [];
    const numbers = new WeakMap<Element, number>();
    let last = 0;
    /** A card of the market is another element once it has been taken. */
    const keyOf = (element: Element): string => {
      const slot = element.getAttribute('data-slot');
      if (slot !== null) return `slot ${slot}`;
      const number = numbers.get(element) ?? ++last;
      numbers.set(element, number);
      return String(number);
    };
    const nameOf = (element: Element): string =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60) ||
      element.className;
    /** The final scores are another page with the same head, and take no press at first. */
    const reasonFor = (element: Element): string =>
      document.querySelector('.game.everybody') && !element.closest('.game > header') ? 'final scores' : '';
    /** Where it is laid out: a card under the pointer is lifted, but is not elsewhere. */
    const placeOf = (element: Element): Place => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { transform } = getComputedStyle(element);
      const { m41, m42 } = new DOMMatrix(transform === 'none' ? '' : transform);
      const size = element.matches('.frame') ? [width, height] : [];
      return { at: [x - m41, y - m42, ...size], name: nameOf(element), reason: reasonFor(element) };
    };
    const places = (): Map<string, Place> => {
      const pressed = [
        ...document.querySelectorAll('button, a, input, .frame, [data-seat], .side, .hand, .tickets, .market'),
      ].filter((element) => element.checkVisibility() && !element.closest('.frame *, dialog'));
      return new Map(pressed.map((element) => [keyOf(element), placeOf(element)]));
    };
    const status = (): string => document.querySelector('[data-status]')?.textContent?.trim() ?? '';
    const rounded = (at: number[]): number[] => at.map((number) => Math.round(number));
    let before = places();
    let said = status();
    let waiting = false;
    const compare = (): void => {
      waiting = false;
      const now = places();
      const says = status();
      for (const [key, { at, name, reason }] of now) {
        const old = before.get(key);
        if (old && old.reason === reason && at.some((number, index) => Math.abs(number - (old.at[index] ?? 0)) > 1))
          shifts.push({ name, from: rounded(old.at), to: rounded(at), status: [said, says] });
      }
      before = now;
      said = says;
    };
    new MutationObserver(() => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(compare);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    Reflect.set(window, 'shifts', shifts);
  });
}

/** What has moved since this was asked last. */
export function shifted(page: Page): Promise<Shift[]> {
  return page.evaluate(() => (Reflect.get(window, 'shifts') as Shift[]).splice(0));
}
