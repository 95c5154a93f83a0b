import { expect, test } from 'vitest';
import type { LobbyTable, MyGame, SeatInfo } from '../protocol';
import { byFit, freeName, openTables } from './listing';

function table(id: string, free: boolean, more: Partial<LobbyTable> = {}): LobbyTable {
  const seat = (who: SeatInfo['who']): SeatInfo => ({ who, name: '', color: 'blue', connected: true, stand_in: null });
  const seats = [seat({ who: 'person' }), seat(free ? { who: 'open' } : { who: 'bot', level: 'beginner' })];
  return { id, map: 'usa', status: 'waiting', seats, spectators: true, turn_limit: null, created: 0, ...more };
}

function ids(listed: LobbyTable[], mine: string[] = []): { join: string[]; watch: string[] } {
  const { join, watch } = openTables(
    listed,
    mine.map((one) => ({ table: one }) as MyGame),
  );
  return { join: join.map(({ id }) => id), watch: watch.map(({ id }) => id) };
}

test('only a waiting table with a free seat can be joined', () => {
  expect(ids([table('free', true), table('full', false), table('on', false, { status: 'playing' })])).toEqual({
    join: ['free'],
    watch: ['full', 'on'],
  });
});

test('a full table that nobody may watch is not shown', () => {
  expect(ids([table('full', false, { spectators: false }), table('free', true, { spectators: false })])).toEqual({
    join: ['free'],
    watch: [],
  });
});

test('where the visitor has a seat is among their own games', () => {
  expect(ids([table('free', true), table('own', true)], ['own'])).toEqual({ join: ['free'], watch: [] });
});

function waiting(id: string, map: string, free: number, created = 0): LobbyTable {
  const [person, open] = table(id, true).seats as [SeatInfo, SeatInfo];
  return table(id, true, { map, created, seats: [person, ...Array.from({ length: free }, () => open)] });
}

test('the wanted map comes first, then the table that is soonest complete, then the one that waits longest', () => {
  const tables = [
    waiting('other', 'usa', 1),
    waiting('new', 'berlin', 1, 9),
    waiting('large', 'berlin', 3, 1),
    waiting('old', 'berlin', 1, 5),
    waiting('full', 'berlin', 0),
    waiting('own', 'berlin', 1),
  ];
  const mine = [{ table: 'own' } as MyGame];
  expect(byFit(tables, mine, 'berlin').map(({ id }) => id)).toEqual(['old', 'new', 'large', 'other']);
});

test('a name that somebody at the table has gets a number', () => {
  const one = waiting('one', 'usa', 1);
  expect(freeName(one, 'Anna')).toBe('Anna');
  const seats = one.seats.map((seat) => (seat.who.who === 'person' ? { ...seat, name: 'anna' } : seat));
  expect(freeName({ ...one, seats }, 'Anna')).toBe('Anna 2');
});
