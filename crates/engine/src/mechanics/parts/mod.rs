//! How a mechanic's own actions, phases, events, refusals and state become part of the engine's.
//!
//! A mechanic declares them in its own file with [`parts!`]. The engine's enums and structs are declared with
//! [`extend!`], which adds what every mechanic of the list declares. Everybody else sees flat types: `Action` has the
//! variants of every mechanic, so that a `match` on it is exhaustive and its JSON is flat. Inside the engine a core file
//! matches on its own variants and leaves all others to `mechanic_action!()` or `mechanic_phase!(seat)`, a pattern for
//! those of every mechanic. `Action::mechanic` and `Phase::mechanic` turn them into the part of one mechanic, which is an
//! enum of its own (`ActionPart`, `PhasePart`) that only that mechanic's file matches on.

mod targets;

/// Declares what a mechanic adds. Every section may be left out, but their order is fixed. Types of the mechanic's own
/// file are written with their full path, because they are used in other files too.
///
/// - `actions`: variants of `Action`; the file implements [`Decision`](super::Decision) for its `ActionPart`.
/// - `phases`: variants of `Phase`. The first field of each is the `seat` that decides, and a text says what is to be
///   decided. The file implements [`Question`](super::Question) for its `PhasePart`.
/// - `events`: variants of `Event`; `hides field` after one with a `seat` makes that field secret to that seat. An event
///   that shows something hidden ends with `reveals own`, `reveals others` or `reveals all`: to its `seat`, to every other
///   seat, or to everybody.
/// - `refusals`: variants of `IllegalAction`, each with the id of its rule.
/// - `lines`: variants of `ScoreLine`, each with the points it adds.
/// - `tie_breaks`: variants of `TieBreak`, each with its name in map files and with a function from what the mechanic gives a
///   player to a number: the player with the higher number is ahead.
/// - `board`: fields of `Public`, without `pub`, each with its value before the game is set up.
/// - `player`: fields of `PublicSeat`, likewise.
macro_rules! parts {
    (
        $(actions { $($actions:tt)* })?
        $(phases { $($phases:tt)* })?
        $(events { $($events:tt)* })?
        $(refusals { $($refusals:tt)* })?
        $(lines { $($lines:tt)* })?
        $(tie_breaks { $($tie_breaks:tt)* })?
        $(board { $($board:tt)* })?
        $(player { $($player:tt)* })?
    ) => {
        $crate::mechanics::parts::action_part! { $($($actions)*)? }
        $crate::mechanics::parts::phase_part! { $($($phases)*)? }
        $crate::mechanics::parts::declare! {
            ($)
            { $($($actions)*)? }
            { $($($phases)*)? }
            { $($($events)*)? }
            { $($($refusals)*)? }
            { $($($lines)*)? }
            { $($($tie_breaks)*)? }
            { $($($board)*)? }
            { $($($player)*)? }
        }
    };
}

