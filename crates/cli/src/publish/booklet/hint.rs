//! Hints for print: where to look first and what is special there, and which piece it is.

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::Texts;
use crate::cover::Instance;
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

    fn none() -> Self {
        Self {
            step: None,
            region: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Where to look, and what is special there.
    pub fn look(&self, instance: &Instance, texts: &Texts) -> String {
        let Some(step) = &self.step else {
            return texts.hint_none.plain();
        };
        let words = Words::by(instance, texts);
        format!("{} {}", words.look(step), words.see(step))
    }

    /// Which piece it is, or where it goes.
    pub fn then(&self, instance: &Instance, texts: &Texts) -> Option<String> {
        let [_, _, piece, _] = Words::by(instance, texts).stages(self.step.as_ref()?);
        Some(piece.text)
    }
}

impl Phrasing for Texts {
    fn say(&self, phrase: Phrase, values: &[(&str, &str)]) -> String {
        self.phrase(phrase).fill(values)
    }
}
