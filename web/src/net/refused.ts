//! A request that was not done.

import type { Refusal } from '../protocol';

/** A request that was not done, with the reason of the server or of this browser's own tables. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.words);
  }
}
