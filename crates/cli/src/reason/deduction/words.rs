//! Steps in words, in the four stages of a hint: where to look, which property to notice, which piece it is (or
//! one cell of a known piece), and where it goes.
//!
//! The *answer* is the placement that the hint leads to. The first stage marks the open cells of a part of the
//! board, at least three more than the answer has, and names that part. The cells depend only on one cell of
//! the answer and on the answer's number of cells, so the answer cannot be read from them. The cells of each
//! stage but the last lie within those of the stage before. If there is an example, the second and the third
//! stage show it.

use std::fmt::Write;

use itertools::Itertools;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::phrases::{English, Phrase, Phrasing};
use super::region::{BoardPart, middle_cell, part_around, part_of};
use super::step::{ColorClash, Flaw, Step, Want};
use super::technique::Technique;
use crate::cover::Instance;
use crate::cover::conditions::ConstraintId;
use crate::cover::notation;
use crate::puzzle::PieceId;

/// One of the texts of a hint, each more precise than the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HintStage {
    /// The text of the stage, shown to the person who solves the puzzle.
    pub text: String,
    /// The cells that the text is about, at least one: a part of the board, a cell, or the
    /// placement. Only in the last stage are they the cells of the placement, unless that has a
    /// single cell.
    pub cells: Vec<BoardCell>,
    /// A failing placement to be shown as an example, and the cells that show why it fails. `None` if this
    /// stage shows no example.
    pub example: Option<(OptionId, Vec<BoardCell>)>,
    /// The placement that the hint leads to. It is revealed in the last stage; `None` in the stages before.
    pub placed: Option<OptionId>,
}

/// The first stage of a hint marks a region of the board. The region has at least this many cells more than the
/// placement that the hint leads to, if enough cells are open.
const MORE: usize = 3;

/// If at most this many pieces are left, a hint may name all of them.
const FEW_PIECES: usize = 3;

/// The number of stages of a hint.
pub const STAGES: usize = 4;

/// Puts the steps of a puzzle into words.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    instance: &'a Instance,
    phrasing: &'a dyn Phrasing,
}

impl<'a> Words<'a> {
    /// Hints in English.
    pub fn new(instance: &'a Instance) -> Self {
        Self::by(instance, &English)
    }

    /// Hints with the phrases of another language.
    pub fn by(instance: &'a Instance, phrasing: &'a dyn Phrasing) -> Self {
        Self { instance, phrasing }
    }

    /// The four stages of the hint for a step: where to look, which property to notice, which piece
    /// it is (for a piece that the second stage names, one of its cells), and where it goes. Each
    /// stage has cells, and the last one a placement.
    pub fn stages(&self, step: &Step) -> [HintStage; STAGES] {
        let (around, part) = self.around(step);
        let cell = self
            .cell(step)
            .map_or_else(|| around.clone(), |cell| vec![cell]);
        let place = part.in_words(self.phrasing);
        let piece = self.name(self.placed(step));
        let say = |phrase| {
            let values = [("place", &*place), ("piece", &*piece)];
            self.phrasing.say(phrase, &values)
        };
        let (second, third, which) = match step.at {
            Want::Cell(_) => (cell.clone(), cell, Phrase::ItIs),
            Want::Piece(_) => (around.clone(), cell, Phrase::ItGoes),
            Want::Constraint(_) => (around.clone(), around.clone(), Phrase::ItIs),
        };
        let example = self.example(step);
        let stage = |text, cells| HintStage {
            text,
            cells,
            example: None,
            placed: None,
        };
        let placement = &self.instance.meaning(step.placed).placement.cells;
        [
            stage(self.look_at(step, part), around),
            HintStage {
                example: example.clone(),
                ..stage(self.see(step), second)
            },
            HintStage {
                example,
                ..stage(say(which), third)
            },
            HintStage {
                placed: Some(step.placed),
                ..stage(say(Phrase::GoesHere), placement.to_vec())
            },
        ]
    }

    /// The first stage: where to look.
    pub fn look(&self, step: &Step) -> String {
        self.look_at(step, self.around(step).1)
    }

    /// Where to look. If that is the whole board: for what.
    fn look_at(&self, step: &Step, part: BoardPart) -> String {
        let phrase = match step.at {
            Want::Cell(_) if part == BoardPart::WHOLE => Phrase::SeekCell,
            Want::Piece(_) if part == BoardPart::WHOLE => Phrase::SeekPiece,
            _ => Phrase::Look,
        };
        let place = part.in_words(self.phrasing);
        self.phrasing.say(phrase, &[("place", &place)])
    }

