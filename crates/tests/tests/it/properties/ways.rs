//! Ways, networks and plans are the cheapest: against every choice of routes, on boards with few free ones.

use capolinea_engine::analysis::{Components, Measure, Needs, Plan, Ways};
use capolinea_engine::position::Position;
use capolinea_engine::rules::MAX_FLEETS;
use capolinea_engine::{
    Card, CardCounts, FirstPlayer, Map, RouteId, RouteSet, Seat, Setup, State, TicketId, TicketSet, View, Viewer,
};
use capolinea_tests::games::{below, maps, shuffle};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// So few routes are free that every choice of them can be tried.
const FREE: usize = 11;

/// A board on which the first player owns some routes, others are gone, and few are free.
fn board(map: &Map, rng: &mut ChaCha8Rng) -> Position {
    let setup = Setup { players: map.min_players(), first: FirstPlayer::Random, seed: [3; 32], pieces: None };
    let mut position = State::new(map, &setup).unwrap().to_position(map);
    let mut routes: Vec<RouteId> = map.route_ids().collect();
    shuffle(rng, &mut routes);
    let free: RouteSet = routes.split_off(routes.len() - FREE).into_iter().collect();
    let owned = below(rng, routes.len() * 3 / 4);
    position.public.unavailable = map.route_ids().collect::<RouteSet>().without(free);
    position.public.seats[Seat(0)].routes = routes.into_iter().take(owned).collect();
    position.public.seats[Seat(0)].pieces = std::array::from_fn(|_| below(rng, 40) as u8);
    position.own[Seat(0)].hand = (0..below(rng, 20)).map(|_| Card::ALL[below(rng, 9)]).collect::<CardCounts>();
    position
}

fn view<'a>(map: &'a Map, position: &'a Position) -> View<'a> {
    View { map, public: &position.public, own: Some(&position.own[Seat(0)]) }
}

fn measured(needs: &Needs, measure: Measure) -> u16 {
    match measure {
        Measure::Pieces => needs.all_pieces(),
        Measure::Cards => needs.cards.total(),
    }
}

/// The least cost of any free routes that complete all of `tickets` together with own ones.
fn cheapest(view: &View<'_>, tickets: TicketSet, measure: Measure, pieces: Option<[u8; MAX_FLEETS]>) -> Option<u16> {
    let free: Vec<RouteId> = view.open_routes(Seat(0)).iter().collect();
    let own = view.public.seats[Seat(0)].routes;
    let choices = (0..1usize << free.len()).map(|chosen| -> RouteSet {
        free.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1).map(|(_, &route)| route).collect()
    });
    let completes = |routes: &RouteSet| {
        let joined = Components::new(view.map, own.union(*routes));
        tickets.into_iter().all(|ticket| joined.joins(view.map.ticket(ticket)))
    };
    let needs = choices.filter(completes).map(|routes| Needs::new(view.map, routes, &CardCounts::NONE));
    let fitting = needs.filter(|needs| pieces.is_none_or(|pieces| needs.is_within(&pieces)));
    fitting.map(|needs| measured(&needs, measure)).min()
}

