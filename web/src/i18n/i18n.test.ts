import { expect, test } from 'vitest';
import { en as helpEn } from '../help/en';
import { it as helpIt } from '../help/it';
import { GAPS, specialRules, type HelpMechanic, type HelpTexts } from '../help/types';
import type { MapInfo } from '../protocol';
import { en } from './en';
import { fill, gaps, parts } from './format';
import { it } from './it';

test('both languages have every key, and no key is empty', () => {
  expect(Object.keys(it).sort()).toEqual(Object.keys(en).sort());
  for (const catalogue of [en, it])
    for (const [key, words] of Object.entries(catalogue)) expect(words, key).not.toBe('');
});

test('a sentence has the same gaps in both languages', () => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) expect(gaps(it[key]), key).toEqual(gaps(en[key]));
});

test('no sentence is the same in both languages by mistake: long ones differ', () => {
  const same = (Object.keys(en) as (keyof typeof en)[]).filter(
    (key) => en[key] === it[key] && /\p{L}{4,} \p{L}{4,}/u.test(en[key]),
  );
  expect(same).toEqual([]);
});

function rules(texts: HelpTexts): string[] {
  return [...texts.core, ...Object.values(texts.maps)].flatMap((section) => section.rules.map((rule) => rule.rule));
}

test('the rules help has every rule in both languages, with gaps that can be filled', () => {
  expect(rules(helpIt)).toEqual(rules(helpEn));
  expect(new Set(rules(helpEn)).size).toBe(rules(helpEn).length);
  for (const texts of [helpEn, helpIt]) {
    for (const rule of [...texts.core, ...Object.values(texts.maps)].flatMap((section) => section.rules)) {
      for (const gap of gaps(rule.text + (rule.elsewhere ?? ''))) expect(GAPS, rule.rule).toContain(gap);
    }
  }
});

/** Every mechanic: the compiler asks for a new one here. */
const MECHANICS: Record<HelpMechanic, true> = {
  tunnels: true,
  stations: true,
  longest_path: true,
  globetrotter: true,
  tourists: true,
  passengers: true,
  ferries: true,
  countries: true,
  fleets: true,
  split_decks: true,
  start_decks: true,
};

test('the rules of every mechanic are told on any map that has it', () => {
  for (const texts of [helpEn, helpIt]) {
    const all = Object.values(texts.maps).flatMap((section) => section.rules);
    for (const mechanic of Object.keys(MECHANICS))
      expect(
        all.some((one) => one.mechanic === mechanic),
        mechanic,
      ).toBe(true);
    const rules = { fleets: [{}], mechanics: [{ mechanic: 'tunnels' }], draw_decks: [0] };
    const drawn = { id: 'sicily', locations: [], routes: [{ wilds: 2 }], decks: ['regular'], rules };
    const told = (more: object): string[] =>
      specialRules(texts, { ...drawn, ...more } as unknown as MapInfo).map((one) => one.rule);
    expect(told({})).toEqual(['E02', 'E03', 'E04', 'E05']);
    expect(told({ decks: ['near', 'far'], routes: [] })).toEqual(['E01', 'E03', 'E04', 'E05']);
    expect(told({ decks: ['near', 'far'], routes: [], rules: { ...rules, draw_decks: [0, 1] } })).toEqual([
      'E03',
      'E04',
      'E05',
      'G02',
    ]);
  }
});

test('gaps are filled, and words follow their number', () => {
  expect(fill('{a} – {b}', { a: 'Roma', b: 'Brindisi' })).toBe('Roma – Brindisi');
  expect(fill('{count} {count|card|cards}', { count: 1 })).toBe('1 card');
  expect(fill('{count} {count|card|cards}', { count: 3 })).toBe('3 cards');
  expect(fill('{count|manca 1 pezzo|mancano # pezzi}', { count: 4 })).toBe('mancano 4 pezzi');
});

test('a gap without a value stays a gap', () => {
  expect(parts('{player} passes', {})).toEqual([{ gap: 'player' }, { text: ' passes' }]);
});
