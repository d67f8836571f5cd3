//! The visible difference of two colours, by CIEDE2000. With the colours side by side, a difference
//! of about 1 is just noticeable.

use super::ciede2000::Lab;
use super::vision::{ColourVision, linear};
use crate::puzzle::Color;

/// A colour as a person with this kind of vision sees it, under illuminant D65.
pub(super) fn seen(color: Color, vision: ColourVision) -> Lab {
    let [red, green, blue] = vision.sees_linear(linear(color));
    // sRGB primaries, white point D65 (IEC 61966-2-1). Do not change a digit: the colours of the
    // palette were chosen with these numbers.
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
    Lab {
        l: 116.0 * fy - 16.0,
        a: 500.0 * (fx - fy),
        b: 200.0 * (fy - fz),
    }
}

/// The difference ΔE₀₀ of two colours for the kind of vision that distinguishes them least.
pub(crate) fn least_difference(a: Color, b: Color) -> f64 {
    let to = |vision| seen(a, vision).difference(seen(b, vision));
    ColourVision::ALL
        .into_iter()
        .map(to)
        .fold(f64::INFINITY, f64::min)
}
