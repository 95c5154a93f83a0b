//! The state of a connection: connecting, open, waiting to try again, or over. A plain state machine, so that it can be
//! tested without a network.

import type { Refusal } from '../protocol';

export type Link =
  | { state: 'connecting'; attempt: number }
  | { state: 'open'; returned: boolean }
  | { state: 'waiting'; attempt: number; until: number }
  | { state: 'offline'; attempt: number }
  | { state: 'over'; refusal: Refusal | null };

export type Happening =
  | { kind: 'opened' }
  /** `retryAfter`: what the server asked for; null if it said that trying again won't help. */
  | { kind: 'closed'; now: number; retryAfter?: number | null; refusal?: Refusal }
  | { kind: 'due' }
  | { kind: 'network'; online: boolean }
  | { kind: 'asked' };

export const START: Link = { state: 'connecting', attempt: 0 };

const LONGEST = 15_000;

/** How long to wait before a try, in milliseconds. */
export function delay(attempt: number): number {
  return Math.min(LONGEST, 400 * 2 ** attempt);
}

export function next(link: Link, happening: Happening): Link {
  if (link.state === 'over') return link;
  const attempt = link.state === 'open' ? 0 : link.attempt;
  switch (happening.kind) {
    case 'opened':
      return { state: 'open', returned: link.state === 'connecting' && link.attempt > 0 };
    case 'closed': {
      if (happening.retryAfter === null) return { state: 'over', refusal: happening.refusal ?? null };
      if (link.state === 'offline' || link.state === 'waiting') return link;
      return {
        state: 'waiting',
        attempt: attempt + 1,
        until: happening.now + (happening.retryAfter ?? delay(attempt)),
      };
    }
    case 'due':
      return link.state === 'waiting' ? { state: 'connecting', attempt } : link;
    case 'network':
      if (!happening.online) return { state: 'offline', attempt: attempt + 1 };
      return link.state === 'offline' || link.state === 'waiting'
        ? { state: 'connecting', attempt: Math.max(1, attempt) }
        : link;
    case 'asked':
      return link.state === 'waiting' || link.state === 'offline'
        ? { state: 'connecting', attempt: Math.max(1, attempt) }
        : link;
  }
}
