//! Challenges without a server: the link carries the deal, or the date makes it, and results stay in this browser. Nothing can be sealed here:
//! anybody who decodes the link knows the deal.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { playDealHere } from '../net/api';
import type { ChallengeGame, ChallengeResult, ChallengeView, GameEnd, Seated, TableView } from '../protocol';
import { settings } from '../settings.svelte';
import { fromCode, toCode } from './code';
import { recall, remember } from './kept';

const KEY = 'capolinea.deals';
/** How many games are remembered. */
const KEPT = 300;
const DAY = 'day-';
const DEAL = 'deal-';
/** The opponent in a deal of the day, as on every server. */
const LEVEL = 'skilled';

/** A deal that this page can play by itself. */
export interface Deal {
  game: ChallengeGame;
  seed: string;
  by: string | null;
  day: string | null;
}

/** A game of such a deal, as this browser remembers it. */
interface Kept {
  challenge: string;
  table: string;
  name: string;
  begun: number;
  result: { seat: number; scores: number[]; won: boolean; ended: number } | null;
  /** The challenge was made of this game. */
  origin?: true;
}

/** Whether a challenge is played in this browser. */
export const isHere = (id: string): boolean => id.startsWith(DAY) || id.startsWith(DEAL);

/** The day by UTC, as in `2026-11-18`. */
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
export const sealOf = (seed: string): string => bytesToHex(sha256(hexToBytes(seed)));

/** The id of a map's deal of a day. */
export const dayId = (day: string, map: string): string => `${DAY}${day}-${map}`;

function dealOfDay(day: string, map: string): Deal {
  const game: ChallengeGame = { map, seats: [null, LEVEL] };
  return { game, seed: hashOf(`capolinea deal of the day ${day} ${map}`), by: null, day };
}

/** The id that carries a deal. */
export function idOf(deal: Deal): string {
  const { map, seats, first = null, pieces = null } = deal.game;
  return DEAL + toCode(utf8ToBytes(JSON.stringify([map, seats, first, pieces, deal.seed, deal.by])));
}

function isGame(seats: unknown): seats is (string | null)[] {
  return Array.isArray(seats) && seats.every((level) => level === null || typeof level === 'string');
}

/** The deal of an id; null if it was garbled on its way. */
export function dealOf(id: string): Deal | null {
  const day = /^day-(\d{4}-\d\d-\d\d)-(\w+)$/.exec(id);
  if (day?.[1] && day[2]) return dealOfDay(day[1], day[2]);
  try {
    const text = new TextDecoder().decode(fromCode(id.slice(DEAL.length)));
    const [map, seats, first, pieces, seed, by] = JSON.parse(text) as unknown[];
    if (typeof map !== 'string' || !isGame(seats) || typeof seed !== 'string' || !/^[0-9a-f]{64}$/.test(seed))
      return null;
    const game: ChallengeGame = {
      map,
      seats,
      ...(typeof first === 'number' && { first }),
      ...(typeof pieces === 'number' && { pieces }),
    };
    return { game, seed, by: typeof by === 'string' ? by.slice(0, 24) : null, day: null };
  } catch {
    return null;
  }
}

const games = (): Kept[] => recall<Kept>(KEY);
const keep = (all: Kept[]): boolean => remember(KEY, all, KEPT);

/** The finished games of a challenge in this browser, by their tables. */
export const finishedTables = (id: string): string[] =>
  games()
    .filter((game) => game.challenge === id && game.result !== null)
    .map((game) => game.table);

/** The challenge as a server would show it; with the games that others have sent, for those who have finished one. */
export function viewHere(id: string, sent: ChallengeResult[] = []): ChallengeView | null {
  const deal = dealOf(id);
  if (!deal) return null;
  const own = games().filter((game) => game.challenge === id);
  const finished = own.flatMap((game, number): ChallengeResult[] =>
    game.result
      ? [
          {
            ...game.result,
            game: game.table,
            name: game.name,
            replay: true,
            first_try: number === 0 && !game.origin,
            origin: game.origin ?? false,
            yours: true,
          },
        ]
      : [],
  );
  const results = finished.length > 0 ? [...finished, ...sent] : [];
  results.sort((one, other) => (other.scores[other.seat] ?? 0) - (one.scores[one.seat] ?? 0));
  const playing = own.findLast((game) => game.result === null);
  return {
    id,
    game: deal.game,
    by: deal.by,
    day: deal.day,
    created: own[0]?.begun ?? 0,
    closes: null,
    closed: false,
    yours: false,
    seal: sealOf(deal.seed),
    begun: own.length,
    finished: finished.length,
    playing: playing?.table ?? null,
    opened: results.length > 0 ? { seed: deal.seed, results } : null,
  };
}

/** Begins a game of it here, or goes on with one. */
export async function playHere(id: string, name: string): Promise<Seated> {
  const deal = dealOf(id);
  if (!deal) throw new Error('not a deal');
  const going = games().findLast((game) => game.challenge === id && game.result === null);
  if (going) return { table: going.table, seats: [deal.game.seats.indexOf(null)] };
  const { game, seed } = deal;
  const seated = await playDealHere({ game, seed, challenge: id, name, pace: settings.pace });
  keep([...games(), { challenge: id, table: seated.table, name, begun: Date.now(), result: null }]);
  return seated;
}

const resultOf = (seat: number, end: GameEnd): Kept['result'] => ({
  seat,
  scores: end.scores.sheets.map((sheet) => sheet.total),
  won: end.scores.winners.includes(seat),
  ended: Date.now(),
});

/** Remembers how a game ended. */
export function noteEnd(table: TableView, end: GameEnd): void {
  const all = games();
  const game = all.find((one) => one.table === table.id && !one.origin);
  if (!game || game.result) return;
  const seat = table.seats.findIndex((one) => one.who.who === 'person');
  game.result = resultOf(seat, end);
  keep(all);
}

/** Remembers the game of which a challenge was made. */
export function noteOrigin(
  id: string,
  { table, seat, name }: { table: string; seat: number; name: string },
  end: GameEnd,
): void {
  const all = games();
  if (all.some((game) => game.challenge === id && game.origin)) return;
  keep([...all, { challenge: id, table, name, begun: Date.now(), result: resultOf(seat, end), origin: true }]);
}

/** How many games of a challenge were finished here. */
export const finishedHere = (id: string): number => finishedTables(id).length;
