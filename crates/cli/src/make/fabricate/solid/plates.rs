//! Plates: where solids stand on the beds of printers.

use super::Solid;
use super::mesh::{Mesh, grains, millimetres};
use super::placing::Placing;
use crate::make::fabricate::error::FabricateError;
use crate::make::fabricate::nest::{PlacedPart, Sheet, Turns, nest};
use crate::make::fabricate::part::Part;
use crate::picture::drawing::Point;

/// The solids that are printed in one go: the index of each, and where it stands.
pub type Plate = Vec<(usize, Placing)>;

/// Puts every copy of every solid on a plate; see [`nest`]. `step` is about how fine places are told
/// apart, in millimetres. The origin is the front left corner of the plate.
///
/// # Errors
///
/// A solid that is larger than the plate, or too many solids or plates.
pub fn plates(solids: &[Solid], bed: Sheet, step: f64) -> Result<Vec<Plate>, FabricateError> {
    let footprints: Vec<Part> = solids.iter().map(|solid| solid.footprint.clone()).collect();
    let nested = nest(&footprints, bed, Turns::Quarters, step)?;
    let stand = |nested: PlacedPart| {
        let part = footprints[nested.part].placed(nested.turn, nested.shift);
        let (low, high) = part.bounds();
        let middle = Point::mean([low, high]);
        let placing = standing(&solids[nested.part].mesh, nested, middle, bed.height);
        (nested.part, placing)
    };
    Ok(nested
        .into_iter()
        .map(|plate| plate.into_iter().map(stand).collect())
        .collect())
}

/// How a mesh stands whose footprint has its middle there: on the page, y down.
fn standing(mesh: &Mesh, nested: PlacedPart, middle: Point, height: f64) -> Placing {
    let (cosine, sine) = nested.turn;
    // A turn to the right on the page is one to the left for who looks along y the other way.
    let quarters = if cosine > 0.5 {
        0
    } else if sine > 0.5 {
        3
    } else if cosine < -0.5 {
        2
    } else {
        1
    };
    let turned = Placing {
        quarters,
        shift: [0; 3],
    };
    let (low, high) = mesh.bounds();
    let (low, high) = (turned.applied(low), turned.applied(high));
    let centre = |axis: usize| millimetres(low[axis]) / 2.0 + millimetres(high[axis]) / 2.0;
    Placing {
        quarters,
        shift: [
            grains(middle.x - centre(0)),
            grains(height - middle.y - centre(1)),
            -low[2].min(high[2]),
        ],
    }
}
