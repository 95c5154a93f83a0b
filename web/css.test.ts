import { expect, test } from 'vitest';
import { growing, growingLengths, mediaQuery } from './css.ts';
import { MEDIA } from './src/styles/media.ts';

test('a named media query is replaced, with every alternative it stands for', () => {
  expect(mediaQuery('(--low)')).toBe(MEDIA.low);
  expect(mediaQuery('(--narrow), (--low)')).toBe(MEDIA.small);
  expect(mediaQuery('(--narrow) and (max-height: 700px)')).toBe(
    '(max-width: 1000px) and (orientation: portrait) and (max-height: 700px), ' +
      '(max-width: 720px) and (min-height: 501px) and (max-height: 700px)',
  );
  expect(mediaQuery('(max-width: 420px)')).toBe('(max-width: 420px)');
});

test('an unknown name stops the build', () => {
  expect(() => mediaQuery('(--watch)')).toThrow('no media query has the name --watch');
});

test('lengths grow with the type; other numbers stay', () => {
  expect(growingLengths('0 8px .5px 1.5em url(#a1px)')).toBe('0 0.5rem 0.03125rem 1.5em url(#a1px)');
});

test('what a container is asked for grows as its lengths do', () => {
  const rule = { params: 'question (max-width: 300px)' };
  growing.AtRule.container(rule);
  expect(rule.params).toBe('question (max-width: 18.75rem)');
});
