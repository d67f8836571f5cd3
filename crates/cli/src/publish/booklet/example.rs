//! Worked examples: a challenge solved step by step, as a person would.

mod worked;

pub(crate) use self::worked::WorkedExample;
use super::{Booklet, BookletError, Content};
use crate::reason::deduction::{DeductionPath, Step};
use crate::solve::search::RunContext;

impl Booklet<'_> {
    /// Adds a worked example: the easiest challenge that deductions solve without guessing. Cards are not
    /// used. Without such a challenge there is no example.
    ///
    /// Cost: that of rating the challenge.
    ///
    /// # Errors
    ///
    /// [`BookletError::Interrupted`].
    pub fn with_example(mut self, monitor: &RunContext) -> Result<Self, BookletError> {
        let Content::Challenges(tasks) = &self.content else {
            return Ok(self);
        };
        let easiest = tasks.iter().enumerate();
        let easiest = easiest.filter(|(_, task)| task.is_deducible() && !task.is_card);
        let easiest = { easiest }.next();
        let example = match easiest {
            None => None,
            Some((number, task)) => {
                let path = DeductionPath::new(task.instance, &task.givens);
                let path = path.map_err(|error| BookletError::of(&task.id, error))?;
                let path = path.with_solution(&task.solution).until(monitor);
                let steps: Vec<Step> = path.collect();
                (!steps.is_empty()).then_some(WorkedExample {
                    task: number,
                    steps,
                })
            }
        };
        if monitor.is_set() {
            return Err(BookletError::Interrupted);
        }
        self.example = example;
        Ok(self)
    }
}
