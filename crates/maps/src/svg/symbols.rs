//! The look of colours and wilds: paints, and a symbol each, so that nothing depends on colour alone.

use capolinea_engine::Color;
use capolinea_engine::rules::WildName;

/// The paints of a space.
pub(super) struct Paint {
    /// The upper edge, in the light.
    pub(super) light: &'static str,
    /// The middle.
    pub(super) body: &'static str,
    /// The outline.
    pub(super) edge: &'static str,
    /// The text or drawing on it.
    pub(super) ink: &'static str,
}

/// The paints of a colour, or of gray.
pub(super) fn paint(color: Option<Color>) -> Paint {
    let (light, body, edge, ink) = match color {
        Some(Color::Purple) => ("#c98fd0", "#a964b4", "#6d3577", "#fff"),
        Some(Color::Blue) => ("#5f9bd8", "#2f6fb7", "#183f70", "#fff"),
        Some(Color::Orange) => ("#f7ae5c", "#e5842a", "#94500f", "#fff"),
        Some(Color::White) => ("#ffffff", "#f3f0e8", "#8d8577", "#8a8172"),
        Some(Color::Green) => ("#74b866", "#45903f", "#235420", "#fff"),
        Some(Color::Yellow) => ("#fbe071", "#efc52f", "#96750b", "#7a5c00"),
        Some(Color::Black) => ("#5c5753", "#33302d", "#0f0e0d", "#e9e4da"),
        Some(Color::Red) => ("#e5665c", "#c73a33", "#771a16", "#fff"),
        None => ("#c3bfb7", "#a5a199", "#68645c", "#3c3832"),
    };
    Paint { light, body, edge, ink }
}

/// The symbol of a colour: SVG path data that fills the square from -1 to 1. No two are alike in any rotation.
pub fn color_symbol(color: Color) -> &'static str {
    match color {
        // A crescent.
        Color::Purple => "M.35-.95A1.01 1.01 0 1 0 .35.95A.97.97 0 0 1 .35-.95Z",
        // A disc.
        Color::Blue => "M-.85 0A.85.85 0 1 1 .85 0A.85.85 0 1 1-.85 0Z",
        // A triangle.
        Color::Orange => "M0-.95L1 .8H-1Z",
        // A square.
        Color::White => "M-.75-.75H.75V.75H-.75Z",
        // A clover.
        Color::Green => "M-.2 1L-.1.3A.5.5 0 1 1-.45-.3A.5.5 0 1 1 .45-.3A.5.5 0 1 1 .1.3L.2 1Z",
        // A star.
        Color::Yellow => "M0-1L.26-.33L.97-.3L.42.15L.61.83L0 .44L-.61.83L-.42.15L-.97-.3L-.26-.33Z",
        // A saltire.
        Color::Black => "M-.95-.5L-.5-.95L0-.45L.5-.95L.95-.5L.45 0L.95.5L.5.95L0 .45L-.5.95L-.95.5L-.45 0Z",
        // A heart.
        Color::Red => "M0 1C-1.6-.1-.9-1.2 0-.5C.9-1.2 1.6-.1 0 1Z",
    }
}

/// The symbol of a map's wilds: SVG path data of a silhouette in the square from -1 to 1.
pub fn wild_symbol(wild: WildName) -> &'static str {
    match wild {
        WildName::Locomotive => {
            "M-.7-.75H-.35V-.25H.15V-.75H.9V.4H.95V.6H-.95L-.85.25V-.25H-.7Z\
             M-.85.62A.24.24 0 1 0-.37.62ZM-.25.62A.24.24 0 1 0 .23.62ZM.35.62A.24.24 0 1 0 .83.62Z"
        }
        WildName::Ferry => "M-1 .15H1L.68.75H-.68ZM-.62.02V-.34H.55V.02ZM-.2-.46V-.9H.2V-.46Z",
        WildName::Bicycle => {
            "M-1 .35A.42.42 0 1 1-.16.35A.42.42 0 1 1-1 .35ZM-.84.35A.26.26 0 1 0-.32.35A.26.26 0 1 0-.84.35Z\
             M.16.35A.42.42 0 1 1 1 .35A.42.42 0 1 1 .16.35ZM.32.35A.26.26 0 1 0 .84.35A.26.26 0 1 0 .32.35Z\
             M-.62.4L-.3-.38H.3L.2-.68H.5V-.56H.36L.66.35L.52.4L.36-.1L0 .42ZM-.5.28H-.04L-.28-.2ZM.04.12L.28-.24H-.14Z\
             M-.46-.58H-.1V-.46H-.22L-.2-.34H-.34L-.38-.46H-.46Z"
        }
    }
}
