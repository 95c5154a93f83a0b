//! The form of the rules help: sections of rules, each under the id that refusals refer to.

import { drawsFromTwo } from '../maps/map';
import type { EmptyDeck, FirstPlayerChosen, MapInfo, MechanicKind, Returned, TieBreak } from '../protocol';

/** What only some maps have, and other maps may have too. */
export type HelpMechanic = MechanicKind | 'ferries' | 'countries' | 'fleets' | 'split_decks' | 'start_decks';

export interface HelpRule {
  /** The id in the project's list of rules. */
  rule: string;
  /** The id of another map's rule that is the same here, and that refusals name. */
  also?: string;
  /** What the rule belongs to: it holds on every map that has it. */
  mechanic?: HelpMechanic;
  /** The rule in words for players; `{gaps}` are filled with the map's own numbers. */
  text: string;
  /** The same for maps that are not ours, where `text` says too much. */
  elsewhere?: string;
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
  /** Phrases of which a map's own facts choose. */
  phrases: HelpPhrases;
}

export interface HelpPhrases {
  /** What can be done in a turn. */
  turn: string;
  /** The same where stations can be built. */
  turnWithStations: string;
  /** How many cards there are of each colour, where that is one number. */
  colorsAlike: string;
  /** How many coloured cards there are, where colours differ. */
  colorsMixed: string;
  /** Starting tickets from one deck. */
  dealt: string;
  /** So many of the starting tickets, and the points that those of their deck are worth. */
  dealtOfDeck: string;
  /** Starting tickets from the decks the player names. */
  dealtAsSplit: string;
  /** Where starting tickets go that are not kept. */
  returned: Record<Returned, string>;
  /** When the first player is chosen. */
  begins: Record<FirstPlayerChosen, string>;
  /** What may be drawn while deck and discards are empty. */
  emptyDeck: Record<EmptyDeck, string>;
  /** What decides a tie. */
  ties: string;
  /** To whom a tie goes, by what decides it. */
  tie: Record<TieBreak, string>;
  /** Between one way to decide a tie and the next. */
  then: string;
}

/** What fills the gaps. */
export const GAPS = [
  'players',
  'cards',
  'colors',
  'wilds',
  'hand',
  'dealt',
  'keep',
  'returned',
  'pieces',
  'begins',
  'turn',
  'emptyDeck',
  'draw',
  'drawKeep',
  'twins',
  'few',
  'last',
  'wild',
  'ties',
  'splitDecks',
  'startDecks',
  'reveal',
  'stations',
  'unused',
  'longest',
  'globetrotter',
  'most',
  'second',
  'tokens',
] as const;
export type HelpGap = (typeof GAPS)[number];

/** What differs on a map from what holds on every map. */
export function specialRules(texts: HelpTexts, info: MapInfo): HelpRule[] {
  const ours = texts.maps[info.id]?.rules;
  if (ours) return ours;
  const has = new Set<HelpMechanic>(info.rules.mechanics.map((one) => one.mechanic));
  if (info.routes.some((route) => route.wilds > 0)) has.add('ferries');
  if (info.locations.some((location) => location.kind === 'country')) has.add('countries');
  if (info.rules.fleets.length > 1) has.add('fleets');
  if (drawsFromTwo(info)) has.add('split_decks');
  if (startDecks(info).length > 0) has.add('start_decks');
  const all = Object.values(texts.maps).flatMap((section) => section.rules);
  const told = all.filter((one) => one.mechanic && has.has(one.mechanic));
  return told.map((one) => ({ ...one, text: one.elsewhere ?? one.text }));
}

/** What holds on every map, without what can never come up on this one. */
export function coreRules(section: HelpSection, info: MapInfo): HelpRule[] {
  const closes = info.rules.single_lane_up_to >= info.min_players;
  return section.rules.filter((one) => one.rule !== 'C24' || closes);
}

/** The decks that are there before the first turn only. */
export function startDecks(info: MapInfo): number[] {
  return info.decks.map((_, deck) => deck).filter((deck) => !info.rules.draw_decks.includes(deck));
}
