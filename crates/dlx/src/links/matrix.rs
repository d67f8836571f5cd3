//! The 0–1 matrix of a problem as doubly linked lists, and the operations of the dance.
//!
//! Every item has a header and a circular vertical list of the options that contain it. The headers
//! of the primary items form a circular list with the root. The layout follows TAOCP 7.2.2.1,
//! Algorithm X: node 0 is the root, and nodes 1 ..= items are the headers. Then come the options,
//! each a run of consecutive nodes between two *spacers*. So an option needs no horizontal links:
//! it is walked from its first node to the spacer.
//!
//! A coloured item counts as covered only by an option that contains it without a colour. When the
//! first option gives it a colour, the item is *committed*: the options in its list without that
//! colour are hidden. Later options must give it the same colour, so they cause no more work.
//! (TAOCP 7.2.2.1, Algorithm C, marks the entries that agree instead. Here the item counts the
//! options that use it, so no marks need checking.)
//!
//! Invariant: operations undone by their inverses in reverse order restore the arrays exactly.

use std::convert::Infallible;
use std::iter::successors;
use std::ops::{ControlFlow, RangeInclusive};

use super::lists::{ROOT, hide, hide_all, unhide, unhide_all};
use super::store::{Dancing, NodeData, Store, VerticalLinks, Wide};
use crate::problem::{Colour, Entry, OptionId, Problem};

/// The neighbours of an item in the circular list of headers.
#[derive(Clone, Copy, Debug)]
struct Header {
    previous: u32,
    next: u32,
}

/// How often an item may be covered, and how often it is covered.
#[derive(Clone, Copy, Debug)]
struct ItemBounds {
    least: u32,
    most: u32,
    /// How often the item is covered. Invariant: `times <= most`, and `times < most` while the header is in the
    /// header list.
    times: u32,
}

impl ItemBounds {
    /// Marks a coloured item. Its upper bound is zero, which no other item has.
    const COLOURED: Self = Self {
        least: 0,
        most: 0,
        times: 0,
    };
}

/// The item to branch on at a node of the search, and its branches.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemChoice {
    pub(super) item: u32,
    /// The number of branches, by which the heuristic chooses and the progress is computed.
    pub(super) degree: u32,
    /// Whether the item must be covered exactly once more.
    pub(super) once: bool,
}

/// A problem as linked lists, in the state that the current node of the search has.
#[derive(Clone, Debug)]
pub(super) struct LinkMatrix<S = Wide> {
    store: S,
    /// The number of nodes in use: root, headers, entries and spacers.
    size: u32,
    headers: Vec<Header>,
    bounds: Vec<ItemBounds>,
    /// For each option, its first node.
    starts: Vec<u32>,
    /// For each node, the number of its colour, or 0 for none. Empty if the problem has no colours.
    colours: Vec<u32>,
}

