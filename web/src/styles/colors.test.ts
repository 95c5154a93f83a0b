import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The tokens, and the paints of cards and pieces, which no theme changes. */
const PALETTES = ['src/styles/tokens.css', 'src/board/paint.ts'];

const NAMED = 'white|black|red|green|blue|yellow|orange|purple|brown|gray|grey|silver|gold|navy|teal|pink';
const LITERALS = [
  // In a style or an attribute, never `url(#id)` or a block of Svelte.
  /(?<![\w&{(/]|href=")#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b/gi,
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^)]*\)/gi,
  new RegExp(
    `\\b(?:color|background|fill|stroke|border|outline|shadow)[\\w-]*: ?[^;{}'"]*(?<![\\w-])(?:${NAMED})\\b(?=[ ;,)])`,
    'g',
  ),
  new RegExp(`\\b(?:fill|stroke|stop-color|flood-color)="(?:${NAMED})"`, 'g'),
];

function literals(text: string): string[] {
  return LITERALS.flatMap((literal) => text.match(literal) ?? []);
}

test('a colour outside of the palettes is seen', () => {
  expect(literals('a { color: #9cc7f0; box-shadow: 0 1px rgb(0 0 0 / 0.3); border: 1px solid black; }')).toHaveLength(
    3,
  );
  expect(literals('<path fill="#fff" stroke="white" /> {wild ? \'#1f4a60\' : body}')).toHaveLength(3);
  expect(literals('<g fill="url(#fade)">{#if red}<use href="#add" />{/if}</g> a { color: var(--black); }')).toEqual([]);
});

test('every colour is one of the tokens', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => join('src', file).replaceAll('\\', '/'))
    .filter((file) => /\.(svelte|css|ts)$/.test(file) && !/\.test\.ts$|^src\/protocol\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files
    .filter((file) => !PALETTES.includes(file))
    .flatMap((file) => literals(readFileSync(file, 'utf8')).map((literal) => `${file}: ${literal}`));
  expect(found).toEqual([]);
});
