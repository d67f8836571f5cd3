//! Hints for print: where to look first and what is special there, and which piece it is.

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::Texts;
use crate::cover::Instance;
use crate::picture::drawing::{Artist, Coloring, Scene};
use crate::puzzle::PieceId;
use crate::reason::deduction::{DeductionError, Path, Phrase, Phrasing, Step, Words};
use crate::solve::search::Monitor;

/// A hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The first step; none if there is too much left to be looked at, or several solutions that
    /// no step leads to.
    pub step: Option<Step>,
    /// The cells that it is about: where to look.
    pub region: Vec<BoardCell>,
    /// The cells that are marked.
    pub marks: Vec<BoardCell>,
}

impl Hint {
    /// The first step after some givens, on the way to `solution` if it is the only one.
    pub(super) fn new(
        instance: &Instance,
        givens: &[OptionId],
        solution: Option<&[OptionId]>,
        monitor: &Monitor,
    ) -> Result<Self, DeductionError> {
        let path = match Path::new(instance, givens) {
            Ok(path) => path.until(monitor),
            Err(DeductionError::TooLarge { .. }) => return Ok(Self::none()),
            Err(error) => return Err(error),
        };
        let mut path = match solution {
            Some(solution) => path.with_solution(solution),
            None => path,
        };
        let step = path.next();
        if monitor.is_set() {
            return Err(DeductionError::Interrupted);
        }
        Ok(step.map_or_else(Self::none, |step| Self {
            region: step.region.clone(),
            marks: Words::new(instance).marks(&step),
            step: Some(step),
        }))
    }

    pub(super) fn none() -> Self {
        Self {
            step: None,
            region: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Where to look, and what is special there.
    pub(super) fn look(&self, instance: &Instance, voice: &Voice<'_>) -> String {
        let Some(step) = &self.step else {
            return voice.texts.hint_none.plain();
        };
        let words = Words::by(instance, voice);
        format!("{} {}", words.look(step), words.see(step))
    }

    /// Which piece it is, or where it goes.
    pub(super) fn then(&self, instance: &Instance, voice: &Voice<'_>) -> Option<String> {
        let [_, _, piece, _] = Words::by(instance, voice).stages(self.step.as_ref()?);
        Some(piece.text)
    }
}

/// How hints speak: in some texts, of pieces as a picture shows them.
pub(super) struct Voice<'a> {
    texts: &'a Texts,
    /// Draws the pictures beside the words.
    artist: &'a Artist<'a>,
}

impl<'a> Voice<'a> {
    pub(super) fn new(texts: &'a Texts, artist: &'a Artist<'a>) -> Self {
        Self { texts, artist }
    }

    /// All pieces under their names.
    pub(super) fn pieces(&self, width: f64) -> Scene {
        self.artist.pieces_called(width, |id| self.name_of(id))
    }

    /// The letter that pictures have for a piece, and its name if that is another one; without it
    /// where nothing is printed in colour, for it may be a colour.
    pub(super) fn name_of(&self, id: PieceId) -> String {
        let puzzle = self.artist.puzzle();
        let (letter, name) = (self.artist.label(id), &puzzle.piece(id).name);
        let called = self.piece(id, name);
        if called == letter || letter.is_empty() {
            called
        } else {
            format!("{letter} {called}")
        }
    }
}

impl Phrasing for Voice<'_> {
    fn say(&self, phrase: Phrase, values: &[(&str, &str)]) -> String {
        self.texts.phrase(phrase).fill(values)
    }

    /// By its name; where nothing is printed in colour by its letter, for a name may be a colour.
    fn piece(&self, piece: PieceId, name: &str) -> String {
        match self.artist.style().coloring {
            Coloring::Color => self.texts.piece_name(name).to_owned(),
            Coloring::Patterns | Coloring::Outlines => self.artist.label(piece).to_owned(),
        }
    }
}
