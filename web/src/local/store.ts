//! The games of this browser, kept by it until they are deleted: IndexedDB, or for as long as the page lasts where that is forbidden.

import type { MapInfo, MapSummary } from '../protocol';
import type { ChatRow, Failure, MapFiles, StepRow, TableRow, WriteRow } from './messages';

/** A table with its game. */
export interface StoredTable {
  table: TableRow;
  steps: StepRow[];
  chat: ChatRow[];
}

/** A map that a game was begun on, by its digest. */
export interface MapRow {
  digest: string;
  id: string;
  files: MapFiles;
  /** What pages show of a host's own map while the server can't be reached. */
  own?: { summary: MapSummary; info: MapInfo };
}

/** Where games are kept. */
export interface Store {
  /** Whether they outlast the page. */
  readonly kept: boolean;
  load(table: string): Promise<StoredTable | null>;
  chat(table: string): Promise<ChatRow[]>;
  create(table: TableRow): Promise<Failure | null>;
  save(table: string, write: WriteRow): Promise<Failure | null>;
  saveChat(table: string, line: ChatRow): Promise<Failure | null>;
  /** Deletes a table with its game, and its map if no other table needs it. */
  remove(table: string): Promise<Failure | null>;
  tables(): Promise<TableRow[]>;
  map(digest: string): Promise<MapRow | null>;
  maps(): Promise<MapRow[]>;
  keepMap(map: MapRow): Promise<void>;
}

/** Where the pages of one browser tell each other which table has changed. */
export const CHANNEL = 'capolinea-tables';

const NAME = 'capolinea';
const VERSION = 1;

/** The table as it is after a change; null if it is not as the writer knew it. */
export function changed(table: TableRow | undefined, write: WriteRow): TableRow | null {
  if (!table || table.version !== write.version || table.status.revision !== write.revision) return null;
  return {
    ...table,
    version: write.seating ? table.version + 1 : table.version,
    seating: write.seating ?? table.seating,
    status: write.status,
    game: write.game,
  };
}

/** The maps that no table needs and no page shows, by their digests. */
export function unneeded(maps: readonly MapRow[], tables: readonly TableRow[]): string[] {
  const needed = new Set(tables.map((table) => table.seating.digest));
  return maps.filter((map) => !map.own && !needed.has(map.digest)).map((map) => map.digest);
}

/** Opens what this browser keeps. Where that is forbidden, games last as long as the page. */
export async function openStore(): Promise<Store> {
  try {
    return new KeptStore(await opened());
  } catch {
    return new PassingStore();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => {
      const database = asked.result;
      database.createObjectStore('tables', { keyPath: 'id' });
      database.createObjectStore('steps');
      database.createObjectStore('chat');
      database.createObjectStore('maps', { keyPath: 'digest' });
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error ?? new Error('IndexedDB'));
    asked.onblocked = () => failed(new Error('IndexedDB is blocked'));
  });
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('IndexedDB'));
  });
}

/** All keys of a table's own rows. */
const rowsOf = (table: string): IDBKeyRange => IDBKeyRange.bound([table], [table, []]);

class KeptStore implements Store {
  readonly kept = true;

  constructor(private readonly database: IDBDatabase) {
    // A page with a newer form of what is kept must not wait for this one.
    database.onversionchange = () => database.close();
  }

  async load(table: string): Promise<StoredTable | null> {
    const reading = this.database.transaction(['tables', 'steps', 'chat']);
    const [row, steps, chat] = await Promise.all([
      answered(reading.objectStore('tables').get(table) as IDBRequest<TableRow | undefined>),
      answered(reading.objectStore('steps').getAll(rowsOf(table)) as IDBRequest<StepRow[]>),
      answered(reading.objectStore('chat').getAll(rowsOf(table)) as IDBRequest<ChatRow[]>),
    ]);
    return row ? { table: row, steps, chat } : null;
  }

  chat(table: string): Promise<ChatRow[]> {
    return answered(
      this.database.transaction('chat').objectStore('chat').getAll(rowsOf(table)) as IDBRequest<ChatRow[]>,
    );
  }

  create(table: TableRow): Promise<Failure | null> {
    return this.write(['tables'], (writing) => void writing.objectStore('tables').add(table));
  }

