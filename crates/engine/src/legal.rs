//! Everything a player may do now, without building a list: actions are counted, numbered and visited in groups.

mod groups;

pub use groups::{ActionGroups, ClaimGroup, KeepGroup, SiteGroup};

use crate::action::Action;
use crate::cards::{Card, CardCounts, Payment};
use crate::ids::{LocationSet, RouteSet};
use crate::map::PriceClass;
use crate::mechanics;
use crate::phase::{Phase, mechanic_phase};
use crate::rules::{MARKET_SIZE, MAX_PRICE};
use crate::view::{Own, View};
use arrayvec::ArrayVec;

/// The most groups of claims: a number of wilds for coloured routes, wilds alone, a gray price by its cards and wilds.
const MAX_CLAIMS: usize = MAX_PRICE + 1 + (MAX_PRICE * (MAX_PRICE + 3)) / 2;
/// The most groups of actions: claims, and the mechanics' groups of sites.
const MAX_GROUPS: usize = MAX_CLAIMS + 2 * mechanics::MechanicKind::ALL.len();
/// The most actions listed one by one: every choice of five tickets, or of passengers at two ends.
const MAX_SINGLE: usize = 40;

/// The legal actions of one viewer: a fixed order, the same for the same view.
#[derive(Clone, Debug)]
pub struct LegalActions<'a> {
    view: View<'a>,
    list: List,
}

/// Legal actions in groups. They have a meaning only together with the view they were listed for.
#[derive(Clone, Debug)]
pub(crate) struct List {
    /// The possible draws: a bit for each place of the market, one for the deck, one for tickets.
    draws: u8,
    single: ArrayVec<Action, MAX_SINGLE>,
    groups: ArrayVec<Group, MAX_GROUPS>,
    /// The routes the player could claim given enough cards.
    routes: RouteSet,
    /// The locations that the mechanics' groups of sites refer to.
    sites: ArrayVec<LocationSet, { mechanics::MechanicKind::ALL.len() }>,
    /// How many actions are in groups.
    grouped: usize,
}

const DECK: u8 = 1 << MARKET_SIZE;
const TICKETS: u8 = DECK << 1;

/// The viewer's cards and tickets, if it is the viewer who decides.
#[inline]
fn decider<'a>(view: &View<'a>) -> Option<&'a Own> {
    view.own.filter(|own| view.public.phase.deciders().contains(own.seat))
}

/// The draw of one of the bits above.
#[inline]
fn draw(bit: u32) -> Action {
    const DECK_BIT: u32 = DECK.trailing_zeros();
    match bit {
        DECK_BIT => Action::DrawBlind,
        slot if slot < DECK_BIT => Action::DrawOpen { slot: slot as u8 },
        _ => Action::DrawTickets,
    }
}

/// Actions that differ only in the place, and in how it is paid for.
#[derive(Clone, Copy, Debug)]
struct Group {
    kind: GroupKind,
    ways: u16,
    len: u16,
}

#[derive(Clone, Copy, Debug)]
enum GroupKind {
    /// Any coloured route that this many wilds and the hand's cards of its colour pay for.
    Colored { wilds: u8 },
    /// Any coloured route that wilds alone pay for.
    AllWild,
    /// Any gray route of one price, paid in any way.
    Gray { class: u8 },
    /// The actions of a mechanic at any of its sites, paid in any way; `part` is the mechanic's own number for the group.
    Sites { mechanic: mechanics::MechanicKind, part: u8, sites: u8 },
}

impl<'a> LegalActions<'a> {
    /// Everything the viewer may do now: nothing for a spectator, or while others decide.
    pub fn new(view: View<'a>) -> Self {
        let mut list = List::empty();
        if let Some(own) = decider(&view) {
            list.fill(&view, own);
        }
        LegalActions { view, list }
    }

