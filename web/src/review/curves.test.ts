import { describe, expect, test } from 'vitest';
import type { ReviewReport } from '../protocol';
import { lineOf, percent, percentWithError, pointsWithError, rangeOf, valuesOf } from './curves';

const exact = (value: number) => ({ value, error: 0 });
const report = {
  players: [{ seat: 0 }, { seat: 1 }],
  positions: [
    { turn: 0, chances: [exact(0.5), exact(0.5)], scores: [0, 0], totals: [-10, 0] },
    { turn: 1, chances: null, scores: [4, 0], totals: [-6, 0] },
    { turn: 2, chances: [exact(1), exact(0)], scores: [4, 2], totals: [20, 2] },
  ],
  decisions: [{ luck: [exact(0.2), exact(-0.2)] }, { luck: null }],
} as unknown as ReviewReport;

describe('curves', () => {
  test('chances, points and all luck so far, one value per position', () => {
    expect(valuesOf(report, 'chance')).toEqual([
      [0.5, null, 1],
      [0.5, null, 0],
    ]);
    expect(valuesOf(report, 'points')).toEqual([
      [-10, -6, 20],
      [0, 0, 2],
    ]);
    expect(valuesOf(report, 'luck')).toEqual([
      [0, 0.2, 0.2],
      [0, -0.2, -0.2],
    ]);
  });

  test('the range holds every value and never is empty', () => {
    expect(rangeOf(valuesOf(report, 'chance'), 'chance')).toEqual([0, 1]);
    expect(rangeOf(valuesOf(report, 'points'), 'points')).toEqual([-10, 20]);
    expect(rangeOf([[0, 0]], 'luck')).toEqual([0, 1]);
  });

  test('a line leaves out what is not known yet', () => {
    expect(lineOf([0.5, null, 1], [0, 1], 100, 50)).toBe('M0.0 25.0L100.0 0.0');
    expect(lineOf([null], [0, 1], 100, 50)).toBe('');
  });

  test('figures have signs and errors only where they mean something', () => {
    expect(percent(0.634)).toBe('63 %');
    expect(percent(-0.05, true)).toBe('−5 %');
    expect(percent(0.05, true)).toBe('+5 %');
    expect(percent(-0.001, true)).toBe('0 %');
    expect(percentWithError({ value: 0.5, error: 0.021 })).toBe('50 % ± 4');
    expect(percentWithError(exact(1))).toBe('100 %');
    expect(pointsWithError({ value: 3.21, error: 0.5 }, 'it')).toBe('+3,2 ± 1');
  });
});
