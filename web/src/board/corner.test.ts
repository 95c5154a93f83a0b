import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { GameMap } from '../maps/map';
import { buttonCorner } from './corner';

/** A board with cities at these places. */
function board(...cities: [number, number][]): GameMap {
  const locations = cities.map(([x, y]) => ({ x, y, label: { x, y } }));
  return { info: { board: { width: 1000, height: 700 } }, locations, routes: [] } as unknown as GameMap;
}

test('the buttons stand in the lower corner, unless they would hide more there than in the upper one', () => {
  expect(buttonCorner(board())).toBe('lower');
  expect(buttonCorner(board([980, 680]))).toBe('upper');
  expect(buttonCorner(board([980, 680], [990, 10]))).toBe('lower');
  expect(buttonCorner(board([500, 680]))).toBe('lower');
});

interface Places {
  view: [number, number];
  locations: Record<string, { x: number; y: number; label?: { x: number; y: number } }>;
}

test('on no built-in map a city is behind the buttons of a small phone', () => {
  const folder = '../crates/maps/maps';
  for (const id of readdirSync(folder)) {
    const file = JSON.parse(readFileSync(`${folder}/${id}/board.json`, 'utf8')) as Places;
    const [width, height] = file.view;
    const cities = Object.values(file.locations).map(({ x, y }): [number, number] => [x, y]);
    const map = { ...board(...cities), info: { board: { width, height } } } as unknown as GameMap;
    const room = 54 / Math.min(344 / width, 350 / height);
    const corner = buttonCorner(map);
    const hidden = cities.filter(([x, y]) => x > width - room && (corner === 'lower' ? y > height - room : y < room));
    expect(hidden, `${id} ${corner}`).toEqual([]);
  }
});
