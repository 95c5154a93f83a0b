//! What kind of screen this is: the same questions as in the styles.

import { MediaQuery } from 'svelte/reactivity';

/** Beside the board there is room for a question. */
export const wide = new MediaQuery(
  '(min-width: 900px) and (min-height: 501px) and (orientation: landscape), (min-width: 1001px) and (min-height: 501px)',
);
/** Everything one above the other. */
export const narrow = new MediaQuery(
  '(max-width: 1000px) and (orientation: portrait), (max-width: 720px) and (min-height: 501px)',
);
/** A phone that lies. */
export const low = new MediaQuery('(max-height: 500px) and (orientation: landscape)');

/** Whether words must be few. */
export function isSmall(): boolean {
  return narrow.current || low.current;
}
