//! Answers to plain requests: the server's, or this browser's own for the games that are played in it.

import { attempt, heard } from './attempt';
import { early } from './early';
import { patiently } from './patiently';
import { Refused } from './refused';
import { levels as builtInLevels } from 'virtual:built-in';
import { canPlayHere, local } from '../local/local';
import type {
  ChallengeView,
  ChangeSeat,
  Comparison,
  CreateChallenge,
  CreateTable,
  DealsOfTheDay,
  ErrorBody,
  Join,
  JoinChat,
  LevelInfo,
  MapFilesInfo,
  MapInfo,
  MapSummary,
  MyGames,
  OpenTables,
  PlayChallenge,
  PlayDeal,
  PlayOn,
  Replay,
  Seated,
  SeatLink,
  TableView,
  UseSeatLink,
} from '../protocol';

export { Refused };

/** The addresses of games that are played in this browser. */
const LOCAL = '/api/tables/local-';

const bodyOf = (init?: RequestInit): string | null => (typeof init?.body === 'string' ? init.body : null);

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  if (path.startsWith(LOCAL)) return (await local.request(init?.method ?? 'GET', path, bodyOf(init))) as T;
  const answer = await patiently(() => (init ? undefined : early(path)) ?? fetch(path, init));
  if (answer.ok) return (await answer.json()) as T;
  const text = await answer.text();
  let body: ErrorBody | null = null;
  try {
    body = JSON.parse(text) as ErrorBody;
  } catch {
    // Not from our server, a proxy perhaps: its status says all there is to say.
  }
  if (body?.refusal) throw new Refused(body.refusal);
  throw new Error(`${answer.status} ${answer.statusText}`);
}

function post<T>(path: string, body?: unknown, more: Record<string, string> = {}): Promise<T> {
  const json =
    body === undefined ? {} : { headers: { 'content-type': 'application/json', ...more }, body: JSON.stringify(body) };
  return request<T>(path, { method: 'POST', ...json });
}

const TABLES = '/api/tables';
const PLAY_ON = '/api/play_on';

/** Tables where this page has taken a seat and not yet been seen in it. */
const taken = new Set<string>();

async function sitDown(path: string, body: unknown): Promise<Seated> {
  const seated = await introduce<Seated>(path, body);
  if (seated.seats.length > 0) taken.add(seated.table);
  return seated;
}

/** A request whose answer may bring the cookie by which this browser is known. */
async function introduce<T>(path: string, body: unknown): Promise<T> {
  try {
    // Only a table is made once for each attempt: another table is another attempt.
    const made = path === TABLES || path === PLAY_ON ? JSON.stringify(body) : null;
    const answer = await post<T>(path, body, { 'capolinea-attempt': attempt(made) });
    heard();
    return answer;
  } catch (error) {
    if (error instanceof Refused) heard();
    throw error;
  }
}

/** Whether this page has just taken a seat at the table; says so once. */
export function hasJustSat(table: string): boolean {
  return taken.delete(table);
}

const id = encodeURIComponent;
let known: Promise<LevelInfo[]> | null = null;

export function levels(): Promise<LevelInfo[]> {
  if (canPlayHere) return Promise.resolve(builtInLevels);
  known ??= request<LevelInfo[]>('/api/levels');
  known.catch(() => (known = null));
  return known;
}

export const getMap = (name: string): Promise<MapInfo> => request(`/api/maps/${id(name)}`);
export const getMapFiles = (name: string): Promise<MapFilesInfo> => request(`/api/maps/${id(name)}/files`);
/** The map that a game in this browser is played on, as it was when the game began. */
export const getLocalMap = (table: string): Promise<MapInfo> => request(`/api/tables/${id(table)}/map`);
export const getMaps = (): Promise<MapSummary[]> => request('/api/maps');
export const lobby = (): Promise<OpenTables> => request('/api/tables');
export const myGames = (): Promise<MyGames> => request('/api/games');
export const createTable = (table: CreateTable): Promise<Seated> => sitDown(TABLES, table);
/** The same in this browser. */
export const createLocalTable = async (table: CreateTable): Promise<Seated> =>
  (await local.request('POST', TABLES, JSON.stringify(table))) as Seated;
