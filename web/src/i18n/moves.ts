//! A move in words, and where on the board it is.

import type { GameMap } from '../maps/map';
import type { Action, CardCounts, GameView, Payment, ActionTarget } from '../protocol';
import { t } from './index.svelte';
import { cardName, cardsName, listed, place, route, ticketName, tokenName } from './words.svelte';

/** What a move touches on the board. */
export function movePlaces(action: Action): { routes: number[]; locations: number[] } {
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

/** What a move draws from, if it draws. */
export function drawTarget(action: Action): ActionTarget | null {
  if (action.do === 'draw_open') return { target: 'open', slot: action.slot };
  if (action.do === 'draw_blind') return { target: 'deck' };
  return action.do === 'draw_tickets' ? { target: 'tickets' } : null;
}

/** The same in words, after `would` or `to`: in the view of the player who decides. */
export function moveWords(map: GameMap, view: GameView, action: Action): string {
  const { wild } = map.info.rules;
  switch (action.do) {
    case 'claim_route':
      return t('move.claim', {
        route: route(map, action.route),
        cards: cardsName(paid(action.payment, map.routes[action.route]?.cards ?? 0), wild),
      });
    case 'draw_open': {
      const card = view.market[action.slot];
      return t('move.open', { card: card ? cardName(card, wild) : '?', number: action.slot + 1 });
    }
    case 'draw_blind':
      return t('move.blind');
    case 'draw_tickets':
      return t('move.tickets');
    case 'keep_tickets': {
      const kept = (view.own?.offer ?? []).filter((_, place) => (action.offered >> place) & 1);
      return t('move.keep', { tickets: listed(kept.map((ticket) => ticketName(map, ticket))) });
    }
    case 'choose_split':
      return t('move.split', { first: action.first, second: action.second });
    case 'pay_tunnel':
      return t('move.tunnel', { wilds: action.wilds, wild: t(`wild.${wild}`) });
    case 'leave_tunnel':
      return t('move.tunnel.leave');
    case 'build_station':
      return t('move.station', { place: place(map, action.location) });
    case 'place_tourists':
    case 'take_tourist':
      return t(action.do === 'take_tourist' ? 'move.token' : 'move.stack', {
        place: place(map, action.location),
        token: action.do === 'take_tourist' ? '' : tokenName(map, action.kind),
      });
    case 'take_passenger':
      return t('move.passenger', { color: t(`color.${action.color}`), place: place(map, action.location) });
    case 'leave_passengers':
      return t('move.passenger.leave');
    case 'pass':
      return t('move.pass');
  }
}

/** The cards of a payment, of which there are so many. */
function paid({ color, wilds }: Payment, cards: number): CardCounts {
  return { ...(color && cards > wilds ? { [color]: cards - wilds } : {}), ...(wilds > 0 ? { wild: wilds } : {}) };
}
