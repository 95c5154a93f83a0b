//! Phrases of the rules help that a map's own facts choose: a turn's actions, its cards, what is dealt, what decides a tie.

import { fill } from '../i18n/format';
import { mechanic } from '../maps/map';
import type { MapInfo } from '../protocol';
import type { HelpTexts } from './types';

/** From one number to another, or the one that both are: `2–4`, `2`. */
export function span(least: number, most: number): string {
  return least === most ? String(least) : `${least}–${most}`;
}

/** What can be done in a turn. */
export function turn({ phrases }: HelpTexts, info: MapInfo): string {
  return mechanic(info.rules, 'stations') ? phrases.turnWithStations : phrases.turn;
}

/** How many other tracks of the same length may run beside one. */
export function twins(info: MapInfo): number {
  const groups = new Map<string, number>();
  for (const { a, b, spaces } of info.routes) {
    const key = `${Math.min(a, b)} ${Math.max(a, b)} ${spaces}`;
    groups.set(key, (groups.get(key) ?? 0) + 1);
  }
  return Math.max(2, ...groups.values()) - 1;
}

/** The coloured cards of the deck. */
export function colors({ phrases }: HelpTexts, info: MapInfo): string {
  const counts = Object.entries(info.rules.cards)
    .filter(([card, count]) => card !== 'wild' && count > 0)
    .map(([, count]) => count);
  const [each] = counts;
  const alike = counts.every((count) => count === each);
  const count = counts.reduce((sum, one) => sum + one, 0);
  return fill(alike ? phrases.colorsAlike : phrases.colorsMixed, { each: each ?? 0, count, colors: counts.length });
}

/** The points that the tickets of a deck are worth: `5–13`. */
export function deckValues(info: MapInfo, deck: number): string {
  const points = info.tickets.filter((ticket) => ticket.deck === deck).map((ticket) => ticket.points);
  return span(Math.min(...points), Math.max(...points));
}

/** What everybody is dealt before the first turn; `listed` joins several things. */
export function dealt({ phrases }: HelpTexts, info: MapInfo, listed: (parts: string[]) => string): string {
  const { start_count: count, start_by_deck: byDeck } = info.rules;
  if (!byDeck) return fill(phrases.dealtAsSplit, { count });
  const shares = byDeck.map((share, deck) => ({ share, deck })).filter(({ share }) => share > 0);
  if (shares.length < 2) return fill(phrases.dealt, { count });
  return listed(
    shares.map(({ share, deck }) => fill(phrases.dealtOfDeck, { count: share, points: deckValues(info, deck) })),
  );
}

/** How a tie is decided; nothing on a map where nothing decides it. */
export function ties({ phrases }: HelpTexts, info: MapInfo): string {
  const ways = info.rules.tie_breaks.map((way) => phrases.tie[way]);
  return ways.length > 0 ? fill(phrases.ties, { ways: ways.join(phrases.then) }) : '';
}
