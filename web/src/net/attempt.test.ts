import { expect, test } from 'vitest';
import { attempt, heard } from './attempt';

test('an attempt has one token until it is answered, and another table is another attempt', () => {
  const first = attempt('usa');
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(attempt('usa')).toBe(first);
  expect(attempt(null)).toBe(first);
  const other = attempt('europe');
  expect(other).not.toBe(first);
  expect(attempt('europe')).toBe(other);
  heard();
  expect(attempt('europe')).not.toBe(other);
  heard();
  const seat = attempt(null);
  expect(attempt('usa')).toBe(seat);
  heard();
});
