//! The functions on rows for AVX-512, which process eight rows at a time.

use std::arch::x86_64::{
    __m128i, __m256i, __m512i, __mmask8, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_or_si128,
    _mm_setzero_si128, _mm_ternarylogic_epi64, _mm_unpackhi_epi64, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_setzero_si256, _mm256_ternarylogic_epi64,
    _mm512_and_si512, _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_mask_or_epi64,
    _mm512_maskz_compress_epi64, _mm512_maskz_mov_epi64, _mm512_or_si512, _mm512_setzero_si512,
    _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_testn_epi64_mask, _mm512_xor_si512,
};

use super::words::{broadcast, load_words as load, store_words};
use crate::bits::lanes::LANES;
use crate::bits::row_block::{BLOCK_ROWS, KeptRows, PADDING, RowBlock, fewest_by_planes};

/// The truth table of the sum of three bits, for the ternary logic instruction.
const SUM: i32 = 0x96;
/// The truth table of the carry of three bits.
const CARRY: i32 = 0xE8;
/// The truth table of the OR of three bits.
const UNION: i32 = 0xFE;

/// The number of bit planes for the counts over all rows: those for one lane, and three more for the sum of eight
/// lanes.
const PLANES: usize = 11;

/// Writes eight rows to `to`, from index `at` on.
#[inline(always)]
fn store(to: &mut [u64], at: usize, rows: __m512i) {
    if let Some(to) = to[at..].first_chunk_mut() {
        store_words(to, rows);
    }
}

/// Which of eight rows hold none of the given items, as eight bits.
#[inline(always)]
fn apart(rows: __m512i, items: __m512i) -> __mmask8 {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe { _mm512_testn_epi64_mask(rows, items) }
}

// These are loops, since a closure given to `map` is compiled for the caller's instructions only if `map` is
// inlined.
#[inline(always)]
pub(super) fn rows_with(block: &RowBlock, item: u64) -> u32 {
    let item = broadcast(item);
    let mut masks = [0; 4];
    for (mask, rows) in masks.iter_mut().zip(block) {
        // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
        *mask = unsafe { _mm512_test_epi64_mask(load(rows), item) };
    }
    u32::from_le_bytes(masks)
}

#[inline(always)]
pub(super) fn leaves_uncovered(rows: &[RowBlock], chosen: u64, among: u64) -> bool {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        let chosen = broadcast(chosen | PADDING);
        let mut covered = [_mm512_setzero_si512(); 4];
        for block in rows {
            for (covered, rows) in covered.iter_mut().zip(block) {
                let rows = load(rows);
                *covered = _mm512_mask_or_epi64(*covered, apart(rows, chosen), *covered, rows);
            }
        }
        let [first, second, third, fourth] = covered;
        let covered = _mm512_or_si512(third, fourth);
        let covered = _mm512_ternarylogic_epi64::<UNION>(first, second, covered);
        let (low, high) = halves(covered);
        let (low, high) = halves_of_half(_mm256_or_si256(low, high));
        let both = _mm_or_si128(low, high);
        let covered = _mm_cvtsi128_si64(both) | _mm_extract_epi64::<1>(both);
        among & !covered.cast_unsigned() != 0
    }
}

#[inline(always)]
pub(super) fn keep_rows(rows: &[RowBlock], chosen: u64, among: u64, to: &mut [u64]) -> KeptRows {
    // With `P` planes, the counts of one lane must not overflow.
    match rows.len() {
        0..=3 => keep::<4>(rows, chosen, among, to),
        4..=7 => keep::<5>(rows, chosen, among, to),
        _ => keep::<8>(rows, chosen, among, to),
    }
}

