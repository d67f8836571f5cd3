//! Finds the cheapest solutions, by a dancing-links search that skips subtrees whose solutions are too expensive.
//!
//! Once k solutions are known, a node matters only if a solution below it may cost less than the
//! most expensive of the k. [`Prices`] give a lower bound on the cost of a solution: each item that
//! must still be covered costs at least its price, and the option that covers it costs its net cost
//! in addition. Options are sorted by net cost, so the ones that are too expensive are at the end
//! of each item's list, and are never visited. The search branches on an item with the fewest
//! affordable options.
//!
//! The bound at a node is the sum of three terms. The first is the cost of the chosen options. The
//! second is the prices of all items that must still be covered. The third is, for each of these
//! items, the smallest share of an option that may cover it. The share of an option is its net cost
//! divided by its number of priced items, so a solution pays the net cost of each option once.
//!
//! Source: Knuth's program `dlx5.w` (taxes, sorted lists, the cutoff); Garfinkel and Nemhauser,
//! Operations Research 17 (1969), 848-856.

mod kept;
mod prices;

use std::ops::ControlFlow::{self, Continue};

use kept::Kept;
use prices::Prices;

use super::dance::{Dance, DanceFrame};
use super::lists::ROOT;
use super::matrix::{ItemChoice, LinkMatrix};
use crate::parallel::Advance;
use crate::problem::{OptionId, Problem};
use crate::search::{Accept, Progress};

/// The number of links that are visited between two calls of `keep_going`. They take about 10 ms.
const LINKS_PER_QUESTION: u64 = 1 << 21;

/// A function that receives the progress, and decides whether to continue.
pub(crate) type KeepGoing<'k> = dyn FnMut(&Progress) -> ControlFlow<()> + 'k;

/// A search for the cheapest solutions of a problem, paused or running.
pub(crate) trait Cheapest {
    /// Continues the search until about `links` more links have been visited.
    fn advance(
        &mut self,
        links: u64,
        accept: Option<&Accept<'_>>,
        keep_going: &mut KeepGoing<'_>,
    ) -> Advance;

    /// The cheapest solutions found, in no particular order.
    fn found(&self) -> Vec<Vec<OptionId>>;

    /// A lower bound on the cost of every solution.
    fn bound(&self) -> u64;

    /// The number of options tried.
    #[cfg(feature = "frontier")]
    fn nodes(&self) -> u64;
}

/// Prepares a search for the `most` cheapest solutions that contain the givens, which must not conflict.
/// `costs` holds the cost of each option. Breaks if `keep_going` does.
pub(crate) fn cheapest(
    problem: &Problem,
    costs: &[u64],
    givens: &[OptionId],
    most: usize,
    keep_going: &mut KeepGoing<'_>,
) -> ControlFlow<(), Box<dyn Cheapest>> {
    Continue(if problem.is_exact() {
        Box::new(CheapestSearch::<false>::new(
            problem, costs, givens, most, keep_going,
        )?)
    } else {
        Box::new(CheapestSearch::<true>::new(
            problem, costs, givens, most, keep_going,
        )?)
    })
}

/// What to do at a node.
enum NodeVerdict {
    /// No solution below the node can be cheap enough.
    TooDear,
    /// All items are covered as required.
    Solution,
    /// Branch on an item. The second field is a lower bound on the cost; the new frame keeps it in `bases`.
    Branch(ItemChoice, u64),
}

/// A running search. Options are numbered as in the sorted problem.
struct CheapestSearch<const BOUNDED: bool> {
    dance: Dance<true, BOUNDED>,
    costs: Vec<u64>,
    nets: Vec<u64>,
    shares: Vec<u64>,
    /// The largest number of *priced* items (those that must be covered) in one option.
    most_priced: u64,
    prices: Prices,
    /// For each option of the sorted problem, the same option in the original problem.
    order: Vec<OptionId>,
    /// For each frame, a lower bound on the cost: that of the chosen options, plus the prices of the items that
    /// were still needed when the frame began.
    bases: Vec<u64>,
    kept: Kept,
    /// The number of links visited to choose items since the last call of `keep_going`.
    links: u64,
    /// Whether the search paused after it examined the current node, so that it must not examine the node again.
    is_examined: bool,
    /// A lower bound on the cost of every solution, in the units of [`Prices`].
    at_root: u64,
}

