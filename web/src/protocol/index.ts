// Generated from crates/protocol by `cargo xtask generate`. Do not edit.

/**
 * One decision of one player.
 */
export type Action = { "do": "choose_split", 
/**
 * How many from the first deck (Germany: short).
 */
first: number, 
/**
 * How many from the second deck (Germany: long).
 */
second: number, } | { "do": "keep_tickets", 
/**
 * Which: bit 0 is the first ticket offered, bit 1 the second, ...
 */
offered: number, } | { "do": "draw_open", 
/**
 * Its place, from 0.
 */
slot: number, } | { "do": "draw_blind" } | { "do": "draw_tickets" } | { "do": "claim_route", 
/**
 * The route.
 */
route: RouteId, 
/**
 * The cards laid.
 */
payment: Payment, } | { "do": "pass" } | { "do": "pay_tunnel", 
/**
 * How many of the extra cards are wild; the rest have the colour laid.
 */
wilds: number, } | { "do": "leave_tunnel" } | { "do": "build_station", 
/**
 * The city.
 */
location: LocationId, 
/**
 * The cards laid.
 */
payment: Payment, } | { "do": "place_tourists", 
/**
 * The kind of token.
 */
kind: TouristKind, 
/**
 * Where.
 */
location: LocationId, } | { "do": "take_tourist", 
/**
 * The end.
 */
location: LocationId, } | { "do": "take_passenger", 
/**
 * The end.
 */
location: LocationId, 
/**
 * The passenger's colour.
 */
color: Color, } | { "do": "leave_passengers" };

/**
 * An action that a player might want.
 */
export type ActionTarget = { "target": "route", 
/**
 * Which.
 */
route: RouteId, } | { "target": "station", 
/**
 * Where.
 */
location: LocationId, } | { "target": "open", 
/**
 * Its place, from 0.
 */
slot: number, } | { "target": "deck" } | { "target": "tickets" } | { "target": "location", 
/**
 * Where.
 */
location: LocationId, } | { "target": "pass" };

/**
 * Claims that took away routes that another player's bot would have planned to claim.
 */
export type BlockingFigures = { 
/**
 * How many claims of others took a route of this player's plan.
 */
blocked: number, 
/**
 * How these claims changed this player's chance to win. `None` before the first look.
 */
blocked_change: Estimate | null, 
/**
 * How many of this player's claims took a route of another's plan.
 */
blocking: number, };

/**
 * Where everything is drawn, in the board's own units, counted from the top left corner.
 */
export type BoardInfo = { 
/**
 * The width of the whole drawing.
 */
width: number, 
/**
 * The height of the whole drawing.
 */
height: number, 
/**
 * The length of one space of a route.
 */
space_width: number, 
/**
 * The breadth of one space of a route.
 */
space_height: number, 
/**
 * The radius of a location's dot.
 */
city_radius: number, 
/**
 * Every location of the map, by its number.
 */
locations: Array<DrawnLocationInfo>, 
/**
 * The ends of routes into countries.
 */
country_ends: Array<CountryEndInfo>, 
/**
 * Every route of the map, by its number.
 */
routes: Array<DrawnRouteInfo>, 
/**
 * The ground under everything, in drawing order.
 */
land: Array<LandInfo>, };

/**
 * What a rule that only some maps have brought a player.
 */
export type BonusFigures = { 
/**
 * The rule.
 */
mechanic: MechanicKind, 
/**
 * How much the player has of what it counts.
 */
count: number, 
/**
 * The points for that.
 */
points: number, };

/**
 * A card: a colour, or a wild (locomotive, ferry, bicycle).
 */
export type Card = Color | "wild";

/**
 * How many there are of each kind of card.
 */
export type CardCounts = Partial<Record<Card, number>>;

/**
 * A player's cards.
 */
export type CardFigures = { 
/**
 * Cards dealt at the start.
 */
dealt: number, 
/**
 * Cards taken from the market.
 */
taken: number, 
/**
 * Cards drawn from the deck.
 */
drawn: number, 
/**
 * Cards paid.
 */
paid: number, 
/**
 * Those of them that were wild.
 */
wilds_paid: number, 
/**
 * Cards left at the end.
 */
left: number, 
/**
 * The share of all cards that was paid.
 */
used: number, };

/**
 * The cause of a revision.
 */
export type Cause = { "cause": "deal" } | { "cause": "action", 
/**
 * The player.
 */
seat: Seat, 
/**
 * The number the client gave it; none for a bot.
 */
id: number | null, } | { "cause": "undo", 
/**
 * The player.
 */
seat: Seat, 
/**
 * The number the client gave it.
 */
id: number | null, 
/**
 * The game is again as it was at this revision.
 */
back_to: number, } | { "cause": "takeback", 
/**
 * The seat that asked.
 */
seat: Seat, 
/**
 * The game is again as it was at this revision.
 */
back_to: number, } | { "cause": "hint", 
/**
 * The player.
 */
seat: Seat, 
/**
 * The number the client gave it.
 */
id: number | null, 
/**
 * What was asked for.
 */
kind: HintKind, };

/**
 * The deal of a new challenge.
 */
export type ChallengeDeal = { "deal": "new", 
/**
 * The game.
 */
game: ChallengeGame, } | { "deal": "table", 
/**
 * The table.
 */
table: string, } | { "deal": "record", 
/**
 * The game.
 */
game: ChallengeGame, 
/**
 * Its record, as a file has it.
 */
record: string, };

/**
 * The game of a challenge, without its seed.
 */
export type ChallengeGame = { 
/**
 * The map's id.
 */
map: string, 
/**
 * The level of the bot in each seat; none in the seat of the person who plays, which is exactly one.
 */
seats: Array<string | null>, 
/**
 * The first player: a seat, or anybody by the seed.
 */
first?: Seat, 
/**
 * The most pieces of each kind per player, for a short game.
 */
pieces?: number, };

/**
 * A finished game of a challenge.
 */
export type ChallengeResult = { 
/**
 * The game's id, for a comparison.
 */
game: string, 
/**
 * Whether `GET /api/tables/{game}/replay` shows it: not if it was played in a browser.
 */
replay: boolean, 
/**
 * The person's name.
 */
name: string, 
/**
 * The person's seat.
 */
seat: Seat, 
/**
 * The scores, by seat.
 */
scores: Array<number>, 
/**
 * Whether this person has won, alone or with others.
 */
won: boolean, 
/**
 * Whether it is the first game of this deal that was begun from this browser, and ended before the challenge was closed.
 */
first_try: boolean, 
/**
 * Whether it is the game that the challenge was made of: its bots did not play by the challenge's random numbers.
 */
origin: boolean, 
/**
 * Whether it is the client's.
 */
yours: boolean, 
/**
 * When it ended, in milliseconds since 1970.
 */
ended: number, };

/**
 * The answer to `GET /api/challenges/{id}`. Everything that depends on the deal is left out until the client has finished a game of it, or
 * it is closed and the client has no unfinished one.
 */
export type ChallengeView = { 
/**
 * Its id, part of its link.
 */
id: string, 
/**
 * The game.
 */
game: ChallengeGame, 
/**
 * The name of the person who made it; none for a deal of the day.
 */
by: string | null, 
/**
 * The day whose deal it is, as in `2026-11-18`.
 */
day: string | null, 
/**
 * When it was made, in milliseconds since 1970.
 */
created: number, 
/**
 * When it was closed, or will be, in milliseconds since 1970. Then nobody can begin it any more.
 */
closes: number | null, 
/**
 * Whether it is closed.
 */
closed: boolean, 
/**
 * Whether the client has made it, and may close it.
 */
yours: boolean, 
/**
 * The SHA-256 of the seed, in hexadecimal.
 */
seal: string, 
/**
 * How many games were begun.
 */
begun: number, 
/**
 * How many of them were finished.
 */
finished: number, 
/**
 * The client's game that goes on.
 */
playing: string | null, 
/**
 * The facts that the client may know now.
 */
opened: OpenedChallenge | null, };

/**
 * Something that nobody decides.
 */
export type ChanceEvent = "draw" | "market" | "tunnel" | "tickets" | "first_player" | "fresh_deal";

/**
 * `POST /api/tables/{id}/seats`: change a seat before the game begins. Its owner may change name and colour or leave
 * it (`open`); the host may also put a bot or a person at the same screen in a free seat, free a bot's, or send a person away
 * (`open`), who can't sit down there again.
 */
export type ChangeSeat = { 
/**
 * Which.
 */
seat: Seat, 
/**
 * The new player in the seat; unchanged if left out.
 */
who?: Sitter, 
/**
 * The colour; as before if left out.
 */
color?: PlayerColor, };

/**
 * A line of chat.
 */
export type ChatLine = { 
/**
 * Its number at this table.
 */
number: number, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * The seat; none for a spectator.
 */
seat: Seat | null, 
/**
 * The speaker's name.
 */
name: string, 
/**
 * Plain text.
 */
text: string, };

/**
 * Routes that can be paid for in the same ways.
 */
export type ClaimChoice = { 
/**
 * The routes.
 */
routes: RouteSet, 
/**
 * The payments, from few wilds to many: the first is the sensible one for its colour.
 */
payments: Array<Payment>, };

