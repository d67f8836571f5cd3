//! The solution space of a puzzle: all its solutions as a [`SolutionDiagram`], and questions about
//! placements.
//!
//! The diagram is built once, by a sweep along the board, or from a list of the solutions if a
//! search finds them much sooner. It then answers without a new search: how many solutions contain
//! a placement, how often each piece covers a cell, how many solutions remain when placements are
//! required or forbidden. It can be kept in a file.

mod error;
mod list;
#[cfg(test)]
pub(crate) mod small;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use num_bigint::BigUint;
use tilewright_dlx::{
    DiagramError, Frontier, FrontierError, OptionId, SolutionDiagram, StopFlag, Stopped,
};

pub use error::SpaceError;
pub use list::ListLimits;

use crate::cover::Instance;
use crate::cover::cell_order;
use crate::cover::notation::PlacementPattern;
use crate::puzzle::{PieceId, Puzzle};
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::atomic_write;
use crate::support::input::{self, InputError};
use crate::support::label::shown;

/// The maximum number of states of a sweep that is not compared with a search. They take about 40 ms.
const SHORT_SWEEP: u64 = 1 << 16;

/// The maximum number of symmetries of a board whose solutions a search, rather than a sweep, may list.
const MOST_SYMMETRIES: u128 = 48;

/// A restriction of the solutions by placements that match a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// Solutions that contain a placement matching the pattern.
    With(PlacementPattern),
    /// Solutions that contain no placement matching the pattern.
    Without(PlacementPattern),
}

/// All solutions of a puzzle, or those that match some filters.
///
/// # Examples
///
/// In how many packings of a 4 × 4 square with L and T tetrominoes does an L cover the upper left
/// corner?
///
/// ```
/// use tilewright::cover::Instance;
/// use tilewright::cover::notation::PlacementPattern;
/// use tilewright::puzzle::{Source, load};
/// use tilewright::solve::search::RunContext;
/// use tilewright::solve::space::{Filter, Space};
///
/// let source = Source::new("tray.ron", r#"(
///     lattice: Square,
///     board: Rect(4, 4),
///     pieces: [Set(of: Polyominoes(4), only: ["L", "T"], copies: (0, 4))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let instance = Instance::new(puzzle)?;
/// let space = Space::build(&instance, &RunContext::silent())?;
/// let corner = PlacementPattern::parse("L@(0,0)", &instance)?;
/// let with = space.filtered(&Filter::With(corner.clone()))?;
/// let without = space.filtered(&Filter::Without(corner))?;
/// assert_eq!(with.count() + without.count(), space.count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Space<'p> {
    instance: &'p Instance,
    diagram: SolutionDiagram,
}

impl<'p> Space<'p> {
    /// Builds the diagram of all solutions of a puzzle within the threads and the memory of
    /// `monitor`.
    ///
    /// A sweep that has made 2¹⁶ states is abandoned for a search if the search is forecast to take less than a
    /// quarter of a second. The solutions of the diagram, and their order, are the same.
    ///
    /// Cost: at most about twice that of a count by a sweep, and the memory of all its states.
    /// Kanoodle's 371,020 solutions take half a second and about 100 MiB; the 9,356 of 6 × 10
    /// pentominoes take 0.2 s by a search, and 0.8 s by a sweep.
    ///
    /// # Errors
    ///
    /// [`SpaceError::Interrupted`], or [`SpaceError::Frontier`] if the diagram
    /// outgrows the memory or the board is too wide for a sweep.
    pub fn build(instance: &'p Instance, monitor: &RunContext) -> Result<Self, SpaceError> {
        if let Some(space) = Self::sweep(instance, SHORT_SWEEP, monitor)? {
            return Ok(space);
        }
        // A list needs all symmetries. A board that wraps around may have a million.
        if instance.puzzle().board.symmetries_at_most() <= MOST_SYMMETRIES {
            let limits = ListLimits::short(monitor);
            if let Some(space) = Self::list(instance, limits, monitor)? {
                return Ok(space);
            }
        }
        Self::build_by_sweep(instance, monitor)
    }