  save(table: string, write: WriteRow): Promise<Failure | null> {
    return this.write(['tables', 'steps'], (writing, fail) => {
      const tables = writing.objectStore('tables');
      const asked = tables.get(table) as IDBRequest<TableRow | undefined>;
      asked.onsuccess = () => {
        const next = changed(asked.result, write);
        if (!next) return fail('conflict');
        tables.put(next);
        if (write.step) writing.objectStore('steps').put(write.step, [table, write.step.revision]);
        if (write.rematch) tables.add(write.rematch);
      };
    });
  }

  saveChat(table: string, line: ChatRow): Promise<Failure | null> {
    return this.write(['chat'], (writing, fail) => {
      const added = writing.objectStore('chat').add(line, [table, line.number]);
      added.onerror = () => fail('conflict');
    });
  }

  remove(table: string): Promise<Failure | null> {
    return this.write(['tables', 'steps', 'chat', 'maps'], (writing) => {
      const tables = writing.objectStore('tables');
      tables.delete(table);
      writing.objectStore('steps').delete(rowsOf(table));
      writing.objectStore('chat').delete(rowsOf(table));
      const left = tables.getAll() as IDBRequest<TableRow[]>;
      const maps = writing.objectStore('maps');
      const kept = maps.getAll() as IDBRequest<MapRow[]>;
      // Requests of one transaction are answered in turn.
      kept.onsuccess = () => unneeded(kept.result, left.result).forEach((digest) => maps.delete(digest));
    });
  }

  tables(): Promise<TableRow[]> {
    return answered(this.database.transaction('tables').objectStore('tables').getAll() as IDBRequest<TableRow[]>);
  }

  async map(digest: string): Promise<MapRow | null> {
    const maps = this.database.transaction('maps').objectStore('maps');
    return (await answered(maps.get(digest) as IDBRequest<MapRow | undefined>)) ?? null;
  }

  maps(): Promise<MapRow[]> {
    return answered(this.database.transaction('maps').objectStore('maps').getAll() as IDBRequest<MapRow[]>);
  }

  async keepMap(map: MapRow): Promise<void> {
    await this.write(['maps'], (writing) => void writing.objectStore('maps').put(map));
  }

  /** Writes all of it or nothing. */
  private write(
    stores: string[],
    work: (writing: IDBTransaction, fail: (failure: Failure) => void) => void,
  ): Promise<Failure | null> {
    return new Promise((done) => {
      let failure: Failure | null = null;
      try {
        const writing = this.database.transaction(stores, 'readwrite');
        writing.oncomplete = () => done(null);
        writing.onabort = () => done(failure ?? 'failed');
        work(writing, (why) => {
          failure = why;
          writing.abort();
        });
      } catch {
        // The browser has closed the database.
        done('failed');
      }
    });
  }
}

/** Keeps nothing beyond the page. */
class PassingStore implements Store {
  readonly kept = false;
  private readonly rows = new Map<string, StoredTable>();
  private readonly byDigest = new Map<string, MapRow>();

  load(table: string): Promise<StoredTable | null> {
    return Promise.resolve(this.rows.get(table) ?? null);
  }

  chat(table: string): Promise<ChatRow[]> {
    return Promise.resolve(this.rows.get(table)?.chat ?? []);
  }

  create(table: TableRow): Promise<Failure | null> {
    this.rows.set(table.id, { table, steps: [], chat: [] });
    return Promise.resolve(null);
  }

  save(table: string, write: WriteRow): Promise<Failure | null> {
    const stored = this.rows.get(table);
    const next = changed(stored?.table, write);
    if (!stored || !next) return Promise.resolve('conflict');
    stored.table = next;
    if (write.step) stored.steps.push(write.step);
    return write.rematch ? this.create(write.rematch) : Promise.resolve(null);
  }

  saveChat(table: string, line: ChatRow): Promise<Failure | null> {
    this.rows.get(table)?.chat.push(line);
    return Promise.resolve(null);
  }

  remove(table: string): Promise<Failure | null> {
    this.rows.delete(table);
    return Promise.resolve(null);
  }

  tables(): Promise<TableRow[]> {
    return Promise.resolve([...this.rows.values()].map((stored) => stored.table));
  }

  map(digest: string): Promise<MapRow | null> {
    return Promise.resolve(this.byDigest.get(digest) ?? null);
  }

  maps(): Promise<MapRow[]> {
    return Promise.resolve([...this.byDigest.values()]);
  }

  keepMap(map: MapRow): Promise<void> {
    this.byDigest.set(map.digest, map);
    return Promise.resolve();
  }
}