/**
 * A message from a client. Whatever changes something carries an `id` that the client chose (a whole number below
 * 2^53, a new one each time): sending the same message again after a lost connection changes nothing twice.
 */
export type ClientMessage = { "type": "play", 
/**
 * The client's number for it.
 */
id: number, 
/**
 * For which of the client's seats.
 */
seat: Seat, 
/**
 * The revision the client saw when it decided.
 */
revision: number, 
/**
 * The action.
 */
action: Action, } | { "type": "undo", 
/**
 * The client's number for it.
 */
id: number, 
/**
 * For which of the client's seats.
 */
seat: Seat, 
/**
 * The revision the client saw.
 */
revision: number, } | { "type": "propose", 
/**
 * The client's number for it.
 */
id: number, 
/**
 * On behalf of which of the client's seats.
 */
seat: Seat, 
/**
 * The proposal.
 */
proposal: Proposal, } | { "type": "vote", 
/**
 * The client's number for it.
 */
id: number, 
/**
 * On behalf of which of the client's seats.
 */
seat: Seat, 
/**
 * The number of the vote.
 */
vote: number, 
/**
 * Yes or no.
 */
agree: boolean, } | { "type": "return", 
/**
 * The client's number for it.
 */
id: number, 
/**
 * Which of the client's seats.
 */
seat: Seat, } | { "type": "seal", 
/**
 * The number of the round.
 */
round: number, 
/**
 * The SHA-256 of the part, in hexadecimal.
 */
seal: string, } | { "type": "show", 
/**
 * The number of the round.
 */
round: number, 
/**
 * The part: 32 bytes in hexadecimal.
 */
part: string, } | { "type": "look", 
/**
 * The seat whose view is wanted.
 */
seat: Seat | null, } | { "type": "chat", 
/**
 * The client's number for it.
 */
id: number, 
/**
 * Plain text, at most 500 characters.
 */
text: string, } | { "type": "history", 
/**
 * The first revision wanted; 0 is the deal.
 */
from: number, } | { "type": "explain", 
/**
 * The client's number for the question; comes back with the answer.
 */
request: number, 
/**
 * At most 256.
 */
targets: Array<ActionTarget>, } | { "type": "plan", 
/**
 * The client's number for the question; comes back with the answer.
 */
request: number, 
/**
 * At most 8.
 */
goals: Array<Goal>, } | { "type": "hint", 
/**
 * The client's number for it.
 */
id: number, 
/**
 * For which of the client's seats.
 */
seat: Seat, 
/**
 * The revision the client saw.
 */
revision: number, 
/**
 * What is wanted.
 */
wish: HintWish, } | { "type": "together", 
/**
 * What the client does.
 */
act: TogetherAct, } | { "type": "ping", 
/**
 * Comes back with the answer.
 */
at: number, };

/**
 * A colour of cards, routes and passengers.
 */
export type Color = "purple" | "blue" | "orange" | "white" | "green" | "yellow" | "black" | "red";

/**
 * Somebody who looks at a replay with others.
 */
export type Companion = { 
/**
 * A number that stays the same until they leave.
 */
number: number, 
/**
 * The name.
 */
name: string, 
/**
 * Whether the others follow this one.
 */
leads: boolean, 
/**
 * What this one points at.
 */
points: PointedAt | null, };

/**
 * One of two games that are compared.
 */
export type ComparedGame = { 
/**
 * The players' names, by seat.
 */
players: Array<string>, 
/**
 * The players' colours, by seat.
 */
colors: Array<PlayerColor>, 
/**
 * The last step, with everything open.
 */
last: ReplayStep, 
/**
 * How it ended.
 */
end: GameEnd | null, };

/**
 * The answer to `GET /api/challenges/{id}/compare?a=GAME&b=GAME`: two finished games of a challenge.
 */
export type Comparison = { 
/**
 * The map's id.
 */
map: string, 
/**
 * Both games.
 */
games: [ComparedGame, ComparedGame], 
/**
 * The first decision that differs; none if both games are the same.
 */
parted: Parted | null, };

/**
 * The end of one route into a country.
 */
export type CountryEndInfo = { 
/**
 * The country.
 */
country: LocationId, 
/**
 * The route.
 */
route: RouteId, 
/**
 * Where the route ends.
 */
x: number, 
/**
 * Where the route ends.
 */
y: number, 
/**
 * The country's name, if it stands here once more.
 */
label: LabelInfo | null, };

/**
 * `POST /api/challenges`: make a challenge.
 */
export type CreateChallenge = { 
/**
 * The name of the person who makes it.
 */
name: string, 
/**
 * The deal.
 */
deal: ChallengeDeal, };

/**
 * `POST /api/tables`: make a table.
 */
export type CreateTable = { 
/**
 * The map's id.
 */
map: string, 
/**
 * The seats: as many as the map allows.
 */
seats: Array<SeatRequest>, 
/**
 * The settings; those left out have their usual values.
 */
settings: Partial<Settings>, 
/**
 * Start at once: possible when no seat is open.
 */
start?: boolean, };

/**
 * A map's deal of a day.
 */
export type DealOfTheDay = { 
/**
 * The map's id.
 */
map: string, 
/**
 * The challenge's id.
 */
challenge: string, 
/**
 * How many games were finished.
 */
finished: number, 
/**
 * Whether the client has finished one.
 */
done: boolean, };

/**
 * The answer to `GET /api/deals` and `GET /api/deals?day=2026-11-18`: the deals of a day, one for each map.
 */
export type DealsOfTheDay = { 
/**
 * The day, by UTC.
 */
day: string, 
/**
 * When it ends, in milliseconds since 1970.
 */
ends: number, 
/**
 * The SHA-256 of the day's secret, in hexadecimal. It was shown the day before.
 */
seal: string, 
/**
 * The day's secret, in hexadecimal, once the day is over. The seed of a map's deal is the SHA-256 of
 * `capolinea deal of the day`, the secret's bytes and the map's id, one after the other.
 */
secret: string | null, 
/**
 * The seal of the next day's secret.
 */
next_seal: string, 
/**
 * The deals.
 */
deals: Array<DealOfTheDay>, };

/**
 * A ticket deck of the map.
 */
export type DeckId = number;

/**
 * Where a location is drawn.
 */
export type DrawnLocationInfo = { 
/**
 * Its dot; for a country, where its name stands.
 */
x: number, 
/**
 * Its dot.
 */
y: number, 
/**
 * Its name.
 */
label: LabelInfo, };

/**
 * Where a route is drawn.
 */
export type DrawnRouteInfo = { 
/**
 * Its spaces, from `a` to `b`: as many as the route has (a subway has one).
 */
spaces: Array<SpaceInfo>, 
/**
 * Its middle line from location to location, as SVG path data.
 */
path: string, };

/**
 * Whether a turn may take face-up cards while deck and discards are empty (C15).
 */
export type EmptyDeck = "face_up" | "no_draw";

/**
 * The answer to any request that was refused.
 */
export type ErrorBody = { 
/**
 * Why.
 */
refusal: Refusal, };

/**
 * A figure with its standard error.
 */
export type Estimate = { 
/**
 * The figure.
 */
value: number, 
/**
 * Its standard error: the truth is within twice as much in 95 of 100 cases. 0 if the figure is exact.
 */
error: number, };

/**
 * Something that happened in the game. Facts that are hidden from a viewer are `None`.
 */
export type Event = { "event": "start_chosen", 
/**
 * The player.
 */
seat: Seat, } | { "event": "tickets_offered", 
/**
 * The player.
 */
seat: Seat, 
/**
 * How many, by deck.
 */
by_deck: [number, number], 
/**
 * Which tickets.
 */
tickets: TicketSet | null, } | { "event": "tickets_kept", 
/**
 * The player.
 */
seat: Seat, 
/**
 * How many were kept, by deck.
 */
by_deck: [number, number], 
/**
 * How many went back.
 */
returned: number, 
/**
 * Which were kept.
 */
tickets: TicketSet | null, } | { "event": "first_player_chosen", 
/**
 * The first player.
 */
seat: Seat, } | { "event": "turn_began", 
/**
 * The player.
 */
seat: Seat, } | { "event": "card_taken", 
/**
 * The player.
 */
seat: Seat, 
/**
 * The card's place.
 */
slot: number, 
/**
 * The card.
 */
card: Card, } | { "event": "card_drawn", 
/**
 * The player.
 */
seat: Seat, 
/**
 * The card.
 */
card: Card | null, } | { "event": "market_refilled", 
/**
 * Its place.
 */
slot: number, 
/**
 * The card.
 */
card: Card, } | { "event": "market_swept", 
/**
 * The discarded cards.
 */
cards: CardCounts, } | { "event": "deck_reshuffled", 
/**
 * How many cards it has.
 */
cards: number, } | { "event": "route_claimed", 
/**
 * The player.
 */
seat: Seat, 
/**
 * The route.
 */
route: RouteId, 
/**
 * The cards paid, those for a tunnel's extra included.
 */
paid: CardCounts, 
/**
 * The points it scored.
 */
points: number, } | { "event": "passed", 
/**
 * The player.
 */
seat: Seat, } | { "event": "last_round_began", 
/**
 * The player.
 */
seat: Seat, } | { "event": "game_ended" } | { "event": "tunnel_revealed", 
/**
 * The player who wants to claim it.
 */
seat: Seat, 
/**
 * The tunnel.
 */
route: RouteId, 
/**
 * The cards laid.
 */
laid: CardCounts, 
/**
 * The cards turned up.
 */
cards: CardCounts, 
/**
 * How many more cards it asks for.
 */
extra: number, } | { "event": "tunnel_left", 
/**
 * The player.
 */
seat: Seat, 
/**
 * The tunnel.
 */
route: RouteId, } | { "event": "station_built", 
/**
 * The player.
 */
seat: Seat, 
/**
 * Where.
 */
location: LocationId, 
/**
 * The cards paid.
 */
paid: CardCounts, } | { "event": "tourists_placed", 
/**
 * The player who placed it.
 */
seat: Seat, 
/**
 * The kind.
 */
kind: TouristKind, 
/**
 * Where.
 */
location: LocationId, } | { "event": "tourist_taken", 
/**
 * The player.
 */
seat: Seat, 
/**
 * Where.
 */
location: LocationId, 
/**
 * The kind.
 */
kind: TouristKind, } | { "event": "passenger_taken", 
/**
 * The player.
 */
seat: Seat, 
/**
 * Where.
 */
location: LocationId, 
/**
 * The passenger's colour.
 */
color: Color, };