fn narrow(index: usize) -> u32 {
    // `Problem` holds at most `u32::MAX - 2` items, options and entries together, so every index fits in 32 bits.
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The number of nodes of a problem's matrix: the root, the headers, the entries and the spacers.
pub(super) fn node_count(problem: &Problem) -> usize {
    problem.item_count() + problem.entry_count() + problem.option_count() + 2
}

/// The number of entries that are linked between two calls of `keep_going`. They take about 10 ms.
const ENTRIES_BETWEEN_QUESTIONS: u32 = 1 << 20;

impl<S: Store> LinkMatrix<S> {
    pub(super) fn new(problem: &Problem) -> Self {
        match Self::new_while::<Infallible>(problem, &mut || ControlFlow::Continue(())) {
            ControlFlow::Continue(matrix) => matrix,
            ControlFlow::Break(never) => match never {},
        }
    }

    /// Like [`new`](Self::new), but stops if `keep_going` breaks out. Small problems are built without calling it.
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
            // The header of a secondary item is in a list by itself, so removing it changes nothing.
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
        bounds.push(ItemBounds {
            least: 0,
            most: 1,
            times: 0,
        });
        for item in problem.items() {
            if problem.is_coloured(item) {
                bounds.push(ItemBounds::COLOURED);
                continue;
            }
            let (least, most) = problem
                .bounds(item)
                .map_or((0, 1), RangeInclusive::into_inner);
            bounds.push(ItemBounds {
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

    /// Appends the spacer before an option, which has the index `place`.
    fn append_spacer(&mut self, place: u32) {
        let link = VerticalLinks {
            up: ROOT,
            down: ROOT,
        };
        let node = NodeData {
            item: ROOT,
            start: place,
        };
        self.store.push(self.size, link, node);
        self.size += 1;
    }

    /// Appends an entry for an item, and puts it at the bottom of the item's list. `start` is the first node of
    /// its option.
    fn append(&mut self, item: u32, start: u32) {
        let link = VerticalLinks {
            up: self.store.link(item).up,
            down: item,
        };
        self.store.push(self.size, link, NodeData { item, start });
        self.store.dancers().restore(self.size);
        self.size += 1;
    }

    /// The node below `node` in its item's list; the header if `node` is the last.
    pub(super) fn below(&self, node: u32) -> u32 {
        self.store.link(node).down
    }

    /// The index in the problem of the option to which a node belongs.
    pub(super) fn option(&self, node: u32) -> usize {
        let start = self.store.node(node).start;
        self.store.node(start - 1).start as usize
    }

    /// The number of options in an item's list.
    pub(super) fn len(&self, item: u32) -> u32 {
        self.store.len(item)
    }

    /// How many more times an item must be covered.
    pub(super) fn needed(&self, item: u32) -> u32 {
        let bounds = &self.bounds[item as usize];
        bounds.least.saturating_sub(bounds.times)
    }

    /// The nodes of an option, each with the header of its item.
    fn entries(&self, option: OptionId) -> impl Iterator<Item = (u32, u32)> + '_ {
        let start = self.starts.get(option.index());
        start
            .into_iter()
            .flat_map(|&start| start..)
            .map(|at| (at, self.item(at)))
            .take_while(|&(_, item)| item != ROOT)
    }

    /// The node at which to choose an option. If the option has a primary item that must be covered exactly once
    /// more, the node of that item and `true`. Otherwise the first node and `false`. `None` if the option does not
    /// exist.
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
        // A header that is its own successor belongs to a secondary item, since the list of primary headers also
        // has the root.
        self.headers[item as usize].next != item
    }

    /// The headers in the list of headers, in order: the primary items that may still be covered.
    pub(super) fn open_items(&self) -> impl Iterator<Item = u32> + '_ {
        let next = |&item: &u32| Some(self.headers[item as usize].next);
        successors(next(&ROOT), next).take_while(|&item| item != ROOT)
    }

    /// Whether an item must be covered exactly once more.
    pub(super) fn is_once(&self, item: u32) -> bool {
        let bounds = &self.bounds[item as usize];
        bounds.most - bounds.times == 1 && bounds.least > bounds.times
    }

    /// Chooses the item to branch on; `None` if no item needs branching.
    ///
    /// With `MRV`, chooses the first of the items with the fewest branches; otherwise the first item. A bounded
    /// item that needs no more options and has none left needs no branching.
    #[inline]
    pub(super) fn choose<const MRV: bool, const BOUNDED: bool>(&self) -> Option<ItemChoice> {
        // The items come in increasing order. So the first item with the fewest branches is the
        // minimum of the pairs (branches, item). Taking a minimum needs no conditional jump, which
        // would be mispredicted at every other item.
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
                // Before the k-th option is tried, the options before it are removed. So none of
                // the last `needed - 1` options can be the first one tried. If nothing is needed,
                // "no more" is an additional branch.
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
            ItemChoice {
                item,
                degree,
                once: !BOUNDED || self.is_once(item),
            }
        })
    }

    /// Covers an item: removes it from the list of headers and its options from their other lists. Returns the number
    /// of updates.
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

    /// Chooses an option permanently: the search never undoes it. Returns the number of updates; `None` if the
    /// option does not exist.
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

    /// Takes a branch for the item chosen. Branches are counted from zero, below the degree. If the item must be
    /// covered exactly once, it must be covered already. Calls `removed` with an entry of every option that it
    /// removes. Returns the entry of the option tried (or the item's header for "no more"), and the number of
    /// updates.
    pub(super) fn take_branch<const BOUNDED: bool>(
        &mut self,
        choice: ItemChoice,
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
        // The options before the one to be tried are removed, and stay removed.
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

    /// Removes all entries of the option of `node` from their lists. Returns the number of updates.
    pub(super) fn remove_option(&mut self, node: u32) -> u64 {
        let mut dancers = self.store.dancers();
        let updates = hide(&mut dancers, node) + 1;
        dancers.remove(node);
        updates
    }

    pub(super) fn restore_option(&mut self, node: u32) {
        let mut dancers = self.store.dancers();
        unhide(&mut dancers, node);
        dancers.restore(node);
    }

    /// Counts an item as covered once more, by the option of `node`. Covers the item if its upper bound is
    /// reached, and commits it if it is coloured. Returns the number of updates.
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

    /// Commits a coloured item to the colour of `node`, unless it is committed already. Hides the options in its
    /// list that do not give it this colour; if `node` has no colour, hides all of them. Returns the number of
    /// updates.
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

    /// Counts the other items of the option of `node` as covered once more, from left to right. Returns the number
    /// of updates.
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
