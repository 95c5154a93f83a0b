import { expect, test } from 'vitest';
import { staying } from './staying';

test('a choice that is gone keeps its place until there are others', () => {
  const keep = staying<number>(String);
  const shown = (now: number[]): string =>
    keep(now)
      .map(({ choice, gone }) => (gone ? `(${choice})` : choice))
      .join(' ');
  expect(shown([3, 1, 2])).toBe('3 1 2');
  expect(shown([3, 2])).toBe('3 (1) 2');
  expect(shown([])).toBe('(3) (1) (2)');
  expect(shown([1, 7])).toBe('1 7');
});
