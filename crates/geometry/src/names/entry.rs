//! A shape with a traditional name, and how it is written down.

/// A named shape.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) hand: Hand,
    pub(super) art: TableSymbol,
}

/// What is called by which name when pieces keep their face up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hand {
    /// The mirror image, if it differs, bears the same name with an apostrophe.
    Derived,
    /// The mirror image bears a name of its own.
    Paired,
    /// This is such a mirror image; it is no piece of its own when pieces may be turned over.
    Twin,
}

/// How a shape is written here.
#[derive(Clone, Copy)]
pub(super) enum TableSymbol {
    /// As a picture, rows separated by `/`.
    Rows(&'static str),
    /// As users' coordinates.
    Cells(&'static [[i64; 3]]),
    /// As users' coordinates in text, cells separated by blanks.
    List(&'static str),
}

pub(super) const fn rows(name: &'static str, art: &'static str) -> Entry {
    Entry {
        name,
        hand: Hand::Derived,
        art: TableSymbol::Rows(art),
    }
}

pub(super) const fn handed(name: &'static str, hand: Hand, art: &'static str) -> Entry {
    Entry {
        name,
        hand,
        art: TableSymbol::Rows(art),
    }
}

/// An entry whose cells are listed in a text: `0,0 1,0`.
pub(super) const fn list(name: &'static str, cells: &'static str) -> Entry {
    Entry {
        name,
        hand: Hand::Derived,
        art: TableSymbol::List(cells),
    }
}

pub(super) const fn cells(name: &'static str, art: &'static [[i64; 3]]) -> Entry {
    Entry {
        name,
        hand: Hand::Derived,
        art: TableSymbol::Cells(art),
    }
}
