import { expect, test, vi } from 'vitest';

vi.stubGlobal('location', { href: 'http://localhost/' });
vi.stubGlobal('window', { addEventListener: () => undefined });
vi.stubGlobal('document', { addEventListener: () => undefined });
const { pageAt } = await import('./router.svelte');

const at = (path: string): unknown => pageAt(new URL(path, 'http://localhost'));

test('addresses lead to pages', () => {
  expect(at('/')).toEqual({ page: 'front' });
  expect(at('/t/abc')).toEqual({ page: 'table', table: 'abc', guided: false });
  expect(at('/replay/abc?step=12&viewer=1')).toEqual({
    page: 'replay',
    table: 'abc',
    step: 12,
    viewer: 1,
    together: false,
    review: false,
  });
  expect(at('/replay/abc?viewer=all&together')).toEqual({
    page: 'replay',
    table: 'abc',
    step: 0,
    viewer: 'all',
    together: true,
    review: false,
  });
  expect(at('/replay/abc?step=-3')).toEqual({
    page: 'replay',
    table: 'abc',
    step: 0,
    viewer: null,
    together: false,
    review: false,
  });
  expect(at('/replay/abc?review')).toMatchObject({ page: 'replay', table: 'abc', review: true });
  expect(at('/help/europe#E03')).toEqual({ page: 'help', map: 'europe', rule: 'E03' });
  expect(at('/seat#token')).toEqual({ page: 'seat', token: 'token' });
  expect(at('/c/abc')).toEqual({ page: 'challenge', id: 'abc', sent: null });
  expect(at('/c/abc?game=x_-1')).toEqual({ page: 'challenge', id: 'abc', sent: 'x_-1' });
  expect(at('/deals')).toEqual({ page: 'deals' });
  expect(at('/new?challenge&map=usa')).toEqual({ page: 'new', map: 'usa', shared: false, challenge: true });
  expect(at('/c')).toEqual({ page: 'missing' });
  expect(at('/t')).toEqual({ page: 'missing' });
  expect(at('/t/%E0%A4%A')).toEqual({ page: 'missing' });
  expect(at('/nothing/here')).toEqual({ page: 'missing' });
});