/**
 * Whether something can be done now.
 */
export type Explanation = { 
/**
 * The target of the question.
 */
target: ActionTarget, 
/**
 * Why not; none if it can be done.
 */
refusal: Refusal | null, 
/**
 * The cards that the hand lacks to pay for it, if that is the reason.
 */
missing: Missing | null, };

/**
 * The end of a game.
 */
export type FinalScores = { 
/**
 * Each player's score, by seat.
 */
sheets: Array<ScoreSheet>, 
/**
 * The players from first to last.
 */
ranking: Array<Standing>, 
/**
 * The winners; several share the victory if no tie-break decides between them.
 */
winners: SeatSet, };

/**
 * When the first player is chosen (C04), unless the people at the table name one.
 */
export type FirstPlayerChosen = "before_tickets" | "after_tickets";

/**
 * A kind of piece that players own: trains, trams, subways.
 */
export type FleetId = number;

/**
 * A kind of piece.
 */
export type FleetInfo = { 
/**
 * Its kind.
 */
piece: Piece, 
/**
 * How many each player starts with.
 */
count: number, 
/**
 * Points for a route, by the number of cards it asks for; null where there is no such route.
 */
points: Array<number | null>, };

/**
 * The end of a game.
 */
export type GameEnd = { 
/**
 * The scores, line by line, each with the routes and tickets it is made of.
 */
scores: FinalScores, 
/**
 * The seed of every shuffle, in hexadecimal.
 */
seed: string, 
/**
 * Its SHA-256, as shown when the game began.
 */
seal: string, };

/**
 * The current view.
 */
export type GameView = { 
/**
 * The decision that the game waits for.
 */
phase: Phase, 
/**
 * Whose decision it is: several before the first turn, none at the end.
 */
deciders: SeatSet, 
/**
 * The player with the first turn; null until that is chosen, on some maps after the starting tickets.
 */
first: Seat | null, 
/**
 * The five places of the market.
 */
market: [Card | null, Card | null, Card | null, Card | null, Card | null], 
/**
 * How many cards the deck has.
 */
deck: number, 
/**
 * The discards.
 */
discards: CardCounts, 
/**
 * The cards turned up for a tunnel, until the end of the turn.
 */
revealed: CardCounts, 
/**
 * How many tickets each deck has.
 */
ticket_decks: Array<number>, 
/**
 * Turns left, once the last round has begun.
 */
turns_left: number | null, 
/**
 * The public state of each player, by seat.
 */
players: Array<PlayerView>, 
/**
 * Routes that nobody owns and nobody can claim any more.
 */
closed: RouteSet, 
/**
 * The passengers that still wait; locations without any are left out.
 */
passengers?: Array<WaitingPassengers>, 
/**
 * The stacks of tourist tokens, by kind.
 */
tourists?: Array<Stack>, 
/**
 * The viewer's private state; none for a spectator.
 */
own: OwnView | null, };

/**
 * A player's goals, taken together.
 */
export type Goal = { 
/**
 * Tickets to complete: any of the map's, in hand or not.
 */
tickets: Array<TicketId>, 
/**
 * Routes to claim.
 */
routes: Array<RouteId>, };

/**
 * The help that is given.
 */
export type Hint = { "hint": "plans", 
/**
 * The plan.
 */
plan: PlanView, } | { "hint": "move", 
/**
 * The id of its level.
 */
level: string, 
/**
 * The action.
 */
action: Action, };

/**
 * A kind of help.
 */
export type HintKind = "plans" | "move";

/**
 * The help that is asked for.
 */
export type HintWish = { "hint": "plans", } | { "hint": "move", 
/**
 * The id of its level.
 */
level: string, };

/**
 * One revision of the past.
 */
export type HistoryStep = { 
/**
 * The number of the revision.
 */
revision: number, 
/**
 * Its cause.
 */
cause: Cause, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * The events, as the viewer may see them; none for an undo.
 */
events: Array<Event>, 
/**
 * Whether it was taken back later.
 */
undone: boolean, };

/**
 * The rule an action would break, with the facts.
 */
export type IllegalAction = { "why": "not_your_decision", 
/**
 * Whose decision it is.
 */
waiting: SeatSet, } | { "why": "not_now", 
/**
 * Where the game is.
 */
phase: Phase, } | { "why": "too_few_starting_tickets", 
/**
 * How many must be kept.
 */
needed: number, 
/**
 * How many would be.
 */
kept: number, } | { "why": "starting_ticket_not_offered", 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * How many were offered.
 */
offered: number, } | { "why": "too_few_tickets", 
/**
 * How many must be kept.
 */
needed: number, 
/**
 * How many would be.
 */
kept: number, } | { "why": "ticket_not_offered", 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * How many were offered.
 */
offered: number, } | { "why": "no_such_slot", 
/**
 * The place, from 1.
 */
number: number, } | { "why": "slot_empty", 
/**
 * The place, from 1.
 */
number: number, } | { "why": "wild_as_second_card" } | { "why": "deck_empty" } | { "why": "nothing_but_face_up_cards" } | { "why": "no_tickets_left" } | { "why": "split_of_other_number", 
/**
 * How many are to be drawn.
 */
needed: number, 
/**
 * How many were announced.
 */
asked: number, } | { "why": "split_exceeds_deck", 
/**
 * How many were announced.
 */
asked: number, 
/**
 * How many there are.
 */
left: number, } | { "why": "no_such_location" } | { "why": "no_such_route" } | { "why": "route_already_claimed", 
/**
 * The player.
 */
by: Seat, } | { "why": "parallel_route_owned" } | { "why": "parallel_route_closed", 
/**
 * How many play.
 */
players: number, } | { "why": "not_enough_pieces", 
/**
 * How many the route takes.
 */
needed: number, 
/**
 * How many are left.
 */
left: number, } | { "why": "not_enough_of_this_piece", 
/**
 * How many the route takes.
 */
needed: number, 
/**
 * How many are left.
 */
left: number, } | { "why": "wrong_color", 
/**
 * The route's colour.
 */
asked: Color, 
/**
 * The colour offered.
 */
offered: Color, } | { "why": "wrong_number_of_cards", 
/**
 * The price.
 */
needed: number, } | { "why": "not_enough_cards", 
/**
 * The kind of card.
 */
card: Card, 
/**
 * How many the payment names.
 */
needed: number, 
/**
 * How many are in the hand.
 */
held: number, } | { "why": "ferry_needs_wilds", 
/**
 * How many it asks for.
 */
needed: number, 
/**
 * How many were offered.
 */
offered: number, } | { "why": "can_do_something" } | { "why": "tunnel_needs_wilds", 
/**
 * How many it asks for.
 */
needed: number, } | { "why": "too_many_for_tunnel", 
/**
 * How many it asks for.
 */
needed: number, 
/**
 * How many were offered.
 */
offered: number, } | { "why": "no_stations_here" } | { "why": "no_station_left", 
/**
 * How many there were.
 */
built: number, } | { "why": "station_already_here" } | { "why": "station_in_country" } | { "why": "tourists_not_in_reserve" } | { "why": "tourists_already_here" } | { "why": "no_tourist_to_take" } | { "why": "not_an_end_of_the_route" } | { "why": "no_such_passenger", 
/**
 * The colour.
 */
color: Color, };

/**
 * `POST /api/tables/{id}/join`: take a free seat.
 */
export type Join = { 
/**
 * The name: 1 to 24 characters, and unlike the others' at the table.
 */
name: string, 
/**
 * The seat; the first free one if none is named.
 */
seat?: Seat, 
/**
 * The colour; the seat's own if none is named.
 */
color?: PlayerColor, };

/**
 * `POST /api/tables/{id}/chat`: join the chat as a spectator. Players need not: their lines have the name of their seat.
 */
export type JoinChat = { 
/**
 * The name: 1 to 24 characters, and unlike the others' at the table.
 */
name: string, };

/**
 * What was played and its alternatives, in worlds that fit what the player knew.
 */
