//! Games of a deal that others have sent: without a server, a link carries the whole record. It is shown to those who have finished the deal.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { localRecord, replay, replayRecordHere } from '../net/api';
import type { ChallengeResult, ComparedGame, Comparison, Replay, ReplayStep } from '../protocol';
import { pack, unpack } from './code';
import { dealOf, finishedTables, type Deal } from './here';
import { recall, remember } from './kept';

const KEY = 'capolinea.sent';
/** How many games are remembered. */
const KEPT = 40;
const SENT = 'sent-';
/** In front of the record: whether it was a first try. */
const [FIRST, AGAIN] = ['1', '0'];

/** A game that somebody has sent. */
interface SentGame {
  challenge: string;
  /** Its record, packed. */
  code: string;
  result: ChallengeResult;
}

/** A game of this browser as a part of a link. */
export async function codeOf(game: string, isFirst: boolean): Promise<string> {
  return pack((isFirst ? FIRST : AGAIN) + (await localRecord(game)));
}

const idOfRecord = (record: string): string => SENT + bytesToHex(sha256(utf8ToBytes(record))).slice(0, 24);

/** The games that others have sent. */
export const sentGames = (challenge: string): ChallengeResult[] =>
  recall<SentGame>(KEY)
    .filter((game) => game.challenge === challenge)
    .map((game) => game.result);

interface RecordFile {
  seed: string;
  map: { id: string };
  players: string[];
  first: number | null;
  pieces?: number;
  actions: unknown[];
  branches?: unknown[];
}

/** Whether a record is a game of a deal. */
function fits(record: RecordFile, { game, seed }: Deal): boolean {
  const isSame = record.seed === seed && record.map.id === game.map && record.players.length === game.seats.length;
  const isSet = (record.first ?? null) === (game.first ?? null) && (record.pieces ?? null) === (game.pieces ?? null);
  return isSame && isSet && (record.branches ?? []).length === 0;
}

/** Whether a game was played in this browser: whoever opens a link of their own gets it back. */
async function isOwn(challenge: string, record: string): Promise<boolean> {
  const records = finishedTables(challenge).map((table) => localRecord(table).catch(() => null));
  return (await Promise.all(records)).includes(record);
}

/** Keeps a game that came with a link; the name of its player. Null if it is not a finished game of this deal. */
export async function receive(challenge: string, code: string): Promise<string | null> {
  const deal = dealOf(challenge);
  const text = await unpack(code);
  if (!deal || text === null) return null;
  const record = text.slice(1);
  try {
    if (!fits(JSON.parse(record) as RecordFile, deal)) return null;
    // The engine checks every action.
    const { players, end } = await replayRecordHere(record, { viewer: 'all', from: 0, count: 1 });
    if (!end) return null;
    const seat = deal.game.seats.indexOf(null);
    if (await isOwn(challenge, record)) return players[seat] ?? '';
    const result: ChallengeResult = {
      game: idOfRecord(record),
      replay: false,
      name: players[seat] ?? '',
      seat,
      scores: end.scores.sheets.map((sheet) => sheet.total),
      won: end.scores.winners.includes(seat),
      ended: Date.now(),
      first_try: text.startsWith(FIRST),
      origin: false,
      yours: false,
    };
    const others = recall<SentGame>(KEY).filter((game) => game.result.game !== result.game);
    remember(KEY, [...others, { challenge, code, result }], KEPT);
    return result.name;
  } catch {
    return null;
  }
}

/** A game with the way to its steps. */
interface Source {
  record: RecordFile;
  steps(from: number): Promise<Replay>;
}

async function sourceOf(game: string): Promise<Source> {
  if (!game.startsWith(SENT)) {
    const record = JSON.parse(await localRecord(game)) as RecordFile;
    return { record, steps: (from) => replay(game, { viewer: 'all', from, count: 1 }) };
  }
  const code = recall<SentGame>(KEY).find((one) => one.result.game === game)?.code ?? '';
  const text = (await unpack(code))?.slice(1) ?? '';
  const record = JSON.parse(text) as RecordFile;
  return { record, steps: (from) => replayRecordHere(text, { viewer: 'all', from, count: 1 }) };
}

async function stepOf(source: Source, step: number): Promise<ReplayStep | null> {
  return step > source.record.actions.length ? null : ((await source.steps(step)).steps[0] ?? null);
}

async function ended(source: Source): Promise<ComparedGame> {
  const { players, colors, steps, end } = await source.steps(source.record.actions.length);
  const [last] = steps;
  if (!last || !end) throw new Error('the game is not over');
  return { players, colors, last, end };
}

/** Two games of one deal that are kept here, as a server compares them. */
export async function compareHere(one: string, other: string): Promise<Comparison> {
  const [first, second] = await Promise.all([sourceOf(one), sourceOf(other)]);
  const [own, others] = [first.record.actions, second.record.actions];
  const same = own.findIndex((action, index) => JSON.stringify(action) !== JSON.stringify(others[index]));
  const isSame = same === -1 && own.length === others.length;
  // Step 0 is the deal.
  const step = (same === -1 ? own.length : same) + 1;
  const steps: [ReplayStep | null, ReplayStep | null] = [await stepOf(first, step), await stepOf(second, step)];
  const turn = Math.min(...steps.flatMap((found) => (found ? [found.turn] : [])));
  return {
    map: first.record.map.id,
    games: [await ended(first), await ended(second)],
    parted: isSame ? null : { step, turn, steps },
  };
}
