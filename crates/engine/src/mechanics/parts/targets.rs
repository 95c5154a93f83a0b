//! The enums and structs of the engine that mechanics extend: one macro for each, which [`extend!`](super::extend) calls.

/// An enum with the variants of the core and those of every mechanic. `$then` gets their names, each with the end of its
/// declaration (a text, the field it hides, or to whom it reveals something), and the names of the fields of mechanics' variants.
macro_rules! extended_enum {
    (
        $then:ident
        {
            $(#[$meta:meta])*
            pub enum $Name:ident {
                $($(#[$core_meta:meta])* $Core:ident
                $({ $($(#[$core_field_meta:meta])* $core_field:ident: $core_type:ty),* $(,)? })?
                $(= $core_text:literal)? $(hides $core_secret:ident)? $(reveals $core_to:ident)?),* $(,)?
            }
        }
        [$($name:ident $Mechanic:ident {
            $($(#[$own_meta:meta])* $Own:ident
            $({ $($(#[$own_field_meta:meta])* $own_field:ident: $own_type:ty),* $(,)? })?
            $(= $own_text:literal)? $(hides $own_secret:ident)? $(reveals $own_to:ident)?),* $(,)?
        })*]
    ) => {
        $(#[$meta])*
        pub enum $Name {
            $($(#[$core_meta])* $Core $({ $($(#[$core_field_meta])* $core_field: $core_type),* })?,)*
            $($($(#[$own_meta])* $Own $({ $($(#[$own_field_meta])* $own_field: $own_type),* })?,)*)*
        }

        $crate::mechanics::parts::$then! {
            $Name
            { $($(#[$core_meta])* $Core $(= $core_text)? $(hides $core_secret)? $(reveals $core_to)?,)* }
            [$($name $Mechanic {
                $($Own { $($($own_field)*)? } $(= $own_text)? $(hides $own_secret)? $(reveals $own_to)?,)*
            })*]
        }
    };
}

/// The enum of actions.
macro_rules! actions {
    ($($declared:tt)*) => { $crate::mechanics::parts::extended_enum! { action_methods $($declared)* } };
}

/// The enum of phases.
macro_rules! phases {
    ($($declared:tt)*) => { $crate::mechanics::parts::extended_enum! { phase_methods $($declared)* } };
}

/// The enum of events.
macro_rules! events {
    ($($declared:tt)*) => { $crate::mechanics::parts::extended_enum! { event_methods $($declared)* } };
}

/// The enum of refusals.
macro_rules! refusals {
    ($($declared:tt)*) => { $crate::mechanics::parts::extended_enum! { refusal_methods $($declared)* } };
}

/// The methods of actions, and the pattern for those of mechanics.
macro_rules! action_methods {
    (
        $Name:ident
        { $($(#[$core_meta:meta])* $Core:ident,)* }
        [$($name:ident $Mechanic:ident { $($Own:ident { $($own_field:ident)* },)* })*]
    ) => {
        impl $Name {
            /// The action as its mechanic's own.
            ///
            /// # Panics
            /// It is an action of every map.
            #[inline]
            pub(crate) fn mechanic(self) -> $crate::mechanics::MechanicAction {
                use $crate::mechanics::MechanicAction;
                match self {
                    $($($Name::$Own { $($own_field),* } => {
                        MechanicAction::$Mechanic($crate::mechanics::$name::ActionPart::$Own { $($own_field),* })
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

/// The methods of phases, their kind, and the pattern for those of mechanics.
macro_rules! phase_methods {
    (
        $Name:ident
        { $($(#[$core_meta:meta])* $Core:ident = $core_text:literal,)* }
        [$($name:ident $Mechanic:ident { $($Own:ident { $($own_field:ident)* } = $own_text:literal,)* })*]
    ) => {
        impl $Name {
            /// The phase as its mechanic's own.
            ///
            /// # Panics
            /// It is a phase of every map.
            #[inline]
            pub(crate) fn mechanic(self) -> $crate::mechanics::MechanicPhase {
                use $crate::mechanics::MechanicPhase;
                match self {
                    $($($Name::$Own { $($own_field),* } => {
                        MechanicPhase::$Mechanic($crate::mechanics::$name::PhasePart::$Own { $($own_field),* })
                    })*)*
                    $($Name::$Core { .. })|* => unreachable!("a phase of every map"),
                }
            }

            /// Which phase it is, without its facts.
            #[inline]
            pub fn kind(self) -> PhaseKind {
                match self {
                    $($Name::$Core { .. } => PhaseKind::$Core,)*
                    $($($Name::$Own { .. } => PhaseKind::Mechanic($crate::mechanics::MechanicKind::$Mechanic),)*)*
                }
            }
        }

        /// Which phase it is, without its facts. All phases of one mechanic are the same kind, so that a program that treats
        /// them alike need not name them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum PhaseKind {
            $($(#[$core_meta])* $Core,)*
            /// A decision that a mechanic asks for.
            Mechanic($crate::mechanics::MechanicKind),
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

/// The methods of events.
macro_rules! event_methods {
    (
        $Name:ident
        { $($(#[$core_meta:meta])* $Core:ident $(hides $core_secret:ident)? $(reveals $core_to:ident)?,)* }
        [$($name:ident $Mechanic:ident {
            $($Own:ident { $($own_field:ident)* } $(hides $own_secret:ident)? $(reveals $own_to:ident)?,)*
        })*]
    ) => {
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

            /// Whether the event shows `seat` something that was hidden: a card, a ticket, a choice made in secret, or who
            /// begins.
            pub fn reveals_to(self, seat: $crate::ids::Seat) -> bool {
                match self {
                    $($Name::$Core { .. } => $crate::mechanics::parts::reveals!(self seat $Name $Core $($core_to)?),)*
                    $($($Name::$Own { .. } => $crate::mechanics::parts::reveals!(self seat $Name $Own $($own_to)?),)*)*
                }
            }
        }
    };
}

/// Whether one kind of event shows a seat something hidden, by the word after `reveals`.
macro_rules! reveals {
    ($event:ident $viewer:ident $Name:ident $Variant:ident) => {
        false
    };
    ($event:ident $viewer:ident $Name:ident $Variant:ident all) => {
        true
    };
    ($event:ident $viewer:ident $Name:ident $Variant:ident own) => {
        matches!($event, $Name::$Variant { seat, .. } if seat == $viewer)
    };
    ($event:ident $viewer:ident $Name:ident $Variant:ident others) => {
        matches!($event, $Name::$Variant { seat, .. } if seat != $viewer)
    };
}

/// The methods of refusals.
macro_rules! refusal_methods {
    (
        $Name:ident
        { $($(#[$core_meta:meta])* $Core:ident = $core_rule:literal,)* }
        [$($name:ident $Mechanic:ident { $($Own:ident { $($own_field:ident)* } = $own_rule:literal,)* })*]
    ) => {
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

/// The enum of score lines.
macro_rules! lines {
    (
        {
            $(#[$meta:meta])*
            pub enum $Name:ident {
                $($(#[$core_meta:meta])* $Core:ident
                { $($(#[$core_field_meta:meta])* $core_field:ident: $core_type:ty),* $(,)? }
                = $core_points:expr),* $(,)?
            }
        }
        [$($name:ident $Mechanic:ident {
            $($(#[$own_meta:meta])* $Own:ident
            { $($(#[$own_field_meta:meta])* $own_field:ident: $own_type:ty),* $(,)? }
            = $own_points:expr),* $(,)?
        })*]
    ) => {
        $(#[$meta])*
        pub enum $Name {
            $($(#[$core_meta])* $Core { $($(#[$core_field_meta])* $core_field: $core_type),* },)*
            $($($(#[$own_meta])* $Own { $($(#[$own_field_meta])* $own_field: $own_type),* },)*)*
            /// The points of a mechanic that has no line of its own.
            Mechanic(MechanicLine),
        }

        impl $Name {
            /// The points that the line adds to the total.
            #[allow(unused_variables, reason = "the points are one of the fields, or a number")]
            pub fn points(&self) -> i16 {
                match *self {
                    $($Name::$Core { $(ref $core_field),* } => $core_points,)*
                    $($($Name::$Own { $(ref $own_field),* } => $own_points,)*)*
                    $Name::Mechanic(ref line) => line.points,
                }
            }
        }
    };
}

/// The enum of tie-breaks.
macro_rules! tie_breaks {
    (
        {
            $(#[$meta:meta])*
            pub enum $Name:ident { $($(#[$core_meta:meta])* $Core:ident = $core_text:literal by $core_key:expr),* $(,)? }
        }
        [$($name:ident $Mechanic:ident {
            $($(#[$own_meta:meta])* $Own:ident = $own_text:literal by $own_key:expr),* $(,)?
        })*]
    ) => {
        $(#[$meta])*
        pub enum $Name {
            $($(#[$core_meta])* $Core,)*
            $($($(#[$own_meta])* $Own,)*)*
        }

        impl $Name {
            /// Every one of them.
            pub const ALL: &[$Name] = &[$($Name::$Core,)* $($($Name::$Own,)*)*];

            /// Its name in map files.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($Name::$Core => $core_text,)*
                    $($($Name::$Own => $own_text,)*)*
                }
            }

            /// The mechanic that a map must have for it.
            pub const fn mechanic(self) -> Option<$crate::mechanics::MechanicKind> {
                match self {
                    $($Name::$Core => None,)*
                    $($($Name::$Own => Some($crate::mechanics::MechanicKind::$Mechanic),)*)*
                }
            }

            /// The number by which players are compared: the player with the higher one is ahead.
            pub(crate) fn key(self, tally: &$crate::scoring::Tally) -> i16 {
                match self {
                    $($Name::$Core => {
                        let key: fn(&$crate::scoring::Tally) -> i16 = $core_key;
                        key(tally)
                    })*
                    $($($Name::$Own => {
                        let key: fn($crate::scoring::Gain) -> i16 = $own_key;
                        key(tally.gain($crate::mechanics::MechanicKind::$Mechanic))
                    })*)*
                }
            }
        }
    };
}

pub(crate) use {
    action_methods, actions, event_methods, events, extended_enum, fields as board, fields as player, lines,
    phase_methods, phase_pattern, phases, refusal_methods, refusals, reveals, tie_breaks,
};
