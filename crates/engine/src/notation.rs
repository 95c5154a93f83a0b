//! Actions as lines that a person can read and type: `claim berlin-wien green+1w`, `draw blind`, `keep 1 3`.

use crate::action::{Action, mechanic_action};
use crate::cards::{Card, Color, Payment};
use crate::ids::{DeckId, LocationId, RouteId};
use crate::map::{Location, Map};
use crate::mechanics;
use crate::rules::MARKET_SIZE;
use crate::view::View;

/// A problem with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// No such verb.
    #[error("`{word}` is not an action; try {}", verbs())]
    Verb {
        /// The word.
        word: String,
    },
    /// Not the form of this verb.
    #[error("write it as `{form}`")]
    Form {
        /// The right form; several are joined by "` or `".
        form: String,
    },
    /// No such place.
    #[error("no location is called `{name}`{}", .near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Location {
        /// The name.
        name: String,
        /// A location whose name begins in the same way.
        near: Option<String>,
    },
    /// No route between two places, or no lane of this number.
    #[error("no route{} joins {a} and {b}", .lane.map(|lane| format!(" number {lane}")).unwrap_or_default())]
    Route {
        /// One end.
        a: String,
        /// The other.
        b: String,
        /// The lane asked for.
        lane: Option<u8>,
    },
    /// Several routes would do.
    #[error("several routes join {a} and {b}; say which: {choices}")]
    SeveralRoutes {
        /// One end.
        a: String,
        /// The other.
        b: String,
        /// How to name each.
        choices: String,
    },
    /// Not a payment.
    #[error("`{text}` is not a payment; write `red`, `red+1w` (one wild, the rest red) or `wild`")]
    Payment {
        /// The text.
        text: String,
    },
    /// A card that is not face up.
    #[error("no {card} card lies in the market")]
    NotInMarket {
        /// The card.
        card: Card,
    },
    /// Nothing of this kind has such a name.
    #[error("no {things} are called `{name}`")]
    Name {
        /// The kind of thing that was searched for, as in "tourists".
        things: &'static str,
        /// The name.
        name: String,
    },
}

/// How an action is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// The first word.
    pub(crate) verb: &'static str,
    /// An example of the whole line.
    pub(crate) example: &'static str,
}

impl Form {
    /// The line is not like any of `forms`.
    fn mismatch<'a>(forms: impl IntoIterator<Item = &'a Form>) -> NotationError {
        let examples: Vec<&str> = forms.into_iter().map(|form| form.example).collect();
        NotationError::Form { form: examples.join("` or `") }
    }
}

const KEEP: Form = Form { verb: "keep", example: "keep 1 3" };
const DRAW: Form = Form { verb: "draw", example: "draw blind`, `draw tickets`, `draw red` or `draw 3" };
const CLAIM: Form = Form { verb: "claim", example: "claim berlin-wien green+1w" };
const SPLIT: Form = Form { verb: "split", example: "split short 3 long 1" };
const PASS: Form = Form { verb: "pass", example: "pass" };

/// The first words of all actions, for a sentence.
fn verbs() -> String {
    let mut verbs = vec![KEEP.verb, DRAW.verb, CLAIM.verb, SPLIT.verb];
    for form in mechanics::FORMS.iter().copied().flatten() {
        if !verbs.contains(&form.verb) {
            verbs.push(form.verb);
        }
    }
    format!("{} or {}", verbs.join(", "), PASS.verb)
}

/// An action as a line.
pub fn write_action(map: &Map, action: Action) -> String {
    match action {
        Action::ChooseSplit { first, second } => {
            let counts = [first, second].into_iter().zip(map.decks());
            counts.fold("split".into(), |line, (count, deck)| format!("{line} {deck} {count}"))
        }
        Action::KeepTickets { offered } => {
            let chosen = (0..8).filter(|place| offered >> place & 1 == 1);
            chosen.fold("keep".into(), |line, place| format!("{line} {}", place + 1))
        }
        Action::DrawOpen { slot } => format!("draw {}", u16::from(slot) + 1),
        Action::DrawBlind => "draw blind".into(),
        Action::DrawTickets => "draw tickets".into(),
        Action::ClaimRoute { route, payment } => {
            format!("claim {} {}", route_name(map, route), write_payment(payment))
        }
        Action::Pass => "pass".into(),
        mechanic_action!() => action.mechanic().write(map),
    }
}

