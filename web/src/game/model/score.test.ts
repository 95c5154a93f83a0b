import { describe, expect, test } from 'vitest';
import type { Color, FinalScores, ScoreLine } from '../../protocol';
import { countUp, totals } from './score';

describe('the end', () => {
  const scores: FinalScores = {
    sheets: [
      {
        seat: 0,
        lines: [
          { line: 'routes', routes: [1], points: 10 },
          { line: 'completed_ticket', ticket: 3, path: [1], borrowed: [], points: 8 },
          { line: 'mechanic', mechanic: 'longest_path', count: 3, routes: [1], points: 10 },
        ],
        total: 28,
      },
      {
        seat: 1,
        lines: [
          { line: 'routes', routes: [2], points: 12 },
          { line: 'failed_ticket', ticket: 4, points: -5 },
        ],
        total: 7,
      },
    ],
    ranking: [],
    winners: [0],
  };

  test('counts routes, failed tickets, completed ones, then the rest', () => {
    expect(countUp(scores).map((count) => [count.seat, count.line.line])).toEqual([
      [0, 'routes'],
      [1, 'routes'],
      [1, 'failed_ticket'],
      [0, 'completed_ticket'],
      [0, 'mechanic'],
    ]);
  });

  test('counts passengers colour by colour, who has most first, and nobody who is behind', () => {
    const held = (color: Color, place: 'most' | 'second' | 'behind', points: number): ScoreLine => ({
      line: 'passengers',
      color,
      count: 2,
      place,
      points,
    });
    const sheet = (seat: number, lines: ScoreLine[]): FinalScores['sheets'][number] => ({ seat, lines, total: 0 });
    const sheets = [
      sheet(0, [held('red', 'second', 10), held('blue', 'behind', 0)]),
      sheet(1, [held('red', 'most', 20), held('blue', 'second', 10)]),
      sheet(2, [held('red', 'behind', 0), held('blue', 'most', 20)]),
    ];
    const counted = countUp({ ...scores, sheets });
    expect(counted.map((count) => [count.seat, count.points])).toEqual([
      [1, 20],
      [0, 10],
      [2, 20],
      [1, 10],
    ]);
  });

  test('ends at the totals of the sheets', () => {
    const counts = countUp(scores);
    expect(totals(counts, counts.length, 2)).toEqual([28, 7]);
    expect(totals(counts, 2, 2)).toEqual([10, 12]);
  });
});
