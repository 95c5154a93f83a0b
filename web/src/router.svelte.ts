//! Which page is shown: the address says it.

import { hasServer } from './local/site';
import type { Eyes } from './net/api';

export type Page =
  | { page: 'front' }
  | { page: 'new'; map: string | null; shared: boolean; challenge: boolean }
  | { page: 'challenge'; id: string; sent: string | null }
  | { page: 'deals' }
  | { page: 'table'; table: string; guided: boolean }
  | { page: 'replay'; table: string | null; step: number; viewer: Eyes; together: boolean; review: boolean }
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
      return {
        page: 'new',
        map: url.searchParams.get('map'),
        shared: url.searchParams.has('shared'),
        challenge: url.searchParams.has('challenge'),
      };
    case 'c':
      return second ? { page: 'challenge', id: second, sent: url.searchParams.get('game') } : { page: 'missing' };
    case 'deals':
      return second ? { page: 'missing' } : { page: 'deals' };
    case 't':
      return second ? { page: 'table', table: second, guided: url.searchParams.has('guided') } : { page: 'missing' };
    case 'replay':
      return {
        page: 'replay',
        table: second || null,
        step: whole('step') ?? 0,
        viewer: url.searchParams.get('viewer') === 'all' ? 'all' : whole('viewer'),
        together: url.searchParams.has('together'),
        review: url.searchParams.has('review'),
      };
    case 'help':
      return { page: 'help', map: second || null, rule: url.hash.slice(1) || null };
    case 'seat':
      return { page: 'seat', token: url.hash.slice(1) };
    default:
      return { page: 'missing' };
  }
}

/** The address of a page in the browser. A host of plain files knows one page only: there the rest stands behind `#`. */
export function addressOf(path: string): string {
  return hasServer ? path : `#${path}`;
}

/** The page that the browser's address asks for; null for a place on the page that is shown. */
function asked(): URL | null {
  if (hasServer) return new URL(location.href);
  if (location.hash !== '' && !location.hash.startsWith('#/')) return null;
  return new URL(location.hash.slice(1) || '/', location.origin);
}

class Router {
  page: Page = $state.raw(pageAt(asked() ?? new URL('/', location.href)));
  /** Whether the page has changed since the browser loaded it. */
  moved = false;

  constructor() {
    window.addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
    if (!hasServer) leadInside();
  }

  go(path: string): void {
    history.pushState(null, '', addressOf(path));
    this.read();
    if (!path.includes('#')) window.scrollTo(0, 0);
  }

  /** A page that stays the same is left alone. */
  private read(): void {
    const url = asked();
    if (!url) return;
    const next = pageAt(url);
    if (JSON.stringify(next) === JSON.stringify(this.page)) return;
    // As after a reload: what had the focus belongs to the page before.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.moved = true;
    this.page = next;
  }

  /** Changes the address of what is shown already. */
  rename(path: string): void {
    history.replaceState(null, '', addressOf(path));
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

/** On a host of plain files every link to a page is one behind `#`, also if it is opened in another window. */
function leadInside(): void {
  const change = (link: Element): void => {
    const path = link.getAttribute('href');
    if (path?.startsWith('/')) link.setAttribute('href', addressOf(path));
  };
  const all = (node: Node): void => {
    if (!(node instanceof Element)) return;
    if (node.matches('a[href]')) change(node);
    node.querySelectorAll('a[href]').forEach(change);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      all(target);
      addedNodes.forEach(all);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] });
}

export const router = new Router();
