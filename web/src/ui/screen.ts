//! What kind of screen this is: the same questions as in the styles.

import { MediaQuery } from 'svelte/reactivity';
import { MEDIA } from '../styles/media';

/** Beside the board there is room for a question. */
export const wide = new MediaQuery(MEDIA.wide);
/** Everything one above the other. */
export const narrow = new MediaQuery(MEDIA.narrow);
/** One above the other, on a small phone. */
export const short = new MediaQuery(MEDIA.short);
/** A phone in landscape. */
export const low = new MediaQuery(MEDIA.low);

/** A window that is not high. */
export const lowDesktop = new MediaQuery(MEDIA['low-desktop']);

/** Whether words must be few. */
export function isSmall(): boolean {
  return narrow.current || low.current;
}
