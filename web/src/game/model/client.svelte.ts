//! One table as this page knows it: what the server sent, and the ways to answer.

import { hasJustSat, joinChat } from '../../net/api';
import type { Link } from '../../net/reconnect';
import { START } from '../../net/reconnect';
import { TableSocket } from '../../net/socket';
import type {
  Action,
  ActionTarget,
  ChatLine,
  Explanation,
  Hint,
  HintWish,
  Proposal,
  Refusal,
  ServerMessage,
  TableView,
  Update,
  You,
} from '../../protocol';
import { Plans } from './plans.svelte';
import { ShufflePart } from './shuffle';
import { withHistory, withUpdate, type Step } from './log';

type Message<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;
type Listener = (update: Update, fresh: Step | null) => void;

export class TableClient {
  link: Link = $state.raw(START);
  you: You = $state.raw({ seats: [], eyes: null, host: false, chat: false });
  table: TableView | null = $state.raw(null);
  update: Update | null = $state.raw(null);
  log: Step[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  /** The number of the last line of chat that has been seen. */
  read = $state(0);
  /** The chat was joined, but the browser did not keep the cookie that says by whom. */
  chatUnknown = $state(false);
  /** The last refusal, until something else is tried. */
  refusal: Refusal | null = $state.raw(null);
  version: string | null = $state.raw(null);
  outdated = $state(false);
  /** An action of this page is on its way. */
  busy = $state(false);
  /** A seat was taken, but the browser did not keep the cookie that says whose it is. */
  unknown = $state(false);
  /** By how much the server's clock is ahead of this device's, in milliseconds. */
  clockOffset = $state(0);
  explanations: ReadonlyMap<string, Explanation> = $state.raw(new Map());

  /** The cheapest ways to tickets and routes, as the server computes them. */
  readonly plans = new Plans((message) => this.socket.send(message));

  private readonly socket: TableSocket;
  private readonly part: ShufflePart;
  private explainedAt = -1;
  private asked = new Set<string>();
  private waiting = new Set<number>();
  private listeners = new Set<Listener>();
  /** The name by which a spectator has joined the chat. */
  private chatName: string | null = null;

  /** Takes the help that was asked for. */
  onHint: ((revision: number, hint: Hint) => void) | null = null;

  constructor(readonly id: string) {
    this.part = new ShufflePart(id);
    this.socket = new TableSocket(id, {
      message: (message) => this.receive(message),
      link: (link) => {
        this.link = link;
      },
    });
  }

  close(): void {
    this.socket.close();
  }

  retry(): void {
    this.socket.retry();
  }

  /** Opens a new connection, because the client's identity has changed (a seat taken by request, not by message). */
  reconnect(): void {
    this.socket.renew();
  }

  /** Calls back after every update; returns how to stop it. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** How many lines of others have not been seen. */
  get unread(): number {
    return unreadLines(this.chat, this.read, (line) => this.isOwn(line));
  }

  /** The last line of somebody else that has not been seen. */
  get unseen(): ChatLine | null {
    return this.chat.findLast((line) => line.number > this.read && !this.isOwn(line)) ?? null;
  }

  /** The chat is in sight, up to its last line. */
  markRead(): void {
    this.read = this.chat.at(-1)?.number ?? this.read;
  }

  private isOwn(line: ChatLine): boolean {
    return line.seat === null ? line.name === this.chatName : this.you.seats.includes(line.seat);
  }

  /** Joins the chat as a spectator: from then on the connection has the cookie that the answer brought. */
  async joinChat(name: string): Promise<void> {
    await joinChat(this.id, { name });
    this.chatName = name;
    this.reconnect();
  }

  /** The seat this page acts for now. */
  get seat(): number | null {
    return this.you.eyes ?? (this.you.seats.length === 1 ? (this.you.seats[0] ?? null) : null);
  }

  /** Plays; nothing while an answer is awaited: a second click on a slow connection is about what the first one changed. */
  play(action: Action): void {
    const { update, seat } = this;
    if (!update || seat === null || this.busy) return;
    this.act((id) => ({ type: 'play', id, seat, revision: update.revision, action }));
  }

  undo(): void {
    const { update, seat } = this;
    if (!update || seat === null) return;
    this.act((id) => ({ type: 'undo', id, seat, revision: update.revision }));
  }

  /** Asks for help; the answer comes to `onHint`. */
  askHint(wish: HintWish): void {
    const { update, seat } = this;
    if (!update || seat === null || this.busy) return;
    this.act((id) => ({ type: 'hint', id, seat, revision: update.revision, wish }));
  }

  /** Asks everybody to agree to undo this seat's last turn. */
  takeBack(): void {
    const { seat } = this;
    if (seat !== null) this.act((id) => ({ type: 'propose', id, seat, proposal: { proposal: 'takeback' } }));
  }

  propose(proposal: Proposal): void {
    const seat = this.seat ?? this.you.seats[0];
    if (seat !== undefined) this.send((id) => ({ type: 'propose', id, seat, proposal }));
  }

  vote(seat: number, vote: number, agree: boolean): void {
    this.send((id) => ({ type: 'vote', id, seat, vote, agree }));
  }

  comeBack(seat: number): void {
    this.send((id) => ({ type: 'return', id, seat }));
  }

  say(text: string): void {
    this.send((id) => ({ type: 'chat', id, text }));
  }

  look(seat: number | null): void {
    this.socket.send({ type: 'look', seat });
  }

  /** Asks why things can't be done now; the answers come into `explanations`. */
  explain(targets: ActionTarget[]): void {
    const revision = this.update?.revision ?? -1;
    this.forget(revision);
    const news = targets.filter((target) => !this.asked.has(targetKey(target)));
    for (const target of news) this.asked.add(targetKey(target));
    for (let from = 0; from < news.length; from += 256) {
      this.socket.send({ type: 'explain', request: revision, targets: news.slice(from, from + 256) });
    }
  }

  /** Reasons are true for one revision only. */
  private forget(revision: number): void {
    if (revision === this.explainedAt) return;
    this.explainedAt = revision;
    this.asked.clear();
    this.explanations = new Map();
  }

  private send(make: (id: number) => Parameters<TableSocket['send']>[0]): void {
    this.socket.send(make(this.socket.newId()));
  }

  /** Sends what changes the game: the page is busy until it is answered. */
  private act(make: (id: number) => Parameters<TableSocket['send']>[0]): void {
    const id = this.socket.newId();
    this.refusal = null;
    this.waiting.add(id);
    this.busy = true;
    this.socket.send(make(id));
  }

  private answered(id: number | null): void {
    if (id !== null) this.waiting.delete(id);
    this.busy = this.waiting.size > 0;
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.welcome(message);
        break;
      case 'table':
        this.setIdentity(message.you);
        this.table = message.table;
        break;
      case 'shuffle': {
        const answer = this.part.answer(message);
        if (answer) this.socket.send(answer);
        break;
      }
      case 'update':
        if ('id' in message.cause) this.answered(message.cause.id);
        this.take(message);
        break;
      case 'refused':
        // A question, which has the number of a revision, is asked again with the next move, so nobody is told.
        if (message.id <= (this.update?.revision ?? 0)) break;
        this.refusal = message.refusal;
        this.answered(message.id);
        break;
      case 'done':
        this.answered(message.id);
        break;
      case 'chat':
        if (!this.chat.some((line) => line.number === message.line.number)) this.chat = [...this.chat, message.line];
        break;
      case 'history':
        this.addHistory(message);
        break;
      case 'explained':
        if (message.revision !== this.update?.revision) break;
        this.explanations = new Map([
          ...this.explanations,
          ...message.answers.map((answer): [string, Explanation] => [targetKey(answer.target), answer]),
        ]);
        break;
      case 'planned':
        this.plans.receive(message.revision, message.plans);
        break;
      case 'hinted':
        this.onHint?.(message.revision, message.hint);
        break;
      case 'pong':
        this.clockOffset = message.now - Date.now();
        break;
      case 'together':
      case 'goodbye':
        break;
    }
  }

