//! The engine in the build: what `cargo xtask` has put into `web/engine`, and the built-in maps, which the engine itself describes.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** The parts of the engine's JavaScript that are used here. */
interface Tables {
  initSync(engine: { module: Uint8Array }): void;
  levels(): string;
}

interface Search {
  initSync(engine: { module: Uint8Array }): void;
  Arena: new (map: string, board: string) => { info(): string; summary(): string };
}

const FOLDER = join(import.meta.dirname, 'engine');
const glue = (name: string): string => join(FOLDER, `${name}.js`);
const code = (name: string): string => join(FOLDER, `${name}_bg.wasm`);
/** Tables and bots that answer at once; and bots that search, with reviews. */
const [TABLES, SEARCH] = ['capolinea_wasm', 'capolinea_wasm_search'] as const;
const MAPS = join(import.meta.dirname, '..', 'crates', 'maps', 'maps');

/** Stands in for the engine in a client that is built without it. Nothing calls it. */
const NO_ENGINE = 'export const Server = null, Bots = null, Reviewer = null; export function initSync() {}';
const NOTHING_BUILT_IN = 'export const engine = null, search = null, levels = [], maps = [], places = {};';

/** Writes what the pages need of each map, and returns the module that says where it is. */
async function builtIn(): Promise<string> {
  const tables = (await import(pathToFileURL(glue(TABLES)).href)) as Tables;
  tables.initSync({ module: readFileSync(code(TABLES)) });
  const { Arena, initSync } = (await import(pathToFileURL(glue(SEARCH)).href)) as Search;
  initSync({ module: readFileSync(code(SEARCH)) });
  const folder = join(FOLDER, 'maps');
  mkdirSync(folder, { recursive: true });
  const imports = [
    `import engine from ${JSON.stringify(`${code(TABLES)}?url`)};`,
    `import search from ${JSON.stringify(`${code(SEARCH)}?url`)};`,
  ];
  const summaries: string[] = [];
  const places: string[] = [];
  for (const id of readdirSync(MAPS).sort()) {
    const [map, board] = ['map.json', 'board.json'].map((name) => plain(join(MAPS, id, name))) as [string, string];
    const arena = new Arena(map, board);
    const write = (name: string, text: string): string => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return JSON.stringify(`${path}?url`);
    };
    const number = summaries.push(arena.summary());
    imports.push(`import info${number} from ${write(`${id}.info.json`, arena.info())};`);
    imports.push(`import files${number} from ${write(`${id}.files.json`, JSON.stringify({ map, board }))};`);
    places.push(`${JSON.stringify(id)}: { info: info${number}, files: files${number} }`);
  }
  return [
    ...imports,
    'export { engine, search };',
    `export const levels = ${tables.levels()};`,
    `export const maps = [${summaries.join(', ')}];`,
    `export const places = { ${places.join(', ')} };`,
  ].join('\n');
}

/** A file of a map without what only people read in it. */
function plain(path: string): string {
  return JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
}

/** The modules `virtual:engine`, `virtual:search` and `virtual:built-in`. */
export function engine(): Plugin {
  const isBuilt = [TABLES, SEARCH].every((name) => existsSync(code(name)));
  const module = (name: string): string => (isBuilt ? `export * from ${JSON.stringify(glue(name))};` : NO_ENGINE);
  return {
    name: 'engine',
    resolveId: (id) => (/^virtual:(engine|search|built-in)$/.test(id) ? `\0${id}` : null),
    load(id) {
      if (id === '\0virtual:engine') return module(TABLES);
      if (id === '\0virtual:search') return module(SEARCH);
      if (id === '\0virtual:built-in') return isBuilt ? builtIn() : NOTHING_BUILT_IN;
      return null;
    },
  };
}
