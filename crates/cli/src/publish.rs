//! What is read and played: booklets, pages that browse and play, packs for apps.

pub mod booklet;
pub mod pack;
mod shared_fields;
pub mod texts;
pub mod viewer;
