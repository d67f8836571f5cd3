//! Ids of items and options. They are stored as `u32`, and their range is checked only when they
//! are made.

/// An item of a [`Problem`](crate::Problem), by its index in the order of addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ItemId(u32);

/// An option of a [`Problem`](crate::Problem), by its index in the order of addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OptionId(u32);

macro_rules! id {
    ($id:ident, $what:literal) => {
        impl $id {
            pub(crate) fn new(index: usize) -> Option<Self> {
                u32::try_from(index).ok().map(Self)
            }

            /// The ids with the indices below `count`.
            pub(crate) fn first(
                count: usize,
            ) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + use<> {
                // `Problem` ensures that there are at most `u32::MAX` items and options.
                (0..u32::try_from(count).unwrap_or(u32::MAX)).map(Self)
            }

            /// The [`index`](Self::index) in 32 bits, as it is stored.
            #[allow(dead_code, reason = "of one kind of id only")]
            pub(crate) const fn number(self) -> u32 {
                self.0
            }

            #[doc = concat!("The ", $what, "'s place in the order of addition, counted from zero.")]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(ItemId, "item");
id!(OptionId, "option");
