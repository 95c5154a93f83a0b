//! What the build does with the styles (PostCSS plugins).

import { MEDIA } from './src/styles/media.ts';

/** A media query with the names of `media.ts` replaced. A name that stands for several queries makes several of one. */
export function mediaQuery(query: string): string {
  const single = (part: string): string[] => {
    const [found, name] = /\(--([\w-]+)\)/.exec(part) ?? [];
    if (found === undefined || name === undefined) return [part.trim()];
    const named = Object.entries(MEDIA).find(([key]) => key === name)?.[1];
    if (named === undefined) throw new Error(`no media query has the name --${name}: see src/styles/media.ts`);
    return named.split(',').flatMap((one) => single(part.replace(found, one.trim())));
  };
  return query.split(',').flatMap(single).join(', ');
}

/** Lengths in pixels as parts of the page's type size. */
export function growingLengths(value: string): string {
  return value.replace(/(?<![\w#.])(\d*\.?\d+)px\b/g, (_, pixels: string) => `${Number(pixels) / 16}rem`);
}

/** Replaces the names of media queries. */
export const named = {
  postcssPlugin: 'named-media',
  AtRule: {
    media(rule: { params: string }): void {
      if (rule.params.includes('(--')) rule.params = mediaQuery(rule.params);
    },
  },
};

/** Writes lengths in pixels as parts of the page's type size, so that all grow with it (`html` in `base.css`); those that a container is asked for too. */
export const growing = {
  postcssPlugin: 'growing',
  AtRule: {
    container(rule: { params: string }): void {
      const params = growingLengths(rule.params);
      if (params !== rule.params) rule.params = params;
    },
  },
  Declaration(declaration: { value: string }): void {
    const value = growingLengths(declaration.value);
    if (value !== declaration.value) declaration.value = value;
  },
};
