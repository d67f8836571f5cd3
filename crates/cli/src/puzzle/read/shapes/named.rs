//! The syntax of named shapes.

use std::fmt;

use itertools::Itertools;
use serde::de::{Deserialize, Deserializer, EnumAccess, Error, SeqAccess, VariantAccess, Visitor};
use tilewright_geometry::{Lattice, ShapeError, ShapeName};

use super::super::diagnostic::Diagnostic;
use super::super::lattice::Identifier;
use super::super::node::Node;

/// The error that a named shape cannot be made.
pub(super) fn no_shape(error: &ShapeError, node: Node<'_>) -> Diagnostic {
    let ShapeError::WrongLattice { shape, lattice, .. } = error else {
        return node.error(error.to_string());
    };
    let shapes = shapes_of(*lattice);
    let help = if shapes.is_empty() {
        "it has no named shapes; `Picture([…])` and `Cells([…])` work on every lattice".to_owned()
    } else {
        format!("its shapes are {shapes}; `Picture([…])` and `Cells([…])` work on every lattice")
    };
    node.error(format!("the {lattice} lattice has no {shape}"))
        .help(help)
}

/// The error for a value that does not begin with a name, such as `"4x4"`. `None` if it does.
pub(super) fn no_name(lattice: Lattice, node: Node<'_>) -> Option<Diagnostic> {
    let text = node.text();
    let first = text.chars().next()?;
    if first.is_alphabetic() || first == '_' {
        return None;
    }
    let found: String = text.lines().next()?.chars().take(40).collect();
    let help = match (first, lattice) {
        ('[', _) => "write `Picture([…])` for rows in quotes, or `Cells([…])` for coordinates",
        (_, Lattice::Square) => {
            "write for instance `Rect(4, 4)` or `Picture([\"####\", \"##.#\"])`"
        }
        (_, Lattice::Cube) => {
            "write for instance `Box(4, 4, 4)` or `Cells([(0, 0, 0), (1, 0, 0)])`"
        }
        _ => "write for instance `Picture([…])` or `Cells([…])`",
    };
    let message = format!("a shape is expected here, not `{found}`");
    Some(node.error(message).help(help))
}

/// The sides of a hexagon, given as one or three numbers. `None` if the value is not a hexagon.
pub(super) fn hexagon_sides(node: Node<'_>) -> Result<Option<[i64; 3]>, Diagnostic> {
    let name = node.text().split(|c: char| !c.is_alphanumeric()).next();
    if name != Some(HEXAGON) {
        return Ok(None);
    }
    let sides = node.read::<HexagonFile>().map(|file| Some(file.0));
    sides.map_err(|error| {
        error.help("`Hexagon(3)` is regular; `Hexagon(2, 3, 4)` has the sides 2, 3, 4, 2, 3, 4")
    })
}

const HEXAGON: &str = "Hexagon";

/// A hexagon as a file writes it: `Hexagon(n)` or `Hexagon(a, b, c)`. An enum variant cannot have
/// one or three values in RON, so a tuple of any length is read.
struct HexagonFile([i64; 3]);

impl<'de> Deserialize<'de> for HexagonFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Named;
        struct Sides;

        impl<'de> Visitor<'de> for Named {
            type Value = [i64; 3];

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a hexagon")
            }

            fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Self::Value, A::Error> {
                let (_, variant) = access.variant::<Identifier>()?;
                variant.tuple_variant(3, Sides)
            }
        }

        impl<'de> Visitor<'de> for Sides {
            type Value = [i64; 3];

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("one side or three")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut sides = Vec::new();
                while let Some(side) = list.next_element::<i64>()? {
                    sides.push(side);
                }
                match *sides {
                    [side] => Ok([side; 3]),
                    [a, b, c] => Ok([a, b, c]),
                    _ => Err(A::Error::invalid_length(sides.len(), &self)),
                }
            }
        }

        deserializer
            .deserialize_enum("Shape", &[HEXAGON], Named)
            .map(HexagonFile)
    }
}

/// The syntax of the named shapes of a lattice, as a list for messages.
fn shapes_of(lattice: Lattice) -> String {
    let shapes = lattice.table().shapes.iter();
    shapes
        .flat_map(|shape| forms(*shape))
        .map(|form| format!("`{form}`"))
        .join(", ")
}

/// The ways to write a shape, such as `Hexagon(n)` and `Hexagon(a, b, c)`.
fn forms(shape: ShapeName) -> &'static [&'static str] {
    match shape {
        ShapeName::Rectangle => &["Rect(w, h)"],
        ShapeName::Box => &["Box(w, h, d)"],
        ShapeName::Rhombus => &["Rhombus(w, h)"],
        ShapeName::Hexagon => &["Hexagon(n)", "Hexagon(a, b, c)"],
        ShapeName::Triangle => &["Triangle(n)"],
        ShapeName::Trapezium => &["Trapezium(n, h)"],
        ShapeName::Diamond => &["Diamond(n)"],
        ShapeName::AztecDiamond => &["AztecDiamond(n)"],
        ShapeName::Pyramid => &["Pyramid(n)"],
        ShapeName::Tetrahedron => &["Tetrahedron(n)"],
        ShapeName::Octahedron => &["Octahedron(n)"],
        ShapeName::Polygon => &["Polygon([(x, y), …])"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Source, load};

    #[test]
    fn the_shapes_that_are_named_are_those_that_go() {
        for lattice in Lattice::ALL {
            for (form, shape) in [
                ("`Rect(w, h)`", "Rect(2, 2)"),
                ("`Box(w, h, d)`", "Box(2, 2, 2)"),
                ("`Rhombus(w, h)`", "Rhombus(2, 2)"),
                ("`Hexagon(n)`", "Hexagon(2)"),
                ("`Hexagon(a, b, c)`", "Hexagon(2, 1, 3)"),
                ("`Triangle(n)`", "Triangle(2)"),
                ("`Trapezium(n, h)`", "Trapezium(3, 2)"),
                ("`Diamond(n)`", "Diamond(2)"),
                ("`AztecDiamond(n)`", "AztecDiamond(2)"),
                ("`Pyramid(n)`", "Pyramid(2)"),
                ("`Tetrahedron(n)`", "Tetrahedron(2)"),
                ("`Octahedron(n)`", "Octahedron(2)"),
                (
                    "`Polygon([(x, y), …])`",
                    "Polygon([(0, 0), (2, 0), (2, 2), (0, 2)])",
                ),
            ] {
                let crossing = if lattice == Lattice::Trig {
                    "crossing: Never,"
                } else {
                    ""
                };
                let text = format!(
                    "(lattice: {lattice:?}, {crossing} board: {shape}, pieces: [Piece(name: \"A\", cells: {shape})])"
                );
                let read = load(&Source::new("test.ron", text));
                assert_eq!(
                    read.is_ok(),
                    shapes_of(lattice).contains(form),
                    "{lattice} {shape}"
                );
            }
        }
    }
}
