//! The divisions of a booklet's challenges: tiers of a progression, grades, or boards with a common
//! first word, such as the dates of a month.

use itertools::Itertools;

use super::super::{Booklet, BookletTexts, Task};
use super::DivisionKind;
use crate::reason::deduction::Grade;
use crate::support::label::Label;

/// The divisions of a booklet in order.
#[derive(Debug)]
pub(super) struct Divisions {
    kind: DivisionKind,
    names: Vec<DivisionName>,
    /// The division of each challenge; `None` without a rating, a tier or a board.
    of_task: Vec<Option<usize>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum DivisionName {
    Tier(Label),
    Grade(Grade),
    Board(String),
}

impl Divisions {
    /// The divisions of a kind. Without a requested kind they are tiers if every challenge has one;
    /// else boards, if challenges are not rated and boards share first words; else grades.
    pub(super) fn of(booklet: &Booklet<'_>, requested: Option<DivisionKind>) -> Self {
        let tasks = booklet.tasks();
        let kind = requested.unwrap_or_else(|| default_kind(tasks));
        let of: Vec<Option<DivisionName>> = tasks.iter().map(|task| name(kind, task)).collect();
        let names: Vec<DivisionName> = match kind {
            DivisionKind::Grades => Grade::ALL.map(DivisionName::Grade).to_vec(),
            _ => of.iter().flatten().unique().cloned().collect(),
        };
        let place = |name: Option<DivisionName>| {
            let name = name?;
            names.iter().position(|known| *known == name)
        };
        let of_task = of.into_iter().map(place).collect();
        Self {
            kind,
            names,
            of_task,
        }
    }

    pub(super) fn kind(&self) -> DivisionKind {
        self.kind
    }

    /// The number of divisions. All grades are counted, even those without challenges.
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// The division of a challenge; `None` if it has none.
    pub(super) fn of_task(&self, task: usize) -> Option<usize> {
        self.of_task[task]
    }

    /// Whether more than one division has challenges.
    pub(super) fn are_several(&self) -> bool {
        !self.of_task.iter().flatten().all_equal()
    }

    /// The first and last challenge of a division; `None` if it is empty.
    pub(super) fn ends(&self, division: usize) -> Option<(usize, usize)> {
        let first = (self.of_task.iter()).position(|of| *of == Some(division))?;
        let last = (self.of_task.iter()).rposition(|of| *of == Some(division))?;
        Some((first, last))
    }

    pub(super) fn name(&self, division: usize, texts: &BookletTexts) -> String {
        match &self.names[division] {
            DivisionName::Tier(tier) => texts.tier(tier),
            DivisionName::Grade(grade) => texts.grade(*grade),
            DivisionName::Board(word) => word.clone(),
        }
    }
}

/// The name of a challenge's division.
fn name(kind: DivisionKind, task: &Task<'_>) -> Option<DivisionName> {
    match kind {
        DivisionKind::Tiers => task.tier().cloned().map(DivisionName::Tier),
        DivisionKind::Grades => task.grade().map(DivisionName::Grade),
        DivisionKind::Boards => first_word(task).map(|word| DivisionName::Board(word.to_owned())),
        DivisionKind::Nothing => None,
    }
}

/// The first word of the name of a challenge's board: `Jul` of `Jul 14`.
fn first_word<'t>(task: &'t Task<'_>) -> Option<&'t str> {
    task.board.as_ref()?.split_whitespace().next()
}

fn default_kind(tasks: &[Task<'_>]) -> DivisionKind {
    if !tasks.is_empty() && tasks.iter().all(|task| task.tier().is_some()) {
        return DivisionKind::Tiers;
    }
    let words = || tasks.iter().filter_map(first_word);
    let count = words().unique().count();
    let are_together = words().dedup().count() == count;
    let is_rated = tasks.iter().any(|task| task.rating.is_some());
    // Boards are divided if those of a division follow one another, and are two or more on average.
    if !is_rated && are_together && count > 1 && 2 * count <= tasks.len() {
        return DivisionKind::Boards;
    }
    DivisionKind::Grades
}
