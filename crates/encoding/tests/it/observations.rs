use crate::{random_game, tables};
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_bots::worlds::Worlds;
use capolinea_encoding::{Memory, ObservationSpace, Section};
use capolinea_engine::analysis::{Progress, TicketStatus};
use capolinea_engine::{Map, State, View, Viewer};
use std::fmt::Write as _;

fn section<'a>(space: &'a ObservationSpace, name: &str) -> &'a Section {
    space.perfect_sections().iter().find(|section| section.name == name).expect("there is such a section")
}

#[test]
fn sections_follow_each_other_and_every_place_has_a_name_of_its_own() {
    for built_in in capolinea_maps::built_in() {
        let space = ObservationSpace::new(&built_in.map);
        let mut next = 0;
        for section in space.perfect_sections() {
            assert_eq!(section.start, next, "{}", section.name);
            assert!(!section.is_empty(), "{}", section.name);
            next += section.len();
        }
        assert_eq!(next, space.perfect_len());
        assert_eq!(space.high().len(), space.perfect_len());
        let seen: usize = space.sections().iter().map(Section::len).sum();
        assert_eq!(seen, space.len());
        let names: std::collections::HashSet<String> = (0..next).filter_map(|place| space.describe(place)).collect();
        assert_eq!(names.len(), next, "{}", built_in.map.id());
        assert_eq!(space.describe(next), None);
    }
}