    fn build_by_sweep(instance: &'p Instance, monitor: &RunContext) -> Result<Self, SpaceError> {
        match Self::sweep(instance, u64::MAX, monitor)? {
            Some(space) => Ok(space),
            None => unreachable!("invariant: the states are not bounded"),
        }
    }

    /// Builds the diagram by a sweep; `None` if it makes more than about `states` states.
    fn sweep(
        instance: &'p Instance,
        states: u64,
        monitor: &RunContext,
    ) -> Result<Option<Self>, SpaceError> {
        let mut meter = ProgressMeter::new(monitor, WorkKind::Sweep);
        let diagram = Frontier::new(instance.problem())
            .order(&cell_order::order(instance, monitor.stop())?)
            .and_then(|frontier| {
                frontier
                    .memory(monitor.resources.memory())
                    .threads(monitor.resources.threads)
                    .diagram_within(states, &mut |progress| meter.on_progress(&progress.into()))
            });
        let (elapsed, _) = meter.end();
        let diagram = diagram.map_err(|error| match error {
            FrontierError::Interrupted => SpaceError::Interrupted,
            error => SpaceError::Frontier(error),
        })?;
        let Some(diagram) = diagram else {
            return Ok(None);
        };
        monitor.resources.say(|| {
            format!(
                "diagram: {} nodes, {} edges, made in {:.2} s",
                diagram.nodes(),
                diagram.edges(),
                elapsed.as_secs_f64(),
            )
        });
        Ok(Some(Self { instance, diagram }))
    }

