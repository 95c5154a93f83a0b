//! Tourist tokens: what a claim brings, and what a collection is worth.

import { mechanic } from '../../maps/map';
import type { GameView, MapInfo } from '../../protocol';

/** The kinds of tokens at a route's ends that the player doesn't have: a claim brings one of them. */
export function tokensOf(
  route: { a: number; b: number },
  view: Pick<GameView, 'tourists' | 'players'>,
  seat: number | null,
): number[] {
  const held = seat === null ? [] : (view.players[seat]?.tourists ?? []);
  return (view.tourists ?? []).flatMap(({ location, left }, kind) => {
    const isAtEnd = location === route.a || location === route.b;
    return isAtEnd && left > 0 && !held.includes(kind) ? [kind] : [];
  });
}

/** The points for so many different tokens. */
export function tokenPoints(info: MapInfo, count: number): number {
  return mechanic(info.rules, 'tourists')?.score[count] ?? 0;
}
