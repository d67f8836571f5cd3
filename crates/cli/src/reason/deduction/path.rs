//! The path of a person: one deduction at a time, always the easiest.

use tilewright_dlx::OptionId;

use super::DeductionError;
use super::bits;
use super::find::{Finding, find};
use super::ladder::is_tried;
use super::look_ahead::Workspace;
use super::position::Position;
use super::step::Step;
use super::table::Table;
use super::technique::Technique;
use crate::cover::Instance;
use crate::solve::search::Monitor;

/// A puzzle being solved by deduction, a step at a time: an iterator of
/// [`Step`]s, each by the easiest technique that applies. The same puzzle
/// always gives the same steps.
///
/// It ends when all is decided, when no deduction applies (there may be
/// several solutions), or when there can be none.
///
/// # Examples
///
/// ```
/// use tilewright::reason::deduction::{Path, Reason, Technique};
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("strip.ron", r#"(
///     lattice: Square,
///     board: Rect(5, 1),
///     pieces: [Piece(name: "A", cells: Rect(2, 1)), Piece(name: "B", cells: Rect(3, 1))],
///     givens: [(piece: "A", cells: Rect(2, 1))],
/// )"#);
/// let puzzle = load(&source).unwrap().puzzle;
/// let instance = Instance::new(puzzle).unwrap();
/// let mut path = Path::new(&instance, &[])?;
/// let step = path.next().unwrap();
/// assert_eq!(step.technique, Technique::ForcedCell);
/// assert!(matches!(step.reason, Reason::ForcedCell(cell) if cell.index() == 2));
/// assert!(path.next().is_none() && path.is_solved());
/// # Ok::<(), tilewright::reason::deduction::DeductionError>(())
/// ```
#[derive(Debug)]
pub struct Path {
    table: Table,
    position: Position,
    workspace: Workspace,
    hardest: Technique,
}

impl Path {
    /// The path that begins where the puzzle's givens and these are placed.
    ///
    /// # Errors
    ///
    /// [`DeductionError`]: the givens clash, or there is too much left.
    pub fn new(instance: &Instance, givens: &[OptionId]) -> Result<Self, DeductionError> {
        let table = Table::new(instance, givens)?;
        Ok(Self {
            position: Position::new(&table),
            table,
            workspace: Workspace::new(&Monitor::silent()),
            hardest: Technique::Search,
        })
    }

    /// Takes no step by anything harder than this.
    #[must_use]
    pub fn up_to(self, hardest: Technique) -> Self {
        Self { hardest, ..self }
    }

    /// Ends it, unless all is decided, when the monitor says so.
    #[must_use]
    pub fn until(self, monitor: &Monitor) -> Self {
        Self {
            workspace: Workspace::new(monitor),
            ..self
        }
    }

    /// Whether all is decided, and solved.
    pub fn is_solved(&self) -> bool {
        bits::is_empty(&self.position.live) && self.position.starved(&self.table).is_none()
    }

    /// The placements found, in order.
    pub fn placed(&self) -> impl Iterator<Item = OptionId> + '_ {
        let placed = self.position.placed.iter();
        placed.map(|option| self.table.options[*option])
    }

    /// The placements neither found nor ruled out.
    pub fn live(&self) -> impl Iterator<Item = OptionId> + '_ {
        bits::ones(&self.position.live).map(|option| self.table.options[option])
    }

    /// Does what was found.
    fn take(&mut self, technique: Technique, found: Finding) -> Step {
        let before = self.position.live.clone();
        let (placed, reason) = match found {
            Finding::Placed(option, reason) => {
                self.position.place(&self.table, option);
                (Some(option), reason)
            }
            Finding::Out(out, reason) => {
                bits::subtract(&mut self.position.live, &out);
                (None, reason)
            }
        };
        let mut gone = before;
        bits::subtract(&mut gone, &self.position.live);
        if let Some(placed) = placed {
            bits::remove(&mut gone, placed);
        }
        let options = &self.table.options;
        Step {
            technique,
            placed: placed.map(|option| options[option]),
            eliminated: bits::ones(&gone).map(|option| options[option]).collect(),
            reason,
        }
    }
}

impl Iterator for Path {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let live = bits::len(&self.position.live);
        if live == 0 || self.position.starved(&self.table).is_some() {
            return None;
        }
        let techniques = Technique::LADDER.into_iter();
        techniques
            .take_while(|technique| *technique <= self.hardest)
            .filter(|technique| is_tried(*technique, live))
            .collect::<Vec<_>>()
            .into_iter()
            .find_map(|technique| {
                if self.workspace.is_interrupted() {
                    return None;
                }
                let found = find(&mut self.workspace, &self.table, &self.position, technique)?;
                Some(self.take(technique, found))
            })
    }
}