    /// The cell around which to look: the cell to be covered, otherwise the cell of the placement that is
    /// nearest to the placement's middle.
    fn cell(&self, step: &Step) -> Option<BoardCell> {
        let placement = &self.instance.meaning(step.placed).placement.cells;
        match step.at {
            Want::Cell(cell) => Some(cell),
            Want::Piece(_) | Want::Constraint(_) => middle_cell(self.instance.puzzle(), placement),
        }
    }

    /// The open cells to look at, and the part of the board in which they are.
    fn around(&self, step: &Step) -> (Vec<BoardCell>, BoardPart) {
        let puzzle = self.instance.puzzle();
        let size = self.instance.meaning(step.placed).placement.cells.len();
        let Some(cell) = self.cell(step) else {
            return (step.open.clone(), BoardPart::WHOLE);
        };
        let (cells, part) = part_around(puzzle, &step.open, cell, size + MORE);
        if cells.len() == size {
            // Only the cells of the placement to be found are open. The hint must not mark exactly these cells,
            // so it marks a single one.
            return (vec![cell], part_of(puzzle, cell));
        }
        (cells, part)
    }

    /// The second stage: which property to notice there.
    pub fn see(&self, step: &Step) -> String {
        let seen = self.seen(step);
        match step.clash.and_then(|clash| self.clash(clash)) {
            Some(clash) => format!("{seen} {clash}"),
            None => seen,
        }
    }

    /// A sentence that says that a placement would fit but clashes in colour. `None` if the colours
    /// are not known.
    fn clash(&self, clash: ColorClash) -> Option<String> {
        let [color, other] = [clash.option, clash.with].map(|option| self.shown(option, clash.at));
        let piece = self.name(self.instance.meaning(clash.option).piece);
        let values = [("piece", &*piece), ("color", color?), ("other", other?)];
        Some(self.phrasing.say(Phrase::Clashes, &values))
    }

