//! The service worker in the build: `service_worker.js` with the list of files that it keeps.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SCRIPT = join(import.meta.dirname, 'service_worker.js');
const PUBLIC = join(import.meta.dirname, 'public');

/** Emits `sw.js`. Its first line changes whenever any file does, so that browsers find out. */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).filter((file) => !/(^licences\.txt|\.html|\.map)$/.test(file.fileName));
      const hash = createHash('sha256');
      for (const file of Object.values(bundle)) {
        hash.update(file.fileName);
        hash.update(file.type === 'chunk' ? file.code : file.source);
      }
      // Folders in there have pictures for other sites, which no page shows.
      const icons = readdirSync(PUBLIC, { withFileTypes: true }).filter((entry) => entry.isFile());
      const names = ['./', ...files.map((file) => file.fileName).sort(), ...icons.map(({ name }) => name).sort()];
      const build = { version: hash.digest('hex').slice(0, 16), files: names };
      const source = `const BUILD = ${JSON.stringify(build)};\n${readFileSync(SCRIPT, 'utf8')}`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

/**
 * Emits `404.html` for hosts of plain files, which many of them show for an unknown address: it leads to the same page behind `#`,
 * where the client finds it. The client's own folder is what stands before the last address that it knows.
 */
export function notFound(): Plugin {
  const script = `const [, folder, page] = /^(.*\\/)((?:new|t|replay|help|seat)(?:\\/[^/]+)?)\\/?$/.exec(location.pathname) ?? [];
document.getElementById('home').href = folder ?? './';
if (page !== undefined) location.replace(folder + '#/' + page + location.search + location.hash);`;
  const html = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Capolinea</title>
  <p>There is nothing at this address. <a id="home" href="./">To the front page</a></p>
  <p lang="it">A questo indirizzo non c'è nulla.</p>
  <script>${script}</script>
</html>
`;
  return {
    name: 'not-found',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '404.html', source: html });
    },
  };
}
