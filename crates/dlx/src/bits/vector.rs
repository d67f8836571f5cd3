//! The kernels with vector instructions, and the choice of a kernel for the processor. This is the only module of
//! the crate with unsafe code.
//!
//! Code for instructions that some processors lack may run only after the processor has been queried, so calling
//! it is unsafe. Each such kernel is a token that only its `detect` creates, after that query. Every `unsafe`
//! relies on the token. Memory is read and written through references to [`Lanes`](super::lanes::Lanes) or eight
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

/// A function that is to run with the best kernel for this processor.
pub(super) trait Dispatched {
    type Output;

    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Runs a function with the fastest kernel that this processor supports.
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

/// The kernel for searches with bounded items. In this build, it is the given one.
#[cfg(any(test, not(debug_assertions)))]
pub(super) fn for_bounded<K: Kernel>(kernel: K) -> K {
    kernel
}

/// The kernel for searches with bounded items: the portable one. Such searches are rare, but make up half of the
/// code to compile. So in builds with debug assertions, only the tests of this crate compile them for other
/// kernels.
#[cfg(not(any(test, not(debug_assertions))))]
pub(super) fn for_bounded<K: Kernel>(_: K) -> Portable {
    Portable
}

/// Runs a function with every kernel that this processor supports, first with the portable one.
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
