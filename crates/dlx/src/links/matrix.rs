//! The links themselves: the 0–1 matrix as doubly linked lists, and the operations that dance.
//!
//! Every item has a vertical, circular list of the options that hold it, headed by its header; the
//! headers of the primary items form a circular list with the root. Layout (after TAOCP 7.2.2.1,
//! Algorithm X): node 0 is the root, nodes 1 ..= items are the headers, and then come the options,
//! each a run of consecutive nodes between two *spacers*. So an option needs no links from left to
//! right: it is walked from its first node to the spacer.
//!
//! A coloured item is covered only when an option holds it without a colour. When the first option
//! gives it a colour, it is *committed*: the options in its list that do not give it that colour are
//! hidden, and nothing is done for further options, which must give it the same one. (TAOCP 7.2.2.1,
//! Algorithm C, marks the entries that agree instead. Here the item counts its options, so that
//! hiding need not ask for marks.)
//!
//! Invariant: every operation is undone by its inverse when undone in reverse order; then the
//! arrays are what they were, to the bit.

use std::convert::Infallible;
use std::iter::successors;
use std::ops::{ControlFlow, RangeInclusive};

use super::lists::{ROOT, hide, hide_all, unhide, unhide_all};
use super::store::{Dancing, Link, Node, Store, Wide};
use crate::problem::{Colour, Entry, OptionId, Problem};

/// The neighbours of an item in the header list.
#[derive(Clone, Copy, Debug)]
struct Header {
    previous: u32,
    next: u32,
}

/// How often an item may be covered, and how often it has been.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    least: u32,
    most: u32,
    /// Invariant: `times <= most`, and `times < most` while the header is in the header list.
    times: u32,
}

impl Bounds {
    /// Those of an item with colours: no other item has a bound of zero.
    const COLOURED: Self = Self {
        least: 0,
        most: 0,
        times: 0,
    };
}

/// A choice of an item to branch on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) item: u32,
    /// The number of branches, for the heuristic and for the progress.
    pub(super) degree: u32,
    /// Whether the item is to be covered exactly once from here on.
    pub(super) once: bool,
}

/// A problem as linked lists.
#[derive(Clone, Debug)]
pub(super) struct Matrix<S = Wide> {
    store: S,
    /// The number of nodes.
    size: u32,
    headers: Vec<Header>,
    bounds: Vec<Bounds>,
    /// The first node of each option.
    starts: Vec<u32>,
    /// By node, the colour, 0 for none; empty if the problem has no colours.
    colours: Vec<u32>,
}

