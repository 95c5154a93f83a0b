//! Why something can't be done, in the player's language.

import { t } from './index.svelte';
import { codeWords } from './reason';
import type { GameMap } from '../maps/map';
import type { ActionTarget, Explanation, IllegalAction, Refusal, SeatInfo } from '../protocol';
import { lacks } from '../game/model/cards';

/** What the words of a refusal may name. */
interface Facts {
  seats: SeatInfo[];
  /** The name of wild cards on this map. */
  wild: string;
  piece: (count: number) => string;
  /** The server's own words, for what the page never offers. */
  words: string;
}

type Why = IllegalAction['why'];
type Words<W extends Why> = (refused: Extract<IllegalAction, { why: W }>, facts: Facts) => string;

const inServerWords = (_: IllegalAction, { words }: Facts): string => t('refuse.other', { words });
const tooFewPieces = ({ left, needed }: { left: number; needed: number }, { piece }: Facts): string =>
  t('refuse.not_enough_pieces', { left, needed, piece: piece(left) });
const tooFewTickets = ({ needed, kept }: { needed: number; kept: number }): string =>
  t('offer.more', { count: needed - kept });

/** The words of every refusal by a rule. */
const WORDS: { [W in Why]: Words<W> } = {
  not_your_decision: () => t('refuse.not_your_decision'),
  not_now: () => t('refuse.not_now'),
  route_already_claimed: ({ by }, { seats }) => t('refuse.claimed', { player: seats[by]?.name ?? '?' }),
  parallel_route_owned: () => t('refuse.parallel_owned'),
  parallel_route_closed: ({ players }) => t('refuse.parallel_closed', { players }),
  not_enough_pieces: tooFewPieces,
  not_enough_of_this_piece: tooFewPieces,
  not_enough_cards: ({ needed, held, card }, { wild }) => {
    const count = needed - held;
    if (card === 'wild') return t('refuse.missing.wilds', { count, wild });
    return t('refuse.missing.color', { count, color: t(`color.${card}`) });
  },
  ferry_needs_wilds: ({ needed }, { wild }) => t('refuse.ferry', { needed, wild }),
  station_already_here: () => t('refuse.station_here'),
  no_station_left: () => t('refuse.station_none'),
  station_in_country: () => t('refuse.station_country'),
  no_stations_here: () => t('refuse.no_stations'),
  wild_as_second_card: (_, { wild }) => t('refuse.wild_second', { wild }),
  slot_empty: () => t('refuse.slot_empty'),
  no_such_slot: () => t('refuse.slot_empty'),
  deck_empty: () => t('refuse.deck_empty'),
  nothing_but_face_up_cards: () => t('refuse.only_face_up'),
  no_tickets_left: () => t('refuse.no_tickets'),
  tourists_already_here: () => t('refuse.tourists_here'),
  no_tourist_to_take: () => t('refuse.no_token'),
  not_an_end_of_the_route: () => t('refuse.no_token'),
  no_such_passenger: () => t('refuse.no_token'),
  can_do_something: () => t('refuse.can_do'),
  too_few_starting_tickets: tooFewTickets,
  too_few_tickets: tooFewTickets,
  starting_ticket_not_offered: inServerWords,
  ticket_not_offered: inServerWords,
  split_of_other_number: inServerWords,
  split_exceeds_deck: inServerWords,
  no_such_location: inServerWords,
  no_such_route: inServerWords,
  wrong_color: inServerWords,
  wrong_number_of_cards: inServerWords,
  tunnel_needs_wilds: inServerWords,
  too_many_for_tunnel: inServerWords,
  tourists_not_in_reserve: inServerWords,
};

/** The words of a refusal. `fleet` is the kind of pieces that it is about. */
export function why(
  map: GameMap,
  seats: SeatInfo[],
  refusal: Refusal,
  explanation: Explanation | null = null,
  fleet = 0,
): string {
  const wild = t(`wild.${map.info.rules.wild}`);
  if (explanation?.missing) return missingWords(map, explanation.target, explanation.missing, wild);
  if (!refusal.facts) return t('refuse.other', { words: codeWords(refusal.code, refusal.words) });
  const piece = (count: number): string => t(`piece.${map.info.rules.fleets[fleet]?.piece ?? 'train'}`, { count });
  return byRule(refusal.facts, { seats, wild, piece, words: refusal.words });
}

function byRule<W extends Why>(refused: Extract<IllegalAction, { why: W }>, facts: Facts): string {
  const words: Words<W> = WORDS[refused.why as W];
  return words(refused, facts);
}

/** The cards that are missing. */
function missingWords(
  map: GameMap,
  target: ActionTarget,
  missing: NonNullable<Explanation['missing']>,
  wild: string,
): string {
  const { ofColor, wilds } = lacks(missing);
  if (ofColor === 0) return t('refuse.missing.wilds', { count: wilds, wild });
  // The server counts in the colour that lacks least; where any will do, its name would mislead.
  if (takesAnyColor(map, target)) {
    return wilds > 0
      ? t('refuse.missing.any.both', { count: ofColor, wilds, wild })
      : t('refuse.missing.any', { count: ofColor });
  }
  const color = t(`color.${missing.color ?? 'gray'}`);
  return wilds > 0
    ? t('refuse.missing.both', { count: ofColor, color, wilds, wild })
    : t('refuse.missing.color', { count: ofColor, color });
}

/** Whether it can be paid with any one colour: gray routes and stations. */
function takesAnyColor(map: GameMap, target: ActionTarget): boolean {
  return target.target === 'station' || (target.target === 'route' && map.routes[target.route]?.paint === 'gray');
}
