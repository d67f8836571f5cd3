//! The cheapest solutions: the search with dancing links, cut where it becomes too dear.
//!
//! As soon as k solutions are known, a node is of interest only if something below it may cost less
//! than the dearest of them. What a solution below must cost at least is told by [`Prices`]: each
//! item that must still be covered is worth its price, and some option that covers it costs its net
//! cost beyond the prices. The options are sorted by net cost, so that in the list of an item those
//! that are too dear come last and are never looked at. The search branches on an item with the
//! fewest options that are not too dear.
//!
//! The bound, at a node: the options chosen, the prices of what is needed, and for each needed item
//! the least share, net cost by number of priced items, of an option that may cover it. A solution
//! pays the net cost of each of its options once, in shares that its items have in it.
//!
//! Source: Knuth's program `dlx5.w` (taxes, sorted lists, the cutoff); Garfinkel and Nemhauser,
//! Operations Research 17 (1969), 848-856.

mod kept;
mod prices;

use std::ops::ControlFlow::{self, Continue};

use kept::Kept;
use prices::Prices;

use super::dance::{Dance, Frame};
use super::lists::ROOT;
use super::matrix::{Choice, Matrix};
use crate::problem::{OptionId, Problem};
use crate::search::Progress;

/// After so many links looked at, some 10 ms, it is asked whether to go on.
const LINKS_PER_QUESTION: u64 = 1 << 21;

/// Asked whether to go on.
pub(crate) type KeepGoing<'k> = dyn FnMut(&Progress) -> ControlFlow<()> + 'k;

/// Finds the `most` cheapest solutions that hold the givens, which must not conflict: the cheapest
/// first, and of equals those that the search meets first. If it breaks out, those found until then.
pub(crate) fn cheapest(
    problem: &Problem,
    givens: &[OptionId],
    most: usize,
    keep_going: &mut KeepGoing<'_>,
) -> (Vec<Vec<OptionId>>, ControlFlow<()>) {
    let mut kept = Kept::new(most);
    let ended = if problem.is_exact() {
        search::<false>(problem, givens, &mut kept, keep_going)
    } else {
        search::<true>(problem, givens, &mut kept, keep_going)
    };
    (kept.into_sorted(), ended)
}

fn search<const BOUNDED: bool>(
    problem: &Problem,
    givens: &[OptionId],
    kept: &mut Kept,
    keep_going: &mut KeepGoing<'_>,
) -> ControlFlow<()> {
    let mut ask = || keep_going(&Progress::default());
    let prices = Prices::of(problem, &mut ask)?;
    let order = prices.order();
    let sorted = problem.with_options(&order);
    let matrix = Matrix::new_while(&sorted, &mut ask)?;
    let mut dance = Dance::<true, BOUNDED>::new(matrix, &sorted);
    let place = |given| sorted.options().zip(&order).find(|&(_, old)| old == given);
    let givens = givens.iter().filter_map(place).map(|(new, _)| new);
    dance.give(&givens.collect::<Vec<_>>());
    let by_place = |of: &dyn Fn(OptionId) -> u64| order.iter().map(|&old| of(old)).collect();
    let mut search = Search {
        dance,
        costs: by_place(&|option| prices.scaled_cost(option)),
        nets: by_place(&|option| prices.net(option)),
        shares: by_place(&|option| prices.share(option)),
        most_priced: prices.most_priced(),
        prices: &prices,
        order: &order,
        bases: Vec::new(),
        kept,
        links: 0,
    };
    search.run(keep_going)
}

/// What a node is for.
enum Node {
    /// Nothing below it is cheap enough.
    TooDear,
    /// All is covered.
    Solution,
    /// There is an item to branch on; the second is the base of the frame.
    Branch(Choice, u64),
}

/// A search under way. Options are by their place in the sorted problem.
struct Search<'s, const BOUNDED: bool> {
    dance: Dance<true, BOUNDED>,
    costs: Vec<u64>,
    nets: Vec<u64>,
    shares: Vec<u64>,
    /// The most items of an option that must be covered.
    most_priced: u64,
    prices: &'s Prices,
    /// By place, the option of the problem asked about.
    order: &'s [OptionId],
    /// By frame, what its options chosen cost and the prices of what was needed when it began.
    bases: Vec<u64>,
    kept: &'s mut Kept,
    /// The links looked at since it was last asked whether to go on.
    links: u64,
}

