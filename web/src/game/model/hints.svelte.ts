//! Help that this page has asked for: shown until the game moves on.

import { drawTarget, movePlaces, moveWords } from '../../i18n/moves';
import { t } from '../../i18n/index.svelte';
import { levelName } from '../../i18n/words.svelte';
import type { GameMap } from '../../maps/map';
import type { Hint, HintWish, ActionTarget } from '../../protocol';
import type { TableClient } from './client.svelte';
import type { Planning } from './planning.svelte';
import type { Pointed } from './pointing.svelte';

const NOWHERE: Pointed = { routes: [], locations: [] };

export class Hints {
  private given: { revision: number; hint: Hint } | null = $state.raw(null);
  /** A bot is thinking about the answer. */
  thinking = $state(false);

  constructor(
    private readonly client: TableClient,
    private readonly map: GameMap,
    private readonly planning: Planning,
  ) {}

  /** What the hint is about, as long as the game is where it was. */
  readonly places: Pointed = $derived.by(() => {
    const { given } = this;
    if (given?.hint.hint !== 'move' || given.revision !== this.client.update?.revision) return NOWHERE;
    return movePlaces(given.hint.action);
  });

  /** The card or deck that the hint says to draw, as long as the game is where it was. */
  readonly draw: ActionTarget | null = $derived.by(() => {
    const { given } = this;
    if (given?.hint.hint !== 'move' || given.revision !== this.client.update?.revision) return null;
    return drawTarget(given.hint.action);
  });

  ask(wish: HintWish): void {
    this.given = null;
    this.thinking = true;
    this.client.askHint(wish);
  }

  /** Takes the answer; returns it in words. */
  take(revision: number, hint: Hint): string {
    this.thinking = false;
    const { update } = this.client;
    if (!update || update.revision !== revision) return '';
    this.given = { revision, hint };
    if (hint.hint === 'move') {
      const level = levelName({ id: hint.level, name: hint.level });
      return t('hint.move', { level, move: moveWords(this.map, update.view, hint.action) });
    }
    this.client.plans.receive(revision, [hint.plan]);
    this.planning.want(hint.plan.goal.tickets);
    return hint.plan.blocked.length > 0
      ? t('hint.planned.blocked', { count: hint.plan.ways.length, blocked: hint.plan.blocked.length })
      : t('hint.planned', { count: hint.plan.ways.length });
  }
}
