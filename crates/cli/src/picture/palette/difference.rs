//! How different two colours look: CIEDE2000.
//!
//! Source: G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 Color-Difference Formula: Implementation
//! Notes, Supplementary Test Data, and Mathematical Observations", *Color Research and Application*
//! 30 (2005), 21–30. About 1 is the least difference an eye notices side by side.

use ::palette::color_difference::Ciede2000;
use ::palette::white_point::D65;

use super::vision::{ColourVision, linear};
use crate::puzzle::Color;

/// A colour in CIE L\*a\*b\*, under the light D65.
pub(super) type Lab = ::palette::Lab<D65, f64>;

/// The colour as eyes of a kind see it.
pub(super) fn seen(color: Color, vision: ColourVision) -> Lab {
    let [red, green, blue] = vision.sees_linear(linear(color));
    // sRGB primaries, white D65 (IEC 61966-2-1). The digits are those that the colours in files of
    // earlier versions were chosen with, so they stay.
    let x = 0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue;
    let y = 0.212_672_9 * red + 0.715_152_2 * green + 0.072_175_0 * blue;
    let z = 0.019_333_9 * red + 0.119_192_0 * green + 0.950_304_1 * blue;
    let f = |t: f64| {
        if t > (6.0_f64 / 29.0).powi(3) {
            t.cbrt()
        } else {
            t * (29.0_f64 / 6.0).powi(2) / 3.0 + 4.0 / 29.0
        }
    };
    let (fx, fy, fz) = (f(x / 0.950_47), f(y), f(z / 1.088_83));
    Lab::new(116.0 * fy - 16.0, 500.0 * (fx - fy), 200.0 * (fy - fz))
}

/// The difference ΔE₀₀ of two colours to those eyes that tell them apart worst.
///
/// ```
/// use tilewright::picture::palette::least_difference;
/// use tilewright::puzzle::Color;
/// let orange = Color { red: 230, green: 159, blue: 0 };
/// let blue = Color { red: 0, green: 114, blue: 178 };
/// assert!(least_difference(orange, blue) > 40.0);
/// ```
pub fn least_difference(a: Color, b: Color) -> f64 {
    let to = |vision| seen(a, vision).difference(seen(b, vision));
    ColourVision::ALL
        .into_iter()
        .map(to)
        .fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From table 1 of Sharma, Wu and Dalal.
    #[test]
    fn the_published_differences() {
        for (one, other, expected) in [
            ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
            ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0000),
            ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
            ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0009], 7.1792),
            ([50.0, 2.5, 0.0], [50.0, 0.0, -2.5], 4.3065),
            ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
            (
                [60.2574, -34.0099, 36.2677],
                [60.4626, -34.1751, 39.4387],
                1.2644,
            ),
            (
                [22.7233, 20.0904, -46.6940],
                [23.0331, 14.9730, -42.5619],
                2.0373,
            ),
            (
                [2.0776, 0.0795, -1.1350],
                [0.9033, -0.0636, -0.5514],
                0.9082,
            ),
        ] {
            let lab = |[l, a, b]: [f64; 3]| Lab::new(l, a, b);
            for (x, y) in [(one, other), (other, one)] {
                let found = lab(x).difference(lab(y));
                assert!((found - expected).abs() < 5e-5, "{x:?} {y:?}: {found}");
            }
        }
    }
}
