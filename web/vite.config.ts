import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { growing, named } from './css.ts';
import { engine } from './engine.ts';
import { notFound, offline } from './offline.ts';
import { mistakes, SHIPPED, type Locked } from './licences.ts';

const server = process.env['CAPOLINEA'] ?? 'http://127.0.0.1:8321';

/** How small files get: less so, but in a fraction of the time, for a page on this machine. */
const QUALITY = process.env['CAPOLINEA_QUICK'] === undefined ? 11 : 5;

/** Inside the crate of the program that embeds it. */
const OUT = join(import.meta.dirname, '../crates/cli/web_client');

/** Puts a `.br` and a `.gz` beside every file worth it: the server sends those, and compresses nothing itself. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = OUT }) {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|html|json|svg|wasm|webmanifest)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const data = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }));
        writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
      }
    },
  };
}

/** Writes `licences.txt`: the licence of every package of which something is in the client. */
function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? Object.keys(part.modules) : part.originalFileNames,
      );
      const folders = files
        .map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1])
        .filter((name) => name !== undefined);
      const texts = [...new Set(folders)].sort().map((name) => {
        const folder = join(import.meta.dirname, 'node_modules', name);
        const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Locked;
        const [mistake] = mistakes({ [name]: license === undefined ? {} : { license } }, SHIPPED);
        if (mistake) return this.error(`${mistake}, and is sent to browsers: see SHIPPED in licences.ts`);
        const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
        if (file === undefined) return this.error(`${name} is in the client, but has no licence to go with it`);
        return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
      });
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
    },
  };
}

/**
 * What pages have in common comes in three files, not in dozens: a browser asks an HTTP/1.1 server for six at a time. First what
 * every page begins with, then what most have, then what all games have. The final scores are apart: a game needs them at its end.
 */
const groups = [
  {
    name: 'start',
    test: /node_modules\/(svelte|clsx)\/|preload-helper|_wasm(_search)?_bg|src\/(router|settings|kept|i18n\/(index|format)|net\/early|ui\/(attend|arrive|Notice|language)|local\/site)\b/,
    priority: 3,
  },
  {
    name: 'common',
    test: /virtual:built-in|engine\/maps|src\/(ui|maps|sound|net\/(api|attempt|patiently|refused)|local\/(store|local)|i18n\/(words|moves|reason)|board\/(Ground|paint|RouteSpaces|Definitions|figures|Rings|Flags|spaces)|game\/model\/(cards|ways|tokens))\b/,
    minShareCount: 3,
    priority: 2,
  },
  {
    name: 'game',
    test: /src\/(board|game|i18n|net|styles|ui)\/(?!.*(EndPanel|ScoreTable|SeedCheck|score|Miniature|ShareLink|qr))/,
    minShareCount: 2,
    priority: 1,
  },
];

/** Whether a folder for a host of plain files is built: `cargo xtask site`. */
const isSite = process.env['CAPOLINEA_SITE'] !== undefined;

/** Limits that only a failure reaches, on a slow and busy machine too. */
const inBrowser = { testTimeout: 3_600_000, hookTimeout: 600_000, fileParallelism: false };

export default defineConfig({
  plugins: [svelte(), engine(), licences(), ...(isSite ? [notFound()] : []), offline(), compressed()],
  base: isSite ? './' : '/',
  worker: { format: 'es', plugins: () => [engine()] },
  define: { __SITE__: JSON.stringify(isSite) },
  css: { postcss: { plugins: [named, growing] } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts', '*.test.ts'] } },
      { extends: true, test: { name: 'browser', include: ['tests/*.test.ts'], ...inBrowser } },
      {
        extends: true,
        test: { name: 'screenshots', include: ['tests/screenshots.ts', 'tests/pictures.ts'], ...inBrowser },
      },
      { extends: true, test: { name: 'bench', include: ['tests/bench.ts'], ...inBrowser } },
      { extends: true, test: { name: 'bench-wasm', include: ['tests/bench_wasm.ts'], ...inBrowser } },
    ],
  },
});
