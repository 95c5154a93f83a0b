//! A plan in words: what it takes, and what to do next.

import type { GameMap } from '../maps/map';
import type { Card, Missing, PlanView } from '../protocol';
import { countsOf, lacks } from '../game/model/cards';
import { t } from './index.svelte';
import type { Replanned } from '../game/model/planning.svelte';
import { cardName, listed, route, ticketEnds } from './words.svelte';

/** The pieces a plan takes, by the map's own names. */
function planPieces(map: GameMap, plan: PlanView): string {
  const kinds = plan.pieces.flatMap((count, fleet) => {
    const piece = map.info.rules.fleets[fleet]?.piece ?? 'train';
    return count > 0 || plan.pieces.length === 1 ? [`${count} ${t(`piece.${piece}`, { count })}`] : [];
  });
  return listed(kinds);
}

/** Everything a plan takes, in one line. */
export function planTotals(map: GameMap, plan: PlanView): string {
  const blocked = plan.blocked.map((ticket) => ticketEnds(map, ticket));
  const problem = blocked.length > 0 ? t('plan.blocked', { tickets: listed(blocked) }) : '';
  if (plan.to_claim.length === 0) return problem || t('plan.done');
  const cards = t('plan.cards', { count: plan.cards.total, held: plan.cards.total - plan.missing.total });
  const pieces = planPieces(map, plan);
  const words = [pieces, cards, t('plan.turns', { count: plan.turns })];
  if (!plan.enough_pieces) words.push(t('plan.short'));
  return [words.join(' · '), problem].filter(Boolean).join(' · ');
}

/** The same in few words, for a ticket that is offered. */
export function planBrief(map: GameMap, plan: PlanView | null): string {
  if (!plan) return '';
  if (plan.blocked.length > 0) return t('plan.none');
  if (plan.to_claim.length === 0) return t('plan.done');
  return t('plan.brief', { pieces: planPieces(map, plan), turns: plan.turns });
}

/** What to do next for a plan; empty if nothing is left to do. */
export function planNext(map: GameMap, plan: PlanView): string {
  const { next } = plan;
  if (!next) return '';
  const place = route(map, next.route);
  return next.missing
    ? t('plan.next.collect', { cards: collected(map, next.route, next.missing), route: place })
    : t('plan.next.claim', { route: place });
}

function collected(map: GameMap, id: number, missing: Missing): string {
  const { ofColor, wilds } = lacks(missing);
  const words: string[] = [];
  const wild = t(`wild.${map.info.rules.wild}`);
  if (ofColor > 0) {
    const isGray = map.routes[id]?.paint === 'gray';
    words.push(
      isGray
        ? t('plan.collect.any', { count: ofColor })
        : t('plan.collect.color', { count: ofColor, color: t(`color.${missing.color ?? 'gray'}`) }),
    );
  }
  if (wilds > 0) words.push(t('plan.collect.wild', { count: wilds, wild }));
  return listed(words);
}

/** The cards of a plan, each with how many there are of those it takes. */
export function planCards(map: GameMap, plan: PlanView): { card: Card; have: number; needed: number; words: string }[] {
  return countsOf(plan.cards.cards).map(([card, needed]) => {
    const have = needed - (plan.missing.cards[card] ?? 0);
    const name = cardName(card, map.info.rules.wild);
    return { card, have, needed, words: t('plan.have', { have, count: needed, card: name }) };
  });
}

/** What a plan is about: its ticket, or how many tickets. */
export function planTitle(map: GameMap, plan: PlanView, pinned: boolean): string {
  const [first, ...others] = plan.goal.tickets;
  if (!pinned && first !== undefined && others.length === 0) return ticketEnds(map, first);
  return pinned ? t('plan.title') : t('plan.tickets', { count: plan.goal.tickets.length });
}

/** What is said when others have taken routes of the plan. */
export function replannedWords(map: GameMap, { lost, plan }: Replanned): string {
  const routes = listed(lost.map((id) => route(map, id)));
  const count = lost.length;
  if (plan.blocked.length > 0) {
    return t('plan.replanned.none', {
      routes,
      count,
      tickets: listed(plan.blocked.map((ticket) => ticketEnds(map, ticket))),
    });
  }
  if (plan.goal.tickets.length === 0) return t('plan.replanned.less', { routes, count });
  return t('plan.replanned', { routes, count, totals: planTotals(map, plan) });
}
