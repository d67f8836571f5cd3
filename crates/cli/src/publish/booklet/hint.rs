//! Hints for print: where to look first, and which piece that leads to.

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::Texts;
use crate::cover::Instance;
use crate::puzzle::{PieceId, Puzzle};
use crate::reason::deduction::{DeductionError, Path, Reason, Step, Technique, Want, Words};
use crate::solve::search::Monitor;

/// So many deductions are made at most to find the first piece.
const MOST_STEPS: usize = 200;

/// A hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The first deduction; none if none of the ladder applies.
    pub step: Option<Step>,
    /// The cells that it is about.
    pub marks: Vec<BoardCell>,
    /// The first piece that deductions find a place for.
    pub first: Option<PieceId>,
}

impl Hint {
    /// The first deductions after some givens.
    pub(super) fn new(
        instance: &Instance,
        givens: &[OptionId],
        monitor: &Monitor,
    ) -> Result<Self, DeductionError> {
        let path = match Path::new(instance, givens) {
            Ok(path) => path,
            Err(DeductionError::TooLarge { .. }) => return Ok(Self::none()),
            Err(error) => return Err(error),
        };
        // Look-ahead within look-ahead is no hint for a person, and takes long.
        let path = path.until(monitor).up_to(Technique::LookAhead(1));
        let mut hint = Self::none();
        for step in path.take(MOST_STEPS) {
            let placed = step.placed.map(|option| instance.meaning(option).piece);
            if hint.step.is_none() {
                hint.marks = Words::new(instance).marks(&step);
                hint.step = Some(step);
            }
            if placed.is_some() {
                hint.first = placed;
                break;
            }
        }
        if monitor.is_set() {
            return Err(DeductionError::Interrupted);
        }
        Ok(hint)
    }

    fn none() -> Self {
        Self {
            step: None,
            marks: Vec::new(),
            first: None,
        }
    }

    /// Where to look, and what to see.
    pub fn look(&self, instance: &Instance, texts: &Texts) -> String {
        let Some(step) = &self.step else {
            return texts.hint_none.plain();
        };
        let name = |piece: PieceId| instance.puzzle().piece(piece).name.as_str();
        let pieces = || {
            let pieces = step.eliminated.iter().map(|o| instance.meaning(*o).piece);
            let mut pieces: Vec<PieceId> = pieces.collect();
            pieces.sort_unstable();
            pieces.dedup();
            let names: Vec<&str> = pieces.into_iter().map(name).collect();
            joined(&names, &texts.and.plain())
        };
        match &step.reason {
            Reason::ForcedCell(_) => texts.hint_cell.plain(),
            Reason::ForcedConstraint(_)
            | Reason::Pocket {
                at: Some((Want::Constraint(_), _)),
                ..
            }
            | Reason::ShutOut {
                want: Want::Constraint(_),
                ..
            } => {
                let words = Words::new(instance);
                format!("{} {}", words.look(step), words.see(step))
            }
            Reason::ForcedPiece { piece, needed: 1 } => {
                texts.hint_piece.fill(&[("piece", name(*piece))])
            }
            Reason::ForcedPiece { piece, .. } => texts.hint_pieces.fill(&[("piece", name(*piece))]),
            Reason::Pocket { at: None, .. } => texts.hint_pocket.plain(),
            Reason::Pocket {
                at: Some((Want::Cell(_), _)),
                ..
            } => texts.hint_pocket_at_cell.plain(),
            Reason::Pocket {
                at: Some((Want::Piece(piece), _)),
                ..
            } => texts.hint_pocket_at_piece.fill(&[("piece", name(*piece))]),
            Reason::ShutOut {
                want: Want::Cell(_),
                ..
            } => texts.hint_shut_out_cell.fill(&[("pieces", &pieces())]),
            Reason::ShutOut {
                want: Want::Piece(piece),
                ..
            } => {
                let values = [("piece", name(*piece)), ("pieces", &pieces())];
                texts.hint_shut_out_piece.fill(&values)
            }
            Reason::Pair { wants, supplies } => match (wants, supplies) {
                ([Want::Cell(_), Want::Cell(_)], [Want::Piece(first), Want::Piece(second)]) => {
                    let values = [("first", name(*first)), ("second", name(*second))];
                    texts.hint_pair_of_cells.fill(&values)
                }
                ([Want::Piece(first), Want::Piece(second)], [Want::Cell(_), Want::Cell(_)]) => {
                    let values = [("first", name(*first)), ("second", name(*second))];
                    texts.hint_pair_of_pieces.fill(&values)
                }
                _ => texts.hint_pair.plain(),
            },
            Reason::Colouring(_) => texts.hint_colouring.fill(&[("pieces", &pieces())]),
            Reason::LookAhead { .. } => {
                let first = step.eliminated.first();
                let piece = first.map_or("", |option| name(instance.meaning(*option).piece));
                texts.hint_look_ahead.fill(&[("piece", piece)])
            }
        }
    }

    /// Which piece that leads to; nothing if the look names it, or none is found.
    pub fn then(&self, puzzle: &Puzzle, texts: &Texts) -> Option<String> {
        let names_it = |step: &Step| matches!(step.reason, Reason::ForcedPiece { .. });
        if self.step.as_ref().is_some_and(names_it) {
            return None;
        }
        let name = &puzzle.piece(self.first?).name;
        Some(texts.hint_then.fill(&[("piece", name)]))
    }
}

/// "A, B and C".
fn joined(names: &[&str], and: &str) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{}{and}{last}", most.join(", ")),
    }
}
