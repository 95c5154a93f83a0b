//! The player's plan: tickets and routes that are wanted, marked on the board until they are dropped. It follows the game.

import type { GameMap } from '../../maps/map';
import type { Goal, PlanView } from '../../protocol';
import type { TableClient } from './client.svelte';
import { isDone } from './tickets';

interface Wish {
  tickets: number[];
  routes: number[];
}

const NOTHING: Wish = { tickets: [], routes: [] };

/** What has happened to a plan: routes that others took, and whether there is another way. */
export interface Replanned {
  lost: number[];
  plan: PlanView;
}

/** The routes of a plan that somebody else has taken since, or that are closed now. */
export function lostRoutes(before: PlanView, after: PlanView, isGone: (route: number) => boolean): number[] {
  return before.to_claim.filter((route) => isGone(route) && !after.built.includes(route));
}

export class Planning {
  private wishes: ReadonlyMap<number, Wish> = $state.raw(new Map());
  /** A ticket that is pointed at or has the focus. */
  pointed: number | null = $state(null);
  /** Tickets to choose from, and those chosen so far. */
  offered: { offer: number[]; chosen: number[] } | null = $state.raw(null);
  /** What others have done to the plan, in words, until the player goes on. */
  news = $state('');
  /** Routes are chosen on the board for the plan, not claimed. */
  drawing = $state(false);

  constructor(
    private readonly client: TableClient,
    private readonly map: GameMap,
  ) {}

  /** What is wanted; without tickets that are done. */
  readonly goal: Goal = $derived.by(() => {
    const { tickets, routes } = this.wish;
    const open = (this.client.update?.view.own?.tickets ?? []).filter((ticket) => !isDone(ticket));
    return { tickets: tickets.filter((id) => open.some((ticket) => ticket.ticket === id)), routes };
  });

  readonly isEmpty: boolean = $derived.by(() => this.goal.tickets.length === 0 && this.goal.routes.length === 0);

  /** The plan that is marked until it is dropped. */
  readonly pinned: PlanView | null = $derived.by(() => (this.isEmpty ? null : this.client.plans.find(this.goal)));

  /** What is pointed at, or the tickets that are being chosen with those held. */
  readonly glance: Goal | null = $derived.by(() => {
    if (this.pointed !== null) return { tickets: [this.pointed], routes: [] };
    return this.offered && this.offered.chosen.length > 0 ? this.together : null;
  });

  /** The tickets chosen so far together with those held: all of the offer while none is chosen. */
  readonly together: Goal = $derived.by(() => {
    const held = (this.client.update?.view.own?.tickets ?? []).filter((ticket) => ticket.status === 'open');
    const { offer, chosen } = this.offered ?? { offer: [], chosen: [] };
    return { tickets: [...held.map(({ ticket }) => ticket), ...(chosen.length > 0 ? chosen : offer)], routes: [] };
  });

  /** The plan to draw now. */
  readonly shown: PlanView | null = $derived.by(() =>
    this.glance === null ? this.pinned : (this.client.plans.find(this.glance) ?? this.pinned),
  );

  private get wish(): Wish {
    return this.wishes.get(this.client.seat ?? -1) ?? NOTHING;
  }

  private set wish(wish: Wish) {
    const { seat } = this.client;
    if (seat === null) return;
    this.wishes = new Map([...this.wishes, [seat, wish]]);
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.wishes]));
    } catch {
      // Without storage the plan lasts as long as the page.
    }
  }

  private get key(): string {
    return `capolinea.plan.${this.client.id}`;
  }

  isWanted(ticket: number): boolean {
    return this.wish.tickets.includes(ticket);
  }

  /** Puts a ticket into the plan, or takes it out. */
  toggleTicket(ticket: number): void {
    const { tickets, routes } = this.wish;
    this.wish = { tickets: toggled(tickets, ticket), routes };
  }

  /** Plans for these tickets instead of others. */
  want(tickets: number[]): void {
    this.wish = { tickets, routes: this.wish.routes };
  }

  /** Puts a route into the plan, or takes it out. One that a ticket needs can't be taken out: there the other way round helps. */
  toggleRoute(route: number): void {
    const { tickets, routes } = this.wish;
    if (route < this.map.routes.length) this.wish = { tickets, routes: toggled(routes, route) };
  }

  drop(): void {
    this.wish = NOTHING;
    this.drawing = false;
    this.news = '';
  }

  /** The plan for the tickets that are chosen and held, together. */
  get all(): PlanView | null {
    return this.client.plans.find(this.together);
  }

  /** The plan for a ticket that is offered, taken alone. */
  alone(ticket: number): PlanView | null {
    return this.client.plans.find({ tickets: [ticket], routes: [] });
  }

  /**
   * Follows the game: asks for what is to be shown, and tells what others have taken. Returns how to stop. `isGone`: whether a
   * route can't be claimed any more.
   */
  follow(isGone: (route: number) => boolean, tell: (news: Replanned) => void): () => void {
    this.recall();
    let before: { seat: number | null; plan: PlanView } | null = null;
    return $effect.root(() => {
      $effect(() => {
        const { update } = this.client;
        if (!update?.view.own || update.end) return;
        const offered = this.offered?.offer.map((ticket) => ({ tickets: [ticket], routes: [] })) ?? [];
        const wanted = [...(this.isEmpty ? [] : [this.goal]), ...(this.glance ? [this.glance] : []), ...offered];
        this.client.plans.ask(this.offered ? [...wanted, this.together] : wanted);
      });
      $effect(() => {
        const { pinned } = this;
        if (!pinned || !this.client.plans.isFresh(this.goal)) return;
        const { seat } = this.client;
        const lost = before?.seat === seat ? lostRoutes(before.plan, pinned, isGone) : [];
        before = { seat, plan: pinned };
        if (lost.length > 0) tell({ lost, plan: pinned });
        // A route that somebody else owns leaves the plan.
        if (pinned.lost.length > 0) {
          const { tickets, routes } = this.wish;
          this.wish = { tickets, routes: routes.filter((route) => !pinned.lost.includes(route)) };
        }
      });
    });
  }

  /** Finds what was wanted before the page was loaded again. */
  private recall(): void {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(this.key) ?? '[]');
      if (Array.isArray(kept)) this.wishes = new Map(kept.filter(isEntry));
    } catch {
      // Unreadable or forbidden storage: there is no plan.
    }
  }
}

function isEntry(entry: unknown): entry is [number, Wish] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'number') return false;
  const wish = entry[1] as Partial<Wish> | null;
  const isList = (ids: unknown): boolean => Array.isArray(ids) && ids.every((id) => Number.isInteger(id));
  return isList(wish?.tickets) && isList(wish?.routes);
}

function toggled(ids: readonly number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
