//! How pictures are to look.

/// How a picture is drawn. Everything scales with the cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The edge of a cell, or the length of a stick, in millimetres.
    pub cell: f64,
    /// The margin around, in cells.
    pub margin: f64,
    /// What pieces are told apart by.
    pub coloring: Coloring,
    /// Where pieces' labels stand.
    pub labels: Labelling,
    /// How solid puzzles are shown.
    pub view: View,
}

impl Default for Style {
    /// Cells of 10 mm, in colour, a label on each piece.
    fn default() -> Self {
        Self {
            cell: 10.0,
            margin: 0.25,
            coloring: Coloring::Color,
            labels: Labelling::Pieces,
            view: View::Auto,
        }
    }
}

impl Style {
    /// The same style with cells of another size.
    #[must_use]
    pub fn with_cell(self, cell: f64) -> Self {
        Self { cell, ..self }
    }
}

/// What pieces are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coloring {
    /// Colours.
    Color,
    /// Black patterns on white, for cheap printing.
    Patterns,
    /// Outlines only, to be coloured in by hand.
    Outlines,
}

/// Where pieces' labels stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Labelling {
    /// Nowhere.
    None,
    /// Once on each piece.
    Pieces,
    /// In every cell.
    Cells,
}

/// How solid puzzles are shown; of no effect in the plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Layers and a view from a corner, where there is more than one layer.
    Auto,
    /// Layer by layer, the lowest first.
    Layers,
    /// From a corner, in isometric projection.
    Isometric,
}
