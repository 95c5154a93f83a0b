//! Checks pieces, ticket decks, and how tickets are dealt and drawn.

use super::{Mistakes, is_id};
use crate::ids::DeckId;
use crate::map::file::{DealFile, FleetFile, MapFile};
use crate::rules::*;
use std::collections::HashSet;

pub(super) fn fleets(pieces: &[FleetFile], last_round_at: u8, mistakes: &mut Mistakes) -> Vec<Fleet> {
    mistakes.check((1..=MAX_FLEETS).contains(&pieces.len()), "rules.pieces", || {
        format!("{} kinds of pieces; a map has from 1 to {MAX_FLEETS}", pieces.len())
    });
    let total: u32 = pieces.iter().map(|fleet| u32::from(fleet.count)).sum();
    mistakes.check(total > u32::from(last_round_at), "rules.last_round_at", || {
        format!("{last_round_at} or fewer of {total} pieces bring the last round: the game would be over at once")
    });
    mistakes.check(total as usize <= MAX_PIECES, "rules.pieces", || {
        format!("{total} pieces for each player; at most {MAX_PIECES} are possible")
    });
    let mut seen = HashSet::new();
    let mut fleets = Vec::new();
    for (index, fleet) in pieces.iter().enumerate() {
        let path = format!("rules.pieces[{index}]");
        mistakes.check(seen.insert(fleet.piece), format!("{path}.piece"), || {
            format!("`{}` appears twice", fleet.piece.as_str())
        });
        mistakes.check(fleet.count > 0, format!("{path}.count"), || "a player needs at least one".into());
        let mut points = [None; MAX_PRICE + 1];
        for entry in &fleet.points {
            match points.get_mut(usize::from(entry.cards)) {
                Some(place) if entry.cards > 0 => *place = Some(entry.points),
                Some(_) | None => mistakes
                    .add(format!("{path}.points.{}", entry.cards), format!("a route asks for 1 to {MAX_PRICE} cards")),
            }
        }
        fleets.push(Fleet { piece: fleet.piece, count: fleet.count, points });
    }
    fleets
}

/// The names of the decks: first those to draw from, then those that are dealt at the start only.
pub(super) fn decks(file: &MapFile, mistakes: &mut Mistakes) -> Vec<String> {
    let mut decks: Vec<String> = Vec::new();
    for (index, name) in file.rules.draw_decks.iter().enumerate() {
        let path = format!("rules.tickets.draw.decks[{index}]");
        mistakes.check(!decks.contains(name), &path, || format!("`{name}` appears twice"));
        mistakes.check(is_id(name), path, || format!("`{name}` is not lowercase letters, digits and _"));
        decks.push(name.clone());
    }
    mistakes.check(!decks.is_empty(), "rules.tickets.draw.decks", || "name the deck to draw from".into());
    let dealt: &[_] = match &file.rules.start_deal {
        DealFile::Fixed(shares) => shares,
        DealFile::Split(_) => &[],
    };
    for ticket in &file.tickets {
        let name = &ticket.value.deck;
        let path = format!("tickets[{}].deck", ticket.index);
        let is_used = file.rules.draw_decks.contains(name) || dealt.iter().any(|(dealt, _)| dealt == name);
        mistakes.check(is_used, &path, || {
            format!("no ticket is dealt or drawn from `{name}`; `rules.tickets` names the decks")
        });
        if !decks.contains(name) {
            mistakes.check(is_id(name), path, || format!("`{name}` is not lowercase letters, digits and _"));
            decks.push(name.clone());
        }
    }
    mistakes.check(decks.len() <= MAX_DECKS, "tickets", || {
        format!("{} ticket decks ({}); a map has at most {MAX_DECKS}", decks.len(), decks.join(", "))
    });
    decks
}

pub(super) fn deck_size(file: &MapFile, name: &str) -> usize {
    file.tickets.iter().filter(|ticket| ticket.value.deck == name).count()
}

pub(super) fn starting_tickets(file: &MapFile, decks: &[String], mistakes: &mut Mistakes) -> StartingTickets {
    let rules = &file.rules;
    let path = "rules.tickets.start";
    let players = usize::from(file.max_players);
    let mut enough = |name: &str, count: u8, path: String| {
        let (needed, there) = (usize::from(count) * players, deck_size(file, name));
        mistakes.check(needed <= there, path, || {
            format!("{players} players need {needed} tickets of the deck `{name}`, which has {there}")
        });
    };
    let mut unknown = Vec::new();
    let (deal, dealt) = match &rules.start_deal {
        DealFile::Fixed(shares) => {
            let mut known = Vec::new();
            for (name, count) in shares {
                enough(name, *count, format!("{path}.deal.{name}"));
                unknown.extend((!decks.contains(name)).then(|| name.clone()));
                if let Some(index) = decks.iter().position(|deck| deck == name) {
                    known.push(DeckShare { deck: DeckId(index as u8), count: *count });
                }
            }
            (StartDeal::Fixed(known), shares.iter().map(|(_, count)| usize::from(*count)).sum())
        }
        DealFile::Split(count) => {
            for name in &rules.draw_decks {
                enough(name, *count, format!("{path}.split"));
            }
            let decks = rules.draw_decks.len();
            mistakes.check(decks == 2, format!("{path}.split"), || {
                format!("a split is between two decks; `draw.decks` names {decks}")
            });
            (StartDeal::Split(*count), usize::from(*count))
        }
    };
    for name in unknown {
        mistakes.add(format!("{path}.deal.{name}"), "no ticket is in this deck");
    }
    mistakes.check((1..=MAX_OFFER).contains(&dealt), path, || {
        format!("{dealt} tickets for each player; from 1 to {MAX_OFFER} are possible")
    });
    mistakes.check((1..=dealt).contains(&usize::from(rules.start_keep)), format!("{path}.keep"), || {
        format!("{} to be kept; from 1 to {dealt} are possible", rules.start_keep)
    });
    StartingTickets { deal, keep: rules.start_keep, returned: rules.start_returned }
}

pub(super) fn ticket_draw(file: &MapFile, decks: &[String], mistakes: &mut Mistakes) -> TicketDraw {
    let rules = &file.rules;
    let (count, keep) = (rules.draw_count, rules.draw_keep);
    mistakes.check((1..=MAX_OFFER).contains(&usize::from(count)), "rules.tickets.draw.count", || {
        format!("{count} tickets; from 1 to {MAX_OFFER} are possible")
    });
    mistakes.check(1 <= keep && keep <= count, "rules.tickets.draw.keep", || {
        format!("{keep} to be kept; from 1 to {count} are possible")
    });
    for (index, name) in rules.draw_decks.iter().enumerate() {
        let path = format!("rules.tickets.draw.decks[{index}]");
        mistakes.check(deck_size(file, name) > 0, path, || format!("no ticket is in the deck `{name}`"));
    }
    let drawn = decks.len().min(rules.draw_decks.len());
    TicketDraw { count, keep, decks: (0..drawn as u8).map(DeckId).collect() }
}
