//! Cards, places and sentences as plain words in the chosen language, for screen readers and names of controls.

import { cut, isKey, language, t } from './index.svelte';
import { locationName, mechanic, routeName, type GameMap } from '../maps/map';
import type { Card, CardCounts, GameView, LegalChoices, MyGame, Phase, SeatInfo, WildName } from '../protocol';
import type { BoardPosition } from '../board/position';
import { countsOf } from '../game/model/cards';
import type { Sentence, Slot } from './sentences';
import { tokenPoints, tokensOf } from '../game/model/tokens';
import { canClaim, ways } from '../game/model/ways';

export function cardName(card: Card, wild: WildName): string {
  return card === 'wild' ? t(`wild.${wild}`) : t(`color.${card}`);
}

/** As a sentence begins. */
export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);
}

export function cardsName(counts: CardCounts, wild: WildName): string {
  return countsOf(counts)
    .map(([card, count]) => t('hand.stack', { count, card: cardName(card, wild) }))
    .join(', ');
}

export function place(map: GameMap, location: number): string {
  return locationName(map, location, language());
}

export function route(map: GameMap, id: number): string {
  return routeName(map, id, language());
}

/** The map's pieces, by its own name: trains, or trams and subways. */
export function piecesName(map: GameMap): string {
  return listed(map.info.rules.fleets.map(({ piece }) => t(`piece.${piece}`, { count: 2 })));
}

/** From where to where, without what it is worth. */
export function ticketEnds(map: GameMap, id: number): string {
  const ticket = map.info.tickets[id];
  return ticket ? `${place(map, ticket.a)} → ${place(map, ticket.b)}` : '?';
}

export function ticketName(map: GameMap, id: number): string {
  const ticket = map.info.tickets[id];
  if (!ticket) return '?';
  return t('ticket.name', { a: place(map, ticket.a), b: place(map, ticket.b), points: ticket.points });
}

export function tokenName(map: GameMap, kind: number): string {
  const name = mechanic(map.info.rules, 'tourists')?.kinds[kind] ?? '';
  const key = `token.${name}`;
  return isKey(key) ? t(key) : t('token.other', { number: kind + 1 });
}

/** The token a claim brings, or those to choose from; nothing where there is none. */
export function tokensBrought(map: GameMap, id: number, view: GameView): string {
  const one = map.routes[id];
  const kinds = one ? tokensOf(one, view, view.own?.seat ?? null) : [];
  return kinds.length > 0
    ? t('route.tokens', {
        tokens: listed(
          kinds.map((kind) => tokenName(map, kind)),
          'disjunction',
        ),
      })
    : '';
}

/** What so many different tokens are worth. */
export function tokensWorth(map: GameMap, count: number): string {
  return t('tokens.worth', { count, points: tokenPoints(map.info, count) });
}

/** The name of a bot's level: in the chosen language, if it is one we know. */
export function levelName(level: { id: string; name: string }): string {
  const key = `level.${level.id}`;
  return isKey(key) ? t(key) : level.name;
}

export function listed(names: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(language(), { type }).format(names);
}

