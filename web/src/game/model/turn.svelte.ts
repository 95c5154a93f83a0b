//! Taking a turn: what a click means, what must be asked first, and what is said when it can't be done.

import type { BoardTarget } from '../../board/target';
import { t } from '../../i18n/index.svelte';
import { keeper } from '../../kept';
import { drawsFromTwo, type GameMap, type Point } from '../../maps/map';
import type { Action, ActionTarget, Card, CardCounts, Color, LegalChoices, Payment, SplitChoice } from '../../protocol';
import { paymentCards } from './cards';
import { targetKey, type TableClient } from './client.svelte';
import { claimable, claimPayments, everyWay, question, type Question } from './payments';
import { splitsToDraw } from './tickets';
import { tokensOf } from './tokens';
import { why } from '../../i18n/refusals';
import { cardsName, place, route as routeWords, tokenName } from '../../i18n/words.svelte';

/** One answer to a question, standing at its place on the board. */
export interface Pin {
  cards: CardCounts;
  color?: Color;
  token?: number;
  points: number | null;
  label: string;
  action: Action;
}

export interface Pins {
  at: Point;
  title: string;
  route: number | null;
  location: number | null;
  /** The kinds of tokens that the claim brings one of. */
  tokens?: number[];
  pins: Pin[];
  more: Pin[];
}

/** Words at a place of the board. */
export interface Bubble {
  at: Point;
  /** The route that is spoken of. */
  route: number | null;
  /** The location that is spoken of. */
  location: number | null;
  /** The name of the place. */
  title: string;
  text: string;
  rule: string | null;
}

const NOTHING: LegalChoices = {};

/** How long an answered question may stay on the page until the result arrives, in milliseconds. Nobody notices so little. */
const SOON = 50;

export class Turn {
  picked: Card | null = $state(null);
  hover: BoardTarget | null = $state.raw(null);
  pins: Pins | null = $state.raw(null);
  bubble: Bubble | null = $state.raw(null);
  /** Why something beside the board can't be taken. */
  note: { target: ActionTarget; text: string; rule: string | null } | null = $state.raw(null);
  /** The kind of token that is about to be placed. */
  token: number | null = $state(null);
  /** The ways to split tickets between two decks, while the player chooses one. Nothing has been sent yet. */
  splits: SplitChoice[] | null = $state.raw(null);
  private asking: ActionTarget | null = null;
  private readonly keepOpen = keeper<ReadonlySet<number>>();
  private twice = false;
  /** What was pointed at when something was played whose question is still shown. */
  private played: { hover: BoardTarget | null } | null = null;
  private putting = 0;
  /** The split to announce as soon as the server has begun the draw. */
  private announced: SplitChoice | null = null;

  constructor(
    readonly client: TableClient,
    readonly map: GameMap,
  ) {}

  get legal(): LegalChoices {
    return this.client.update?.legal_actions ?? NOTHING;
  }

  /** Whether the game waits for this player. */
  get mine(): boolean {
    const { update, seat } = this.client;
    return update !== null && seat !== null && update.view.deciders.includes(seat);
  }

  readonly open: ReadonlySet<number> = $derived.by(() => this.keepOpen(claimable(this.legal)));

  /** The routes to keep bright: with a card picked, those it can pay. */
  readonly bright: ReadonlySet<number> | null = $derived.by(() =>
    this.picked === null ? null : claimable(this.legal, this.picked),
  );

  /** The cards that would pay for what is pointed at or asked about. */
  readonly lifted: CardCounts = $derived.by(() => {
    const first = this.pins?.pins[0];
    if (first) return first.cards;
    if (this.hover?.kind !== 'route') return {};
    const route = this.map.routes[this.hover.id];
    const payment = claimPayments(this.legal, this.hover.id)[0];
    return route && payment ? paymentCards(payment, route.cards) : {};
  });

  /** Listens to the game: an update ends whatever was being asked. Returns how to stop. */
  follow(): () => void {
    return this.client.listen(() => {
      const { announced, splits } = this;
      this.putAway();
      this.cancel();
      this.token = null;
      if (splits && this.mine && this.legal.draw_tickets) this.drawTickets();
      if (
        announced &&
        this.mine &&
        this.legal.splits?.some((split) => split.first === announced.first && split.second === announced.second)
      ) {
        this.play({ do: 'choose_split', ...announced });
      }
      const again = this.twice;
      this.twice = false;
      if (again && this.mine && this.client.update?.view.phase.phase === 'second_card' && this.legal.draw_blind) {
        this.play({ do: 'draw_blind' });
      }
      if (!this.mine || (this.picked !== null && this.held(this.picked) === 0)) this.picked = null;
    });
  }

