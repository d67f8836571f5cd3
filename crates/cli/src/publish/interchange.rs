//! Files for and from other programs: tables for analysis, puzzles of other solvers, pictures.

pub(crate) mod arrangement;
pub mod burrtools;
#[cfg(test)]
mod damage;
pub mod listing;
pub mod matrix;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub(crate) mod pixels;
pub mod puzzlecad;
pub(crate) mod solution_table;
pub(crate) mod table;

/// The format of another program's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForeignFormat {
    /// A puzzle of [BurrTools](burrtools).
    Burrtools,
    /// Pieces of [puzzlecad].
    Puzzlecad,
    /// A picture in pixels of a solved puzzle, with one colour for each piece.
    Png,
    /// A [list of solutions](listing) as text.
    Listing,
}

impl ForeignFormat {
    /// Guesses the format: BurrTools and PNG from the first bytes, puzzlecad from names of its calls anywhere
    /// in the file. Everything else is a list of solutions.
    ///
    /// ```
    /// use tilewright::publish::interchange::ForeignFormat;
    ///
    /// assert_eq!(ForeignFormat::of(b"<?xml version=\"1.0\"?>"), ForeignFormat::Burrtools);
    /// assert_eq!(ForeignFormat::of(b"burr_piece(\"xx\");"), ForeignFormat::Puzzlecad);
    /// assert_eq!(ForeignFormat::of(b"A A B\nA B B\n"), ForeignFormat::Listing);
    /// ```
    pub fn of(bytes: &[u8]) -> Self {
        let has = |word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
        let is_xml =
            bytes.trim_ascii_start().starts_with(b"<") || bytes.starts_with(b"\xef\xbb\xbf<");
        if bytes.starts_with(&[0x1f, 0x8b]) || is_xml {
            Self::Burrtools
        } else if bytes.starts_with(b"\x89PNG") {
            Self::Png
        } else if has(b"burr_piece") || has(b"burr_plate") || has(b"<puzzlecad") {
            Self::Puzzlecad
        } else {
            Self::Listing
        }
    }
}
