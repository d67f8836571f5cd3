//! Booklets page by page.

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
use super::{Book, Booklet, Content, Texts};
use crate::picture::drawing::pdf::{self, DocumentInfo, PageParts};
use crate::picture::drawing::{Fonts, Scene, Shape};
use crate::support::label::Label;
use assembly::Assembly;
use flow::Flow;
pub use layout::{BesideChallenge, Hints, Layout, LayoutError, PartLayout};
use leaf::Leaf;
pub use typography::{POINT, TypeSizeError, Typography};

/// A booklet as PDF, with bookmarks and links; and the characters that the fonts lack, for which
/// boxes are drawn.
///
/// Cost: time and memory of its pictures; a picture is about twenty kilobytes before it is packed.
///
/// # Errors
///
/// [`LayoutError`]: the paper is too small.
pub fn pdf(
    booklet: &Booklet<'_>,
    texts: &Texts,
    layout: &Layout,
    fonts: &Fonts,
) -> Result<(Vec<u8>, Vec<char>), LayoutError> {
    let leaves = Assembly::of_booklet(booklet, texts, layout, fonts).leaves()?;
    let subtitle = booklet.subtitle(texts);
    bound(leaves, (&booklet.title, subtitle), texts, layout, fonts)
}

/// A book as PDF, as [`pdf()`] writes a booklet.
///
/// Cost and errors: as there.
///
/// # Errors
///
/// [`LayoutError`]: the paper is too small.
pub fn book_pdf(
    book: &Book<'_>,
    texts: &Texts,
    layout: &Layout,
    fonts: &Fonts,
) -> Result<(Vec<u8>, Vec<char>), LayoutError> {
    let assembly = Assembly::of_book(book, texts, layout, fonts);
    let subtitle = assembly.subtitle();
    let leaves = assembly.leaves()?;
    let layout = Layout {
        author: layout.author.clone().or(book.author.clone()),
        ..layout.clone()
    };
    bound(leaves, (&book.title, subtitle), texts, &layout, fonts)
}

/// Pages as a file; what it is called, and what it is about.
fn bound(
    leaves: Vec<Leaf>,
    (title, subtitle): (&Label, String),
    texts: &Texts,
    layout: &Layout,
    fonts: &Fonts,
) -> Result<(Vec<u8>, Vec<char>), LayoutError> {
    let about = DocumentInfo {
        title: texts.title.fill(&[("title", title)]),
        subject: Some(subtitle),
        language: Some(texts.language.plain()),
        author: layout.author.as_ref().map(Label::to_string),
    };
    let mut missing = Vec::new();
    let mut file = pdf::Book::new(fonts, about).for_press(layout.press);
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

/// The characters of a page that the fonts lack.
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
