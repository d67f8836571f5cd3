use super::Diagnostic;
use crate::puzzle::read::source::Source;

/// Why a text is not a puzzle, with the position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {diagnostic}")]
#[non_exhaustive]
pub struct PuzzleTextError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The error, with a help text; its spans are in bytes.
    pub diagnostic: Diagnostic,
}

impl PuzzleTextError {
    pub(in crate::puzzle::read) fn new(diagnostic: Diagnostic, source: &Source) -> Self {
        let before = &source.written_text()[..source.place(diagnostic.primary.0).start];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self {
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            diagnostic,
        }
    }
}
