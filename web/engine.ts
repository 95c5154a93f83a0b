//! The engine in the build: what `cargo xtask` has put into `web/engine`, and the built-in maps, which the engine itself describes.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** The parts of the engine's JavaScript that are used here. */
interface Engine {
  initSync(engine: { module: Uint8Array }): void;
  levels(): string;
  Arena: new (map: string, board: string) => { info(): string; summary(): string };
}

const FOLDER = join(import.meta.dirname, 'engine');
const GLUE = join(FOLDER, 'capolinea_wasm.js');
const CODE = join(FOLDER, 'capolinea_wasm_bg.wasm');
const MAPS = join(import.meta.dirname, '..', 'crates', 'maps', 'maps');

/** Stands in for the engine in a client that is built without it. Nothing calls it. */
const NO_ENGINE =
  'export const Server = null, Bots = null, Arena = null, Reviewer = null; export function initSync() {}';
const NOTHING_BUILT_IN = 'export const engine = null, levels = [], maps = [], places = {};';

/** Writes what the pages need of each map, and returns the module that says where it is. */
async function builtIn(): Promise<string> {
  const { Arena, initSync, levels } = (await import(pathToFileURL(GLUE).href)) as Engine;
  initSync({ module: readFileSync(CODE) });
  const folder = join(FOLDER, 'maps');
  mkdirSync(folder, { recursive: true });
  const imports = [`import engine from ${JSON.stringify(`${CODE}?url`)};`];
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
    'export { engine };',
    `export const levels = ${levels()};`,
    `export const maps = [${summaries.join(', ')}];`,
    `export const places = { ${places.join(', ')} };`,
  ].join('\n');
}

/** A file of a map without what only people read in it. */
function plain(path: string): string {
  return JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
}

/** The modules `virtual:engine` and `virtual:built-in`. */
export function engine(): Plugin {
  const isBuilt = existsSync(CODE);
  return {
    name: 'engine',
    resolveId: (id) => (id === 'virtual:engine' || id === 'virtual:built-in' ? `\0${id}` : null),
    load(id) {
      if (id === '\0virtual:engine') return isBuilt ? `export * from ${JSON.stringify(GLUE)};` : NO_ENGINE;
      if (id === '\0virtual:built-in') return isBuilt ? builtIn() : NOTHING_BUILT_IN;
      return null;
    },
  };
}