impl<const BOUNDED: bool> CheapestSearch<BOUNDED> {
    fn new(
        problem: &Problem,
        costs: &[u64],
        givens: &[OptionId],
        most: usize,
        keep_going: &mut KeepGoing<'_>,
    ) -> ControlFlow<(), Self> {
        let mut ask = || keep_going(&Progress::default());
        let prices = Prices::of(problem, costs, &mut ask)?;
        let order = prices.order();
        let sorted = problem.with_options(&order);
        let matrix = LinkMatrix::new_while(&sorted, &mut ask)?;
        let mut dance = Dance::<true, BOUNDED>::new(matrix, &sorted);
        let place = |given| sorted.options().zip(&order).find(|&(_, old)| old == given);
        let givens = givens.iter().filter_map(place).map(|(new, _)| new);
        dance.give(&givens.collect::<Vec<_>>());
        let by_place = |of: &dyn Fn(OptionId) -> u64| order.iter().map(|&old| of(old)).collect();
        let mut search = Self {
            dance,
            costs: by_place(&|option| prices.scaled_cost(option)),
            nets: by_place(&|option| prices.net(option)),
            shares: by_place(&|option| prices.share(option)),
            most_priced: prices.most_priced(),
            prices,
            order,
            bases: Vec::new(),
            kept: Kept::new(most),
            links: 0,
            is_examined: false,
            at_root: 0,
        };
        search.at_root = search.base();
        Continue(search)
    }

    /// A lower bound on the cost of a solution below the node: the cost of the chosen options plus the prices of
    /// the items still needed.
    fn base(&self) -> u64 {
        // Sums saturate at 64 bits. No limit is as large, so a saturated sum is too expensive.
        let matrix = &self.dance.matrix;
        let worth = |item| u64::from(matrix.needed(item)).saturating_mul(self.prices.price(item));
        let worths = matrix.open_items().map(worth);
        worths.fold(self.spent(), u64::saturating_add)
    }

    fn examine(&mut self, accept: Option<&Accept<'_>>) {
        match self.look() {
            NodeVerdict::TooDear => {}
            NodeVerdict::Solution => {
                let options = self.dance.chosen.iter();
                let options: Vec<OptionId> =
                    options.map(|option| self.order[option.index()]).collect();
                if accept.is_none_or(|accept| accept(&options)) {
                    self.kept.add(self.spent(), options);
                }
            }
            NodeVerdict::Branch(choice, base) => {
                self.dance.enter(choice);
                self.bases.push(base);
            }
        }
    }

    /// The total cost of the chosen options.
    fn spent(&self) -> u64 {
        let chosen = self.dance.chosen.iter();
        chosen.map(|option| self.costs[option.index()]).sum()
    }

    /// Decides what to do at the current node: skip it, accept it as a solution, or branch on an item.
    fn look(&mut self) -> NodeVerdict {
        let matrix = &self.dance.matrix;
        let limit = self.kept.limit();
        let base = self.base();
        if base >= limit {
            return NodeVerdict::TooDear;
        }
        let room = limit - base;
        let mut shares = 0_u64;
        let mut best: Option<ItemChoice> = None;
        let mut links = 0;
        for item in matrix.open_items() {
            let once = !BOUNDED || matrix.is_once(item);
            let needed = matrix.needed(item);
            if !once && needed == 0 && matrix.len(item) == 0 {
                continue;
            }
            // An item with this many affordable options cannot have the fewest branches, so counting may stop.
            let enough = best.map_or(u32::MAX, |best| best.degree.saturating_add(needed));
            let viable = self.viable(item, room, enough);
            links += u64::from(viable.options) + 1;
            let share = u64::from(needed).saturating_mul(viable.least_share);
            shares = shares.saturating_add(share);
            if viable.options < needed || shares >= room {
                self.links += links;
                return NodeVerdict::TooDear;
            }
            let degree = if once {
                viable.options
            } else {
                viable.options + 1 - needed
            };
            if best.is_none_or(|best| degree < best.degree) {
                best = Some(ItemChoice { item, degree, once });
            }
        }
        self.links += links;
        best.map_or(NodeVerdict::Solution, |choice| {
            NodeVerdict::Branch(choice, base)
        })
    }

