//! The CIEDE2000 formula.
//!
//! Source: G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 Color-Difference Formula: Implementation
//! Notes, Supplementary Test Data, and Mathematical Observations", *Color Research and Application*
//! 30 (2005), 21–30. Numbers in the comments below refer to its equations. The formula is
//! implemented here because a colour library would be used for nothing else, and takes longer to
//! compile than any other dependency.

/// A colour in CIE L\*a\*b\*.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lab {
    /// The lightness, from 0 to 100.
    pub(super) l: f64,
    /// The axis from green to red.
    pub(super) a: f64,
    /// The axis from blue to yellow.
    pub(super) b: f64,
}

impl Lab {
    /// The difference ΔE₀₀ of two colours, with all parametric factors equal to 1.
    pub(super) fn difference(self, other: Self) -> f64 {
        // Equations (2) to (7): chroma and hue, after the a axis is stretched near grey.
        let stretch = 1.5 - 0.5 * saturation(f64::midpoint(chroma(self), chroma(other)));
        let [one, two] = [self, other].map(|lab| Lab {
            a: lab.a * stretch,
            ..lab
        });
        let (chroma_one, chroma_two) = (chroma(one), chroma(two));
        let (hue_one, hue_two) = (hue(one), hue(two));
        let is_grey = chroma_one * chroma_two == 0.0;

        // Equations (8) to (11): the differences.
        let lightness = two.l - one.l;
        let chroma = chroma_two - chroma_one;
        let turn = match hue_two - hue_one {
            _ if is_grey => 0.0,
            turn if turn > 180.0 => turn - 360.0,
            turn if turn < -180.0 => turn + 360.0,
            turn => turn,
        };
        let hue = 2.0 * (chroma_one * chroma_two).sqrt() * (turn / 2.0).to_radians().sin();

        // Equations (12) to (14): the means; the mean of two hues lies on the shorter arc between them.
        let mean_lightness = f64::midpoint(one.l, two.l);
        let mean_chroma = f64::midpoint(chroma_one, chroma_two);
        let sum = hue_one + hue_two;
        let mean_hue = match (hue_one - hue_two).abs() {
            _ if is_grey => sum,
            apart if apart <= 180.0 => sum / 2.0,
            _ if sum < 360.0 => f64::midpoint(sum, 360.0),
            _ => (sum - 360.0) / 2.0,
        };

        // Equations (15) to (21): the weights of the three differences.
        let cosine = |times: f64, shift: f64| (times * mean_hue + shift).to_radians().cos();
        let of_hue =
            1.0 - 0.17 * cosine(1.0, -30.0) + 0.24 * cosine(2.0, 0.0) + 0.32 * cosine(3.0, 6.0)
                - 0.20 * cosine(4.0, -63.0);
        let away = (mean_lightness - 50.0).powi(2);
        let lightness = lightness / (1.0 + 0.015 * away / (20.0 + away).sqrt());
        let chroma = chroma / (1.0 + 0.045 * mean_chroma);
        let hue = hue / (1.0 + 0.015 * mean_chroma * of_hue);
        let blue = 30.0 * (-((mean_hue - 275.0) / 25.0).powi(2)).exp();
        let rotation = -2.0 * saturation(mean_chroma) * (2.0 * blue).to_radians().sin();

        // Equation (22): the total difference.
        (lightness.powi(2) + chroma.powi(2) + hue.powi(2) + rotation * chroma * hue).sqrt()
    }
}

fn chroma(lab: Lab) -> f64 {
    lab.a.hypot(lab.b)
}

/// The hue in degrees, from 0 to 360; 0 for grey.
fn hue(lab: Lab) -> f64 {
    lab.b.atan2(lab.a).to_degrees().rem_euclid(360.0)
}

/// A factor that grows with the chroma, from 0 for grey to 1.
fn saturation(chroma: f64) -> f64 {
    let chroma = chroma.powi(7);
    (chroma / (chroma + 25.0_f64.powi(7))).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected differences are those of table 1 of Sharma, Wu and Dalal.
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
            let lab = |[l, a, b]: [f64; 3]| Lab { l, a, b };
            for (x, y) in [(one, other), (other, one)] {
                let found = lab(x).difference(lab(y));
                assert!((found - expected).abs() < 5e-5, "{x:?} {y:?}: {found}");
            }
        }
    }
}
