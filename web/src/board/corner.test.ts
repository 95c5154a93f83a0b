import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { GameMap } from '../maps/map';
import type { LabelInfo } from '../protocol';
import { buttonCorner } from './corner';
import { nameBox } from './labels';

interface City {
  x: number;
  y: number;
  name?: string;
  label?: LabelInfo;
}

/** A board with these cities. */
function board(cities: City[], width = 1000, height = 700): GameMap {
  const locations = cities.map(({ x, y, name = '', label = { x, y, anchor: 'start', size: 0 } }) => ({
    x,
    y,
    label,
    names: { en: name },
  }));
  return { info: { board: { width, height } }, locations, routes: [] } as unknown as GameMap;
}

test('the buttons stand in the lower corner, unless they would hide more there than in the upper one', () => {
  expect(buttonCorner(board([]))).toBe('lower');
  expect(buttonCorner(board([{ x: 980, y: 680 }]))).toBe('upper');
  expect(
    buttonCorner(
      board([
        { x: 980, y: 680 },
        { x: 990, y: 10 },
      ]),
    ),
  ).toBe('lower');
  expect(buttonCorner(board([{ x: 500, y: 680 }]))).toBe('lower');
});

test('the end of a name counts, too', () => {
  const named = (name: string): City => ({
    x: 760,
    y: 650,
    name,
    label: { x: 770, y: 650, anchor: 'start', size: 30 },
  });
  expect(buttonCorner(board([named('Rom')]))).toBe('lower');
  expect(buttonCorner(board([named('Constantinople')]))).toBe('upper');
});

interface Drawing {
  view: [number, number];
  label_size: number;
  locations: Record<string, { x: number; y: number; label?: { x: number; y: number; anchor: LabelInfo['anchor'] } }>;
}

interface Facts {
  locations: { id: string; name: { en: string } }[];
}

test('on no built-in map a city or the end of its name is behind the buttons of a small phone', () => {
  const folder = '../crates/maps/maps';
  const read = <Kind>(path: string): Kind => JSON.parse(readFileSync(path, 'utf8')) as Kind;
  for (const id of readdirSync(folder)) {
    const { view, label_size, locations } = read<Drawing>(`${folder}/${id}/board.json`);
    const [width, height] = view;
    const cities = read<Facts>(`${folder}/${id}/map.json`).locations.flatMap(({ id, name }): City[] => {
      const drawn = locations[id];
      return drawn?.label
        ? [{ x: drawn.x, y: drawn.y, name: name.en, label: { ...drawn.label, size: label_size } }]
        : [];
    });
    expect(cities.length, id).toBeGreaterThan(10);
    const room = 52 / Math.min(344 / width, 350 / height);
    const corner = buttonCorner(board(cities, width, height));
    const isHidden = (x: number, y: number): boolean =>
      x > width - room && (corner === 'lower' ? y > height - room : y < room);
    const hidden = cities.filter(({ x, y, name = '', label }) => {
      if (!label) throw new Error('without a label');
      return isHidden(x, y) || isHidden(nameBox({ label, words: name }, label.size).right, label.y);
    });
    expect(hidden, `${id} ${corner}`).toEqual([]);
  }
});
