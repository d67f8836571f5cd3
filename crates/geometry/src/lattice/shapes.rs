//! The names of board shapes, and the rules for which cells belong to a shape.

use crate::vector::Vector;

/// A shape that a lattice may support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeName {
    /// Boards made by [`rectangle`](crate::rectangle).
    Rectangle,
    /// Boards made by [`box_`](crate::box_).
    Box,
    /// Boards made by [`rhombus`](crate::rhombus).
    Rhombus,
    /// Boards made by [`hexagon`](crate::hexagon) and [`hexagon_of_sides`](crate::hexagon_of_sides).
    Hexagon,
    /// Boards made by [`triangle`](crate::triangle).
    Triangle,
    /// Boards made by [`trapezium`](crate::trapezium).
    Trapezium,
    /// Boards made by [`diamond`](crate::diamond).
    Diamond,
    /// Boards made by [`aztec_diamond`](crate::aztec_diamond).
    AztecDiamond,
    /// Boards made by [`pyramid`](crate::pyramid).
    Pyramid,
    /// Boards made by [`tetrahedron`](crate::tetrahedron).
    Tetrahedron,
    /// Boards made by [`octahedron`](crate::octahedron).
    Octahedron,
    /// Boards made by [`polygon`](crate::polygon).
    Polygon,
}

impl ShapeName {
    /// The name in messages, such as "Aztec diamond".
    pub const fn name(self) -> &'static str {
        match self {
            ShapeName::Rectangle => "rectangle",
            ShapeName::Box => "box",
            ShapeName::Rhombus => "rhombus",
            ShapeName::Hexagon => "hexagon",
            ShapeName::Triangle => "triangle",
            ShapeName::Trapezium => "trapezium",
            ShapeName::Diamond => "diamond",
            ShapeName::AztecDiamond => "Aztec diamond",
            ShapeName::Pyramid => "pyramid",
            ShapeName::Tetrahedron => "tetrahedron",
            ShapeName::Octahedron => "octahedron",
            ShapeName::Polygon => "polygon",
        }
    }
}

/// The rule that decides which cells belong to a region of the plane, such as a hexagon of side 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Filling {
    /// Sizes count translation units, and the region has all cells of each unit. For example, a
    /// side may be 3 hexagons long.
    Units,
    /// Sizes are lengths between points of the translation lattice, and the region has all cells
    /// within its outline. Sticks on the outline are included.
    Outline,
    /// Sizes count translation units. For each unit, the region has the cells at these steps from the unit's
    /// middle, such as the six edges of a hexagon.
    Around(&'static [Vector]),
}
