//! What a person has chosen on this device. Kept in the browser, never sent anywhere.

import { prefersReducedMotion } from 'svelte/motion';
import type { Language } from './maps/map';
import type { Pace } from './protocol';

export type Theme = 'system' | 'light' | 'dark' | 'contrast';
/** Which routes are highlighted: those of the plan before the others, all that can be paid, or none. */
export type Highlight = 'plan' | 'all' | 'none';
export type Speed = 'none' | 'fast' | 'normal' | 'slow';

export interface Settings {
  language: Language;
  theme: Theme;
  speed: Speed;
  sound: boolean;
  highlight: Highlight;
  name: string;
  /** The last solo game: played again with one click. */
  solo: { map: string; bots: string[] };
  /** How fast bots move in games made here. */
  pace: Pace;
  /** Where games of the people at this screen are played, if there is a server. */
  place: 'page' | 'server';
  /** Whether the hints of the first game have been read. */
  guided: boolean;
  /** What is special about maps and has been introduced. */
  met: string[];
  /** The level of the bot that was last asked for help. */
  hint: string;
}

const KEY = 'capolinea.settings';

function preferredLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('it') ? 'it' : 'en';
}

function stored(): Partial<Settings> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    // Unreadable or forbidden storage: start as on a new device.
    return {};
  }
}

const first: Settings = {
  language: preferredLanguage(),
  theme: 'system',
  speed: 'normal',
  sound: false,
  highlight: 'plan',
  name: '',
  solo: { map: 'usa', bots: [] },
  pace: 'normal',
  place: 'page',
  guided: false,
  met: [],
  hint: '',
};

export const settings: Settings = $state({ ...first, ...stored() });

/** Saves every change from now on, and puts language and theme on the page. Call it once. */
export function applySettings(): void {
  const night = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const paint = (): void => {
    const system = contrast.matches ? 'contrast' : night.matches ? 'dark' : 'light';
    document.documentElement.dataset['theme'] = settings.theme === 'system' ? system : settings.theme;
  };
  night.addEventListener('change', paint);
  contrast.addEventListener('change', paint);
  $effect.root(() => {
    $effect(() => {
      try {
        localStorage.setItem(KEY, JSON.stringify(settings));
      } catch {
        // Private windows may forbid it: the choices then last as long as the page.
      }
    });
    $effect(paint);
    $effect(() => {
      const { style, dataset } = document.documentElement;
      style.setProperty('--motion', String(motion()));
      dataset['motion'] = motion() === 0 ? 'none' : 'some';
    });
    $effect(() => {
      document.documentElement.lang = settings.language;
    });
  });
}

/** How long a motion takes, as a factor; 0 if the person wants none. */
export function motion(): number {
  if (prefersReducedMotion.current) return 0;
  return { none: 0, fast: 0.5, normal: 1, slow: 2 }[settings.speed];
}