impl<const BOUNDED: bool> Search<'_, BOUNDED> {
    fn run(&mut self, keep_going: &mut KeepGoing<'_>) -> ControlFlow<()> {
        loop {
            match self.look() {
                Node::TooDear => {}
                Node::Solution => {
                    let options = self.dance.chosen.iter();
                    let original = options.map(|option| self.order[option.index()]);
                    self.kept.add(self.spent(), original.collect());
                }
                Node::Branch(choice, base) => {
                    self.dance.enter(choice);
                    self.bases.push(base);
                }
            }
            if self.links >= LINKS_PER_QUESTION {
                self.links = 0;
                keep_going(&self.dance.progress(self.kept.found()))?;
            }
            if !self.advance() {
                return Continue(());
            }
        }
    }

    /// What the options chosen cost.
    fn spent(&self) -> u64 {
        let chosen = self.dance.chosen.iter();
        chosen.map(|option| self.costs[option.index()]).sum()
    }

    /// Looks at the node that was entered last.
    fn look(&mut self) -> Node {
        let matrix = &self.dance.matrix;
        let limit = self.kept.limit();
        // More than 64 bits would be more than all options cost: too dear.
        let worth = |item| u64::from(matrix.needed(item)).saturating_mul(self.prices.price(item));
        let worths = matrix.open_items().map(worth);
        let base = worths.fold(self.spent(), u64::saturating_add);
        if base >= limit {
            return Node::TooDear;
        }
        let room = limit - base;
        let mut shares = 0_u64;
        let mut best: Option<Choice> = None;
        let mut links = 0;
        for item in matrix.open_items() {
            let once = !BOUNDED || matrix.is_once(item);
            let needed = matrix.needed(item);
            if !once && needed == 0 && matrix.len(item) == 0 {
                continue;
            }
            // More options than this are too many to branch on.
            let enough = best.map_or(u32::MAX, |best| best.degree.saturating_add(needed));
            let viable = self.viable(item, room, enough);
            links += u64::from(viable.options) + 1;
            let share = u64::from(needed).saturating_mul(viable.least_share);
            shares = shares.saturating_add(share);
            if viable.options < needed || shares >= room {
                self.links += links;
                return Node::TooDear;
            }
            let degree = if once {
                viable.options
            } else {
                viable.options + 1 - needed
            };
            if best.is_none_or(|best| degree < best.degree) {
                best = Some(Choice { item, degree, once });
            }
        }
        self.links += links;
        best.map_or(Node::Solution, |choice| Node::Branch(choice, base))
    }

    /// The options of an item that leave room; `enough` of them, at least, if there are as many.
    fn viable(&self, item: u32, room: u64, enough: u32) -> Viable {
        let matrix = &self.dance.matrix;
        let mut options = 0;
        let mut least_share = u64::MAX;
        let mut node = matrix.below(item);
        while node != item {
            let option = matrix.option(node);
            let net = self.nets[option];
            // Net costs ascend, and of those that follow no share is less than one in the most items.
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

    /// Goes to the next branch of the deepest frame that has one. Returns whether there was any.
    fn advance(&mut self) -> bool {
        while let Some(&Frame { choice, node, .. }) = self.dance.frames.last() {
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

    /// Whether the options below `node` in the list of the item of the last frame are too dear.
    fn is_last(&self, choice: Choice, node: u32) -> bool {
        if node == ROOT {
            return false;
        }
        let next = self.dance.matrix.below(node);
        let base = self.bases.last().copied().unwrap_or(0);
        next != choice.item
            && base.saturating_add(self.nets[self.dance.matrix.option(next)]) >= self.kept.limit()
    }
}

/// The options of an item that are not too dear.
struct Viable {
    options: u32,
    /// The least share of the item in one of them; zero if there is none.
    least_share: u64,
}
