//! Which item to branch on, and the node below where no item is bounded.

use super::answer::{Child, Fewest};
use super::block::Block;
use super::kernel::Kernel;
use super::lanes::LANES;
use super::state::State;
use super::supports::has_supports;

/// The item to branch on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) item: u32,
    pub(super) degree: u32,
    pub(super) once: bool,
}

impl Fewest {
    /// The choice of an item to be covered exactly once.
    #[inline(always)]
    pub(super) fn once(self) -> Option<Choice> {
        (self.count != Self::NONE).then_some(Choice {
            item: self.item,
            degree: self.count,
            once: true,
        })
    }
}

/// The state after an option is chosen, and the item to branch on next, where no item is bounded.
#[inline(always)]
pub(super) fn child<K: Kernel, const W: usize, const M: usize>(
    kernel: K,
    block: &Block,
    state: &State<W, M>,
    word: usize,
    bit: u64,
) -> (State<W, M>, Option<Choice>) {
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
    let Child {
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
    let next = State {
        live,
        active,
        last: state.last,
        bounded_open: state.bounded_open,
    };
    (next, fewest.once())
}

/// The branches of a bounded open item with so many options left, of which so many are needed; none if
/// it needs no branching.
#[inline(always)]
pub(super) fn bounded_degree(options: u32, needed: u32) -> Option<u32> {
    // The k-th option is tried with those before it out, so the last `needed - 1` of them are of no use
    // as first ones; with nothing needed there is "no more".
    (needed > 0 || options > 0).then(|| (options + 1).saturating_sub(needed))
}

/// The state after an option is chosen, if it is known what that removes.
#[inline(always)]
pub(super) fn without_removed<const W: usize, const M: usize>(
    block: &Block,
    state: &State<W, M>,
    word: usize,
    bit: u64,
) -> Option<State<W, M>> {
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
