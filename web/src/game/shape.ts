//! How the page of a game is laid out now. Layout decides it and hands it to the parts that look different in it.

/**
 * What has to be answered now. A question stands over the log; decks, tickets and what is picked up or placed (`places`) over the
 * market; the final scores are a page of their own.
 */
export type Asks = 'nothing' | 'question' | 'places' | 'decks' | 'tickets' | 'everybody';

export interface Shape {
  /** The board is higher than broad and takes the whole height of a large screen; cards and hand stand beside it. */
  upright: boolean;
  /** A broad board leaves a phone room for larger cards. */
  roomy: boolean;
}
