//! One device passed round: when a turn is over, who gets the device next, and what the turn has brought.

import type { SeatInfo, You } from '../../protocol';
import { lastTurn, type Step } from './log';
import { lines, type Sentence } from '../../i18n/sentences';

/** The next player at this screen, once the player whose hand is shown has nothing more to decide; null before. */
export function nextAtScreen(
  { eyes, seats: own }: Pick<You, 'eyes' | 'seats'>,
  seats: readonly SeatInfo[],
  deciders: readonly number[],
): number | null {
  if (eyes === null || deciders.includes(eyes)) return null;
  const others = seats
    .map((_, place) => (eyes + 1 + place) % seats.length)
    .filter((seat) => seat !== eyes && own.includes(seat));
  return others.find((seat) => deciders.includes(seat)) ?? others[0] ?? null;
}

/** What a player did in the last turn, as sentences. `split`: tickets are drawn from two decks. */
export function broughtBy(log: Step[], seat: number, split: boolean): Sentence[] {
  const own = lines(lastTurn(log, seat), split).filter(({ sentence }) => sentence.seat === seat);
  return own.map(({ sentence }) => sentence);
}
