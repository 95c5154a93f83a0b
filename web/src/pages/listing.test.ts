import { expect, test } from 'vitest';
import type { LobbyTable, MyGame, SeatInfo } from '../protocol';
import { openTables } from './listing';

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
