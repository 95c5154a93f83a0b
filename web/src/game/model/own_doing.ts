//! Tells the updates that the player at this screen has caused from those of others.

import type { Update } from '../../protocol';
import type { TableClient } from './client.svelte';

export class OwnDoing {
  /** Whether this page had something to decide before the last move. */
  private deciding = false;

  constructor(private readonly client: TableClient) {}

  /** Whether the player has done something, or the turn is over. To be called with every update. */
  happened({ cause, view }: Update): boolean {
    const { seats } = this.client.you;
    const own = cause.cause === 'action' && seats.includes(cause.seat);
    const before = this.deciding;
    this.deciding = view.deciders.some((seat) => seats.includes(seat));
    return own || (before && !this.deciding);
  }
}
