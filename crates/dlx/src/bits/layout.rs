//! The new places of options when a block is packed: one after the other, without gaps.

/// The new places of the live options, word by word.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackLayout<const W: usize> {
    /// The number of live options.
    pub(super) options: usize,
    /// For each old word, the number of bits already used in the new word to which its options
    /// move.
    pub(super) shifts: [usize; W],
    /// For each old word, whether its options fill that new word; if so, the rest of them move to
    /// the next one.
    pub(super) full: [bool; W],
}

impl<const W: usize> PackLayout<W> {
    #[inline(always)]
    pub(super) fn new(live: &[u64; W]) -> Self {
        let mut layout = Self {
            options: 0,
            shifts: [0; W],
            full: [false; W],
        };
        for (word, live) in live.iter().enumerate() {
            let before = layout.options;
            layout.options += live.count_ones() as usize;
            layout.shifts[word] = before % 64;
            layout.full[word] = before / 64 != layout.options / 64;
        }
        layout
    }
}

/// The inverse: the option that was packed to `place`. `live` are the options that were packed.
pub(super) fn origin(live: &[u64], place: usize) -> usize {
    let mut left = place;
    for (word, &live) in live.iter().enumerate() {
        let count = live.count_ones() as usize;
        if left < count {
            let rest = (0..left).fold(live, |rest, _| rest & (rest - 1));
            return word * 64 + rest.trailing_zeros() as usize;
        }
        left -= count;
    }
    unreachable!("invariant: no option was packed but those that live")
}
