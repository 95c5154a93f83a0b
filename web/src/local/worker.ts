//! The worker in which games without a server are played: the engine's clock, storage and maps.

import { initSync, Server } from 'virtual:engine';
import type { MapInfo } from '../protocol';
import { compiled } from './compiled';
import type {
  BuiltIn,
  EngineEvent,
  EngineOutput,
  FromPage,
  FromThinker,
  MapFiles,
  PageInput,
  Thought,
  ToPage,
  ToThinker,
} from './messages';
import { PREFIX } from './site';
import { CHANNEL, openStore, type Store } from './store';

type Request = Extract<PageInput, { input: 'request' }>;

/** The addresses of the tables of this browser, and of the maps that they are played on. */
const TABLES = `/api/tables/${PREFIX}`;
const MAP_OF = new RegExp(`^${TABLES}([^/]+)/map$`);

const tell = (message: ToPage): void => postMessage(message);
/** The pages of one browser tell each other which table has moved on. */
const others = new BroadcastChannel(CHANNEL);

class Shell {
  private readonly server: Server;
  private readonly requests = new Map<number, Request>();
  /** The files of every map the engine has, by digest. */
  private readonly files = new Map<string, { id: string; files: MapFiles }>();
  private readonly bots: BotShell;
  /** The part of the engine with the bots that search, once it is needed. */
  private searching: Promise<WebAssembly.Module> | null = null;
  private alarm = 0;

  constructor(
    engine: WebAssembly.Module,
    private readonly store: Store,
    private readonly built: BuiltIn,
    seed: number | null,
  ) {
    initSync({ module: engine });
    this.server = new Server(crypto.getRandomValues(new Uint8Array(32)), seed ?? undefined);
    this.bots = new BotShell((decided) =>
      this.dispatch({ input: 'decided', ...decided.thought, action: decided.action }),
    );
    others.onmessage = (event: MessageEvent<string>) => this.dispatch({ input: 'changed', table: event.data });
  }

  take(message: PageInput): void {
    if (message.input === 'request') {
      const { method, path, number } = message;
      if (method === 'GET' && path === '/api/games') return void this.list(number);
      if (method === 'DELETE') return void this.remove(number, path);
      const table = method === 'GET' ? MAP_OF.exec(path)?.[1] : undefined;
      if (table !== undefined) return void this.describe(number, table);
      this.requests.set(number, message);
    }
    this.dispatch(message);
  }

  private dispatch(event: EngineEvent): void {
    const { input, ...facts } = event;
    const told = JSON.stringify({ [input]: facts });
    let todo: EngineOutput[];
    try {
      todo = JSON.parse(this.server.handle(performance.now(), Date.now(), told)) as EngineOutput[];
    } catch (error) {
      // A fault of the program: what is kept is as it was, and a new worker goes on from there.
      return tell({ output: 'failed', problem: String(error) });
    }
    for (const one of todo) void this.execute(one);
    this.wind();
  }

  /** Sets the clock for the engine's next alarm. */
  private wind(): void {
    clearTimeout(this.alarm);
    const at = this.server.next_alarm();
    if (at === undefined) return;
    const wait = Math.max(0, Math.ceil(at - performance.now()));
    this.alarm = self.setTimeout(() => this.dispatch({ input: 'alarm' }), wait);
  }

  private async execute(todo: EngineOutput): Promise<void> {
    switch (todo.output) {
      case 'answer':
        this.requests.delete(todo.number);
        return tell(todo);
      case 'send':
      case 'close':
        return tell(todo);
      case 'load':
        return this.load(todo.table);
      case 'load_chat':
        return this.dispatch({ input: 'chat_loaded', table: todo.table, chat: await this.store.chat(todo.table) });
      case 'save': {
        const failure = await this.store.save(todo.table, todo.write);
        if (failure === null) others.postMessage(todo.table);
        return this.dispatch({ input: 'saved', table: todo.table, failure });
      }
      case 'save_chat': {
        const failure = await this.store.saveChat(todo.table, todo.line);
        return this.dispatch({ input: 'saved', table: todo.table, failure });
      }
      case 'create': {
        const digest = todo.table.seating.digest;
        const map = this.files.get(digest);
        // A game is played to its end on the map on which it was begun, whatever becomes of that map.
        if (map && !(await this.store.map(digest))) await this.store.keepMap({ digest, ...map });
        return this.dispatch({ input: 'created', number: todo.number, failure: await this.store.create(todo.table) });
      }
      case 'need_map':
        return this.findMap(todo.number, todo.map);
      case 'think': {
        const { output: _, ...thought } = todo;
        return this.think(thought);
      }
      case 'log':
        // eslint-disable-next-line no-console -- faults of the program, for developers
        return todo.error ? console.error(todo.text) : console.warn(todo.text);
    }
  }

  private search(): Promise<WebAssembly.Module> {
    this.searching ??= compiled(this.built.search);
    this.searching.catch(() => (this.searching = null));
    return this.searching;
  }

  private async think(thought: Thought): Promise<void> {
    const map = this.files.get(thought.digest);
    if (!map) return this.dispatch({ input: 'decided', ...thought, action: null });
    try {
      this.bots.ask(thought, map.files.map, await this.search());
    } catch (error) {
      // The page tries again, with another worker: better late than a move that no bot has chosen.
      tell({ output: 'failed', problem: String(error) });
    }
  }