    /// The colour that a placement shows at a pair of cells; `None` if it shows none.
    fn shown(&self, option: OptionId, at: ConstraintId) -> Option<&'a str> {
        let puzzle = self.instance.puzzle();
        let meaning = self.instance.meaning(option);
        let pair = self.instance.constraint(at).cells()?;
        let colors = puzzle.piece(meaning.piece);
        let mut colors = colors
            .colors_on(&puzzle.board, &meaning.placement.cells)
            .into_iter();
        let (_, color) = colors.find(|(cell, _)| pair.contains(cell))?;
        Some(color.as_str())
    }

    /// The text of a hint's second stage, without the sentence on colour clashes.
    fn seen(&self, step: &Step) -> String {
        let say = |phrase, values: &[_]| self.phrasing.say(phrase, values);
        let flaws = self.flaws(step);
        let one = step.refuted.len() == 1;
        match (step.at, flaws) {
            (Want::Cell(cell), None) => self.only_cover(step, cell),
            (Want::Cell(_), Some(flaws)) => {
                let phrase = if one {
                    Phrase::OtherCover
                } else {
                    Phrase::OtherCovers
                };
                say(phrase, &[("flaws", &flaws)])
            }
            (Want::Piece(piece), None) if step.needed > 1 => {
                self.of_piece(Phrase::AllPlaces, piece)
            }
            (Want::Piece(piece), None) => self.of_piece(Phrase::OnlyPlace, piece),
            (Want::Piece(piece), Some(flaws)) => {
                let phrase = match (step.needed, one) {
                    (2.., _) => Phrase::OtherPlacesOfCopies,
                    (_, true) => Phrase::OtherPlace,
                    (_, false) => Phrase::OtherPlaces,
                };
                say(phrase, &[("piece", &self.name(piece)), ("flaws", &flaws)])
            }
            (Want::Constraint(id), None) => say(Phrase::OnlyWay, &[("asked", &self.asked(id))]),
            (Want::Constraint(id), Some(flaws)) => {
                let values = [("asked", &*self.asked(id)), ("flaws", &*flaws)];
                say(Phrase::OtherWays, &values)
            }
        }
    }

    /// A cell that only one placement can cover: what distinguishes it. With at most
    /// [`FEW_PIECES`] left these are the pieces, else the number of its open neighbours.
    fn only_cover(&self, step: &Step, cell: BoardCell) -> String {
        let pieces = step.left.iter().map(|piece| self.name(*piece));
        let pieces = pieces.unique().collect_vec();
        if (2..=FEW_PIECES).contains(&pieces.len()) {
            let pieces = self.joined(&pieces, Phrase::And);
            return self
                .phrasing
                .say(Phrase::OnlyCoverOf, &[("pieces", &pieces)]);
        }
        let puzzle = self.instance.puzzle();
        let near = puzzle.lattice.neighbours(puzzle.board.cell(cell));
        let near = near
            .into_iter()
            .filter_map(|near| puzzle.board.index_of(near));
        let phrase = match near.filter(|near| step.open.contains(near)).count() {
            1 => Phrase::OnlyCoverEnd,
            2 => Phrase::OnlyCoverNarrow,
            _ => Phrase::OnlyCover,
        };
        self.phrasing.say(phrase, &[])
    }

    /// The whole step in one line, with coordinates.
    pub fn line(&self, step: &Step) -> String {
        let place = match step.at {
            Want::Cell(cell) => {
                let cell = notation::cell(self.instance.puzzle(), cell);
                format!("the cell {cell}")
            }
            Want::Piece(piece) => format!("the piece {}", self.name(piece)),
            Want::Constraint(id) => {
                let puzzle = self.instance.puzzle();
                self.instance.constraint(id).place_in_words(puzzle)
            }
        };
        let mut line = format!("{}: {place}. {} ", step.technique, self.see(step));
        if let Some((example, _)) = self.example(step) {
            let which = match step.refuted.len() {
                1 => "That is",
                _ => "One of them is",
            };
            let _ = write!(line, "{which} {}. ", self.of(example));
        }
        line + &format!("So {} is placed.", self.of(step.placed))
    }

    /// The simplest failing placement, and the cells that show why it fails (none if it fails only
    /// after further placements). `None` if there are no other placements.
    pub fn example(&self, step: &Step) -> Option<(OptionId, Vec<BoardCell>)> {
        let plainest = step.refuted.first()?;
        let cells = if plainest.follows.is_empty() {
            plainest.flaw.cells()
        } else {
            Vec::new()
        };
        Some((plainest.option, cells))
    }

    /// A placement in the notation of the command line.
    pub fn of(&self, option: OptionId) -> String {
        notation::of(self.instance, option)
    }

    fn placed(&self, step: &Step) -> PieceId {
        self.instance.meaning(step.placed).piece
    }

    fn of_piece(&self, phrase: Phrase, piece: PieceId) -> String {
        self.phrasing.say(phrase, &[("piece", &self.name(piece))])
    }

    fn name(&self, piece: PieceId) -> String {
        let puzzle = self.instance.puzzle();
        let name = puzzle.piece(piece).name_of_tile();
        // Faces of a tile share the name of the tile.
        let tile = puzzle.piece_named(name).unwrap_or(piece);
        self.phrasing.piece(tile, name)
    }

    /// A requirement of a condition in words: "the line between columns 3 and 4 must be crossed".
    fn asked(&self, id: ConstraintId) -> String {
        self.instance
            .constraint(id)
            .in_words(self.instance.puzzle())
    }

    /// How the other placements fail, each kind of failure once. `None` if there are no others.
    fn flaws(&self, step: &Step) -> Option<String> {
        let pieces = step
            .refuted
            .iter()
            .filter_map(|refuted| match refuted.flaw {
                Flaw::NoPlace(piece) if refuted.follows.is_empty() => Some(piece),
                _ => None,
            });
        let pieces = pieces.sorted().dedup().map(|piece| self.name(piece));
        let pieces = self.joined(&pieces.collect_vec(), Phrase::And);
        let phrases = step.refuted.iter().map(|refuted| match &refuted.flaw {
            _ if step.technique == Technique::Search => Phrase::LeadNowhere,
            Flaw::Deeper(_) => Phrase::LaterFail,
            Flaw::Trying => Phrase::LeadNowhere,
            Flaw::Colouring(_) => Phrase::Unbalance,
            _ if !refuted.follows.is_empty() => Phrase::SoonFail,
            Flaw::Hole(_) => Phrase::LeaveHole,
            Flaw::Colors(_) => Phrase::LeaveClash,
            Flaw::Pockets(pockets) if pockets.is_cut => Phrase::CutOff,
            Flaw::Pockets(_) => Phrase::LeaveUnfillable,
            Flaw::NoPlace(_) => Phrase::LeaveNoPlace,
            Flaw::Constraint(_) => Phrase::Prevent,
            Flaw::Clash => Phrase::SoonFail,
        });
        let phrases = phrases.unique_by(|phrase| *phrase as usize).collect_vec();
        // A dead end after more placements includes a dead end after forced ones, so only the
        // former is named.
        let is_later = phrases.contains(&Phrase::LaterFail);
        let phrases = phrases.into_iter();
        let phrases = phrases.filter(|phrase| *phrase != Phrase::SoonFail || !is_later);
        let said = phrases.map(|phrase| self.phrasing.say(phrase, &[("pieces", &pieces)]));
        let said = said.collect_vec();
        (!said.is_empty()).then(|| self.joined(&said, Phrase::Or))
    }

    /// The parts joined as a list: "A", "A or B", "A, B or C".
    fn joined(&self, parts: &[String], between: Phrase) -> String {
        match parts {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => {
                let between = self.phrasing.say(between, &[]);
                format!("{}{between}{last}", first.iter().join(", "))
            }
        }
    }
}
