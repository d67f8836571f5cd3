//! The PDF file under construction, and why a PDF cannot be written.

use pdf_writer::{Pdf, Ref};
use thiserror::Error;

/// The longest side of a page, in millimetres (ISO 32000-1, annex C: 14,400 points).
pub const MAX_SIDE: f64 = 5080.0;

/// Why a PDF cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PdfError {
    /// A side of a page is longer than PDF allows.
    #[error(
        "a page of {width:.0} × {height:.0} mm is too large for PDF: its sides may be at most \
         {MAX_SIDE} mm"
    )]
    TooLarge {
        /// The width in millimetres.
        width: f64,
        /// The height in millimetres.
        height: f64,
    },
    /// A font cannot be embedded.
    #[error("cannot embed a font: {0}")]
    Font(subsetter::Error),
    /// There is no page.
    #[error("a PDF needs at least one page")]
    Empty,
}

/// The PDF under construction, with the next object number.
pub(super) struct PdfWriter {
    pub(super) pdf: Pdf,
    pub(super) next: i32,
}

impl PdfWriter {
    /// A new object number.
    pub(super) fn id(&mut self) -> Ref {
        let id = Ref::new(self.next);
        self.next += 1;
        id
    }
}

pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}