export type Judgement = { 
/**
 * What was played. Its gains are 0.
 */
played: ReviewedMove, 
/**
 * The best alternatives, the best first. None of them need be better than what was played.
 */
alternatives: Array<ReviewedMove>, 
/**
 * How many moves were tried at first.
 */
tried: number, 
/**
 * What the choice cost, compared with the best alternative: chance to win. 0 if nothing better is known.
 */
loss: Estimate, 
/**
 * The same in points of the margin.
 */
margin_loss: Estimate, 
/**
 * What is said about it.
 */
verdict: Verdict, };

/**
 * How many of the offered tickets must be kept: any number from the fewest to all.
 */
export type KeepChoice = { 
/**
 * How many are offered.
 */
offered: number, 
/**
 * How many must be kept at least.
 */
at_least: number, };

/**
 * Where a name is written: one line.
 */
export type LabelInfo = { 
/**
 * Where the line begins, has its middle or ends, by `anchor`.
 */
x: number, 
/**
 * Its baseline.
 */
y: number, 
/**
 * `start`, `middle` or `end`, as SVG's `text-anchor`.
 */
anchor: string, 
/**
 * The height of its letters.
 */
size: number, };

/**
 * A piece of the ground.
 */
export type LandInfo = { 
/**
 * `land`, `foreign`, `lake`, `river`, `border`, `park`, `street` or `bridge`.
 */
kind: string, 
/**
 * Whether it matters less than others of its kind, as the border of a state does.
 */
minor: boolean, 
/**
 * Its shape, as SVG path data.
 */
path: string, };

/**
 * The legal actions of a viewer. Actions that are left out of a message are not possible.
 */
export type LegalChoices = { 
/**
 * `claim_route`: any of a group's routes with any of its payments.
 */
claims?: Array<ClaimChoice>, 
/**
 * `build_station`.
 */
stations?: StationChoice, 
/**
 * `draw_open`: the places of the market.
 */
draw_open?: Array<number>, 
/**
 * `draw_blind`.
 */
draw_blind?: boolean, 
/**
 * `draw_tickets`.
 */
draw_tickets?: boolean, 
/**
 * `keep_tickets`.
 */
keep?: KeepChoice, 
/**
 * `choose_split`: how many from the first deck and how many from the second.
 */
splits?: Array<SplitChoice>, 
/**
 * `place_tourists`: any of the kinds at any of the locations.
 */
place?: PlaceChoice, 
/**
 * `pay_tunnel`: the possible numbers of wilds.
 */
pay_tunnel?: Array<number>, 
/**
 * `leave_tunnel`.
 */
leave_tunnel?: boolean, 
/**
 * `take_passenger`.
 */
passengers?: Array<PassengerChoice>, 
/**
 * `leave_passengers`.
 */
leave_passengers?: boolean, 
/**
 * `take_tourist`: where.
 */
tourists?: Array<LocationId>, 
/**
 * `pass`.
 */
pass?: boolean, };

/**
 * A level of bots, in the answer to `GET /api/levels`.
 */
export type LevelInfo = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its English name.
 */
name: string, };

/**
 * A route that a player is likely to claim.
 */
export type LikelyRoute = { 
/**
 * The route.
 */
route: RouteId, 
/**
 * In which share of the games it was claimed.
 */
share: number, };

/**
 * A table in the lobby.
 */
export type LobbyTable = { 
/**
 * Its id.
 */
id: string, 
/**
 * The map's id.
 */
map: string, 
/**
 * How far it is.
 */
status: Status, 
/**
 * The seats.
 */
seats: Array<SeatInfo>, 
/**
 * Whether others may watch.
 */
spectators: boolean, 
/**
 * Seconds for a turn.
 */
turn_limit: number | null, 
/**
 * When it was made, in milliseconds since 1970.
 */
created: number, };

/**
 * A city, landmark or neighbouring country of the map.
 */
export type LocationId = number;

/**
 * A city, landmark or neighbouring country.
 */
export type LocationInfo = { 
/**
 * Its id in files and notation.
 */
id: string, 
/**
 * Its names.
 */
name: NameInfo, 
/**
 * Its kind.
 */
kind: LocationKind, };

/**
 * The kind of a location.
 */
export type LocationKind = "city" | "landmark" | "country";

/**
 * How chance changed a player's chance to win, by kind.
 */
export type LuckByKind = { 
/**
 * Cards drawn from the deck, by anybody.
 */
draws: Estimate, 
/**
 * Cards turned up in the market.
 */
market: Estimate, 
/**
 * Tunnels.
 */
tunnels: Estimate, 
/**
 * Tickets offered.
 */
tickets: Estimate, 
/**
 * The first player.
 */
first_player: Estimate, 
/**
 * Fresh deals, where the record branches off from another one.
 */
fresh_deal: Estimate, };

/**
 * The two files of a map, in the answer to `GET /api/maps/{id}/files`: a browser that has them can play it without a server.
 */
export type MapFilesInfo = { 
/**
 * The `map.json`, as text.
 */
map: string, 
/**
 * The `board.json`, as text.
 */
board: string, };

/**
 * Everything about a map.
 */
export type MapInfo = { 
/**
 * Its id.
 */
id: string, 
/**
 * Which version of the map this is.
 */
digest: string, 
/**
 * Its name.
 */
name: NameInfo, 
/**
 * The origin of the board.
 */
origin: Origin, 
/**
 * Where its facts come from.
 */
provenance: string, 
/**
 * The fewest players.
 */
min_players: number, 
/**
 * The most players.
 */
max_players: number, 
/**
 * The numbers of its rulebook.
 */
rules: RulesInfo, 
/**
 * Its locations, by their numbers.
 */
locations: Array<LocationInfo>, 
/**
 * Its routes, by their numbers.
 */
routes: Array<RouteInfo>, 
/**
 * Its tickets, by their numbers.
 */
tickets: Array<TicketInfo>, 
/**
 * The names of its ticket decks, by their numbers.
 */
decks: Array<string>, 
/**
 * Where everything is drawn.
 */
board: BoardInfo, };

/**
 * A map in the list of maps.
 */
export type MapSummary = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: NameInfo, 
/**
 * The origin of the board.
 */
origin: Origin, 
/**
 * Where its facts come from.
 */
provenance: string, 
/**
 * The fewest players.
 */
min_players: number, 
/**
 * The most players.
 */
max_players: number, 
/**
 * How many locations.
 */
locations: number, 
/**
 * How many routes.
 */
routes: number, 
/**
 * How many tickets.
 */
tickets: number, 
/**
 * The rules that only some maps have.
 */
mechanics: Array<MechanicInfo>, };

/**
 * A rule that only some maps have, with the settings that clients show.
 */
export type MechanicInfo = { "mechanic": "tunnels", 
/**
 * How many cards are turned up.
 */
reveal: number, } | { "mechanic": "stations", 
/**
 * The price in cards of the first, the second, ...
 */
costs: Array<number>, 
/**
 * Points for each one not built.
 */
unused_points: number, } | { "mechanic": "longest_path", 
/**
 * The bonus.
 */
points: number, } | { "mechanic": "globetrotter", 
/**
 * The bonus.
 */
points: number, } | { "mechanic": "tourists", 
/**
 * The names of the kinds, by their numbers.
 */
kinds: Array<string>, 
/**
 * Points by number of different tokens.
 */
score: Array<number>, } | { "mechanic": "passengers", 
/**
 * Points for most of a colour.
 */
most: number, 
/**
 * Points for second most.
 */
second: number, 
/**
 * The colours there are.
 */
colors: Array<Color>, };

/**
 * Which mechanic it is, in the order of the list.
 */
export type MechanicKind = "tunnels" | "stations" | "longest_path" | "globetrotter" | "tourists" | "passengers";

/**
 * The score line of a mechanic.
 */
export type MechanicLine = { 
/**
 * Which one.
 */
mechanic: MechanicKind, 
/**
 * How much the player has of what it counts: stations not built, pieces on the longest path, completed tickets,
 * different tokens.
 */
count: number, 
/**
 * The routes that show it, in order.
 */
routes: Array<RouteId>, 
/**
 * Its value.
 */
points: number, };

/**
 * The cards that a hand lacks for a route or a station, in the colour that lacks least.
 */
export type Missing = { 
/**
 * The colour; none if wilds alone are missing (a ferry).
 */
color: Color | null, 
/**
 * How many cards in all, of this colour or wild.
 */
cards: number, 
/**
 * How many of them must be wild.
 */
wilds: number, };

/**
 * One of the client's games.
 */
export type MyGame = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The map's id.
 */
map: string, 
/**
 * How far it is.
 */
status: Status, 
/**
 * The seats.
 */
seats: Array<SeatInfo>, 
/**
 * The client's seats.
 */
yours: Array<Seat>, 
/**
 * The winners, if it is over. Empty for games that ended before this was kept.
 */
winners: Array<Seat>, 
/**
 * Whether the game waits for one of them.
 */
your_turn: boolean, 
/**
 * When the turn's time is up, in milliseconds since 1970.
 */
deadline: number | null, 
/**
 * When something last happened, in milliseconds since 1970.
 */
updated: number, };

/**
 * The answer to `GET /api/games`: the client's games, those that wait for it first.
 */
