//! Counting and ordering cards.

import { COLORS } from '../../maps/map';
import type { Card, CardCounts, Missing, Payment } from '../../protocol';

const ORDER: Card[] = [...COLORS, 'wild'];

/** The kinds of cards there are some of, in the order of the hand, wilds last. */
export function countsOf(counts: CardCounts): [Card, number][] {
  return ORDER.flatMap((card): [Card, number][] => {
    const count = counts[card] ?? 0;
    return count > 0 ? [[card, count]] : [];
  });
}

export function total(counts: CardCounts): number {
  return countsOf(counts).reduce((sum, [, count]) => sum + count, 0);
}

/** The cards of a payment that is `price` cards in all. */
export function paymentCards(payment: Payment, price: number): CardCounts {
  const counts: CardCounts = {};
  if (payment.color && price > payment.wilds) counts[payment.color] = price - payment.wilds;
  if (payment.wilds > 0) counts.wild = payment.wilds;
  return counts;
}

export function minus(counts: CardCounts, paid: CardCounts): CardCounts {
  const left: CardCounts = {};
  for (const [card, count] of countsOf(counts)) {
    const rest = count - (paid[card] ?? 0);
    if (rest > 0) left[card] = rest;
  }
  return left;
}

/** What a hand lacks: how many of the colour, and how many wilds that a ferry asks for besides. */
export function lacks({ color, cards, wilds }: Missing): { ofColor: number; wilds: number } {
  return color ? { ofColor: cards - wilds, wilds } : { ofColor: 0, wilds: cards };
}
