//! Tourist tokens: stacks of one kind each, taken by claiming routes there, scored by different kinds (S01–S03, S05).

use super::{Kind, Rule};
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{BySeat, LocationId, LocationSet, MAX_SEATS, RouteId, Seat, TouristKind};
use crate::map::file::Fields;
use crate::map::{Check, Map, is_id};
use crate::phase::Phase;
use crate::play::Play;
use crate::scoring::{Gain, Tally};
use crate::state::{MAX_TOURIST_KINDS, Public, TouristStack};
use crate::view::{Own, View};

/// The settings of tourist tokens.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tourists {
    /// The names of the kinds, by their numbers.
    pub kinds: Vec<String>,
    /// Where stacks stand from the beginning.
    #[serde(skip)]
    pub start_locations: Vec<LocationId>,
    /// The height of those, by number of players.
    #[serde(skip)]
    pub stack_height: [u8; MAX_SEATS + 1],
    /// The height of the stacks that players place, by number of players.
    #[serde(skip)]
    pub placed_height: [u8; MAX_SEATS + 1],
    /// Points by number of different tokens.
    pub score: Vec<u8>,
}

/// The entry of tourist tokens in a map's file.
#[derive(Clone, Debug)]
pub(crate) struct TouristsFile {
    kinds: Vec<String>,
    per_kind: u8,
    start_locations: Vec<String>,
    stack_height: Vec<(u8, u8)>,
    placed_height: Vec<(u8, u8)>,
    score: Vec<u8>,
}

impl Rule for Tourists {
    type File = TouristsFile;

    fn read(fields: &mut impl Fields) -> Option<TouristsFile> {
        let (kinds, per_kind) = (fields.texts("kinds"), fields.count("per_kind"));
        let start_locations = fields.texts("start_locations");
        let (stack_height, placed_height) = (fields.by_number("stack_height"), fields.by_number("placed_height"));
        let score = fields.counts("score");
        Some(TouristsFile {
            kinds: kinds?,
            per_kind: per_kind?,
            start_locations: start_locations?,
            stack_height: stack_height?,
            placed_height: placed_height?,
            score: score?,
        })
    }

    fn check(file: &TouristsFile, check: &mut Check<'_>) -> Self {
        let TouristsFile { kinds, start_locations, score, .. } = file;
        check.field((1..=MAX_TOURIST_KINDS).contains(&kinds.len()), "kinds", || {
            format!("{} kinds of tokens; from 1 to {MAX_TOURIST_KINDS} are possible", kinds.len())
        });
        for (index, kind) in kinds.iter().enumerate() {
            let path = format!("kinds[{index}]");
            check.field(is_id(kind), &path, || format!("`{kind}` is not small letters, digits and _"));
            check.field(!kinds[..index].contains(kind), &path, || format!("`{kind}` stands here twice"));
        }
        let left_over = kinds.len().checked_sub(start_locations.len());
        check.field(left_over.is_some_and(|stacks| stacks <= 2), "start_locations", || {
            format!(
                "{} stacks on the board of {} kinds: none, one or two may be left for the players to place",
                start_locations.len(),
                kinds.len()
            )
        });
        check.field(check.file.locations.len() >= kinds.len(), "kinds", || {
            "there are fewer locations than stacks".into()
        });
        check.field(score.len() == kinds.len() + 1, "score", || {
            format!("{} entries; {} kinds need one for each number from 0", score.len(), kinds.len())
        });
        let mut at = Vec::new();
        for (index, id) in start_locations.iter().enumerate() {
            let path = format!("start_locations[{index}]");
            if let Some(location) = check.location(id, &path) {
                check.field(!at.contains(&location), &path, || format!("`{id}` stands here twice"));
                at.push(location);
            }
        }
        Tourists {
            stack_height: heights(&file.stack_height, file.per_kind, "stack_height", check),
            placed_height: heights(&file.placed_height, file.per_kind, "placed_height", check),
            kinds: kinds.clone(),
            start_locations: at,
            score: score.clone(),
        }
    }

    /// S01: stacks of random kinds on the marked locations; the others are set aside.
    fn set_up(&self, play: &mut Play<'_, impl Observer>) {
        let mut order: [u8; MAX_TOURIST_KINDS] = std::array::from_fn(|kind| kind as u8);
        let order = &mut order[..self.kinds.len()];
        play.next_shuffle().shuffle(order);
        let players = usize::from(play.public.players);
        for (place, &kind) in order.iter().enumerate() {
            play.public.tourists[usize::from(kind)] = match self.start_locations.get(place) {
                Some(&location) => TouristStack { location: Some(location), left: self.stack_height[players] },
                None => TouristStack { location: None, left: self.placed_height[players] },
            };
        }
    }

    fn before_first_turn(&self, public: &Public) -> Option<Phase> {
        self.next_placement(public)
    }

    /// S03: takes the one token to be had, or asks which of two.
    fn after_claim(&self, play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId) -> Option<Phase> {
        let facts = play.map.route(route);
        match [facts.a, facts.b].map(|location| to_take(play.public, seat, location)) {
            [Some(_), Some(_)] => return Some(Phase::TakingTourist { seat, route }),
            [Some(kind), None] => take(play, seat, facts.a, kind),
            [None, Some(kind)] => take(play, seat, facts.b, kind),
            [None, None] => {}
        }
        None
    }

