import { describe, expect, test } from 'vitest';
import { asksForWild, near, upright, type GameMap, type Route } from '../maps/map';
import { home, moveBy, reveal, toBoard, toScreen, zoomAt, type Frame } from './camera';
import type { LabelInfo } from '../protocol';
import { AS_PRINTED, detailAt } from './detail';
import { nameSizes, touch } from './labels';
import { placePins } from './pins';
import { outline } from './spaces';
import { neighbour, targetAt } from './target';
import { traced } from './trace';

describe('names', () => {
  const label = (x: number, y: number, anchor: LabelInfo['anchor']): LabelInfo => ({ x, y, anchor, size: 10 });

  test('grow as far as the edge and the next name', () => {
    const alone = { label: label(500, 500, 'start'), words: 'Rome' };
    const edge = { label: label(940, 100, 'start'), words: 'Petrograd' };
    const [houston, orleans] = [
      { label: label(100, 300, 'middle'), words: 'Houston' },
      { label: label(122, 305, 'start'), words: 'New Orleans' },
    ];
    const names = [alone, edge, houston, orleans];
    const sizes = nameSizes(names, 1000, 1.5);
    expect(sizes[0]).toBe(15);
    expect(sizes[1]).toBeGreaterThan(10);
    expect(940 + 9 * 0.54 * (sizes[1] ?? 0)).toBeLessThan(1000.001);
    expect(touch(houston, 15, orleans, 15)).toBe(true);
    expect(touch(houston, sizes[2] ?? 0, orleans, sizes[3] ?? 0)).toBe(false);
    expect(nameSizes(names, 1000, 1)).toEqual([10, 10, 10, 10]);
  });

  test('give way to an important one', () => {
    const [houston, orleans] = [
      { label: label(100, 300, 'middle'), words: 'Houston' },
      { label: label(122, 305, 'start'), words: 'New Orleans' },
    ];
    const [size = 0, other = 0] = nameSizes([houston, orleans], 1000, 1.5, [true, false]);
    expect(size).toBe(15);
    expect(other).toBeLessThan(15);
  });

  test('that lie over each other on the map itself stay as they are', () => {
    const both = [
      { label: label(0, 0, 'start'), words: 'Bari' },
      { label: label(1, 1, 'start'), words: 'Lecce' },
    ];
    expect(nameSizes(both, 1000, 1.5)).toEqual([10, 10]);
  });
});

const FRAME: Frame = { width: 800, height: 500, boardWidth: 1600, boardHeight: 1000 };
const PIN = { width: 80, height: 44, lift: 24, title: 30 };

describe('pins', () => {
  const window = { width: 800, height: 500 };

  test('stand above the place, side by side', () => {
    const { pins, below } = placePins(3, { x: 400, y: 300 }, window, PIN);
    expect(below).toBe(false);
    expect(pins.map((pin) => pin.x)).toEqual([314, 400, 486]);
    for (const pin of pins) expect(pin.y).toBeLessThan(300);
  });

  test('hang below at the upper edge', () => {
    const { pins, below } = placePins(2, { x: 400, y: 20 }, window, PIN);
    expect(below).toBe(true);
    for (const pin of pins) expect(pin.y).toBeGreaterThan(20);
  });

  test('never leave the window nor lie on each other, wherever the place is', () => {
    for (const [width, height] of [
      [320, 230],
      [800, 500],
    ] as const) {
      for (let count = 1; count <= 9; count++) {
        for (const x of [0, width / 2, width]) {
          for (const y of [0, height / 2, height]) {
            const { pins, title } = placePins(count, { x, y }, { width, height }, PIN);
            expect(pins).toHaveLength(count);
            for (const pin of pins) {
              expect(pin.x).toBeGreaterThanOrEqual(PIN.width / 2);
              expect(pin.x).toBeLessThanOrEqual(width - PIN.width / 2);
              expect(pin.y).toBeGreaterThanOrEqual(title.y + (PIN.title + PIN.height) / 2);
              expect(pin.y).toBeLessThanOrEqual(height - PIN.height / 2);
            }
            expect(title.y).toBeGreaterThanOrEqual(PIN.title / 2);
            const apart = pins.every((one, place) =>
              pins
                .slice(place + 1)
                .every((other) => Math.abs(one.x - other.x) >= PIN.width || Math.abs(one.y - other.y) >= PIN.height),
            );
            expect(apart).toBe(true);
          }
        }
      }
    }
  });
});

describe('targets', () => {
  const row = (id: number, y: number, places: number[]): object => ({
    id,
    drawn: places.map((x) => ({ x, y, angle: 0 })),
  });
  const board = {
    info: { board: { city_radius: 9, space_width: 30 } },
    routes: [row(0, 100, [120, 200, 280]), { id: 1, drawn: [{ x: 160, y: 105, angle: 90 }] }],
    locations: [{ id: 0, kind: 'city', x: 80, y: 100 }],
  } as unknown as GameMap;
  const at = (x: number, y: number): unknown => targetAt(board, { x, y }, 12);

  test('are spaces and dots first, then the line between spaces that lie apart', () => {
    expect(at(125, 104)).toEqual({ kind: 'route', id: 0 });
    expect(at(240, 105)).toEqual({ kind: 'route', id: 0 });
    expect(at(82, 100)).toEqual({ kind: 'location', id: 0 });
    expect(at(165, 101)).toEqual({ kind: 'route', id: 1 });
    expect([at(240, 115), at(320, 100), at(104, 130)]).toEqual([null, null, null]);
  });
});

