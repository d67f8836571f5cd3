//! What pieces are called in some texts.

use std::collections::BTreeMap;

use super::Language;
use crate::puzzle::{Diagnostic, Pairs, Puzzle, Reader};
use crate::support::label::Label;

/// Names of pieces, by their names in the puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PieceNames {
    language: Language,
    /// Those that a file has.
    names: BTreeMap<String, Label>,
}

impl PieceNames {
    /// Those of a language.
    pub(crate) fn new(language: Language) -> Self {
        Self {
            language,
            names: BTreeMap::new(),
        }
    }

    /// Reads those of a file.
    ///
    /// # Errors
    ///
    /// A name is none, or a piece is named twice.
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

    /// What a piece is called: as the file says, else as the language does, else as it is.
    pub(crate) fn of<'t>(&'t self, name: &'t str) -> &'t str {
        match self.names.get(name) {
            Some(called) => called,
            None => self.language.piece_name(name).unwrap_or(name),
        }
    }

    /// The first name in the file that no piece of some puzzles has.
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
