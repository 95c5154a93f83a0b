import { expect, test } from 'vitest';
import { correction, qrCode } from './qr';

test('error correction of a known block', () => {
  // The worked example of the standard's tutorial literature: "HELLO WORLD", version 1, level M.
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(correction(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test('a code is as large as its text asks for, and has its three eyes', () => {
  for (const [text, size] of [
    ['https://example.org/t/abcdef', 29],
    ['x'.repeat(200), 57],
  ] as const) {
    const code = qrCode(text);
    expect(code?.size).toBe(size);
    const eye = (x: number, y: number): boolean =>
      [0, 2, 3, 4, 6].every((along) => code?.dark[y + 3]?.[x + along]) && !code?.dark[y + 3]?.[x + 1];
    expect([eye(0, 0), eye(size - 7, 0), eye(0, size - 7)]).toEqual([true, true, true]);
  }
});

test('a text that is too long has no code', () => {
  expect(qrCode('x'.repeat(300))).toBeNull();
});
