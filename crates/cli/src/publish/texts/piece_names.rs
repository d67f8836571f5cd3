//! The names of pieces in published texts.

use std::collections::BTreeMap;

use super::Language;
use crate::puzzle::{Diagnostic, Pairs, Puzzle, Reader};
use crate::support::label::Label;

/// For each name in the puzzle, the name under which the piece is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PieceNames {
    language: Language,
    /// The names from a file of texts, which take precedence over the language's.
    names: BTreeMap<String, Label>,
}

impl PieceNames {
    /// The names that are built in for a language.
    pub(crate) fn new(language: Language) -> Self {
        Self {
            language,
            names: BTreeMap::new(),
        }
    }

    /// Reads the names from a file.
    ///
    /// # Errors
    ///
    /// A name is invalid, or a piece is named twice.
    pub(crate) fn read(&mut self, reader: Reader<'_>, pairs: Pairs<'_>) -> Result<(), Diagnostic> {
        for (name, called) in pairs.0 {
            let node = reader.node(name);
            let name: String = node.read()?;
            let called = reader.node(called).read_name("a piece", "Gelb")?;
            if self.names.insert(name, called).is_some() {
                let message = "this piece is named twice";
                return Err(Diagnostic::error(message, node.span(), "again here"));
            }
        }
        Ok(())
    }

    /// The name of a piece: from the file, else from the language, else from the puzzle.
    pub(crate) fn of<'t>(&'t self, name: &'t str) -> &'t str {
        match self.names.get(name) {
            Some(called) => called,
            None => self.language.piece_name(name).unwrap_or(name),
        }
    }

    /// The first name in the file that no piece of the puzzles has; `None` if there is none.
    pub(crate) fn unknown<'t>(&'t self, puzzles: &[&Puzzle]) -> Option<&'t str> {
        let is_known = |name: &str| {
            puzzles
                .iter()
                .any(|puzzle| puzzle.piece_named(name).is_some())
        };
        let mut names = self.names.keys().map(String::as_str);
        names.find(|name| !is_known(name))
    }
}
