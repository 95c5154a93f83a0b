//! Which of the listed tables a visitor can join, which only watch, and which fits best.

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

/** The tables that can be joined, the best first: the wanted map, then soonest complete, then waiting longest. */
export function byFit(tables: readonly LobbyTable[], mine: readonly MyGame[], map: string): LobbyTable[] {
  const free = (table: LobbyTable): number => table.seats.filter((seat) => seat.who.who === 'open').length;
  return openTables(tables, mine).join.sort(
    (one, other) =>
      Number(other.map === map) - Number(one.map === map) || free(one) - free(other) || one.created - other.created,
  );
}

/** A name that nobody at the table has: the person's own one, or with a number. */
export function freeName(table: LobbyTable, name: string): string {
  const taken = new Set(table.seats.map((seat) => seat.name.toLowerCase()));
  const names = [name, ...table.seats.map((_, place) => `${name.slice(0, 22)} ${place + 2}`)];
  return names.find((one) => !taken.has(one.toLowerCase())) ?? name;
}
