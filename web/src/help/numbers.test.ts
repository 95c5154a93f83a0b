//! The numbers that stand in the help's sentences are those of the maps.

import { expect, test } from 'vitest';
import berlin from '../../../crates/maps/maps/berlin/map.json';
import europe from '../../../crates/maps/maps/europe/map.json';
import germany from '../../../crates/maps/maps/germany/map.json';
import sanFrancisco from '../../../crates/maps/maps/san_francisco/map.json';
import usa from '../../../crates/maps/maps/usa/map.json';
import { en } from './en';
import { it } from './it';

const LANGUAGES = [en, it];
const UP_TO_TEN = [
  ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ['nessuno', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove', 'dieci'],
];

/** Expects the rule to hold these words in each language. */
function expectWords(map: string, rule: string, words: (numbers: string[], language: number) => string[]): void {
  LANGUAGES.forEach((texts, language) => {
    const text = texts.maps[map]?.rules.find((one) => one.rule === rule)?.text;
    for (const word of words(UP_TO_TEN[language] ?? [], language)) expect(text).toContain(word);
  });
}

function ofDeck(tickets: { deck: string; points: number }[], deck: string): number[] {
  return tickets.filter((ticket) => ticket.deck === deck).map((ticket) => ticket.points);
}

test('tickets: how many there are and how many are dealt', () => {
  const { deal } = usa.rules.tickets.start;
  expectWords('usa', 'U01', (number) => [String(usa.tickets.length), number[deal.regular] ?? '?']);
  for (const [map, rule] of [
    [sanFrancisco, 'S01'],
    [berlin, 'B01'],
  ] as const) {
    const start = map.rules.tickets.start;
    expectWords(map.id, rule, (number) => [String(map.tickets.length), number[start.deal.regular] ?? '?']);
  }
  const { deal: both, keep } = europe.rules.tickets.start;
  expectWords('europe', 'E01', (number) => [
    String(europe.tickets.length),
    ...[ofDeck(europe.tickets, 'long').length, both.long, both.regular, keep].map((count) => number[count] ?? '?'),
  ]);
});

test('Germany: both decks and the passengers', () => {
  const [short, long] = [ofDeck(germany.tickets, 'short'), ofDeck(germany.tickets, 'long')];
  const numbers = [short.length, Math.max(...short), long.length, Math.min(...long), Math.max(...long)];
  expectWords('germany', 'G01', (number) => [...numbers.map(String), number[germany.rules.tickets.start.split] ?? '?']);
  const passengers = germany.rules.mechanics.find((one) => one.kind === 'passengers');
  const colors = Object.values(passengers?.colors ?? {});
  expect(colors.reduce((sum, count) => sum + count, 0)).toBe(60);
  expectWords('germany', 'G03', (number, language) => [
    language === 0 ? 'Sixty' : 'Sessanta',
    number[colors[0] ?? -1] ?? '?',
    number[colors.length] ?? '?',
  ]);
});

test('San Francisco: where the stacks lie, and how high they are', () => {
  const tourists = sanFrancisco.rules.mechanics[0];
  const places = sanFrancisco.locations.filter((place) => tourists?.start_locations.includes(place.id));
  expect(places).toHaveLength(5);
  expectWords('san_francisco', 'S01', (number, language) => [
    ...places.map((place) => (language === 0 ? place.name.en : place.name.it)),
    ...Object.values(tourists?.stack_height ?? {}).map((height) => number[height] ?? '?'),
  ]);
});
