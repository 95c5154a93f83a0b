//! The move that a bot would make, in words, and where on the board it is.

import type { GameMap } from '../maps/map';
import type { Action, CardCounts, Payment, Update } from '../protocol';
import { t } from './index.svelte';
import { cardName, cardsName, listed, place, route, ticketName, tokenName } from './words.svelte';

/** What a move touches on the board. */
export function hintPlaces(action: Action): { routes: number[]; locations: number[] } {
  switch (action.do) {
    case 'claim_route':
      return { routes: [action.route], locations: [] };
    case 'build_station':
    case 'place_tourists':
    case 'take_tourist':
    case 'take_passenger':
      return { routes: [], locations: [action.location] };
    case 'choose_split':
    case 'keep_tickets':
    case 'draw_open':
    case 'draw_blind':
    case 'draw_tickets':
    case 'pass':
    case 'pay_tunnel':
    case 'leave_tunnel':
    case 'leave_passengers':
      return { routes: [], locations: [] };
  }
}

/** The same in words: what the bot would do. */
export function hintWords(map: GameMap, update: Update, level: string, action: Action): string {
  return t('hint.move', { level, move: moveWords(map, update, action) });
}

function moveWords(map: GameMap, update: Update, action: Action): string {
  const { wild } = map.info.rules;
  switch (action.do) {
    case 'claim_route':
      return t('hint.claim', {
        route: route(map, action.route),
        cards: cardsName(paid(action.payment, map.routes[action.route]?.cards ?? 0), wild),
      });
    case 'draw_open': {
      const card = update.view.market[action.slot];
      return t('hint.open', { card: card ? cardName(card, wild) : '?', number: action.slot + 1 });
    }
    case 'draw_blind':
      return t('hint.blind');
    case 'draw_tickets':
      return t('hint.tickets');
    case 'keep_tickets': {
      const kept = (update.view.own?.offer ?? []).filter((_, place) => (action.offered >> place) & 1);
      return t('hint.keep', { tickets: listed(kept.map((ticket) => ticketName(map, ticket))) });
    }
    case 'choose_split':
      return t('hint.split', { first: action.first, second: action.second });
    case 'pay_tunnel':
      return t('hint.tunnel', { wilds: action.wilds, wild: t(`wild.${wild}`) });
    case 'leave_tunnel':
      return t('hint.tunnel.leave');
    case 'build_station':
      return t('hint.station', { place: place(map, action.location) });
    case 'place_tourists':
    case 'take_tourist':
      return t(action.do === 'take_tourist' ? 'hint.token' : 'hint.stack', {
        place: place(map, action.location),
        token: action.do === 'take_tourist' ? '' : tokenName(map, action.kind),
      });
    case 'take_passenger':
      return t('hint.passenger', { color: t(`color.${action.color}`), place: place(map, action.location) });
    case 'leave_passengers':
      return t('hint.passenger.leave');
    case 'pass':
      return t('hint.pass');
  }
}

/** The cards of a payment, of which there are so many. */
function paid({ color, wilds }: Payment, cards: number): CardCounts {
  return { ...(color && cards > wilds ? { [color]: cards - wilds } : {}), ...(wilds > 0 ? { wild: wilds } : {}) };
}
