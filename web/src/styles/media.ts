//! The kinds of screens, by name. Styles ask `@media (--narrow)` (the build puts the query in, see `css.ts`), scripts ask
//! `ui/screen.ts`.

/** Everything one above the other: a tablet or phone in portrait. */
const portrait = '(max-width: 1000px) and (orientation: portrait)';
/** Everything one above the other: portrait, or a narrow window. */
const narrow = `${portrait}, (max-width: 720px) and (min-height: 501px)`;
/** A phone in landscape. */
const low = '(max-height: 500px) and (orientation: landscape)';

export const MEDIA = {
  portrait,
  narrow,
  low,
  /** One above the other, and not much height for it: a small phone. */
  short: `${portrait} and (max-height: 760px), (max-width: 720px) and (min-height: 501px) and (max-height: 760px)`,
  /** A phone in either direction: few words, small parts. */
  small: `${narrow}, ${low}`,
  /** A phone in landscape with room for the tickets beside the board. */
  'low-wide': `${low} and (min-width: 561px)`,
  /** A page enlarged four times: one thing under the other, and it scrolls. */
  enlarged: `${low} and (max-width: 560px)`,
  /** There is room for a question beside the board. */
  wide: '(min-width: 900px) and (min-height: 501px) and (orientation: landscape), (min-width: 1001px) and (min-height: 501px)',
  /** There is room for the player's cards beside a high board. */
  large: '(min-width: 1101px) and (min-height: 501px)',
  /** A phone in portrait, on pages without a board. */
  phone: '(max-width: 480px)',
  /** A small one. */
  'small-phone': '(max-width: 420px)',
  /** Not a phone, and not much height. */
  'low-desktop': '(max-height: 760px) and (min-width: 721px)',
  /** The parts of the front page stand one above the other. */
  'front-narrow': '(max-width: 860px)',
  /** The front page on a phone in landscape. */
  'front-low': '(min-width: 640px) and (max-width: 1000px) and (max-height: 500px)',
};
