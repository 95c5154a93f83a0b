//! The count-up at the end: failed tickets first, then the completed, then everything else, with running totals.

import type { FinalScores, ScoreLine } from '../protocol';

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
    case 'longest_path':
      return line.routes;
    case 'completed_ticket':
      return line.path;
    case 'station':
      return line.borrowed === null ? [] : [line.borrowed];
    case 'failed_ticket':
    case 'unused_stations':
    case 'globetrotter':
    case 'passengers':
    case 'tourists':
      return [];
  }
}

/** The stage of the count in which a line's turn comes. */
const STAGE: Record<ScoreLine['line'], number> = {
  routes: 0,
  failed_ticket: 1,
  completed_ticket: 2,
  station: 2,
  unused_stations: 3,
  longest_path: 3,
  globetrotter: 3,
  passengers: 3,
  tourists: 3,
};
const STAGES = [...new Set(Object.values(STAGE))];

/** Every line of every sheet in the order it is counted. */
export function countUp(scores: FinalScores): Count[] {
  const running = new Map<number, number>();
  const counts: Count[] = [];
  for (const stage of STAGES) {
    for (const sheet of scores.sheets) {
      for (const line of sheet.lines.filter((line) => STAGE[line.line] === stage)) {
        const points = pointsOf(line);
        const total = (running.get(sheet.seat) ?? 0) + points;
        running.set(sheet.seat, total);
        const ticket = line.line === 'failed_ticket' || line.line === 'completed_ticket' ? line.ticket : null;
        counts.push({ seat: sheet.seat, line, points, running: total, routes: routesOf(line), ticket });
      }
    }
  }
  return counts;
}

/** Each player's total after the first `count` lines. */
export function totals(counts: Count[], count: number, players: number): number[] {
  const all = Array.from({ length: players }, () => 0);
  for (const one of counts.slice(0, count)) all[one.seat] = one.running;
  return all;
}
