//! The form of the rules help: sections of rules, each under the id that refusals refer to.

import type { MapInfo, MechanicInfo } from '../protocol';

/** What only some maps have, and other maps may have too. */
export type HelpMechanic = MechanicInfo['mechanic'] | 'ferries' | 'countries' | 'fleets';

export interface HelpRule {
  /** The id in the project's list of rules. */
  rule: string;
  /** The id of another map's rule that is the same here, and that refusals name. */
  also?: string;
  /** What the rule belongs to: it holds on every map that has it. */
  mechanic?: HelpMechanic;
  /** The rule in words for players; `{gaps}` are filled with the map's own numbers. */
  text: string;
}

export interface HelpSection {
  title: string;
  rules: HelpRule[];
}

export interface HelpTexts {
  /** The game in three sentences. */
  goal: string;
  /** What holds on every map. */
  core: HelpSection[];
  /** What differs on one of our own maps, by its id; any other map has the rules of its mechanics. */
  maps: Record<string, HelpSection>;
}

/** The numbers that fill the gaps. */
export type HelpGap =
  | 'cards' | 'wilds' | 'hand' | 'keep' | 'pieces' | 'draw' | 'drawKeep' | 'lanes' | 'last' | 'wild'
  | 'reveal' | 'stations' | 'unused' | 'longest' | 'globetrotter' | 'most' | 'second' | 'tokens';

export const GAPS: HelpGap[] = [
  'cards', 'wilds', 'hand', 'keep', 'pieces', 'draw', 'drawKeep', 'lanes', 'last', 'wild',
  'reveal', 'stations', 'unused', 'longest', 'globetrotter', 'most', 'second', 'tokens',
];

/** What differs on a map from what holds on every map. */
export function specialRules(texts: HelpTexts, info: MapInfo): HelpRule[] {
  const has = new Set<HelpMechanic>(info.rules.mechanics.map((one) => one.mechanic));
  if (info.routes.some((route) => route.wilds > 0)) has.add('ferries');
  if (info.locations.some((location) => location.kind === 'country')) has.add('countries');
  if (info.rules.fleets.length > 1) has.add('fleets');
  const all = Object.values(texts.maps).flatMap((section) => section.rules);
  return texts.maps[info.id]?.rules ?? all.filter((one) => one.mechanic && has.has(one.mechanic));
}
