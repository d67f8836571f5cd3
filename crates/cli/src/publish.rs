//! What leaves for people, machines and other programs, and what comes from these: booklets, pages
//! that browse and play, packs for apps, parts of wood or plastic, tables.

pub mod booklet;
pub mod fabricate;
pub mod interchange;
pub(crate) mod open_goals;
pub mod pack;
mod shared_fields;
pub mod texts;
pub mod viewer;
