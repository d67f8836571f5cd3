//! Packs numbers of a few bits each into 64-bit words.

/// The number of bits of the numbers from 0 to `most`.
pub(super) fn bits_for(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

/// Reads numbers of a few bits from packed words, beginning at the lowest bit.
pub(super) struct BitReader<'a> {
    pub(super) words: &'a [u64],
    pub(super) at: u32,
}

impl BitReader<'_> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 16 bits are read")]
    #[inline]
    pub(super) fn read(&mut self, bits: u32) -> u32 {
        let (word, shift) = ((self.at / 64) as usize, self.at % 64);
        let mut value = self.words[word] >> shift;
        if shift + bits > 64 {
            value |= self.words[word + 1] << (64 - shift);
        }
        self.at += bits;
        (value & ((1 << bits) - 1)) as u32
    }
}

/// Packs numbers of a few bits into words, beginning at the lowest bit.
pub(super) struct BitWriter<'a> {
    words: &'a mut [u64],
    /// The number of words that are full.
    full: usize,
    /// The bits written since the last full word: the beginning of the next word.
    word: u64,
    /// The number of bits in `word` that have been written.
    bits: u32,
}

impl<'a> BitWriter<'a> {
    pub(super) fn new(words: &'a mut [u64]) -> Self {
        Self {
            words,
            full: 0,
            word: 0,
            bits: 0,
        }
    }

    #[inline]
    pub(super) fn write(&mut self, value: u64, bits: u32) {
        self.word |= value << self.bits;
        self.bits += bits;
        if self.bits >= 64 {
            self.words[self.full] = self.word;
            self.full += 1;
            self.bits -= 64;
            // The bits of the number that did not fit in the last word.
            self.word = value.unbounded_shr(bits - self.bits);
        }
    }

    /// Stores the last, incomplete word, and fills the remaining words with zeros.
    pub(super) fn end(mut self) {
        if self.bits > 0 {
            self.words[self.full] = self.word;
            self.full += 1;
        }
        self.words[self.full..].fill(0);
    }
}
