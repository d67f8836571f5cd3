//! Chooses the item to branch on, and makes a child node if no item is bounded.

use super::answer::{ChildNode, Fewest};
use super::block::ColumnBlock;
use super::kernel::Kernel;
use super::lanes::LANES;
use super::state::BitsState;
use super::supports::has_supports;

/// An item to branch on, and its number of branches. `once` says whether it must be covered exactly once more.
#[derive(Clone, Copy, Debug)]
pub(super) struct BranchChoice {
    pub(super) item: u32,
    pub(super) degree: u32,
    pub(super) once: bool,
}

impl Fewest {
    /// The choice to branch on the item found, which must be covered exactly once; `None` if no item was found.
    #[inline(always)]
    pub(super) fn once(self) -> Option<BranchChoice> {
        (self.count != Self::NONE).then_some(BranchChoice {
            item: self.item,
            degree: self.count,
            once: true,
        })
    }
}

/// Chooses the option at `bit` of `word`. Returns the state of the child node, and the item to branch on there. No
/// item may be bounded.
#[inline(always)]
pub(super) fn child<K: Kernel, const W: usize, const M: usize>(
    kernel: K,
    block: &ColumnBlock,
    state: &BitsState<W, M>,
    word: usize,
    bit: u64,
) -> (BitsState<W, M>, Option<BranchChoice>) {
    if let Some(next) = without_removed(block, state, word, bit) {
        let fewest = kernel.fewest(block.counted(), block.words, &next.live, &next.active);
        return (next, fewest.once());
    }
    if has_supports(W)
        && let Some(supports) = block.supports.get()
    {
        let mut next = *state;
        next.live = supports.supported(word * 64 + bit.trailing_zeros() as usize, &state.live);
        let items: [u64; M] = kernel.items(block.counted(), block.words, word, bit);
        for (active, items) in next.active.iter_mut().zip(items) {
            *active &= !items;
        }
        let fewest = kernel.fewest(block.counted(), block.words, &next.live, &next.active);
        return (next, fewest.once());
    }
    let counted = block.primary.div_ceil(LANES);
    let ChildNode {
        live,
        active,
        fewest,
    } = kernel.child(
        block.columns(),
        counted,
        block.words,
        word,
        bit,
        &state.live,
        &state.active,
    );
    let next = BitsState {
        live,
        active,
        last: state.last,
        bounded_open: state.bounded_open,
    };
    (next, fewest.once())
}

/// The number of branches on a bounded open item with `options` live options that must be covered `needed` times
/// more. `None` if it needs no branching.
#[inline(always)]
pub(super) fn bounded_degree(options: u32, needed: u32) -> Option<u32> {
    // Branch k chooses the k-th option and excludes those before it. So none of the last `needed - 1` options can
    // be chosen first. If `needed` is 0, there is one more branch: "no more".
    (needed > 0 || options > 0).then(|| (options + 1).saturating_sub(needed))
}

/// The state after the option at `bit` of `word` is chosen; `None` if its removals were not precomputed.
#[inline(always)]
pub(super) fn without_removed<const W: usize, const M: usize>(
    block: &ColumnBlock,
    state: &BitsState<W, M>,
    word: usize,
    bit: u64,
) -> Option<BitsState<W, M>> {
    let option = word * 64 + bit.trailing_zeros() as usize;
    if W > 8 {
        return None;
    }
    let (kill, items) = block.removed_by::<W, M>(option)?;
    let mut next = *state;
    for (live, kill) in next.live.iter_mut().zip(kill) {
        *live &= !kill;
    }
    for (active, items) in next.active.iter_mut().zip(items) {
        *active &= !items;
    }
    Some(next)
}
