//! The planner's numbers, all in one place.

/// What the planner weighs. Costs are in units of about one point.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The cost of one card that is missing for a route.
    pub missing_card: f32,
    /// The cost of one claim: a turn.
    pub claim: f32,
    /// How much a route's own points make it cheaper.
    pub points: f32,
    /// The cost of a wild that a route asks for, beyond a card.
    pub wild: f32,
    /// The cost of the cards a tunnel may ask for.
    pub tunnel: f32,
    /// What a plan's cost counts against the tickets it completes.
    pub plan_cost: f32,
    /// Tickets are drawn while at least this share of the own pieces is left.
    pub tickets_own_share: f32,
    /// Tickets are drawn while every opponent has at least this share of the pieces left.
    pub tickets_other_share: f32,
    /// How many of the tickets drawn come from the second deck, where there are two.
    pub second_deck: u8,
    /// A passenger, by what it is worth in the race for most.
    pub passenger: f32,
    /// A new kind of tourist token.
    pub token: f32,
    /// What a wild is worth when it could be spared.
    pub spared_wild: f32,
    /// What a card is worth that another planned route needs.
    pub needed_card: f32,
    /// A planned claim that costs more than it brings waits while the hand has fewer cards than this.
    pub patience: u8,
    /// Nothing waits once somebody has this share of the pieces or less.
    pub hurry_share: f32,
}

impl Weights {
    /// Sensible everywhere.
    pub const DEFAULT: Weights = Weights {
        missing_card: 0.24,
        claim: 5.1,
        points: 0.34,
        wild: 0.8,
        tunnel: 0.6,
        plan_cost: 0.5,
        tickets_own_share: 0.53,
        tickets_other_share: 0.38,
        second_deck: 1,
        passenger: 0.25,
        token: 1.0,
        spared_wild: 1.2,
        needed_card: 0.9,
        patience: 12,
        hurry_share: 0.35,
    };
}