#[test]
fn the_layout_of_version_1_never_changes() {
    let mut text = String::new();
    for built_in in capolinea_maps::built_in() {
        let space = ObservationSpace::new(&built_in.map);
        write!(text, "{} {} {}:", built_in.map.id(), space.len(), space.perfect_len()).expect("a string takes it");
        for section in space.perfect_sections() {
            write!(text, " {}{:?}", section.name, section.shape()).expect("a string takes it");
        }
        text.push('\n');
    }
    expect_test::expect![[r#"
        berlin 564 879: routes.owner[4, 45] routes.open[45] routes.payable[45] cards.hand[9] cards.market[9] cards.discards[9] cards.revealed[9] cards.unseen[9] cards.deck[1] ticket_decks[1] turns_left[1] passes[1] seats.plays[4] seats.decides[4] seats.first[4] seats.score[4] seats.pieces[4, 2] seats.hand_size[4] seats.known[4, 9] seats.tickets[4, 1] phase[11] tickets.kept[22] tickets.offered[22] tickets.joined[22] tickets.blocked[22] tickets.missing[22] history.last[4, 7] history.counts[4, 7] hidden.hands[4, 9] hidden.tickets[4, 22] hidden.offers[4, 22] hidden.deck[9] hidden.next_cards[8, 9] hidden.next_tickets[1, 22]
        europe 1499 2177: routes.owner[5, 101] routes.open[101] routes.payable[101] cards.hand[9] cards.market[9] cards.discards[9] cards.revealed[9] cards.unseen[9] cards.deck[1] ticket_decks[2] turns_left[1] passes[1] seats.plays[5] seats.decides[5] seats.first[5] seats.score[5] seats.pieces[5, 1] seats.hand_size[5] seats.known[5, 9] seats.tickets[5, 2] phase[11] tickets.kept[46] tickets.offered[46] tickets.joined[46] tickets.blocked[46] tickets.missing[46] tunnel.route[101] tunnel.laid[9] tunnel.extra[1] stations[5, 47] history.last[5, 7] history.counts[5, 7] hidden.hands[5, 9] hidden.tickets[5, 46] hidden.offers[5, 46] hidden.deck[9] hidden.next_cards[8, 9] hidden.next_tickets[2, 46]
        germany 1831 3025: routes.owner[5, 110] routes.open[110] routes.payable[110] cards.hand[9] cards.market[9] cards.discards[9] cards.revealed[9] cards.unseen[9] cards.deck[1] ticket_decks[2] turns_left[1] passes[1] seats.plays[5] seats.decides[5] seats.first[5] seats.score[5] seats.pieces[5, 1] seats.hand_size[5] seats.known[5, 9] seats.tickets[5, 2] phase[11] tickets.kept[89] tickets.offered[89] tickets.joined[89] tickets.blocked[89] tickets.missing[89] passengers.waiting[40, 8] passengers.taken[5, 8] passengers.ends[40] history.last[5, 7] history.counts[5, 7] hidden.hands[5, 9] hidden.tickets[5, 89] hidden.offers[5, 89] hidden.deck[9] hidden.next_cards[8, 9] hidden.next_tickets[2, 89]
        san_francisco 757 1090: routes.owner[4, 45] routes.open[45] routes.payable[45] cards.hand[9] cards.market[9] cards.discards[9] cards.revealed[9] cards.unseen[9] cards.deck[1] ticket_decks[1] turns_left[1] passes[1] seats.plays[4] seats.decides[4] seats.first[4] seats.score[4] seats.pieces[4, 1] seats.hand_size[4] seats.known[4, 9] seats.tickets[4, 1] phase[11] tickets.kept[24] tickets.offered[24] tickets.joined[24] tickets.blocked[24] tickets.missing[24] tourists.at[7, 19] tourists.left[7] tourists.taken[4, 7] tourists.ends[19] history.last[4, 7] history.counts[4, 7] hidden.hands[4, 9] hidden.tickets[4, 24] hidden.offers[4, 24] hidden.deck[9] hidden.next_cards[8, 9] hidden.next_tickets[1, 24]
        usa 1060 1516: routes.owner[5, 100] routes.open[100] routes.payable[100] cards.hand[9] cards.market[9] cards.discards[9] cards.revealed[9] cards.unseen[9] cards.deck[1] ticket_decks[1] turns_left[1] passes[1] seats.plays[5] seats.decides[5] seats.first[5] seats.score[5] seats.pieces[5, 1] seats.hand_size[5] seats.known[5, 9] seats.tickets[5, 1] phase[11] tickets.kept[30] tickets.offered[30] tickets.joined[30] tickets.blocked[30] tickets.missing[30] history.last[5, 7] history.counts[5, 7] hidden.hands[5, 9] hidden.tickets[5, 30] hidden.offers[5, 30] hidden.deck[9] hidden.next_cards[8, 9] hidden.next_tickets[1, 30]
    "#]].assert_eq(&text);
}

/// Looks at whole random games from every seat: values within their limits, the same with a memory that was never asked before,
/// and nothing in them that another world behind the same view would change.
#[test]
fn tensors_are_within_limits_and_blind_to_what_is_hidden() {
    for (map, players) in tables() {
        let space = ObservationSpace::new(map);
        let mut rng = ChaCha8Rng::from_seed([5; 32]);
        let (mut memory, mut unasked) = (Memory::new(), Memory::new());
        let (mut tensor, mut other) = (vec![0; space.len()], vec![0; space.len()]);
        let mut perfect = vec![0; space.perfect_len()];
        random_game(map, players, 3, |state: &State, seat, action| {
            for viewer in Map::seats(players) {
                let view = state.view(map, Viewer::Seat(viewer));
                tensor.fill(9);
                other.fill(77);
                perfect.fill(9);
                space.write(&view, &mut memory, &mut tensor);
                space.write_perfect(map, state, viewer, &mut memory, &mut perfect);
                assert_eq!(perfect[..space.len()], tensor);
                for (place, (&value, &high)) in perfect.iter().zip(space.high()).enumerate() {
                    assert!(value <= high, "{:?} is {value}, over {high}", space.describe(place));
                }
                let world =
                    Worlds::uniform(view).expect("a player looks").sample(&mut rng).expect("it is a state's view");
                space.write(&world.view(map, Viewer::Seat(viewer)), &mut unasked.clone(), &mut other);
                assert_eq!(tensor, other);
            }
            memory.note(seat, action);
            unasked.note(seat, action);
        });
    }
}

/// How many pieces the viewer has left of the kind with the fewest.
fn fewest_pieces(map: &Map, view: &View<'_>) -> u16 {
    let seat = view.seat().expect("a player looks");
    let kinds = view.public.seats[seat].pieces.iter().zip(&map.rules().fleets);
    kinds.map(|(&left, _)| u16::from(left)).min().unwrap_or(0)
}

#[test]
fn tickets_are_as_far_as_the_analysis_says() {
    for (map, players) in tables() {
        let space = ObservationSpace::new(map);
        let [kept, joined, blocked, missing] = ["tickets.kept", "tickets.joined", "tickets.blocked", "tickets.missing"]
            .map(|name| section(&space, name).start);
        let mut memory = Memory::new();
        let mut tensor = vec![0; space.len()];
        random_game(map, players, 4, |state: &State, seat, action| {
            let view = state.view(map, Viewer::Seat(seat));
            space.write(&view, &mut memory, &mut tensor);
            for progress in Progress::new(&view).tickets() {
                let place = progress.ticket.index();
                assert_eq!(tensor[kept + place], 1);
                let found = (tensor[joined + place], tensor[blocked + place]);
                let pieces = u16::from(tensor[missing + place]);
                // The analysis also asks whether the pieces left are enough, kind by kind.
                let is_enough = fewest_pieces(map, &view) >= pieces;
                match progress.status {
                    TicketStatus::Done => assert_eq!(found, (1, 0)),
                    TicketStatus::Blocked => assert!(found == (0, 1) || found == (0, 0) && !is_enough),
                    TicketStatus::Open => {
                        assert_eq!(found, (0, 0));
                        assert!(pieces <= progress.missing);
                        assert!(pieces == progress.missing || !is_enough);
                    }
                    // A station that borrows a route counts at the end of the game; only own routes count here.
                    TicketStatus::Provisional => assert_eq!(found.0, 0),
                }
            }
            memory.note(seat, action);
        });
    }
}

#[test]
fn a_spectator_has_no_places_of_its_own() {
    for (map, players) in tables() {
        let space = ObservationSpace::new(map);
        let mut tensor = vec![0; space.len()];
        random_game(map, players, 5, |state: &State, _, _| {
            space.write(&state.view(map, Viewer::Spectator), &mut Memory::new(), &mut tensor);
            for name in ["cards.hand", "tickets.kept", "tickets.offered", "routes.payable"] {
                assert!(tensor[section(&space, name).places()].iter().all(|&value| value == 0), "{name}");
            }
        });
    }
}

#[test]
fn hidden_places_show_the_other_hands_and_the_next_card() {
    let map = &capolinea_maps::find("usa").expect("it is built in").map;
    let space = ObservationSpace::new(map);
    let mut tensor = vec![0; space.perfect_len()];
    random_game(map, 3, 6, |state: &State, seat, _| {
        space.write_perfect(map, state, seat, &mut Memory::new(), &mut tensor);
        let position = state.to_position(map);
        let hands = &tensor[section(&space, "hidden.hands").places()];
        let next = capolinea_engine::Seat((seat.0 + 1) % 3);
        assert_eq!(hands[9..18], position.own[next].hand.0);
        let top = position.deck.last().map(|card| card.index());
        let shown = &tensor[section(&space, "hidden.next_cards").places()][..9];
        assert_eq!(shown.iter().position(|&value| value == 1), top);
    });
}

#[test]
fn scaled_values_go_from_0_to_1() {
    let map = &capolinea_maps::find("europe").expect("it is built in").map;
    let space = ObservationSpace::new(map);
    let mut scaled = vec![0.0; space.len()];
    space.scale(&space.high()[..space.len()], &mut scaled);
    assert!(scaled.iter().all(|&value| value > 0.999_999 && value <= 1.0));
}