  held(card: Card): number {
    return this.client.update?.view.own?.hand[card] ?? 0;
  }

  play(action: Action): void {
    this.splits = null;
    this.announced = null;
    this.asking = null;
    this.played = { hover: this.hover };
    this.client.play(action);
    // An answer that comes at once is shown in one go with what it puts away: nothing is drawn twice.
    window.clearTimeout(this.putting);
    this.putting = window.setTimeout(() => this.putAway(), SOON);
  }

  /** Puts away what the player has just answered. */
  private putAway(): void {
    if (!this.played) return;
    const { hover } = this.played;
    this.played = null;
    this.pins = null;
    this.bubble = null;
    this.note = null;
    // The pointed-at place has been dealt with: its words disappear until something is pointed at again.
    if (this.hover === hover) this.hover = null;
  }

  drawTwo(): void {
    this.twice = this.client.update?.view.phase.phase === 'turn';
    this.play({ do: 'draw_blind' });
  }

  /** Draws tickets. With two decks the player first says how many from which, and can still go back. */
  drawTickets(): void {
    const { update } = this.client;
    if (!update || !this.legal.draw_tickets) return;
    if (!drawsFromTwo(this.map.info)) return this.play({ do: 'draw_tickets' });
    this.cancel();
    this.splits = splitsToDraw(this.map.info.rules, update.view.ticket_decks);
  }

  chooseSplit(split: SplitChoice): void {
    if (this.client.busy) return;
    if (this.legal.splits) return this.play({ do: 'choose_split', ...split });
    this.play({ do: 'draw_tickets' });
    this.announced = split;
  }

  /** Cancels the open question. */
  cancel(): void {
    this.splits = null;
    this.announced = null;
    this.pins = null;
    this.bubble = null;
    this.note = null;
    this.asking = null;
  }

  pick(card: Card): void {
    this.cancel();
    this.picked = this.picked === card ? null : card;
  }

  /** Something on the board was clicked, tapped or chosen by key. */
  choose(target: BoardTarget | null, touch: boolean, everything = false): void {
    const same =
      target?.kind === 'route' ? this.pins?.route === target.id : target && this.pins?.location === target.id;
    this.cancel();
    // A finger does not leave what it has pointed at: the next tap does.
    if (touch) this.hover = null;
    // An answer is on its way: what is shown may be about to change.
    if (!target || this.client.busy || (same && !everything)) return;
    if (target.kind === 'route') this.chooseRoute(target.id, touch, everything);
    else this.chooseLocation(target.id);
  }

  chooseRoute(id: number, touch: boolean, everything = false): void {
    const route = this.map.routes[id];
    if (!route) return;
    const payments = claimPayments(this.legal, id);
    const asked = everything ? everyWay(payments) : question(payments, route.wilds, this.picked);
    if (!asked) {
      this.refuse({ target: 'route', route: id }, route.middle, route.fleet);
      return;
    }
    const pin = (payment: Payment): Pin => {
      const cards = paymentCards(payment, route.cards);
      const label = t('pins.claim', { cards: cardsName(cards, this.map.info.rules.wild), points: route.points });
      return { cards, points: route.points, label, action: { do: 'claim_route', route: id, payment } };
    };
    if (asked.kind === 'answer' && !touch) {
      this.play({ do: 'claim_route', route: id, payment: asked.payment });
      return;
    }
    const rest = asked.kind === 'answer' ? payments.filter((payment) => payment !== asked.payment) : asked.more;
    const first = asked.kind === 'answer' ? [asked.payment] : asked.first;
    const view = this.client.update?.view;
    this.pins = {
      at: route.middle,
      title: t('pins.title', { place: routeWords(this.map, id) }),
      route: id,
      location: null,
      tokens: view ? tokensOf(route, view, this.client.seat) : [],
      pins: first.map(pin),
      more: rest.map(pin),
    };
  }

