import { describe, expect, test } from 'vitest';
import type { Event, Update } from '../../protocol';
import { beforeThisTurn, freshPlaces, lastTurn, sinceLastTurn, withHistory, withUpdate } from './log';
import { claim, step } from './samples';

const update = (part: Pick<Update, 'revision' | 'cause'> & { events?: Event[] }): Update => ({
  events: [],
  ...part,
  view: {} as Update['view'],
  legal_actions: {},
  can_undo: false,
  can_take_back: false,
  deadline: null,
  end: null,
});

describe('log', () => {
  const log = [step(0, 0, []), step(1, 1, [claim(1, 4)])];

  test('takes the step that follows, and notices a gap', () => {
    const cause = { cause: 'action', seat: 0, id: 7 } as const;
    expect(withUpdate(log, update({ revision: 2, cause }))?.map((one) => one.revision)).toEqual([0, 1, 2]);
    expect(withUpdate(log, update({ revision: 1, cause }))).toBe(log);
    expect(withUpdate(log, update({ revision: 4, cause }))).toBeNull();
  });

  test('an undo strikes out what it takes back', () => {
    const after = withUpdate(log, update({ revision: 2, cause: { cause: 'undo', seat: 1, id: null, back_to: 0 } }));
    expect(after?.map((one) => one.undone)).toEqual([false, true, false]);
  });

  test('history fills a gap in the right place', () => {
    const told = {
      revision: 1,
      cause: { cause: 'action', seat: 1, id: null } as const,
      at: 0,
      events: [],
      undone: false,
    };
    expect(withHistory([step(0, 0, []), step(2, 0, [])], [told]).map((one) => one.revision)).toEqual([0, 1, 2]);
  });

  test('knows what happened since a player last acted', () => {
    const steps = [step(1, 0, [claim(0, 1)]), step(2, 1, [claim(1, 2)]), step(3, 2, [claim(2, 3)])];
    expect(sinceLastTurn(steps, 0, 3).map((one) => one.revision)).toEqual([2, 3]);
    expect(freshPlaces(sinceLastTurn(steps, 0, 3), 0).routes).toEqual(new Set([2, 3]));
  });

  test('within a turn, what happened before it is still known', () => {
    const turn = (seat: number): Event => ({ event: 'turn_began', seat });
    const steps = [step(1, 0, [turn(1)]), step(2, 1, [claim(1, 2), turn(0)]), step(3, 0, [])];
    expect(sinceLastTurn(beforeThisTurn(steps, 0), 0, 2).map((one) => one.revision)).toEqual([2]);
    expect(beforeThisTurn([...steps, step(4, 0, [turn(1)])], 0)).toHaveLength(4);
  });

  test('knows what a player did in the last turn', () => {
    const turn = (seat: number): Event => ({ event: 'turn_began', seat });
    const steps = [
      step(1, 0, []),
      step(2, 0, [turn(0)]),
      step(3, 0, []),
      step(4, 0, [turn(1)]),
      step(5, 1, []),
      { ...step(6, 0, []), undone: true },
    ];
    const last = (seat: number): number[] => lastTurn(steps, seat).map((one) => one.revision);
    expect(last(0)).toEqual([3, 4]);
    expect(last(1)).toEqual([5]);
    expect(last(2)).toEqual([]);
  });
});
