//! Which page is shown: the address says it.

import type { Eyes } from './net/api';

export type Page =
  | { page: 'front' }
  | { page: 'new'; map: string | null; shared: boolean }
  | { page: 'table'; table: string; guided: boolean }
  | { page: 'replay'; table: string | null; step: number; viewer: Eyes }
  | { page: 'help'; map: string | null; rule: string | null }
  | { page: 'seat'; token: string }
  | { page: 'missing' };

/** The parts of a path; none that can be read if it was garbled on its way. */
function partsOf(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Reads an address. */
export function pageAt(url: URL): Page {
  const parts = partsOf(url.pathname);
  if (parts === null) return { page: 'missing' };
  const [first = '', second = '', ...rest] = parts;
  const whole = (name: string): number | null => {
    const value = url.searchParams.get(name);
    return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : null;
  };
  if (rest.length > 0) return { page: 'missing' };
  switch (first) {
    case '':
      return { page: 'front' };
    case 'new':
      return { page: 'new', map: url.searchParams.get('map'), shared: url.searchParams.has('shared') };
    case 't':
      return second ? { page: 'table', table: second, guided: url.searchParams.has('guided') } : { page: 'missing' };
    case 'replay':
      return {
        page: 'replay',
        table: second || null,
        step: whole('step') ?? 0,
        viewer: url.searchParams.get('viewer') === 'all' ? 'all' : whole('viewer'),
      };
    case 'help':
      return { page: 'help', map: second || null, rule: url.hash.slice(1) || null };
    case 'seat':
      return { page: 'seat', token: url.hash.slice(1) };
    default:
      return { page: 'missing' };
  }
}

class Router {
  page: Page = $state.raw(pageAt(new URL(location.href)));
  /** Whether the page has changed since the browser loaded it. */
  moved = false;

  constructor() {
    window.addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.read();
    if (!location.hash) window.scrollTo(0, 0);
  }

  /** A page that stays the same is left alone. */
  private read(): void {
    const next = pageAt(new URL(location.href));
    if (JSON.stringify(next) === JSON.stringify(this.page)) return;
    // As after a reload: what had the focus belongs to the page before.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.moved = true;
    this.page = next;
  }

  /** Changes the address of what is shown already. */
  rename(path: string): void {
    history.replaceState(null, '', path);
  }

  /** Links within the page need no reload. */
  private follow(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    // A place on this very page: the browser knows the way.
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
