//! Where the pins of a choice stand: fanned out from the route's middle, flipped and pushed at the window's edges.

import type { Point } from '../maps/map';

export interface PinLayout {
  pins: Point[];
  /** The middle of the line above them that says what they are. */
  title: Point;
  /** Whether they hang below the place instead of standing above it. */
  below: boolean;
}

export interface PinSize {
  width: number;
  height: number;
  /** How far from the place the nearest pin stands. */
  lift: number;
  /** The height of the line that says what they are. */
  title: number;
}

/** The middles of `count` pins for a choice at `at`, in pixels of a window of this size. */
export function placePins(
  count: number,
  at: Point,
  window: { width: number; height: number },
  size: PinSize,
): PinLayout {
  const gap = 6;
  const step = size.width + gap;
  // Four at most side by side: all of them near the place.
  const row = Math.max(1, Math.min(count, 4, Math.floor((window.width - gap) / step)));
  const rows = Math.ceil(count / row);
  const tall = size.lift + rows * (size.height + gap) + size.title;
  const below = at.y - tall < 0 && at.y + tall <= window.height;
  const pins: Point[] = [];
  for (let pin = 0; pin < count; pin++) {
    const line = Math.floor(pin / row);
    const inLine = Math.min(row, count - line * row);
    const middle = clamp(at.x, (inLine * step - gap) / 2 + gap / 2, window.width - (inLine * step - gap) / 2 - gap / 2);
    const offset = pin - line * row - (inLine - 1) / 2;
    // The outer pins stand a little nearer: a fan, not a row.
    const fan = rows === 1 ? offset * offset * 3 : 0;
    const away = size.lift + size.height / 2 + line * (size.height + gap) - Math.min(fan, size.lift - 4);
    // Of many rows in a low window, each has room.
    const over = below ? line : rows - 1 - line;
    const [top, bottom] = [
      size.title + size.height / 2 + over * (size.height + gap),
      window.height - size.height / 2 - (rows - 1 - over) * (size.height + gap),
    ];
    const y = below ? at.y + away + size.title : at.y - away;
    pins.push({ x: middle + offset * step, y: clamp(y, top, bottom) });
  }
  const highest = Math.min(...pins.map((pin) => pin.y));
  const across = pins.filter((pin) => pin.y < highest + size.height).map((pin) => pin.x);
  const middle = (Math.min(...across) + Math.max(...across)) / 2;
  return { pins, below, title: { x: middle, y: highest - (size.height + size.title) / 2 } };
}

function clamp(value: number, low: number, high: number): number {
  return high < low ? (low + high) / 2 : Math.min(high, Math.max(low, value));
}
