//! Names for things: ids, sets of ids, and tables with one entry per seat.

use std::ops::{Index, IndexMut};

/// The most players any map seats.
pub const MAX_SEATS: usize = 5;
/// The most routes a map may have.
pub const MAX_ROUTES: usize = 128;
/// The most tickets a map may have.
pub const MAX_TICKETS: usize = 128;
/// The most locations a map may have.
pub const MAX_LOCATIONS: usize = 64;
/// The most nodes of the network: a location, or one route's own end in a country.
pub const MAX_NODES: usize = 128;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        pub struct $name(pub u8);

        impl $name {
            /// The place of this id in a table.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A player's place at the table; play goes from seat to seat + 1.
    Seat
);
id!(
    /// A route of the map.
    RouteId
);
id!(
    /// A city, landmark or neighbouring country of the map.
    LocationId
);
id!(
    /// A ticket of the map.
    TicketId
);
id!(
    /// A ticket deck of the map.
    DeckId
);
id!(
    /// A kind of piece that players own: trains, trams, subways.
    FleetId
);
id!(
    /// A kind of tourist token.
    TouristKind
);
id!(
    /// A point where routes join: a location, or one route's own end in a country.
    NodeId
);

macro_rules! id_set {
    ($(#[$doc:meta])* $name:ident of $id:ident in $bits:ty, listed by $iter:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "Array<number>"))]
        pub struct $name(pub $bits);

        impl $name {
            /// The set with nothing in it.
            pub const EMPTY: Self = Self(0);

            /// The set of the first `count` ids.
            pub const fn first(count: usize) -> Self {
                Self(if count >= <$bits>::BITS as usize { <$bits>::MAX } else { (1 << count) - 1 })
            }

            /// How many ids are in the set.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether nothing is in the set.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether `id` is in the set.
            #[inline]
            pub const fn contains(self, id: $id) -> bool {
                (id.0 as u32) < <$bits>::BITS && self.0 >> id.0 & 1 == 1
            }

            /// Puts `id` in.
            #[inline]
            pub const fn insert(&mut self, id: $id) {
                self.0 |= 1 << id.0;
            }

            /// Takes `id` out.
            #[inline]
            pub const fn remove(&mut self, id: $id) {
                self.0 &= !(1 << id.0);
            }

            /// Both sets together.
            #[inline]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// The intersection of both sets.
            #[inline]
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// The difference: this set without the other.
            #[inline]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// The lowest id of the set.
            #[inline]
            pub fn lowest(self) -> Option<$id> {
                (self.0 != 0).then(|| $id(self.0.trailing_zeros() as u8))
            }

            /// Takes the lowest id out.
            #[inline]
            pub fn pop_lowest(&mut self) -> Option<$id> {
                let id = self.lowest()?;
                self.0 &= self.0 - 1;
                Some(id)
            }

            /// The highest id of the set.
            #[inline]
            pub fn highest(self) -> Option<$id> {
                (self.0 != 0).then(|| $id((<$bits>::BITS - 1 - self.0.leading_zeros()) as u8))
            }

            /// The ids of the set, from the lowest to the highest.
            #[inline]
            pub const fn iter(self) -> $iter {
                $iter(self)
            }

            /// The id with `rank` lower ones in the set.
            #[inline]
            pub fn nth(self, rank: usize) -> Option<$id> {
                let mut rest = self.0;
                for _ in 0..rank {
                    rest &= rest.wrapping_sub(1);
                }
                Self(rest).lowest()
            }
        }

        impl IntoIterator for $name {
            type Item = $id;
            type IntoIter = $iter;

            #[inline]
            fn into_iter(self) -> $iter {
                $iter(self)
            }
        }

        #[doc = concat!("The ids of a [`", stringify!($name), "`], from the lowest to the highest.")]
        #[derive(Clone, Debug)]
        pub struct $iter($name);

        impl Iterator for $iter {
            type Item = $id;

            #[inline]
            fn next(&mut self) -> Option<$id> {
                self.0.pop_lowest()
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl DoubleEndedIterator for $iter {
            #[inline]
            fn next_back(&mut self) -> Option<$id> {
                let id = self.0.highest()?;
                self.0.remove(id);
                Some(id)
            }
        }

        impl ExactSizeIterator for $iter {}

        impl std::iter::FusedIterator for $iter {}

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(*self)
            }
        }

        impl FromIterator<$id> for $name {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> Self {
                ids.into_iter().fold(Self::EMPTY, |mut set, id| {
                    set.insert(id);
                    set
                })
            }
        }
    };
}

id_set!(
    /// A set of seats.
    SeatSet of Seat in u8, listed by SeatIter
);
id_set!(
    /// A set of routes.
    RouteSet of RouteId in u128, listed by RouteIter
);
id_set!(
    /// A set of tickets.
    TicketSet of TicketId in u128, listed by TicketIter
);
id_set!(
    /// A set of locations.
    LocationSet of LocationId in u64, listed by LocationIter
);
id_set!(
    /// A set of network nodes.
    NodeSet of NodeId in u128, listed by NodeIter
);
id_set!(
    /// A set of kinds of tourist tokens.
    TouristSet of TouristKind in u8, listed by TouristIter
);

/// A table with one entry per seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySeat<T>(pub [T; MAX_SEATS]);

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_ids_in_order() {
        let set: RouteSet = [5, 127, 0].map(RouteId).into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 5, 127].map(RouteId));
        assert_eq!(set.iter().rev().collect::<Vec<_>>(), [127, 5, 0].map(RouteId));
        assert_eq!((set.lowest(), set.highest(), set.iter().len()), (Some(RouteId(0)), Some(RouteId(127)), 3));
        assert_eq!((RouteSet::EMPTY.lowest(), RouteSet::EMPTY.highest()), (None, None));
        assert_eq!(set.nth(1), Some(RouteId(5)));
        assert_eq!(set.nth(3), None);
        assert!(set.contains(RouteId(127)) && !set.contains(RouteId(255)));
    }
}
