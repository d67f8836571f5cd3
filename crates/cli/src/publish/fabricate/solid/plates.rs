//! Plates: where solids stand on the beds of printers.

use super::mesh::{Mesh, grains, millimetres};
use super::placing::Placing;
use super::threemf::{ColoredMesh, Object};
use super::{Inlay, Solid};
use crate::picture::drawing::Point;
use crate::picture::palette::{PieceFill, Scheme, fills_of_colors};
use crate::publish::fabricate::error::FabricateError;
use crate::publish::fabricate::nest::{PlacedPart, Sheet, Turns, nest};
use crate::publish::fabricate::part::Part;
use crate::puzzle::Puzzle;

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

/// What stands on a plate, for a 3MF file: each solid once, in the colour that pictures give its piece, with its
/// inlays in theirs.
pub fn plate_objects<'a>(
    puzzle: &'a Puzzle,
    solids: &'a [Solid],
    plate: &Plate,
) -> Vec<Object<'a>> {
    let scheme = Scheme::of_puzzle(puzzle);
    let (known, fills) = (puzzle.cell_colors(), fills_of_colors(puzzle));
    let inlay = |inlay: &'a Inlay| {
        let fill = known.binary_search(&&inlay.color).map(|at| fills[at]);
        ColoredMesh {
            name: &inlay.color,
            color: fill.unwrap_or(PieceFill::BLANK).color,
            mesh: &inlay.mesh,
        }
    };
    let object = |solid: &'a Solid| Object {
        name: &puzzle.piece(solid.piece).name,
        color: match solid.inlays.as_slice() {
            [] => scheme.fill(solid.piece).color,
            _ => PieceFill::BLANK.color,
        },
        mesh: &solid.mesh,
        inlays: solid.inlays.iter().map(inlay).collect(),
        placings: Vec::new(),
    };
    let mut objects: Vec<Object<'_>> = Vec::new();
    let mut placed: Vec<usize> = Vec::new();
    for &(solid, placing) in plate {
        let at = placed.iter().position(|&other| other == solid);
        let at = at.unwrap_or_else(|| {
            placed.push(solid);
            objects.push(object(&solids[solid]));
            objects.len() - 1
        });
        objects[at].placings.push(placing);
    }
    objects
}
