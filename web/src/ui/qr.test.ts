import { expect, test } from 'vitest';
import { qrCode } from './qr';

test('a code is as large as its text asks for, and has its three eyes', async () => {
  for (const [text, size] of [
    ['https://example.org/t/abcdef', 29],
    ['x'.repeat(200), 57],
  ] as const) {
    const code = await qrCode(text);
    expect(code.size).toBe(size);
    const dark = (x: number, y: number): boolean => code.path.includes(`M${x} ${y}h1v1h-1z`);
    const eye = (x: number, y: number): boolean =>
      [0, 2, 3, 4, 6].every((along) => dark(x + along, y + 3)) && !dark(x + 1, y + 3);
    expect([eye(0, 0), eye(size - 7, 0), eye(0, size - 7)]).toEqual([true, true, true]);
  }
});
