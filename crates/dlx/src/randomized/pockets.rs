//! Detects parts of the board whose size is not a sum of sizes of options, so that no options can fill them.
//!
//! This requires that every option covers a connected set of places. Then the open places fall into connected
//! components, the *pockets*, and no option covers places of two pockets. So the number of places that are covered
//! in a pocket is a sum of sizes of options. For example, hexominoes cannot fill seven open cells.

use super::layout::Layout;
use crate::problem::Problem;
use crate::stop::{StopFlag, Stopped};

/// The number of options that are read between two checks of the stop flag.
const CHECKED: usize = 1 << 14;

/// What a [`PocketCheck`] needs to know about the board.
pub(super) trait PocketGround {
    fn neighbours(&self, place: usize) -> impl Iterator<Item = usize>;
    /// Whether a place may be covered.
    fn is_open(&self, place: usize) -> bool;
    /// Whether an open place must be covered.
    fn is_needed(&self, place: usize) -> bool;
}

/// Checks whether the *pockets*, the connected parts of the open places, next to a chosen option can be filled.
#[derive(Clone, Debug)]
pub(super) struct PocketCheck {
    /// For each number of places, whether it is a sum of sizes of options. Each size may be used repeatedly.
    is_sum: Vec<bool>,
    /// The size of the smallest option, in places.
    least: usize,
    /// For each place, the number of the last flood fill that reached it.
    seen: Vec<u64>,
    flood: u64,
    /// The places that the current flood fill has reached.
    pocket: Vec<usize>,
}

impl PocketCheck {
    /// Sets up the check for a problem. Returns `None` if the check would be wrong, because an option is not
    /// connected or a place may be covered twice. Also returns `None` if the check would be useless, because every
    /// number of places is a sum of sizes of options.
    pub(super) fn new(
        problem: &Problem,
        layout: &Layout,
        stop: &StopFlag,
    ) -> Result<Option<Self>, Stopped> {
        let places: Vec<usize> = (0..problem.item_count())
            .filter(|&at| layout.is_place(at))
            .collect();
        let is_simple = problem.items().all(|item| {
            !layout.is_place(item.index()) || problem.bounds(item).is_none_or(|at| *at.end() == 1)
        });
        if !is_simple {
            return Ok(None);
        }
        let mut sizes = vec![false; places.len() + 1];
        let (mut own, mut reached) = (Vec::new(), Vec::new());
        for option in problem.options() {
            if option.index().is_multiple_of(CHECKED) {
                stop.check()?;
            }
            own.clear();
            let items = problem.option_items(option).iter().map(|item| item.index());
            own.extend(items.filter(|&item| layout.is_place(item)));
            let Some(first) = own.pop() else {
                continue;
            };
            sizes[own.len() + 1] = true;
            reached.clear();
            reached.push(first);
            while let Some(place) = reached.pop() {
                own.retain(|&other| {
                    let is_next = layout
                        .neighbours(place)
                        .iter()
                        .any(|&at| at as usize == other);
                    if is_next {
                        reached.push(other);
                    }
                    !is_next
                });
            }
            if !own.is_empty() {
                return Ok(None);
            }
        }
        let is_sum = sums(&sizes);
        let every = is_sum.iter().all(|&is_sum| is_sum);
        Ok((!every).then(|| Self {
            least: (1..is_sum.len()).find(|&size| is_sum[size]).unwrap_or(0),
            is_sum,
            seen: vec![0; problem.item_count()],
            flood: 0,
            pocket: Vec::new(),
        }))
    }

    /// Whether some pocket next to these places of a chosen option cannot be filled. A pocket is a connected part
    /// of the open places.
    pub(super) fn fail_next_to(
        &mut self,
        places: impl Iterator<Item = usize>,
        ground: &impl PocketGround,
    ) -> bool {
        self.floods_fail(places, ground, usize::MAX)
    }

    /// Whether some pocket next to these places of a chosen option has fewer places than any option, and contains
    /// a place that must be covered. Takes constant time for each pocket, however large it is.
    pub(super) fn cut_off_next_to(
        &mut self,
        places: impl Iterator<Item = usize>,
        ground: &impl PocketGround,
    ) -> bool {
        self.floods_fail(places, ground, self.least)
    }

    /// Whether some pocket (connected part of the open places) next to these places cannot be filled. Pockets of
    /// at least `enough` places are not examined further and count as fillable.
    fn floods_fail(
        &mut self,
        places: impl Iterator<Item = usize>,
        ground: &impl PocketGround,
        enough: usize,
    ) -> bool {
        let from = self.flood + 1;
        for place in places {
            for next in ground.neighbours(place) {
                if ground.is_open(next)
                    && self.seen[next] < from
                    && !self.fits(next, ground, from, enough)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the pocket around `place` can be filled, judged by its size. Flood fills are numbered. All earlier
    /// ones from the number `from` on reached pockets that can be filled.
    fn fits(&mut self, place: usize, ground: &impl PocketGround, from: u64, enough: usize) -> bool {
        self.flood += 1;
        self.pocket.clear();
        self.pocket.push(place);
        self.seen[place] = self.flood;
        let (mut at, mut required) = (0, 0);
        while let Some(&place) = self.pocket.get(at) {
            if self.pocket.len() >= enough {
                return true;
            }
            at += 1;
            required += usize::from(ground.is_needed(place));
            for next in ground.neighbours(place) {
                if !ground.is_open(next) || self.seen[next] == self.flood {
                    continue;
                }
                if self.seen[next] >= from {
                    return true;
                }
                self.seen[next] = self.flood;
                self.pocket.push(next);
            }
        }
        self.is_sum[required..=self.pocket.len()].contains(&true)
    }
}

/// For each number, whether it is a sum of the given sizes. Each size may be used repeatedly.
fn sums(sizes: &[bool]) -> Vec<bool> {
    let mut sums = vec![false; sizes.len()];
    sums[0] = true;
    let sizes: Vec<usize> = (1..sizes.len()).filter(|&size| sizes[size]).collect();
    for sum in 1..sums.len() {
        let mut parts = sizes.iter().take_while(|&&size| size <= sum);
        sums[sum] = parts.any(|size| sums[sum - size]);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn sums_of_sizes() {
        let mut sizes = vec![false; 13];
        sizes[4] = true;
        sizes[6] = true;
        let sums = sums(&sizes);
        let found: Vec<usize> = (0..13).filter(|&at| sums[at]).collect();
        assert_eq!(found, [0, 4, 6, 8, 10, 12]);
    }

    #[test]
    fn not_where_it_is_unsound() {
        let stop = StopFlag::new();
        let pockets = |lines: &str| {
            let problem = text::read(lines).unwrap();
            let order: Vec<_> = problem.items().collect();
            let pairs: Vec<_> = order.windows(2).map(|pair| (pair[0], pair[1])).collect();
            let layout = Layout::new(&problem, &order, &pairs).unwrap();
            PocketCheck::new(&problem, &layout, &stop)
                .unwrap()
                .is_some()
        };
        assert!(pockets("a b c d\na b\nb c\nc d\n"));
        assert!(
            !pockets("a b c d\na b\nb c\nb d\n"),
            "b and d are no neighbours"
        );
        assert!(
            !pockets("0:2|a b c d\na b\nb c\nc d\n"),
            "a is covered twice"
        );
        assert!(!pockets("a b c d\na b\nb\nc d\n"), "every size is a sum");
    }
}