  private async load(table: string): Promise<void> {
    try {
      const stored = await this.store.load(table);
      const digest = stored?.table.seating.digest;
      if (digest !== undefined && !this.files.has(digest)) {
        const kept = await this.store.map(digest);
        if (kept) this.add(kept.files, false);
      }
      this.dispatch({ input: 'loaded', table, stored });
    } catch (error) {
      this.dispatch({ input: 'not_loaded', table, problem: String(error) });
    }
  }

  private async list(number: number): Promise<void> {
    const games = (await this.store.tables()).map((table) => table.game);
    tell({ output: 'answer', number, ok: true, body: { games: games.filter((game) => game !== null) } });
  }

  /** Answers with the map of a table, as it was when its game began. */
  private async describe(number: number, table: string): Promise<void> {
    const stored = await this.store.load(table).catch(() => null);
    // The engine says that there is no such table.
    if (!stored)
      return this.dispatch({ input: 'request', number, method: 'GET', path: `${TABLES}${table}`, body: null });
    const info = await this.info(stored.table.seating).catch(() => null);
    const refusal = { code: 'not_found', words: 'the map of this game is not known here' };
    tell({ output: 'answer', number, ok: info !== null, body: info ?? { refusal } });
  }

  /** What pages show of a map in the version with this digest. */
  private async info({ map, digest }: { map: string; digest: string }): Promise<MapInfo | null> {
    const built = this.built.maps[map];
    if (built) {
      const info = (await (await fetch(built.info)).json()) as MapInfo;
      if (info.digest === digest) return info;
    }
    const kept = await this.store.map(digest);
    if (!kept) return null;
    if (kept.own) return kept.own.info;
    // An older version of its map: nobody else can describe it any more.
    const { Arena, initSync } = await import('virtual:search');
    initSync({ module: await this.search() });
    return JSON.parse(new Arena(kept.files.map, kept.files.board).info()) as MapInfo;
  }

  /** Deletes a table; every page that shows it is told that it is gone. */
  private async remove(number: number, table: string): Promise<void> {
    const failure = await this.store.remove(table);
    if (failure === null) {
      others.postMessage(table);
      this.dispatch({ input: 'changed', table });
    }
    const refusal = { code: 'not_saved', words: 'this browser could not delete it' };
    tell({ output: 'answer', number, ok: failure === null, body: failure === null ? null : { refusal } });
  }

  /** Looks for a map, and hands in the request that needs it again. */
  private async findMap(number: number, id: string): Promise<void> {
    const files = (await this.fetched(id)) ?? (await this.store.maps()).find((map) => map.id === id && map.own)?.files;
    if (files) this.add(files, true);
    else this.server.lacks_map(id);
    const request = this.requests.get(number);
    if (request) this.dispatch(request);
  }

  /** The files of a map: a built-in one's are a part of this client, any other's are the server's. */
  private async fetched(id: string): Promise<MapFiles | null> {
    try {
      const answer = await fetch(this.built.maps[id]?.files ?? `/api/maps/${encodeURIComponent(id)}/files`);
      return answer.ok ? ((await answer.json()) as MapFiles) : null;
    } catch {
      return null;
    }
  }

  private add(files: MapFiles, newest: boolean): void {
    const digest = this.server.add_map(files.map, newest);
    const { id } = JSON.parse(files.map) as { id: string };
    this.files.set(digest, { id, files });
  }
}

/** The worker in which bots think, started when one has to. */
class BotShell {
  private worker: Worker | null = null;
  private readonly known = new Set<string>();
  private readonly asked = new Map<string, Thought>();

  constructor(private readonly decided: (decided: FromThinker) => void) {}

  ask(thought: Thought, map: string, search: WebAssembly.Module): void {
    this.worker ??= this.start(search);
    const post = (message: ToThinker): void => this.worker?.postMessage(message);
    const { digest } = thought;
    if (!this.known.has(digest)) post({ kind: 'map', map });
    this.known.add(digest);
    this.asked.set(`${thought.table} ${thought.question}`, thought);
    post({ kind: 'think', thought });
  }

  private start(search: WebAssembly.Module): Worker {
    const worker = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<FromThinker>) => {
      const { table, question } = event.data.thought;
      if (this.asked.delete(`${table} ${question}`)) this.decided(event.data);
    };
    worker.onerror = () => this.fail();
    worker.postMessage({ kind: 'start', search } satisfies ToThinker);
    return worker;
  }

  /** The bots have failed: the engine plays the first legal action for them, and the next question starts another worker. */
  private fail(): void {
    this.worker?.terminate();
    this.worker = null;
    this.known.clear();
    const asked = [...this.asked.values()];
    this.asked.clear();
    for (const { table, seat, question } of asked) this.decided({ thought: { table, seat, question }, action: null });
  }
}

let shell: Promise<Shell> | null = null;

async function start(message: Extract<FromPage, { input: 'start' }>): Promise<Shell> {
  const [engine, store] = await Promise.all([compiled(message.built.engine), openStore()]);
  tell({ output: 'kept', kept: store.kept });
  return new Shell(engine, store, message.built, message.seed);
}

self.onmessage = (event: MessageEvent<FromPage>): void => {
  const message = event.data;
  if (message.input === 'start') {
    shell = start(message);
    shell.catch((error: unknown) => tell({ output: 'failed', problem: String(error) }));
    return;
  }
  void shell?.then(
    (shell) => shell.take(message),
    () => {
      // Told when it failed.
    },
  );
};