/// Boards on every map, with some tickets that are not completed.
fn boards(salt: u64, each: usize, most: usize, mut look: impl FnMut(&View<'_>, TicketSet)) {
    let mut rng = ChaCha8Rng::seed_from_u64(salt);
    for map in maps() {
        for _ in 0..each {
            let position = board(map, &mut rng);
            let view = view(map, &position);
            let all = Components::new(map, view.open_routes(Seat(0)).union(view.public.seats[Seat(0)].routes));
            let own = Components::new(map, view.public.seats[Seat(0)].routes);
            let is_of_use = |id: &TicketId| all.joins(map.ticket(*id)) && !own.joins(map.ticket(*id));
            let mut tickets: Vec<TicketId> = map.ticket_ids().filter(is_of_use).collect();
            shuffle(&mut rng, &mut tickets);
            tickets.truncate(1 + below(&mut rng, most));
            look(&view, tickets.into_iter().collect());
        }
    }
}

#[test]
fn a_way_is_the_cheapest_of_all() {
    let (mut found, mut short) = (0, 0);
    boards(51, 30, 2, |view, tickets| {
        let pieces = view.public.seats[Seat(0)].pieces;
        for ticket in tickets {
            for measure in [Measure::Pieces, Measure::Cards] {
                let way = Ways::new(view, measure).unwrap().cheapest(ticket);
                let least = cheapest(view, [ticket].into_iter().collect(), measure, Some(pieces));
                assert_eq!(way.as_ref().map(|way| measured(&way.needs, measure)), least, "{ticket:?} {way:?} {view:?}");
                found += usize::from(way.is_some());
                short += usize::from(way.is_none());
            }
        }
    });
    assert!(found > 100 && short > 10, "{found} {short}");
}

#[test]
fn a_common_network_is_the_cheapest_of_all() {
    let (mut shared, mut short) = (0, 0);
    boards(52, 30, 5, |view, tickets| {
        let pieces = view.public.seats[Seat(0)].pieces;
        for measure in [Measure::Pieces, Measure::Cards] {
            let ways = Ways::new(view, measure).unwrap();
            let network = ways.network(tickets);
            let completed = tickets.without(network.blocked);
            let cost = measured(&network.needs, measure);
            let alone: u16 = network.ways.iter().map(|way| measured(&way.needs, measure)).sum();
            shared += usize::from(cost < alone);
            short += usize::from(!network.is_within_pieces);
            assert_eq!(network.ways.len(), completed.len(), "{network:?} {view:?}");
            if network.is_cheapest {
                assert_eq!(Some(cost), cheapest(view, completed, measure, None), "{network:?} {view:?}");
            }
            let fitting = cheapest(view, completed, measure, Some(pieces));
            if network.is_within_pieces {
                assert!(fitting.is_some_and(|least| least <= cost), "{network:?} {view:?}");
            } else if view.map.rules().fleets.len() == 1 && measure == Measure::Pieces {
                assert_eq!(fitting, None, "{network:?} {view:?}");
            }
        }
    });
    assert!(shared > 20 && short > 10, "{shared} {short}");
}

/// On an empty board all tickets of a map are very many.
#[test]
fn a_network_of_very_many_tickets_completes_all_of_them() {
    for map in maps() {
        for measure in [Measure::Pieces, Measure::Cards] {
            let ways = Ways::on_empty_board(map, measure);
            let network = ways.network(map.ticket_ids().collect());
            assert_eq!((network.ways.len(), network.is_cheapest), (map.tickets().len(), false), "{}", map.id());
            let joined = Components::new(map, network.to_claim);
            assert!(map.tickets().iter().all(|ticket| joined.joins(ticket)), "{}", map.id());
            let alone = map.ticket_ids().map(|ticket| measured(&ways.cheapest(ticket).unwrap().needs, measure));
            assert!(measured(&network.needs, measure) < alone.sum(), "{}", map.id());
        }
    }
}

#[test]
fn one_route_lacks_as_many_cards_as_its_price() {
    let mut rng = ChaCha8Rng::seed_from_u64(53);
    for map in maps() {
        for id in map.route_ids() {
            let hand: CardCounts = (0..below(&mut rng, 12)).map(|_| Card::ALL[below(&mut rng, 9)]).collect();
            let needs = Needs::new(map, [id].into_iter().collect(), &hand);
            let missing = u16::from(map.route(id).price().missing(&hand));
            assert_eq!(needs.missing_cards, missing, "{} {id:?} {hand}", map.id());
            assert_eq!(needs.turns, 1 + missing.div_ceil(2), "{} {id:?} {hand}", map.id());
            assert_eq!(missing == 0, map.route(id).price().ways(&hand) > 0, "{} {id:?} {hand}", map.id());
        }
    }
}

#[test]
fn the_cheapest_way_by_cards_counts_cards_and_not_spaces() {
    let berlin = maps().find(|map| map.id() == "berlin").unwrap();
    let ways = Ways::on_empty_board(berlin, Measure::Cards);
    for id in berlin.ticket_ids() {
        let way = ways.cheapest(id).unwrap();
        let ticket = berlin.ticket(id);
        assert_eq!(way.needs.cards.total(), u16::from(ticket.points), "its tickets are worth what they cost");
        assert!(berlin.route(way.path[0]).touches(ticket.a), "a path begins at the first end");
    }
}

#[test]
fn a_plan_has_all_that_was_asked_for_and_counts_every_card() {
    let mut rng = ChaCha8Rng::seed_from_u64(54);
    let (mut shared, mut lost) = (0, 0);
    boards(55, 20, 3, |view, tickets| {
        let own = view.own.unwrap();
        let mut routes: Vec<RouteId> = view.map.route_ids().collect();
        shuffle(&mut rng, &mut routes);
        let wanted: RouteSet = routes.into_iter().take(4).collect();
        let open = view.open_routes(Seat(0));
        for (tickets, routes) in [(tickets, RouteSet::EMPTY), (TicketSet::EMPTY, wanted), (tickets, wanted)] {
            let plan = Plan::new(view, tickets, routes).unwrap();
            let network = Ways::new(view, Measure::of_plans(view.map)).unwrap().network(tickets);
            if routes.is_empty() {
                assert_eq!((plan.to_claim, plan.needs, &plan.ways), (network.to_claim, network.needs, &network.ways));
            }
            assert_eq!(plan.lost, routes.without(open).without(view.public.seats[Seat(0)].routes), "{plan:?}");
            assert_eq!(
                routes.without(plan.lost).without(plan.built).without(plan.to_claim),
                RouteSet::EMPTY,
                "{plan:?}"
            );
            let joined = Components::new(view.map, plan.built.union(plan.to_claim));
            assert_eq!(plan.ways.len() + plan.blocked.len(), tickets.len(), "{plan:?}");
            assert!(plan.ways.iter().all(|way| joined.joins(view.map.ticket(way.ticket))), "{plan:?}");
            let (needs, share) = (plan.needs, plan.share);
            assert_eq!(share.used.total() + usize::from(share.missing.total()), usize::from(needs.cards.total()));
            assert_eq!(share.missing.total(), needs.missing_cards);
            assert!(share.used.kinds().all(|(card, used)| used <= own.hand[card]), "{plan:?}");
            assert_eq!(plan.next.is_none(), plan.to_claim.is_empty());
            let fewest = plan.to_claim.into_iter().map(|route| view.map.route(route).price().missing(&own.hand)).min();
            let missing = plan.next.map(|next| next.missing.map_or(0, |missing| missing.cards));
            assert_eq!(missing, fewest, "the next route is the one that lacks least");
            shared += usize::from(!tickets.is_empty() && !routes.is_empty() && plan.blocked.is_empty());
            lost += plan.lost.len();
        }
    });
    assert!(shared > 20 && lost > 20, "{shared} {lost}");
}

#[test]
fn a_plan_for_two_tickets_takes_no_fewer_cards_than_one_for_either() {
    let berlin = maps().find(|map| map.id() == "berlin").unwrap();
    let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [3; 32], pieces: None };
    let state = State::new(berlin, &setup).unwrap();
    let view = state.view(berlin, Viewer::Seat(Seat(0)));
    let plan = |tickets: &[TicketId]| Plan::new(&view, tickets.iter().copied().collect(), RouteSet::EMPTY).unwrap();
    let cards = |plan: &Plan| plan.needs.cards.total();
    let tickets: Vec<TicketId> = berlin.ticket_ids().collect();
    for (number, &one) in tickets.iter().enumerate() {
        for &other in &tickets[..number] {
            let together = plan(&[one, other]);
            if together.blocked.is_empty() {
                let either = cards(&plan(&[one])).max(cards(&plan(&[other])));
                assert!(cards(&together) >= either, "{one:?} and {other:?}: {}, {either}", cards(&together));
            }
        }
    }
}

#[test]
fn a_route_that_is_wanted_anyway_makes_a_ticket_cheaper() {
    let usa = maps().find(|map| map.id() == "usa").unwrap();
    let state =
        State::new(usa, &Setup { players: 2, first: FirstPlayer::Random, seed: [3; 32], pieces: None }).unwrap();
    let view = state.view(usa, Viewer::Seat(Seat(0)));
    for ticket in usa.ticket_ids() {
        let tickets: TicketSet = [ticket].into_iter().collect();
        let alone = Plan::new(&view, tickets, RouteSet::EMPTY).unwrap();
        for way in &alone.ways {
            let wanted: RouteSet = [way.path[0]].into_iter().collect();
            let together = Plan::new(&view, tickets, wanted).unwrap();
            assert_eq!(together.needs.all_pieces(), alone.needs.all_pieces(), "{ticket:?}");
            assert!(together.to_claim.contains(way.path[0]));
        }
    }
}