fn narrow(index: usize) -> u32 {
    // `Problem` holds no more than `u32::MAX - 2` items, options and entries together.
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The nodes of a problem's matrix: the root, the headers, the entries and the spacers.
pub(super) fn node_count(problem: &Problem) -> usize {
    problem.item_count() + problem.entry_count() + problem.option_count() + 2
}

/// How many entries are linked, some 10 ms of work, until it is asked again whether to go on.
const ENTRIES_BETWEEN_QUESTIONS: u32 = 1 << 20;

impl<S: Store> Matrix<S> {
    pub(super) fn new(problem: &Problem) -> Self {
        match Self::new_while::<Infallible>(problem, &mut || ControlFlow::Continue(())) {
            ControlFlow::Continue(matrix) => matrix,
            ControlFlow::Break(never) => match never {},
        }
    }

    /// The same as long as `keep_going` says so; small problems don't ask.
    pub(super) fn new_while<B>(
        problem: &Problem,
        keep_going: &mut dyn FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, Self> {
        let items = problem.item_count();
        let primary = problem.primary_count();
        let mut headers = Vec::with_capacity(items + 1);
        let mut bounds = Vec::with_capacity(items + 1);
        let mut store = S::with_room(node_count(problem));
        for header in 0..=items {
            let at = narrow(header);
            store.push_header(at);
            // A secondary item's header is a list of its own, so removing it changes nothing.
            let (previous, next) = if header > primary {
                (at, at)
            } else {
                let last = narrow(primary);
                (
                    if header == 0 { last } else { at - 1 },
                    if header == primary { ROOT } else { at + 1 },
                )
            };
            headers.push(Header { previous, next });
        }
        bounds.push(Bounds {
            least: 0,
            most: 1,
            times: 0,
        });
        for item in problem.items() {
            if problem.is_coloured(item) {
                bounds.push(Bounds::COLOURED);
                continue;
            }
            let (least, most) = problem
                .bounds(item)
                .map_or((0, 1), RangeInclusive::into_inner);
            bounds.push(Bounds {
                least,
                most,
                times: 0,
            });
        }
        let starts = Vec::with_capacity(problem.option_count());
        let mut matrix = Self {
            store,
            size: narrow(items + 1),
            headers,
            bounds,
            starts,
            colours: Vec::new(),
        };
        matrix.append_spacer(0);
        let mut asked = matrix.size;
        for option in problem.options() {
            if matrix.size - asked >= ENTRIES_BETWEEN_QUESTIONS {
                asked = matrix.size;
                keep_going()?;
            }
            let start = matrix.size;
            matrix.starts.push(start);
            for item in problem.option_items(option) {
                matrix.append(narrow(item.index() + 1), start);
            }
            matrix.store.set_down(start - 1, matrix.size - 1);
            matrix.append_spacer(narrow(option.index() + 1));
            if problem.has_colours() {
                let colour = |entry: Entry| entry.colour.map_or(0, Colour::number);
                matrix.colours.resize(start as usize, 0);
                matrix
                    .colours
                    .extend(problem.option_entries(option).map(colour));
            }
        }
        ControlFlow::Continue(matrix)
    }

    /// Appends a spacer, after which the option at `place` follows.
    fn append_spacer(&mut self, place: u32) {
        let link = Link {
            up: ROOT,
            down: ROOT,
        };
        let node = Node {
            item: ROOT,
            start: place,
        };
        self.store.push(self.size, link, node);
        self.size += 1;
    }

    /// Appends an entry to the nodes and to the bottom of its item's list.
    fn append(&mut self, item: u32, start: u32) {
        let link = Link {
            up: self.store.link(item).up,
            down: item,
        };
        self.store.push(self.size, link, Node { item, start });
        self.store.dancers().restore(self.size);
        self.size += 1;
    }

    /// The entry below `node`; the header if there is none.
    pub(super) fn below(&self, node: u32) -> u32 {
        self.store.link(node).down
    }

    /// The place of the node's option in the order of addition.
    pub(super) fn option(&self, node: u32) -> usize {
        let start = self.store.node(node).start;
        self.store.node(start - 1).start as usize
    }

    /// The length of an item's list.
    pub(super) fn len(&self, item: u32) -> u32 {
        self.store.len(item)
    }

    /// How often an item must still be covered.
    pub(super) fn needed(&self, item: u32) -> u32 {
        let bounds = &self.bounds[item as usize];
        bounds.least.saturating_sub(bounds.times)
    }

    /// The nodes of an option, and their items.
    fn entries(&self, option: OptionId) -> impl Iterator<Item = (u32, u32)> + '_ {
        let start = self.starts.get(option.index());
        start
            .into_iter()
            .flat_map(|&start| start..)
            .map(|at| (at, self.item(at)))
            .take_while(|&(_, item)| item != ROOT)
    }

    /// A node of the option by which it can be chosen as an ordinary search would: that of an item
    /// to be covered exactly once. If there is none, any node and `false`.
    fn handle(&self, option: OptionId) -> Option<(u32, bool)> {
        self.entries(option)
            .find(|&(_, item)| self.is_primary(item) && self.is_once(item))
            .map(|(node, _)| (node, true))
            .or_else(|| self.entries(option).next().map(|(node, _)| (node, false)))
    }

    fn item(&self, node: u32) -> u32 {
        self.store.node(node).item
    }

    fn is_primary(&self, item: u32) -> bool {
        // While an item is in the header list, only a secondary one is its own successor.
        self.headers[item as usize].next != item
    }

    /// The items in the header list, in order.
    pub(super) fn open_items(&self) -> impl Iterator<Item = u32> + '_ {
        let next = |&item: &u32| Some(self.headers[item as usize].next);
        successors(next(&ROOT), next).take_while(|&item| item != ROOT)
    }

    /// Whether an item is to be covered exactly once more.
    pub(super) fn is_once(&self, item: u32) -> bool {
        let bounds = &self.bounds[item as usize];
        bounds.most - bounds.times == 1 && bounds.least > bounds.times
    }

    /// Chooses the item to branch on, `None` if no item needs branching.
    ///
    /// With `MRV`, the first of those with the fewest branches; otherwise the first. A bounded item
    /// that needs no more and has no options left needs no branching.
    #[inline]
    pub(super) fn choose<const MRV: bool, const BOUNDED: bool>(&self) -> Option<Choice> {
        // The items come in ascending order, so the first of the fewest is the least pair. A minimum
        // of numbers takes no branch, which would be foreseen wrong at every other item.
        let mut best = u64::MAX;
        let mut item = self.headers[ROOT as usize].next;
        while item != ROOT {
            let next = self.headers[item as usize].next;
            let mut degree = self.store.len(item);
            if BOUNDED && !self.is_once(item) {
                let needed = self.needed(item);
                if needed == 0 && degree == 0 {
                    item = next;
                    continue;
                }
                // The k-th option is tried with those before it out, so the last `needed - 1` of
                // them are of no use as first ones; with nothing needed there is "no more".
                degree = (degree + 1).saturating_sub(needed);
            }
            best = best.min(u64::from(degree) << 32 | u64::from(item));
            if !MRV {
                break;
            }
            item = next;
        }
        (best < u64::MAX).then(|| {
            #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
            let [degree, item] = [(best >> 32) as u32, best as u32];
            Choice {
                item,
                degree,
                once: !BOUNDED || self.is_once(item),
            }
        })
    }

    /// Covers an item: takes it from the header list and its options from their other lists.
    /// Returns the number of updates.
    #[expect(
        clippy::inline_always,
        reason = "calls take 1.15 times the time on 14 queens"
    )]
    #[inline(always)]
    pub(super) fn cover(&mut self, item: u32) -> u64 {
        let Header { previous, next } = self.headers[item as usize];
        self.headers[previous as usize].next = next;
        self.headers[next as usize].previous = previous;
        1 + hide_all(self.store.dancers(), item)
    }

    /// Undoes [`cover`](Self::cover).
    #[expect(
        clippy::inline_always,
        reason = "calls take 1.15 times the time on 14 queens"
    )]
    #[inline(always)]
    pub(super) fn uncover(&mut self, item: u32) {
        unhide_all(self.store.dancers(), item);
        let Header { previous, next } = self.headers[item as usize];
        self.headers[previous as usize].next = item;
        self.headers[next as usize].previous = item;
    }

    /// Chooses an option for good. Returns the number of updates, `None` if there is no such option.
    pub(super) fn give<const BOUNDED: bool>(&mut self, option: OptionId) -> Option<u64> {
        let (node, once) = self.handle(option)?;
        let item = self.item(node);
        let updates = if once {
            self.cover(item)
        } else {
            self.remove_option(node) + self.take::<BOUNDED>(item, node)
        };
        Some(updates + self.take_others::<BOUNDED>(node))
    }

    /// Takes a branch of a choice, counted from zero and less than its degree; an item chosen to be
    /// covered once must be covered already. `removed` is told of every option taken out on the way.
    /// Returns the entry of the option tried, or the item's header for "no more", and the updates.
    pub(super) fn take_branch<const BOUNDED: bool>(
        &mut self,
        choice: Choice,
        branch: u32,
        mut removed: impl FnMut(u32),
    ) -> (u32, u64) {
        let item = choice.item;
        if !BOUNDED || choice.once {
            let mut node = self.below(item);
            for _ in 0..branch {
                node = self.below(node);
            }
            return (node, self.take_others::<BOUNDED>(node));
        }
        // The options before the one tried are out.
        let mut updates = 0;
        let mut node = item;
        for _ in 0..=branch {
            node = self.below(item);
            if node == item {
                return (item, self.cover(item));
            }
            removed(node);
            updates = self.remove_option(node);
        }
        updates += self.take::<BOUNDED>(item, node) + self.take_others::<BOUNDED>(node);
        (node, updates)
    }

    /// Takes all entries of the node's option from their lists. Returns the number of updates.
    pub(super) fn remove_option(&mut self, node: u32) -> u64 {
        let mut dancers = self.store.dancers();
        let updates = hide(&mut dancers, node) + 1;
        dancers.remove(node);
        updates
    }

    /// Undoes [`remove_option`](Self::remove_option).
    pub(super) fn restore_option(&mut self, node: u32) {
        let mut dancers = self.store.dancers();
        unhide(&mut dancers, node);
        dancers.restore(node);
    }

    /// Counts the item of `node` as covered once more, and covers it when that was the last time.
    #[expect(
        clippy::inline_always,
        reason = "calls take 1.15 times the time on 14 queens"
    )]
    #[inline(always)]
    pub(super) fn take<const BOUNDED: bool>(&mut self, item: u32, node: u32) -> u64 {
        if BOUNDED {
            let bounds = &mut self.bounds[item as usize];
            bounds.times += 1;
            if bounds.most == 0 {
                return self.commit(item, node);
            }
            if bounds.times < bounds.most {
                return 0;
            }
        }
        self.cover(item)
    }

    /// Undoes [`take`](Self::take).
    #[expect(
        clippy::inline_always,
        reason = "calls take 1.15 times the time on 14 queens"
    )]
    #[inline(always)]
    pub(super) fn untake<const BOUNDED: bool>(&mut self, item: u32, node: u32) {
        if BOUNDED {
            let bounds = &mut self.bounds[item as usize];
            bounds.times -= 1;
            if bounds.most == 0 {
                self.uncommit(item, node);
                return;
            }
            if bounds.times + 1 < bounds.most {
                return;
            }
        }
        self.uncover(item);
    }

    /// Gives a coloured item the colour of one of its nodes, unless it has it: hides its options
    /// that do not give it that colour, all of them if there is none. Returns the number of updates.
    fn commit(&mut self, item: u32, node: u32) -> u64 {
        if self.bounds[item as usize].times > 1 {
            return 0;
        }
        let colour = self.colours[node as usize];
        let mut updates = 0;
        let mut at = self.below(item);
        while at != item {
            if colour == 0 || self.colours[at as usize] != colour {
                updates += hide(&mut self.store.dancers(), at);
            }
            at = self.below(at);
        }
        updates
    }

    /// Undoes [`commit`](Self::commit).
    fn uncommit(&mut self, item: u32, node: u32) {
        if self.bounds[item as usize].times > 0 {
            return;
        }
        let colour = self.colours[node as usize];
        let mut at = self.store.link(item).up;
        while at != item {
            if colour == 0 || self.colours[at as usize] != colour {
                unhide(&mut self.store.dancers(), at);
            }
            at = self.store.link(at).up;
        }
    }

    /// Takes the items of the node's option other than its own, from left to right.
    #[expect(
        clippy::inline_always,
        reason = "calls take 1.15 times the time on 14 queens"
    )]
    #[inline(always)]
    pub(super) fn take_others<const BOUNDED: bool>(&mut self, node: u32) -> u64 {
        let mut updates = 0;
        for at in self.store.others(node) {
            updates += self.take::<BOUNDED>(self.item(at), at);
        }
        updates
    }

    /// Undoes [`take_others`](Self::take_others), from right to left.
    #[expect(
        clippy::inline_always,
        reason = "calls take 1.15 times the time on 14 queens"
    )]
    #[inline(always)]
    pub(super) fn untake_others<const BOUNDED: bool>(&mut self, node: u32) {
        for at in self.store.others(node).rev() {
            self.untake::<BOUNDED>(self.item(at), at);
        }
    }
}