describe('camera', () => {
  test('shows the whole board first, in the middle', () => {
    expect(home(FRAME)).toEqual({ zoom: 1, x: 0, y: 0 });
    expect(home({ ...FRAME, width: 1000 })).toEqual({ zoom: 1, x: 100, y: 0 });
  });

  test('what is under the pointer stays there while zooming', () => {
    const at = { x: 300, y: 200 };
    const before = home(FRAME);
    const after = zoomAt(before, FRAME, at, 2);
    expect(toBoard(after, FRAME, at).x).toBeCloseTo(toBoard(before, FRAME, at).x);
    expect(toBoard(after, FRAME, at).y).toBeCloseTo(toBoard(before, FRAME, at).y);
  });

  test('never moves the board out of the window', () => {
    const near = zoomAt(home(FRAME), FRAME, { x: 0, y: 0 }, 2);
    expect(moveBy(near, FRAME, 10_000, 10_000)).toMatchObject({ x: 0, y: 0 });
    expect(moveBy(near, FRAME, -10_000, -10_000)).toMatchObject({ x: -800, y: -500 });
  });

  test('brings a place into the window', () => {
    const near = zoomAt(home(FRAME), FRAME, { x: 0, y: 0 }, 3);
    const moved = reveal(near, FRAME, { x: 1500, y: 900 });
    const at = toScreen(moved, FRAME, { x: 1500, y: 900 });
    expect(at.x).toBeLessThanOrEqual(800);
    expect(at.y).toBeLessThanOrEqual(500);
  });
});

describe('geometry', () => {
  test('nothing stands on its head, nor turns over along a curve', () => {
    expect(near(170, 0)).toBe(-10);
    const turned = upright([80, 100, 120].map((angle) => ({ x: 0, y: 0, angle })));
    expect(turned.map((space) => space.angle)).toEqual([-100, -80, -60]);
  });

  test('the symbols of a ferry are spread over its spaces', () => {
    const marked = (spaces: number, wilds: number): number[] =>
      Array.from({ length: spaces }, (_, place) => place).filter((place) => asksForWild(place, spaces, wilds));
    expect(marked(5, 1)).toEqual([2]);
    expect(marked(2, 2)).toEqual([0, 1]);
    expect(marked(6, 2)).toEqual([1, 4]);
    expect(marked(3, 0)).toEqual([]);
  });

  test('a path is traced from end to end, whichever way its routes are written', () => {
    const route = (a: number, b: number): Route => ({ id: 0, a, b }) as Route;
    const path = traced([route(2, 1), route(2, 3), route(4, 3), route(8, 9)]);
    expect(path.map((one) => one.backwards)).toEqual([true, false, true, false]);
    expect(path.map((one) => one.part)).toEqual([0, 0.25, 0.5, 0.75]);
    expect(traced([route(1, 2)]).map((one) => one.backwards)).toEqual([false]);
  });

  test('the arrow keys go to the nearest place ahead', () => {
    const places = [
      { x: 10, y: 0 },
      { x: 5, y: 30 },
      { x: -8, y: 1 },
    ];
    expect(neighbour(places, { x: 0, y: 0 }, 'right')).toEqual({ x: 10, y: 0 });
    expect(neighbour(places, { x: 0, y: 0 }, 'left')).toEqual({ x: -8, y: 1 });
    expect(neighbour(places, { x: 0, y: 0 }, 'down')).toEqual({ x: -8, y: 1 });
    expect(neighbour(places, { x: 0, y: 0 }, 'up')).toBeNull();
  });
});

describe('levels of detail', () => {
  test('what is small grows first, and nothing shrinks', () => {
    const near = detailAt(2, 16, 10);
    expect(near).toEqual(AS_PRINTED);
    const middle = detailAt(0.75, 16, 10);
    expect(middle.passengers).toBeGreaterThan(middle.stations);
    expect(middle.stations).toBe(1);
    const far = detailAt(0.3, 16, 10);
    expect(far.passengers).toBeGreaterThan(far.stations);
    expect(far.stations).toBeGreaterThan(1);
  });

  test('a board in a window of 1280 by 720 has names of 11 pixels and passengers of 15', () => {
    // Europe and Germany, as large as the page draws them there.
    expect(16 * 0.47 * detailAt(0.47, 16, 10).names).toBeCloseTo(11);
    expect(17.6 * 0.43 * detailAt(0.43, 18, 10).passengers).toBeGreaterThan(15);
  });
});

test('the spaces of a route are one outline of boxes, turned as the route is', () => {
  const size = { width: 40, height: 10 };
  const numbers = (path: string): number[] => (path.match(/-?[\d.]+/g) ?? []).map(Number);
  const [straight, turned] = [0, 90].map((angle) => outline([{ x: 100, y: 50, angle }], size, 0));
  // The upper side first, between its round corners; turned by a quarter it is the right side.
  expect(numbers(straight ?? '').slice(0, 4)).toEqual([82.4, 45, 117.6, 45]);
  expect(numbers(turned ?? '').slice(0, 4)).toEqual([105, 32.4, 105, 67.6]);
  const two = outline(
    [
      { x: 0, y: 0, angle: 0 },
      { x: 60, y: 0, angle: 0 },
    ],
    size,
    1,
  );
  expect(two.match(/M/g)).toHaveLength(2);
  expect(two.match(/Z/g)).toHaveLength(2);
});