    /// Loads the diagram from `file` if it exists; otherwise builds it by a sweep, so that the bytes
    /// are always the same, and saves it there. Without a file, the same as [`build`](Self::build).
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build); [`SpaceError::Input`] if the file cannot be opened or is larger than the memory;
    /// and [`SpaceError::File`] if it cannot be read or written, is damaged, is not a diagram, or belongs to
    /// another puzzle.
    pub fn open(
        instance: &'p Instance,
        monitor: &RunContext,
        file: Option<&Path>,
    ) -> Result<Self, SpaceError> {
        let Some(path) = file else {
            return Self::build(instance, monitor);
        };
        let failed = |source: DiagramError| SpaceError::File {
            path: path.to_owned(),
            source,
        };
        // A diagram takes about as much memory as its file.
        match input::open(path, monitor.resources.memory()) {
            Ok(mut file) => {
                let diagram =
                    SolutionDiagram::load(instance.problem(), &mut file).map_err(failed)?;
                monitor
                    .resources
                    .say(|| format!("diagram: loaded from {}", shown(path)));
                Ok(Self { instance, diagram })
            }
            Err(InputError::Missing { .. }) => {
                atomic_write::check_writable(path).map_err(|error| SpaceError::File {
                    path: path.to_owned(),
                    source: DiagramError::Io(error),
                })?;
                let space = Self::build_by_sweep(instance, monitor)?;
                space.save(path, monitor)?;
                Ok(space)
            }
            Err(error) => Err(SpaceError::Input(error)),
        }
    }

    /// Builds the diagram from a list of all solutions found by a search: for puzzles with few
    /// solutions whose sweep outgrows the memory. `None` if the list would exceed the limits. This
    /// depends only on the puzzle and the limits.
    ///
    /// Cost: that of the search, which the limits bound.
    ///
    /// # Errors
    ///
    /// [`SpaceError::Interrupted`].
    pub fn list(
        instance: &'p Instance,
        limits: ListLimits,
        monitor: &RunContext,
    ) -> Result<Option<Self>, SpaceError> {
        let Some(solutions) = list::solutions(instance, limits, monitor)? else {
            return Ok(None);
        };
        let stop = monitor.stop();
        let diagram = Frontier::new(instance.problem())
            .order(&cell_order::order(instance, stop)?)
            .and_then(|frontier| {
                frontier.diagram_of(&solutions, &mut |_| match stop.check() {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(Stopped) => ControlFlow::Break(()),
                })
            });
        match diagram {
            Ok(diagram) => Ok(Some(Self { instance, diagram })),
            Err(FrontierError::Interrupted) => Err(SpaceError::Interrupted),
            Err(FrontierError::TooLarge { .. }) => Ok(None),
            Err(error) => Err(SpaceError::Frontier(error)),
        }
    }

    /// Saves the diagram in a file.
    ///
    /// # Errors
    ///
    /// [`SpaceError::File`] if the file cannot be written; [`SpaceError::Interrupted`].
    pub fn save(&self, path: &Path, monitor: &RunContext) -> Result<(), SpaceError> {
        let stop = monitor.stop();
        let saved = atomic_write::replace(path, |out| {
            self.diagram.save(&mut StoppableWriter { out, stop })
        });
        if saved.is_err() && stop.is_set() {
            return Err(SpaceError::Interrupted);
        }
        saved.map_err(|source| SpaceError::File {
            path: path.to_owned(),
            source,
        })?;
        monitor
            .resources
            .say(|| format!("diagram: saved in {}", shown(path)));
        Ok(())
    }

    /// The puzzle that these solutions solve.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.instance.puzzle()
    }

    /// The puzzle with its exact cover problem.
    pub fn instance(&self) -> &'p Instance {
        self.instance
    }

    /// The solutions as a diagram, which counts them and chooses random ones.
    pub fn diagram(&self) -> &SolutionDiagram {
        &self.diagram
    }

    /// The number of these solutions, without listing them.
    pub fn count(&self) -> BigUint {
        self.diagram.count()
    }

    /// The solutions that match a filter.
    ///
    /// The filter's pattern may contain optional cells, and name pieces with several copies. Cost:
    /// one or two passes over the diagram.
    ///
    /// # Errors
    ///
    /// [`SpaceError::Diagram`] if the pattern belongs to another puzzle, or the diagram has too
    /// many nodes to number.
    pub fn filtered(&self, filter: &Filter) -> Result<Self, SpaceError> {
        let diagram = match filter {
            Filter::With(pattern) => self
                .diagram
                .restrict_to_any(&pattern.matching(self.instance)),
            Filter::Without(pattern) => {
                self.diagram.restrict(&[], &pattern.matching(self.instance))
            }
        }?;
        Ok(Self { diagram, ..*self })
    }

    /// For each option, the number of solutions that contain it.
    pub fn holding(&self) -> Vec<BigUint> {
        self.diagram.holding()
    }

    /// For each cell of the board, the number of solutions in which any copy of `piece` covers it.
    /// `holding` is the result of [`holding`](Self::holding).
    pub fn density(&self, piece: PieceId, holding: &[BigUint]) -> Vec<BigUint> {
        let mut density = vec![BigUint::ZERO; self.puzzle().board.cells().len()];
        for option in self.options_of(piece) {
            for cell in &self.instance.meaning(option).placement.cells {
                density[cell.index()] += &holding[option.index()];
            }
        }
        density
    }

    /// The number of solutions that use a piece at least once.
    ///
    /// # Errors
    ///
    /// [`SpaceError`], which can occur only through a bug in this program.
    pub fn using(&self, piece: PieceId) -> Result<BigUint, SpaceError> {
        let own: Vec<OptionId> = self.options_of(piece).collect();
        Ok(self.count() - self.diagram.restrict(&[], &own)?.count())
    }

    /// Every placement once. A given and another copy of its piece can have the same placement;
    /// only the given's option is then listed.
    pub fn placements(&self) -> impl Iterator<Item = OptionId> + use<'p> {
        let instance = self.instance;
        let lies = |option: OptionId| {
            let meaning = instance.meaning(option);
            (meaning.piece, meaning.placement.cells.as_ref())
        };
        let given: HashSet<_> = instance.givens().iter().map(|given| lies(*given)).collect();
        instance
            .problem()
            .options()
            .filter(move |option| instance.is_given(*option) || !given.contains(&lies(*option)))
    }

    /// The options that place this piece, in the order of the problem.
    pub fn options_of(&self, piece: PieceId) -> impl Iterator<Item = OptionId> + use<'p> {
        let instance = self.instance;
        instance
            .problem()
            .options()
            .filter(move |option| instance.meaning(*option).piece == piece)
    }
}

/// A writer that fails once the stop flag is set, since writing the gigabytes of a diagram takes
/// seconds.
struct StoppableWriter<'a> {
    out: &'a mut dyn Write,
    stop: &'a StopFlag,
}

impl Write for StoppableWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stop.check().map_err(io::Error::other)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
