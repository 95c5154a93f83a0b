//! A finished game, step by step: fetches the steps that are shown, and a few more.

import type { GameEnd, PlayedOn, PlayerColor, Replay, ReplayStep } from '../../protocol';
import type { Excerpt, Eyes } from '../../net/api';
import { reason } from '../../i18n/reason';
import type { Step } from './log';

const BATCH = 50;

export class Playback {
  map: string | null = $state(null);
  players: string[] = $state.raw([]);
  colors: PlayerColor[] = $state.raw([]);
  end: GameEnd | null = $state.raw(null);
  /** The game that this one was played on from. */
  playedOn: PlayedOn | null = $state.raw(null);
  /** How often each player asked for help, where that was allowed. */
  help: number[] | null = $state.raw(null);
  steps: ReadonlyMap<number, ReplayStep> = $state.raw(new Map());
  count = $state(0);
  place = $state(0);
  problem: string | null = $state(null);
  private loading = new Set<number>();

  constructor(
    private readonly fetch: (excerpt: Excerpt) => Promise<Replay>,
    readonly viewer: Eyes,
    start: number,
  ) {
    this.place = start;
    void this.load(start).then(() => this.load(start - BATCH));
  }

  get current(): ReplayStep | null {
    return this.steps.get(this.place) ?? null;
  }

  go(place: number): void {
    this.place = Math.max(0, Math.min(this.count - 1, place));
    void this.load(this.place);
    // What came before belongs into the log, what comes next is wanted soon.
    void this.load(this.place - BATCH);
    if (this.place % BATCH > BATCH / 2) void this.load(Math.min(this.count - 1, this.place + BATCH));
  }

  /** The first step of a turn. */
  turnStart(turn: number): number | null {
    for (const [step, one] of this.steps) if (one.turn === turn) return step;
    return null;
  }

  /** What happened up to now, as far as it has been fetched. */
  log(): Step[] {
    const steps: Step[] = [];
    for (let place = 0; place <= this.place; place++) {
      const step = this.steps.get(place);
      if (!step) continue;
      const cause: Step['cause'] = step.seat === null ? { cause: 'deal' } : { cause: 'action', seat: step.seat, id: 0 };
      steps.push({ revision: place, cause, events: step.events, undone: false });
    }
    return steps;
  }

  private async load(place: number): Promise<void> {
    const from = Math.floor(place / BATCH) * BATCH;
    if (from < 0 || this.loading.has(from)) return;
    this.loading.add(from);
    try {
      const replay = await this.fetch({ viewer: this.viewer, from, count: BATCH });
      this.map = replay.map;
      this.players = replay.players;
      this.colors = replay.colors;
      this.count = replay.steps_in_all;
      this.end = replay.end;
      this.playedOn = replay.played_on ?? null;
      this.help = replay.help ?? null;
      const sorted = [...this.steps, ...replay.steps.map((step): [number, ReplayStep] => [step.step, step])];
      this.steps = new Map(sorted.sort(([one], [other]) => one - other));
      this.problem = null;
      if (this.place >= this.count) this.go(this.count - 1);
    } catch (error) {
      this.loading.delete(from);
      this.problem = reason(error);
    }
  }
}
