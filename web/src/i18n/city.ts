//! What there is to know about a city, in words for a screen reader.

import type { CityFacts } from '../game/model/city';
import { mechanic, type GameMap } from '../maps/map';
import type { SeatInfo } from '../protocol';
import { t } from './index.svelte';
import { place, ticketName, tokenName } from './words.svelte';

export function cityWords(map: GameMap, seats: SeatInfo[], facts: CityFacts): string {
  const name = (seat: number): string => seats[seat]?.name ?? '?';
  const parts = [place(map, facts.location)];
  if (facts.station !== null) parts.push(t('city.station', { player: name(facts.station) }));
  if (facts.passengers.length > 0) {
    const colors = facts.passengers.map((color) => t(`color.${color}`)).join(', ');
    parts.push(`${t('city.passengers', { count: facts.passengers.length })}: ${colors}`);
  }
  if (mechanic(map.info.rules, 'tourists'))
    for (const stack of facts.tokens)
      parts.push(t('city.tokens', { count: stack.left, token: tokenName(map, stack.kind) }));
  for (const { ticket } of facts.tickets) parts.push(t('city.ticket', { ticket: ticketName(map, ticket) }));
  for (const { seat, routes } of facts.builders) parts.push(t('city.built', { player: name(seat), count: routes }));
  parts.push(t('city.free', { count: facts.free }));
  return parts.join('; ');
}
