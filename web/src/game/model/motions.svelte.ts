//! What is moving on the page now. The page shows the state first; nothing waits for a motion.

import type { Event } from '../../protocol';
import { motion } from '../../settings.svelte';
import { flightsOf, type Flight } from './flights';

export interface Moving extends Flight {
  id: number;
  /** How many start before it. */
  order: number;
}

/** The cards that a tunnel turned up, shown at its route for a while. */
export type TunnelCards = Extract<Event, { event: 'tunnel_revealed' }> & { id: number };

/** More than this at once is only noise: a page that lags behind shows the state alone. */
const MOST = 18;
/** How long the cards of a tunnel can be read, in milliseconds. */
const READING = 4200;

export class Motions {
  moving: readonly Moving[] = $state.raw([]);
  tunnel: TunnelCards | null = $state.raw(null);
  private ids = 0;
  private timer = 0;

  /** Shows some events that have just happened, or again. */
  show(events: readonly Event[], eyes: number | null): void {
    const revealed = events.findLast((event) => event.event === 'tunnel_revealed');
    if (revealed) this.showTunnel({ ...revealed, id: this.ids++ });
    if (motion() === 0 || document.hidden) return;
    const flights = flightsOf(events, eyes).map((flight, order) => ({ ...flight, id: this.ids++, order }));
    this.moving = [...this.moving, ...flights].slice(0, MOST);
  }

  private showTunnel(tunnel: TunnelCards): void {
    this.tunnel = tunnel;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.tunnel = null), READING * Math.max(1, motion()));
  }

  arrived(id: number): void {
    this.moving = this.moving.filter((one) => one.id !== id);
  }

  /** Nothing moves any more. */
  stop(): void {
    window.clearTimeout(this.timer);
    this.tunnel = null;
    this.moving = [];
  }
}
