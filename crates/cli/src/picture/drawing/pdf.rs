//! PDF: scenes as the pages of a document.
//!
//! A [`Book`] takes page after page, each a scene of the page's size, and forgets it when it is
//! packed; so a long document takes memory for its packed pages alone. Letters are text, set in
//! fonts of which the glyphs that are used are embedded. Bookmarks, links, title and language are
//! set where they are given. There is no date in the file: the same pages give the same bytes.

mod content;
mod outline;
mod text;

use std::collections::BTreeMap;

use pdf_writer::types::{ActionType, AnnotationType};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::font::Fonts;
use super::path::Point;
use super::pattern::Pattern;
use super::scene::{Scene, Weight};
use content::Content;
use outline::Bookmark;
use text::EmbeddedFont;

/// Points in a millimetre.
const POINTS: f64 = 72.0 / 25.4;

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
struct Page {
    content: Vec<u8>,
    width: f64,
    height: f64,
    links: Vec<Link>,
}

/// A document in the making.
#[derive(Debug)]
pub struct Book<'f> {
    about: DocumentInfo,
    fonts: BTreeMap<Weight, EmbeddedFont<'f>>,
    patterns: Vec<Pattern>,
    pages: Vec<Page>,
    bookmarks: Vec<Bookmark>,
}

/// A picture as a document of one page of its size.
///
/// ```
/// use tilewright::picture::drawing::{Fonts, Scene, pdf};
/// let page = pdf::file(&Scene::new("Empty", 210.0, 297.0), Fonts::built_in())?;
/// assert!(page.starts_with(b"%PDF-1.7"));
/// # Ok::<(), pdf::PdfError>(())
/// ```
///
/// # Errors
///
/// [`PdfError`] if the picture is too large for a page.
pub fn file(scene: &Scene, fonts: &Fonts) -> Result<Vec<u8>, PdfError> {
    let about = DocumentInfo {
        title: scene.title.clone(),
        ..DocumentInfo::default()
    };
    let mut book = Book::new(fonts, about);
    book.page(scene, Vec::new())?;
    book.finish()
}

impl<'f> Book<'f> {
    /// A document without pages.
    pub fn new(fonts: &'f Fonts, about: DocumentInfo) -> Self {
        let weights = [Weight::Regular, Weight::Bold];
        let embedded = |weight| (weight, EmbeddedFont::new(fonts.of(weight)));
        Self {
            about,
            fonts: weights.into_iter().map(embedded).collect(),
            patterns: Vec::new(),
            pages: Vec::new(),
            bookmarks: Vec::new(),
        }
    }

    /// How many pages there are.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether there is no page.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Adds a page of a scene's size.
    ///
    /// # Errors
    ///
    /// [`PdfError::TooLarge`] beyond [`MAX_SIDE`].
    pub fn page(&mut self, scene: &Scene, links: Vec<Link>) -> Result<(), PdfError> {
        let (width, height) = (scene.width, scene.height);
        if !(width <= MAX_SIDE && height <= MAX_SIDE) {
            return Err(PdfError::TooLarge { width, height });
        }
        let mut content = Content::new(height);
        for element in &scene.elements {
            for shape in &element.shapes {
                content.shape(shape, &mut self.fonts, &mut self.patterns);
            }
        }
        self.pages.push(Page {
            content: packed(&content.finish()),
            width,
            height,
            links,
        });
        Ok(())
    }

    /// Adds an entry to the outline: a title on a level (0 is the highest), and the place it leads
    /// to, as in [`Target::Page`].
    pub fn bookmark(&mut self, level: usize, title: impl Into<String>, page: usize, y: f64) {
        // A level can be left out only upwards.
        let deepest = self.bookmarks.last().map_or(0, |last| last.level + 1);
        self.bookmarks.push(Bookmark {
            level: level.min(deepest),
            title: title.into(),
            page,
            y,
        });
    }

