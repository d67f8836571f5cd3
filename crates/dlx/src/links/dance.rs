//! The depth-first search over the links, with an explicit stack.
//!
//! A frame of the stack is an item that is being branched on. There are two kinds. An item to be covered *once* is
//! covered first; then each of its options is tried by covering the other items of the option (procedure `search`
//! of the paper). Any other item is *bounded*: each option is first removed from all its lists, then tried, and
//! stays removed while the later ones are tried. So a set of options is visited in only one order. Finally, if the
//! item needs no more options, it is covered without another one (the branch "no more"). The idea is that of TAOCP
//! 7.2.2.1, Algorithm M.
//!
//! Invariant: the current options of the frames, from bottom to top, are those chosen after the
//! givens. Popping all frames restores the matrix.

use std::mem::take;
use std::ops::ControlFlow::{self, Break, Continue};

use super::lists::ROOT;
use super::matrix::{ItemChoice, LinkMatrix};
use super::store::{Store, Wide};
use crate::problem::{OptionId, Problem};
use crate::profile::{Level, Profile};
use crate::search::{Progress, Report, Visitor};

/// The number of nodes between two reports of progress.
const PROGRESS_INTERVAL: u64 = 1 << 14;

/// Progress is also reported whenever this number of links has been visited, which takes about 0.1 s. This matters
/// if nodes take long.
const LINKS_PER_REPORT: u64 = 1 << 24;

pub(super) struct DanceFrame {
    pub(super) choice: ItemChoice,
    /// The matrix node of the option being tried: its entry in the item's list. [`ROOT`] before the first option;
    /// the item's header in the branch "no more".
    pub(super) node: u32,
    /// The number of branches entered so far.
    pub(super) tried: u32,
}

/// A depth-first search, paused or running.
pub(super) struct Dance<const MRV: bool, const BOUNDED: bool, S = Wide> {
    pub(super) matrix: LinkMatrix<S>,
    /// The ids of all options, by index.
    pub(super) options: Vec<OptionId>,
    pub(super) frames: Vec<DanceFrame>,
    pub(super) chosen: Vec<OptionId>,
    /// One entry of each option that bounded frames have removed from all lists, in the order of removal.
    removed: Vec<u32>,
    pub(super) levels: Vec<Level>,
    pub(super) nodes: u64,
    solutions: u64,
    /// The maximum number of links visited to choose one item.
    links_per_choice: u64,
    /// The approximate number of links visited since the last report of progress.
    pub(super) links: u64,
    /// Whether the visitor broke out at a solution. A resumed search must not report that solution again.
    left_at_solution: bool,
}

impl<const MRV: bool, const BOUNDED: bool, S: Store> Dance<MRV, BOUNDED, S> {
    pub(super) fn new(matrix: LinkMatrix<S>, problem: &Problem) -> Self {
        Self {
            matrix,
            options: problem.options().collect(),
            frames: Vec::new(),
            chosen: Vec::new(),
            removed: Vec::new(),
            levels: Vec::new(),
            nodes: 0,
            solutions: 0,
            links_per_choice: if MRV {
                problem.primary_count() as u64
            } else {
                1
            },
            links: 0,
            left_at_solution: false,
        }
    }

    /// Chooses options beforehand, which must not conflict. Each is the only node of its level.
    pub(super) fn give(&mut self, givens: &[OptionId]) {
        for &option in givens {
            let Some(updates) = self.matrix.give::<BOUNDED>(option) else {
                continue;
            };
            let level = self.level();
            level.nodes += 1;
            level.updates += updates;
            self.nodes += 1;
            self.chosen.push(option);
        }
    }

    /// The report of the search so far. `complete` says whether the whole tree was searched.
    pub(super) fn report(self, complete: bool) -> Report {
        Report {
            solutions: self.solutions,
            complete,
            profile: Profile::new(self.levels),
        }
    }

    /// Searches from the current position until the visitor breaks out or no node is left.
    pub(super) fn search(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        if take(&mut self.left_at_solution) && !self.advance(visitor)? {
            return Continue(());
        }
        loop {
            match self.matrix.choose::<MRV, BOUNDED>() {
                Some(choice) if choice.once && choice.degree == 0 => {
                    let level = self.level();
                    level.updates += 1;
                    level.empty += 1;
                }
                Some(choice) => self.enter(choice),
                None => {
                    self.solutions += 1;
                    if visitor.solution(&self.chosen).is_break() {
                        self.left_at_solution = true;
                        return Break(());
                    }
                }
            }
            if !self.advance(visitor)? {
                return Continue(());
            }
        }
    }

    /// Begins to branch on an item.
    pub(super) fn enter(&mut self, choice: ItemChoice) {
        if choice.once {
            let updates = self.matrix.cover(choice.item);
            self.links += updates;
            let level = self.level();
            level.updates += updates;
            level.empty += u64::from(choice.degree == 0);
        }
        self.frames.push(DanceFrame {
            choice,
            node: ROOT,
            tried: 0,
        });
    }

