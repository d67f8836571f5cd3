//! The frames of a search: the items that are being branched on, and room for them in each size.

use super::bit_set::count;
use super::block::Block;
use super::state::State;

/// A block of some size and the frames of a search in it.
#[derive(Debug)]
pub(super) struct Frames<const W: usize, const M: usize> {
    pub(super) block: Block,
    pub(super) frames: Vec<Frame<W, M>>,
}

impl<const W: usize, const M: usize> Default for Frames<W, M> {
    fn default() -> Self {
        Self {
            block: Block::default(),
            frames: Vec::new(),
        }
    }
}

/// How a frame goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Through all options of an item to be covered exactly once.
    Once,
    /// Through the options of a bounded item as long as `needed` are left, and then "no more".
    Bounded { needed: u32 },
    /// "No more" has been tried.
    Closed,
}

/// An item that is being branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<const W: usize, const M: usize> {
    pub(super) state: State<W, M>,
    /// The item's options that have not been tried.
    pub(super) rest: [u64; W],
    pub(super) item: u32,
    pub(super) kind: Kind,
    /// How many options are chosen above.
    pub(super) depth: usize,
}

/// What a frame does next.
pub(super) enum Step {
    Try { word: usize, bit: u64 },
    NoMore,
    Leave,
}

impl<const W: usize, const M: usize> Frame<W, M> {
    /// Goes to the next branch.
    #[inline(always)]
    pub(super) fn step<const BOUNDED: bool>(&mut self) -> Step {
        let bounded = BOUNDED && self.kind != Kind::Once;
        if bounded {
            let Kind::Bounded { needed } = self.kind else {
                return Step::Leave;
            };
            let len = count(&self.rest);
            if len < needed as usize {
                return Step::Leave;
            }
            if len == 0 {
                self.kind = Kind::Closed;
                return Step::NoMore;
            }
        }
        for (word, rest) in self.rest.iter_mut().enumerate() {
            if *rest != 0 {
                let bit = *rest & rest.wrapping_neg();
                *rest ^= bit;
                if bounded {
                    self.state.live[word] ^= bit;
                }
                return Step::Try { word, bit };
            }
        }
        Step::Leave
    }
}

impl<const W: usize, const M: usize> Frame<W, M> {
    /// Takes back the last step, which tried an option.
    #[cold]
    pub(super) fn untry<const BOUNDED: bool>(&mut self, word: usize, bit: u64) {
        self.rest[word] |= bit;
        if BOUNDED && self.kind != Kind::Once {
            self.state.live[word] |= bit;
        }
    }
}

/// Room for a block and its frames in each size, used again and again.
#[derive(Debug, Default)]
pub(super) struct FramePool {
    s4: Frames<4, 2>,
    s8: Frames<8, 2>,
    s32: Frames<32, 8>,
    s256: Frames<256, 16>,
    s1024: Frames<1024, 64>,
}

/// The room for one size.
pub(super) trait PoolFrames<const W: usize, const M: usize> {
    fn of_size(&mut self) -> &mut Frames<W, M>;
}

macro_rules! pooled {
    ($($field:ident: $words:literal, $masks:literal;)*) => {
        $(impl PoolFrames<$words, $masks> for FramePool {
            #[inline(always)]
            fn of_size(&mut self) -> &mut Frames<$words, $masks> {
                &mut self.$field
            }
        })*
    };
}

pooled! { s4: 4, 2; s8: 8, 2; s32: 32, 8; s256: 256, 16; s1024: 1024, 64; }
