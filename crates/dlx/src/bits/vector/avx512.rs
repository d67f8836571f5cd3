//! The kernel for AVX-512 with population counts, written with intrinsics.

use std::arch::x86_64::{
    __m512i, _mm_cvtsi128_si32, _mm_cvtsi128_si64, _mm_minpos_epu16, _mm512_add_epi64,
    _mm512_and_si512, _mm512_andnot_si512, _mm512_castsi512_si128, _mm512_cmpgt_epu64_mask,
    _mm512_cvtepi64_epi16, _mm512_mask_min_epu64, _mm512_mask_or_epi64, _mm512_or_si512,
    _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_reduce_min_epu64, _mm512_reduce_or_epi64,
    _mm512_set_epi64, _mm512_setzero_si512, _mm512_shuffle_epi32, _mm512_shuffle_i64x2,
    _mm512_slli_epi64, _mm512_test_epi64_mask,
};

mod rows;
mod supports;
mod words;

use self::words::{broadcast, load, store};
use super::avx2::Avx2;
use crate::bits::answer::{ChildNode, Conflicts, Fewest, lanes_in};
use crate::bits::kernel::{Kernel, KernelFn, child_in_steps};
use crate::bits::lanes::Lanes;
use crate::bits::portable;
use crate::bits::row_block::{KeptRows, RowBlock};
use crate::bits::size::width;
use crate::bits::sparse::SparseColumn;
use crate::bits::supports::Supports;

/// The proof that the processor has AVX-512 with population counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(Avx2);

impl Avx512 {
    pub(super) fn detect() -> Option<Self> {
        let avx2 = Avx2::detect()?;
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq"))
        .then_some(Self(avx2))
    }
}

#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
)]
fn call_avx512<J: KernelFn>(job: J) -> J::Output {
    job.run()
}

/// The bitwise OR of all lanes, in every lane.
#[inline(always)]
fn or_of_lanes(lanes: __m512i) -> __m512i {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        let lanes = _mm512_or_si512(lanes, _mm512_shuffle_i64x2::<0x4E>(lanes, lanes));
        let lanes = _mm512_or_si512(lanes, _mm512_shuffle_i64x2::<0xB1>(lanes, lanes));
        _mm512_or_si512(lanes, _mm512_shuffle_epi32::<0x4E>(lanes))
    }
}

/// For each of eight items, how many of the options in `live` hold it.
#[inline(always)]
fn counts<const W: usize>(columns: &[Lanes], live: &[u64; W]) -> __m512i {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        let mut counts = _mm512_setzero_si512();
        for (column, &live) in columns.iter().zip(live) {
            let ours = _mm512_and_si512(load(column), broadcast(live));
            counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(ours));
        }
        counts
    }
}

/// Decodes the smallest of the keys in a vector. A key has 16 bits: a count and an item.
#[inline(always)]
fn least_short(keys: __m512i) -> Fewest {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        let least = _mm_minpos_epu16(_mm512_cvtepi64_epi16(keys));
        let key = _mm_cvtsi128_si32(least).cast_unsigned() & 0xFFFF;
        Fewest {
            count: if key == 0xFFFF {
                Fewest::NONE
            } else {
                key >> 7
            },
            item: key & 0x7F,
        }
    }
}

impl Kernel for Avx512 {
    const ROWS: bool = true;

    #[inline(always)]
    fn rows_with(self, block: &RowBlock, item: u64) -> u32 {
        rows::rows_with(block, item)
    }

    #[inline(always)]
    fn leaves_uncovered(self, rows: &[RowBlock], chosen: u64, among: u64) -> bool {
        rows::leaves_uncovered(rows, chosen, among)
    }

    #[inline(always)]
    fn keep_rows(self, rows: &[RowBlock], chosen: u64, among: u64, to: &mut [u64]) -> KeptRows {
        rows::keep_rows(rows, chosen, among, to)
    }

    #[inline(always)]
    fn call<J: KernelFn>(self, job: J) -> J::Output {
        // SAFETY: a token is proof that the processor has these features.
        unsafe { call_avx512(job) }
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        self.0.extract(bits, mask)
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
        if W > 8 {
            return portable::conflicts(columns, words, word, bit, closing);
        }
        // SAFETY: a token is proof that the processor has these features.
        unsafe {
            let bit = broadcast(bit);
            let mut items = [0; M];
            let mut kill = [_mm512_setzero_si512(); W];
            for (group, columns) in columns.chunks_exact(W).enumerate() {
                let holds = _mm512_test_epi64_mask(load(&columns[word]), bit);
                items[group / 8] |= u64::from(holds) << (group % 8 * 8);
                let closed = holds & lanes_in(closing, group);
                for (kill, column) in kill.iter_mut().zip(columns) {
                    *kill = _mm512_mask_or_epi64(*kill, closed, *kill, load(column));
                }
            }
            Conflicts {
                items,
                kill: kill.map(|lanes| _mm512_reduce_or_epi64(lanes).cast_unsigned()),
            }
        }
    }