export type MyGames = { 
/**
 * The games.
 */
games: Array<MyGame>, };

/**
 * A name in the languages people read.
 */
export type NameInfo = { 
/**
 * English.
 */
en: string, 
/**
 * Italian.
 */
it: string, 
/**
 * The local name, where it differs.
 */
local?: string, 
/**
 * Today's name, where the board has an older one.
 */
modern?: string, };

/**
 * The answer to `GET /api/tables`: the open tables.
 */
export type OpenTables = { 
/**
 * The newest first.
 */
tables: Array<LobbyTable>, };

/**
 * The facts that depend on the deal of a challenge.
 */
export type OpenedChallenge = { 
/**
 * The seed, in hexadecimal.
 */
seed: string, 
/**
 * The finished games, the best first.
 */
results: Array<ChallengeResult>, };

/**
 * Whose board a map is.
 */
export type Origin = "published" | "own";

/**
 * A ticket and how far it is.
 */
export type OwnTicket = { 
/**
 * The ticket.
 */
ticket: TicketId, 
/**
 * How far it is.
 */
status: OwnTicketStatus, 
/**
 * Own routes (and one borrowed by a station) that join its ends; or, while it is open, own routes joined to either
 * end.
 */
joined: Array<RouteId>, 
/**
 * The fewest pieces still to be placed, over routes that are free; 0 when it is done.
 */
missing: number, };

/**
 * How far a ticket is.
 */
export type OwnTicketStatus = "done" | "provisional" | "open" | "blocked";

/**
 * The private state of one player.
 */
export type OwnView = { 
/**
 * The player.
 */
seat: Seat, 
/**
 * The cards in hand.
 */
hand: CardCounts, 
/**
 * The tickets kept, with how far they are.
 */
tickets: Array<OwnTicket>, 
/**
 * The tickets to choose from, in the order of the bits of `keep_tickets`.
 */
offer: Array<TicketId>, 
/**
 * The split announced before the first turn, until all have announced theirs.
 */
split: [number, number] | null, 
/**
 * The price of the next station, in cards of one colour.
 */
station_price?: number, };

/**
 * How fast bots move.
 */
export type Pace = "instant" | "fast" | "normal" | "slow";

/**
 * Where two games of the same deal part.
 */
export type Parted = { 
/**
 * The number of the step, the same in both games; step 0 is the deal.
 */
step: number, 
/**
 * The number of the turn it belongs to; 0 before the first.
 */
turn: number, 
/**
 * The step in each game, with everything open; none where the game has ended before.
 */
steps: [ReplayStep | null, ReplayStep | null], };

/**
 * A passenger that may be taken.
 */
export type PassengerChoice = { 
/**
 * Where.
 */
location: LocationId, 
/**
 * The passenger's colour.
 */
color: Color, };

/**
 * Where a player stands among those who hold passengers of one colour.
 */
export type PassengerRank = "most" | "second" | "behind";

/**
 * The cards laid for a route or a station: wilds, and the rest in one colour.
 *
 * The number of cards is the price of the route or station. A payment of wilds alone has no colour, so each payment can be
 * written in one way only.
 */
export type Payment = { 
/**
 * The colour of the cards that are not wild; none if all are.
 */
color: Color | null, 
/**
 * How many of the cards are wild.
 */
wilds: number, };

/**
 * The decision that the game waits for.
 */
export type Phase = { "phase": "choosing_splits", 
/**
 * The seats that have not chosen yet.
 */
waiting: SeatSet, } | { "phase": "choosing_tickets", 
/**
 * The seats that have not chosen yet.
 */
waiting: SeatSet, } | { "phase": "turn", 
/**
 * Whose turn it is.
 */
seat: Seat, } | { "phase": "second_card", 
/**
 * Whose turn it is.
 */
seat: Seat, } | { "phase": "choosing_split", 
/**
 * Whose turn it is.
 */
seat: Seat, } | { "phase": "keeping_tickets", 
/**
 * Whose turn it is.
 */
seat: Seat, } | { "phase": "over" } | { "phase": "paying_tunnel", 
/**
 * Whose turn it is.
 */
seat: Seat, 
/**
 * The tunnel.
 */
route: RouteId, 
/**
 * The payment laid so far.
 */
laid: Payment, 
/**
 * How many more cards are asked for.
 */
extra: number, } | { "phase": "placing_tourists", 
/**
 * The player who places.
 */
seat: Seat, } | { "phase": "taking_tourist", 
/**
 * Whose turn it is.
 */
seat: Seat, 
/**
 * The route.
 */
route: RouteId, } | { "phase": "taking_passengers", 
/**
 * Whose turn it is.
 */
seat: Seat, 
/**
 * The route.
 */
route: RouteId, 
/**
 * The ends from which none has been taken yet.
 */
ends: [LocationId | null, LocationId | null], };

/**
 * A kind of piece that players put on routes.
 */
export type Piece = "train" | "tram" | "subway";

/**
 * A player's pieces.
 */
export type PieceFigures = { 
/**
 * Pieces placed on routes.
 */
placed: number, 
/**
 * Pieces left.
 */
left: number, 
/**
 * Those placed on routes that are on no completed ticket's path.
 */
off_tickets: number, 
/**
 * Points of the final score for each piece placed.
 */
points_each: number, };

/**
 * Which stacks may be placed, and where.
 */
export type PlaceChoice = { 
/**
 * The kinds.
 */
kinds: Array<TouristKind>, 
/**
 * The locations.
 */
locations: Array<LocationId>, };

/**
 * The cheapest way to a goal, over routes that are free now.
 */
export type PlanView = { 
/**
 * The request.
 */
goal: Goal, 
/**
 * The way of each ticket that can still be completed, in the order of their numbers. Ways may share routes.
 */
ways: Array<PlannedWay>, 
/**
 * Tickets that free routes and the pieces left can't complete.
 */
blocked: Array<TicketId>, 
/**
 * Wanted routes that can't be claimed any more.
 */
lost: Array<RouteId>, 
/**
 * The routes of the plan that the player has built.
 */
built: Array<RouteId>, 
/**
 * The routes still to be claimed.
 */
to_claim: Array<RouteId>, 
/**
 * The pieces that these take, by kind.
 */
pieces: Array<number>, 
/**
 * Whether the pieces left are enough.
 */
enough_pieces: boolean, 
/**
 * The cards that they ask for.
 */
cards: PlannedCards, 
/**
 * The cards of the hand that go towards them.
 */
from_hand: CardCounts, 
/**
 * The cards still missing.
 */
missing: PlannedCards, 
/**
 * The turns it takes, if every draw gives the wanted card.
 */
turns: number, 
/**
 * The route to claim next; none if nothing is left to claim.
 */
next: PlannedRoute | null, 
/**
 * Whether it is known that no cheaper plan exists.
 */
cheapest: boolean, };

/**
 * The cards that some routes ask for.
 */
export type PlannedCards = { 
/**
 * Cards of each colour, for routes of that colour; wild ones for ferries.
 */
cards: CardCounts, 
/**
 * Cards of any colour, one colour for each gray route.
 */
any: number, 
/**
 * All of them.
 */
total: number, };

/**
 * The route of a plan that is nearest to being paid.
 */
export type PlannedRoute = { 
/**
 * The route.
 */
route: RouteId, 
/**
 * The cards that the hand lacks for it; none if it can be paid.
 */
missing: Missing | null, };

/**
 * The way of one ticket through a plan.
 */
export type PlannedWay = { 
/**
 * The ticket.
 */
ticket: TicketId, 
/**
 * All routes of the way, built or still to be claimed, from the ticket's first end to its second.
 */
path: Array<RouteId>, };

/**
 * `POST /api/challenges/{id}/play`: play it. The answer is [`Seated`](crate::http::Seated); a game that the client has begun there
 * and not finished goes on.
 */
export type PlayChallenge = { 
/**
 * The name to be listed by: 1 to 24 characters.
 */
name: string, 
/**
 * How fast bots move.
 */
pace?: Pace, };

/**
 * `POST /api/deals`, in a browser only: play a deal whose seed is known here. The answer is [`Seated`](crate::http::Seated).
 */
export type PlayDeal = { 
/**
 * The game.
 */
game: ChallengeGame, 
/**
 * The seed, in hexadecimal.
 */
seed: string, 
/**
 * The label of the challenge, as the table shows it.
 */
challenge: string, 
/**
 * The name of the person who plays.
 */
name: string, 
/**
 * How fast bots move.
 */
pace?: Pace, };

/**
 * `POST /api/play_on`: make a table whose game goes on from a moment of a recorded game, against bots. It starts at once.
 */
export type PlayOn = { 
/**
 * The record, JSON or text.
 */
record: string, 
/**
 * How many of its actions are kept; 0 is the deal.
 */
step: number, 
/**
 * The client's seat.
 */
seat: Seat, 
/**
 * The cards it goes on with.
 */
cards: PlayOnCards, 
/**
 * The name: 1 to 24 characters.
 */
name: string, 
/**
 * The levels of the bots in the other seats, in the order of seats.
 */
bots: Array<string>, 
/**
 * The colours, by seat; the usual ones if left out.
 */
colors?: Array<PlayerColor>, 
/**
 * The settings; those left out have their usual values. `first` and `pieces` are the record's.
 */
settings: Partial<Settings>, };

