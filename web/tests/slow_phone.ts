//! A slow phone on a slow line, and what it makes of a page while that loads.

import type { Page } from 'playwright-core';

/** 1.6 Mbit/s with 150 ms to the server and back; `processor`: how many times slower than this machine. */
export async function slowDown(page: Page, processor = 1): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  if (processor > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
}

export interface Loading {
  /** When the largest text or picture was painted, in milliseconds. */
  paint: number;
  /** How long the main thread was blocked: what long tasks took beyond 50 ms each. */
  blocked: number;
  /** How much the page shifted (CLS). */
  shift: number;
}

/** Writes down what happens while each page loads; returns how to read it. */
export async function observeLoading(page: Page): Promise<() => Promise<Loading>> {
  await page.addInitScript(() => {
    const loading: Loading = { paint: 0, blocked: 0, shift: 0 };
    (window as unknown as { loading: Loading }).loading = loading;
    const observe = (type: string, note: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    observe('largest-contentful-paint', (entry) => (loading.paint = entry.startTime));
    observe('longtask', (entry) => (loading.blocked += Math.max(0, entry.duration - 50)));
    observe('layout-shift', (entry) => {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) loading.shift += shift.value;
    });
  });
  return () => page.evaluate(() => (window as unknown as { loading: Loading }).loading);
}
