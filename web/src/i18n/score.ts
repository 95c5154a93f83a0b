//! The lines of a final score, in words.

import { withMinus } from './format';
import { language, t } from './index.svelte';
import type { GameMap } from '../maps/map';
import type { MechanicLine, ScoreLine, SeatInfo } from '../protocol';
import type { RowKind } from '../game/model/score_table';
import { capital, listed, place, route, ticketEnds } from './words.svelte';

/** What a line of the score counts. */
export function scoreLine(map: GameMap, line: ScoreLine): string {
  switch (line.line) {
    case 'routes':
      return t('end.routes', { count: line.routes.length });
    case 'failed_ticket':
      return t('end.failed', { ticket: ticketEnds(map, line.ticket) });
    case 'completed_ticket': {
      const way = t('end.completed', { ticket: ticketEnds(map, line.ticket) });
      return line.borrowed.length > 0 ? `${way} (${t('end.borrowed')})` : way;
    }
    case 'station':
      if (line.borrowed === null) return t('end.station.none', { place: place(map, line.location) });
      return t('end.station', { place: place(map, line.location), route: route(map, line.borrowed) });
    case 'passengers': {
      const held = t('end.passengers', { count: line.count, color: t(`color.${line.color}`) });
      if (line.place === 'behind') return held;
      return `${held}, ${t(line.place === 'most' ? 'end.passengers.most' : 'end.passengers.second')}`;
    }
    case 'mechanic':
      return given(line);
  }
}

function given({ mechanic, count, points }: MechanicLine): string {
  switch (mechanic) {
    case 'stations':
      return t('end.unused', { count });
    case 'longest_path':
      return t(points > 0 ? 'end.longest' : 'end.longest.none', { length: count });
    case 'globetrotter':
      return t(points > 0 ? 'end.globetrotter' : 'end.globetrotter.own', { count });
    case 'tourists':
      return t('end.tokens', { count });
    // These give no points, or have lines of their own.
    case 'tunnels':
    case 'passengers':
      return '';
  }
}

/** The title of a row of the sheet. */
export function rowWords(kind: RowKind): string {
  switch (kind.row) {
    case 'routes':
    case 'completed':
    case 'failed':
      return t(`sheet.${kind.row}`);
    case 'passengers':
      return capital(t('sheet.passengers', { color: t(`color.${kind.color}`) }));
    case 'mechanic':
      switch (kind.mechanic) {
        case 'stations':
        case 'longest_path':
        case 'globetrotter':
        case 'tourists':
          return t(`sheet.${kind.mechanic}`);
        // These give no points, or have rows of their own.
        case 'tunnels':
        case 'passengers':
          return '';
      }
  }
}

/** Points with their sign. */
export function signed(points: number): string {
  return withMinus(new Intl.NumberFormat(language(), { signDisplay: 'exceptZero' }).format(points));
}

/** Who has won. */
export function winnersTitle(winners: readonly number[], seats: readonly SeatInfo[]): string {
  const names = winners.map((seat) => seats[seat]?.name ?? '?');
  return names.length === 1 ? t('end.wins', { player: names[0] ?? '' }) : t('end.shared', { players: listed(names) });
}
