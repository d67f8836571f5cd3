//! The kernel for NEON, which every 64-bit ARM processor has, so nothing is detected.
//!
//! The compiler vectorizes [`Portable`](crate::bits::kernel::Portable) well, except for the population counts,
//! which it widens word by word. Here the counts of bytes are added first and widened once.

use std::arch::aarch64::{
    uint8x16_t, uint32x4_t, uint64x2_t, vaddq_u8, vaddq_u32, vandq_u64, vcntq_u8, vcombine_u32,
    vcombine_u64, vcreate_u32, vcreate_u64, vdupq_n_u8, vdupq_n_u32, vdupq_n_u64, vminq_u32,
    vminvq_u32, vmovn_u64, vornq_u32, vorrq_u32, vpaddlq_u8, vpaddlq_u16, vpaddlq_u32,
    vreinterpretq_u8_u64, vshlq_n_u32, vtstq_u32,
};

use crate::bits::answer::{Fewest, lanes_in};
use crate::bits::kernel::{Kernel, KernelFn};
use crate::bits::lanes::{BYTE_WORDS, Lanes};
use crate::bits::size::width;

#[derive(Clone, Copy, Debug)]
pub(super) struct Neon;

#[inline]
#[target_feature(enable = "neon")]
fn pair(low: u64, high: u64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(low), vcreate_u64(high))
}

/// A vector of four 32-bit numbers. The first number is in the lowest lane.
#[inline]
#[target_feature(enable = "neon")]
fn four(numbers: [u32; 4]) -> uint32x4_t {
    let [a, b, c, d] = numbers.map(u64::from);
    vcombine_u32(vcreate_u32(a | b << 32), vcreate_u32(c | d << 32))
}

/// The population counts of four 64-bit words, from the counts of their bytes.
#[inline]
#[target_feature(enable = "neon")]
fn widen(low: uint8x16_t, high: uint8x16_t) -> uint32x4_t {
    let [low, high] =
        [low, high].map(|bytes| vmovn_u64(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes)))));
    vcombine_u32(low, high)
}

impl Kernel for Neon {
    #[inline(never)]
    fn call<J: KernelFn>(self, job: J) -> J::Output {
        job.run()
    }

    #[inline(always)]
    fn fewest<const W: usize, const M: usize>(
        self,
        columns: &[Lanes],
        words: usize,
        live: &[u64; W],
        among: &[u64; M],
    ) -> Fewest {
        // SAFETY: this module is compiled only for processors with NEON.
        unsafe { fewest(columns, words, live, among) }
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn fewest<const W: usize, const M: usize>(
    columns: &[Lanes],
    words: usize,
    live: &[u64; W],
    among: &[u64; M],
) -> Fewest {
    let mut best = vdupq_n_u32(u32::MAX);
    let mut items = [four([0, 1, 2, 3]), four([4, 5, 6, 7])];
    let lanes = [four([1, 2, 4, 8]), four([16, 32, 64, 128])];
    for (group, columns) in columns.chunks_exact(width::<W>(words)).enumerate() {
        let mut counts = [vdupq_n_u32(0); 2];
        for (columns, live) in columns.chunks(BYTE_WORDS).zip(live.chunks(BYTE_WORDS)) {
            let mut bytes = [vdupq_n_u8(0); 4];
            for (column, &live) in columns.iter().zip(live) {
                let live = vdupq_n_u64(live);
                for (bytes, column) in bytes.iter_mut().zip(column.0.chunks_exact(2)) {
                    let ours = vandq_u64(pair(column[0], column[1]), live);
                    *bytes = vaddq_u8(*bytes, vcntq_u8(vreinterpretq_u8_u64(ours)));
                }
            }
            let [a, b, c, d] = bytes;
            counts = [
                vaddq_u32(counts[0], widen(a, b)),
                vaddq_u32(counts[1], widen(c, d)),
            ];
        }
        let asked = vdupq_n_u32(lanes_in(among, group).into());
        for half in 0..2 {
            let key = vorrq_u32(vshlq_n_u32::<16>(counts[half]), items[half]);
            let key = vornq_u32(key, vtstq_u32(asked, lanes[half]));
            best = vminq_u32(best, key);
            items[half] = vaddq_u32(items[half], vdupq_n_u32(8));
        }
    }
    Fewest::of_key(vminvq_u32(best))
}
