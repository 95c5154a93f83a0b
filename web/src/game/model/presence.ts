//! Presence: the player whose hand is hidden at a shared screen, and the player who keeps the others waiting by being away.

import type { SeatInfo, You } from '../../protocol';

/** At a shared screen: whose turn it is while nobody's hand is shown. */
export function hiddenSeat({ seats: own, eyes }: You, deciders: readonly number[]): number | null {
  if (own.length < 2 || eyes !== null) return null;
  return deciders.find((seat) => own.includes(seat)) ?? null;
}

/** The absent player for whom the game waits, if no bot plays in their place. */
export function absentSeat(seats: readonly SeatInfo[], deciders: readonly number[]): number | null {
  const isAway = (seat: number): boolean =>
    seats[seat]?.who.who === 'person' && !seats[seat].connected && seats[seat].stand_in === null;
  return deciders.find(isAway) ?? null;
}
