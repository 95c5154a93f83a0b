import { describe, expect, test } from 'vitest';
import type { Step } from '../game/model/log';
import { claim, step } from '../game/model/samples';
import type { Event } from '../protocol';
import { lines, sentence, sentences } from './sentences';

describe('sentences', () => {
  test('say who did what where', () => {
    expect(sentence(claim(1, 4), false)).toMatchObject({
      key: 'log.claimed',
      seat: 1,
      routes: [4],
      values: { points: 2 },
    });
    expect(sentence({ event: 'turn_began', seat: 0 }, false)).toBeNull();
    expect(sentence({ event: 'first_player_chosen', seat: 1 }, false)).toMatchObject({ key: 'log.first', seat: 1 });
  });

  test('tickets from two decks: what was announced is said to all', () => {
    const offered: Event = { event: 'tickets_offered', seat: 1, by_deck: [3, 1], tickets: null };
    expect(sentence(offered, true)).toMatchObject({ key: 'log.announced', seat: 1, values: { short: 3, long: 1 } });
    expect(sentence(offered, false)).toBeNull();
  });

  test('a hidden card stays hidden', () => {
    expect(sentence({ event: 'card_drawn', seat: 0, card: null }, false)?.key).toBe('log.hidden');
    expect(sentence({ event: 'card_drawn', seat: 0, card: 'wild' }, false)?.key).toBe('log.drawn');
  });

  test('the two cards of a turn are one sentence', () => {
    const blind = (seat: number): Event => ({ event: 'card_drawn', seat, card: null });
    const open = (seat: number): Event => ({ event: 'card_taken', seat, card: 'red', slot: 0 });
    const log = [
      step(1, 0, [open(0)]),
      step(2, 0, [blind(0)]),
      step(3, 1, [blind(1)]),
      step(4, 1, [blind(1)]),
      step(5, 0, [claim(0, 4)]),
    ];
    expect(lines(log, false).map((line) => line.sentence.key)).toEqual([
      'log.taken.hidden',
      'log.hidden.hidden',
      'log.claimed',
    ]);
    expect(lines(log, false)[0]?.sentence).toMatchObject({
      seat: 0,
      slots: { player: { seat: 0 }, card: { card: 'red' } },
    });
    expect(lines(log, false)[0]?.sentence).toBe(lines(log, false)[0]?.sentence);
  });

  test('draws of different players, or around something else, stay apart', () => {
    const blind = (seat: number): Event => ({ event: 'card_drawn', seat, card: null });
    const keys = (...steps: Step[]): string[] => lines(steps, false).map((line) => line.sentence.key);
    expect(keys(step(1, 0, [blind(0)]), step(2, 1, [blind(1)]))).toEqual(['log.hidden', 'log.hidden']);
    expect(keys(step(1, 0, [blind(0), { event: 'market_swept', cards: {} }]), step(2, 0, [blind(0)]))).toEqual([
      'log.hidden',
      'log.swept',
      'log.hidden',
    ]);
    expect(keys({ ...step(1, 0, [blind(0)]), undone: true }, step(2, 0, [blind(0)]))).toEqual([
      'log.hidden',
      'log.hidden',
    ]);
  });

  test('who has chosen tickets is told until it is told how many', () => {
    const chosen = (seat: number): Step => step(seat, seat, [{ event: 'start_chosen', seat }]);
    const kept: Event = { event: 'tickets_kept', seat: 1, tickets: null, by_deck: [2, 0], returned: 1 };
    const told = (...steps: Step[]): unknown[] =>
      lines(steps, false).map(({ sentence }) => [sentence.key, sentence.seat]);
    expect(told(chosen(0), chosen(1))).toEqual([
      ['log.start', 0],
      ['log.start', 1],
    ]);
    expect(told(chosen(0), chosen(1), step(2, 1, [kept]))).toEqual([
      ['log.start', 0],
      ['log.kept', 1],
    ]);
  });

  test('an undo is one sentence', () => {
    const undone: Step = {
      revision: 3,
      cause: { cause: 'undo', seat: 1, id: null, back_to: 1 },
      events: [],
      undone: false,
    };
    expect(sentences(undone, false).map((one) => one.key)).toEqual(['log.undone']);
  });
});