/**
 * The cards that a game goes on with.
 */
export type PlayOnCards = "same" | "fresh";

/**
 * The record that a game goes on from, and the step at which it branches off.
 */
export type PlayedOn = { 
/**
 * The SHA-256 of that record's file, in hexadecimal.
 */
origin: string, 
/**
 * How many actions are that record's.
 */
step: number, 
/**
 * The seat that plays on differently.
 */
seat: Seat, 
/**
 * The cards it goes on with.
 */
cards: PlayOnCards, };

/**
 * The colour of a player's pieces.
 */
export type PlayerColor = "blue" | "red" | "green" | "yellow" | "black";

/**
 * The public state of a player.
 */
export type PlayerView = { 
/**
 * Points so far.
 */
score: number, 
/**
 * The pieces left, by kind.
 */
pieces: Array<number>, 
/**
 * How many cards are in the hand.
 */
hand: number, 
/**
 * Cards everybody knows to be in the hand: taken openly and not paid since.
 */
known: CardCounts, 
/**
 * How many tickets are kept, by deck; where the backs are alike, all count for the first.
 */
tickets: Array<number>, 
/**
 * The routes claimed.
 */
routes: RouteSet, 
/**
 * Where stations stand, in the order built.
 */
stations?: Array<LocationId>, 
/**
 * The passengers taken.
 */
passengers?: CardCounts, 
/**
 * The kinds of tourist tokens taken.
 */
tourists?: TouristSet, };

/**
 * Something on the board.
 */
export type PointedAt = { "route": RouteId } | { "location": LocationId };

/**
 * Something that all people at the table must agree to.
 */
export type Proposal = { "proposal": "takeback", } | { "proposal": "replace", 
/**
 * The seat.
 */
seat: Seat, };

/**
 * Why something was not done.
 */
export type Refusal = { 
/**
 * The kind of the reason.
 */
code: RefusalCode, 
/**
 * The id of the rule, when a rule of the game forbids it.
 */
rule: string | null, 
/**
 * The rule's facts.
 */
facts: IllegalAction | null, 
/**
 * The reason in English.
 */
words: string, };

/**
 * Kinds of reasons.
 */
export type RefusalCode = "rule" | "stale" | "not_your_seat" | "not_host" | "cannot_undo" | "wrong_status" | "not_allowed" | "sealed" | "taken" | "name_taken" | "not_found" | "bad_request" | "not_a_record" | "record_version" | "record_map" | "broken_record" | "too_large" | "too_many" | "too_slow" | "other_origin" | "not_saved" | "save_unknown" | "stopping" | "internal";

/**
 * The answer to `GET /api/tables/{id}/replay` and `POST /api/replay`: steps of a finished game through one viewer's
 * eyes. Query: `viewer` (a seat's number, or `all`; a spectator if left out), `from`, `count` (at most 100).
 */
export type Replay = { 
/**
 * The map's id.
 */
map: string, 
/**
 * The players' names, by seat.
 */
players: Array<string>, 
/**
 * The players' colours, by seat.
 */
colors: Array<PlayerColor>, 
/**
 * How many steps there are; step 0 is the deal.
 */
steps_in_all: number, 
/**
 * The steps asked for.
 */
steps: Array<ReplayStep>, 
/**
 * How it ended; none for a record that stops before.
 */
end: GameEnd | null, 
/**
 * The game that this one goes on from, if it was played on from a record.
 */
played_on?: PlayedOn, 
/**
 * Where the players were allowed to ask for help: how often each did, by seat.
 */
help?: Array<number>, };

/**
 * Whose eyes a replay is seen through.
 */
export type ReplayEyes = "all" | "spectator" | { "seat": number };

/**
 * A moment of a replay, and whose eyes it is seen through.
 */
export type ReplayMoment = { 
/**
 * The step; 0 is the deal.
 */
step: number, 
/**
 * Whose eyes: a seat's, all together, or a spectator's.
 */
viewer: ReplayEyes, };

/**
 * One step of a replay.
 */
export type ReplayStep = { 
/**
 * Its number; 0 is the deal.
 */
step: number, 
/**
 * The number of the turn it belongs to; 0 before the first.
 */
turn: number, 
/**
 * The player who acted; none at the deal.
 */
seat: Seat | null, 
/**
 * The action, in notation; none where the viewer may not know it.
 */
notation: string | null, 
/**
 * The events, as the viewer saw them.
 */
events: Array<Event>, 
/**
 * The view at that moment.
 */
view: GameView, 
/**
 * The private state of each player, by seat, if `all` was requested.
 */
hands?: Array<OwnView>, };

/**
 * Where starting tickets go that a player does not keep.
 */
export type Returned = "bottom" | "removed" | "reshuffled";

/**
 * How far a review is.
 */
export type ReviewProgress = { 
/**
 * The units of work done.
 */
done: number, 
/**
 * All of them. Later ones take longer.
 */
total: number, 
/**
 * The kind of the next one.
 */
stage: ReviewStage, };

/**
 * Everything that a review knows so far. Chances are from 0 to 1; lists with one entry per player are in the order of seats.
 */
export type ReviewReport = { 
/**
 * The version of this form: [`REPORT_VERSION`].
 */
version: number, 
/**
 * The fingerprint of the game: a report belongs to the record that has the same one ([`crate::fingerprint`]).
 */
game: string, 
/**
 * The depth that was asked for: games played out for each move that stays on trial.
 */
rollouts: number, 
/**
 * How much of the work is done.
 */
progress: ReviewProgress, 
/**
 * The positions: the first is the deal, and number `n` is the one after `n` actions.
 */
positions: Array<ReviewedPosition>, 
/**
 * The decisions, one per action of the record and in its order: `decisions[n]` leads from `positions[n]` to
 * `positions[n + 1]`.
 */
decisions: Array<ReviewedDecision>, 
/**
 * The few decisions to look at, by index, the costliest first: for each player the ones that cost most, with the
 * same advice given once.
 */
moments: Array<number>, 
/**
 * A summary per player.
 */
players: Array<ReviewedPlayer>, };

/**
 * What a review is doing.
 */
export type ReviewStage = "coarse" | "refining" | "confirming" | "done";

/**
 * One decision of one player.
 */
export type ReviewedDecision = { 
/**
 * The player.
 */
seat: Seat, 
/**
 * The turn it belongs to, from 1; 0 before the first turn.
 */
turn: number, 
/**
 * What was done.
 */
action: Action, 
/**
 * The same in notation.
 */
notation: string, 
/**
 * How it was judged, from what the player knew; `None` if there was nothing to choose, or before the first look.
 */
judgement: Judgement | null, 
/**
 * How the choice changed each player's chance, compared with a skilled bot in the same place. `None` before the first look.
 */
choice: Array<Estimate> | null, 
/**
 * How its outcome changed each player's chance, compared with the expected outcome. `None` if nothing was left to chance,
 * or before the first look.
 */
luck: Array<Estimate> | null, 
/**
 * What was left to chance.
 */
chance_event: ChanceEvent | null, };

/**
 * A move that was tried.
 */
export type ReviewedMove = { 
/**
 * The move.
 */
action: Action, 
/**
 * The same in notation.
 */
notation: string, 
/**
 * The player's chance to win with it.
 */
chance: Estimate, 
/**
 * The expected margin over the best opponent, in points.
 */
margin: Estimate, 
/**
 * How much better the chance is than with what was played, from the same worlds.
 */
gain: Estimate, 
/**
 * The same in points of the margin.
 */
margin_gain: Estimate, 
/**
 * In how many worlds it was compared with what was played.
 */
worlds: number, 
/**
 * The routes that the bot in the player's seat went on to claim after this move, the most frequent first.
 */
plan: Array<LikelyRoute>, };

/**
 * The summary of one player.
 */
export type ReviewedPlayer = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The final score.
 */
total: number, 
/**
 * The share of the victory: 1 for the winner, a half for each of two who share it.
 */
victory: number, 
/**
 * The share of what was at stake in decisions that was kept: 1 for the best moves, 0 for moves at random. `None` as long
 * as its error is large, or if too little was at stake.
 */
accuracy: Estimate | null, 
/**
 * How many decisions had a choice.
 */
decisions: number, 
/**
 * How many of them were costly.
 */
costly: number, 
/**
 * The chance to win right after the deal. `None` before the first look.
 */
first_chance: Estimate | null, 
/**
 * How the player's own choices changed the chance, in all. With `others` and `luck` it leads from `first_chance` to `victory`.
 */
own_choices: Estimate | null, 
/**
 * How the others' choices changed it.
 */
others_choices: Estimate | null, 
/**
 * How chance changed it.
 */
luck: Estimate | null, 
/**
 * The same by kind.
 */
luck_by_kind: LuckByKind | null, 
/**
 * Tickets.
 */
tickets: TicketFigures, 
/**
 * Cards.
 */
cards: CardFigures, 
/**
 * Pieces.
 */
pieces: PieceFigures, 
/**
 * Turns.
 */
turns: TurnFigures, 
/**
 * Claims that took routes away.
 */
blocking: BlockingFigures, 
/**
 * What the map's own rules brought: stations left, passengers, tourists, the longest path, most tickets.
 */
bonuses: Array<BonusFigures>, };

