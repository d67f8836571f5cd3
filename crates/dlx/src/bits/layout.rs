//! Where the options of a block go when it is packed: one after the other, without gaps.

/// The places of the options that live, word by word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<const W: usize> {
    /// How many options there are.
    pub(super) options: usize,
    /// How many options of earlier words lie below those of each word, in the new word they go to.
    pub(super) shifts: [usize; W],
    /// Whether that new word is full after them, so that others go to the next one.
    pub(super) full: [bool; W],
}

impl<const W: usize> Layout<W> {
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

/// The way back: the option that went to a place. `live` are the options that were packed.
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