  /** The first message of a connection: where everything is. */
  private welcome(message: Message<'welcome'>): void {
    // What was said before this page was opened is not new.
    if (this.version === null) this.read = message.chat.at(-1)?.number ?? 0;
    else if (this.version !== message.version) this.outdated = true;
    this.version = message.version;
    this.clockOffset = message.now - Date.now();
    this.setIdentity(message.you);
    if (hasJustSat(this.id)) this.unknown = message.you.seats.length === 0;
    this.chatUnknown = this.chatName !== null && !message.you.chat;
    this.table = message.table;
    this.chat = message.chat;
    this.plans.forget(true);
    if (message.update) this.take(message.update);
  }

  /** Takes earlier steps into the log, and asks for those that are still missing. */
  private addHistory(message: Message<'history'>): void {
    this.log = withHistory(this.log, message.steps);
    const end = message.steps.at(-1)?.revision;
    if (end !== undefined && end < message.revision && !this.log.some((step) => step.revision === end + 1)) {
      this.socket.send({ type: 'history', from: end + 1 });
    }
  }

  /** Another viewer has seen other things: the log so far is dropped. */
  private setIdentity(you: You): void {
    if (you.eyes !== this.you.eyes) {
      this.log = [];
      this.plans.forget(false);
    }
    this.you = you;
  }

  private take(update: Update): void {
    const own = update.view.own?.seat ?? null;
    if (own !== this.you.eyes && this.you.seats.length > 1) this.setIdentity({ ...this.you, eyes: own });
    const before = this.log;
    const log = withUpdate(before, update);
    if (log === null || before.length === 0) {
      this.socket.send({ type: 'history', from: (before.at(-1)?.revision ?? -1) + 1 });
    }
    if (log !== null && before.length > 0) this.log = log;
    this.update = update;
    this.refusal = null;
    this.forget(update.revision);
    this.plans.moveTo(update.revision);
    const fresh = log !== null && log !== before && before.length > 0 ? (log.at(-1) ?? null) : null;
    for (const listener of this.listeners) listener(update, fresh);
  }
}

/** How many lines after the last one read were said by others. */
function unreadLines(chat: readonly ChatLine[], read: number, isOwn: (line: ChatLine) => boolean): number {
  return chat.filter((line) => line.number > read && !isOwn(line)).length;
}

export function targetKey(target: ActionTarget): string {
  switch (target.target) {
    case 'route':
      return `route ${target.route}`;
    case 'station':
    case 'location':
      return `${target.target} ${target.location}`;
    case 'open':
      return `open ${target.slot}`;
    case 'deck':
    case 'tickets':
    case 'pass':
      return target.target;
  }
}