/**
 * The game at one moment.
 */
export type ReviewedPosition = { 
/**
 * How many turns have begun.
 */
turn: number, 
/**
 * Each player's chance to win, all hands and tickets known and the decks unknown. `None` before the first look.
 */
chances: Array<Estimate> | null, 
/**
 * Each player's points for routes so far, as everybody sees them.
 */
scores: Array<number>, 
/**
 * Each player's points if the game ended now: with tickets won and lost, and all bonuses.
 */
totals: Array<number>, };

/**
 * A route of the map.
 */
export type RouteId = number;

/**
 * A route.
 */
export type RouteInfo = { 
/**
 * One end.
 */
a: LocationId, 
/**
 * The other end.
 */
b: LocationId, 
/**
 * Its colour, unless it is gray.
 */
color: Color | null, 
/**
 * How many pieces it takes.
 */
spaces: number, 
/**
 * How many cards it asks for.
 */
cards: number, 
/**
 * How many of these must be wild (E02).
 */
wilds: number, 
/**
 * Whether it is a tunnel (E03).
 */
tunnel: boolean, 
/**
 * The kind of piece it takes.
 */
fleet: FleetId, 
/**
 * Its points (C25).
 */
points: number, 
/**
 * Its number among all routes between the same two locations, from 1.
 */
lane: number, };

/**
 * A set of routes.
 */
export type RouteSet = Array<number>;

/**
 * The numbers of a rulebook.
 */
export type RulesInfo = { 
/**
 * The whole card deck.
 */
cards: CardCounts, 
/**
 * The picture on the wilds.
 */
wild: WildName, 
/**
 * Cards dealt to each player.
 */
starting_hand: number, 
/**
 * The kinds of pieces, by their numbers.
 */
fleets: Array<FleetInfo>, 
/**
 * This many pieces or fewer left at the end of a turn bring the last round.
 */
last_round_at: number, 
/**
 * With this many players or fewer, one claimed route closes those parallel to it.
 */
single_lane_up_to: number, 
/**
 * Whether a turn may take face-up cards while deck and discards are empty.
 */
empty_deck: EmptyDeck, 
/**
 * When the first player is chosen.
 */
first_player: FirstPlayerChosen, 
/**
 * How many starting tickets each player is dealt.
 */
start_count: number, 
/**
 * How many of them from each deck, by the decks' numbers; null where the player says how many from which.
 */
start_by_deck: Array<number> | null, 
/**
 * How many starting tickets must be kept.
 */
start_keep: number, 
/**
 * Where the others go.
 */
start_returned: Returned, 
/**
 * How many tickets are drawn in a turn.
 */
draw_count: number, 
/**
 * How many of them must be kept.
 */
draw_keep: number, 
/**
 * The decks to draw from; with two of them the player says how many from which.
 */
draw_decks: Array<DeckId>, 
/**
 * The rules that only some maps have.
 */
mechanics: Array<MechanicInfo>, 
/**
 * The tie-breaks, first to last.
 */
tie_breaks: Array<TieBreak>, };

/**
 * A part of a player's score.
 */
export type ScoreLine = { "line": "routes", 
/**
 * The routes.
 */
routes: RouteSet, 
/**
 * Their points.
 */
points: number, } | { "line": "failed_ticket", 
/**
 * The ticket.
 */
ticket: TicketId, 
/**
 * Its points, less than zero.
 */
points: number, } | { "line": "completed_ticket", 
/**
 * The ticket.
 */
ticket: TicketId, 
/**
 * The routes that join its ends, in order.
 */
path: Array<RouteId>, 
/**
 * Those of them that a station borrows.
 */
borrowed: RouteSet, 
/**
 * Its value.
 */
points: number, } | { "line": "station", 
/**
 * Where it stands.
 */
location: LocationId, 
/**
 * The route it borrows, if one helps.
 */
borrowed: RouteId | null, } | { "line": "passengers", 
/**
 * The colour.
 */
color: Color, 
/**
 * How many.
 */
count: number, 
/**
 * Whether that is most, second most or neither.
 */
place: PassengerRank, 
/**
 * Their points.
 */
points: number, } | { "line": "mechanic" } & MechanicLine;

/**
 * One player's score.
 */
export type ScoreSheet = { 
/**
 * The player.
 */
seat: Seat, 
/**
 * Its lines.
 */
lines: Array<ScoreLine>, 
/**
 * The sum of the lines.
 */
total: number, };

/**
 * A player's place at the table; play goes from seat to seat + 1.
 */
export type Seat = number;

/**
 * The player of a seat.
 */
export type SeatHolder = { "who": "open" } | { "who": "person" } | { "who": "bot", 
/**
 * The id of its level.
 */
level: string, };

/**
 * A seat and its player.
 */
export type SeatInfo = { 
/**
 * The player or bot in the seat.
 */
who: SeatHolder, 
/**
 * The name shown; empty for a free seat.
 */
name: string, 
/**
 * The colour of its pieces.
 */
color: PlayerColor, 
/**
 * Whether the person is connected; a bot always is.
 */
connected: boolean, 
/**
 * The level of the bot that plays for a person who is away.
 */
stand_in: string | null, };

/**
 * The answer to `POST /api/tables/{id}/seats/{seat}/link`: a link that moves the seat to the device that opens it,
 * once.
 */
export type SeatLink = { 
/**
 * The path and fragment to open, as in `/seat#…`. What follows `#` is the token.
 */
path: string, 
/**
 * When it ends, in milliseconds since 1970.
 */
expires: number, };

/**
 * A seat as it is asked for.
 */
export type SeatRequest = { 
/**
 * The person or bot in it.
 */
who: Sitter, 
/**
 * The colour; any free one if none is named.
 */
color?: PlayerColor, };

/**
 * A set of seats.
 */
export type SeatSet = Array<number>;

/**
 * The answer: the table and the client's seats there. Also for a rematch and for a seat moved to this device.
 */
export type Seated = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The client's seats.
 */
seats: Array<Seat>, };

/**
 * The answer to `GET /api/tables/{id}/record` while the game runs: what the asker has seen, and nothing else. Once it
 * is over the answer is the whole record, as `capolinea replay` reads it.
 */
export type SeenRecord = { 
/**
 * `capolinea seen record`.
 */
format: string, 
/**
 * The version of this form.
 */
version: number, 
/**
 * The map's id.
 */
map: string, 
/**
 * The map's digest.
 */
digest: string, 
/**
 * The players' names, by seat.
 */
players: Array<string>, 
/**
 * The SHA-256 of the seed.
 */
seal: string, 
/**
 * The seat whose view it is; none for a spectator.
 */
seat: Seat | null, 
/**
 * The events.
 */
steps: Array<HistoryStep>, 
/**
 * The current view.
 */
view: GameView, };

/**
 * A message from the server.
 */
export type ServerMessage = { "type": "welcome", 
/**
 * The version of the server's program. A client built for another one reloads itself.
 */
version: string, 
/**
 * The server's clock, in milliseconds since 1970.
 */
now: number, 
/**
 * The identity of the client at this table.
 */
you: You, 
/**
 * The table.
 */
table: TableView, 
/**
 * The last lines of chat.
 */
chat: Array<ChatLine>, 
/**
 * The game, once it has begun.
 */
update: Update | null, } | { "type": "table", 
/**
 * The identity of the client now.
 */
you: You, 
/**
 * The table.
 */
table: TableView, } | { "type": "update" } & Update | { "type": "shuffle", 
/**
 * The number of the round; another one follows if somebody withholds their part.
 */
round: number, 
/**
 * The SHA-256 of the server's part.
 */
seal: string, 
/**
 * None while parts are being sealed; then all seals, and each player shows their part.
 */
parts: Array<ShuffleSeal> | null, } | { "type": "refused", 
/**
 * The client's number for it.
 */
id: number, 
/**
 * Why.
 */
refusal: Refusal, } | { "type": "done", 
/**
 * The client's number for it.
 */
id: number, } | { "type": "chat", 
/**
 * The line.
 */
line: ChatLine, } | { "type": "history", 
/**
 * The first revision sent.
 */
from: number, 
/**
 * One entry per revision, in order.
 */
steps: Array<HistoryStep>, 
/**
 * How many revisions the game has; if that is more than were sent, ask again from the next.
 */
revision: number, } | { "type": "explained", 
/**
 * The client's number for the question.
 */
request: number, 
/**
 * The revision the answers are about.
 */
revision: number, 
/**
 * One entry per target, in the order asked.
 */
answers: Array<Explanation>, } | { "type": "planned", 
/**
 * The client's number for the question.
 */
request: number, 
/**
 * The revision the plans are for.
 */
revision: number, 
/**
 * One entry per goal, in the order asked.
 */
plans: Array<PlanView>, } | { "type": "hinted", 
/**
 * The client's number for it.
 */
id: number, 
/**
 * The revision it is for.
 */
revision: number, 
/**
 * The help.
 */
hint: Hint, } | { "type": "together" } & Together | { "type": "pong", 
/**
 * The client's message.
 */
at: number, 
/**
 * The server's clock, in milliseconds since 1970.
 */
now: number, } | { "type": "goodbye", 
/**
 * Why.
 */
refusal: Refusal, 
/**
 * Whether connecting again may help, and after how many milliseconds.
 */
retry_after: number | null, };

