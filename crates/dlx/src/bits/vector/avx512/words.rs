//! Conversions between vectors and 64-bit words. The callers must hold an [`Avx512`](super::Avx512) token.

use std::arch::x86_64::{
    __m512i, _mm512_load_si512, _mm512_loadu_si512, _mm512_set1_epi64, _mm512_store_si512,
    _mm512_storeu_si512,
};

use crate::bits::lanes::{LANES, Lanes};

#[inline(always)]
pub(super) fn load(lanes: &Lanes) -> __m512i {
    // SAFETY: `Lanes` are 64 bytes, aligned to 64; the callers hold an `Avx512` token.
    unsafe { _mm512_load_si512(std::ptr::from_ref(lanes).cast()) }
}

#[inline(always)]
pub(super) fn load_words(words: &[u64; LANES]) -> __m512i {
    // SAFETY: the words are 64 bytes; the callers hold an `Avx512` token.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline(always)]
pub(super) fn store_words(words: &mut [u64; LANES], lanes: __m512i) {
    // SAFETY: the words are 64 bytes; the callers hold an `Avx512` token.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), lanes) }
}

#[inline(always)]
pub(super) fn store(lanes: __m512i) -> Lanes {
    let mut stored = Lanes::default();
    // SAFETY: `Lanes` are 64 bytes, aligned to 64; the callers hold an `Avx512` token.
    unsafe { _mm512_store_si512((&raw mut stored).cast(), lanes) };
    stored
}

#[inline(always)]
pub(super) fn broadcast(word: u64) -> __m512i {
    // SAFETY: the callers hold an `Avx512` token, so the processor has these instructions.
    unsafe { _mm512_set1_epi64(word.cast_signed()) }
}
