//! The words of the page in the chosen language.

import type { Language } from '../maps/map';
import { settings } from '../settings.svelte';
import { en, type Key } from './en';
import { fill, parts, type Part, type Value } from './format';
import { it } from './it';

export type { Key } from './en';

const CATALOGUES: Record<Language, Record<Key, string>> = { en, it };

/** A sentence in the chosen language. */
export function t(key: Key, values: Record<string, Value> = {}): string {
  return fill(CATALOGUES[settings.language][key], values);
}

/** A sentence cut at the gaps that are not filled with words. */
export function cut(key: Key, values: Record<string, Value> = {}): Part[] {
  return parts(CATALOGUES[settings.language][key], values);
}

export function language(): Language {
  return settings.language;
}
