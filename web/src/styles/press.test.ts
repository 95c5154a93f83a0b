import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('no style depends on :active: the browser would draw it before the answer to a click (ui/press.ts)', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => join('src', file))
    .filter((file) => /\.(svelte|css)$/.test(file));
  expect(files.length).toBeGreaterThan(80);
  const rules = files.filter((file) =>
    readFileSync(file, 'utf8')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .includes(':active'),
  );
  expect(rules).toEqual([]);
});
