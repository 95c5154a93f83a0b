//! The printed spaces of a route as few shapes: a browser lays out and paints one outline of many boxes faster than many boxes.

import type { SpaceInfo } from '../protocol';

/** How long and how high a space is. */
export interface SpaceSize {
  width: number;
  height: number;
}

const short = (value: number): number => Math.round(value * 100) / 100;

/** The outlines of boxes with round corners on these spaces, `inset` smaller on every side. */
export function outline(spaces: readonly SpaceInfo[], { width, height }: SpaceSize, inset: number): string {
  const [right, bottom] = [width / 2 - inset, height / 2 - inset];
  const round = Math.max(0.5, height * 0.24 - inset);
  const arc = `A${short(round)} ${short(round)} 0 0 1 `;
  const box = ({ x, y, angle }: SpaceInfo): string => {
    const turn = (angle * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const at = (along: number, across: number): string =>
      `${short(x + along * cos - across * sin)} ${short(y + along * sin + across * cos)}`;
    const start = at(round - right, -bottom);
    const above = `M${start}L${at(right - round, -bottom)}`;
    const after = `${arc}${at(right, round - bottom)}L${at(right, bottom - round)}`;
    const below = `${arc}${at(right - round, bottom)}L${at(round - right, bottom)}`;
    const before = `${arc}${at(-right, bottom - round)}L${at(-right, round - bottom)}`;
    return `${above}${after}${below}${before}${arc}${start}Z`;
  };
  return spaces.map(box).join('');
}

/** Puts a drawing onto a space, `along` from its middle. */
export function onto({ x, y, angle }: SpaceInfo, scale: number, along = 0): string {
  const moved = along === 0 ? '' : ` translate(${short(along)} 0)`;
  return `translate(${x} ${y}) rotate(${angle})${moved} scale(${scale})`;
}
