//! Lids: a plate with a ring below it. The ring fits around the tray, like the lid of a shoe box.

use super::contour::{Contour, RoundedCorner};
use super::error::FabricateError;
use super::part::{CutPart, PartKind};
use crate::picture::drawing::{Path, Point};

/// The parts of a lid: plate and ring. `rim` is the beam's path around the tray's rim, and `radius`
/// the radius of its corners. `clearance` is the gap between tray and ring, `ring` the width of the
/// ring, and `beam` the distance between the beam's centre and the cut edge. All lengths are in
/// millimetres.
///
/// # Errors
///
/// [`FabricateError::Corners`] if there is no room for the corners.
pub(super) fn lid_parts(
    rim: &Contour,
    clearance: f64,
    ring: f64,
    radius: f64,
    beam: f64,
) -> Result<[CutPart; 2], FabricateError> {
    let (low, high) = rim.bounds();
    // `rim` is the path of the beam, which runs at a distance of `beam` outside the edge of the rim. A line at
    // a distance of `out` outside this edge is therefore `out - beam` outside the path.
    let around = |out: f64, radius: f64| {
        let out = out - beam;
        let corners = [
            Point::new(low.x - out, low.y - out),
            Point::new(high.x + out, low.y - out),
            Point::new(high.x + out, high.y + out),
            Point::new(low.x - out, high.y + out),
        ];
        Contour::rounded(&corners.map(|at| RoundedCorner { at, radius })).map_err(|edge| {
            FabricateError::Corners {
                part: "lid".to_owned(),
                edge,
            }
        })
    };
    let inner = (radius + clearance - beam).max(0.0);
    let hole = around(clearance - beam, inner)?.reversed();
    let outer = around(clearance + ring + beam, radius + clearance + ring + beam)?;
    let part = |name: &str, contours| CutPart {
        name: name.to_owned(),
        kind: PartKind::Lid,
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

    /// Checks for several kerfs that the hole of the lid is larger than the tray's rim by the clearance on every
    /// side.
    #[test]
    fn a_lid_goes_over_its_tray() {
        for kerf in [0.0, 0.2] {
            let beam = kerf / 2.0;
            let corners = [(0.0, 0.0), (100.0, 0.0), (100.0, 60.0), (0.0, 60.0)];
            let corners = corners.map(|(x, y)| RoundedCorner {
                at: Point::new(x, y),
                radius: 6.0 + beam,
            });
            let rim = Contour::rounded(&corners).unwrap();
            let [plate, ring] = lid_parts(&rim, 0.5, 10.0, 6.0, beam).unwrap();
            assert_eq!(plate.contours[0], ring.contours[0]);
            let (low, high) = ring.contours[1].bounds();
            // The rim is half a kerf inside its path, the hole half a kerf outside of its path.
            let free = (high.x - low.x + kerf) - (100.0 - kerf);
            assert!((free - 1.0).abs() < 1e-9);
            let (low, high) = plate.contours[0].bounds();
            assert!((high.y - low.y - kerf - (60.0 - kerf + 1.0 + 20.0)).abs() < 1e-9);
            assert!(ring.contours[1].area() < 0.0 && ring.area() > 0.0);
        }
    }
}
