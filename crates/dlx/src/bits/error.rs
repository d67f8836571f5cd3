//! The error for problems that are too large for bit columns.

use thiserror::Error;

use super::size::Size;

/// Why a problem cannot be searched by [`Bits`](crate::Bits).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BitsError {
    /// There are too many options.
    #[error(
        "the problem has {options} options, and the engine `bits` takes at most {limit}; use `links`"
    )]
    Options {
        /// The number of options of the problem.
        options: usize,
        /// The maximum number of options.
        limit: usize,
    },
    /// There are too many items.
    #[error(
        "the problem has {items} items, and the engine `bits` takes at most {limit}; use `links`"
    )]
    Items {
        /// The number of items of the problem; each colour of an item counts as one more.
        items: usize,
        /// The maximum number of items.
        limit: usize,
    },
}

/// Checks that a block can have these numbers of options and items.
pub(super) fn check(options: usize, items: usize) -> Result<(), BitsError> {
    let limit = Size::LARGEST.options();
    if options > limit {
        return Err(BitsError::Options { options, limit });
    }
    let limit = Size::LARGEST.items();
    if items > limit {
        return Err(BitsError::Items { items, limit });
    }
    Ok(())
}
