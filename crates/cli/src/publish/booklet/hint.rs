//! Printed hints: where to look first, what is special there, and which piece it is.

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::BookletTexts;
use crate::cover::Instance;
use crate::picture::drawing::{Artist, Coloring, Scene};
use crate::puzzle::PieceId;
use crate::reason::deduction::{
    DeductionError, DeductionPath, Grade, Phrase, Phrasing, Step, Words,
};
use crate::solve::search::RunContext;

/// A printed hint: the first step of a solution by deduction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookletHint {
    /// The first step. `None` if the challenge is too large for deductions, or if it has several solutions
    /// and no deduction applies.
    pub step: Option<Step>,
    /// The placements of the steps that the second hint shows after the first one; empty except for
    /// experts.
    pub further: Vec<OptionId>,
}

/// The number of steps that the second hint of an expert's challenge shows.
const EXPERT_STEPS: usize = 3;

/// What a hint says, and which cells of the board it marks.
pub(super) struct PrintedHint {
    pub(super) words: Vec<String>,
    pub(super) marks: Vec<BoardCell>,
}

impl BookletHint {
    /// A hint without a step.
    pub(super) fn none() -> Self {
        Self {
            step: None,
            further: Vec::new(),
        }
    }

    /// The hint for the first step after the givens, or the first three for an expert. `solution` is the only
    /// solution, if it is known.
    pub(super) fn new(
        instance: &Instance,
        givens: &[OptionId],
        (solution, grade): (Option<&[OptionId]>, Option<Grade>),
        monitor: &RunContext,
    ) -> Result<Self, DeductionError> {
        let path = match DeductionPath::new(instance, givens) {
            Ok(path) => path.until(monitor),
            Err(DeductionError::TooLarge { .. }) => return Ok(Self::none()),
            Err(error) => return Err(error),
        };
        let mut path = match solution {
            Some(solution) => path.with_solution(solution),
            None => path,
        };
        let step = path.next();
        let more = match grade {
            Some(Grade::Expert) => EXPERT_STEPS - 1,
            _ => 0,
        };
        let further = path.take(more).map(|step| step.placed).collect();
        if monitor.is_set() {
            return Err(DeductionError::Interrupted);
        }
        Ok(Self { step, further })
    }

    /// The first two stages of the hint: where to look, and what is special there. If `whole`, also the
    /// third: which piece it is, or one of its cells.
    pub(super) fn first(&self, instance: &Instance, voice: &Voice<'_>, whole: bool) -> PrintedHint {
        let Some(step) = &self.step else {
            return PrintedHint {
                words: vec![voice.texts.hint_none.plain()],
                marks: Vec::new(),
            };
        };
        let [look, see, which, _] = Words::by(instance, voice).stages(step);
        let words = format!("{} {}", look.text, see.text);
        if whole {
            PrintedHint {
                words: vec![words, which.text],
                marks: which.cells,
            }
        } else {
            PrintedHint {
                words: vec![words],
                marks: see.cells,
            }
        }
    }

    /// The placements to which the hint leads, in order, and the words for their picture. `None` without
    /// a known step.
    pub(super) fn then(
        &self,
        instance: &Instance,
        voice: &Voice<'_>,
    ) -> Option<(Vec<OptionId>, String)> {
        let step = self.step.as_ref()?;
        if self.further.is_empty() {
            let [.., here] = Words::by(instance, voice).stages(step);
            return Some((vec![step.placed], here.text));
        }
        let all = [&[step.placed][..], &self.further].concat();
        let puzzle = instance.puzzle();
        let names = all.iter().enumerate().map(|(number, option)| {
            let piece = instance.meaning(*option).piece;
            let name = puzzle.piece(piece).name_of_tile();
            let tile = puzzle.piece_named(name).unwrap_or(piece);
            // The number and the name stay on one line.
            format!("{}\u{a0}{}", number + 1, voice.piece(tile, name))
        });
        let pieces = names.collect::<Vec<_>>().join(", ");
        Some((all, voice.texts.hint_in_order.fill(&[("pieces", &pieces)])))
    }
}

/// Words hints with the texts of a booklet, and names pieces as its pictures do.
pub(super) struct Voice<'a> {
    texts: &'a BookletTexts,
    /// The artist of the pictures next to the hints.
    artist: &'a Artist<'a>,
}

impl<'a> Voice<'a> {
    pub(super) fn new(texts: &'a BookletTexts, artist: &'a Artist<'a>) -> Self {
        Self { texts, artist }
    }

    /// A picture of all pieces with their names.
    pub(super) fn pieces(&self, width: f64) -> Scene {
        self.artist.pieces_called(width, |id| self.name_of(id))
    }

    /// The label of a piece in pictures, followed by its name if the name differs. If nothing is printed in
    /// colour, the name is omitted, because it may be that of a colour.
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

    /// The name of the piece. If nothing is printed in colour, the label of the piece takes its place, because
    /// the name may be that of a colour.
    fn piece(&self, piece: PieceId, name: &str) -> String {
        match self.artist.style().coloring {
            Coloring::Color => self.texts.piece_name(name).to_owned(),
            Coloring::Patterns | Coloring::Outlines => self.artist.label(piece).to_owned(),
        }
    }
}
