//! The functions for arc consistency with AVX-512, which process eight words or counts at a time.

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_andnot_si512, _mm512_mask_cmple_epu64_mask,
    _mm512_mask_cmpneq_epu64_mask, _mm512_mask_testn_epi64_mask, _mm512_or_si512,
    _mm512_setzero_si512, _mm512_test_epi64_mask,
};

use super::words::{broadcast, load, load_words, store, store_words};
use crate::bits::answer::{FEW, MOST};
use crate::bits::lanes::{LANES, Lanes};
use crate::bits::supports::Supports;

#[inline(always)]
pub(super) fn changed(lanes: u8, counts: &Lanes, seen: &Lanes) -> Option<[u8; 2]> {
    let (counts, seen) = (load(counts), load(seen));
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        if _mm512_mask_testn_epi64_mask(lanes, counts, counts) != 0 {
            return None;
        }
        let changed = _mm512_mask_cmpneq_epu64_mask(lanes, counts, seen);
        let few = _mm512_mask_cmple_epu64_mask(changed, counts, broadcast(FEW));
        let some = _mm512_mask_cmple_epu64_mask(changed, counts, broadcast(MOST));
        Some([few, some & !few])
    }
}

/// Intersects `left` with the set of options that conflict with `option`. Returns whether the result is empty.
#[inline(always)]
fn cut<const V: usize>(left: &mut [__m512i; V], supports: &Supports, option: usize) -> bool {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        let mut any = _mm512_setzero_si512();
        let conflicts = &supports.conflicts[option * V..][..V];
        for (left, conflicts) in left.iter_mut().zip(conflicts) {
            *left = _mm512_and_si512(*left, load(conflicts));
            any = _mm512_or_si512(any, *left);
        }
        _mm512_test_epi64_mask(any, any) == 0
    }
}

/// Does the work of [`Kernel::remove_without_support`](crate::bits::kernel::Kernel::remove_without_support), with
/// sets of `V` vectors.
#[inline(always)]
pub(super) fn remove<const W: usize, const V: usize>(
    supports: &Supports,
    item: usize,
    live: &mut [u64; W],
) -> Option<bool> {
    let holders = &supports.holders[item * V..][..V];
    let (live, _) = live.as_chunks_mut();
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe {
        let mut left = [_mm512_setzero_si512(); V];
        let mut options = [Lanes::default(); V];
        let mut held_words = 0_u32;
        for at in 0..V {
            let (live, holders) = (load_words(&live[at]), load(&holders[at]));
            let held = _mm512_and_si512(live, holders);
            left[at] = _mm512_andnot_si512(holders, live);
            options[at] = store(held);
            held_words |= u32::from(_mm512_test_epi64_mask(held, held)) << (8 * at);
        }
        if held_words == 0 {
            return None;
        }
        // The last option that holds the item comes first, then the others in order. The last and the first one
        // are likely to be far apart. So few options conflict with both, and `left` is soon empty.
        let last = 31 - held_words.leading_zeros() as usize;
        let word = &mut options[last / LANES].0[last % LANES];
        let option = 63 - word.leading_zeros() as usize;
        *word &= !(1 << option);
        if cut(&mut left, supports, last * 64 + option) {
            return Some(false);
        }
        while held_words != 0 {
            let word = held_words.trailing_zeros() as usize;
            held_words &= held_words - 1;
            let mut rest = options[word / LANES].0[word % LANES];
            while rest != 0 {
                let option = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if cut(&mut left, supports, option) {
                    return Some(false);
                }
            }
        }
        for (live, left) in live.iter_mut().zip(left) {
            store_words(live, _mm512_andnot_si512(left, load_words(live)));
        }
        Some(true)
    }
}
