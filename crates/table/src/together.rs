//! People who look at the replay of a finished game together. Nothing of it is stored: it lasts as long as somebody looks.

use crate::ConnectionId;
use crate::create::{bad, check_name, name_taken};
use crate::limits::MAX_COMPANY;
use crate::table::Table;
use crate::text::looks;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::Status;
use capolinea_protocol::together::{Companion, PointedAt, ReplayEyes, ReplayMoment, Together, TogetherAct};

/// The people who look together, in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Company {
    people: Vec<Person>,
    /// The connection whose moments the others follow; always one of them, unless there are none.
    leader: Option<ConnectionId>,
    at: ReplayMoment,
    last_number: u32,
}

#[derive(Debug)]
struct Person {
    connection: ConnectionId,
    number: u32,
    name: String,
    points: Option<PointedAt>,
}

impl Company {
    fn find(&mut self, connection: ConnectionId) -> Option<&mut Person> {
        self.people.iter_mut().find(|person| person.connection == connection)
    }

    fn told_to(&self, you: u32) -> Together {
        let companion = |person: &Person| Companion {
            number: person.number,
            name: person.name.clone(),
            leads: self.leader == Some(person.connection),
            points: person.points,
        };
        Together { you, people: self.people.iter().map(companion).collect(), at: self.at }
    }

    fn join(&mut self, connection: ConnectionId, name: String, at: ReplayMoment) {
        self.last_number += 1;
        self.people.push(Person { connection, number: self.last_number, name, points: None });
        if self.leader.is_none() {
            (self.leader, self.at) = (Some(connection), at);
        }
    }

    /// Removes a connection; returns whether it was among them. The person who has looked longest leads next.
    fn leave(&mut self, connection: ConnectionId) -> bool {
        let before = self.people.len();
        self.people.retain(|person| person.connection != connection);
        if self.leader == Some(connection) {
            self.leader = self.people.first().map(|person| person.connection);
        }
        self.people.len() < before
    }
}

impl Table {
    /// Somebody who looks at the replay does something with the others.
    pub(crate) fn together(&mut self, from: ConnectionId, act: TogetherAct) {
        match self.act_together(from, act) {
            Ok(()) => self.tell_company(),
            Err(refusal) => self.refuse(from, 0, refusal),
        }
    }

    fn act_together(&mut self, from: ConnectionId, act: TogetherAct) -> Result<(), Refusal> {
        if self.status.status != Status::Finished {
            return Err(Refusal::new(RefusalCode::WrongStatus, "only a finished game can be looked at together"));
        }
        let is_here = self.company.find(from).is_some();
        if !is_here && !matches!(act, TogetherAct::Join { .. } | TogetherAct::Leave {}) {
            return Err(Refusal::new(RefusalCode::WrongStatus, "join the people who look together first"));
        }
        match act {
            TogetherAct::Join { name, at } => {
                let name = self.companion_name(from, &name)?;
                self.check_moment(at)?;
                if let Some(person) = self.company.find(from) {
                    person.name = name;
                } else if self.company.people.len() >= MAX_COMPANY {
                    let words = format!("at most {MAX_COMPANY} people can look together");
                    return Err(Refusal::new(RefusalCode::TooMany, words));
                } else {
                    self.company.join(from, name, at);
                }
            }
            TogetherAct::Leave {} => drop(self.company.leave(from)),
            TogetherAct::Go { at } => {
                self.check_leads(from)?;
                self.check_moment(at)?;
                self.company.at = at;
            }
            TogetherAct::Point { at } => {
                self.check_point(at)?;
                if let Some(person) = self.company.find(from) {
                    person.points = at;
                }
            }
            TogetherAct::HandOver { to } => {
                self.check_leads(from)?;
                let other = self.company.people.iter().find(|person| person.number == to);
                let gone = || Refusal::new(RefusalCode::NotFound, "nobody with this number is looking any more");
                self.company.leader = Some(other.ok_or_else(gone)?.connection);
            }
        }
        Ok(())
    }

    /// A connection is closed: the others are told, and somebody else leads.
    pub(crate) fn leave_company(&mut self, connection: ConnectionId) {
        if self.company.leave(connection) {
            self.tell_company();
        }
    }

    fn check_leads(&self, from: ConnectionId) -> Result<(), Refusal> {
        if self.company.leader == Some(from) {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::NotAllowed, "somebody else leads; ask them to hand over, or look alone"))
    }

    fn check_moment(&self, at: ReplayMoment) -> Result<(), Refusal> {
        let seats = self.seating.seats.len();
        if matches!(at.viewer, ReplayEyes::Seat(seat) if usize::from(seat) >= seats) {
            return Err(bad(format!("there is no such seat; {seats} played")));
        }
        Ok(())
    }

    fn check_point(&self, at: Option<PointedAt>) -> Result<(), Refusal> {
        let map = self.shared.maps.find(&self.seating.map);
        let is_there = match at {
            None => true,
            Some(PointedAt::Route(route)) => map.is_some_and(|map| route.index() < map.routes().len()),
            Some(PointedAt::Location(place)) => map.is_some_and(|map| place.index() < map.locations().len()),
        };
        if is_there { Ok(()) } else { Err(bad("the map has no such route or location".into())) }
    }

    /// A player has the name of the seat; anybody else chooses one that no player has.
    fn companion_name(&self, from: ConnectionId, asked: &str) -> Result<String, Refusal> {
        let session = self.connections.find(from).and_then(|connection| connection.session);
        if let Some(seat) = self.seats_of(session).lowest().and_then(|seat| self.seat(seat)) {
            return Ok(seat.name.clone());
        }
        let name = check_name(asked)?;
        let like = looks(&name);
        let is_taken = self.seating.seats.iter().any(|seat| looks(&seat.name).iter().any(|look| like.contains(look)));
        if is_taken { Err(name_taken()) } else { Ok(name) }
    }

    fn tell_company(&mut self) {
        let told: Vec<(ConnectionId, Together)> =
            self.company.people.iter().map(|person| (person.connection, self.company.told_to(person.number))).collect();
        for (connection, together) in told {
            self.send_to(connection, ServerMessage::Together(together));
        }
    }
}
