//! The plans that the server has computed, kept by revision: each is asked for once.

import type { ClientMessage, Goal, PlanView } from '../../protocol';

/** The most goals of one message. */
const AT_ONCE = 8;
/** This many plans are kept; older ones are asked for again. */
const KEPT = 200;

/** The same name for the same tickets and routes, in any order. */
export function goalKey({ tickets, routes }: Goal): string {
  const list = (ids: number[]): string => [...ids].sort((one, other) => one - other).join();
  return `${list(tickets)};${list(routes)}`;
}

export class Plans {
  private known: ReadonlyMap<string, { revision: number; plan: PlanView }> = $state.raw(new Map());
  private asked = new Set<string>();
  private revision = -1;

  constructor(private readonly send: (message: ClientMessage) => void) {}

  /** The game has moved on: plans are asked for again, and shown as they were until then. */
  moveTo(revision: number): void {
    if (revision === this.revision) return;
    this.revision = revision;
    this.asked.clear();
  }

  /** Another player looks, or the connection is new: nothing that was asked for is still to come. */
  forget(keep: boolean): void {
    this.asked.clear();
    if (!keep) this.known = new Map();
  }

  /** Asks for the plans of some goals, unless they are known; they come into `find`. */
  ask(goals: readonly Goal[]): void {
    const news = goals.filter((goal) => {
      const key = goalKey(goal);
      return !this.asked.has(key) && this.known.get(key)?.revision !== this.revision;
    });
    for (const goal of news) this.asked.add(goalKey(goal));
    for (let from = 0; from < news.length; from += AT_ONCE) {
      this.send({ type: 'plan', request: this.revision, goals: news.slice(from, from + AT_ONCE) });
    }
  }

  receive(revision: number, plans: PlanView[]): void {
    if (revision !== this.revision) return;
    const news = plans.map((plan): [string, { revision: number; plan: PlanView }] => [
      goalKey(plan.goal),
      { revision, plan },
    ]);
    this.known = new Map([...[...this.known].slice(-KEPT), ...news]);
  }

  /** The plan for a goal: the newest that is known. */
  find(goal: Goal): PlanView | null {
    return this.known.get(goalKey(goal))?.plan ?? null;
  }

  /** Whether the plan for a goal is that of the game as it is now. */
  isFresh(goal: Goal): boolean {
    return this.known.get(goalKey(goal))?.revision === this.revision;
  }
}
