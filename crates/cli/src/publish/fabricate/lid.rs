//! Lids: a plate and a ring below it that goes around the tray, as on a box for shoes.

use super::contour::{Contour, Corner};
use super::error::FabricateError;
use super::part::{Kind, Part};
use crate::picture::drawing::{Path, Point};

/// The parts of a lid for a tray that has this rim, the way of the beam around it: what stays free between both, how
/// wide the ring is, the radius of the rim's corners, and how far the middle of the beam keeps from what is cut.
///
/// # Errors
///
/// [`FabricateError::Corners`] if there is no room for its corners.
pub(super) fn lid_parts(
    rim: &Contour,
    clearance: f64,
    ring: f64,
    radius: f64,
    beam: f64,
) -> Result<[Part; 2], FabricateError> {
    let (low, high) = rim.bounds();
    // From the beam's way outside of the rim to what is `out` beyond the rim itself.
    let around = |out: f64, radius: f64| {
        let out = out - beam;
        let corners = [
            Point::new(low.x - out, low.y - out),
            Point::new(high.x + out, low.y - out),
            Point::new(high.x + out, high.y + out),
            Point::new(low.x - out, high.y + out),
        ];
        Contour::rounded(&corners.map(|at| Corner { at, radius })).map_err(|edge| {
            FabricateError::Corners {
                part: "lid".to_owned(),
                edge,
            }
        })
    };
    let inner = (radius + clearance - beam).max(0.0);
    let hole = around(clearance - beam, inner)?.reversed();
    let outer = around(clearance + ring + beam, radius + clearance + ring + beam)?;
    let part = |name: &str, contours| Part {
        name: name.to_owned(),
        kind: Kind::Lid,
        copies: 1,
        contours,
        engraving: Path::default(),
        label: None,
        stock: String::new(),
    };
    Ok([
        part("lid", vec![outer.clone()]),
        part("ring of the lid", vec![outer, hole]),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is cut out is larger than the rim by the clearance on every side, whatever the kerf.
    #[test]
    fn a_lid_goes_over_its_tray() {
        for kerf in [0.0, 0.2] {
            let beam = kerf / 2.0;
            let corners = [(0.0, 0.0), (100.0, 0.0), (100.0, 60.0), (0.0, 60.0)];
            let corners = corners.map(|(x, y)| Corner {
                at: Point::new(x, y),
                radius: 6.0 + beam,
            });
            let rim = Contour::rounded(&corners).unwrap();
            let [plate, ring] = lid_parts(&rim, 0.5, 10.0, 6.0, beam).unwrap();
            assert_eq!(plate.contours[0], ring.contours[0]);
            let (low, high) = ring.contours[1].bounds();
            // The rim ends half a kerf within its way, the hole half a kerf beyond its own.
            let free = (high.x - low.x + kerf) - (100.0 - kerf);
            assert!((free - 1.0).abs() < 1e-9);
            let (low, high) = plate.contours[0].bounds();
            assert!((high.y - low.y - kerf - (60.0 - kerf + 1.0 + 20.0)).abs() < 1e-9);
            assert!(ring.contours[1].area() < 0.0 && ring.area() > 0.0);
        }
    }
}
