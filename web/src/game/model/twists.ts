//! What is special about a map, introduced when a player first meets it.

import { mechanic, type GameMap } from '../../maps/map';
import type { Event, LegalChoices } from '../../protocol';

export type Twist = 'station' | 'tunnel' | 'ferry' | 'passenger' | 'token' | 'subway' | 'decks';

/** The order in which they are explained if several appear at once. */
const TWISTS: readonly Twist[] = ['decks', 'token', 'passenger', 'tunnel', 'ferry', 'subway', 'station'];

/** What is on the page now. */
export interface Met {
  legal: LegalChoices;
  /** Two decks of tickets are asked for. */
  decks: boolean;
  /** The route that is pointed at or asked about. */
  route: number | null;
  /** Whether that route brings a token. */
  brings: boolean;
  /** What has just happened. */
  events: readonly Event[];
}

function isMet(twist: Twist, map: GameMap, { legal, decks, route: id, brings, events }: Met): boolean {
  const route = id === null ? undefined : map.routes[id];
  const { rules } = map.info;
  switch (twist) {
    case 'decks':
      return decks;
    case 'token':
      return brings || legal.place !== undefined || legal.tourists !== undefined;
    case 'passenger':
      return mechanic(rules, 'passengers') !== null && legal.passengers !== undefined;
    case 'tunnel':
      return route?.tunnel === true || events.some((event) => event.event === 'tunnel_revealed');
    case 'ferry':
      return (route?.wilds ?? 0) > 0;
    case 'subway':
      return route?.piece === 'subway';
    case 'station':
      return (legal.stations?.locations.length ?? 0) > 0;
  }
}

/** The first twist that is met now and was never met before. */
export function twistMet(map: GameMap, now: Met, known: readonly string[]): Twist | null {
  return TWISTS.find((twist) => !known.includes(twist) && isMet(twist, map, now)) ?? null;
}

/** The numbers that the sentence of a twist speaks of. */
export function twistNumbers(map: GameMap): Record<string, number> {
  const { rules } = map.info;
  const costs = mechanic(rules, 'stations')?.costs ?? [];
  return {
    cost: costs[0] ?? 0,
    last: costs.at(-1) ?? 0,
    unused: mechanic(rules, 'stations')?.unused_points ?? 0,
    reveal: mechanic(rules, 'tunnels')?.reveal ?? 0,
    most: mechanic(rules, 'passengers')?.most ?? 0,
    second: mechanic(rules, 'passengers')?.second ?? 0,
    tokens: mechanic(rules, 'tourists')?.score.at(-1) ?? 0,
    keep: rules.draw_keep,
  };
}