/// A location's id; `?` if the map has no such location.
pub(crate) fn location_name(map: &Map, location: LocationId) -> &str {
    map.locations().get(location.index()).map_or("?", |location| &location.id)
}

/// A route's ends, with its lane if there are several: `berlin-warszawa/2`.
pub(crate) fn route_name(map: &Map, route: RouteId) -> String {
    let Some(facts) = map.routes().get(route.index()) else { return "?".into() };
    let ends = format!("{}-{}", map.location(facts.a).id, map.location(facts.b).id);
    if facts.lanes == 1 { ends } else { format!("{ends}/{}", facts.lane) }
}

/// A payment: `red`, `red+1w` or `wild`.
pub(crate) fn write_payment(payment: Payment) -> String {
    match (payment.color, payment.wilds) {
        (None, _) => "wild".into(),
        (Some(color), 0) => color.to_string(),
        (Some(color), wilds) => format!("{color}+{wilds}w"),
    }
}

/// The action that a line describes, in the game as `view` shows it. This does not check whether it is legal.
///
/// # Errors
/// The problem with the line, and how to fix it.
pub fn parse_action(view: &View<'_>, line: &str) -> Result<Action, NotationError> {
    let line = line.to_lowercase().replace(['–', '—'], "-");
    let (verb, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = rest.trim();
    match verb {
        "keep" => keep(rest),
        "draw" => draw(view, rest),
        "claim" => {
            let (ends, paid) = last_word(rest).ok_or_else(|| Form::mismatch([&CLAIM]))?;
            claim(view, ends, paid)
        }
        "split" => split(view.map, rest),
        "pass" if rest.is_empty() => Ok(Action::Pass),
        "pass" => Err(Form::mismatch([&PASS])),
        word => mechanics::parse(view, word, rest)?.ok_or_else(|| {
            let mut forms = mechanics::FORMS.iter().copied().flatten().filter(|form| form.verb == word).peekable();
            match forms.peek() {
                Some(_) => Form::mismatch(forms),
                None => NotationError::Verb { word: word.into() },
            }
        }),
    }
}

/// Everything before the last word, and the last word.
pub(crate) fn last_word(text: &str) -> Option<(&str, &str)> {
    text.rsplit_once(char::is_whitespace).map(|(before, last)| (before.trim(), last))
}

fn keep(rest: &str) -> Result<Action, NotationError> {
    let mut offered = 0;
    for number in rest.split_whitespace() {
        match number.parse() {
            Ok(number @ 1..=8) => offered |= 1u8 << (number - 1),
            Ok(_) | Err(_) => return Err(Form::mismatch([&KEEP])),
        }
    }
    Ok(Action::KeepTickets { offered })
}

fn draw(view: &View<'_>, rest: &str) -> Result<Action, NotationError> {
    match rest {
        "blind" => return Ok(Action::DrawBlind),
        "tickets" => return Ok(Action::DrawTickets),
        _ => {}
    }
    if let Ok(card) = rest.parse::<Card>() {
        let place = view.public.market.iter().position(|&open| open == Some(card));
        let slot = place.ok_or(NotationError::NotInMarket { card })?;
        return Ok(Action::DrawOpen { slot: slot as u8 });
    }
    match rest.parse::<u8>() {
        Ok(number) if (1..=MARKET_SIZE).contains(&usize::from(number)) => Ok(Action::DrawOpen { slot: number - 1 }),
        Ok(_) | Err(_) => Err(Form::mismatch([&DRAW])),
    }
}

fn claim(view: &View<'_>, ends: &str, paid: &str) -> Result<Action, NotationError> {
    let map = view.map;
    let (ends, lane) = match ends.split_once('/') {
        Some((ends, lane)) => {
            let lane = lane.trim().parse::<u8>().map_err(|_| Form::mismatch([&CLAIM]))?;
            (ends, Some(lane))
        }
        None => (ends, None),
    };
    // A name may have a hyphen of its own: any of them may be the one between the two ends.
    let (a, b) = ends.split_once('-').ok_or_else(|| Form::mismatch([&CLAIM]))?;
    let both = |(a, b)| Some((location(map, a).ok()?, location(map, b).ok()?));
    let (a, b) = match ends.match_indices('-').find_map(|(at, _)| both((&ends[..at], &ends[at + 1..]))) {
        Some(found) => found,
        None => (location(map, a)?, location(map, b)?),
    };
    let names = || (map.location(a).id.clone(), map.location(b).id.clone());
    let joins = |route: &RouteId| map.route(*route).touches(a) && map.route(*route).touches(b) && a != b;
    let routes: Vec<RouteId> = map.route_ids().filter(joins).collect();
    let action = |route: RouteId| Ok(Action::ClaimRoute { route, payment: payment(paid, map.route(route).cards)? });
    let wanted = |route: &RouteId| lane.is_none_or(|lane| map.route(*route).lane == lane);
    let named: Vec<RouteId> = routes.iter().copied().filter(wanted).collect();
    let Some(&first) = named.first() else {
        let (a, b) = names();
        return Err(NotationError::Route { a, b, lane });
    };
    // The lane need not be named where only one can be claimed, or where it makes no difference.
    let free = |route: &&RouteId| !view.public.unavailable.contains(**route);
    let takes = |route: &&RouteId| {
        let color = map.route(**route).color;
        color.is_none() || payment(paid, 1).is_ok_and(|paid| paid.color.is_none() || paid.color == color)
    };
    let open: Vec<RouteId> = named.iter().filter(free).filter(takes).copied().collect();
    match open[..] {
        [] => action(first),
        [route] => action(route),
        [route, ..] if open.iter().all(|&other| map.route(other).color == map.route(route).color) => action(route),
        [..] => {
            let (a, b) = names();
            let choice = |route: RouteId| {
                let color = map.route(route).color.map_or("gray", Color::as_str);
                format!("{} ({color})", route_name(map, route))
            };
            let choices: Vec<String> = open.iter().map(|&route| choice(route)).collect();
            Err(NotationError::SeveralRoutes { a, b, choices: choices.join(" or ") })
        }
    }
}

/// `red`, `red+1w` or `wild`, for a price of `cards` cards.
pub(crate) fn payment(text: &str, price: u8) -> Result<Payment, NotationError> {
    let wrong = || NotationError::Payment { text: text.into() };
    if text == "wild" {
        return Ok(Payment { color: None, wilds: price });
    }
    let (color, wilds) = match text.split_once('+') {
        Some((color, wilds)) => {
            (color, wilds.strip_suffix('w').and_then(|count| count.parse().ok()).ok_or_else(wrong)?)
        }
        None => (text, 0),
    };
    let color: Color = color.parse().map_err(|_| wrong())?;
    Ok(Payment { color: Some(color), wilds })
}

fn split(map: &Map, rest: &str) -> Result<Action, NotationError> {
    let wrong = || Form::mismatch([&SPLIT]);
    let mut counts = [0u8; 2];
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (pairs, extra) = words.as_chunks::<2>();
    if pairs.is_empty() || !extra.is_empty() {
        return Err(wrong());
    }
    for [name, count] in pairs {
        let deck = map.decks().iter().position(|deck| deck == name).map(|deck| DeckId(deck as u8));
        match (deck, count.parse()) {
            (Some(deck), Ok(count)) => counts[deck.index()] = count,
            _ => return Err(wrong()),
        }
    }
    Ok(Action::ChooseSplit { first: counts[0], second: counts[1] })
}

/// A location by its id, or by its name in any language.
pub(crate) fn location(map: &Map, name: &str) -> Result<LocationId, NotationError> {
    let wanted = plain(name);
    let is_called = |location: &Location| {
        let names = &location.name;
        let others = [names.local.as_ref(), names.modern.as_ref()].into_iter().flatten();
        [&names.en, &names.it].into_iter().chain(others).any(|name| plain(name) == wanted)
    };
    // An id is never mistaken for another place's name.
    let found = map.find_location(&wanted).or_else(|| map.location_ids().find(|&id| is_called(map.location(id))));
    found.ok_or_else(|| {
        let begins_alike = |location: &&Location| {
            let start: String = wanted.chars().take(3).collect();
            start.chars().count() == 3 && location.id.starts_with(&start)
        };
        let near = map.locations().iter().find(begins_alike).map(|location| location.id.clone());
        NotationError::Location { name: name.trim().into(), near }
    })
}

/// Lowercase letters, with `_` for spaces.
fn plain(name: &str) -> String {
    let words: Vec<&str> = name.split([' ', '_']).filter(|word| !word.is_empty()).collect();
    words.join("_").to_lowercase()
}
