//! Where the focus goes when the page changes without a reload: to its heading, so that it is heard and the tab key goes on there.

import { tick } from 'svelte';
import { router } from '../router.svelte';
import { hasNoFocus } from './attend';

/** The heading of a page takes the focus after a change of page, unless a question has taken it. */
export function arrive(heading: HTMLElement): void {
  heading.tabIndex = -1;
  if (router.moved) void tick().then(() => hasNoFocus() && heading.focus({ preventScroll: true }));
}
