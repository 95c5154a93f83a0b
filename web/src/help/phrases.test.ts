//! What the help says of a map by its facts: the deal, the decks, ties, also on maps that are not ours.

import { expect, test } from 'vitest';
import { fill, gaps } from '../i18n/format';
import { it as italian } from '../i18n/it';
import type { MapInfo } from '../protocol';
import { en } from './en';
import { it } from './it';
import { colors, dealt, deckValues, span, ties, turn, twins } from './phrases';
import { coreRules, specialRules, type HelpTexts } from './types';

const LANGUAGES = [en, it];
const and = (parts: string[]): string => parts.join(' + ');

/** A map with two ticket decks, and what a test says besides. */
function map(rules: Partial<MapInfo['rules']>): MapInfo {
  const tickets = [
    { deck: 0, points: 5 },
    { deck: 0, points: 13 },
    { deck: 1, points: 20 },
  ];
  const locations: unknown[] = [];
  const usual = { mechanics: [], fleets: [{}], draw_decks: [0], single_lane_up_to: 3 };
  const info = {
    id: 'sicily',
    min_players: 2,
    tickets,
    locations,
    routes: [],
    decks: ['near', 'far'],
    rules: { ...usual, ...rules },
  };
  return info as unknown as MapInfo;
}

function phrases(of: object): string[] {
  return Object.values(of).flatMap((one: string | object) => (typeof one === 'string' ? [one] : phrases(one)));
}

test('phrases have the same gaps in both languages', () => {
  const [english, italian] = LANGUAGES.map((texts) => phrases(texts.phrases).map(gaps));
  expect(italian).toEqual(english);
});

test('the cards, whether there are as many of each colour or not', () => {
  expect(colors(en, map({ cards: { red: 12, blue: 12, wild: 14 } }))).toBe('12 of each of 2 colours');
  expect(colors(it, map({ cards: { red: 12, blue: 9, wild: 14 } }))).toBe('21 di 2 colori');
});

test('what is dealt: from one deck, from two, or as the player says', () => {
  expect(dealt(en, map({ start_count: 3, start_by_deck: [3, 0] }), and)).toBe('3 tickets');
  expect(dealt(en, map({ start_count: 4, start_by_deck: [3, 1] }), and)).toBe(
    '3 tickets worth 5–13 points + 1 ticket worth 20 points',
  );
  expect(dealt(it, map({ start_count: 4, start_by_deck: null }), and)).toContain('4 biglietti da due mazzi');
});

test('how a tie is decided, in the map’s order', () => {
  expect(ties(en, map({ tie_breaks: ['completed_tickets', 'passengers'] }))).toBe(
    ' A tie goes to more finished tickets, then to more passengers.',
  );
  expect(ties(it, map({ tie_breaks: ['fewer_stations'] }))).toBe(
    ' In caso di parità vince chi ha costruito meno stazioni.',
  );
  for (const texts of LANGUAGES) expect(ties(texts, map({ tie_breaks: [] }))).toBe('');
});

test('another map has the words for any map, ours has its own', () => {
  expect(deckValues(map({}), 1)).toBe('20');
  for (const texts of LANGUAGES) {
    const split = specialRules(texts, map({ draw_decks: [0, 1] })).find((one) => one.rule === 'G02');
    expect(gaps(split?.text ?? '')).toEqual(new Set(['splitDecks', 'draw']));
    expect(gaps(texts.maps.germany?.rules.find((one) => one.rule === 'G02')?.text ?? '')).toEqual(new Set());
  }
});

test('what can be done in a turn: stations only where there are any', () => {
  expect(turn(en, map({ mechanics: [] }))).toBe('draw cards, claim a route or draw tickets');
  expect(turn(it, map({ mechanics: [{ mechanic: 'stations', costs: [1], unused_points: 4 }] }))).toContain(
    'costruire una stazione',
  );
});

test('tracks side by side are two or three, as the map has them', () => {
  const beside = (...all: [number, number, number][]): number =>
    twins({ routes: all.map(([a, b, spaces]) => ({ a, b, spaces })) } as MapInfo);
  expect([beside([0, 1, 2], [0, 2, 2]), beside([0, 1, 2], [1, 0, 2]), beside([0, 1, 2], [1, 0, 2], [0, 1, 2])]).toEqual(
    [1, 1, 2],
  );
  expect(beside([0, 1, 2], [1, 0, 2], [0, 1, 1])).toBe(1);
  const text = (texts: HelpTexts): string =>
    texts.core.flatMap((section) => section.rules).find((one) => one.rule === 'C23')?.text ?? '';
  expect(fill(text(en), { twins: 1 })).toContain('joined by two twin tracks');
  expect(fill(text(it), { twins: 2 })).toContain('da due o tre linee');
});

test('numbers from one to another, or one', () => {
  expect([span(2, 4), span(2, 2)]).toEqual(['2–4', '2']);
});

test('twin tracks close only where so few may play', () => {
  for (const texts of LANGUAGES) {
    const told = (single_lane_up_to: number): boolean =>
      texts.core.some((section) => coreRules(section, map({ single_lane_up_to })).some((one) => one.rule === 'C24'));
    expect([told(3), told(2), told(1), told(0)]).toEqual([true, true, false, false]);
  }
});

/** Everything an object says in Italian, however deep. */
function texts(of: object): string[] {
  return phrases(of).map((text) => text.toLowerCase());
}

test('Italian: a route is a linea, and only a path over several is a percorso', () => {
  const isPath = /percorso (ininterrotto|più lungo|continuo)|non ha percorso|(nessun|un altro) percorso/g;
  const wrong = [...texts(it), ...Object.values(italian).map((text) => text.toLowerCase())].filter((text) =>
    text.replace(isPath, '').includes('percors'),
  );
  expect(wrong).toEqual([]);
});

test('what players are told of drawing: no stopping after one card, when a new deck is made, an empty deck', () => {
  const rule = (id: string): string[] =>
    LANGUAGES.map((texts) => texts.core.flatMap((section) => section.rules).find((one) => one.rule === id)?.text ?? '');
  expect(rule('C11')).toEqual([
    expect.stringContaining('The second card can’t be declined'),
    expect.stringContaining('Alla seconda carta non si può rinunciare'),
  ]);
  expect(rule('C14')).toEqual([
    expect.stringContaining('As soon as the last card'),
    expect.stringContaining('Appena si pesca l’ultima carta'),
  ]);
  expect(rule('C15')).toEqual([expect.stringContaining('{emptyDeck}'), expect.stringContaining('{emptyDeck}')]);
});

test('no path earns no bonus, wherever there is one for the longest', () => {
  const of = (texts: HelpTexts, id: string): string =>
    Object.values(texts.maps)
      .flatMap((section) => section.rules)
      .filter((one) => one.rule === id)
      .map((one) => one.text + (one.elsewhere ?? ''))
      .join();
  for (const id of ['U01', 'E09']) {
    expect(of(en, id)).toContain('if nobody has one, nobody gets the points');
    expect(of(it, id)).toContain('se non ne ha nessuno, i punti non vanno a nessuno');
  }
});
