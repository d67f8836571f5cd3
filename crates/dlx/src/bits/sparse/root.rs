//! Follows the path from the root of the tree to where a search on sparse columns begins.

use std::ops::ControlFlow::{self, Continue};

use super::columns::SparseColumns;
use super::search::SparseSearch;
use crate::bits::choice::BranchChoice;
use crate::bits::kernel::{Kernel, KernelFn};
use crate::bits::lanes::LANES;
use crate::bits::position::PausedBlock;
use crate::bits::root::SearchStart;
use crate::bits::search_state::SearchState;
use crate::bits::vector::{Dispatched, for_bounded};
use crate::problem::OptionId;

/// A search of a whole problem on sparse columns.
pub(in crate::bits) struct SparseRooted<'s, 'a> {
    pub(in crate::bits) shared: &'s mut SearchState<'a>,
    pub(in crate::bits) columns: &'s SparseColumns,
    pub(in crate::bits) givens: &'s [OptionId],
    pub(in crate::bits) start: SearchStart<'s>,
}

impl Dispatched for SparseRooted<'_, '_> {
    type Output = ControlFlow<()>;

    fn run<K: Kernel>(self, kernel: K) -> ControlFlow<()> {
        if self.shared.table.bounds.is_empty() {
            kernel.call(WithKernel::<K, false> {
                kernel,
                rooted: self,
            })
        } else {
            let kernel = for_bounded(kernel);
            kernel.call(WithKernel::<_, true> {
                kernel,
                rooted: self,
            })
        }
    }
}

struct WithKernel<'s, 'a, K, const BOUNDED: bool> {
    kernel: K,
    rooted: SparseRooted<'s, 'a>,
}

impl<K: Kernel, const BOUNDED: bool> KernelFn for WithKernel<'_, '_, K, BOUNDED> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let SparseRooted {
            shared,
            columns,
            givens,
            start,
        } = self.rooted;
        if matches!(start, SearchStart::Paused) {
            let Some(PausedBlock::Sparse(states)) = shared.at.paused.pop() else {
                return Continue(());
            };
            shared.resume()?;
            return SparseSearch::<K, BOUNDED>::paused(self.kernel, shared, columns, states).end();
        }
        let mut search = SparseSearch::<K, BOUNDED>::new(self.kernel, shared, columns);
        for &given in givens {
            search.take(columns.place(given));
            if matches!(start, SearchStart::Root) {
                search.shared.count_last();
            }
        }
        if let SearchStart::Below(branches) = start
            && !search.walk(branches)
        {
            return Continue(());
        }
        let choice = search.choose_item(0);
        search.arrive(choice)?;
        search.end()
    }
}

impl<K: Kernel, const BOUNDED: bool> SparseSearch<'_, '_, K, BOUNDED> {
    /// Chooses an option permanently, above all frames: the search never undoes it.
    fn take(&mut self, place: usize) {
        self.states.live[place / 64 / LANES].0[place / 64 % LANES] &= !(1 << (place % 64));
        self.choose_option(place, 0);
        self.keep();
        self.shared.pick(place);
    }

    /// Replaces the state at the root by the state one level below it.
    fn keep(&mut self) {
        let (blocks, words) = (self.columns.blocks, self.item_words());
        self.states.live.copy_within(blocks..2 * blocks, 0);
        self.states.active.copy_within(words..2 * words, 0);
        if BOUNDED {
            self.states.last.copy_within(words..2 * words, 0);
            self.states.bounded_open.copy_within(words..2 * words, 0);
            self.shared.copy_times(1, 0);
        }
    }

    /// Takes the branches of a path permanently (the search never undoes them), and counts the node of the last
    /// one. Returns false if the path does not exist.
    fn walk(&mut self, branches: &[u32]) -> bool {
        let last = branches.len().saturating_sub(1);
        for (step, &branch) in branches.iter().enumerate() {
            let choice = self.choose_item(0);
            let Some(choice) = choice.filter(|choice| branch < choice.degree) else {
                return false;
            };
            let tries = self.take_branch(choice, branch);
            if step == last && tries {
                self.shared.count_last();
            }
        }
        true
    }

    /// Takes a branch permanently: the search never undoes it. Returns whether it chooses an option.
    fn take_branch(&mut self, choice: BranchChoice, branch: u32) -> bool {
        let columns = self.columns;
        let column = columns.column(choice.item as usize);
        let mut left = branch;
        for (part, &block) in column.parts.iter().zip(column.at) {
            for (word, part) in part.0.iter().enumerate() {
                let live = &mut self.states.live[usize::from(block)].0[word];
                let mut rest = part & *live;
                while rest != 0 {
                    let bit = rest & rest.wrapping_neg();
                    rest ^= bit;
                    if left == 0 {
                        let word = usize::from(block) * LANES + word;
                        self.take(word * 64 + bit.trailing_zeros() as usize);
                        return true;
                    }
                    if !choice.once {
                        *live ^= bit;
                    }
                    left -= 1;
                }
            }
        }
        self.choose_none(choice.item as usize, 0);
        self.keep();
        false
    }
}
