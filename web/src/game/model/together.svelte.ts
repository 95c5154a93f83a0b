//! A replay that several people look at together: who is there, who leads, and what they point at.

import type { BoardTarget } from '../../board/target';
import { reason } from '../../i18n/reason';
import { Refused, type Eyes } from '../../net/api';
import { TableSocket } from '../../net/socket';
import type {
  Companion,
  PointedAt,
  ReplayEyes,
  ReplayMoment,
  ServerMessage,
  Together,
  TogetherAct,
} from '../../protocol';

/** The leader's steps are sent no more often than this, in milliseconds. */
const PAUSE = 150;
/** This many names are tried if a player already has this person's name. */
const TRIES = 5;

/** A moment that everybody looks at. */
export interface Moment {
  step: number;
  eyes: Eyes;
}

export class LookingTogether {
  private room: Together | null = $state.raw(null);
  /** Whether this page goes where the leader goes. */
  following = $state(true);
  problem = $state('');
  private readonly socket: TableSocket;
  private tries = 1;
  private timer = 0;
  private unsent: Moment | null = null;

  constructor(
    table: string,
    private readonly name: string,
    private now: Moment,
  ) {
    this.socket = new TableSocket(table, {
      message: (message) => this.receive(message),
      link: () => {
        // A new connection joins again.
      },
    });
  }

  get people(): Companion[] {
    return this.room?.people ?? [];
  }

  readonly me: Companion | null = $derived.by(
    () => this.people.find(({ number }) => number === this.room?.you) ?? null,
  );
  readonly leads: boolean = $derived.by(() => this.me?.leads ?? false);
  readonly leader: Companion | null = $derived.by(() => this.people.find(({ leads }) => leads) ?? null);

  /** Where the leader is; null for the leader, and for anybody who looks alone. */
  readonly wanted: Moment | null = $derived.by(() => {
    if (!this.room || this.leads || !this.following) return null;
    return { step: this.room.at.step, eyes: eyesOf(this.room.at.viewer) };
  });

  /** What everybody points at. */
  readonly pointed: { routes: number[]; locations: number[] } = $derived.by(() => {
    const points = this.people.flatMap(({ points }) => points ?? []);
    return {
      routes: points.flatMap((at) => ('route' in at ? [at.route] : [])),
      locations: points.flatMap((at) => ('location' in at ? [at.location] : [])),
    };
  });

  /** This page is at another moment: the others follow if it leads. */
  go(now: Moment): void {
    this.now = now;
    if (!this.leads) return;
    this.unsent = now;
    if (this.timer === 0) this.tell();
  }

  private tell(): void {
    this.timer = 0;
    if (!this.unsent) return;
    this.act({ act: 'go', at: moment(this.unsent) });
    this.unsent = null;
    this.timer = window.setTimeout(() => this.tell(), PAUSE);
  }

  /** Points at a route or a city; at the same one again, or at nothing, stops pointing. */
  point(target: BoardTarget | null): void {
    const at: PointedAt | null =
      target?.kind === 'route' ? { route: target.id } : target?.kind === 'location' ? { location: target.id } : null;
    const isSame = JSON.stringify(at) === JSON.stringify(this.me?.points ?? null);
    this.act({ act: 'point', at: isSame ? null : at });
  }

  handOver(to: number): void {
    this.act({ act: 'hand_over', to });
  }

  leave(): void {
    window.clearTimeout(this.timer);
    this.socket.close();
  }

  private act(act: TogetherAct): void {
    this.socket.send({ type: 'together', act });
  }

  private join(): void {
    const name = this.tries === 1 ? this.name : `${this.name.slice(0, 21)} ${this.tries}`;
    this.act({ act: 'join', name, at: moment(this.now) });
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'welcome') this.join();
    else if (message.type === 'together') {
      this.room = message;
      this.problem = '';
    } else if (message.type === 'refused') {
      if (message.refusal.code === 'name_taken' && this.tries++ < TRIES) this.join();
      else this.problem = reason(new Refused(message.refusal));
    }
  }
}

function moment({ step, eyes }: Moment): ReplayMoment {
  const viewer: ReplayEyes = eyes === null ? 'spectator' : eyes === 'all' ? 'all' : { seat: eyes };
  return { step, viewer };
}

function eyesOf(viewer: ReplayEyes): Eyes {
  if (viewer === 'all') return 'all';
  return viewer === 'spectator' ? null : viewer.seat;
}
