//! All words of the program about single mechanics: their events, score lines and tie-breaks, and their place in reports.

use crate::narrate::{count_of, place_name, route_name};
use capolinea_engine::ids::TouristKind;
use capolinea_engine::mechanics::MechanicKind;
use capolinea_engine::mechanics::passengers::PassengerRank;
use capolinea_engine::rules::TieBreak;
use capolinea_engine::scoring::{MechanicLine, ScoreLine};
use capolinea_engine::{Event, Map, RouteId, Seat};

/// The points of a mechanic in reports.
pub(crate) struct Source {
    /// Their name.
    pub(crate) name: &'static str,
    /// The class of their bars in `report/page.css`.
    pub(crate) class: &'static str,
}

/// How the points of a mechanic appear in reports; `None` if it gives none.
pub(crate) fn source(mechanic: MechanicKind) -> Option<Source> {
    let (name, class) = match mechanic {
        MechanicKind::Tunnels => return None,
        MechanicKind::Stations => ("stations not built", "part-stations"),
        MechanicKind::LongestPath => ("longest path", "part-path"),
        MechanicKind::Globetrotter => ("globetrotter", "part-globetrotter"),
        MechanicKind::Tourists => ("tokens", "part-tourists"),
        MechanicKind::Passengers => ("passengers", "part-passengers"),
    };
    Some(Source { name, class })
}

/// A player's action by the rules of a mechanic, in words; `None` for events that every map has.
pub(crate) fn describe_event(map: &Map, event: Event) -> Option<(Seat, String)> {
    Some(match event {
        Event::TunnelRevealed { seat, route, laid, cards, extra } => {
            let route = route_name(map, route);
            (seat, format!("lays {laid} for the tunnel {route}, {cards} turned up, {extra} more asked for"))
        }
        Event::TunnelLeft { seat, .. } => (seat, "takes the cards back".into()),
        Event::StationBuilt { seat, location, paid } => {
            (seat, format!("builds a station in {} with {paid}", place_name(map, location)))
        }
        Event::TouristsPlaced { seat, kind, location } => {
            (seat, format!("puts the {} tokens on {}", tourist_name(map, kind), place_name(map, location)))
        }
        Event::TouristTaken { seat, location, kind } => {
            (seat, format!("takes a {} token at {}", tourist_name(map, kind), place_name(map, location)))
        }
        Event::PassengerTaken { seat, location, color } => {
            (seat, format!("takes a {color} passenger in {}", place_name(map, location)))
        }
        Event::StartChosen { .. }
        | Event::TicketsOffered { .. }
        | Event::TicketsKept { .. }
        | Event::FirstPlayerChosen { .. }
        | Event::TurnBegan { .. }
        | Event::CardTaken { .. }
        | Event::CardDrawn { .. }
        | Event::MarketRefilled { .. }
        | Event::MarketSwept { .. }
        | Event::DeckReshuffled { .. }
        | Event::RouteClaimed { .. }
        | Event::Passed { .. }
        | Event::LastRoundBegan { .. }
        | Event::GameEnded => return None,
    })
}

/// A score line of a mechanic; `None` for lines that every map has.
pub(crate) fn explain(map: &Map, line: &ScoreLine) -> Option<String> {
    Some(match line {
        ScoreLine::Station { location, borrowed } => {
            let use_of = borrowed.map_or("nothing that helps".into(), |route| route_name(map, route));
            format!("station in {}, borrows {use_of}", place_name(map, *location))
        }
        ScoreLine::Passengers { color, count, place, .. } => {
            let place = match place {
                PassengerRank::Most => ", most",
                PassengerRank::Second => ", second most",
                PassengerRank::Behind => "",
            };
            count_of(usize::from(*count), &format!("{color} passenger")) + place
        }
        ScoreLine::Mechanic(line) => explain_count(map, line),
        ScoreLine::Routes { .. } | ScoreLine::FailedTicket { .. } | ScoreLine::CompletedTicket { .. } => return None,
    })
}

fn explain_count(map: &Map, line: &MechanicLine) -> String {
    let MechanicLine { mechanic, count, routes, points } = line;
    let count_of = |thing| count_of(usize::from(*count), thing);
    match mechanic {
        MechanicKind::Stations if *count == 0 => "all stations built".into(),
        MechanicKind::Stations => format!("{} not built", count_of("station")),
        MechanicKind::LongestPath => {
            let bonus = if *points > 0 { "longest path of all" } else { "longest own path" };
            let routes = if routes.is_empty() { "no route".into() } else { path_name(map, routes) };
            format!("{bonus}, {count} long: {routes}")
        }
        MechanicKind::Globetrotter => {
            let most = if *points > 0 { ", nobody has more" } else { "" };
            format!("{} completed{most}", count_of("ticket"))
        }
        MechanicKind::Tourists => count_of("different tourist token"),
        // These give no points, or have lines of their own.
        MechanicKind::Tunnels | MechanicKind::Passengers => format!("{}: {count}", mechanic.as_str()),
    }
}

/// Why a player is behind another with the same total.
pub(crate) fn explain_tie_break(tie_break: TieBreak) -> &'static str {
    match tie_break {
        TieBreak::CompletedTickets => "with fewer completed tickets",
        TieBreak::FewerStations => "with more stations built",
        TieBreak::LongestPath => "without the longest path",
        TieBreak::Passengers => "with fewer passengers",
    }
}

/// The names of several routes.
pub(crate) fn path_name(map: &Map, routes: &[RouteId]) -> String {
    routes.iter().map(|&route| route_name(map, route)).collect::<Vec<_>>().join(", ")
}

fn tourist_name(map: &Map, kind: TouristKind) -> String {
    map.tourists()
        .and_then(|tourists| tourists.kinds.get(kind.index()))
        .map_or("?".into(), |kind| kind.replace('_', " "))
}
