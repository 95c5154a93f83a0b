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
  /** What the first game, or the introduction of something special, speaks of. */
  told: Pointed = $state.raw(NOTHING);
  /** Tickets that are being chosen. */
  considered: number[] = $state.raw([]);

  constructor(readonly map: GameMap) {}

  /** Everything to mark. */
  readonly pointed: Pointed = $derived({
    routes: [...this.at.routes, ...this.told.routes],
    locations: [...this.at.locations, ...this.told.locations, ...(this.found === null ? [] : [this.found])],
  });

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

  /** Speaks of a place on the board, or no longer of any. */
  tell({ route, location }: { route?: number | null | undefined; location?: number | undefined }): void {
    this.told = {
      routes: route === undefined || route === null ? [] : [route],
      locations: location === undefined ? [] : [location],
    };
  }

  ticket(ticket: OwnTicket | null): void {
    const info = ticket ? this.map.info.tickets[ticket.ticket] : undefined;
    this.at = { routes: ticket?.joined ?? [], locations: info ? [info.a, info.b] : [] };
  }
}
