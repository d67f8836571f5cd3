//! Documents, their pages and links.

use std::collections::BTreeMap;

use super::outline::Bookmark;
use super::press::Press;
use super::structure::Block;
use super::text::EmbeddedFont;
use crate::picture::drawing::path::Point;
use crate::picture::drawing::pattern::FillPattern;
use crate::picture::drawing::photo::Photo;
use crate::picture::drawing::scene::FontWeight;

/// The metadata of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentInfo {
    /// The title in the metadata; may be empty.
    pub title: String,
    /// The author, if known.
    pub author: Option<String>,
    /// The topic, in one line.
    pub subject: Option<String>,
    /// The language of the texts as a BCP 47 tag: `en`, `pt-BR`.
    pub language: Option<String>,
}

/// A rectangle on a page that links to a target.
#[derive(Debug, Clone, PartialEq)]
pub struct PageLink {
    /// The upper left corner of the rectangle, in millimetres.
    pub corner: Point,
    /// The width and height, in millimetres.
    pub size: (f64, f64),
    /// Where a click leads.
    pub target: LinkTarget,
}

/// Where a click on a link leads.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkTarget {
    /// A page of the document, counted from 0, and a position on it in millimetres from its top.
    /// The page may be added later. A link to a page that is never added leads to the last page.
    Page(usize, f64),
    /// A web address.
    Address(String),
}

/// A finished page with compressed content.
#[derive(Debug)]
pub(super) struct PackedPage {
    pub(super) content: Vec<u8>,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) links: Vec<PageLink>,
    pub(super) blocks: Vec<Block>,
    /// Whether the page number is printed on the page.
    pub(super) is_numbered: bool,
}

/// The parts of a page in addition to its picture.
#[derive(Debug, Clone, Default)]
pub struct PageParts {
    /// The clickable areas.
    pub links: Vec<PageLink>,
    /// The blocks for screen readers, in reading order. Their ranges of elements do not overlap.
    pub blocks: Vec<Block>,
    /// True if no page number is printed on the page. Viewers then show a roman number.
    pub is_unnumbered: bool,
    /// A background image.
    pub photo: Option<PlacedPhoto>,
}

/// A raster image on a page. It is clipped where the bleed ends.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedPhoto {
    /// The image, in its own resolution.
    pub photo: Photo,
    /// The upper left corner, in millimetres.
    pub corner: Point,
    /// The width and height, in millimetres.
    pub size: (f64, f64),
}

/// A document under construction.
#[derive(Debug)]
pub struct PdfDocument<'f> {
    pub(super) about: DocumentInfo,
    pub(super) press: Press,
    pub(super) fonts: BTreeMap<FontWeight, EmbeddedFont<'f>>,
    pub(super) patterns: Vec<FillPattern>,
    /// The images of all pages, already reduced to the printed resolution.
    pub(super) photos: Vec<Photo>,
    pub(super) pages: Vec<PackedPage>,
    pub(super) bookmarks: Vec<Bookmark>,
}
