import { expect, test } from 'vitest';
import type { ClientMessage, Goal, PlanView } from '../../protocol';
import { lostRoutes } from './planning.svelte';
import { goalKey, Plans } from './plans.svelte';

function plan(goal: Goal, more: Partial<PlanView> = {}): PlanView {
  const none = { cards: {}, any: 0, total: 0 };
  return {
    goal,
    ways: [],
    blocked: [],
    lost: [],
    built: [],
    to_claim: [],
    pieces: [0],
    enough_pieces: true,
    cards: none,
    from_hand: {},
    missing: none,
    turns: 0,
    next: null,
    cheapest: true,
    ...more,
  };
}

const paris: Goal = { tickets: [3], routes: [] };
const both: Goal = { tickets: [3, 1], routes: [9] };

test('a plan is asked for once, and again when the game has moved on; the old one is shown until then', () => {
  const sent: ClientMessage[] = [];
  const plans = new Plans((message) => sent.push(message));
  plans.moveTo(4);
  plans.ask([paris, both]);
  plans.ask([paris]);
  expect(sent).toEqual([{ type: 'plan', request: 4, goals: [paris, both] }]);
  plans.receive(4, [plan(paris), plan(both)]);
  plans.ask([paris]);
  expect(sent).toHaveLength(1);
  plans.moveTo(5);
  expect(plans.find(paris)).not.toBeNull();
  expect(plans.isFresh(paris)).toBe(false);
  plans.ask([paris]);
  expect(sent).toHaveLength(2);
  // An answer about the game as it was is no answer.
  plans.receive(4, [plan(paris, { turns: 9 })]);
  expect(plans.find(paris)?.turns).toBe(0);
  plans.receive(5, [plan(paris, { turns: 7 })]);
  expect(plans.find(paris)?.turns).toBe(7);
  // The next player at the same screen sees nothing of it.
  plans.forget(false);
  expect(plans.find(paris)).toBeNull();
});

test('many goals go in messages of eight', () => {
  const sent: ClientMessage[] = [];
  const plans = new Plans((message) => sent.push(message));
  plans.ask(Array.from({ length: 11 }, (_, ticket) => ({ tickets: [ticket], routes: [] })));
  expect(sent.map((message) => (message.type === 'plan' ? message.goals.length : 0))).toEqual([8, 3]);
});

test('the order of tickets and routes does not matter', () => {
  expect(goalKey({ tickets: [1, 3], routes: [9] })).toBe(goalKey(both));
  expect(goalKey(paris)).not.toBe(goalKey({ tickets: [], routes: [3] }));
});

test('a plan has lost what others took, not what the player has built', () => {
  const before = plan(paris, { to_claim: [1, 2, 3] });
  const after = plan(paris, { built: [1], to_claim: [3, 4] });
  expect(lostRoutes(before, after, (route) => [1, 2].includes(route))).toEqual([2]);
});
