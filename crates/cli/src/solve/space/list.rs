//! Lists all solutions by a search: for puzzles with few solutions whose sweep is long or outgrows the memory.

use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Break};

use tilewright_dlx::parallel::Event;
use tilewright_dlx::{Distinct, OptionId, Symmetries};
use tilewright_geometry::compact::set_of;

use super::SpaceError;
use crate::cover::Instance;
use crate::solve::resources::Resources;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};

/// Limits on the length of a list and on the search for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ListLimits {
    /// The maximum number of nodes of the search, which visits one solution of each orbit.
    pub nodes: u64,
    /// The maximum number of solutions.
    pub solutions: usize,
    /// The maximum size of the list and of the diagram built from it, in bytes.
    pub bytes: u64,
    /// The longest time that the search may be forecast to take, in seconds of one thread.
    pub seconds: f64,
}

impl ListLimits {
    /// The default limits: 2³³ nodes, which take one thread about twenty minutes, 2²⁰ solutions, and
    /// the memory of `monitor`.
    pub fn of(monitor: &RunContext) -> Self {
        Self {
            nodes: 1 << 33,
            solutions: 1 << 20,
            bytes: monitor.resources.memory(),
            seconds: f64::INFINITY,
        }
    }

    /// The limits of a short search: a forecast of a quarter of a second of one thread, 2²² nodes
    /// (which take about as long), and 2¹⁶ solutions.
    pub(super) fn short(monitor: &RunContext) -> Self {
        Self {
            nodes: 1 << 22,
            solutions: 1 << 16,
            seconds: 0.25,
            ..Self::of(monitor)
        }
    }
}

/// The largest ratio of forecast nodes to allowed nodes for which a search begins. Random walks
/// rarely forecast too much: a forecast k times too high has a probability of at most 1/k.
const TOO_MANY: f64 = 8.0;

/// The memory for each option of a solution, in bytes: the sum of what it takes in the list, in the tree from
/// which the diagram is built, and in the diagram.
const BYTES_PER_OPTION: u64 = 64;

/// Lists the solutions of a puzzle on the threads of `monitor`. `None` if the limits do not suffice.
/// With equal limits the result is the same on every machine.
pub(super) fn solutions(
    instance: &Instance,
    limits: ListLimits,
    monitor: &RunContext,
) -> Result<Option<Vec<Vec<OptionId>>>, SpaceError> {
    let stop = monitor.stop();
    let symmetries = &instance.symmetry(stop)?.symmetries;
    let distinct = Distinct::new_until(instance.problem(), symmetries, stop)?;
    let forecast = monitor
        .resources
        .forecast(|walks| distinct.forecast_until(walks, stop))?;
    #[expect(clippy::cast_precision_loss, reason = "a bound that is rounded anyway")]
    let most_nodes = limits.nodes as f64;
    let is_long = forecast.seconds(forecast.engine()) > limits.seconds;
    if is_long || forecast.least_nodes > most_nodes || forecast.nodes > most_nodes * TOO_MANY {
        return Ok(None);
    }
    let resources = Resources {
        engine: None,
        ..monitor.resources
    };
    let schedule = resources.schedule(&forecast, false);
    let mut list = SolutionList {
        symmetries,
        most: limits.solutions,
        most_options: limits.bytes / BYTES_PER_OPTION,
        solutions: Vec::new(),
        options: 0,
    };
    let mut meter = ProgressMeter::new(monitor, WorkKind::Search);
    let mut nodes = 0;
    let ended = distinct.run_on(
        &schedule,
        0,
        &|solution, _| Some(solution.to_vec()),
        &mut |event| match event {
            Event::Item(solution) => {
                list.add_images(&solution)?;
                meter.flow()
            }
            Event::Part(part) | Event::Unfinished(part) => {
                nodes += part.profile.nodes();
                meter.flow()
            }
            Event::Progress(progress) if progress.nodes > limits.nodes => Break(()),
            Event::Progress(progress) => meter.on_progress(&progress),
        },
    );
    meter.end();
    #[expect(clippy::expect_used, reason = "an invariant of the forecast")]
    let ended =
        ended.expect("invariant: the engine that is forecast to be faster takes the problem");
    if monitor.is_set() && !ended.complete {
        return Err(SpaceError::Interrupted);
    }
    nodes += ended.above.nodes();
    Ok((ended.complete && nodes <= limits.nodes).then_some(list.solutions))
}

/// The solutions found so far.
struct SolutionList<'s> {
    symmetries: &'s Symmetries,
    most: usize,
    most_options: u64,
    solutions: Vec<Vec<OptionId>>,
    options: u64,
}

impl SolutionList<'_> {
    /// Adds all different images of a solution. `Break` if they exceed the limits.
    fn add_images(&mut self, solution: &[OptionId]) -> ControlFlow<()> {
        let image = |g| {
            let options = solution.iter();
            let mut image: Vec<OptionId> = options
                .map(|option| self.symmetries.image(g, *option))
                .collect();
            image.sort_unstable();
            image
        };
        let images: BTreeSet<Vec<OptionId>> = set_of(self.symmetries.ids().map(image));
        self.options += (images.len() * solution.len()) as u64;
        if self.options > self.most_options || self.solutions.len() + images.len() > self.most {
            return Break(());
        }
        self.solutions.extend(images);
        ControlFlow::Continue(())
    }
}
