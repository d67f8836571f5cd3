//! Where the live options of a block move when it is packed: one after the other, without gaps.

/// Where the live options of a block move when it is packed, for each word of options.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackLayout<const W: usize> {
    pub(super) options: usize,
    /// For each old word, how many bits of the new word to which its options move are already in use.
    pub(super) shifts: [usize; W],
    /// For each old word, whether its options fill the new word to which they move. The remaining ones move to
    /// the next new word.
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

/// The option, as numbered before packing, that was packed to `place`. `live` are the options that were packed.
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