    /// Moves to the next branch of the deepest frame that has one. Returns whether there was one.
    pub(super) fn advance(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<(), bool> {
        loop {
            let Some(&DanceFrame { choice, node, .. }) = self.frames.last() else {
                return Continue(false);
            };
            let next = if !BOUNDED || choice.once {
                self.next_of_once(choice, node)
            } else {
                self.next_of_bounded(choice, node)
            };
            let Some(next) = next else {
                self.frames.pop();
                continue;
            };
            if self.follow(choice, next) {
                self.links += self.links_per_choice;
                if self.nodes.is_multiple_of(PROGRESS_INTERVAL) || self.links >= LINKS_PER_REPORT {
                    self.links = 0;
                    self.report_progress(visitor)?;
                }
            }
            return Continue(true);
        }
    }

    /// Makes a branch of the deepest frame the current one: the option of the entry `next`, or "no more" if `next`
    /// is the item's header. Returns whether it is an option.
    #[inline]
    pub(super) fn follow(&mut self, choice: ItemChoice, next: u32) -> bool {
        if let Some(frame) = self.frames.last_mut() {
            frame.node = next;
            frame.tried += 1;
        }
        let is_option = next != choice.item;
        if is_option {
            self.chosen.push(self.options[self.matrix.option(next)]);
            self.nodes += 1;
        }
        is_option
    }

    /// For an item to be covered once: moves from the current option to the next one in the item's list, and
    /// returns its entry. After the last option, uncovers the item and returns `None`.
    pub(super) fn next_of_once(&mut self, choice: ItemChoice, node: u32) -> Option<u32> {
        let next = if node == ROOT {
            self.matrix.below(choice.item)
        } else {
            self.chosen.pop();
            self.matrix.untake_others::<BOUNDED>(node);
            self.matrix.below(node)
        };
        if next == choice.item {
            self.matrix.uncover(choice.item);
            return None;
        }
        let updates = self.matrix.take_others::<BOUNDED>(next);
        self.links += updates;
        let level = self.level();
        level.nodes += 1;
        level.updates += updates;
        Some(next)
    }

    /// For an item to be covered once: ends the branching after the current option, and skips all later options.
    pub(super) fn leave_once(&mut self, choice: ItemChoice, node: u32) {
        self.chosen.pop();
        self.matrix.untake_others::<BOUNDED>(node);
        self.matrix.uncover(choice.item);
    }

    /// For a bounded item: moves to the option that is now first in the item's list, and returns its entry. The
    /// current option stays removed. After the last option comes the branch "no more", if it is allowed. After the
    /// last branch, restores all options and returns `None`.
    pub(super) fn next_of_bounded(&mut self, choice: ItemChoice, node: u32) -> Option<u32> {
        let item = choice.item;
        if node == item {
            self.matrix.uncover(item);
            self.restore_removed();
            return None;
        }
        if node != ROOT {
            self.chosen.pop();
            self.matrix.untake_others::<BOUNDED>(node);
            self.matrix.untake::<BOUNDED>(item, node);
        }
        let len = self.matrix.len(item);
        let needed = self.matrix.needed(item);
        if len < needed {
            self.restore_removed();
            return None;
        }
        // If no option is left and none is needed, `next` is the item's header, for the branch "no
        // more".
        let next = self.matrix.below(item);
        let updates = if next == item {
            self.matrix.cover(item)
        } else {
            self.removed.push(next);
            self.matrix.remove_option(next)
                + self.matrix.take::<BOUNDED>(item, next)
                + self.matrix.take_others::<BOUNDED>(next)
        };
        self.links += updates;
        let level = self.level();
        level.nodes += u64::from(next != item);
        level.updates += updates;
        Some(next)
    }

    /// Restores the options that the deepest frame has removed.
    fn restore_removed(&mut self) {
        let Some(DanceFrame {
            choice,
            node,
            tried,
        }) = self.frames.last()
        else {
            return;
        };
        let count = tried - u32::from(*node == choice.item);
        for _ in 0..count {
            if let Some(node) = self.removed.pop() {
                self.matrix.restore_option(node);
            }
        }
    }

    /// The counts of the current level. The number of a level is the number of chosen options.
    pub(super) fn level(&mut self) -> &mut Level {
        let depth = self.chosen.len();
        if depth >= self.levels.len() {
            self.levels.resize(depth + 1, Level::default());
        }
        &mut self.levels[depth]
    }

    #[cold]
    fn report_progress(&self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        visitor.progress(&self.progress(self.solutions))
    }

    /// The progress of the search, with `solutions` as its number of solutions.
    pub(super) fn progress(&self, solutions: u64) -> Progress {
        let mut fraction = 0.0;
        let mut share = 1.0;
        for frame in &self.frames {
            share /= f64::from(frame.choice.degree.max(1));
            fraction += share * f64::from(frame.tried.saturating_sub(1));
            if share < f64::EPSILON {
                break;
            }
        }
        Progress {
            nodes: self.nodes,
            solutions,
            fraction,
        }
    }
}