    /// The file.
    ///
    /// # Errors
    ///
    /// There is no page, or a font is broken.
    pub fn finish(self) -> Result<Vec<u8>, PdfError> {
        if self.pages.is_empty() {
            return Err(PdfError::Empty);
        }
        let mut writer = Writer {
            pdf: Pdf::new(),
            next: 1,
        };
        let [catalog, tree, info] = [writer.id(), writer.id(), writer.id()];
        let pages: Vec<Ref> = self.pages.iter().map(|_| writer.id()).collect();
        let mut fonts = Vec::new();
        for (weight, font) in &self.fonts {
            if !font.is_used() {
                continue;
            }
            fonts.push((text::name(*weight), font.write(*weight, &mut writer)?));
        }
        let patterns: Vec<Ref> = self
            .patterns
            .iter()
            .map(|pattern| content::write_pattern(pattern, &mut writer))
            .collect();
        for (page, &id) in self.pages.iter().zip(&pages) {
            let annotations: Vec<Ref> = page
                .links
                .iter()
                .map(|link| self.write_link(link, page, &pages, &mut writer))
                .collect();
            let contents = writer.id();
            let mut object = writer.pdf.page(id);
            object.parent(tree).contents(contents);
            object.media_box(Rect::new(
                0.0,
                0.0,
                content::points(page.width),
                content::points(page.height),
            ));
            if !annotations.is_empty() {
                object.annotations(annotations);
            }
            let mut resources = object.resources();
            let mut dictionary = resources.fonts();
            for (name, font) in &fonts {
                dictionary.pair(Name(name), *font);
            }
            dictionary.finish();
            let mut dictionary = resources.x_objects();
            for (number, pattern) in patterns.iter().enumerate() {
                dictionary.pair(Name(&content::pattern_name(number)), *pattern);
            }
            dictionary.finish();
            resources.finish();
            object.finish();
            let mut stream = writer.pdf.stream(contents, &page.content);
            stream.filter(Filter::FlateDecode);
        }
        let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
        writer
            .pdf
            .pages(tree)
            .kids(pages.iter().copied())
            .count(count);
        let outline = self.write_outline(&pages, &mut writer);
        let mut object = writer.pdf.catalog(catalog);
        object.pages(tree);
        if let Some(outline) = outline {
            object.outlines(outline);
            object.page_mode(pdf_writer::types::PageMode::UseOutlines);
        }
        if let Some(language) = &self.about.language {
            object.lang(TextStr(language));
        }
        object.viewer_preferences().display_doc_title(true);
        object.finish();
        self.write_info(info, &mut writer);
        let id = Sha256::digest(writer.pdf.as_bytes())[..16].to_vec();
        writer.pdf.set_file_id((id.clone(), id));
        Ok(writer.pdf.finish())
    }

    fn write_info(&self, id: Ref, writer: &mut Writer) {
        let mut info = writer.pdf.document_info(id);
        info.title(TextStr(&self.about.title));
        if let Some(author) = &self.about.author {
            info.author(TextStr(author));
        }
        if let Some(subject) = &self.about.subject {
            info.subject(TextStr(subject));
        }
        info.creator(TextStr("Tilewright"));
    }

    fn write_link(&self, link: &Link, page: &Page, pages: &[Ref], writer: &mut Writer) -> Ref {
        let id = writer.id();
        let mut annotation = writer.pdf.annotation(id);
        let top = page.height - link.corner.y;
        annotation
            .subtype(AnnotationType::Link)
            .rect(Rect::new(
                content::points(link.corner.x),
                content::points(top - link.size.1),
                content::points(link.corner.x + link.size.0),
                content::points(top),
            ))
            .border(0.0, 0.0, 0.0, None);
        match &link.target {
            Target::Page(number, y) => {
                let (page, top) = self.place(*number, *y, pages);
                annotation
                    .action()
                    .action_type(ActionType::GoTo)
                    .destination()
                    .page(page)
                    .xyz(0.0, top, None);
            }
            Target::Address(address) => {
                annotation
                    .action()
                    .action_type(ActionType::Uri)
                    .uri(Str(address.as_bytes()));
            }
        }
        annotation.finish();
        id
    }

    /// A page and a height on it, in points from its foot.
    fn place(&self, number: usize, y: f64, pages: &[Ref]) -> (Ref, f32) {
        let number = number.min(self.pages.len() - 1);
        let height = self.pages[number].height;
        (pages[number], content::points(height - y))
    }
}

/// The file being written.
struct Writer {
    pdf: Pdf,
    next: i32,
}

impl Writer {
    /// A new object's number.
    fn id(&mut self) -> Ref {
        let id = Ref::new(self.next);
        self.next += 1;
        id
    }
}

/// Deflates.
fn packed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}

#[cfg(test)]
mod tests;
