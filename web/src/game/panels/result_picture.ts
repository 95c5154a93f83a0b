//! The result of a game as one picture: the board, and the score sheet beside or below it.

import { LIVERIES } from '../../board/paint';
import { paintBoard } from '../../board/picture';
import { withMinus } from '../../i18n/format';
import { t } from '../../i18n/index.svelte';
import { rowWords, signed } from '../../i18n/score';
import type { FinalScores, SeatInfo } from '../../protocol';
import { scoreTable } from '../model/score_table';

/** The long side of the board in the picture, in pixels. */
const BOARD = 1400;
const MARGIN = 40;
const LINE = 46;

interface Result {
  title: string;
  subtitle: string;
  scores: FinalScores;
  seats: readonly SeatInfo[];
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Words that fit into a breadth. */
function fitted(context: CanvasRenderingContext2D, words: string, breadth: number): string {
  let short = words;
  while (short.length > 1 && context.measureText(short === words ? words : `${short}…`).width > breadth)
    short = short.slice(0, -1);
  return short === words ? words : `${short}…`;
}

/** A player's wagon and name at the head of a column. */
function paintPlayer(context: CanvasRenderingContext2D, seat: SeatInfo, place: string, x: number, y: number): void {
  const livery = LIVERIES[seat.color];
  context.save();
  context.translate(x, y - 62);
  context.save();
  context.scale(26, 16);
  context.fillStyle = livery.body;
  context.fill(new Path2D(livery.wagon));
  context.restore();
  context.scale(8, 8);
  context.fillStyle = livery.ink;
  context.fill(new Path2D(livery.mark));
  context.restore();
  context.fillStyle = token('--ink');
  context.font = `600 26px ${token('--display')}`;
  context.fillText(place, x, y - 22);
}

/** The score sheet, with its columns in the order of the ranking. */
function paintSheet(context: CanvasRenderingContext2D, result: Result, breadth: number): void {
  const { scores, seats } = result;
  const rows = scoreTable(scores, null);
  const first = breadth * 0.34;
  const column = (breadth - first) / seats.length;
  const middle = (place: number): number => first + column * (place + 0.5);
  const rule = (y: number, name: string): void => {
    context.fillStyle = token(name);
    context.fillRect(0, y, breadth, 2);
  };
  let y = 120;
  context.textAlign = 'center';
  scores.ranking.forEach((standing, place) => {
    const seat = seats[standing.seat];
    if (!seat) return;
    paintPlayer(context, seat, t('end.place', { place: standing.place }), middle(place), y);
    context.font = `700 24px ${token('--font')}`;
    context.fillText(fitted(context, seat.name, column - 10), middle(place), y + 8);
  });
  y += 24;
  rule(y, '--line-strong');
  for (const row of rows) {
    y += LINE;
    context.textAlign = 'left';
    context.fillStyle = token('--ink');
    context.font = `500 24px ${token('--font')}`;
    context.fillText(fitted(context, rowWords(row.kind), first - 8), 0, y - 14);
    context.textAlign = 'center';
    context.font = `700 24px ${token('--font')}`;
    scores.ranking.forEach(({ seat }, place) => {
      const cell = row.cells[seat];
      context.fillStyle = token(cell && cell.points < 0 ? '--bad' : '--ink');
      context.fillText(cell && cell.lines.length > 0 ? signed(cell.points) : '–', middle(place), y - 14);
    });
    rule(y, '--line');
  }
  rule(y, '--line-strong');
  y += 50;
  context.fillStyle = token('--ink');
  context.textAlign = 'left';
  context.fillText(t('end.total'), 0, y - 10);
  context.textAlign = 'center';
  context.font = `600 36px ${token('--display')}`;
  scores.ranking.forEach(({ total }, place) => context.fillText(withMinus(total), middle(place), y - 8, column - 6));
}

/** The result as a PNG. The board is the one on the page. */
export async function resultPicture(drawings: [SVGSVGElement, ...SVGSVGElement[]], result: Result): Promise<Blob> {
  const { width, height } = drawings[0].viewBox.baseVal;
  const scale = BOARD / Math.max(width, height);
  const board = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const rows = scoreTable(result.scores, null).length;
  const sheet = { width: 340 + 150 * result.seats.length, height: 210 + LINE * rows };
  // A high board has the sheet beside it, as large as there is room; a broad one below.
  const beside = height > width;
  const enlarged = beside ? Math.min(1.6, board.height / sheet.height) : 1;
  const head = 110;
  const canvas = document.createElement('canvas');
  canvas.width = beside
    ? board.width + sheet.width * enlarged + 3 * MARGIN
    : Math.max(board.width, sheet.width) + 2 * MARGIN;
  canvas.height =
    head + MARGIN + (beside ? Math.max(board.height, sheet.height * enlarged) : board.height + sheet.height + MARGIN);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures');
  context.fillStyle = token('--panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = token('--ink');
  context.font = `600 46px ${token('--display')}`;
  context.fillText(fitted(context, result.title, canvas.width - 2 * MARGIN - 260), MARGIN, 70);
  context.textAlign = 'right';
  context.font = `500 26px ${token('--font')}`;
  context.fillText(result.subtitle, canvas.width - MARGIN, 70);
  await paintBoard(context, drawings, { x: MARGIN, y: head, ...board });
  const corner = beside ? { x: board.width + 2 * MARGIN, y: head } : { x: MARGIN, y: head + board.height + MARGIN / 2 };
  context.translate(corner.x, corner.y);
  context.scale(enlarged, enlarged);
  paintSheet(context, result, beside ? sheet.width : canvas.width - 2 * MARGIN);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('This browser cannot make a PNG'))), 'image/png'),
  );
}
