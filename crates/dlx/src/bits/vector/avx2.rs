//! The kernel for AVX2: some functions are written with AVX2 intrinsics, the others are the portable code compiled
//! for AVX2.
//!
//! AVX2 has no population count of vectors, and with the portable counts, as compilers translate
//! them, the time of a search varies by a third from build to build. So the counts of nibbles are
//! looked up, 32 in an instruction, added byte by byte and widened once (Muła, Kurz and Lemire,
//! "Faster population counts using AVX2 instructions", 2018).

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si32, _mm_min_epu32, _mm_unpackhi_epi64, _mm256_add_epi8,
    _mm256_add_epi64, _mm256_and_si256, _mm256_castsi256_pd, _mm256_castsi256_si128,
    _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_load_si256, _mm256_min_epu32,
    _mm256_movemask_pd, _mm256_or_si256, _mm256_sad_epu8, _mm256_set_epi64x, _mm256_set1_epi8,
    _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_slli_epi64, _mm256_srli_epi16, _pext_u64,
};

use crate::bits::answer::{Conflicts, Fewest, lanes_in};
use crate::bits::kernel::{Kernel, KernelFn};
use crate::bits::lanes::{BYTE_WORDS, Lanes};
use crate::bits::portable::killed;
use crate::bits::size::width;

/// The proof that the processor has AVX2 and the bit manipulation instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn call_avx2<J: KernelFn>(job: J) -> J::Output {
    job.run()
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn call<J: KernelFn>(self, job: J) -> J::Output {
        // SAFETY: a token is proof that the processor has these features.
        unsafe { call_avx2(job) }
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: a token is proof that the processor has BMI2.
        unsafe { _pext_u64(bits, mask) }
    }

    #[inline(always)]
    fn conflicts<const W: usize, const M: usize>(
        self,
        columns: &[Lanes],
        words: usize,
        word: usize,
        bit: u64,
        closing: &[u64; M],
    ) -> Conflicts<W, M> {
        let words = width::<W>(words);
        let mut items = [0; M];
        for (group, columns) in columns.chunks_exact(words).enumerate() {
            // SAFETY: a token is proof that the processor has these features.
            let holds = unsafe { holders(&columns[word], bit) };
            items[group / 8] |= u64::from(holds) << (group % 8 * 8);
        }
        Conflicts {
            items,
            kill: killed(columns, words, &items, closing),
        }
    }

    #[inline(always)]
    fn fewest<const W: usize, const M: usize>(
        self,
        columns: &[Lanes],
        words: usize,
        live: &[u64; W],
        among: &[u64; M],
    ) -> Fewest {
        // SAFETY: a token is proof that the processor has these features.
        unsafe { fewest(columns, words, live, among) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn halves(lanes: &Lanes) -> [__m256i; 2] {
    let (low, high) = lanes.0.split_at(4);
    // SAFETY: each half is 32 bytes, aligned to 32, as `Lanes` are 64 bytes, aligned to 64.
    [low, high].map(|half| unsafe { _mm256_load_si256(half.as_ptr().cast()) })
}

/// Which of the eight words have the bit `bit` set, as eight bits.
#[inline]
#[target_feature(enable = "avx2")]
fn holders(lanes: &Lanes, bit: u64) -> u8 {
    let bit = _mm256_set1_epi64x(bit.cast_signed());
    let [low, high] = halves(lanes).map(|half| {
        let held = _mm256_cmpeq_epi64(_mm256_and_si256(half, bit), bit);
        _mm256_movemask_pd(_mm256_castsi256_pd(held))
    });
    // `low` and `high` have four bits each.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a mask of eight lanes"
    )]
    let holders = (low | high << 4) as u8;
    holders
}

#[inline]
#[target_feature(enable = "avx2")]
fn counts_of_bytes(bits: __m256i) -> __m256i {
    let of_nibbles = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let nibble = _mm256_set1_epi8(0xF);
    let low = _mm256_and_si256(bits, nibble);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bits), nibble);
    _mm256_add_epi8(
        _mm256_shuffle_epi8(of_nibbles, low),
        _mm256_shuffle_epi8(of_nibbles, high),
    )
}

#[inline]
#[target_feature(enable = "avx2")]
fn fewest<const W: usize, const M: usize>(
    columns: &[Lanes],
    words: usize,
    live: &[u64; W],
    among: &[u64; M],
) -> Fewest {
    let zero = _mm256_setzero_si256();
    let mut best = _mm256_set1_epi64x(-1);
    let mut items = [_mm256_set_epi64x(3, 2, 1, 0), _mm256_set_epi64x(7, 6, 5, 4)];
    let lanes = [
        _mm256_set_epi64x(8, 4, 2, 1),
        _mm256_set_epi64x(128, 64, 32, 16),
    ];
    for (group, columns) in columns.chunks_exact(width::<W>(words)).enumerate() {
        let mut counts = [zero; 2];
        for (columns, live) in columns.chunks(BYTE_WORDS).zip(live.chunks(BYTE_WORDS)) {
            let mut bytes = [zero; 2];
            for (column, &live) in columns.iter().zip(live) {
                let live = _mm256_set1_epi64x(live.cast_signed());
                for (bytes, half) in bytes.iter_mut().zip(halves(column)) {
                    let ours = counts_of_bytes(_mm256_and_si256(half, live));
                    *bytes = _mm256_add_epi8(*bytes, ours);
                }
            }
            for (counts, bytes) in counts.iter_mut().zip(bytes) {
                *counts = _mm256_add_epi64(*counts, _mm256_sad_epu8(bytes, zero));
            }
        }
        let asked = _mm256_set1_epi64x(lanes_in(among, group).into());
        for half in 0..2 {
            let key = _mm256_or_si256(_mm256_slli_epi64::<16>(counts[half]), items[half]);
            let left_out = _mm256_cmpeq_epi64(_mm256_and_si256(asked, lanes[half]), zero);
            // This is the minimum of the 32-bit halves of lanes. A key is in the low half of each 64-bit lane; the
            // high halves are ignored.
            best = _mm256_min_epu32(best, _mm256_or_si256(key, left_out));
            items[half] = _mm256_add_epi64(items[half], _mm256_set1_epi64x(8));
        }
    }
    let best = _mm_min_epu32(
        _mm256_castsi256_si128(best),
        _mm256_extracti128_si256::<1>(best),
    );
    let best = _mm_min_epu32(best, _mm_unpackhi_epi64(best, best));
    Fewest::of_key(_mm_cvtsi128_si32(best).cast_unsigned())
}
