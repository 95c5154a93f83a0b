//! The words of the page in the chosen language. A page fetches one catalogue; another one when somebody chooses its language.

import type { Language } from '../maps/map';
import { settings } from '../settings.svelte';
import type { Key } from './en';
import { fill, parts, type Part, type Value } from './format';

export type { Key } from './en';

type Catalogue = Record<Key, string>;

const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en')).en,
  it: async () => (await import('./it')).it,
};

let words: Catalogue | null = $state.raw(null);
/** The language that was asked for last. */
let wanted: Language | null = null;

function sentence(key: Key): string {
  if (words === null) throw new Error('no language was loaded');
  return words[key];
}

/**
 * Shows the page in a language as soon as its words are there. Before the first call has succeeded there are no words.
 * Fails if they can't be fetched; the page then stays as it is.
 */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const found = await CATALOGUES[language]();
  if (wanted !== language) return;
  words = found;
  settings.language = language;
}

/** A sentence in the chosen language. */
export function t(key: Key, values: Record<string, Value> = {}): string {
  return fill(sentence(key), values);
}

/** A sentence cut at the gaps that are not filled with words. */
export function cut(key: Key, values: Record<string, Value> = {}): Part[] {
  return parts(sentence(key), values);
}

/** Whether there is a sentence of this name. */
export function isKey(key: string): key is Key {
  return words !== null && key in words;
}

export function language(): Language {
  return settings.language;
}

/** The language as it is written where the reader lives, for dates and times: British dates are not American ones. */
export function locale(): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === settings.language) ?? settings.language;
}
