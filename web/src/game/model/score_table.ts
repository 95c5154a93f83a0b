//! The score sheet: one row per kind of points, one column per player.

import type { Color, FinalScores, MechanicLine, ScoreLine } from '../../protocol';
import { pointsOf, type Count } from './score';

/** What a row is about. */
export type RowKind =
  | { row: 'routes' }
  | { row: 'completed' }
  | { row: 'failed' }
  | { row: 'passengers'; color: Color }
  | { row: 'mechanic'; mechanic: MechanicLine['mechanic'] };

export interface Cell {
  lines: ScoreLine[];
  points: number;
  /** How many things were counted: routes, tickets, passengers, or the length of a path. */
  count: number;
}

export interface Row {
  key: string;
  kind: RowKind;
  /** One cell per player, by seat. */
  cells: Cell[];
}

/** The row that a line belongs to. A station stands beside the stations that were not built. */
function kindOf(line: ScoreLine): RowKind {
  switch (line.line) {
    case 'routes':
      return { row: 'routes' };
    case 'completed_ticket':
      return { row: 'completed' };
    case 'failed_ticket':
      return { row: 'failed' };
    case 'station':
      return { row: 'mechanic', mechanic: 'stations' };
    case 'passengers':
      return { row: 'passengers', color: line.color };
    case 'mechanic':
      return { row: 'mechanic', mechanic: line.mechanic };
  }
}

function countOf(line: ScoreLine): number {
  switch (line.line) {
    case 'routes':
      return line.routes.length;
    case 'completed_ticket':
    case 'failed_ticket':
      return 1;
    case 'station':
      return 0;
    case 'passengers':
    case 'mechanic':
      return line.count;
  }
}

/** The order of the rows on the sheet. */
const ORDER: Record<RowKind['row'], number> = { routes: 0, completed: 1, failed: 2, passengers: 3, mechanic: 4 };

function keyOf(kind: RowKind): string {
  if (kind.row === 'passengers') return `passengers ${kind.color}`;
  return kind.row === 'mechanic' ? `mechanic ${kind.mechanic}` : kind.row;
}

/** Every row that anybody has a line in. A line that is not in `shown` is left blank: it is not counted yet. */
export function scoreTable(scores: FinalScores, shown: ReadonlySet<ScoreLine> | null): Row[] {
  const rows = new Map<string, Row>();
  scores.sheets.forEach((sheet, seat) => {
    for (const line of sheet.lines) {
      const kind = kindOf(line);
      const key = keyOf(kind);
      let row = rows.get(key);
      if (!row) {
        row = { key, kind, cells: scores.sheets.map(() => ({ lines: [], points: 0, count: 0 })) };
        rows.set(key, row);
      }
      const cell = row.cells[seat];
      if (!cell || (shown && !shown.has(line))) continue;
      cell.lines.push(line);
      cell.points += pointsOf(line);
      cell.count += countOf(line);
    }
  });
  return [...rows.values()].sort((one, other) => ORDER[one.kind.row] - ORDER[other.kind.row]);
}

/** The lines that have been counted so far; all of them (null) at the end. */
export function shownLines(counts: readonly Count[], counted: number): ReadonlySet<ScoreLine> | null {
  if (counted >= counts.length) return null;
  return new Set(counts.slice(0, counted + 1).map((count) => count.line));
}
