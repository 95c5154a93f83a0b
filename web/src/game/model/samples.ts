//! Events and steps for tests.

import type { Event } from '../../protocol';
import type { Step } from './log';

export const claim = (seat: number, route: number): Event => ({
  event: 'route_claimed',
  seat,
  route,
  paid: { red: 2 },
  points: 2,
});
export const step = (revision: number, seat: number, events: Event[]): Step => ({
  revision,
  cause: { cause: 'action', seat, id: null },
  events,
  undone: false,
});
