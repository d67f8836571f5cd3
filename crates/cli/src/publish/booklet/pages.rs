//! The layout of booklets and books as pages, and their PDF.

mod assembly;
mod challenges;
mod composer;
mod contents;
mod cover;
mod divider;
mod divisions;
mod example;
mod flow;
mod form;
mod front;
mod hints;
mod index;
mod layout;
mod leaf;
mod solutions;
mod spread;
mod typography;
mod words;

use self::composer::{
    CAPITALS, Composer, Contents, SMALLEST_CELL, as_length, fitting, page_number,
};
pub(super) use self::composer::{artist_of, largest_board};
use super::{Book, Booklet, BookletTexts, Content};
use crate::picture::drawing::pdf::{self, DocumentInfo, PageParts};
use crate::picture::drawing::{Fonts, Scene, Shape};
use crate::support::label::Label;
use assembly::BookAssembly;
use flow::Flow;
pub use layout::{
    BesideChallenge, BookletLayout, BookletLayoutError, DivisionKind, Hints, PartLayout,
};
use leaf::Leaf;
pub use typography::{POINT, TypeSizeError, Typography};

/// A booklet as PDF with bookmarks and links. Also returns the characters that the fonts lack; they
/// are drawn as boxes.
///
/// Cost: linear in the number of pictures. Each takes about 20 KB before compression.
///
/// # Errors
///
/// [`BookletLayoutError`] if the paper is too small, or the PDF cannot be written.
pub fn pdf(
    booklet: &Booklet<'_>,
    texts: &BookletTexts,
    layout: &BookletLayout,
    fonts: &Fonts,
) -> Result<(Vec<u8>, Vec<char>), BookletLayoutError> {
    let assembly = BookAssembly::of_booklet(booklet, texts, layout, fonts);
    let subtitle = assembly.subtitle();
    let leaves = assembly.leaves()?;
    bound(leaves, (&booklet.title, subtitle), texts, layout, fonts)
}

/// The edge of a cell in the challenges of a booklet, in millimetres; `None` if it does not fit, or has no
/// challenges.
pub fn cell_of_challenges(
    booklet: &Booklet<'_>,
    texts: &BookletTexts,
    (layout, part): (&BookletLayout, &PartLayout),
    fonts: &Fonts,
) -> Option<f64> {
    Composer::new(booklet, texts, (layout, part), fonts).cell_of_challenges()
}

/// A book as PDF. The second result and the cost are as for [`pdf()`].
///
/// # Errors
///
/// [`BookletLayoutError`] if the paper is too small, or the PDF cannot be written.
pub fn book_pdf(
    book: &Book<'_>,
    texts: &BookletTexts,
    layout: &BookletLayout,
    fonts: &Fonts,
) -> Result<(Vec<u8>, Vec<char>), BookletLayoutError> {
    let assembly = BookAssembly::of_book(book, texts, layout, fonts);
    let subtitle = assembly.subtitle();
    let leaves = assembly.leaves()?;
    let layout = BookletLayout {
        author: layout.author.clone().or(book.author.clone()),
        ..layout.clone()
    };
    bound(leaves, (&book.title, subtitle), texts, &layout, fonts)
}

/// Writes pages as a PDF with a title and a subject. Also returns the characters that the fonts lack.
fn bound(
    leaves: Vec<Leaf>,
    (title, subtitle): (&Label, String),
    texts: &BookletTexts,
    layout: &BookletLayout,
    fonts: &Fonts,
) -> Result<(Vec<u8>, Vec<char>), BookletLayoutError> {
    let about = DocumentInfo {
        title: texts.title.fill(&[("title", title)]),
        subject: Some(subtitle),
        language: Some(texts.language.plain()),
        author: layout.author.as_ref().map(Label::to_string),
    };
    let mut missing = Vec::new();
    let mut file = pdf::PdfDocument::new(fonts, about).for_press(layout.press);
    for (number, leaf) in leaves.into_iter().enumerate() {
        for (level, title, y) in leaf.bookmarks {
            file.bookmark(level, title, number, y);
        }
        missing.extend(lacking(&leaf.scene, fonts));
        let parts = PageParts {
            links: leaf.links,
            blocks: leaf.blocks,
            is_unnumbered: !leaf.is_numbered,
            photo: leaf.photo,
        };
        file.page(&leaf.scene, parts)?;
    }
    missing.sort_unstable();
    missing.dedup();
    Ok((file.finish()?, missing))
}

fn lacking(page: &Scene, fonts: &Fonts) -> Vec<char> {
    let shapes = page.elements.iter().flat_map(|element| &element.shapes);
    let missing = shapes.flat_map(|shape| match shape {
        Shape::Text(text) => fonts.missing(&text.text, text.weight),
        Shape::Path { .. } => Vec::new(),
    });
    missing.collect()
}

#[cfg(test)]
mod tests;
