//! A kerf test: a comb and a key, which measure the width that the beam removes.
//!
//! The beam's centre follows the drawn lines. The key, drawn 10 mm wide, becomes narrower by the
//! kerf k, and each slot becomes wider by k. A slot that is drawn 2s narrower than the key
//! therefore fits if s is at most k. Each slot is labelled with its s. The greatest label of a slot
//! into which the key fits is the kerf.

use super::contour::Contour;
use super::lettering::{Lettering, lettered};
use super::part::{CutPart, PartKind};
use crate::picture::drawing::{Path, Point};

/// The difference between the kerfs of successive slots, in millimetres.
pub(crate) const KERF_STEP: f64 = 0.05;

/// The number of slots; the first one is for a kerf of zero.
pub(crate) const KERF_STEPS: u32 = 9;

/// The width of the key, in millimetres.
const KEY: f64 = 10.0;
/// The depth of the slots, in millimetres.
const DEPTH: f64 = 12.0;
/// The distance between two slots, in millimetres.
const TOOTH: f64 = 8.0;

/// The comb and the key. Their contours are not offset: whatever the kerf, the beam's centre runs
/// on the drawn lines. Texts become lines.
pub(crate) fn kerf_test(lettering: Lettering) -> [CutPart; 2] {
    let mut corners = vec![Point::new(0.0, 0.0)];
    let mut engraving = Path::default();
    let mut x = TOOTH;
    for step in 0..KERF_STEPS {
        let kerf = f64::from(step) * KERF_STEP;
        let width = KEY - 2.0 * kerf;
        corners.extend([
            Point::new(x, 0.0),
            Point::new(x, DEPTH),
            Point::new(x + width, DEPTH),
            Point::new(x + width, 0.0),
        ]);
        let middle = Point::new(x + width / 2.0, DEPTH + 4.0);
        let along = Point::new(1.0, 0.0);
        let label = lettered(&format!("{kerf:.2}"), middle, along, 4.0, lettering);
        engraving.segments.extend(label.segments);
        x += width + TOOTH;
    }
    corners.extend([
        Point::new(x, 0.0),
        Point::new(x, DEPTH + 8.0),
        Point::new(0.0, DEPTH + 8.0),
    ]);
    let key = [
        (0.0, 0.0),
        (24.0, 0.0),
        (24.0, 12.0),
        (17.0, 12.0),
        (17.0, 32.0),
        (7.0, 32.0),
        (7.0, 12.0),
        (0.0, 12.0),
    ];
    let part = |name: &str, contour, engraving| CutPart {
        name: name.to_owned(),
        kind: PartKind::Test,
        copies: 1,
        contours: vec![contour],
        engraving,
        label: None,
        stock: String::new(),
    };
    let key = Contour::polygon(key.map(|(x, y)| Point::new(x, y)));
    [
        part("comb", Contour::polygon(corners), engraving),
        part("key", key, Path::default()),
    ]
}
