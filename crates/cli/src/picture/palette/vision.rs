//! Simulation of colour-blind vision.
//!
//! Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for
//! Simulation of Color Vision Deficiency", *IEEE Transactions on Visualization and Computer
//! Graphics* 15 (2009), 1291–1298; the matrices for severity 1.0, which act on linear RGB.

use crate::puzzle::Color;

/// Kinds of colour vision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColourVision {
    /// With three kinds of cones.
    Normal,
    /// Without the cones for long wavelengths (red).
    Protanopia,
    /// Without the cones for medium wavelengths (green).
    Deuteranopia,
    /// Without the cones for short wavelengths (blue).
    Tritanopia,
}

impl ColourVision {
    pub(crate) const ALL: [Self; 4] = [
        Self::Normal,
        Self::Protanopia,
        Self::Deuteranopia,
        Self::Tritanopia,
    ];

    /// A colour that looks to a person with normal vision as `color` looks to a person with this
    /// kind of vision.
    #[must_use]
    pub(crate) fn sees(self, color: Color) -> Color {
        let [red, green, blue] = self.sees_linear(linear(color)).map(gamma);
        Color { red, green, blue }
    }

    /// The colour that looks to a person with normal vision as `rgb` looks to a person with this
    /// kind of vision. Both are in linear RGB, with channels from 0 to 1.
    pub(super) fn sees_linear(self, rgb: [f64; 3]) -> [f64; 3] {
        let Some(matrix) = self.matrix() else {
            return rgb;
        };
        matrix.map(|row| {
            let sum: f64 = row.iter().zip(rgb).map(|(a, b)| a * b).sum();
            sum.clamp(0.0, 1.0)
        })
    }

    fn matrix(self) -> Option<[[f64; 3]; 3]> {
        match self {
            Self::Normal => None,
            Self::Protanopia => Some([
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ]),
            Self::Deuteranopia => Some([
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ]),
            Self::Tritanopia => Some([
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ]),
        }
    }
}

/// The channels of a colour as linear light, from 0 to 1 (IEC 61966-2-1).
pub(super) fn linear(color: Color) -> [f64; 3] {
    [color.red, color.green, color.blue].map(|channel| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.040_45 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// A channel of linear light, gamma encoded.
fn gamma(c: f64) -> u8 {
    let c = if c <= 0.003_130_8 {
        c * 12.92
    } else {
        1.055 * c.powf(1.0 / 2.4) - 0.055
    };
    channel(c * 255.0)
}

/// Rounds a channel to 8 bits, and clamps it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is rounded and clamped"
)]
pub(super) fn channel(value: f64) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greys_look_the_same_to_all() {
        for level in [0, 64, 128, 200, 255] {
            let grey = Color {
                red: level,
                green: level,
                blue: level,
            };
            for vision in ColourVision::ALL {
                let seen = vision.sees(grey);
                for channel in [seen.red, seen.green, seen.blue] {
                    assert!(channel.abs_diff(level) <= 1, "{vision:?} {level} {seen:?}");
                }
            }
        }
    }
}