/**
 * The settings made with the table.
 */
export type Settings = { 
/**
 * The first player: a seat, or anybody by the seed.
 */
first: Seat | null, 
/**
 * Whether the lobby lists the table; otherwise only its link leads there.
 */
listed: boolean, 
/**
 * Whether all may agree to undo a turn that can't be undone at once.
 */
takebacks: boolean, 
/**
 * Whether others may watch.
 */
spectators: boolean, 
/**
 * Whether those who watch may chat.
 */
spectator_chat: boolean, 
/**
 * Seconds a player has for a turn, from 15 to 14 days; then a bot stands in. None: no limit.
 */
turn_limit: number | null, 
/**
 * How fast bots move.
 */
pace: Pace, 
/**
 * The most pieces of each kind per player, for a short game. Left out: as many as the map has.
 */
pieces?: number, 
/**
 * Whether players may ask for help: plans for their tickets, or a bot's move. Left out: in a game of one person against bots.
 */
help?: boolean, };

/**
 * How a seed was made by several devices together. While the game is played only seals are shown.
 */
export type Shuffle = { 
/**
 * The number of attempts: a new one begins whenever somebody withholds the part that they have sealed.
 */
round: number, 
/**
 * The SHA-256 of the server's part, shown before any other part.
 */
seal: string, 
/**
 * The server's part, once the game is over: 32 bytes in hexadecimal.
 */
secret: string | null, 
/**
 * The players' parts, in the order of their seats.
 */
parts: Array<ShuffleSeal>, };

/**
 * A player's part of a shuffle.
 */
export type ShuffleSeal = { 
/**
 * The player's (first) seat.
 */
seat: Seat, 
/**
 * The SHA-256 of the part.
 */
seal: string, 
/**
 * The part, once the game is over.
 */
value: string | null, };

/**
 * The person or bot that is to have a seat.
 */
export type Sitter = { "sitter": "open" } | { "sitter": "here", 
/**
 * The name: 1 to 24 characters, and unlike the others' at the table.
 */
name: string, } | { "sitter": "bot", 
/**
 * The id of its level.
 */
level: string, };

/**
 * One space of a route.
 */
export type SpaceInfo = { 
/**
 * Its middle.
 */
x: number, 
/**
 * Its middle.
 */
y: number, 
/**
 * How it is turned, in degrees clockwise.
 */
angle: number, };

/**
 * A split of the tickets to be drawn.
 */
export type SplitChoice = { 
/**
 * How many from the first deck.
 */
first: number, 
/**
 * How many from the second.
 */
second: number, };

/**
 * The tourist tokens of one kind.
 */
export type Stack = { 
/**
 * Where they stand; nowhere before they are placed.
 */
location: LocationId | null, 
/**
 * How many are left.
 */
left: number, };

/**
 * A player's place.
 */
export type Standing = { 
/**
 * The player.
 */
seat: Seat, 
/**
 * The place, from 1; players with equal results share it.
 */
place: number, 
/**
 * The total.
 */
total: number, 
/**
 * The tie-break that separates this player from the one before with the same total.
 */
behind_by: TieBreak | null, };

/**
 * Where a station may be built, and how it may be paid for.
 */
export type StationChoice = { 
/**
 * The cities.
 */
locations: Array<LocationId>, 
/**
 * The payments, from few wilds to many.
 */
payments: Array<Payment>, };

/**
 * How far a table is.
 */
export type Status = "waiting" | "playing" | "finished" | "abandoned";

/**
 * A table as everybody there sees it.
 */
export type TableView = { 
/**
 * Its id, part of its link.
 */
id: string, 
/**
 * The map's id.
 */
map: string, 
/**
 * How far it is.
 */
status: Status, 
/**
 * The settings.
 */
settings: Settings, 
/**
 * The players by seat.
 */
seats: Array<SeatInfo>, 
/**
 * How many watch.
 */
spectators: number, 
/**
 * The SHA-256 of the game's seed, in hexadecimal: once the game has begun.
 */
seal: string | null, 
/**
 * How the seed was made, where several people's devices made it together.
 */
shuffle: Shuffle | null, 
/**
 * The open vote.
 */
vote: Vote | null, 
/**
 * The table that a rematch is played at.
 */
rematch: string | null, 
/**
 * The challenge that this is a game of.
 */
challenge: string | null, 
/**
 * The game that this one goes on from, if it was played on from a record.
 */
played_on?: PlayedOn, };

/**
 * A player's tickets.
 */
export type TicketFigures = { 
/**
 * How many were offered.
 */
offered: number, 
/**
 * Those completed.
 */
completed: Array<TicketId>, 
/**
 * Those not completed.
 */
failed: Array<TicketId>, 
/**
 * Points won with those completed.
 */
won: number, 
/**
 * Points lost with those not completed.
 */
lost: number, };

/**
 * A ticket of the map.
 */
export type TicketId = number;

/**
 * A ticket.
 */
export type TicketInfo = { 
/**
 * Its deck.
 */
deck: DeckId, 
/**
 * One end.
 */
a: LocationId, 
/**
 * The other end.
 */
b: LocationId, 
/**
 * Its value.
 */
points: number, };

/**
 * A set of tickets.
 */
export type TicketSet = Array<number>;

/**
 * A rule that decides between players with the same score.
 */
export type TieBreak = "completed_tickets" | "fewer_stations" | "longest_path" | "passengers";

/**
 * The people who look at a replay together.
 */
export type Together = { 
/**
 * The client's own number.
 */
you: number, 
/**
 * Everybody, in the order in which they came.
 */
people: Array<Companion>, 
/**
 * The moment that the leader looks at.
 */
at: ReplayMoment, };

/**
 * An act of somebody who looks at a replay together with others.
 */
export type TogetherAct = { "act": "join", 
/**
 * The name: 1 to 24 characters.
 */
name: string, 
/**
 * The moment that is looked at.
 */
at: ReplayMoment, } | { "act": "leave", } | { "act": "go", 
/**
 * The moment.
 */
at: ReplayMoment, } | { "act": "point", 
/**
 * What is pointed at.
 */
at: PointedAt | null, } | { "act": "hand_over", 
/**
 * The other's number.
 */
to: number, };

/**
 * A kind of tourist token.
 */
export type TouristKind = number;

/**
 * A set of kinds of tourist tokens.
 */
export type TouristSet = Array<number>;

/**
 * A player's turns.
 */
export type TurnFigures = { 
/**
 * All turns.
 */
all: number, 
/**
 * Turns in which a route was claimed.
 */
claims: number, 
/**
 * Turns in which cards were drawn.
 */
draws: number, 
/**
 * Turns in which tickets were drawn.
 */
tickets: number, 
/**
 * All others: stations built, tunnels left, turns passed.
 */
other: number, 
/**
 * Points of the final score for each turn.
 */
points_each: number, };

/**
 * The game at one revision, as one viewer may see it. Complete by itself: a client that missed some takes the newest
 * view at once and asks for the `history` of the revisions in between.
 */
export type Update = { 
/**
 * The number of the revision; the deal is 0.
 */
revision: number, 
/**
 * Its cause.
 */
cause: Cause, 
/**
 * The events, as the viewer may see them. For revision 0 and in a `welcome`, empty.
 */
events: Array<Event>, 
/**
 * The current view.
 */
view: GameView, 
/**
 * The viewer's legal actions.
 */
legal_actions: LegalChoices, 
/**
 * Whether an `undo` of the viewer's last turn would be accepted now.
 */
can_undo: boolean, 
/**
 * Whether the viewer has a turn that all could agree to undo, if the table's settings allow that.
 */
can_take_back: boolean, 
/**
 * When the current turn's time is up, in milliseconds since 1970; none without a turn limit.
 */
deadline: number | null, 
/**
 * The scores and the seed, once the game is over.
 */
end: GameEnd | null, };

/**
 * `POST /api/seat`: use such a link.
 */
export type UseSeatLink = { 
/**
 * The text after `#`.
 */
token: string, };

/**
 * A judgement in one word.
 */
export type Verdict = "best" | "fine" | "costly";

/**
 * An open vote.
 */
export type Vote = { 
/**
 * Its number.
 */
vote: number, 
/**
 * The seat that asked.
 */
by: Seat, 
/**
 * The proposal.
 */
proposal: Proposal, 
/**
 * The seats that have agreed.
 */
agreed: Array<Seat>, 
/**
 * The seats that have not answered yet.
 */
waiting: Array<Seat>, };

/**
 * The passengers at a location.
 */
export type WaitingPassengers = { 
/**
 * Where.
 */
location: LocationId, 
/**
 * Their colours.
 */
colors: Array<Color>, };

/**
 * The picture on a map's wild cards.
 */
export type WildName = "locomotive" | "ferry" | "bicycle";

/**
 * The role of a client at a table.
 */
export type You = { 
/**
 * The client's seats: none for a spectator, several at a shared screen.
 */
seats: Array<Seat>, 
/**
 * The seat as which the client looks.
 */
eyes: Seat | null, 
/**
 * Whether the client made the table: may change seats and start.
 */
host: boolean, 
/**
 * Whether the client may chat. A spectator must join the chat first.
 */
chat: boolean, };
