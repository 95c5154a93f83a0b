import { expect, test, vi } from 'vitest';
import { checkSeed, recall, ShufflePart, type Shown } from './shuffle';

/** What the two parts in the other order would make. */
const TURNED = {
  seed: 'd480e9f233134c35f726d7deb52771d7d767570e6689b57ec5cfdaad0efa330b',
  seal: 'ed787e0e0cee3d33571ed528651479f310149460e54499e3a2bb8bf59e012320',
};
/** SHA-256 of 32 equal bytes. */
const SEALS: Record<string, string> = {
  '04': '9f4fb68f3e1dac82202f9aa581ce0bbf1f765df0e9ac3c8c57e20f685abab8ed',
  '05': 'f849d67325facf04177bc663b2dc544051831c589ef581d412f2eba44834e77c',
  '06': 'e802086ad6a1e16b78352ad7296d2aabd835b1b16dbe951e1135b97c68e29d81',
};
/** The seed of those three parts, as the engine's own test has it. */
const SHARED = {
  seed: 'b9fed75bed3d6866f586b4087f4ef400c40e47993ef9299fdbfac8129c258185',
  seal: '8e8337ba3bbf036dd9d26d9771a35d0dee0b6194a268f29553d6a39ae7fc48e7',
};

test('the seal is the SHA-256 of the seed', () => {
  const seal = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925';
  const end = { seed: '00'.repeat(32), seal };
  expect(checkSeed(end, seal, null, [], false)).toBe('sealed');
  expect(checkSeed(end, seal, null, [], true)).toBe('server');
  expect(checkSeed({ ...end, seed: '01'.repeat(32) }, seal, null, [], false)).toBe('bad');
  expect(checkSeed({ ...end, seed: 'no seed' }, seal, null, [], false)).toBe('bad');
});

test('a shuffle of several devices is checked part by part', () => {
  const part = (digits: string, seat: number) => ({ seat, seal: SEALS[digits] ?? '', value: digits.repeat(32) });
  const shuffle = { round: 1, seal: SEALS['04'] ?? '', secret: '04'.repeat(32), parts: [part('05', 0), part('06', 1)] };
  const end = { seed: SHARED.seed, seal: SHARED.seal };
  const own: Shown = {
    round: 1,
    seal: shuffle.seal,
    parts: shuffle.parts.map(({ seat, seal }) => ({ seat, seal })),
    part: '06'.repeat(32),
  };
  const check = (change: Partial<typeof shuffle>, shown: Shown[] = [own]) =>
    checkSeed(end, end.seal, { ...shuffle, ...change }, shown, true);
  expect(check({})).toBe('shared');
  expect(check({}, [])).toBe('watched');
  // What was shown before and thrown away was known to the server: it may have begun again because of it.
  expect(check({ round: 2 }, [own, { ...own, round: 2 }])).toBe('repeated');
  expect(check({ round: 2 })).toBe('left_out');
  expect(check({}, [{ ...own, part: '08'.repeat(32) }])).toBe('left_out');
  expect(checkSeed(end, end.seal, null, [own], true)).toBe('left_out');
  expect(check({ parts: [part('05', 0)] })).toBe('bad');
  expect(check({ secret: '07'.repeat(32) })).toBe('bad');
  expect(check({ parts: [part('06', 0), part('05', 1)] })).toBe('bad');
  expect(check({}, [{ ...own, seal: SEALS['05'] ?? '' }])).toBe('bad');
  // The same parts in another order are another seed, which nobody may choose.
  const turned = { ...shuffle, parts: [part('06', 1), part('05', 0)] };
  expect(
    checkSeed(
      TURNED,
      TURNED.seal,
      turned,
      [{ ...own, parts: turned.parts.map(({ seat, seal }) => ({ seat, seal })) }],
      true,
    ),
  ).toBe('bad');
});

test('a device shows its part only to seals among which is its own, and answers to no round twice', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const device = new ShufflePart('table');
  const ask = (round: number) => ({ type: 'shuffle' as const, round, seal: SEALS['04'] ?? '', parts: null });
  const all = (round: number, seals: string[]) => ({
    ...ask(round),
    parts: seals.map((seal, seat) => ({ seat, seal, value: null })),
  });
  const sealed = device.answer(ask(1));
  if (sealed?.type !== 'seal') throw new Error('it seals a part');
  expect(device.answer(ask(1))).toEqual(sealed);
  expect(device.answer(all(1, [SEALS['05'] ?? '']))).toBeNull();
  const shown = device.answer(all(1, [SEALS['05'] ?? '', sealed.seal]));
  expect(shown).toMatchObject({ type: 'show', round: 1 });
  expect(device.answer(all(1, [SEALS['05'] ?? '', sealed.seal]))).toEqual(shown);
  expect(device.answer(all(1, [SEALS['06'] ?? '', sealed.seal]))).toBeNull();
  expect(device.answer(ask(1))).toBeNull();
  expect(new ShufflePart('table').answer(all(1, [sealed.seal]))).toBeNull();
  expect(new ShufflePart('table').answer(ask(1))).toBeNull();
  expect(device.answer(ask(2))).toMatchObject({ type: 'seal', round: 2 });
  expect(recall('table')).toHaveLength(1);
  vi.unstubAllGlobals();
});
