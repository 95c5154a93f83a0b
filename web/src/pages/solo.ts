//! A game on one's own: a table with bots that starts at once.

import { t } from '../i18n/index.svelte';
import type { CreateTable, LevelInfo, MapSummary, Seated } from '../protocol';
import { settings } from '../settings.svelte';
import { makeTable } from './place';

/** The bot for those who have not chosen one: an easy one. */
export function usualBot(levels: LevelInfo[]): LevelInfo | null {
  return levels.find((level) => level.id === 'casual') ?? levels[0] ?? null;
}

/** The bots of the last solo game, as far as the map and the server have room for them. */
export function chosenBots(map: MapSummary, levels: LevelInfo[], wanted: string[]): LevelInfo[] {
  const known = wanted.flatMap((id) => levels.find((level) => level.id === id) ?? []).slice(0, map.max_players - 1);
  const usual = usualBot(levels);
  return known.length > 0 || !usual ? known : [usual];
}

export function soloBots(map: MapSummary, levels: LevelInfo[]): LevelInfo[] {
  return chosenBots(map, levels, settings.solo.bots);
}

/** The guided first game: on the map with the basic rules, and with few pieces, so that it is soon over. */
const FIRST = { map: 'usa', pieces: 20 };

/** The map for a first game; where a server does not have the usual one, the one with the fewest rules of its own. */
export function firstMap(maps: MapSummary[]): MapSummary | null {
  const simple = [...maps].sort((one, other) => one.mechanics.length - other.mechanics.length);
  return maps.find((map) => map.id === FIRST.map) ?? simple[0] ?? null;
}

/** Starts a game; a guided one against the easiest bot. */
export function startSolo(map: MapSummary, levels: LevelInfo[], guided = false): Promise<Seated> {
  const bots = guided ? levels.slice(0, 1) : soloBots(map, levels);
  const table: CreateTable = {
    map: map.id,
    seats: [
      { who: { sitter: 'here', name: settings.name || t('settings.name.none') } },
      ...bots.map((bot): CreateTable['seats'][number] => ({ who: { sitter: 'bot', level: bot.id } })),
    ],
    settings: {
      spectators: false,
      pace: settings.pace,
      ...(guided && map.id === FIRST.map && { pieces: FIRST.pieces }),
    },
    start: true,
  };
  return makeTable(table);
}
