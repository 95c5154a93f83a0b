//! The summary of a review as rows of a table: one column per player.

import { t } from '../i18n/index.svelte';
import type { Estimate, LuckByKind, ReviewedPlayer, ReviewReport } from '../protocol';
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

/** All figures of all players. Rows that are empty for everybody are left out. */
export function summaryOf({ players, progress }: ReviewReport, language: string): SummaryPart[] {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const number = (figure: number): string => format.format(figure).replace('-', '−');
  const points = (count: number): string => String(count).replace('-', '−');
  const row = (words: string, cell: (player: ReviewedPlayer) => string): SummaryRow => ({
    words,
    cells: players.map(cell),
  });
  const share = (words: string, figure: (player: ReviewedPlayer) => Estimate | null, signed = true): SummaryRow =>
    row(words, (player) => {
      const found = figure(player);
      return found ? percentWithError(found, signed) : '–';
    });
  const luck = (kind: keyof LuckByKind): SummaryRow[] =>
    players.some((player) => player.luck_by_kind && player.luck_by_kind[kind].value !== 0)
      ? [share(t(`review.luck.${kind}`), (player) => player.luck_by_kind?.[kind] ?? null)]
      : [];
  const mechanics = [...new Set(players.flatMap((player) => player.bonuses.map((bonus) => bonus.mechanic)))];
  return [
    {
      title: t('review.part.choices'),
      rows: [
        row(t('review.total'), (player) => points(player.total)),
        // A first look says too little about it.
        share(t('review.accuracy'), (player) => (progress.stage === 'done' ? player.accuracy : null), false),
        row(t('review.costly'), (player) => t('review.of', { count: player.costly, all: player.decisions })),
      ],
    },
    {
      title: t('review.part.chance'),
      rows: [
        share(t('review.first'), (player) => player.first_chance, false),
        share(t('review.own'), (player) => player.own_choices),
        share(t('review.others'), (player) => player.others_choices),
        share(t('review.luck'), (player) => player.luck),
        row(t('review.result'), (player) => percent(player.victory)),
      ],
    },
    {
      title: t('review.part.luck'),
      rows: [
        ...luck('draws'),
        ...luck('market'),
        ...luck('tickets'),
        ...luck('tunnels'),
        ...luck('first_player'),
        ...luck('fresh_deal'),
      ],
    },
    {
      title: t('review.part.tickets'),
      rows: [
        row(t('review.tickets.kept'), ({ tickets }) =>
          t('review.of', { count: tickets.completed.length, all: tickets.completed.length + tickets.failed.length }),
        ),
        row(t('review.tickets.won'), ({ tickets }) => String(tickets.won)),
        row(t('review.tickets.lost'), ({ tickets }) => points(-tickets.lost)),
      ],
    },
    {
      title: t('review.part.play'),
      rows: [
        row(t('review.cards'), ({ cards }) =>
          t('review.cards.of', {
            paid: cards.paid,
            all: cards.dealt + cards.taken + cards.drawn,
            share: percent(cards.used),
          }),
        ),
        row(t('review.pieces'), ({ pieces }) =>
          t('review.of', { count: pieces.placed, all: pieces.placed + pieces.left }),
        ),
        row(t('review.pieces.off'), ({ pieces }) => String(pieces.off_tickets)),
        row(t('review.pieces.each'), ({ pieces }) => number(pieces.points_each)),
        row(t('review.turns'), ({ turns }) => String(turns.all)),
        row(
          t('review.turns.kinds'),
          ({ turns }) => `${turns.claims} / ${turns.draws} / ${turns.tickets} / ${turns.other}`,
        ),
        row(t('review.turns.each'), ({ turns }) => number(turns.points_each)),
        row(t('review.blocked'), ({ blocking }) =>
          blocking.blocked_change && blocking.blocked > 0
            ? `${blocking.blocked} (${percentWithError(blocking.blocked_change, true)})`
            : String(blocking.blocked),
        ),
        row(t('review.blocking'), ({ blocking }) => String(blocking.blocking)),
      ],
    },
    {
      title: t('review.part.bonuses'),
      rows: mechanics.map((mechanic) =>
        row(t(`review.bonus.${mechanic}`), (player) =>
          points(player.bonuses.find((bonus) => bonus.mechanic === mechanic)?.points ?? 0),
        ),
      ),
    },
  ].filter((part) => part.rows.length > 0);
}
