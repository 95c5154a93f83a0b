//! The service worker from the page's side: has the files kept, and says when a newer build is ready.

/** A newer build that waits until somebody wants it. */
class Upgrade {
  private waiting: ServiceWorker | null = $state.raw(null);
  private postponed = $state(false);

  /** Whether a newer build is ready, and nobody has said that it can wait. */
  get isReady(): boolean {
    return this.waiting !== null && !this.postponed;
  }

  /** Does not mention it again until the page is reloaded. */
  postpone(): void {
    this.postponed = true;
  }

  /** Lets the newer build take over, and loads the page again with it. */
  take(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    this.waiting?.postMessage('take over');
  }

  /** Has the files of this build kept, once the page has what it needs itself. Where that is impossible, all else works. */
  async keepFiles(): Promise<void> {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    try {
      const kept = await navigator.serviceWorker.register(new URL('sw.js', start()), { scope: start() });
      const look = (): void => {
        // The first build of all takes over nothing.
        this.waiting = navigator.serviceWorker.controller ? kept.waiting : null;
      };
      look();
      kept.addEventListener('updatefound', () => kept.installing?.addEventListener('statechange', look));
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') void kept.update().catch(() => undefined);
      });
    } catch {
      // Not over plain http, not in every private window: then a page needs its server to be loaded.
    }
  }
}

/** The address that the client lives under: the folder that holds `assets`. */
function start(): string {
  return new URL('../', new URL(/* @vite-ignore */ '.', import.meta.url)).href;
}

export const upgrade = new Upgrade();
