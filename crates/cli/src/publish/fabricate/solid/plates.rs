//! Plates: arrangements of solids on printer beds.

use super::mesh::{Mesh, grains, millimetres};
use super::placing::Placing;
use super::threemf::{ColoredMesh, Object};
use super::{Inlay, Solid};
use crate::picture::drawing::Point;
use crate::picture::palette::{PieceFill, Scheme, fills_of_colors};
use crate::publish::fabricate::error::FabricateError;
use crate::publish::fabricate::nest::{MaterialSheet, PartTurns, PlacedPart, nest};
use crate::publish::fabricate::part::CutPart;
use crate::puzzle::Puzzle;

/// The solids of one print: the index and position of each.
pub type Plate = Vec<(usize, Placing)>;

/// Arranges all copies of all solids on plates, as `nest` does with parts. `step` is the
/// approximate resolution of positions, in millimetres. The origin is the front left corner of the
/// plate.
///
/// # Errors
///
/// [`FabricateError`]: a solid is larger than the plate, or there are too many solids or plates.
pub fn plates(
    solids: &[Solid],
    bed: MaterialSheet,
    step: f64,
) -> Result<Vec<Plate>, FabricateError> {
    let footprints: Vec<CutPart> = solids.iter().map(|solid| solid.footprint.clone()).collect();
    let nested = nest(&footprints, bed, PartTurns::Quarters, step)?;
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

/// The position of a mesh whose footprint is centred at `middle` on a page of this height, where y
/// points down.
fn standing(mesh: &Mesh, nested: PlacedPart, middle: Point, height: f64) -> Placing {
    let (cosine, sine) = nested.turn;
    // A right turn on the page is a left turn where y points up.
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

/// The objects on a plate, for a 3MF file. Each solid occurs once, with the positions of its
/// copies. It has the colour of its piece in pictures, and inlays have the colours of their cells.
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
