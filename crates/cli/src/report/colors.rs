//! Scales of colours for the boards: ordered by lightness, so that they can be distinguished without colour vision too.

/// A colour as red, green and blue.
type Rgb = [f64; 3];

/// A colour by its place from 0 to 1, blended between colours at equal steps.
pub(super) struct Ramp(&'static [Rgb]);

/// From rare to often: pale yellow to dark violet.
pub(super) const OFTEN: Ramp =
    Ramp(&[[253.0, 248.0, 208.0], [253.0, 190.0, 95.0], [231.0, 98.0, 71.0], [150.0, 38.0, 103.0], [49.0, 15.0, 74.0]]);

/// From below par to above: orange, nearly white, blue.
pub(super) const AROUND_PAR: Ramp =
    Ramp(&[[138.0, 61.0, 0.0], [232.0, 146.0, 58.0], [250.0, 246.0, 236.0], [91.0, 155.0, 208.0], [11.0, 60.0, 115.0]]);

/// For figures with too few cases.
pub(super) const UNKNOWN: &str = "#b9b4aa";

/// A paint, and one for text on it.
pub(super) struct Paint {
    pub(super) fill: String,
    pub(super) ink: &'static str,
}

impl Ramp {
    pub(super) fn at(&self, place: f64) -> Paint {
        let steps = self.0.len() - 1;
        let along = place.clamp(0.0, 1.0) * steps as f64;
        let step = (along as usize).min(steps - 1);
        let blend = along - step as f64;
        let color: Rgb =
            std::array::from_fn(|part| self.0[step][part] * (1.0 - blend) + self.0[step + 1][part] * blend);
        let [red, green, blue] = color.map(|part| part.round() as u8);
        let ink = if luminance(color) > 0.22 { "#1d140c" } else { "#fff" };
        Paint { fill: format!("#{red:02x}{green:02x}{blue:02x}"), ink }
    }
}

/// How light a colour is, from 0 to 1, as WCAG defines it.
fn luminance(color: Rgb) -> f64 {
    let [red, green, blue] = color.map(|part| {
        let part = part / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_goes_from_end_to_end_and_no_further() {
        assert_eq!(OFTEN.at(-1.0).fill, "#fdf8d0");
        assert_eq!(OFTEN.at(7.0).fill, "#310f4a");
        assert_eq!(AROUND_PAR.at(0.5).fill, "#faf6ec");
    }

    #[test]
    fn more_is_darker() {
        let light: Vec<f64> = OFTEN.0.iter().map(|&color| luminance(color)).collect();
        assert!(light.is_sorted_by(|one, next| one > next), "{light:?}");
    }

    #[test]
    fn what_is_written_can_be_read() {
        for ramp in [OFTEN, AROUND_PAR] {
            for step in 0..=100 {
                let Paint { fill, ink } = ramp.at(f64::from(step) / 100.0);
                let part = |from: usize| f64::from(u8::from_str_radix(&fill[from..from + 2], 16).unwrap());
                let below = luminance([part(1), part(3), part(5)]);
                let above = if ink == "#fff" { 1.0 } else { luminance([29.0, 20.0, 12.0]) };
                let contrast = (below.max(above) + 0.05) / (below.min(above) + 0.05);
                assert!(contrast >= 3.8, "{fill} {ink} {contrast}");
            }
        }
    }
}
