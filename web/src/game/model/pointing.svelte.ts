//! What lists beside the board point at: places and routes to mark on it.

import type { GameMap } from '../../maps/map';
import type { OwnTicket } from '../../protocol';
import type { Sentence } from '../../i18n/sentences';

export interface Pointed {
  routes: readonly number[];
  locations: readonly number[];
}

const NOTHING: Pointed = { routes: [], locations: [] };

export class Pointing {
  private at: Pointed = $state.raw(NOTHING);
  /** The city that was looked for: marked until something else is done. */
  found: number | null = $state(null);
  /** Tickets that are being chosen. */
  considered: number[] = $state.raw([]);

  constructor(readonly map: GameMap) {}

  /** Everything to mark. */
  readonly pointed: Pointed = $derived.by(() =>
    this.found === null ? this.at : { ...this.at, locations: [...this.at.locations, this.found] },
  );

  clear(): void {
    this.at = NOTHING;
    this.found = null;
  }

  sentence(sentence: Sentence | null): void {
    this.at = { routes: sentence?.routes ?? [], locations: sentence?.locations ?? [] };
  }

  location(location: number | null): void {
    this.at = { routes: [], locations: location === null ? [] : [location] };
  }

  ticket(ticket: OwnTicket | null): void {
    const info = ticket ? this.map.info.tickets[ticket.ticket] : undefined;
    this.at = { routes: ticket?.joined ?? [], locations: info ? [info.a, info.b] : [] };
  }
}
