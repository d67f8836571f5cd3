//! What writes objects, and what may go wrong.

use pdf_writer::{Pdf, Ref};
use thiserror::Error;

/// The longest side of a page, in millimetres (ISO 32000-1, annex C: 14,400 points).
pub const MAX_SIDE: f64 = 5080.0;

/// Why there is no PDF.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PdfError {
    /// A page is too large.
    #[error(
        "a page of {width:.0} × {height:.0} mm is too large for PDF; {MAX_SIDE} mm is the limit"
    )]
    TooLarge {
        /// Its width in millimetres.
        width: f64,
        /// Its height in millimetres.
        height: f64,
    },
    /// A font cannot be embedded.
    #[error("a font cannot be embedded: {0}")]
    Font(subsetter::Error),
    /// There is no page.
    #[error("a PDF needs at least one page")]
    Empty,
}

/// The file being written.
pub(super) struct Writer {
    pub(super) pdf: Pdf,
    pub(super) next: i32,
}

impl Writer {
    /// A new object's number.
    pub(super) fn id(&mut self) -> Ref {
        let id = Ref::new(self.next);
        self.next += 1;
        id
    }
}

/// Deflates.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}
