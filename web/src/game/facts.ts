//! The signs of what everybody may know about a player, in a box of 20 by 12.

import type { Piece } from '../protocol';

const CAR = 'M1 3h18v6H1zM3 9h4v3H3zM13 9h4v3h-4z';

export const PIECE_SIGNS: Record<Piece, string> = {
  train: CAR,
  tram: CAR,
  subway: 'M3 2h14q2 0 2 3v4H1V5q0-3 2-3zM3 10h4v2H3zM13 10h4v2h-4z',
};
export const CARDS_SIGN = 'M3 1h6v10H3zM11 1h6v10h-6z';
export const TICKETS_SIGN = 'M1 1h18v3.5a1.5 1.5 0 0 0 0 3V11H1V7.5a1.5 1.5 0 0 0 0-3z';
