//! A challenge made of a game, finished or not yet played.

import { hasServer } from '../local/site';
import { isLocal } from '../local/site';
import { createChallenge, localRecord } from '../net/api';
import { t } from '../i18n/index.svelte';
import type { ChallengeGame, GameEnd, TableView, You } from '../protocol';
import { settings } from '../settings.svelte';
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { idOf, noteOrigin } from './here';

/** The bot that takes the seat of another person, as on the server. */
const STAND_IN = 'skilled';

const nameOf = (name: string): string => name.trim() || t('settings.name.none');

/** Makes a challenge of a finished game; its id. */
export async function challengeOf(table: TableView, you: You, end: GameEnd): Promise<string> {
  const name = nameOf(settings.name || (table.seats[you.seats[0] ?? 0]?.name ?? ''));
  if (!isLocal(table.id)) return (await createChallenge({ name, deal: { deal: 'table', table: table.id } })).id;
  const { first, pieces } = table.settings;
  const game: ChallengeGame = {
    map: table.map,
    seats: table.seats.map(({ who }, seat) => {
      if (you.seats.includes(seat)) return null;
      return who.who === 'bot' ? who.level : STAND_IN;
    }),
    ...(first !== null && { first }),
    ...(pieces !== undefined && { pieces }),
  };
  if (!hasServer) {
    const id = idOf({ game, seed: end.seed, by: name, day: null });
    noteOrigin(id, { table: table.id, seat: you.seats[0] ?? 0, name }, end);
    return id;
  }
  const record = await localRecord(table.id);
  return (await createChallenge({ name, deal: { deal: 'record', game, record } })).id;
}

/** Makes a challenge with a new deal; its id. */
export async function newChallenge(name: string, game: ChallengeGame): Promise<string> {
  if (hasServer) return (await createChallenge({ name: nameOf(name), deal: { deal: 'new', game } })).id;
  return idOf({ game, seed: bytesToHex(randomBytes(32)), by: nameOf(name), day: null });
}