/// Does the work of [`Kernel::keep_rows`](crate::bits::kernel::Kernel::keep_rows), with `P` bit planes for the
/// counts of each lane.
#[inline(always)]
fn keep<const P: usize>(rows: &[RowBlock], chosen: u64, among: u64, to: &mut [u64]) -> KeptRows {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        let chosen = broadcast(chosen | PADDING);
        let mut planes = [_mm512_setzero_si512(); P];
        let mut kept = 0;
        for block in rows {
            let mut counted = [_mm512_setzero_si512(); 4];
            for (counted, rows) in counted.iter_mut().zip(block) {
                let rows = load(rows);
                let apart = apart(rows, chosen);
                store(to, kept, _mm512_maskz_compress_epi64(apart, rows));
                kept += apart.count_ones() as usize;
                *counted = _mm512_maskz_mov_epi64(apart, rows);
            }
            count(&mut planes, counted);
        }
        for at in (0..BLOCK_ROWS).step_by(LANES) {
            store(to, kept + at, broadcast(PADDING));
        }
        KeptRows {
            rows: kept,
            fewest: fewest_by_planes(&add_lanes(planes)[..P + 3], among),
        }
    }
}

/// Adds the rows of a block to the counts of their items, separately for each lane.
#[inline(always)]
fn count<const P: usize>(planes: &mut [__m512i; P], block: [__m512i; 4]) {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        let add = |plane: &mut __m512i, one, other| {
            let carry = _mm512_ternarylogic_epi64::<CARRY>(*plane, one, other);
            *plane = _mm512_ternarylogic_epi64::<SUM>(*plane, one, other);
            carry
        };
        let two = add(&mut planes[0], block[0], block[1]);
        let more = add(&mut planes[0], block[2], block[3]);
        let mut carry = add(&mut planes[1], two, more);
        for plane in &mut planes[2..] {
            let next = _mm512_and_si512(*plane, carry);
            *plane = _mm512_xor_si512(*plane, carry);
            carry = next;
        }
    }
}

#[inline(always)]
fn halves(lanes: __m512i) -> (__m256i, __m256i) {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        (
            _mm512_castsi512_si256(lanes),
            _mm512_extracti64x4_epi64::<1>(lanes),
        )
    }
}

#[inline(always)]
fn halves_of_half(lanes: __m256i) -> (__m128i, __m128i) {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        (
            _mm256_castsi256_si128(lanes),
            _mm256_extracti128_si256::<1>(lanes),
        )
    }
}

/// Adds the counts of the eight lanes in three steps. Each step adds one half of the lanes to the other.
#[inline(always)]
fn add_lanes<const P: usize>(planes: [__m512i; P]) -> [u64; PLANES] {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        let mut four = [_mm256_setzero_si256(); PLANES];
        let mut carry = _mm256_setzero_si256();
        for (sum, lanes) in four.iter_mut().zip(planes) {
            let (low, high) = halves(lanes);
            *sum = _mm256_ternarylogic_epi64::<SUM>(low, high, carry);
            carry = _mm256_ternarylogic_epi64::<CARRY>(low, high, carry);
        }
        four[P] = carry;
        let mut two = [_mm_setzero_si128(); PLANES];
        let mut carry = _mm_setzero_si128();
        for (sum, lanes) in two.iter_mut().zip(&four[..=P]) {
            let (low, high) = halves_of_half(*lanes);
            *sum = _mm_ternarylogic_epi64::<SUM>(low, high, carry);
            carry = _mm_ternarylogic_epi64::<CARRY>(low, high, carry);
        }
        two[P + 1] = carry;
        let mut sums = [0; PLANES];
        let mut carry = _mm_setzero_si128();
        for (sum, &low) in sums.iter_mut().zip(&two[..P + 2]) {
            let high = _mm_unpackhi_epi64(low, low);
            let lanes = _mm_ternarylogic_epi64::<SUM>(low, high, carry);
            *sum = _mm_cvtsi128_si64(lanes).cast_unsigned();
            carry = _mm_ternarylogic_epi64::<CARRY>(low, high, carry);
        }
        sums[P + 2] = _mm_cvtsi128_si64(carry).cast_unsigned();
        sums
    }
}
