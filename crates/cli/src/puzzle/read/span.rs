//! Positions in the text of a file.

/// A range of bytes of a [`Source`](super::source::Source)'s text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The index of the first byte.
    pub start: usize,
    /// The index of the last byte plus one.
    pub end: usize,
}

impl Span {
    /// The range from `start` to `end`, excluding `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The range moved `by` bytes to the right.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self::new(self.start + by, self.end + by)
    }
}
