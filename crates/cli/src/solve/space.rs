//! The solution space of a puzzle: all its solutions as a [`SolutionDiagram`], and
//! what is needed to ask it for placements.
//!
//! The diagram is made once, by a sweep along the board, and answers every
//! question after that without a new search: how many solutions hold a
//! placement, which pieces cover a cell how often, how many solutions are left
//! when placements are asked for or forbidden. It may be kept in a file.

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
use crate::cover::notation::Pattern;
use crate::puzzle::{PieceId, Puzzle};
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};
use crate::support::atomic_write;
use crate::support::input::{self, InputError};
use crate::support::label::shown;

/// Which solutions are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// Those that hold a placement that the pattern stands for.
    With(Pattern),
    /// Those that hold none.
    Without(Pattern),
}

/// All solutions of a puzzle, or those that some filters leave.
///
/// # Examples
///
/// How many ways to pack the tetrominoes' L and T, two of each, into a square
/// have an L in the upper left corner?
///
/// ```
/// use tilewright::solve::resources::Resources;
/// use tilewright::cover::Instance;
/// use tilewright::cover::notation::Pattern;
/// use tilewright::puzzle::{Source, load};
/// use tilewright::solve::search::Monitor;
/// use tilewright::solve::space::{Filter, Space};
///
/// let source = Source::new("tray.ron", r#"(
///     lattice: Square,
///     board: Rect(4, 4),
///     pieces: [Set(of: Polyominoes(4), only: ["L", "T"], copies: (0, 4))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let instance = Instance::new(puzzle)?;
/// let space = Space::build(&instance, &Resources::default(), &Monitor::silent())?;
/// let corner = Pattern::parse("L@(0,0)", &instance)?;
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
    /// Makes the diagram of all solutions of a puzzle within the threads and the memory of `resources`; shows progress
    /// on stderr if that is a terminal.
    ///
    /// Cost: about twice that of a count by a sweep, and the memory of all its
    /// states. Kanoodle's 371,020 solutions take half a second and some 100
    /// MiB.
    ///
    /// # Errors
    ///
    /// [`SpaceError::Interrupted`], or [`SpaceError::Frontier`] if the diagram
    /// outgrows the memory or the board is too wide for a sweep.
    pub fn build(
        instance: &'p Instance,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<Self, SpaceError> {
        let mut watch = Watch::new(monitor, Kind::Sweep);
        let diagram = Frontier::new(instance.problem())
            .order(&cell_order::order(instance, monitor.stop())?)
            .and_then(|frontier| {
                frontier
                    .memory(resources.memory())
                    .threads(resources.threads)
                    .diagram(&mut |progress| watch.hear(&progress.into()))
            });
        let (elapsed, _) = watch.end();
        let diagram = diagram.map_err(|error| match error {
            FrontierError::Interrupted => SpaceError::Interrupted,
            error => SpaceError::Frontier(error),
        })?;
        resources.say(|| {
            format!(
                "diagram: {} nodes, {} edges, made in {:.2} s",
                diagram.nodes(),
                diagram.edges(),
                elapsed.as_secs_f64(),
            )
        });
        Ok(Self { instance, diagram })
    }

    /// Loads the diagram from `file` if it is there; else makes it, and saves
    /// it there. With no file, the same as [`build`](Self::build).
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build); and [`SpaceError::File`] if the file cannot
    /// be read or written, is damaged, is no diagram or that of another puzzle.
    pub fn open(
        instance: &'p Instance,
        resources: &Resources,
        monitor: &Monitor,
        file: Option<&Path>,
    ) -> Result<Self, SpaceError> {
        let Some(path) = file else {
            return Self::build(instance, resources, monitor);
        };
        let failed = |source: DiagramError| SpaceError::File {
            path: path.to_owned(),
            source,
        };
        // What a diagram takes in memory is about what it takes in a file.
        match input::open(path, resources.memory()) {
            Ok(mut file) => {
                let diagram =
                    SolutionDiagram::load(instance.problem(), &mut file).map_err(failed)?;
                resources.say(|| format!("diagram: loaded from {}", shown(path)));
                Ok(Self { instance, diagram })
            }
            Err(InputError::Missing { .. }) => {
                let space = Self::build(instance, resources, monitor)?;
                space.save(path, resources, monitor)?;
                Ok(space)
            }
            Err(error) => Err(SpaceError::Input(error)),
        }
    }

    /// Makes the diagram of all solutions from a list of them that a search finds: for puzzles with
    /// few solutions whose sweep outgrows the memory. None if the list would be beyond the limits,
    /// which depends on the puzzle and the limits alone.
    ///
    /// Cost: that of the search, which takes no more than the limits allow.
    ///
    /// # Errors
    ///
    /// [`SpaceError::Interrupted`].
    pub fn list(
        instance: &'p Instance,
        resources: &Resources,
        limits: ListLimits,
        monitor: &Monitor,
    ) -> Result<Option<Self>, SpaceError> {
        let Some(solutions) = list::solutions(instance, resources, limits, monitor)? else {
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
    pub fn save(
        &self,
        path: &Path,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<(), SpaceError> {
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
        resources.say(|| format!("diagram: saved in {}", shown(path)));
        Ok(())
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.instance.puzzle()
    }

    /// The puzzle with its matrix.
    pub fn instance(&self) -> &'p Instance {
        self.instance
    }

    /// The solutions.
    pub fn diagram(&self) -> &SolutionDiagram {
        &self.diagram
    }

    /// The number of solutions.
    pub fn count(&self) -> BigUint {
        self.diagram.count()
    }

    /// The solutions that a filter leaves.
    ///
    /// A pattern's placements may be any: cells that need not be covered,
    /// pieces with several copies. Cost: a pass or two over the diagram.
    ///
    /// # Errors
    ///
    /// [`SpaceError::Diagram`] if the pattern is of another puzzle, or the
    /// diagram becomes too large to number its nodes.
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

    /// By option, the number of solutions that hold it.
    pub fn holding(&self) -> Vec<BigUint> {
        self.diagram.holding()
    }

    /// By cell of the board, the number of solutions in which a piece, or one
    /// of its copies, covers it; `holding` is what [`holding`](Self::holding)
    /// gives.
    pub fn density(&self, piece: PieceId, holding: &[BigUint]) -> Vec<BigUint> {
        let mut density = vec![BigUint::ZERO; self.puzzle().board.cells().len()];
        for option in self.options_of(piece) {
            for cell in &self.instance.meaning(option).placement.cells {
                density[cell.index()] += &holding[option.index()];
            }
        }
        density
    }

    /// The number of solutions that use a piece at all.
    ///
    /// # Errors
    ///
    /// None, but for faults of this program.
    pub fn using(&self, piece: PieceId) -> Result<BigUint, SpaceError> {
        let own: Vec<OptionId> = self.options_of(piece).collect();
        Ok(self.count() - self.diagram.restrict(&[], &own)?.count())
    }

    /// Every placement once: where a further copy of a given's piece could lie
    /// as the given does, only the given's option.
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

    /// The options of a piece.
    pub fn options_of(&self, piece: PieceId) -> impl Iterator<Item = OptionId> + use<'p> {
        let instance = self.instance;
        instance
            .problem()
            .options()
            .filter(move |option| instance.meaning(*option).piece == piece)
    }
}

/// Writes until it is asked to stop: the gigabytes of a diagram take seconds.
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
