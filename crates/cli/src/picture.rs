//! Pictures, in text and on paper and screens, and their colours.

#[cfg(feature = "pictures")]
pub mod drawing;
pub mod palette;
pub mod render;
