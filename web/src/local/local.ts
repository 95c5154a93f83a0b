//! Games that are played in this browser, without a server: the page's side of the worker. It is started when a page needs it.

import { engine, places, search } from 'virtual:built-in';
import type { ClientMessage, ErrorBody, MapInfo, MapSummary, MyGame, ServerMessage } from '../protocol';
import { Refused } from '../net/refused';
import type { FromPage, ToPage } from './messages';
import { PREFIX } from './site';
import { CHANNEL, openStore, type MapRow, type Store } from './store';

/** Whether games can be played in this page: the client was built with the engine, and the browser can run it. */
export const canPlayHere = engine !== null && typeof WebAssembly === 'object' && typeof Worker === 'function';

export interface LocalEvents {
  message(message: ServerMessage): void;
  closed(): void;
}

/** Tests deal every game alike. */
function testSeed(): number | null {
  const seed: unknown = Reflect.get(window, 'capolineaTestSeed');
  return typeof seed === 'number' ? seed : null;
}

interface Answered {
  done(body: unknown): void;
  failed(error: Error): void;
}

class LocalGames {
  private worker: Worker | null = null;
  private last = 0;
  private readonly requests = new Map<number, Answered>();
  private readonly connections = new Map<number, LocalEvents>();
  private readonly keepListeners = new Set<(kept: boolean) => void>();
  private kept = true;

  get isRunning(): boolean {
    return this.worker !== null;
  }

  request(method: string, path: string, body: string | null): Promise<unknown> {
    return new Promise((done, failed) => {
      const number = ++this.last;
      this.requests.set(number, { done, failed });
      this.post({ input: 'request', number, method, path, body });
    });
  }

  connect(table: string, events: LocalEvents): { send(message: ClientMessage): void; close(): void } {
    const connection = ++this.last;
    this.connections.set(connection, events);
    this.post({ input: 'connect', connection, table });
    return {
      send: (message) => {
        if (this.connections.has(connection)) this.post({ input: 'message', connection, message });
      },
      close: () => {
        if (this.connections.delete(connection)) this.post({ input: 'disconnect', connection });
      },
    };
  }

  /** Calls back with whether games outlast the page, now and when that becomes known; returns how to stop it. */
  onKept(listener: (kept: boolean) => void): () => void {
    this.keepListeners.add(listener);
    listener(this.kept);
    return () => this.keepListeners.delete(listener);
  }

  /** Notes whether games outlast the page. */
  noteKept(kept: boolean): void {
    this.kept = kept;
    this.keepListeners.forEach((listener) => listener(kept));
  }

  private post(message: FromPage): void {
    this.worker ??= this.start();
    this.worker.postMessage(message);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<ToPage>) => this.take(event.data);
    worker.onerror = () => this.fail('the worker could not be started');
    const absolute = (url: string): string => new URL(url, document.baseURI).href;
    const maps = Object.fromEntries(
      Object.entries(places).map(([id, { info, files }]) => [id, { info: absolute(info), files: absolute(files) }]),
    );
    const built = { engine: absolute(engine ?? ''), search: absolute(search ?? ''), maps };
    worker.postMessage({ input: 'start', built, seed: testSeed() } satisfies FromPage);
    return worker;
  }

  private take(message: ToPage): void {
    switch (message.output) {
      case 'answer': {
        const waiting = this.requests.get(message.number);
        this.requests.delete(message.number);
        if (message.ok) waiting?.done(message.body);
        else waiting?.failed(new Refused((message.body as ErrorBody).refusal));
        return;
      }
      case 'send':
        return this.connections.get(message.connection)?.message(message.message);
      case 'close': {
        const events = this.connections.get(message.connection);
        this.connections.delete(message.connection);
        return events?.closed();
      }
      case 'kept':
        return this.noteKept(message.kept);
      case 'failed':
        return this.fail(message.problem);
    }
  }

  /** The worker is of no use any more. Whoever tries again starts another. */
  private fail(problem: string): void {
    this.worker?.terminate();
    this.worker = null;
    const [requests, connections] = [[...this.requests.values()], [...this.connections.values()]];
    this.requests.clear();
    this.connections.clear();
    requests.forEach((waiting) => waiting.failed(new Error(problem)));
    connections.forEach((events) => events.closed());
  }
}

export const local = new LocalGames();

let opened: Promise<Store> | null = null;

/** What this browser keeps, for pages that need no engine to look at it. */
async function store(): Promise<Store> {
  opened ??= openStore();
  const store = await opened;
  local.noteKept(store.kept);
  return store;
}

/** A host's own map that is kept here. */
export interface KeptMap {
  id: string;
  summary: MapSummary;
  info: MapInfo;
}

/** The maps of hosts that are kept here, the last one of each. */
export async function keptMaps(): Promise<KeptMap[]> {
  const rows = canPlayHere ? await (await store()).maps() : [];
  return rows.flatMap(({ id, own }) => (own ? { id, ...own } : []));
}

/** Keeps a host's own map instead of an older one of the same id; games that were begun on that keep it. */
export async function keepMap(map: MapRow): Promise<void> {
  if (!canPlayHere) return;
  const kept = await store();
  for (const { own: _, ...older } of await kept.maps())
    if (older.id === map.id && older.digest !== map.digest) await kept.keepMap(older);
  await kept.keepMap(map);
}

/** The games that are kept here; none where nothing is kept. Starts no worker. */
export async function localGames(): Promise<MyGame[]> {
  if (!canPlayHere) return [];
  if (local.isRunning) return ((await local.request('GET', '/api/games', null)) as { games: MyGame[] }).games;
  return (await (await store()).tables()).flatMap((table) => table.game ?? []);
}

/** Deletes a game that is kept here. */
export async function deleteLocalGame(table: string): Promise<void> {
  const id = table.slice(PREFIX.length);
  if (local.isRunning) return void (await local.request('DELETE', id, null));
  const failure = await (await store()).remove(id);
  if (failure !== null) throw new Error('IndexedDB');
  const others = new BroadcastChannel(CHANNEL);
  others.postMessage(id);
  others.close();
}

/** Whether this browser has promised to keep what is stored here, as long as nobody deletes it. */
export async function isPromised(): Promise<boolean> {
  try {
    return await navigator.storage.persisted();
  } catch {
    return false;
  }
}
