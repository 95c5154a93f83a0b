//! Builds the tables that depend on the map alone.

use super::rules::deck_size;
use crate::analysis::links::Links;
use crate::analysis::piece_search::SearchGraph;
use crate::cards::Price;
use crate::ids::{LocationId, RouteId, RouteSet};
use crate::map::file::MapFile;
use crate::map::{Location, LocationKind, PriceClass, Route, Tables};
use crate::mechanics::Settings;
use crate::rules::{MAX_DECKS, MAX_FLEETS, MAX_PRICE};
use std::collections::BTreeMap;

pub(super) fn tables(file: &MapFile, routes: &[Route], nodes: usize, decks: &[String], settings: Settings) -> Tables {
    let mut gray: BTreeMap<(u8, u8), RouteSet> = BTreeMap::new();
    let mut colored_within = [[RouteSet::EMPTY; MAX_PRICE + 1]; 8];
    let mut wilds_at_most = [RouteSet::EMPTY; MAX_PRICE + 1];
    let mut fitting = [[RouteSet::EMPTY; MAX_PRICE + 1]; MAX_FLEETS];
    for (index, route) in routes.iter().enumerate() {
        let id = RouteId(index as u8);
        let insert_from = |sets: &mut [RouteSet], least: u8| {
            for set in &mut sets[usize::from(least)..] {
                set.insert(id);
            }
        };
        insert_from(&mut fitting[route.fleet.index()], route.spaces);
        insert_from(&mut wilds_at_most, route.wilds);
        match route.color {
            Some(color) => insert_from(&mut colored_within[color.index()], route.cards),
            None => gray.entry((route.cards, route.wilds)).or_default().insert(id),
        }
    }
    let gray = gray
        .into_iter()
        .map(|((cards, wilds), routes)| PriceClass { price: Price { color: None, cards, wilds }, routes });
    let gray = gray.collect();
    let (prices, by_points) = (price_classes(routes), routes_by_points(routes));
    let mut deck_sizes = [0; MAX_DECKS];
    for (size, name) in deck_sizes.iter_mut().zip(decks) {
        *size = deck_size(file, name);
    }
    let kinds = file.locations.iter().map(|entry| entry.value.kind).enumerate();
    let cities = kinds.filter(|(_, kind)| *kind != LocationKind::Country).map(|(place, _)| LocationId(place as u8));
    let (cities, links) = (cities.collect(), Links::new(nodes, routes));
    let pieces = SearchGraph::new(routes);
    Tables {
        colored_within,
        wilds_at_most,
        gray,
        prices,
        by_points,
        fitting,
        settings,
        deck_sizes,
        cities,
        links,
        pieces,
    }
}

fn price_classes(routes: &[Route]) -> Vec<PriceClass> {
    let mut classes: Vec<PriceClass> = Vec::new();
    for (index, route) in routes.iter().enumerate() {
        let (id, price) = (RouteId(index as u8), route.price());
        match classes.iter_mut().find(|class| class.price == price) {
            Some(class) => class.routes.insert(id),
            None => classes.push(PriceClass { price, routes: [id].into_iter().collect() }),
        }
    }
    classes
}

fn routes_by_points(routes: &[Route]) -> Vec<(u8, RouteSet)> {
    let mut by_points: BTreeMap<u8, RouteSet> = BTreeMap::new();
    for (index, route) in routes.iter().enumerate() {
        by_points.entry(route.points).or_default().insert(RouteId(index as u8));
    }
    by_points.into_iter().rev().collect()
}

pub(super) fn locations(file: &MapFile, routes: &[Route]) -> Vec<Location> {
    let touching = |location| {
        let ids = (0..routes.len() as u8).map(RouteId);
        ids.filter(|route| routes[route.index()].touches(location)).collect()
    };
    file.locations
        .iter()
        .enumerate()
        .map(|(place, entry)| Location {
            id: entry.value.id.clone(),
            name: entry.value.name.clone(),
            kind: entry.value.kind,
            routes: touching(LocationId(place as u8)),
        })
        .collect()
}