    /// Counts the affordable options of an item: those whose net cost is below `room`. The count may stop at
    /// `enough`.
    fn viable(&self, item: u32, room: u64, enough: u32) -> Viable {
        let matrix = &self.dance.matrix;
        let mut options = 0;
        let mut least_share = u64::MAX;
        let mut node = matrix.below(item);
        while node != item {
            let option = matrix.option(node);
            let net = self.nets[option];
            // Net costs increase along the list. The share of an option, its net cost divided by its number of
            // priced items, is at least its net cost divided by `most_priced`. So if the condition holds for an
            // option, no later one has a share below `least_share`.
            if net >= room
                || options >= enough && net >= least_share.saturating_mul(self.most_priced)
            {
                break;
            }
            options += 1;
            least_share = least_share.min(self.shares[option]);
            node = matrix.below(node);
        }
        if options == 0 {
            least_share = 0;
        }
        Viable {
            options,
            least_share,
        }
    }

    /// Moves to the next branch of the deepest frame that has one. Returns whether there was one.
    fn advance_branch(&mut self) -> bool {
        while let Some(&DanceFrame { choice, node, .. }) = self.dance.frames.last() {
            let next = if BOUNDED && !choice.once {
                self.dance.next_of_bounded(choice, node)
            } else if self.is_last(choice, node) {
                self.dance.leave_once(choice, node);
                None
            } else {
                self.dance.next_of_once(choice, node)
            };
            let Some(next) = next else {
                self.dance.frames.pop();
                self.bases.pop();
                continue;
            };
            self.dance.follow(choice, next);
            self.links += 1;
            return true;
        }
        false
    }

    /// Whether options follow `node` in the list of the item that is being branched on, and all of them are too
    /// expensive.
    fn is_last(&self, choice: ItemChoice, node: u32) -> bool {
        if node == ROOT {
            return false;
        }
        let next = self.dance.matrix.below(node);
        let base = self.bases.last().copied().unwrap_or(0);
        next != choice.item
            && base.saturating_add(self.nets[self.dance.matrix.option(next)]) >= self.kept.limit()
    }
}

impl<const BOUNDED: bool> Cheapest for CheapestSearch<BOUNDED> {
    fn advance(
        &mut self,
        links: u64,
        accept: Option<&Accept<'_>>,
        keep_going: &mut KeepGoing<'_>,
    ) -> Advance {
        let mut left = links;
        loop {
            if !std::mem::take(&mut self.is_examined) {
                self.examine(accept);
            }
            let visited = self.links + self.dance.links;
            if visited >= LINKS_PER_QUESTION.min(left) {
                left -= visited.min(left);
                (self.links, self.dance.links) = (0, 0);
                self.is_examined = true;
                if keep_going(&self.dance.progress(self.kept.found())).is_break() {
                    return Advance::Stopped;
                }
                if left == 0 {
                    return Advance::Left;
                }
                self.is_examined = false;
            }
            if !self.advance_branch() {
                return Advance::Done;
            }
        }
    }

    fn found(&self) -> Vec<Vec<OptionId>> {
        self.kept.solutions().map(<[OptionId]>::to_vec).collect()
    }

    fn bound(&self) -> u64 {
        self.prices.unscaled(self.at_root)
    }

    #[cfg(feature = "frontier")]
    fn nodes(&self) -> u64 {
        self.dance.nodes
    }
}

/// The number of affordable options of an item, and the smallest share of such an option.
struct Viable {
    options: u32,
    /// The smallest share of an affordable option; zero if there is none. The share of an option is its net cost
    /// divided by its number of priced items.
    least_share: u64,
}
