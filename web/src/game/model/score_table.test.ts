import { expect, test } from 'vitest';
import type { FinalScores } from '../../protocol';
import { countUp } from './score';
import { scoreTable, shownLines } from './score_table';

const scores: FinalScores = {
  sheets: [
    {
      seat: 0,
      lines: [
        { line: 'routes', routes: [1, 2], points: 10 },
        { line: 'completed_ticket', ticket: 3, path: [1], borrowed: [], points: 8 },
        { line: 'completed_ticket', ticket: 5, path: [1], borrowed: [], points: 4 },
        { line: 'station', location: 4, borrowed: null },
        { line: 'mechanic', mechanic: 'stations', count: 2, routes: [], points: 8 },
      ],
      total: 30,
    },
    {
      seat: 1,
      lines: [
        { line: 'routes', routes: [3], points: 12 },
        { line: 'failed_ticket', ticket: 4, points: -5 },
        { line: 'passengers', color: 'red', count: 2, place: 'most', points: 20 },
        { line: 'mechanic', mechanic: 'stations', count: 3, routes: [], points: 12 },
      ],
      total: 39,
    },
  ],
  ranking: [],
  winners: [1],
};

test('one row per kind, one cell per player, and columns that add up', () => {
  const rows = scoreTable(scores, null);
  expect(rows.map((row) => row.key)).toEqual(['routes', 'completed', 'failed', 'passengers red', 'mechanic stations']);
  expect(rows.map((row) => row.cells.map((cell) => [cell.points, cell.count]))).toEqual([
    [
      [10, 2],
      [12, 1],
    ],
    [
      [12, 2],
      [0, 0],
    ],
    [
      [0, 0],
      [-5, 1],
    ],
    [
      [0, 0],
      [20, 2],
    ],
    [
      [8, 2],
      [12, 3],
    ],
  ]);
  scores.sheets.forEach((sheet, seat) =>
    expect(rows.reduce((sum, row) => sum + (row.cells[seat]?.points ?? 0), 0)).toBe(sheet.total),
  );
});

test('what is not counted yet is blank, but its row is there', () => {
  const counts = countUp(scores);
  const rows = scoreTable(scores, shownLines(counts, 0));
  expect(rows).toHaveLength(5);
  expect(rows.flatMap((row) => row.cells.flatMap((cell) => cell.lines))).toEqual([counts[0]?.line]);
  expect(shownLines(counts, counts.length)).toBeNull();
});
