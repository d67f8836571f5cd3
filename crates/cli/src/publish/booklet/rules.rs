//! The rules of a puzzle in words, derived from its board, its pieces and its conditions.

use std::collections::BTreeMap;

use tilewright_geometry::{Lattice, Sides};

use super::{Booklet, BookletTexts, Content, Task};
use crate::picture::drawing::SolidView;
use crate::puzzle::{Condition, Piece, Puzzle, Tray};

impl Booklet<'_> {
    /// The rules, one paragraph each. `view` is the view of solids in the pictures.
    pub(super) fn rules(&self, texts: &BookletTexts, view: SolidView) -> Vec<String> {
        let puzzle = self.instance.puzzle();
        let (low, high) = puzzle.board.bounding_box();
        let goal = match puzzle.lattice {
            Lattice::Stick => &texts.play_goal_of_sticks,
            _ if low.z < high.z => &texts.play_goal_of_solids,
            _ => &texts.play_goal,
        };
        let mut rules = vec![goal.plain()];
        let is_solid = puzzle.tray == Tray::Flat && low.z < high.z;
        if is_solid && view != SolidView::Isometric {
            rules.push(texts.play_layers.plain());
        }
        let board = &puzzle.board;
        if board.indices().any(|cell| !board.is_required(cell)) {
            rules.push(texts.play_optional.plain());
        }
        if let Tray::Projected { layers } = puzzle.tray {
            let layers = layers.to_string();
            rules.push(texts.play_depth.fill(&[("layers", &layers)]));
        }
        let open = puzzle.labels.iter();
        let open = open.filter(|(cell, _)| board.index_of(*cell).is_none());
        let open: Vec<&str> = open.map(|(_, label)| &**label).collect();
        if self.has_boards() {
            let rule = if open.is_empty() {
                &texts.play_boards
            } else {
                &texts.play_boards_open
            };
            rules.push(rule.plain());
        } else if !open.is_empty() {
            rules.push(texts.play_open.fill(&[("cells", &open.join(", "))]));
        }
        let mut copies = puzzle.pieces.iter().map(Piece::copies_of_tile);
        if copies.any(|copies| copies.exactly().is_none()) {
            rules.push(texts.play_spare.plain());
        }
        rules.push(turning(puzzle, texts));
        rules.extend(colors(puzzle, texts));
        if let Content::Challenges(tasks) = &self.content {
            let is_counted = tasks.iter().all(|task| task.count.is_some());
            let [all, trying, many] = if is_counted {
                [&texts.play_goals; 3]
            } else if tasks.iter().any(|task| task.is_card) {
                [
                    &texts.play_card,
                    &texts.play_card_of_trying,
                    &texts.play_card_of_many,
                ]
            } else {
                [
                    &texts.play_challenge,
                    &texts.play_challenge_of_trying,
                    &texts.play_challenge_of_many,
                ]
            };
            let challenge = if !tasks.iter().all(|task| task.is_unique) {
                many
            } else if tasks.iter().all(Task::is_deducible) {
                all
            } else {
                trying
            };
            rules.push(challenge.plain());
            if self.is_two_sided {
                rules.push(texts.play_sides.plain());
            }
            let is_rated = tasks.iter().any(|task| task.rating.is_some());
            if is_rated && !are_by_boards(tasks) {
                rules.push(texts.play_grades.plain());
            }
        }
        rules.retain(|rule| !rule.is_empty());
        rules
    }
}

/// Whether challenges are in the order of their boards, and therefore not from the easiest to the hardest.
fn are_by_boards(tasks: &[Task<'_>]) -> bool {
    let boards = || tasks.iter().map(|task| task.board_order);
    let is_rising = tasks.iter().map(Task::place).is_sorted();
    !is_rising && boards().is_sorted() && boards().next() != boards().next_back()
}

/// The rules on colours of cells.
fn colors(puzzle: &Puzzle, texts: &BookletTexts) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for condition in &puzzle.conditions {
        rules.extend(match condition {
            Condition::Matching => Some(texts.play_matching.plain()),
            Condition::Differing => Some(texts.play_differing.plain()),
            Condition::Meeting { pairs } => {
                let pairs = pairs.iter().map(|[one, other]| format!("{one}–{other}"));
                let pairs = pairs.collect::<Vec<_>>().join(", ");
                Some(texts.play_meeting.fill(&[("pairs", &pairs)]))
            }
            _ => None,
        });
    }
    if !puzzle.asked_colors().is_empty() {
        rules.push(texts.play_asked_colors.plain());
    }
    rules
}

/// The rules on turning pieces. If they differ between pieces, each line names the pieces to which a
/// rule applies.
fn turning(puzzle: &Puzzle, texts: &BookletTexts) -> String {
    let solid = puzzle.lattice == Lattice::Cube && puzzle.tray == Tray::Flat
        || matches!(puzzle.tray, Tray::Projected { .. });
    let mut kinds: BTreeMap<u8, (String, Vec<&str>)> = BTreeMap::new();
    let tiles = puzzle.pieces().filter(|(_, piece)| piece.is_first_face());
    for (id, piece) in tiles {
        // A piece that looks the same after every turn needs no rule.
        let Some(sides) = puzzle.sides_of_tile(id) else {
            continue;
        };
        let (order, rule) = match sides {
            Sides::Fixed => (2, &texts.play_fixed),
            _ if solid => (0, &texts.play_solid),
            Sides::Free => (0, &texts.play_free),
            Sides::OneSided => (1, &texts.play_one_sided),
        };
        let (_, names) = kinds
            .entry(order)
            .or_insert_with(|| (rule.plain(), Vec::new()));
        names.push(&piece.name);
    }
    if kinds.len() == 1 {
        return kinds.into_values().map(|(rule, _)| rule).collect();
    }
    let lines = kinds.into_values().map(|(rule, names)| {
        let values = [("pieces", &*names.join(", ")), ("rule", &*rule)];
        texts.play_some.fill(&values)
    });
    lines.collect::<Vec<_>>().join("\n")
}
