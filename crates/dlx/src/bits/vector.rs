//! The kernels with vector instructions, and the choice among all kernels. This is the one module of the
//! crate with unsafe code.
//!
//! Why it is unsafe: code for instructions that some processors lack may run only after the processor was
//! queried. Each such kernel is a token that only its `detect` creates, after that query, and every `unsafe`
//! relies on it. Memory is read and written through references to [`Lanes`](super::lanes::Lanes) or eight
//! words, never through computed addresses.
#![allow(
    unsafe_code,
    reason = "vector instructions; see the docs of the modules"
)]

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod arm;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use super::kernel::Kernel;
#[cfg(any(
    test,
    debug_assertions,
    not(all(target_arch = "aarch64", target_feature = "neon"))
))]
use super::kernel::Portable;

/// Work to be done with the best kernel for this processor.
pub(super) trait Dispatched {
    type Output;

    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Does work with the fastest kernel of this processor.
pub(super) fn dispatch<D: Dispatched>(work: D) -> D::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(kernel) = avx512::Avx512::detect() {
            return work.run(kernel);
        }
        if let Some(kernel) = avx2::Avx2::detect() {
            return work.run(kernel);
        }
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    return work.run(arm::Neon);
    #[cfg(not(all(target_arch = "aarch64", target_feature = "neon")))]
    work.run(Portable)
}

/// The kernel for searches with bounded items.
#[cfg(any(test, not(debug_assertions)))]
pub(super) fn for_bounded<K: Kernel>(kernel: K) -> K {
    kernel
}

/// The portable kernel, for searches with bounded items. Such searches are rare, but make up half
/// of the code to compile. So in builds with debug assertions, only the tests of this crate
/// compile them for the other kernels.
#[cfg(not(any(test, not(debug_assertions))))]
pub(super) fn for_bounded<K: Kernel>(_: K) -> Portable {
    Portable
}

/// Does work with every kernel that this processor can run, the portable one first.
#[cfg(test)]
pub(super) fn with_each<D: Dispatched + Copy>(work: D) -> Vec<D::Output> {
    let mut outputs = vec![work.run(Portable)];
    #[cfg(target_arch = "x86_64")]
    {
        outputs.extend(avx2::Avx2::detect().map(|kernel| work.run(kernel)));
        outputs.extend(avx512::Avx512::detect().map(|kernel| work.run(kernel)));
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    outputs.push(work.run(arm::Neon));
    outputs
}
