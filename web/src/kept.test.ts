import { expect, test } from 'vitest';
import { keeper } from './kept';

test('what says the same stays the same object, whatever it is made of', () => {
  const keep = keeper<unknown>();
  const values = [
    null,
    [],
    {},
    [1, null],
    new Set([1, 2]),
    new Map([[1, [2]]]),
    { owners: [0, null], closed: new Set([3]) },
  ];
  for (const value of values) {
    expect(keep(value)).toBe(value);
    expect(keep(structuredClone(value))).toBe(value);
  }
});

test('what says something else is handed on', () => {
  const keep = keeper<unknown>();
  const values = [
    { a: [1] },
    { a: [2] },
    { b: [2] },
    { b: [2], c: 1 },
    [],
    {},
    new Set([1]),
    new Set([2]),
    new Map([[1, 2]]),
    new Map([[1, 3]]),
    1,
    '1',
    null,
  ];
  for (const value of values) expect(keep(value)).toBe(value);
});
