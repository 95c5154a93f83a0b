//! A game on one's own: a table with bots that starts at once.

import { t } from '../i18n/index.svelte';
import type { CreateTable, Level, MapSummary, Seated } from '../protocol';
import { settings } from '../settings.svelte';
import { makeTable } from './place';

/** The bot for those who have not chosen one: an easy one. */
export function usualBot(levels: Level[]): Level | null {
  return levels.find((level) => level.id === 'casual') ?? levels[0] ?? null;
}

/** The bots of the last solo game, as far as the map and the server have room for them. */
export function chosenBots(map: MapSummary, levels: Level[], wanted: string[]): Level[] {
  const known = wanted.flatMap((id) => levels.find((level) => level.id === id) ?? []).slice(0, map.max_players - 1);
  const usual = usualBot(levels);
  return known.length > 0 || !usual ? known : [usual];
}

export function soloBots(map: MapSummary, levels: Level[]): Level[] {
  return chosenBots(map, levels, settings.solo.bots);
}

/** The map for a first game: with the fewest rules of its own, and soon over. */
export function firstMap(maps: MapSummary[]): MapSummary | null {
  return (
    [...maps].sort((one, other) => one.mechanics.length - other.mechanics.length || one.routes - other.routes)[0] ??
    null
  );
}

/** Starts a game; a guided one against the easiest bot. */
export function startSolo(map: MapSummary, levels: Level[], guided = false): Promise<Seated> {
  const bots = guided ? levels.slice(0, 1) : soloBots(map, levels);
  const table: CreateTable = {
    map: map.id,
    seats: [
      { who: { sitter: 'here', name: settings.name || t('settings.name.none') } },
      ...bots.map((bot): CreateTable['seats'][number] => ({ who: { sitter: 'bot', level: bot.id } })),
    ],
    settings: { spectators: false, pace: settings.pace },
    start: true,
  };
  return makeTable(table);
}
