//! Challenges without a server: the link carries the deal, or the date makes it, and results stay in this browser. Nothing can be sealed here:
//! whoever takes the link apart knows the deal.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { playDealHere } from '../net/api';
import type { ChallengeGame, ChallengeResult, ChallengeView, GameEnd, Seated, TableView } from '../protocol';
import { settings } from '../settings.svelte';

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
  const text = JSON.stringify([map, seats, first, pieces, deal.seed, deal.by]);
  const bytes = String.fromCharCode(...utf8ToBytes(text));
  return DEAL + btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function isGame(seats: unknown): seats is (string | null)[] {
  return Array.isArray(seats) && seats.every((level) => level === null || typeof level === 'string');
}

/** The deal of an id; null if it was garbled on its way. */
export function dealOf(id: string): Deal | null {
  const day = /^day-(\d{4}-\d\d-\d\d)-(\w+)$/.exec(id);
  if (day?.[1] && day[2]) return dealOfDay(day[1], day[2]);
  try {
    const bytes = atob(id.slice(DEAL.length).replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
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

function recall(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    // Unreadable or forbidden storage: nothing is remembered.
    return [];
  }
}

function remember(games: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(-KEPT)));
  } catch {
    // Private windows may forbid it: the game itself is played all the same.
  }
}

/** The challenge as a server would show it. */
export function viewHere(id: string): ChallengeView | null {
  const deal = dealOf(id);
  if (!deal) return null;
  const games = recall().filter((game) => game.challenge === id);
  const results = games.flatMap((game, number): ChallengeResult[] =>
    game.result
      ? [
          {
            ...game.result,
            game: game.table,
            name: game.name,
            replay: true,
            first_try: number === 0,
            origin: false,
            yours: true,
          },
        ]
      : [],
  );
  results.sort((one, other) => (other.scores[other.seat] ?? 0) - (one.scores[one.seat] ?? 0));
  const playing = games.findLast((game) => game.result === null);
  return {
    id,
    game: deal.game,
    by: deal.by,
    day: deal.day,
    created: games[0]?.begun ?? 0,
    closes: null,
    closed: false,
    yours: false,
    seal: sealOf(deal.seed),
    begun: games.length,
    finished: results.length,
    playing: playing?.table ?? null,
    opened: results.length > 0 ? { seed: deal.seed, results } : null,
  };
}

/** Begins a game of it here, or goes on with one. */
export async function playHere(id: string, name: string): Promise<Seated> {
  const deal = dealOf(id);
  if (!deal) throw new Error('not a deal');
  const going = recall().findLast((game) => game.challenge === id && game.result === null);
  if (going) return { table: going.table, seats: [deal.game.seats.indexOf(null)] };
  const { game, seed } = deal;
  const seated = await playDealHere({ game, seed, challenge: id, name, pace: settings.pace });
  remember([...recall(), { challenge: id, table: seated.table, name, begun: Date.now(), result: null }]);
  return seated;
}

/** Remembers how a game ended. */
export function noteEnd(table: TableView, end: GameEnd): void {
  const games = recall();
  const game = games.find((one) => one.table === table.id);
  if (!game || game.result) return;
  const seat = table.seats.findIndex((one) => one.who.who === 'person');
  const scores = end.scores.sheets.map((sheet) => sheet.total);
  game.result = { seat, scores, won: end.scores.winners.includes(seat), ended: Date.now() };
  remember(games);
}

/** How many games of a challenge were finished here. */
export const finishedHere = (id: string): number =>
  recall().filter((game) => game.challenge === id && game.result !== null).length;