    /// S05: different tokens score together.
    fn count(&self, _map: &Map, public: &Public, _tallies: &BySeat<Tally>) -> Option<BySeat<Gain>> {
        Some(BySeat(public.seats.0.map(|player| {
            let kinds = player.tourists.len();
            Gain { count: kinds as u16, points: self.score[kinds].into() }
        })))
    }
}

impl Tourists {
    /// S02: the last player places first, then the last but one; the second of two places both.
    fn next_placement(&self, public: &Public) -> Option<Phase> {
        let left = reserve(public).count();
        let placed = self.kinds.len() - self.start_locations.len() - left;
        let from_last = if public.players == 2 { 0 } else { placed };
        let seat = public.turn_order().rev().nth(from_last)?;
        (left > 0).then_some(Phase::PlacingTourists { seat })
    }
}

/// The height of stacks by number of players.
fn heights(entries: &[(u8, u8)], per_kind: u8, name: &str, check: &mut Check<'_>) -> [u8; MAX_SEATS + 1] {
    let mut by_players = [0; MAX_SEATS + 1];
    for (players, height) in entries {
        if let Some(place) = by_players.get_mut(usize::from(*players)) {
            *place = *height;
        }
    }
    for players in check.file.min_players..=check.file.max_players.min(MAX_SEATS as u8) {
        let height = by_players[usize::from(players)];
        check.field((1..=per_kind).contains(&height), &format!("{name}.{players}"), || {
            format!("a stack of {height} with {players} players; there are {per_kind} tokens of a kind")
        });
    }
    by_players
}

/// The kinds that are still to be placed.
pub(crate) fn reserve(public: &Public) -> impl Iterator<Item = TouristKind> + '_ {
    let stacks = public.tourists.iter().enumerate();
    stacks.filter(|(_, stack)| stack.location.is_none() && stack.left > 0).map(|(kind, _)| TouristKind(kind as u8))
}

/// The locations without a stack.
pub(crate) fn free_sites(view: View<'_>) -> LocationSet {
    let mut sites = LocationSet::first(view.map.locations.len());
    for location in view.public.tourists.iter().filter_map(|stack| stack.location) {
        sites.remove(location);
    }
    sites
}

pub(crate) fn check_place(view: View<'_>, kind: TouristKind, location: LocationId) -> Result<(), IllegalAction> {
    let Phase::PlacingTourists { .. } = view.public.phase else {
        return Err(IllegalAction::NotNow { phase: view.public.phase });
    };
    if !reserve(view.public).any(|left| left == kind) {
        return Err(IllegalAction::TouristsNotInReserve);
    }
    if location.index() >= view.map.locations.len() {
        return Err(IllegalAction::NoSuchLocation);
    }
    if view.public.tourists_at(location).is_some() {
        return Err(IllegalAction::TouristsAlreadyHere);
    }
    Ok(())
}

pub(crate) fn place(play: &mut Play<'_, impl Observer>, seat: Seat, kind: TouristKind, location: LocationId) {
    play.public.tourists[kind.index()].location = Some(location);
    play.tell(Event::TouristsPlaced { seat, kind, location });
    match play.map.tourists().and_then(|tourists| tourists.next_placement(play.public)) {
        Some(phase) => play.public.phase = phase,
        None => {
            let first = play.first_player();
            play.begin_turn(first);
        }
    }
}

/// S03: the kind to be had at `location` by a player who doesn't hold it.
fn to_take(public: &Public, seat: Seat, location: LocationId) -> Option<TouristKind> {
    let kind = public.tourists_at(location)?;
    let is_new = !public.seats[seat].tourists.contains(kind);
    (is_new && public.tourists[kind.index()].left > 0).then_some(kind)
}

pub(crate) fn check_take(view: View<'_>, own: &Own, location: LocationId) -> Result<(), IllegalAction> {
    let Phase::TakingTourist { route, .. } = view.public.phase else {
        return Err(IllegalAction::NotNow { phase: view.public.phase });
    };
    let is_end = view.map.route(route).touches(location);
    match to_take(view.public, own.seat, location).filter(|_| is_end) {
        Some(_) => Ok(()),
        None => Err(IllegalAction::NoTouristToTake),
    }
}

pub(crate) fn take_chosen(play: &mut Play<'_, impl Observer>, seat: Seat, location: LocationId) {
    let Phase::TakingTourist { route, .. } = play.public.phase else { return };
    if let Some(kind) = to_take(play.public, seat, location) {
        take(play, seat, location, kind);
    }
    match super::after_claim(play, seat, route, Some(Kind::Tourists)) {
        Some(phase) => play.public.phase = phase,
        None => play.end_turn(seat),
    }
}

fn take(play: &mut Play<'_, impl Observer>, seat: Seat, location: LocationId, kind: TouristKind) {
    play.public.tourists[kind.index()].left -= 1;
    play.public.seats[seat].tourists.insert(kind);
    play.tell(Event::TouristTaken { seat, location, kind });
}