export const getTable = (table: string): Promise<TableView> => request(`/api/tables/${id(table)}`);
export const joinTable = (table: string, join: Join): Promise<Seated> => sitDown(`/api/tables/${id(table)}/join`, join);
export const joinChat = (table: string, join: JoinChat): Promise<TableView> =>
  introduce(`/api/tables/${id(table)}/chat`, join);
export const changeSeat = (table: string, change: ChangeSeat): Promise<TableView> =>
  post(`/api/tables/${id(table)}/seats`, change);
export const startTable = (table: string): Promise<TableView> => post(`/api/tables/${id(table)}/start`);
export const rematch = (table: string): Promise<Seated> => post(`/api/tables/${id(table)}/rematch`);
export const seatLink = (table: string, seat: number): Promise<SeatLink> =>
  post(`/api/tables/${id(table)}/seats/${seat}/link`);
export const takeSeat = (link: UseSeatLink): Promise<Seated> => sitDown('/api/seat', link);

/** Whose eyes a replay is seen through: a seat's, all together, or a spectator's. */
export type Eyes = number | 'all' | null;

/** Which steps of a replay, and through whose eyes. */
export interface Excerpt {
  viewer: Eyes;
  from: number;
  count: number;
}

function query(excerpt: Excerpt): string {
  const viewer = excerpt.viewer === null ? '' : `viewer=${excerpt.viewer}&`;
  return `?${viewer}from=${excerpt.from}&count=${excerpt.count}`;
}

export const replay = (table: string, excerpt: Excerpt): Promise<Replay> =>
  request(`/api/tables/${id(table)}/replay${query(excerpt)}`);

/** The record of a game in this browser, as a file has it. */
export const localRecord = (table: string): Promise<string> => request(`/api/tables/${id(table)}/record`);

/** The record of any finished game, as a file has it. */
export const recordOf = async (table: string): Promise<string> => {
  const path = `/api/tables/${id(table)}/record`;
  return path.startsWith(LOCAL) ? localRecord(table) : JSON.stringify(await request(path));
};

/** A table whose game goes on from a moment of a record. */
export const playOn = (asked: PlayOn): Promise<Seated> => sitDown(PLAY_ON, asked);
/** The same in this browser. */
export const playOnHere = async (asked: PlayOn): Promise<Seated> =>
  (await local.request('POST', PLAY_ON, JSON.stringify(asked))) as Seated;

/** The same as `replayRecord` in this browser: the record is sent nowhere. */
export const replayRecordHere = async (record: string, excerpt: Excerpt): Promise<Replay> =>
  (await local.request('POST', `/api/replay${query(excerpt)}`, record)) as Replay;

export const replayRecord = (record: string, excerpt: Excerpt): Promise<Replay> =>
  request(`/api/replay${query(excerpt)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: record,
  });

const CHALLENGES = '/api/challenges';
export const getChallenge = (challenge: string): Promise<ChallengeView> => request(`${CHALLENGES}/${id(challenge)}`);
export const createChallenge = (challenge: CreateChallenge): Promise<ChallengeView> => introduce(CHALLENGES, challenge);
export const playChallenge = (challenge: string, play: PlayChallenge): Promise<Seated> =>
  sitDown(`${CHALLENGES}/${id(challenge)}/play`, play);
export const closeChallenge = (challenge: string): Promise<ChallengeView> =>
  post(`${CHALLENGES}/${id(challenge)}/close`, {});
export const compareGames = (challenge: string, a: string, b: string): Promise<Comparison> =>
  request(`${CHALLENGES}/${id(challenge)}/compare?a=${id(a)}&b=${id(b)}`);
/** The deals of a day; of today if none is named. */
export const getDeals = (day?: string): Promise<DealsOfTheDay> =>
  request(day === undefined ? '/api/deals' : `/api/deals?day=${id(day)}`);
/** Plays a deal in this browser. */
export const playDealHere = async (deal: PlayDeal): Promise<Seated> =>
  (await local.request('POST', '/api/deals', JSON.stringify(deal))) as Seated;
