//! How a mechanic's own actions, phases, events, refusals and state become part of the engine's.
//!
//! A mechanic declares them in its own file with [`parts!`]. The engine's enums and structs are declared with
//! [`extend!`], which adds what every mechanic of the list declares. Everybody else sees flat types: `Action` has the
//! variants of every mechanic, so that a `match` on it is exhaustive and its JSON is flat. Inside the engine a core file
//! matches on its own variants and leaves all others to `mechanic_action!()` or `mechanic_phase!(seat)`, a pattern for
//! those of every mechanic. `Action::mechanic` and `Phase::mechanic` turn them into the part of one mechanic, which is an
//! enum of its own (`ActionPart`, `PhasePart`) that only that mechanic's file matches on.

/// Declares what a mechanic adds. Every section may be left out, but their order is fixed. Types of the mechanic's own
/// file are written with their full path, because they are used in other files too.
///
/// - `actions`: variants of `Action`; the file implements [`Decision`](super::Decision) for its `ActionPart`.
/// - `phases`: variants of `Phase`. The first field of each is the `seat` that decides, and a text says what is to be
///   decided. The file implements [`Question`](super::Question) for its `PhasePart`.
/// - `events`: variants of `Event`; `hides field` after one with a `seat` makes that field secret to that seat.
/// - `refusals`: variants of `IllegalAction`, each with the id of its rule.
/// - `board`: fields of `Public`, each with its value before the game is set up.
/// - `player`: fields of `PublicSeat`, likewise.
macro_rules! parts {
    (
        $(actions { $($actions:tt)* })?
        $(phases { $($phases:tt)* })?
        $(events { $($events:tt)* })?
        $(refusals { $($refusals:tt)* })?
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
    (($d:tt) $actions:tt $phases:tt $events:tt $refusals:tt $board:tt $player:tt) => {
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
    // All have.
    ($section:ident $part:tt $target:tt [$($done:tt)*] $name:ident $Mechanic:ident []) => {
        $crate::mechanics::parts::$section! { $target [$($done)* $name $Mechanic $part] }
    };
}

/// The enum of actions.
macro_rules! actions {
    (
        {
            $(#[$meta:meta])*
            pub enum $Name:ident {
                $($(#[$core_meta:meta])* $Core:ident
                $({ $($(#[$core_field_meta:meta])* $core_field:ident: $core_type:ty),* $(,)? })?),* $(,)?
            }
        }
        [$($name:ident $Mechanic:ident {
            $($(#[$own_meta:meta])* $Own:ident
            $({ $($(#[$own_field_meta:meta])* $own_field:ident: $own_type:ty),* $(,)? })?),* $(,)?
        })*]
    ) => {
        $(#[$meta])*
        pub enum $Name {
            $($(#[$core_meta])* $Core $({ $($(#[$core_field_meta])* $core_field: $core_type),* })?,)*
            $($($(#[$own_meta])* $Own $({ $($(#[$own_field_meta])* $own_field: $own_type),* })?,)*)*
        }

        impl $Name {
            /// The action as its mechanic's own.
            ///
            /// # Panics
            /// It is an action of every map.
            #[inline]
            pub(crate) fn mechanic(self) -> $crate::mechanics::MechanicAction {
                use $crate::mechanics::MechanicAction;
                match self {
                    $($($Name::$Own { $($($own_field),*)? } => {
                        MechanicAction::$Mechanic($crate::mechanics::$name::ActionPart::$Own { $($($own_field),*)? })
                    })*)*
                    $($Name::$Core { .. })|* => unreachable!("an action of every map"),
                }
            }
        }

        /// A pattern: the actions of all mechanics.
        macro_rules! mechanic_action {
            () => { $($(| $Name::$Own { .. })*)* };
        }
        pub(crate) use mechanic_action;
    };
}

/// The enum of phases.
macro_rules! phases {
    (
        {
            $(#[$meta:meta])*
            pub enum $Name:ident {
                $($(#[$core_meta:meta])* $Core:ident
                $({ $($(#[$core_field_meta:meta])* $core_field:ident: $core_type:ty),* $(,)? })?
                = $core_text:literal),* $(,)?
            }
        }
        [$($name:ident $Mechanic:ident {
            $($(#[$own_meta:meta])* $Own:ident
            {
                $(#[$seat_meta:meta])* $seat:ident: Seat
                $(, $(#[$own_field_meta:meta])* $own_field:ident: $own_type:ty)* $(,)?
            } = $own_text:literal),* $(,)?
        })*]
    ) => {
        $(#[$meta])*
        pub enum $Name {
            $($(#[$core_meta])* $Core $({ $($(#[$core_field_meta])* $core_field: $core_type),* })?,)*
            $($($(#[$own_meta])* $Own {
                $(#[$seat_meta])* $seat: $crate::ids::Seat,
                $($(#[$own_field_meta])* $own_field: $own_type),*
            },)*)*
        }

        impl $Name {
            /// The phase as its mechanic's own.
            ///
            /// # Panics
            /// It is a phase of every map.
            #[inline]
            pub(crate) fn mechanic(self) -> $crate::mechanics::MechanicPhase {
                use $crate::mechanics::MechanicPhase;
                match self {
                    $($($Name::$Own { $seat, $($own_field),* } => {
                        MechanicPhase::$Mechanic($crate::mechanics::$name::PhasePart::$Own { $seat, $($own_field),* })
                    })*)*
                    $($Name::$Core { .. })|* => unreachable!("a phase of every map"),
                }
            }
        }

        $crate::mechanics::parts::phase_pattern! { ($) $Name { $($($Own)*)* } }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $($Name::$Core { .. } => $core_text,)*
                    $($($Name::$Own { .. } => $own_text,)*)*
                })
            }
        }
    };
}

/// The pattern for the phases of all mechanics.
macro_rules! phase_pattern {
    (($d:tt) $Name:ident { $($Own:ident)* }) => {
        /// A pattern: the phases of all mechanics, with the seat that decides.
        macro_rules! mechanic_phase {
            ($d seat:pat) => { $(| $Name::$Own { seat: $d seat, .. })* };
        }
        pub(crate) use mechanic_phase;
    };
}

/// The enum of events.
macro_rules! events {
    (
        {
            $(#[$meta:meta])*
            pub enum $Name:ident {
                $($(#[$core_meta:meta])* $Core:ident
                $({ $($(#[$core_field_meta:meta])* $core_field:ident: $core_type:ty),* $(,)? })?
                $(hides $core_secret:ident)?),* $(,)?
            }
        }
        [$($name:ident $Mechanic:ident {
            $($(#[$own_meta:meta])* $Own:ident
            $({ $($(#[$own_field_meta:meta])* $own_field:ident: $own_type:ty),* $(,)? })?
            $(hides $own_secret:ident)?),* $(,)?
        })*]
    ) => {
        $(#[$meta])*
        pub enum $Name {
            $($(#[$core_meta])* $Core $({ $($(#[$core_field_meta])* $core_field: $core_type),* })?,)*
            $($($(#[$own_meta])* $Own $({ $($(#[$own_field_meta])* $own_field: $own_type),* })?,)*)*
        }

        impl $Name {
            /// The event as `viewer` may see it: without what is another player's secret (C34).
            #[must_use]
            pub fn seen_by(mut self, viewer: $crate::view::Viewer) -> $Name {
                let is_other = |seat: $crate::ids::Seat| viewer != $crate::view::Viewer::Seat(seat);
                match &mut self {
                    $($($Name::$Core { seat, $core_secret, .. } if is_other(*seat) => *$core_secret = None,)?)*
                    $($($($Name::$Own { seat, $own_secret, .. } if is_other(*seat) => *$own_secret = None,)?)*)*
                    $($Name::$Core { .. } => {})*
                    $($($Name::$Own { .. } => {})*)*
                }
                self
            }
        }
    };
}

/// The enum of refusals.
macro_rules! refusals {
    (
        {
            $(#[$meta:meta])*
            pub enum $Name:ident {
                $($(#[$core_meta:meta])* $Core:ident
                $({ $($(#[$core_field_meta:meta])* $core_field:ident: $core_type:ty),* $(,)? })?
                = $core_rule:literal),* $(,)?
            }
        }
        [$($name:ident $Mechanic:ident {
            $($(#[$own_meta:meta])* $Own:ident
            $({ $($(#[$own_field_meta:meta])* $own_field:ident: $own_type:ty),* $(,)? })?
            = $own_rule:literal),* $(,)?
        })*]
    ) => {
        $(#[$meta])*
        pub enum $Name {
            $($(#[$core_meta])* $Core $({ $($(#[$core_field_meta])* $core_field: $core_type),* })?,)*
            $($($(#[$own_meta])* $Own $({ $($(#[$own_field_meta])* $own_field: $own_type),* })?,)*)*
        }

        impl $Name {
            /// The id of the rule in the project's list of rules.
            pub const fn rule(self) -> &'static str {
                match self {
                    $($Name::$Core { .. } => $core_rule,)*
                    $($($Name::$Own { .. } => $own_rule,)*)*
                }
            }
        }
    };
}

/// A struct of the state, with the values before the game is set up.
macro_rules! fields {
    (
        {
            $(#[$meta:meta])*
            pub struct $Name:ident {
                $($(#[$core_meta:meta])* pub $core:ident: $core_type:ty = $core_value:expr),* $(,)?
            }
        }
        [$($name:ident $Mechanic:ident {
            $($(#[$own_meta:meta])* $own:ident: $own_type:ty = $own_value:expr),* $(,)?
        })*]
    ) => {
        $(#[$meta])*
        pub struct $Name {
            $($(#[$core_meta])* pub $core: $core_type,)*
            $($($(#[$own_meta])* pub $own: $own_type,)*)*
        }

        impl $Name {
            /// Before anything is set up.
            pub(crate) const EMPTY: $Name = $Name {
                $($core: $core_value,)*
                $($($own: $own_value,)*)*
            };
        }
    };
}

pub(crate) use {
    action_part, actions, collect, declare, events, extend, fields as board, fields as player, parts, phase_part,
    phase_pattern, phases, refusals,
};
