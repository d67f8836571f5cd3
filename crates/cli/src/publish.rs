//! Output for people, machines and other programs: booklets, pages to browse solutions and to play,
//! packs for apps, files for cutters and 3-D printers, tables. Also reads the files of other
//! programs.

pub mod booklet;
mod card_numbers;
pub mod fabricate;
pub(crate) mod goals;
pub mod interchange;
pub(crate) mod open_goals;
pub mod pack;
mod shared_fields;
pub mod texts;
pub mod viewer;