  chooseLocation(id: number): void {
    const { legal, map } = this;
    const at = map.locations[id];
    if (!at) return;
    // A finger can't hover: what there is to know about the place is shown by the same tap.
    this.hover = { kind: 'location', id };
    if (legal.place) {
      const kinds = this.token === null ? legal.place.kinds : [this.token];
      if (!legal.place.locations.includes(id)) return this.refuse({ target: 'location', location: id }, at);
      const [only, ...others] = kinds;
      if (only !== undefined && others.length === 0)
        return this.play({ do: 'place_tourists', kind: only, location: id });
      const pins = kinds.map((kind): Pin => ({
        cards: {},
        token: kind,
        points: null,
        label: tokenName(map, kind),
        action: { do: 'place_tourists', kind, location: id },
      }));
      this.pins = { at, title: place(map, id), route: null, location: id, pins, more: [] };
      return;
    }
    if (legal.tourists) {
      if (legal.tourists.includes(id)) return this.play({ do: 'take_tourist', location: id });
      return this.refuse({ target: 'location', location: id }, at);
    }
    if (legal.passengers) {
      const waiting = legal.passengers.filter((passenger) => passenger.location === id);
      const [only, ...others] = waiting;
      if (only && others.length === 0) return this.play({ do: 'take_passenger', ...only });
      if (!only) return this.refuse({ target: 'location', location: id }, at);
      const pins = waiting.map((passenger): Pin => ({
        cards: {},
        color: passenger.color,
        points: null,
        label: t('passengers.take', { color: t(`color.${passenger.color}`), place: place(map, id) }),
        action: { do: 'take_passenger', ...passenger },
      }));
      this.pins = { at, title: place(map, id), route: null, location: id, pins, more: [] };
      return;
    }
    this.chooseStation(id, at);
  }

  private chooseStation(id: number, at: Point): void {
    const choice = this.legal.stations;
    const price = this.client.update?.view.own?.station_price;
    if (!choice?.locations.includes(id) || price === undefined) {
      if (this.map.info.rules.mechanics.some((one) => one.mechanic === 'stations'))
        this.refuse({ target: 'station', location: id }, at);
      return;
    }
    const pin = (payment: Payment): Pin => {
      const cards = paymentCards(payment, price);
      const label = t('pins.station', { cards: cardsName(cards, this.map.info.rules.wild) });
      return { cards, points: null, label, action: { do: 'build_station', location: id, payment } };
    };
    const asked: Question | null = question(choice.payments, 0, this.picked);
    const first = !asked ? [] : asked.kind === 'answer' ? [asked.payment] : asked.first;
    this.pins = {
      at,
      title: t('pins.build', { place: place(this.map, id) }),
      route: null,
      location: id,
      pins: first.map(pin),
      more: choice.payments.filter((payment) => !first.includes(payment)).map(pin),
    };
  }

  /** Shows the other ways to pay too. */
  showMore(): void {
    if (this.pins) this.pins = { ...this.pins, pins: [...this.pins.pins, ...this.pins.more], more: [] };
  }

  /** Says at the market or a deck why nothing can be had from there. */
  refuseDraw(target: ActionTarget): void {
    this.cancel();
    this.ask(target, 0, (text, rule) => (this.note = { target, text, rule }));
  }

  /** Says at the place why it can't be done. */
  private refuse(target: ActionTarget, at: Point, fleet = 0): void {
    const id = target.target === 'route' ? target.route : null;
    const location = 'location' in target ? target.location : null;
    const title = id !== null ? routeWords(this.map, id) : location !== null ? place(this.map, location) : '';
    this.ask(target, fleet, (text, rule) => (this.bubble = { at, route: id, location, title, text, rule }));
  }

  /** Finds out why something can't be done: at once if the answer is known, otherwise when it arrives. */
  private ask(target: ActionTarget, fleet: number, tell: (text: string, rule: string | null) => void): void {
    if (this.client.seat === null) return;
    this.asking = target;
    this.client.explain([target]);
    const stop = $effect.root(() => {
      $effect(() => {
        const found = this.client.explanations.get(targetKey(target));
        if (this.asking === target && !found) return;
        if (this.asking === target && found?.refusal) {
          tell(why(this.map, this.client.table?.seats ?? [], found.refusal, found, fleet), found.refusal.rule);
        }
        queueMicrotask(stop);
      });
    });
  }
}
