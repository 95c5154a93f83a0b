//! The rules help in English.

import type { HelpTexts } from './types';

export const en: HelpTexts = {
  goal: 'Collect cards, spend them on routes between cities, and join the two cities of each of your tickets. Routes score at once; tickets are secret and count at the end, for you if finished, against you if not. The highest total wins.',
  core: [
    {
      title: 'Before the first turn',
      rules: [
        {
          rule: 'C01',
          text: 'The deck has {cards} cards: {colors}, and {wilds} {wild} cards that stand in for any colour.',
        },
        {
          rule: 'C02',
          text: 'Everyone is dealt {hand} cards, and five more are turned up beside the deck: the market.',
        },
        {
          rule: 'C03',
          text: 'Everyone is dealt {dealt} and keeps at least {keep}; {returned}. All choose at the same time and in secret; what you keep stays with you to the end.',
        },
        {
          rule: 'C04',
          text: 'This map is for {players} players. {begins} Then play goes round clockwise. Only the player whose turn it is can act.',
        },
        { rule: 'C05', text: 'Each player has {pieces}.' },
      ],
    },
    {
      title: 'Your turn: one of these',
      rules: [
        {
          rule: 'C10',
          text: 'On your turn you do exactly one thing: {turn}. Whatever you have begun must be finished first.',
        },
        {
          rule: 'C11',
          text: 'Draw cards: two of them, each from the market or unseen from the deck. A {wild} card taken from the market counts as both: it is your only card if you take it first, and it can’t be taken second. A {wild} card that comes from the deck is just luck. The second card can’t be declined: you stop after one only if there is no second card to take.',
        },
        {
          rule: 'C12',
          text: 'A card taken from the market is replaced at once, so the new one is there for your second choice.',
        },
        {
          rule: 'C13',
          text: 'Whenever three or more of the five open cards are {wild} cards, before the first turn too, all five are discarded and five new ones turned up. They stay only if too few other cards are left for that to help.',
        },
        {
          rule: 'C14',
          text: 'As soon as the last card of the deck is drawn, the discarded cards are shuffled into a new deck. If there are none, the next ones discarded become the deck, and the market is filled up to five again at once.',
        },
        { rule: 'C15', text: 'If there is no card left to draw, you have to do something else. {emptyDeck}' },
        { rule: 'C16', text: 'You may hold as many cards and tickets as you like.' },
        {
          rule: 'C17',
          text: 'Draw tickets: you see {draw} (or as many as are left) and must keep at least {drawKeep}, even if only one is left to draw. What you keep stays with you to the end; the others go under the deck. When there are none left, this is no longer possible.',
        },
        {
          rule: 'C18',
          text: 'Passing is only for a player who can do nothing at all. If everybody passes in a row, the game is over.',
        },
      ],
    },
    {
      title: 'Claiming a route',
      rules: [
        {
          rule: 'C20',
          text: 'You claim a whole route at once: pay as many cards as it asks for, all of one colour. A coloured route wants its own colour, a grey one any single colour. Some or all of them may be {wild} cards instead. What you pay is discarded.',
        },
        { rule: 'C21', text: 'One route a turn, any that is free. It need not touch what you already own.' },
        { rule: 'C22', text: 'You need enough pieces to fill every space.' },
        {
          rule: 'C23',
          text: 'Two cities may be joined by {twins|two|two or three} twin tracks: side by side, with the same number of spaces. You can own only one of them. Tracks that run side by side for a while but end in different cities are not twins.',
        },
        {
          rule: 'C24',
          text: 'With {few} players only one of such twin tracks can be claimed at all. As soon as somebody has one, {twins|the other closes|the others close} for good.',
        },
        {
          rule: 'C25',
          text: 'The points for a route are yours at once; long routes are worth far more than their length. The table below shows them.',
        },
      ],
    },
    {
      title: 'The end',
      rules: [
        {
          rule: 'C30',
          text: 'When somebody ends a turn with {last} {last|piece|pieces} or fewer, the last round begins: everybody, that player included, has exactly one more turn.',
        },
        {
          rule: 'C31',
          text: 'Then the tickets are turned over. A ticket is finished if an unbroken chain of your own routes joins its two cities, no matter which way it goes. Finished tickets add their value, the others subtract it.',
        },
        { rule: 'C32', text: 'Route points are counted once more, as a check.' },
        { rule: 'C33', text: 'The highest total wins.{ties} Players who are still tied share the victory.' },
        {
          rule: 'C34',
          text: 'Hands and tickets are secret. Everything else is public: how many cards, tickets and pieces everyone has, what was taken from the market, what was paid, and whatever a player has collected on the way.',
        },
      ],
    },
  ],
  maps: {
    usa: {
      title: 'North America',
      rules: [
        {
          rule: 'U01',
          text: 'There are 30 tickets; at the start you see three of them, and those you give back go under the deck. Ten points go to whoever has the longest unbroken path of pieces at the end, or to each of those who tie for it. The path may cross a city more than once and may be a ring, but no route counts twice and side branches do not count. Without a route there is no path: if nobody has one, nobody gets the points.',
        },
        {
          rule: 'U02',
          text: 'A tie goes to the player with more finished tickets, then to the one with the longest path.',
        },
      ],
    },
    europe: {
      title: 'Europe',
      rules: [
        {
          rule: 'E01',
          mechanic: 'start_decks',
          text: 'There are 46 tickets, six of them long. At the start you get one long ticket and three ordinary ones, and keep at least two of the four, of either kind. What is given back then leaves the game, long or ordinary, and so do the long tickets that were not dealt: later only ordinary ones are drawn.',
          elsewhere:
            'Tickets worth {startDecks} points are dealt before the first turn only; those that were not dealt leave the game.',
        },
        {
          rule: 'E02',
          mechanic: 'ferries',
          text: 'Ferries are grey routes with engines on some spaces: each engine must be paid with a {wild} card. The other spaces are paid as usual.',
          elsewhere:
            'Ferries show the sign of the {wild} card on some spaces: each must be paid with such a card. The other spaces are paid as usual.',
        },
        {
          rule: 'E03',
          mechanic: 'tunnels',
          text: 'Tunnels have dashed edges. First you lay the cards as usual, then {reveal} {reveal|card is|cards are} turned up from the deck. For each that has your colour or is a {wild} card you must add one more card of that colour or a {wild} card. If you laid only {wild} cards, only these count against you, and only these can be added.',
        },
        {
          rule: 'E04',
          mechanic: 'tunnels',
          text: 'If you can’t or won’t pay more, you take your cards back and your turn is over.',
        },
        {
          rule: 'E05',
          mechanic: 'tunnels',
          text: 'The cards turned up are discarded at the end of the turn. If they ask for nothing, the tunnel is yours at once. If fewer cards are left to turn up, only those count; if none is left, there is no risk.',
        },
        {
          rule: 'E06',
          mechanic: 'stations',
          text: 'A fourth thing to do in a turn: build a station in any city that has none, whether routes of yours reach it or not. Your stations cost {stations} cards, in this order, each time of one colour; {wild} cards stand in for any colour. You have no other stations.',
        },
        {
          rule: 'E07',
          mechanic: 'stations',
          text: 'At the end each station lets you use, for tickets only, one route of somebody else that touches its city, the same one for all of them. You don’t have to choose it in advance: the game picks what is best for you.',
        },
        {
          rule: 'E08',
          mechanic: 'stations',
          text: 'Every station you did not build is worth {unused} {unused|point|points}.',
        },
        {
          rule: 'E09',
          mechanic: 'longest_path',
          text: '{longest} points for the longest unbroken path of your own routes, to each of those who tie for it. It may cross a city more than once and may be a ring, but no route counts twice and side branches do not count; neither do stations and borrowed routes. Without a route there is no path: if nobody has one, nobody gets the points.',
          elsewhere:
            '{longest} points for the longest unbroken path of your own routes, to each of those who tie for it. It may cross a city more than once and may be a ring, but no route counts twice and side branches do not count. Without a route there is no path: if nobody has one, nobody gets the points.',
        },
        { rule: 'E10', text: 'A tie goes to more finished tickets, then to fewer stations, then to the longest path.' },
      ],
    },
    germany: {
      title: 'Germany',
      rules: [
        {
          rule: 'G01',
          text: 'There are two decks of tickets: 55 short ones, worth up to 11 points, and 34 long ones, from 12 to 22. At the start all announce at the same time how many of their four they want from which deck, before seeing them; those you give back then are shuffled into their decks.',
        },
        {
          rule: 'G02',
          mechanic: 'split_decks',
          text: 'Later in the game too, you announce how many of the four you want from which deck before you draw tickets; no deck can be asked for more than it has. What you give back goes under its own deck. If fewer than four are left, you draw them all.',
          elsewhere:
            'There are two decks of tickets, worth {splitDecks} points. Before you draw tickets you announce how many of the {draw} you want from which deck; no deck can be asked for more than it has. What you give back goes under its own deck. If fewer than {draw} are left, you draw them all.',
        },
        {
          rule: 'G03',
          mechanic: 'passengers',
          text: 'Sixty passengers, ten of each of six colours, wait in the cities and the neighbouring countries, put there by chance.',
          elsewhere: 'Passengers of several colours wait on the board, put there by chance.',
        },
        {
          rule: 'G04',
          mechanic: 'passengers',
          text: 'When you claim a route you may take one passenger from each of its two ends. If several wait there, the choice is yours.',
        },
        {
          rule: 'G05',
          mechanic: 'countries',
          text: 'Neighbouring countries are dead ends: each route into a country ends by itself. It serves tickets to that country, but no path goes through it, and two routes into the same country do not meet there. A ticket may name a country at one end or at both.',
        },
        { rule: 'G06', text: 'Some cities are joined by three tracks. The rules for twin tracks hold for all three.' },
        {
          rule: 'G07',
          mechanic: 'globetrotter',
          text: '{globetrotter} points for the most finished tickets, to each of those who tie. Unfinished ones do not matter here; if nobody has finished any, nobody gets them.',
        },
        {
          rule: 'G08',
          mechanic: 'passengers',
          text: 'For each colour of passengers: {most} points for having the most, {second} for the second most. If several have the most, each gets {most} and there is no second; if several are second, each gets {second}. A colour you have none of scores nothing.',
        },
        {
          rule: 'G09',
          text: 'There is no bonus for the longest path. A tie goes to more finished tickets, then to more passengers.',
        },
      ],
    },
    san_francisco: {
      title: 'San Francisco',
      rules: [
        {
          rule: 'S01',
          mechanic: 'tourists',
          text: 'There are 24 tickets; at the start you see two. Tourist tokens, souvenirs of seven kinds, lie in stacks of one kind each, three high with four players, two high with fewer. Five stacks start on Alcatraz, Golden Gate Bridge, The Embarcadero, Sunset and Potrero Hill; chance decides which kind lies where.',
          elsewhere: 'Tourist tokens lie in stacks of one kind each; chance decides which kind lies where.',
        },
        {
          rule: 'S02',
          mechanic: 'tourists',
          text: 'The other two stacks are placed before the first turn, each on a place without one: the last player in the order of play chooses one and places it, then the last but one places the other. With two players the second one places both, and each has only one token.',
          elsewhere:
            'Stacks without a place are put down before the first turn, each on a place that has none: the last player in the order of play chooses one and places it, then the last but one the next. With two players the second one places them all.',
        },
        {
          rule: 'S03',
          mechanic: 'tourists',
          text: 'When you claim a route and a token of a kind you don’t have lies at one of its ends, you must take it. If both ends offer one, you choose which. Never more than one at a time, and never a second of the same kind. Everybody sees what you have.',
        },
        {
          rule: 'S04',
          also: 'E02',
          text: 'Ferries show boats: each must be paid with a {wild} card. The other spaces are paid as usual.',
        },
        {
          rule: 'S05',
          mechanic: 'tourists',
          text: 'Different tokens score together at the end: the more kinds, the more points, up to {tokens} for all of them; see the table.',
        },
        { rule: 'S06', text: 'There is no bonus for the longest path. A tie goes to more finished tickets.' },
      ],
    },
    berlin: {
      title: 'Berlin',
      rules: [
        {
          rule: 'B01',
          mechanic: 'fleets',
          text: 'There are 22 tickets; at the start you see two. Tram routes work as usual. Subway routes run round the centre: they have one space, take one subway, and cost the number of cards written on them, in the colour of the space (grey: any single colour).',
          elsewhere:
            'There are two kinds of pieces, and each route takes one of them. A subway route has one space, takes one subway, and costs the number of cards written on it.',
        },
        {
          rule: 'B02',
          mechanic: 'fleets',
          text: 'Trams and subways have different points; see the tables.',
          elsewhere: 'The two kinds of pieces have different points; see the tables.',
        },
        {
          rule: 'B03',
          mechanic: 'fleets',
          text: 'Trams can’t stand in for subways, nor the other way round. For the last round the pieces left of both kinds count together.',
          elsewhere:
            'Pieces of one kind can’t stand in for the other. For the last round the pieces left of both kinds count together.',
        },
        { rule: 'B04', text: 'There is no bonus for the longest path. A tie goes to more finished tickets.' },
      ],
    },
  },
  phrases: {
    turn: 'draw cards, claim a route or draw tickets',
    turnWithStations: 'draw cards, claim a route, draw tickets or build a station',
    colorsAlike: '{each} of each of {colors} colours',
    colorsMixed: '{count} of {colors} colours',
    dealt: '{count} {count|ticket|tickets}',
    dealtOfDeck: '{count} {count|ticket|tickets} worth {points} points',
    dealtAsSplit: '{count} tickets from two decks, as many from each as they asked for before seeing any,',
    returned: {
      bottom: 'the others go under the deck',
      removed: 'the others leave the game',
      reshuffled: 'the others are shuffled into their decks again',
    },
    begins: {
      before_tickets: 'Chance decides who begins, unless the table has named somebody.',
      after_tickets:
        'Chance decides who begins, and only once everybody has chosen their tickets, unless the table has named somebody.',
    },
    emptyDeck: {
      face_up: 'Open cards may still be taken when the deck is empty.',
      no_draw:
        'If deck and discards are both empty you can’t draw, not even an open card: claim a route or do whatever else you can. Only the second card of a draw that has begun may still come from the market.',
    },
    ties: ' A tie goes to {ways}.',
    tie: {
      completed_tickets: 'more finished tickets',
      fewer_stations: 'fewer stations',
      longest_path: 'the longest path',
      passengers: 'more passengers',
    },
    then: ', then to ',
  },
};
