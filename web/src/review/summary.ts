//! The summary of a review as rows of a table: one column per player.

import { withMinus } from '../i18n/format';
import { t, type Key } from '../i18n/index.svelte';
import type { Estimate, ReviewedPlayer, ReviewReport } from '../protocol';
import { percent, percentWithError } from './curves';

export interface SummaryRow {
  words: string;
  /** One per player. */
  cells: string[];
}

export interface SummaryPart {
  title: string;
  rows: SummaryRow[];
}

type Rows = (report: ReviewReport, number: Intl.NumberFormat) => SummaryRow[];

/** The parts of the summary, in their order. */
const PARTS: [title: Key, rows: Rows][] = [
  ['review.part.choices', choices],
  ['review.part.chance', chance],
  ['review.part.luck', luck],
  ['review.part.tickets', tickets],
  ['review.part.play', (report, number) => [...pieces(report, number), ...turns(report, number)]],
  ['review.part.bonuses', bonuses],
];

/** All figures of all players. Parts without rows are left out. */
export function summaryOf(report: ReviewReport, language: string): SummaryPart[] {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const parts = PARTS.map(([title, rows]) => ({ title: t(title), rows: rows(report, number) }));
  return parts.filter((part) => part.rows.length > 0);
}

function choices({ players, progress }: ReviewReport): SummaryRow[] {
  return [
    row(players, 'review.total', (player) => withMinus(player.total)),
    // A first look says too little about it.
    share(players, 'review.accuracy', (player) => (progress.stage === 'done' ? player.accuracy : null), false),
    row(players, 'review.costly', (player) => t('review.of', { count: player.costly, all: player.decisions })),
  ];
}

function chance({ players }: ReviewReport): SummaryRow[] {
  return [
    share(players, 'review.first', (player) => player.first_chance, false),
    share(players, 'review.own', (player) => player.own_choices),
    share(players, 'review.others', (player) => player.others_choices),
    share(players, 'review.luck', (player) => player.luck),
    row(players, 'review.result', (player) => percent(player.victory)),
  ];
}

/** Kinds of luck that nobody had are left out. */
function luck({ players }: ReviewReport): SummaryRow[] {
  const kinds = ['draws', 'market', 'tickets', 'tunnels', 'first_player', 'fresh_deal'] as const;
  return kinds
    .filter((kind) => players.some((player) => player.luck_by_kind && player.luck_by_kind[kind].value !== 0))
    .map((kind) => share(players, `review.luck.${kind}`, (player) => player.luck_by_kind?.[kind] ?? null));
}

function tickets({ players }: ReviewReport): SummaryRow[] {
  return [
    row(players, 'review.tickets.kept', ({ tickets }) =>
      t('review.of', { count: tickets.completed.length, all: tickets.completed.length + tickets.failed.length }),
    ),
    row(players, 'review.tickets.won', ({ tickets }) => String(tickets.won)),
    row(players, 'review.tickets.lost', ({ tickets }) => withMinus(-tickets.lost)),
  ];
}

function pieces({ players }: ReviewReport, number: Intl.NumberFormat): SummaryRow[] {
  return [
    row(players, 'review.cards', ({ cards }) =>
      t('review.cards.of', {
        paid: cards.paid,
        all: cards.dealt + cards.taken + cards.drawn,
        share: percent(cards.used),
      }),
    ),
    row(players, 'review.pieces', ({ pieces }) =>
      t('review.of', { count: pieces.placed, all: pieces.placed + pieces.left }),
    ),
    row(players, 'review.pieces.off', ({ pieces }) => String(pieces.off_tickets)),
    row(players, 'review.pieces.each', ({ pieces }) => withMinus(number.format(pieces.points_each))),
  ];
}

function turns({ players }: ReviewReport, number: Intl.NumberFormat): SummaryRow[] {
  return [
    row(players, 'review.turns', ({ turns }) => String(turns.all)),
    row(
      players,
      'review.turns.kinds',
      ({ turns }) => `${turns.claims} / ${turns.draws} / ${turns.tickets} / ${turns.other}`,
    ),
    row(players, 'review.turns.each', ({ turns }) => withMinus(number.format(turns.points_each))),
    row(players, 'review.blocked', ({ blocking }) =>
      blocking.blocked_change && blocking.blocked > 0
        ? `${blocking.blocked} (${percentWithError(blocking.blocked_change, true)})`
        : String(blocking.blocked),
    ),
    row(players, 'review.blocking', ({ blocking }) => String(blocking.blocking)),
  ];
}

function bonuses({ players }: ReviewReport): SummaryRow[] {
  const mechanics = [...new Set(players.flatMap((player) => player.bonuses.map((bonus) => bonus.mechanic)))];
  return mechanics.map((mechanic) =>
    row(players, `review.bonus.${mechanic}`, (player) =>
      withMinus(player.bonuses.find((bonus) => bonus.mechanic === mechanic)?.points ?? 0),
    ),
  );
}

function row(players: ReviewedPlayer[], words: Key, cell: (player: ReviewedPlayer) => string): SummaryRow {
  return { words: t(words), cells: players.map(cell) };
}

function share(
  players: ReviewedPlayer[],
  words: Key,
  figure: (player: ReviewedPlayer) => Estimate | null,
  signed = true,
): SummaryRow {
  return row(players, words, (player) => {
    const found = figure(player);
    return found ? percentWithError(found, signed) : '–';
  });
}
