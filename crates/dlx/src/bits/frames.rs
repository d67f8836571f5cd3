//! The frames of a search, one for each item that is being branched on. A pool keeps the frames for each block
//! size.

use super::bit_set::count;
use super::block::ColumnBlock;
use super::state::BitsState;

/// A block, and the frames of the search that runs in it.
#[derive(Debug)]
pub(super) struct Frames<const W: usize, const M: usize> {
    pub(super) block: ColumnBlock,
    pub(super) frames: Vec<BlockFrame<W, M>>,
}

impl<const W: usize, const M: usize> Default for Frames<W, M> {
    fn default() -> Self {
        Self {
            block: ColumnBlock::default(),
            frames: Vec::new(),
        }
    }
}

/// Which branches of a frame are still to be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// The options of an item that must be covered exactly once.
    Once,
    /// The options of a bounded item while at least `needed` of them are left, and then the branch "no more",
    /// which covers the item no further.
    Bounded { needed: u32 },
    /// No branch is left: the last one, "no more", has been tried.
    Closed,
}

/// A node of the search, and the item that is being branched on there.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockFrame<const W: usize, const M: usize> {
    pub(super) state: BitsState<W, M>,
    /// The item's options that are still to be tried, as a bit set.
    pub(super) rest: [u64; W],
    pub(super) item: u32,
    pub(super) kind: FrameKind,
    /// The number of options chosen on the path to the node.
    pub(super) depth: usize,
}

/// The next branch of a frame: try an option, or cover the item no further. If no branch is left: leave the frame.
pub(super) enum FrameStep {
    Try { word: usize, bit: u64 },
    NoMore,
    Leave,
}

impl<const W: usize, const M: usize> BlockFrame<W, M> {
    /// Takes the next branch, and records that it was tried.
    #[inline(always)]
    pub(super) fn step<const BOUNDED: bool>(&mut self) -> FrameStep {
        let bounded = BOUNDED && self.kind != FrameKind::Once;
        if bounded {
            let FrameKind::Bounded { needed } = self.kind else {
                return FrameStep::Leave;
            };
            let len = count(&self.rest);
            if len < needed as usize {
                return FrameStep::Leave;
            }
            if len == 0 {
                self.kind = FrameKind::Closed;
                return FrameStep::NoMore;
            }
        }
        for (word, rest) in self.rest.iter_mut().enumerate() {
            if *rest != 0 {
                let bit = *rest & rest.wrapping_neg();
                *rest ^= bit;
                if bounded {
                    self.state.live[word] ^= bit;
                }
                return FrameStep::Try { word, bit };
            }
        }
        FrameStep::Leave
    }
}

impl<const W: usize, const M: usize> BlockFrame<W, M> {
    /// Undoes the last step, which was to try the option at `bit` of `word`.
    #[cold]
    pub(super) fn untry<const BOUNDED: bool>(&mut self, word: usize, bit: u64) {
        self.rest[word] |= bit;
        if BOUNDED && self.kind != FrameKind::Once {
            self.state.live[word] |= bit;
        }
    }
}

/// A block and frames for each size. Their memory is reused from search to search.
#[derive(Debug, Default)]
pub(super) struct FramePool {
    s4: Frames<4, 2>,
    s8: Frames<8, 2>,
    s32: Frames<32, 8>,
    s256: Frames<256, 16>,
    s1024: Frames<1024, 64>,
}

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
