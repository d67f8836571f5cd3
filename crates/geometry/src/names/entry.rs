//! Shapes with traditional names, and their notation.

pub(super) struct NamedShape {
    pub(super) name: &'static str,
    pub(super) hand: Hand,
    pub(super) art: ShapeNotation,
}

/// How the mirror image of a shape is named if pieces may not be turned over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hand {
    /// The mirror image, if it differs, is called NAME'.
    Derived,
    /// The mirror image has a separate name, as a [`Hand::Twin`].
    Paired,
    /// The shape is the mirror image of a [`Hand::Paired`] shape. If pieces may be turned over, it
    /// is not a separate piece.
    Twin,
}

#[derive(Clone, Copy)]
pub(super) enum ShapeNotation {
    /// A picture whose rows are separated by `/`.
    Rows(&'static str),
    /// The coordinates of the cells.
    Cells(&'static [[i64; 3]]),
    /// Coordinates of cells as text. Cells are separated by spaces.
    List(&'static str),
}

pub(super) const fn rows(name: &'static str, art: &'static str) -> NamedShape {
    NamedShape {
        name,
        hand: Hand::Derived,
        art: ShapeNotation::Rows(art),
    }
}

pub(super) const fn handed(name: &'static str, hand: Hand, art: &'static str) -> NamedShape {
    NamedShape {
        name,
        hand,
        art: ShapeNotation::Rows(art),
    }
}

/// A shape with its cells listed as text: `0,0 1,0`.
pub(super) const fn list(name: &'static str, cells: &'static str) -> NamedShape {
    NamedShape {
        name,
        hand: Hand::Derived,
        art: ShapeNotation::List(cells),
    }
}

pub(super) const fn cells(name: &'static str, art: &'static [[i64; 3]]) -> NamedShape {
    NamedShape {
        name,
        hand: Hand::Derived,
        art: ShapeNotation::Cells(art),
    }
}