    #[inline(always)]
    fn child<const W: usize, const M: usize>(
        self,
        columns: &[Lanes],
        counted: usize,
        words: usize,
        word: usize,
        bit: u64,
        live: &[u64; W],
        active: &[u64; M],
    ) -> ChildNode<W, M> {
        if W > 8 || M > 2 {
            return child_in_steps(self, columns, counted, words, word, bit, live, active);
        }
        // SAFETY: a token is proof that the processor has these features.
        unsafe {
            let bit = broadcast(bit);
            let mut items = [0; M];
            let mut kill = [_mm512_setzero_si512(); W];
            for (group, columns) in columns.chunks_exact(W).enumerate() {
                let holds = _mm512_test_epi64_mask(load(&columns[word]), bit);
                items[group / 8] |= u64::from(holds) << (group % 8 * 8);
                for (kill, column) in kill.iter_mut().zip(columns) {
                    *kill = _mm512_mask_or_epi64(*kill, holds, *kill, load(column));
                }
            }
            let mut active = *active;
            for (active, items) in active.iter_mut().zip(items) {
                *active &= !items;
            }
            let mut next = kill;
            for (next, &live) in next.iter_mut().zip(live) {
                *next = _mm512_andnot_si512(or_of_lanes(*next), broadcast(live));
            }
            let mut best = broadcast(u64::MAX);
            let mut item = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
            for (group, columns) in columns[..counted * W].chunks_exact(W).enumerate() {
                let mut counts = _mm512_setzero_si512();
                for (column, &live) in columns.iter().zip(&next) {
                    let ours = _mm512_and_si512(load(column), live);
                    counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(ours));
                }
                let key = _mm512_or_si512(_mm512_slli_epi64::<7>(counts), item);
                best = _mm512_mask_min_epu64(best, lanes_in(&active, group), best, key);
                item = _mm512_add_epi64(item, broadcast(8));
            }
            ChildNode {
                live: next
                    .map(|next| _mm_cvtsi128_si64(_mm512_castsi512_si128(next)).cast_unsigned()),
                active,
                fewest: least_short(best),
            }
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
        unsafe {
            // A key holds a count and, in its low bits, an item. So the smallest key belongs to the first of the
            // items with the fewest options. Small blocks have keys of 16 bits, for which an instruction finds the
            // smallest.
            let short = W <= 8 && M <= 2;
            let mut best = broadcast(u64::MAX);
            let mut item = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
            for (group, columns) in columns.chunks_exact(width::<W>(words)).enumerate() {
                let counts = counts(columns, live);
                let shifted = if short {
                    _mm512_slli_epi64::<7>(counts)
                } else {
                    _mm512_slli_epi64::<16>(counts)
                };
                let key = _mm512_or_si512(shifted, item);
                best = _mm512_mask_min_epu64(best, lanes_in(among, group), best, key);
                item = _mm512_add_epi64(item, broadcast(8));
            }
            if short {
                least_short(best)
            } else {
                // Each key fits in 32 bits, except the key that says there is no item.
                let key = _mm512_reduce_min_epu64(best);
                Fewest::of_key(u32::try_from(key).unwrap_or(u32::MAX))
            }
        }
    }

    #[inline(always)]
    fn held_twice<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> u8 {
        // SAFETY: a token is proof that the processor has these features.
        unsafe { _mm512_cmpgt_epu64_mask(counts(columns, live), broadcast(1)) }
    }

    #[inline(always)]
    fn items<const M: usize>(
        self,
        columns: &[Lanes],
        words: usize,
        word: usize,
        bit: u64,
    ) -> [u64; M] {
        let mut items = [0; M];
        for (group, columns) in columns.chunks_exact(words).enumerate() {
            // SAFETY: a token is proof that the processor has these features.
            let holds = unsafe { _mm512_test_epi64_mask(load(&columns[word]), broadcast(bit)) };
            items[group / 8] |= u64::from(holds) << (group % 8 * 8);
        }
        items
    }

    #[inline(always)]
    fn counts<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> Lanes {
        store(counts(columns, live))
    }

    #[inline(always)]
    fn changed(self, lanes: u8, counts: &Lanes, seen: &Lanes) -> Option<[u8; 2]> {
        supports::changed(lanes, counts, seen)
    }

    #[inline(always)]
    fn remove_without_support<const W: usize>(
        self,
        of: &Supports,
        item: usize,
        live: &mut [u64; W],
    ) -> Option<bool> {
        match of.stride {
            1 => supports::remove::<W, 1>(of, item, live),
            2 => supports::remove::<W, 2>(of, item, live),
            3 => supports::remove::<W, 3>(of, item, live),
            4 => supports::remove::<W, 4>(of, item, live),
            _ => portable::remove_without_support(of, item, live),
        }
    }

    #[inline(always)]
    fn holders(self, column: SparseColumn<'_>, live: &[Lanes]) -> u32 {
        // SAFETY: a token is proof that the processor has these features.
        unsafe {
            let mut counts = _mm512_setzero_si512();
            for (part, &block) in column.parts.iter().zip(column.at) {
                let ours = _mm512_and_si512(load(part), load(&live[usize::from(block)]));
                counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(ours));
            }
            // A count is below 2^16, since there are fewer options than that.
            u32::try_from(_mm512_reduce_add_epi64(counts)).unwrap_or(u32::MAX)
        }
    }
}
