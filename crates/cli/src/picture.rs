//! Pictures, in text and on paper and screens, and their colours.

pub mod drawing;
pub mod palette;
pub mod render;
