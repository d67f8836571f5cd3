//! What goes into a file.

use std::collections::BTreeMap;

use super::outline::Bookmark;
use super::press::Press;
use super::structure::Block;
use super::text::EmbeddedFont;
use crate::picture::drawing::path::Point;
use crate::picture::drawing::pattern::Pattern;
use crate::picture::drawing::photo::Photo;
use crate::picture::drawing::scene::Weight;

/// What a document says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentInfo {
    /// Its title.
    pub title: String,
    /// Its author, if known.
    pub author: Option<String>,
    /// What it is about, in a line.
    pub subject: Option<String>,
    /// The language of its texts, as in `en` or `pt-BR`.
    pub language: Option<String>,
}

/// A place on a page that leads elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Its upper left corner, in millimetres.
    pub corner: Point,
    /// Its width and height.
    pub size: (f64, f64),
    /// Where it leads.
    pub target: Target,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// To a page of the document, counted from 0, at that height from its top in millimetres. It
    /// may come later; a link to a page that never comes leads to the last one.
    Page(usize, f64),
    /// To an address.
    Address(String),
}

/// A page that is packed.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) content: Vec<u8>,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) links: Vec<Link>,
    pub(super) blocks: Vec<Block>,
    /// Whether its number is printed on it.
    pub(super) is_numbered: bool,
}

/// What is on a page besides its picture.
#[derive(Debug, Clone, Default)]
pub struct PageParts {
    /// Where one may click.
    pub links: Vec<Link>,
    /// What is read aloud, in this order; parts do not overlap.
    pub blocks: Vec<Block>,
    /// Whether readers call it by another name than its number, because none is printed on it.
    pub is_unnumbered: bool,
    /// What lies under its picture.
    pub photo: Option<PlacedPhoto>,
}

/// A picture of pixels on a page; what reaches over the page's edge and its bleed is not seen.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedPhoto {
    /// The picture.
    pub photo: Photo,
    /// Its upper left corner, in millimetres.
    pub corner: Point,
    /// Its width and height.
    pub size: (f64, f64),
}

/// A document in the making.
#[derive(Debug)]
pub struct Book<'f> {
    pub(super) about: DocumentInfo,
    pub(super) press: Press,
    pub(super) fonts: BTreeMap<Weight, EmbeddedFont<'f>>,
    pub(super) patterns: Vec<Pattern>,
    /// In the resolution in which they are printed.
    pub(super) photos: Vec<Photo>,
    pub(super) pages: Vec<Page>,
    pub(super) bookmarks: Vec<Bookmark>,
}
