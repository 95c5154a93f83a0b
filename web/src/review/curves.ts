//! The curves of a review as lines of a drawing.

import type { Estimate, ReviewReport } from '../protocol';

/** What the curves show. */
export type Subject = 'chance' | 'points' | 'luck';

/** One player's values, one per position; null where nothing is known yet. */
export type Values = (number | null)[];

/** The values of each player: chances from 0 to 1, points if the game ended there, or all luck so far. */
export function valuesOf(report: ReviewReport, subject: Subject): Values[] {
  const seats = report.players.map((player) => player.seat);
  if (subject === 'luck') return seats.map((seat) => luckSoFar(report, seat));
  return seats.map((seat) =>
    report.positions.map(
      (position) => (subject === 'chance' ? position.chances?.[seat]?.value : position.totals[seat]) ?? null,
    ),
  );
}

function luckSoFar(report: ReviewReport, seat: number): Values {
  let sum = 0;
  return [0, ...report.decisions.map((decision) => (sum += decision.luck?.[seat]?.value ?? 0))];
}

/** The least and the greatest value to draw. */
export function rangeOf(values: Values[], subject: Subject): [number, number] {
  if (subject === 'chance') return [0, 1];
  const known = values.flat().filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  return least === most ? [least, least + 1] : [least, most];
}

/** A line through all known values, as SVG path data in a box of this size. */
export function lineOf(values: Values, [least, most]: [number, number], width: number, height: number): string {
  const last = Math.max(1, values.length - 1);
  let pen = 'M';
  let path = '';
  values.forEach((value, place) => {
    if (value === null) return;
    const x = (place / last) * width;
    const y = height - ((value - least) / (most - least)) * height;
    path += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`;
    pen = 'L';
  });
  return path;
}

/** A share in per cent: `63 %`, with a sign if it is a change. */
export function percent(value: number, signed = false): string {
  const rounded = Math.round(100 * value);
  const sign = rounded < 0 ? '−' : signed && rounded > 0 ? '+' : '';
  return `${sign}${Math.abs(rounded)} %`;
}

/** A share and how far the truth may be from it in 95 of 100 cases. */
export function percentWithError({ value, error }: Estimate, signed = false): string {
  return error === 0 ? percent(value, signed) : `${percent(value, signed)} ± ${Math.max(1, Math.round(200 * error))}`;
}

/** Points and how far the truth may be from them. */
export function pointsWithError({ value, error }: Estimate, language: string): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return error === 0 ? format.format(value) : `${format.format(value).replace('-', '−')} ± ${plain.format(2 * error)}`;
}
