//! The thread pool of a command.

use std::num::NonZeroUsize;

use anyhow::Context;

use crate::surface::cli::failure::Failure;

pub(super) fn threads(number: NonZeroUsize) -> Result<rayon::ThreadPool, Failure> {
    Ok(rayon::ThreadPoolBuilder::new()
        .num_threads(number.get())
        .build()
        .context("cannot start threads")?)
}
