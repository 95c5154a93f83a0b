import { describe, expect, test } from 'vitest';
import { countsOf, lacks, minus, paymentCards, total } from './cards';

describe('cards', () => {
  test('are counted and paid', () => {
    expect(countsOf({ wild: 1, blue: 2, red: 0 })).toEqual([
      ['blue', 2],
      ['wild', 1],
    ]);
    expect(total({ wild: 1, blue: 2 })).toBe(3);
    expect(paymentCards({ color: 'blue', wilds: 1 }, 3)).toEqual({ blue: 2, wild: 1 });
    expect(paymentCards({ color: null, wilds: 3 }, 3)).toEqual({ wild: 3 });
    expect(minus({ blue: 3, wild: 1 }, { blue: 2, wild: 1 })).toEqual({ blue: 1 });
  });

  test('that are missing for a ferry: its wilds apart from the colour', () => {
    expect(lacks({ color: 'orange', cards: 3, wilds: 0 })).toEqual({ ofColor: 3, wilds: 0 });
    expect(lacks({ color: 'orange', cards: 3, wilds: 1 })).toEqual({ ofColor: 2, wilds: 1 });
    expect(lacks({ color: null, cards: 2, wilds: 2 })).toEqual({ ofColor: 0, wilds: 2 });
  });
});