/** Bots by their levels, each named once: `Casual`, or `2 × Casual and Skilled`. */
export function levelNames(levels: { id: string; name: string }[]): string {
  const counts = new Map<string, number>();
  for (const name of levels.map(levelName)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isMixed = counts.size > 1;
  return listed([...counts].map(([name, count]) => (isMixed && count > 1 ? `${count} × ${name}` : name)));
}

const described = new WeakMap<GameMap, Map<string, string>>();

/** A route with everything one must know to claim it. A board asks for all of them again and again. */
export function describeRoute(map: GameMap, id: number): string {
  let known = described.get(map);
  if (!known) described.set(map, (known = new Map()));
  const key = `${language()} ${id}`;
  let words = known.get(key);
  if (words === undefined) known.set(key, (words = `${route(map, id)}, ${routeFacts(map, id)}`));
  return words;
}

/** A route with all that is known of it at this moment of a game. */
export function describeNow(
  map: GameMap,
  id: number,
  now: {
    seats: SeatInfo[];
    position: BoardPosition;
    view: GameView;
    open: ReadonlySet<number>;
    planned: readonly number[];
  },
): string {
  const owner = now.position.owners[id];
  const words = [describeRoute(map, id)];
  if (owner !== null && owner !== undefined) words.push(t('route.owned', { player: now.seats[owner]?.name ?? '?' }));
  else if (now.position.closed.has(id)) words.push(t('route.closed'));
  else words.push(tokensBrought(map, id, now.view), now.open.has(id) ? t('route.open') : '');
  if (now.planned.includes(id)) words.push(t('plan.route'));
  return words.filter(Boolean).join(', ');
}

/** What a route asks for and gives. */
export function routeFacts(map: GameMap, id: number): string {
  const one = map.routes[id];
  if (!one) return '?';
  const words = [t('route.facts', { color: t(`color.${one.paint}`), cards: one.cards, points: one.points })];
  if (one.piece === 'subway') words.push(t('route.subway'));
  if (one.tunnel) words.push(t('route.tunnel'));
  if (one.wilds > 0) words.push(t('route.ferry', { count: one.wilds, wild: t(`wild.${map.info.rules.wild}`) }));
  return words.join(', ');
}

export function slotWords(map: GameMap, seats: SeatInfo[], slot: Slot): string {
  const wild = map.info.rules.wild;
  switch (slot.kind) {
    case 'player':
      return seats[slot.seat]?.name ?? '?';
    case 'cards':
      return cardsName(slot.counts, wild);
    case 'card':
      return cardName(slot.card, wild);
    case 'color':
      return t(`color.${slot.color}`);
    case 'route':
      return route(map, slot.route);
    case 'place':
      return place(map, slot.location);
    case 'token':
      return tokenName(map, slot.token);
    case 'pieces':
      return piecesName(map);
    case 'tickets':
      return listed(slot.tickets.map((ticket) => ticketName(map, ticket)));
  }
}

/** A sentence as plain text. */
export function plain(map: GameMap, seats: SeatInfo[], sentence: Sentence): string {
  return cut(sentence.key, sentence.values)
    .map((part) => {
      if ('text' in part) return part.text;
      const slot = sentence.slots[part.gap];
      return slot ? slotWords(map, seats, slot) : '';
    })
    .join('');
}

/** What the game waits for, when the viewer is to decide. */
export function ownStatus(map: GameMap, phase: Phase, legal: LegalChoices): string {
  switch (phase.phase) {
    case 'choosing_splits':
    case 'choosing_split':
      return t('status.split');
    case 'choosing_tickets':
    case 'keeping_tickets':
      return t('status.tickets');
    case 'placing_tourists':
      return t('status.place');
    case 'turn':
      return legal.pass ? t('status.pass') : turnStatus(legal);
    case 'second_card':
      return t('status.second.nowild', { wild: t(`wild.${map.info.rules.wild}`) });
    case 'paying_tunnel':
      return t('status.tunnel', { count: phase.extra });
    case 'taking_passengers':
      return t('status.passengers');
    case 'taking_tourist':
      return t('status.token');
    case 'over':
      return '';
  }
}

/** A turn, and what it can be spent on. */
function turnStatus(legal: LegalChoices): string {
  const words = listed(
    ways(legal).map((way) => t(way)),
    'disjunction',
  );
  return t(canClaim(legal) ? 'status.turn' : 'status.turn.noroute', { ways: words });
}

/** What the game waits for, when others are to decide. */
export function othersStatus(seats: SeatInfo[], phase: Phase, deciders: number[]): string {
  const names = listed(deciders.map((seat) => seats[seat]?.name ?? '?'));
  switch (phase.phase) {
    case 'choosing_splits':
      return t('status.wait.split', { players: names });
    case 'choosing_tickets':
      return t('status.wait.choose', { players: names });
    case 'placing_tourists':
    case 'turn':
    case 'second_card':
    case 'choosing_split':
    case 'keeping_tickets':
    case 'paying_tunnel':
    case 'taking_passengers':
    case 'taking_tourist':
      return t('status.wait', { player: names });
    case 'over':
      return '';
  }
}

/** Who won a game, as somebody who sat there would say it. */
export function outcome(game: MyGame): string {
  const winners = game.winners.map((seat) => game.seats[seat]?.name ?? '?');
  const [seat, ...others] = game.winners;
  if (seat === undefined) return '';
  if (others.length > 0) return t('front.won.shared', { players: listed(winners) });
  return game.yours.length === 1 && game.yours[0] === seat
    ? t('front.won.you')
    : t('front.won', { player: winners[0] ?? '?' });
}
