//! Quick match: a seat at the open table that fits best, or a table of one's own that others can find.

import { t } from '../i18n/index.svelte';
import { createTable, joinTable, Refused } from '../net/api';
import type { LobbyTable, MapSummary, MyGame, Seated } from '../protocol';
import { settings } from '../settings.svelte';
import { byFit, freeName } from './listing';

/** Takes a seat at a table; null if somebody was quicker, or the table has gone. */
async function sit(table: LobbyTable, name: string): Promise<Seated | null> {
  try {
    return await joinTable(table.id, { name: freeName(table, name) });
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** Sits down at the best table, or opens one for two on the wanted map. */
export async function quickMatch(
  tables: readonly LobbyTable[],
  mine: readonly MyGame[],
  map: MapSummary,
): Promise<Seated> {
  const name = settings.name || t('settings.name.none');
  for (const table of byFit(tables, mine, map.id)) {
    const seated = await sit(table, name);
    if (seated) return seated;
  }
  return createTable({
    map: map.id,
    seats: [{ who: { sitter: 'here', name } }, { who: { sitter: 'open' } }],
    settings: { listed: true, pace: settings.pace },
  });
}
