//! Writes the updates of one table. Much of an update's text is the same as in the one before, or as in the one for another viewer: it is
//! written once and then copied.

use crate::game::{GameView, OwnTicket, OwnView};
use crate::json::{self, Object};
use crate::server::Update;
use capolinea_engine::Seat;
use serde_json::Error;

/// What has been written of a table's updates.
#[derive(Debug, Default)]
pub struct UpdateWriter {
    /// The view that was written last, without its private part.
    public: Option<Part<GameView>>,
    /// The tickets of each viewer.
    tickets: Vec<(Seat, Part<Vec<OwnTicket>>)>,
}

/// A part of an update, and its text.
#[derive(Debug)]
struct Part<T> {
    value: T,
    text: Vec<u8>,
}

/// The end of a view without a private part.
const NOT_PRIVATE: &[u8] = b"null}";

impl UpdateWriter {
    /// Adds the message with this update to a text, as JSON.
    pub fn write(&mut self, update: Update, text: &mut Vec<u8>) {
        self.try_write(update, text).expect("updates have nothing that JSON can't say");
    }

    fn try_write(&mut self, update: Update, text: &mut Vec<u8>) -> Result<(), Error> {
        let Update { revision, cause, events, view, legal_actions, can_undo, can_take_back, deadline, end } = update;
        let mut message = Object::begin(text);
        message.field("type", &"update")?;
        message.field("revision", &revision)?;
        message.field("cause", &cause)?;
        message.field("events", &events)?;
        self.write_view(view, message.open_field("view"))?;
        message.field("legal_actions", &legal_actions)?;
        message.field("can_undo", &can_undo)?;
        message.field("can_take_back", &can_take_back)?;
        message.field("deadline", &deadline)?;
        message.field("end", &end)?;
        message.end()
    }

    fn write_view(&mut self, mut view: GameView, text: &mut Vec<u8>) -> Result<(), Error> {
        let own = view.own.take();
        match &self.public {
            Some(known) if known.value == view => text.extend_from_slice(&known.text),
            Some(_) | None => {
                let start = text.len();
                json::write(text, &view)?;
                text.truncate(text.len() - NOT_PRIVATE.len());
                let copy = copy_into(self.public.take().map(|old| old.text), &text[start..]);
                self.public = Some(Part { value: view, text: copy });
            }
        }
        match own {
            Some(own) => self.write_own(own, text)?,
            None => text.extend_from_slice(b"null"),
        }
        text.push(b'}');
        Ok(())
    }

    fn write_own(&mut self, own: OwnView, text: &mut Vec<u8>) -> Result<(), Error> {
        let OwnView { seat, hand, tickets, offer, split, station_price } = own;
        let mut object = Object::begin(text);
        object.field("seat", &seat)?;
        object.field("hand", &hand)?;
        self.write_tickets(seat, tickets, object.open_field("tickets"))?;
        object.field("offer", &offer)?;
        object.field("split", &split)?;
        if let Some(price) = station_price {
            object.field("station_price", &price)?;
        }
        object.end()
    }

    fn write_tickets(&mut self, seat: Seat, tickets: Vec<OwnTicket>, text: &mut Vec<u8>) -> Result<(), Error> {
        let known = self.tickets.iter_mut().find(|(viewer, _)| *viewer == seat).map(|(_, part)| part);
        if let Some(part) = &known
            && part.value == tickets
        {
            text.extend_from_slice(&part.text);
            return Ok(());
        }
        let start = text.len();
        json::write(text, &tickets)?;
        match known {
            Some(part) => {
                let copy = copy_into(Some(std::mem::take(&mut part.text)), &text[start..]);
                *part = Part { value: tickets, text: copy };
            }
            None => self.tickets.push((seat, Part { value: tickets, text: text[start..].to_vec() })),
        }
        Ok(())
    }
}

/// A copy of a text, in the room of another one if there is one.
fn copy_into(room: Option<Vec<u8>>, text: &[u8]) -> Vec<u8> {
    let mut copy = room.unwrap_or_default();
    copy.clear();
    copy.extend_from_slice(text);
    copy
}
