//! Problems that are too large for bit columns.

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
        /// The number of options.
        options: usize,
        /// The maximum number.
        limit: usize,
    },
    /// There are too many items.
    #[error(
        "the problem has {items} items, and the engine `bits` takes at most {limit}; use `links`"
    )]
    Items {
        /// The number of items; each colour of an item counts as one more.
        items: usize,
        /// The maximum number.
        limit: usize,
    },
}

/// Checks that there is a block size for these numbers of options and items.
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
