//! A challenge in words.

import { withMinus } from '../i18n/format';
import { locale, t } from '../i18n/index.svelte';
import { levelNames } from '../i18n/words.svelte';
import type { ChallengeResult, ChallengeView, LevelInfo } from '../protocol';

/** A day as people write it. */
export function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return date.toLocaleDateString(locale(), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** The opponents by their levels. */
export function opponents(challenge: ChallengeView, levels: LevelInfo[]): string {
  const bots = challenge.game.seats.flatMap((id) => (id === null ? [] : [id]));
  return levelNames(bots.map((id) => levels.find((level) => level.id === id) ?? { id, name: id }));
}

/** The person's points, and those of the others. */
export function scoreWords(result: ChallengeResult): string {
  const others = result.scores.filter((_, seat) => seat !== result.seat);
  return `${withMinus(result.scores[result.seat] ?? 0)} : ${others.map(withMinus).join(', ')}`;
}

/** A result as a short text to send: with the link, and nothing that shows the deal. */
export function shareText(challenge: ChallengeView, result: ChallengeResult, map: string, link: string): string {
  const title = challenge.day ? t('deal.share.day', { day: challenge.day }) : t('challenge.title');
  const tries = result.first_try ? t('challenge.first') : t('challenge.repeat');
  const won = result.won ? '✓' : '✗';
  return `Capolinea · ${title} · ${map}\n${won} ${scoreWords(result)} (${tries})\n${link}`;
}
