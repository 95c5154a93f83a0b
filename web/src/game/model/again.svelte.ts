//! The others' moves since this player's last turn, shown again on the board.

import type { BoardPosition } from '../../board/position';
import { drawsFromTwo, type GameMap } from '../../maps/map';
import type { TableClient } from './client.svelte';
import { beforeThisTurn, sinceLastTurn } from './log';
import type { Motions } from './motions.svelte';
import { movesOf, positionBefore, type Move } from './since';

export class ShownAgain {
  /** Whether the list is open. */
  open = $state(false);
  /** The move up to which the board is shown; null for the board as it is. */
  private place: number | null = $state(null);

  constructor(
    private readonly client: TableClient,
    private readonly map: GameMap,
    private readonly motions: Motions,
  ) {}

  readonly moves: Move[] = $derived.by(() => {
    if (!this.open) return [];
    const { log, seat, table } = this.client;
    const steps = sinceLastTurn(beforeThisTurn(log, seat), seat, table?.seats.length ?? 0);
    return movesOf(steps, seat, drawsFromTwo(this.map.info));
  });

  /** Shows one of the moves on the board, or the board as it is. */
  show(place: number | null): void {
    const isAnother = place !== this.place;
    this.place = place;
    if (place === null) this.motions.stop();
    else if (isAnother) this.motions.show(this.moves[place]?.events ?? [], this.client.seat);
  }

  /** The board to show, computed from the current one. */
  position(now: BoardPosition): BoardPosition {
    if (this.place === null) return now;
    return positionBefore(
      now,
      this.moves.slice(this.place + 1).flatMap((move) => move.events),
    );
  }
}