    /// The action whose number `choose` returns for their number; `None` if there are none.
    ///
    /// The same as [`LegalActions::get`], but much faster when only one action is needed, because the list never moves in memory.
    #[inline]
    pub fn pick(view: &View<'a>, choose: impl FnOnce(usize) -> usize) -> Option<Action> {
        let own = decider(view)?;
        let mut list = List::empty();
        list.fill(view, own);
        list.get(view, choose(list.len()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The action with this number, from 0.
    pub fn get(&self, number: usize) -> Option<Action> {
        self.list.get(&self.view, number)
    }

    /// Every one of them.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (0..self.len()).filter_map(|number| self.get(number))
    }
}

impl List {
    #[inline(always)]
    fn empty() -> Self {
        List {
            draws: 0,
            single: ArrayVec::new(),
            groups: ArrayVec::new(),
            routes: RouteSet::EMPTY,
            sites: ArrayVec::new(),
            grouped: 0,
        }
    }

    #[inline]
    fn len(&self) -> usize {
        self.draws.count_ones() as usize + self.single.len() + self.grouped
    }

    #[inline]
    fn get(&self, view: &View<'_>, number: usize) -> Option<Action> {
        let draws = self.draws.count_ones() as usize;
        if number < draws {
            let mut rest = self.draws;
            for _ in 0..number {
                rest &= rest - 1;
            }
            return Some(draw(rest.trailing_zeros()));
        }
        let mut rest = number - draws;
        if let Some(&action) = self.single.get(rest) {
            return Some(action);
        }
        rest -= self.single.len();
        for group in &self.groups {
            let len = usize::from(group.len);
            if rest < len {
                return self.nth(view, *group, rest);
            }
            rest -= len;
        }
        None
    }

    fn nth(&self, view: &View<'_>, group: Group, rank: usize) -> Option<Action> {
        let hand = &view.own?.hand;
        let (place, way) = (rank / usize::from(group.ways), rank % usize::from(group.ways));
        Some(match group.kind {
            GroupKind::Colored { wilds } => {
                let route = self.colored(view, hand, wilds).nth(place)?;
                Action::ClaimRoute { route, payment: Payment { color: view.map.route(route).color, wilds } }
            }
            GroupKind::AllWild => {
                let route = self.all_wild(view, hand).nth(place)?;
                let payment = Payment { color: None, wilds: view.map.route(route).cards };
                Action::ClaimRoute { route, payment }
            }
            GroupKind::Gray { class } => {
                let class = &view.map.tables.gray[usize::from(class)];
                let route = class.routes.intersection(self.routes).nth(place)?;
                Action::ClaimRoute { route, payment: class.price.payment(hand, way)? }
            }
            GroupKind::Sites { mechanic, part, sites } => {
                let location = self.sites[usize::from(sites)].nth(place)?;
                mechanic.at_site(view, view.own?, part, location, way)?
            }
        })
    }

    /// Adds a group of actions: `places` places, each with `ways` payments.
    #[inline]
    fn group(&mut self, kind: GroupKind, places: usize, ways: usize) {
        let len = places * ways;
        if len > 0 {
            self.grouped += len;
            self.groups.push(Group { kind, ways: ways as u16, len: len as u16 });
        }
    }

    /// Adds groups of actions of a mechanic at any of `sites`: for each, its own number for it and how many ways of paying
    /// there are. [`Rule::at_site`](mechanics::Rule::at_site) makes the actions. A mechanic calls this at most once.
    #[inline]
    pub(crate) fn sites(
        &mut self,
        mechanic: mechanics::MechanicKind,
        sites: LocationSet,
        groups: impl IntoIterator<Item = (u8, usize)>,
    ) {
        let number = self.sites.len() as u8;
        self.sites.push(sites);
        for (part, ways) in groups {
            self.group(GroupKind::Sites { mechanic, part, sites: number }, sites.len(), ways);
        }
    }

    /// Adds one action.
    #[inline]
    pub(crate) fn one(&mut self, action: Action) {
        self.single.push(action);
    }

    #[inline]
    fn fill(&mut self, view: &View<'_>, own: &Own) {
        let phase = view.public.phase;
        match phase {
            Phase::Turn { .. } => self.turn(view, own),
            Phase::SecondCard { .. } => self.cards(view, false),
            Phase::ChoosingTickets { .. } => self.keeps(own, view.map.rules().start.keep),
            Phase::KeepingTickets { .. } => self.keeps(own, view.map.rules().draw.keep),
            Phase::ChoosingSplits { .. } | Phase::ChoosingSplit { .. } => self.splits(view),
            mechanic_phase!(_) => phase.mechanic().list(view, own, self),
            Phase::Over => {}
        }
    }

    #[inline]
    fn turn(&mut self, view: &View<'_>, own: &Own) {
        if view.can_draw_cards() {
            self.cards(view, true);
        }
        if view.public.tickets_left() > 0 {
            self.draws |= TICKETS;
        }
        self.claims(view, own);
        mechanics::list_turn(view, own, self);
        if self.len() == 0 {
            self.one(Action::Pass);
        }
    }

    /// C11: open cards and the deck.
    #[inline]
    fn cards(&mut self, view: &View<'_>, wilds: bool) {
        for (slot, card) in view.public.market.iter().enumerate() {
            let can_draw = card.is_some_and(|card| wilds || card != Card::Wild);
            self.draws |= u8::from(can_draw) << slot;
        }
        if view.public.deck_size > 0 {
            self.draws |= DECK;
        }
    }

    /// C03, C17: every choice of enough tickets.
    fn keeps(&mut self, own: &Own, keep: u8) {
        let offered = own.offer.len();
        for chosen in 0u8..1 << offered {
            if chosen.count_ones() >= u32::from(keep.min(offered)) {
                self.one(Action::KeepTickets { offered: chosen });
            }
        }
    }

    /// G02: every split that the decks allow.
    fn splits(&mut self, view: &View<'_>) {
        let needed = crate::actions::choose_split::needed(*view);
        let [in_first, in_second] = view.public.ticket_decks;
        for second in 0..=needed {
            let first = needed - second;
            if first <= in_first && second <= in_second {
                self.one(Action::ChooseSplit { first, second });
            }
        }
    }

    /// C20–C24: every route the player can claim, in every way of paying for it.
    #[inline]
    fn claims(&mut self, view: &View<'_>, own: &Own) {
        let tables = &view.map.tables;
        self.routes = view.open_routes(own.seat);
        if self.routes.is_empty() {
            return;
        }
        let hand = &own.hand;
        for wilds in 0..=hand.wilds().min(MAX_PRICE as u8 - 1) {
            self.group(GroupKind::Colored { wilds }, self.colored(view, hand, wilds).len(), 1);
        }
        if hand.wilds() > 0 {
            self.group(GroupKind::AllWild, self.all_wild(view, hand).len(), 1);
        }
        let reach = hand.wilds() + hand.most();
        for (class, PriceClass { price, routes }) in tables.gray.iter().enumerate() {
            if price.cards > reach {
                break;
            }
            let places = routes.intersection(self.routes).len();
            if places > 0 {
                self.group(GroupKind::Gray { class: class as u8 }, places, price.ways(hand));
            }
        }
    }

    /// The coloured routes that exactly this many wilds and at least one card of the route's colour pay for.
    #[inline]
    fn colored(&self, view: &View<'_>, hand: &CardCounts, wilds: u8) -> RouteSet {
        let tables = &view.map.tables;
        let alone = usize::from(wilds);
        let mut routes = RouteSet::EMPTY;
        for (within, &held) in tables.colored_within.iter().zip(&hand.0) {
            let reach = (usize::from(held) + alone).min(MAX_PRICE);
            routes = routes.union(within[reach].without(within[alone]));
        }
        routes.intersection(self.routes).intersection(tables.wilds_at_most[alone])
    }

    /// The coloured routes that wilds alone pay for.
    #[inline]
    fn all_wild(&self, view: &View<'_>, hand: &CardCounts) -> RouteSet {
        let reach = usize::from(hand.wilds()).min(MAX_PRICE);
        let within = view.map.tables.colored_within.iter();
        let routes = within.fold(RouteSet::EMPTY, |routes, within| routes.union(within[reach]));
        routes.intersection(self.routes)
    }
}
