//! Which of the listed tables a visitor can join, and which only watch.

import type { LobbyTable, MyGame } from '../protocol';

export interface OpenTables {
  join: LobbyTable[];
  watch: LobbyTable[];
}

/** Sorts the listed tables. Those where the visitor has a seat are left out: they are among the visitor's own games. */
export function openTables(tables: readonly LobbyTable[], mine: readonly MyGame[]): OpenTables {
  const others = tables.filter((table) => !mine.some((game) => game.table === table.id));
  const canJoin = (table: LobbyTable): boolean =>
    table.status === 'waiting' && table.seats.some((seat) => seat.who.who === 'open');
  return {
    join: others.filter(canJoin),
    watch: others.filter((table) => table.spectators && !canJoin(table)),
  };
}
