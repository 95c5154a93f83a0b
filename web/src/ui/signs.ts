//! The signs of what everybody may know about a player, in a box of 20 by 12.

import type { Piece } from '../protocol';

const CAR = 'M1 3h18v6H1zM3 9h4v3H3zM13 9h4v3h-4z';

export const PIECE_SIGNS: Record<Piece, string> = {
  train: CAR,
  tram: CAR,
  subway: 'M4 0h12v12H4zM6.5 2v4.5a3.5 3.5 0 0 0 7 0V2h-2.2v4.5a1.3 1.3 0 0 1-2.6 0V2z',
};
export const CARDS_SIGN = 'M3 1h6v10H3zM11 1h6v10h-6z';
export const TICKETS_SIGN = 'M1 1h18v3.5a1.5 1.5 0 0 0 0 3V11H1V7.5a1.5 1.5 0 0 0 0-3z';
