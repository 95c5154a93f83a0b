import { describe, expect, test } from 'vitest';
import type { Event, SeatInfo } from '../../protocol';
import { broughtBy, nextAtScreen } from './passing';
import { step } from './samples';

describe('one device passed round', () => {
  const seats = [0, 1, 2].map(() => ({}) as SeatInfo);

  test('goes to whoever decides next, else to the next at this screen; not before the turn is over', () => {
    expect(nextAtScreen({ eyes: 0, seats: [0, 1, 2] }, seats, [0])).toBeNull();
    expect(nextAtScreen({ eyes: 0, seats: [0, 1, 2] }, seats, [1])).toBe(1);
    expect(nextAtScreen({ eyes: 0, seats: [0, 2] }, seats, [1]), 'while a bot plays').toBe(2);
    expect(nextAtScreen({ eyes: 2, seats: [0, 1, 2] }, seats, [1])).toBe(1);
    expect(nextAtScreen({ eyes: null, seats: [0, 1] }, seats, [1])).toBeNull();
    expect(nextAtScreen({ eyes: 0, seats: [0] }, seats, [1]), 'not shared').toBeNull();
  });

  test('shows what the last turn has brought', () => {
    const red = (seat: number): Event => ({ event: 'card_drawn', seat, card: 'red' });
    const log = [step(1, 1, [red(1)]), step(2, 0, [red(0)]), step(3, 0, [red(0), { event: 'turn_began', seat: 1 }])];
    expect(broughtBy(log, 0, false).map((one) => one.key)).toEqual(['log.drawn.drawn']);
  });
});
