//! The count-up at the end: failed tickets first, then the completed, then everything else, with running totals.

import type { FinalScores, ScoreLine } from '../../protocol';

export interface Count {
  seat: number;
  line: ScoreLine;
  points: number;
  /** The player's total after this line. */
  running: number;
  /** What to trace on the board. */
  routes: number[];
  /** The ticket to show. */
  ticket: number | null;
}

export function pointsOf(line: ScoreLine): number {
  return line.line === 'station' ? 0 : line.points;
}

function routesOf(line: ScoreLine): number[] {
  switch (line.line) {
    case 'routes':
    case 'mechanic':
      return line.routes;
    case 'completed_ticket':
      return line.path;
    case 'station':
      return line.borrowed === null ? [] : [line.borrowed];
    case 'failed_ticket':
    case 'passengers':
      return [];
  }
}

/** The stage of the count in which a line's turn comes. */
const STAGE: Record<ScoreLine['line'], number> = {
  routes: 0,
  failed_ticket: 1,
  completed_ticket: 2,
  station: 2,
  passengers: 3,
  mechanic: 4,
};
const STAGES = [...new Set(Object.values(STAGE))];

interface Counted {
  seat: number;
  line: ScoreLine;
}

/** Colour by colour, the player with most first; players who get nothing are left out. */
function byColor(lines: Counted[]): Counted[] {
  const colorOf = ({ line }: Counted): string => (line.line === 'passengers' ? line.color : '');
  const colors = [...new Set(lines.map(colorOf))];
  const scoring = lines.filter(({ line }) => pointsOf(line) > 0);
  return colors.flatMap((color) =>
    scoring.filter((one) => colorOf(one) === color).sort((one, other) => pointsOf(other.line) - pointsOf(one.line)),
  );
}

/** The lines of the sheets in the order they are counted. */
export function countUp(scores: FinalScores): Count[] {
  const running = new Map<number, number>();
  return STAGES.flatMap((stage) => {
    const lines = scores.sheets.flatMap(({ seat, lines }) =>
      lines.filter((line) => STAGE[line.line] === stage).map((line) => ({ seat, line })),
    );
    return stage === STAGE.passengers ? byColor(lines) : lines;
  }).map(({ seat, line }) => {
    const points = pointsOf(line);
    const total = (running.get(seat) ?? 0) + points;
    running.set(seat, total);
    const ticket = line.line === 'failed_ticket' || line.line === 'completed_ticket' ? line.ticket : null;
    return { seat, line, points, running: total, routes: routesOf(line), ticket };
  });
}

/** Each player's total after the first `count` lines. */
export function totals(counts: Count[], count: number, players: number): number[] {
  const all = Array.from({ length: players }, () => 0);
  for (const one of counts.slice(0, count)) all[one.seat] = one.running;
  return all;
}

/** Several lines as one, to be shown on the board together; null for none. */
export function together(counts: readonly Count[], lines: readonly ScoreLine[]): Count | null {
  const [first, ...others] = counts.filter((count) => lines.includes(count.line));
  if (!first || others.length === 0) return first ?? null;
  const all = [first, ...others];
  return { ...first, ticket: null, routes: [...new Set(all.flatMap((count) => count.routes))] };
}
