//! What a turn can be spent on.

import type { Key } from '../../i18n/en';
import type { LegalChoices } from '../../protocol';

/** Whether there are cards to draw. */
export function canDraw(legal: LegalChoices): boolean {
  return Boolean(legal.draw_blind) || (legal.draw_open?.length ?? 0) > 0;
}

export function canClaim(legal: LegalChoices): boolean {
  return (legal.claims?.length ?? 0) > 0;
}

/** All that can be done with a turn now, and nothing else. */
export function ways(legal: LegalChoices): Key[] {
  const all: [boolean, Key][] = [
    [canDraw(legal), 'way.cards'],
    [canClaim(legal), 'way.claim'],
    [legal.stations !== undefined, 'way.station'],
    [Boolean(legal.draw_tickets), 'way.tickets'],
  ];
  return all.flatMap(([can, way]) => (can ? [way] : []));
}
