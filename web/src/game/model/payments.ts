//! Which payment is meant: asks only when answers differ, and never spends wilds unasked.

import type { Color, LegalChoices, Payment } from '../../protocol';

export type Question =
  /** One sensible answer: take it. */
  | { kind: 'answer'; payment: Payment }
  /** Several: `first` to show at once, `more` one step away. */
  | { kind: 'ask'; first: Payment[]; more: Payment[] };

/** The payments that claim a route now. */
export function claimPayments(legal: LegalChoices, route: number): Payment[] {
  return (legal.claims ?? []).filter((group) => group.routes.includes(route)).flatMap((group) => group.payments);
}

/** The routes that can be claimed now; with a colour picked, those that it can pay. */
export function claimable(legal: LegalChoices, picked: Color | 'wild' | null = null): Set<number> {
  const groups = (legal.claims ?? []).filter(
    (group) => picked === null || group.payments.some((payment) => isOf(payment, picked)),
  );
  return new Set(groups.flatMap((group) => group.routes));
}

function isOf(payment: Payment, picked: Color | 'wild'): boolean {
  return picked === 'wild' ? payment.color === null : payment.color === picked;
}

/**
 * What to ask before paying. `needed` is how many wilds the place asks for by itself (a ferry's symbols): a payment with
 * more of them is never made without being asked for.
 */
export function question(payments: Payment[], needed: number, picked: Color | 'wild' | null = null): Question | null {
  const wanted = picked === null ? payments : payments.filter((payment) => isOf(payment, picked));
  const pool = wanted.length > 0 ? wanted : payments;
  const defaults = fewestWilds(pool);
  if (defaults.length === 0) return null;
  const plain = defaults.filter((payment) => payment.wilds <= needed);
  const [only, ...others] = plain;
  if (only && others.length === 0) return { kind: 'answer', payment: only };
  const first = plain.length > 0 ? plain : defaults;
  return { kind: 'ask', first, more: payments.filter((payment) => !first.includes(payment)) };
}

/** Every way to pay, the sensible ones first: for when they were asked for. */
export function everyWay(payments: Payment[]): Question | null {
  if (payments.length === 0) return null;
  return { kind: 'ask', first: [...payments].sort((one, other) => one.wilds - other.wilds), more: [] };
}

/** For each colour the payment with the fewest wilds. */
function fewestWilds(payments: Payment[]): Payment[] {
  const best = new Map<Color | null, Payment>();
  for (const payment of payments) {
    const known = best.get(payment.color);
    if (!known || payment.wilds < known.wilds) best.set(payment.color, payment);
  }
  return [...best.values()];
}