/// A mechanic's own actions as an enum; one without actions has an empty one.
macro_rules! action_part {
    () => {
        /// This mechanic has no actions.
        #[derive(Clone, Copy)]
        pub(crate) enum ActionPart {}

        impl $crate::mechanics::Decision for ActionPart {
            fn check(
                self,
                _view: $crate::view::View<'_>,
                _own: &$crate::view::Own,
            ) -> Result<(), $crate::error::IllegalAction> {
                match self {}
            }

            fn execute(
                self,
                _play: &mut $crate::play::Play<'_, impl $crate::event::Observer>,
                _seat: $crate::ids::Seat,
            ) {
                match self {}
            }

            fn write(self, _map: &$crate::map::Map) -> String {
                match self {}
            }
        }
    };
    ($($(#[$meta:meta])* $Variant:ident $({ $($(#[$field_meta:meta])* $field:ident: $type:ty),* $(,)? })?),+ $(,)?) => {
        /// The actions of this mechanic.
        #[derive(Clone, Copy)]
        pub(crate) enum ActionPart { $($Variant $({ $($field: $type),* })?),+ }
    };
}

/// A mechanic's own phases as an enum; one without phases has an empty one.
macro_rules! phase_part {
    () => {
        /// This mechanic has no phases.
        #[derive(Clone, Copy)]
        pub(crate) enum PhasePart {}

        impl $crate::mechanics::Question for PhasePart {
            fn list(
                self,
                _view: &$crate::view::View<'_>,
                _own: &$crate::view::Own,
                _list: &mut $crate::legal::List,
            ) {
                match self {}
            }

            fn is_possible(self, _map: &$crate::map::Map) -> bool {
                match self {}
            }
        }
    };
    ($(
        $(#[$meta:meta])* $Variant:ident {
            $(#[$seat_meta:meta])* $seat:ident: Seat $(, $(#[$field_meta:meta])* $field:ident: $type:ty)* $(,)?
        } = $text:literal
    ),+ $(,)?) => {
        /// The phases of this mechanic.
        #[derive(Clone, Copy)]
        #[allow(dead_code, reason = "not every rule needs every field of its phases")]
        pub(crate) enum PhasePart { $($Variant { $seat: $crate::ids::Seat, $($field: $type),* }),+ }
    };
}

/// Keeps the declarations of one mechanic in a macro, from which [`collect!`] takes them.
macro_rules! declare {
    (
        ($d:tt) $actions:tt $phases:tt $events:tt $refusals:tt $lines:tt $tie_breaks:tt $board:tt $player:tt
    ) => {
        macro_rules! declared {
            (actions $d($so_far:tt)*) => {
                $crate::mechanics::parts::collect! { actions $actions $d($so_far)* }
            };
            (phases $d($so_far:tt)*) => {
                $crate::mechanics::parts::collect! { phases $phases $d($so_far)* }
            };
            (events $d($so_far:tt)*) => {
                $crate::mechanics::parts::collect! { events $events $d($so_far)* }
            };
            (refusals $d($so_far:tt)*) => {
                $crate::mechanics::parts::collect! { refusals $refusals $d($so_far)* }
            };
            (lines $d($so_far:tt)*) => {
                $crate::mechanics::parts::collect! { lines $lines $d($so_far)* }
            };
            (tie_breaks $d($so_far:tt)*) => {
                $crate::mechanics::parts::collect! { tie_breaks $tie_breaks $d($so_far)* }
            };
            (board $d($so_far:tt)*) => {
                $crate::mechanics::parts::collect! { board $board $d($so_far)* }
            };
            (player $d($so_far:tt)*) => {
                $crate::mechanics::parts::collect! { player $player $d($so_far)* }
            };
        }
        pub(crate) use declared;
    };
}

/// Adds one section of every mechanic to an enum or a struct of the engine.
macro_rules! extend {
    ($section:ident: $($target:tt)*) => {
        $crate::mechanics::list! { collect $section { $($target)* } }
    };
}

/// Goes through the list of mechanics: each one's `declared!` calls this again with its declarations.
macro_rules! collect {
    // The beginning: the whole list.
    ($section:ident $target:tt $list:tt) => {
        $crate::mechanics::parts::collect! { $section {} $target [] $list }
    };
    // The first mechanic of the list has no one before it.
    ($section:ident {} $target:tt [] [$(#[$doc:meta])* $name:ident: $Mechanic:ident, $($rest:tt)*]) => {
        $crate::mechanics::$name::declared! { $section $target [] $name $Mechanic [$($rest)*] }
    };
    // One has declared its part; the next follows.
    (
        $section:ident $part:tt $target:tt [$($done:tt)*] $name:ident $Mechanic:ident
        [$(#[$doc:meta])* $next:ident: $Next:ident, $($rest:tt)*]
    ) => {
        $crate::mechanics::$next::declared! {
            $section $target [$($done)* $name $Mechanic $part] $next $Next [$($rest)*]
        }
    };
    // All have declared theirs.
    ($section:ident $part:tt $target:tt [$($done:tt)*] $name:ident $Mechanic:ident []) => {
        $crate::mechanics::parts::$section! { $target [$($done)* $name $Mechanic $part] }
    };
}

pub(crate) use targets::*;
pub(crate) use {action_part, collect, declare, extend, parts, phase_part};
