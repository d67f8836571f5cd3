//! The style of pictures: the size of cells, colours, labels, and the view of solids.

/// The style of pictures. All lengths scale with the cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The edge of a cell, or the length of a stick, in millimetres.
    pub cell: f64,
    /// The margin on each side, in edge lengths.
    pub margin: f64,
    /// How pieces are distinguished: by colours, by patterns, or by outlines alone.
    pub coloring: Coloring,
    /// Whether pieces have labels, and where.
    pub labels: Labelling,
    /// How solid puzzles are drawn: layer by layer, in the isometric view, or both.
    pub view: SolidView,
    /// The intended ratio of width to height of all layers of a solid together.
    pub layers_shape: f64,
    /// The smallest font size of labels on pieces and cells, in millimetres: smaller ones are
    /// enlarged where they fit, and left out elsewhere.
    pub smallest_label: f64,
}

impl Default for Style {
    /// Cells of 10 mm, colours, and a label of any size on each piece.
    fn default() -> Self {
        Self {
            cell: 10.0,
            margin: 0.25,
            coloring: Coloring::Color,
            labels: Labelling::Pieces,
            view: SolidView::Auto,
            layers_shape: super::frame::SHAPE,
            smallest_label: 0.0,
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

/// How pieces are distinguished: by colours, by patterns, or by outlines alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coloring {
    /// By colours.
    Color,
    /// By black patterns on white, for printing without colours.
    Patterns,
    /// Only by outlines, for colouring by hand.
    Outlines,
}

/// Whether pieces have labels, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Labelling {
    /// No labels.
    None,
    /// One label on each piece.
    Pieces,
    /// A label in every cell.
    Cells,
}

/// How solid puzzles are drawn. It has no effect on puzzles in the plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolidView {
    /// Layer by layer; if there is more than one layer, in the isometric view too.
    Auto,
    /// Layer by layer, the lowest first.
    Layers,
    /// Only the isometric view.
    Isometric,
}
