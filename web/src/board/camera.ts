//! Where the board is seen from: fits the window first, then zooms and moves, never out of sight.

import type { Point } from '../maps/map';

export interface Camera {
  /** 1 shows the whole board. */
  zoom: number;
  /** Where the board's upper left corner is, in pixels of the window. */
  x: number;
  y: number;
}

export interface Frame {
  /** The window, in pixels. */
  width: number;
  height: number;
  /** The board, in its own units. */
  boardWidth: number;
  boardHeight: number;
}

const MAX_ZOOM = 6;

/** Pixels per unit when the whole board is shown. */
export function fitScale(frame: Frame): number {
  return Math.min(frame.width / frame.boardWidth, frame.height / frame.boardHeight);
}

export function home(frame: Frame): Camera {
  return settle({ zoom: 1, x: 0, y: 0 }, frame);
}

/** The camera nearest to this one that shows as much of the board as it can. */
export function settle(camera: Camera, frame: Frame): Camera {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, camera.zoom));
  const scale = fitScale(frame) * zoom;
  return {
    zoom,
    x: along(camera.x, frame.width, frame.boardWidth * scale),
    y: along(camera.y, frame.height, frame.boardHeight * scale),
  };
}

function along(start: number, window: number, board: number): number {
  if (board <= window) return (window - board) / 2;
  return Math.min(0, Math.max(window - board, start));
}

/** Zooms by `factor` so that what is under `at` stays there. */
export function zoomAt(camera: Camera, frame: Frame, at: Point, factor: number): Camera {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, camera.zoom * factor));
  const by = zoom / camera.zoom;
  return settle({ zoom, x: at.x - (at.x - camera.x) * by, y: at.y - (at.y - camera.y) * by }, frame);
}

export function moveBy(camera: Camera, frame: Frame, dx: number, dy: number): Camera {
  return settle({ zoom: camera.zoom, x: camera.x + dx, y: camera.y + dy }, frame);
}

export function toScreen(camera: Camera, frame: Frame, point: Point): Point {
  const scale = fitScale(frame) * camera.zoom;
  return { x: camera.x + point.x * scale, y: camera.y + point.y * scale };
}

export function toBoard(camera: Camera, frame: Frame, point: Point): Point {
  const scale = fitScale(frame) * camera.zoom;
  return { x: (point.x - camera.x) / scale, y: (point.y - camera.y) / scale };
}

/** Moves so that `point` of the board is well inside the window; stays where it is if it is already. */
export function reveal(camera: Camera, frame: Frame, point: Point, margin = 60): Camera {
  const at = toScreen(camera, frame, point);
  const inside = (value: number, size: number): number => {
    const edge = Math.min(margin, size / 2);
    return Math.min(size - edge, Math.max(edge, value)) - value;
  };
  return moveBy(camera, frame, inside(at.x, frame.width), inside(at.y, frame.height));
}
