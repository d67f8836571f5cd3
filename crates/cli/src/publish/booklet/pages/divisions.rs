//! The divisions of a booklet's challenges: tiers of a progression if every challenge has a tier,
//! else grades.

use super::super::{Booklet, BookletTexts, Task};
use crate::reason::deduction::Grade;
use crate::support::label::Label;

/// The divisions of a booklet in order.
#[derive(Debug)]
pub(super) struct Divisions {
    names: Vec<DivisionName>,
    /// The division of each challenge; `None` without a rating.
    of_task: Vec<Option<usize>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum DivisionName {
    Tier(Label),
    Grade(Grade),
}

impl Divisions {
    pub(super) fn of(booklet: &Booklet<'_>) -> Self {
        let tasks = booklet.tasks();
        let tier = |task: &Task<'_>| {
            let tier = task.level.as_ref()?.tier.as_ref()?;
            Some(DivisionName::Tier(tier.clone()))
        };
        let grade = |task: &Task<'_>| task.grade().map(DivisionName::Grade);
        let tiers: Option<Vec<DivisionName>> = tasks.iter().map(tier).collect();
        let (names, of) = if let Some(tiers) = tiers {
            let mut names: Vec<DivisionName> = Vec::new();
            for name in &tiers {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            (names, tiers.into_iter().map(Some).collect())
        } else {
            let names = Grade::ALL.map(DivisionName::Grade).to_vec();
            (names, tasks.iter().map(grade).collect::<Vec<_>>())
        };
        let place = |name: Option<DivisionName>| {
            let name = name?;
            names.iter().position(|known| *known == name)
        };
        let of_task = of.into_iter().map(place).collect();
        Self { names, of_task }
    }

    /// The number of divisions. All grades are counted, even those without challenges.
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// The division of a challenge; `None` without a rating.
    pub(super) fn of_task(&self, task: usize) -> Option<usize> {
        self.of_task[task]
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
        }
    }
}
