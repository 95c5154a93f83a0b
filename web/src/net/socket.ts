//! One table's connection: opens it, opens it again when it is lost, and sends again what was not answered.

import type { ClientMessage, Refusal, ServerMessage } from '../protocol';
import { next, START, type Happening, type Link } from './reconnect';
import { openWire, type Wire } from './wire';

export interface SocketEvents {
  message(message: ServerMessage): void;
  link(link: Link): void;
}

type Tracked = Extract<ClientMessage, { id: number }>;

export class TableSocket {
  private wire: Wire | null = null;
  private link: Link = START;
  private timer = 0;
  private pulse = 0;
  private heard = 0;
  private unanswered = new Map<number, Tracked>();
  private goodbye: { retryAfter: number | null; refusal: Refusal } | null = null;
  private closed = false;
  private nextId = Date.now() * 64 + Math.floor(Math.random() * 64);

  constructor(
    private readonly table: string,
    private readonly events: SocketEvents,
  ) {
    window.addEventListener('online', this.online);
    window.addEventListener('offline', this.offline);
    document.addEventListener('visibilitychange', this.seen);
    this.open();
  }

  /** A number for a message that changes something: never used before. */
  newId(): number {
    return this.nextId++;
  }

  /** Sends now, or as soon as there is a connection; what changes something is sent again until it is answered. */
  send(message: ClientMessage): void {
    if ('id' in message) this.unanswered.set(message.id, message);
    this.wire?.send(message);
  }

  /** Tries at once instead of waiting. */
  retry(): void {
    this.dispatch({ kind: 'asked' });
  }

  /** Drops the connection and opens another. */
  renew(): void {
    this.open();
  }

  close(): void {
    this.closed = true;
    window.removeEventListener('online', this.online);
    window.removeEventListener('offline', this.offline);
    document.removeEventListener('visibilitychange', this.seen);
    window.clearTimeout(this.timer);
    window.clearInterval(this.pulse);
    this.wire?.close();
  }

  private readonly online = (): void => this.dispatch({ kind: 'network', online: true });
  private readonly offline = (): void => {
    // A game in this browser goes on without a network.
    if (this.wire?.isRemote === false) return;
    this.drop();
    this.dispatch({ kind: 'network', online: false });
  };
  private readonly seen = (): void => {
    if (document.visibilityState === 'visible') this.dispatch({ kind: 'asked' });
  };

  private dispatch(happening: Happening): void {
    if (this.closed) return;
    const before = this.link;
    this.link = next(before, happening);
    if (this.link === before) return;
    window.clearTimeout(this.timer);
    if (this.link.state === 'connecting') this.open();
    if (this.link.state === 'waiting') {
      this.timer = window.setTimeout(() => this.dispatch({ kind: 'due' }), Math.max(0, this.link.until - Date.now()));
    }
    this.events.link(this.link);
  }

  private open(): void {
    this.drop();
    this.goodbye = null;
    const wire = openWire(this.table, {
      message: (message) => this.receive(wire, message),
      closed: () => {
        if (this.wire !== wire) return;
        this.wire = null;
        window.clearInterval(this.pulse);
        const bye = this.goodbye;
        this.dispatch({
          kind: 'closed',
          now: Date.now(),
          ...(bye ? bye : {}),
        });
      },
    });
    this.wire = wire;
  }

  private drop(): void {
    const wire = this.wire;
    this.wire = null;
    window.clearInterval(this.pulse);
    wire?.close();
  }

  private receive(wire: Wire, message: ServerMessage): void {
    if (this.wire !== wire) return;
    this.heard = Date.now();
    switch (message.type) {
      case 'welcome':
        this.dispatch({ kind: 'opened' });
        this.events.message(message);
        if (wire.isRemote) this.beat(wire);
        for (const waiting of this.unanswered.values()) wire.send(waiting);
        return;
      case 'goodbye':
        this.goodbye = { retryAfter: message.retry_after, refusal: message.refusal };
        return;
      case 'refused':
      case 'done':
        this.unanswered.delete(message.id);
        break;
      case 'update':
        if ('id' in message.cause && message.cause.id !== null) this.unanswered.delete(message.cause.id);
        break;
      case 'table':
      case 'shuffle':
      case 'chat':
      case 'history':
      case 'explained':
      case 'planned':
      case 'hinted':
      case 'together':
      case 'pong':
        break;
    }
    this.events.message(message);
  }

  /** Notices a connection that died silently. */
  private beat(wire: Wire): void {
    window.clearInterval(this.pulse);
    this.pulse = window.setInterval(() => {
      // A clock that was set, back or ahead, says nothing about the connection: a new one does.
      if (Math.abs(Date.now() - this.heard) > 40_000) this.lose(wire);
      else wire.send({ type: 'ping', at: Date.now() });
    }, 15_000);
  }

  private lose(wire: Wire): void {
    if (this.wire !== wire) return;
    this.drop();
    this.dispatch({ kind: 'closed', now: Date.now() });
  }
}
