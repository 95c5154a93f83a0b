//! Where a game is played: in this page, or on the server. People who come by a link need a server; everybody else does not.

import { hasServer } from '../local/site';
import { canPlayHere, localGames } from '../local/local';
import {
  createLocalTable,
  createTable,
  myGames,
  playOn,
  playOnHere,
  Refused,
  replayRecord,
  replayRecordHere,
  type Excerpt,
} from '../net/api';
import type { CreateTable, MyGame, PlayOn, Replay, Seated, TableView } from '../protocol';
import { settings } from '../settings.svelte';

/** Whether games of the people at this screen are played in this page. */
function playsHere(): boolean {
  return canPlayHere && (!hasServer || settings.place === 'page');
}

/** Makes a table where such a table is played. */
export function makeTable(table: CreateTable): Promise<Seated> {
  const needsServer = table.seats.some((seat) => seat.who.sitter === 'open');
  if (needsServer || !playsHere()) return createTable(table);
  askToKeep();
  return createLocalTable(table);
}

/** Makes a table whose game goes on from a moment of a record. */
export function makeBranch(asked: PlayOn): Promise<Seated> {
  if (!playsHere()) return playOn(asked);
  askToKeep();
  return playOnHere(asked);
}

/** Asked for once a game is worth keeping; where the browser says no, it may forget games when it runs out of room. */
function askToKeep(): void {
  void navigator.storage?.persist?.().catch(() => false);
}

/** The outcome of a question to the server: it answered, it could not read what it keeps, or it could not be reached. */
export type Reach = 'answered' | 'unread' | 'away';

/** The games of this browser and of the server, as far as it could be reached. */
export async function allGames(): Promise<{ games: MyGame[]; reach: Reach }> {
  const [theirs, here] = await Promise.allSettled([hasServer ? myGames() : null, localGames()]);
  const games = [
    ...(theirs.status === 'fulfilled' ? (theirs.value?.games ?? []) : []),
    ...(here.status === 'fulfilled' ? here.value : []),
  ];
  if (theirs.status === 'fulfilled') return { games, reach: hasServer ? 'answered' : 'away' };
  const isUnread = theirs.reason instanceof Refused && theirs.reason.refusal.code === 'not_saved';
  return { games, reach: isUnread ? 'unread' : 'away' };
}

/** Steps of a record from a file. */
export function replayFile(record: string, excerpt: Excerpt): Promise<Replay> {
  return playsHere() ? replayRecordHere(record, excerpt) : replayRecord(record, excerpt);
}

/** Who else can open the address of a finished game. */
export type Audience = 'everybody' | 'players' | 'nobody';

export function audienceOf({ settings, seats }: Pick<TableView, 'settings' | 'seats'>): Audience {
  if (settings.spectators) return 'everybody';
  return seats.filter(({ who }) => who.who === 'person').length > 1 ? 'players' : 'nobody';
}
