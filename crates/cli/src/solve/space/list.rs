//! All solutions, listed by a search: where there are few of them although the states of a sweep
//! outgrow the memory.

use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Break};

use tilewright_dlx::parallel::Event;
use tilewright_dlx::{Distinct, OptionId, Symmetries};

use super::SpaceError;
use crate::cover::Instance;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};

/// How long a list may become, and how long it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListLimits {
    /// The nodes of the search, which is restricted to one solution of each kind.
    pub nodes: u64,
    /// The solutions.
    pub solutions: usize,
    /// The bytes of the list and of the diagram that is made of it.
    pub bytes: u64,
}

impl ListLimits {
    /// 2^33 nodes, which take some twenty minutes of one thread, and a million solutions within the
    /// memory of `resources`.
    pub fn of(resources: &Resources) -> Self {
        Self {
            nodes: 1 << 33,
            solutions: 1 << 20,
            bytes: resources.memory(),
        }
    }
}

/// A search is not begun if random walks forecast more than this many times the nodes that it may
/// take: they seldom forecast too much, k times as much with a chance of one in k at most.
const TOO_MANY: f64 = 8.0;

/// For each option of a solution: in the list, in the tree and in the diagram.
const BYTES_PER_OPTION: u64 = 64;

/// Lists the solutions of a puzzle on the threads of `resources`; none if there are more than the
/// limits allow, whatever the machine.
pub(super) fn solutions(
    instance: &Instance,
    resources: &Resources,
    limits: ListLimits,
    monitor: &Monitor,
) -> Result<Option<Vec<Vec<OptionId>>>, SpaceError> {
    let stop = monitor.stop();
    let symmetries = &instance.symmetry(stop)?.symmetries;
    let distinct = Distinct::new_until(instance.problem(), symmetries, stop)?;
    let forecast = resources.forecast(|walks| distinct.forecast_until(walks, stop))?;
    #[expect(clippy::cast_precision_loss, reason = "a bound that is rounded anyway")]
    let most_nodes = limits.nodes as f64;
    if forecast.least_nodes > most_nodes || forecast.nodes > most_nodes * TOO_MANY {
        return Ok(None);
    }
    let resources = Resources {
        engine: None,
        ..*resources
    };
    let schedule = resources.schedule(&forecast, false);
    let mut list = List {
        symmetries,
        most: limits.solutions,
        most_options: limits.bytes / BYTES_PER_OPTION,
        solutions: Vec::new(),
        options: 0,
    };
    let mut watch = Watch::new(monitor, Kind::Search);
    let mut nodes = 0;
    let ended = distinct.run_on(
        &schedule,
        0,
        &|solution, _| Some(solution.to_vec()),
        &mut |event| match event {
            Event::Item(solution) => {
                list.add_images(&solution)?;
                watch.flow()
            }
            Event::Part(part) | Event::Unfinished(part) => {
                nodes += part.profile.nodes();
                watch.flow()
            }
            Event::Progress(progress) if progress.nodes > limits.nodes => Break(()),
            Event::Progress(progress) => watch.hear(&progress),
        },
    );
    watch.end();
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
struct List<'s> {
    symmetries: &'s Symmetries,
    most: usize,
    most_options: u64,
    solutions: Vec<Vec<OptionId>>,
    options: u64,
}

impl List<'_> {
    /// Adds all images of a solution, each once; `Break` if there is no room for them.
    fn add_images(&mut self, solution: &[OptionId]) -> ControlFlow<()> {
        let image = |g| {
            let options = solution.iter();
            let mut image: Vec<OptionId> = options
                .map(|option| self.symmetries.image(g, *option))
                .collect();
            image.sort_unstable();
            image
        };
        let images: BTreeSet<Vec<OptionId>> = self.symmetries.ids().map(image).collect();
        self.options += (images.len() * solution.len()) as u64;
        if self.options > self.most_options || self.solutions.len() + images.len() > self.most {
            return Break(());
        }
        self.solutions.extend(images);
        ControlFlow::Continue(())
    }
}
