//! Series: the numbers of solutions of a file for one value of a parameter after another.
//!
//! ```text
//! Source ─with_parameters─► Source ─load─► puzzle ─► Instance ─► Count   (one term)
//! ```

use std::ops::{ControlFlow, RangeInclusive};

use super::SolveError;
use super::counting::{Count, CountRequest};
use super::refute::feasibility::plain_obstacles;
use super::resources::Resources;
use super::search::Monitor;
use crate::cover::{Instance, InstanceError};
use crate::puzzle::{Diagnostic, Part, Source, load};
use thiserror::Error;

/// A series that is asked for.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright::puzzle::Source;
/// use tilewright::solve::resources::Resources;
/// use tilewright::solve::search::Monitor;
/// use tilewright::solve::series::Series;
///
/// // Dominoes in rectangles of two rows: Fibonacci's numbers.
/// let text = "(lattice: Square, board: Rect(n, 2), pieces: [Set(of: Polyominoes(2), copies: Any)])";
/// let series = Series {
///     source: &Source::new("dominoes.ron", text),
///     part: tilewright::puzzle::Part::Whole,
///     parameter: "n",
///     values: 1..=6,
///     solutions_alone: true,
/// };
/// let mut terms = Vec::new();
/// series.count(&Resources::default(), &Monitor::silent(), |_, count| {
///     terms.push(count.solutions.to_string());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(terms, ["1", "2", "3", "5", "8", "13"]);
/// # Ok::<(), tilewright::solve::series::SeriesError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Series<'a> {
    /// The file.
    pub source: &'a Source,
    /// Which of its puzzles.
    pub part: Part<'a>,
    /// The name whose value changes.
    pub parameter: &'a str,
    /// Its values.
    pub values: RangeInclusive<i64>,
    /// Whether all solutions alone are wanted: symmetries are not looked for.
    pub solutions_alone: bool,
}

/// Why a series ended before its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SeriesError {
    /// The file is no puzzle for a value; the text is that with the value in it.
    #[error("{}", diagnostic.message)]
    File {
        /// What is wrong.
        diagnostic: Box<Diagnostic>,
        /// The text it is told of.
        source_text: Box<Source>,
    },
    /// A puzzle cannot be counted.
    #[error(transparent)]
    Count(#[from] SolveError),
}

impl From<InstanceError> for SeriesError {
    fn from(error: InstanceError) -> Self {
        Self::Count(error.into())
    }
}

impl Series<'_> {
    /// Counts term by term; `hear` is told each value and its count as soon as that is known, and may end the series.
    /// After a signal the count that was under way is the last: it is not complete.
    ///
    /// Cost: that of the counts, one after another.
    ///
    /// # Errors
    ///
    /// [`SeriesError`]; the terms before were heard.
    pub fn count(
        &self,
        resources: &Resources,
        monitor: &Monitor,
        mut hear: impl FnMut(i64, Count) -> ControlFlow<()>,
    ) -> Result<(), SeriesError> {
        for value in self.values.clone() {
            match self.term(value, resources, monitor) {
                Err(SeriesError::Count(SolveError::Interrupted)) => return Ok(()),
                count => {
                    let count = count?;
                    let is_over = !count.complete;
                    if hear(value, count).is_break() || is_over {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The puzzle for a value of the parameter.
    fn instance(&self, value: i64) -> Result<Instance, SeriesError> {
        let refused = |mut diagnostic: Box<Diagnostic>, source| {
            let message = &diagnostic.message;
            diagnostic.message = format!("for {} = {value}: {message}", self.parameter);
            SeriesError::File {
                diagnostic,
                source_text: Box::new(source),
            }
        };
        let bound = self.source.with_parameters(&[(self.parameter, value)]);
        let source = bound.map_err(|error| refused(error, self.source.as_written()))?;
        let file = load(&source).and_then(|file| file.into_part(self.part));
        let file = file.map_err(|error| refused(error, source))?;
        Ok(Instance::with_filter(file.puzzle)?)
    }

    fn term(
        &self,
        value: i64,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<Count, SeriesError> {
        let instance = self.instance(value)?;
        if !plain_obstacles(&instance).is_empty() {
            return Ok(Count::none());
        }
        let request = CountRequest {
            solutions_alone: self.solutions_alone,
            certify: false,
        };
        Ok(request.count(&instance, resources, monitor)?)
    }
}
