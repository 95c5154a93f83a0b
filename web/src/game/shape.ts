//! How the page of a game is laid out now. Layout decides it and hands it to the parts that look different in it.

/**
 * What has to be answered now. A question takes room from the log; what is about everybody, the place of the people too. Decks and
 * tickets are chosen by the board: on a small phone people and market make room for it.
 */
export type Asks = 'nothing' | 'question' | 'decks' | 'tickets' | 'everybody';

export interface Shape {
  asks: Asks;
  /** The board is higher than broad and takes the whole height of a large screen; cards and hand stand beside it. */
  upright: boolean;
  /** A broad board leaves a phone room for larger cards. */
  roomy: boolean;
}
