//! What a page and its worker tell each other, and what the worker and the engine in it do (`crates/wasm/src/messages.rs`).

import type { Action, ClientMessage, MyGame, ReviewProgress, ReviewReport, ServerMessage } from '../protocol';

/** What a page wants of the engine. Its worker passes it on as it is. */
export type PageInput =
  | { input: 'request'; number: number; method: string; path: string; body: string | null }
  | { input: 'connect'; connection: number; table: string }
  | { input: 'message'; connection: number; message: ClientMessage }
  | { input: 'disconnect'; connection: number };

/** Where the parts of this client are that the worker needs. */
export interface BuiltIn {
  /** Tables and bots that answer at once. */
  engine: string;
  /** Bots that search. */
  search: string;
  /** The built-in maps: what pages show of each, and its files. */
  maps: Record<string, { info: string; files: string }>;
}

/** What the page tells its worker. */
export type FromPage = { input: 'start'; built: BuiltIn; seed: number | null } | PageInput;

/** What the engine has for a page. Its worker passes it on as it is. */
export type PageOutput =
  | { output: 'answer'; number: number; ok: boolean; body: unknown }
  | { output: 'send'; connection: number; message: ServerMessage }
  | { output: 'close'; connection: number };

/** What the worker tells its page. */
export type ToPage =
  | PageOutput
  /** Whether this browser keeps games; if not, they last as long as the page. */
  | { output: 'kept'; kept: boolean }
  /** The engine can't work, or works no more. */
  | { output: 'failed'; problem: string };

/** The two files of a map, as text. */
export interface MapFiles {
  map: string;
  board: string;
}

/** A stored table without its game. What the page needs to know of it is in `game`. */
export interface TableRow {
  id: string;
  version: number;
  seating: { map: string; digest: string };
  status: { revision: number };
  game: MyGame | null;
}

/** A stored step. */
export interface StepRow {
  revision: number;
}

/** A stored line of chat. */
export interface ChatRow {
  number: number;
}

/** One change of a table: written all of it, or not at all if the table is not as its writer knew it. */
export interface WriteRow {
  version: number;
  revision: number;
  seating: TableRow['seating'] | null;
  step: StepRow | null;
  status: TableRow['status'];
  game: MyGame | null;
  rematch: TableRow | null;
}

/** Why something was not written. */
export type Failure = 'conflict' | 'failed';

/** A question for a bot that searches, in the game that has this record so far. */
export interface Thought {
  table: string;
  seat: number;
  question: number;
  /** With its budget: `searcher:300`. */
  bot: string;
  digest: string;
  record: string;
  random: number[];
  is_repeatable: boolean;
}

/** What the engine is told. */
export type EngineEvent =
  | PageInput
  | { input: 'alarm' }
  | { input: 'loaded'; table: string; stored: { table: TableRow; steps: StepRow[]; chat: ChatRow[] } | null }
  | { input: 'not_loaded'; table: string; problem: string }
  | { input: 'chat_loaded'; table: string; chat: ChatRow[] }
  | { input: 'saved'; table: string; failure: Failure | null }
  | { input: 'created'; number: number; failure: Failure | null }
  | { input: 'decided'; table: string; seat: number; question: number; action: Action | null }
  | { input: 'changed'; table: string };

/** What the engine wants done. */
export type EngineOutput =
  | PageOutput
  | { output: 'load'; table: string }
  | { output: 'load_chat'; table: string }
  | { output: 'save'; table: string; write: WriteRow }
  | { output: 'save_chat'; table: string; line: ChatRow }
  | { output: 'create'; number: number; table: TableRow }
  | { output: 'need_map'; number: number; map: string }
  | ({ output: 'think' } & Thought)
  | { output: 'log'; error: boolean; text: string };

/** What the worker tells the one in which bots think. */
export type ToThinker =
  { kind: 'start'; search: WebAssembly.Module } | { kind: 'map'; map: string } | { kind: 'think'; thought: Thought };

/** A bot's decision; none if it failed. */
export interface FromThinker {
  thought: Pick<Thought, 'table' | 'seat' | 'question'>;
  action: Action | null;
}

/** What a page tells the worker that reviews a game: the game first, and later to pause or to go on. */
export type ToReviewer = ReviewedFile | 'pause' | 'go_on';

/** A game to review. */
export interface ReviewedFile {
  /** Where the engine's code is. */
  engine: string;
  files: MapFiles;
  /** The record, JSON or text. */
  record: string;
  /** The depth: games played out for each move that stays on trial. */
  rollouts: number;
}

/** What the worker that reviews a game tells its page. */
export type FromReviewer =
  | { kind: 'progress'; progress: ReviewProgress }
  | { kind: 'report'; report: ReviewReport }
  | { kind: 'failed'; problem: ReviewProblem };

/** Why a game can't be reviewed: no engine, an unknown map, a record that does not fit, or a fault of the program. */
export type ReviewProblem = 'engine' | 'map' | 'record' | 'fault';
