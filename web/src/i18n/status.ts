//! The status line of a game: what is happening, in one sentence.

import type { Turn } from '../game/model/turn.svelte';
import { canDraw } from '../game/model/ways';
import type { GameMap } from '../maps/map';
import type { TableView, Update } from '../protocol';
import { t } from './index.svelte';
import { why } from './refusals';
import { capital, cardName, listed, othersStatus, ownStatus } from './words.svelte';

/** What the status line depends on. */
export interface Situation {
  map: GameMap;
  table: TableView;
  update: Update;
  turn: Turn;
  /** A request failed: said before everything else. */
  problem: string;
  /** The final scores are being counted. */
  counting: boolean;
  /** At a shared screen: the turn is over, and the device is to be passed on. */
  isOver: boolean;
  /** What the turn has brought, in words. */
  brought: string;
  /** The player who keeps the others waiting by being away. */
  absent: number | null;
  /** Routes are chosen on the board for a plan. */
  drawing: boolean;
  /** What there is to say about an undo or a plan. */
  notice: string;
}

export function statusLine(situation: Situation): string {
  const noticed = noticeIn(situation);
  const now = statusNow(situation);
  return noticed ? `${noticed} ${now}` : now;
}

/** The same on a phone, where there is room for few words. */
export function briefStatus(situation: Situation): string {
  const { brought, turn, update, problem } = situation;
  const failed = problem !== '' || turn.client.refusal !== null;
  const noticed = noticeIn(situation);
  if (noticed) return noticed;
  if (brought && !failed) return brought;
  const isPlain =
    !situation.drawing && turn.mine && update.view.phase.phase === 'turn' && !turn.splits && !turn.picked && !failed;
  if (!isPlain || !canDraw(update.legal_actions)) return statusLine(situation);
  return t(turn.open.size > 0 ? 'turn.your.brief' : 'turn.your.brief.draw');
}

function noticeIn({ notice, problem, turn }: Situation): string {
  return notice && !problem && !turn.client.refusal ? notice : '';
}

function statusNow({
  map,
  table,
  update,
  turn,
  problem,
  counting,
  isOver,
  brought,
  absent,
  drawing,
}: Situation): string {
  const { seats } = table;
  const { view } = update;
  const { refusal } = turn.client;
  if (problem) return problem;
  if (refusal) return why(map, seats, refusal);
  if (table.status === 'abandoned') return t('front.status.abandoned');
  if (update.end) return counting ? t('end.title') : winners(update.end.scores.winners, table);
  if (isOver) return brought ? t('hot.over', { what: brought }) : t('hot.over.plain');
  if (drawing) return t('plan.drawing');
  if (turn.splits) return t('status.split');
  if (turn.mine && turn.picked)
    return capital(t('status.picked', { card: cardName(turn.picked, map.info.rules.wild) }));
  if (turn.mine) return ownStatus(map, view.phase, update.legal_actions);
  if (absent !== null) return t('status.away', { player: seats[absent]?.name ?? '?' });
  return othersStatus(seats, view.phase, view.deciders);
}

function winners(won: number[], { seats }: TableView): string {
  const names = won.map((seat) => seats[seat]?.name ?? '?');
  return names.length === 1
    ? t('status.over', { player: names[0] ?? '' })
    : t('status.over.shared', { players: listed(names) });
}
