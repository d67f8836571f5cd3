//! PDF: scenes as the pages of a document.
//!
//! Pages are added to a [`PdfDocument`] one by one, each as a scene of the page's size. Only the
//! compressed content of pages is kept in memory. Texts stay texts, in embedded subsets of the
//! fonts. Bookmarks, links, title and language are written if present. The file has no date, so
//! equal pages give equal bytes.

mod book;
mod content;
mod imposition;
mod outline;
mod pages;
mod photo;
mod points;
mod press;
mod standard;
mod structure;
mod text;
mod writer;

use pdf_writer::{Finish, Name, Pdf, Ref, TextStr};
use sha2::{Digest, Sha256};

use self::book::PackedPage;
pub use self::book::{DocumentInfo, LinkTarget, PageLink, PageParts, PdfDocument, PlacedPhoto};
pub use self::writer::{MAX_SIDE, PdfError};
use self::writer::{PdfWriter, packed};
use super::font::Fonts;
use super::scene::{FontWeight, Scene};
use content::PdfContent;
pub use imposition::{SheetSide, saddle_stitch};
use outline::Bookmark;
use points::points;
pub use press::{Imposition, Inks, Press, PressError, Standard};
pub use structure::{Block, Tag};
use text::EmbeddedFont;

/// A picture as a document of one page of its size.
///
/// # Errors
///
/// [`PdfError`] if the picture is too large for a page.
pub fn file(scene: &Scene, fonts: &Fonts) -> Result<Vec<u8>, PdfError> {
    let about = DocumentInfo {
        title: scene.title.clone(),
        ..DocumentInfo::default()
    };
    let mut book = PdfDocument::new(fonts, about);
    book.page(scene, PageParts::default())?;
    book.finish()
}

impl<'f> PdfDocument<'f> {
    /// A document without pages.
    pub fn new(fonts: &'f Fonts, about: DocumentInfo) -> Self {
        let weights = [FontWeight::Regular, FontWeight::Bold];
        let embedded = |weight| (weight, EmbeddedFont::new(fonts.of(weight)));
        Self {
            about,
            press: Press::default(),
            fonts: weights.into_iter().map(embedded).collect(),
            patterns: Vec::new(),
            photos: Vec::new(),
            pages: Vec::new(),
            bookmarks: Vec::new(),
        }
    }

    /// The document with print settings. They apply to pages that are added afterwards.
    #[must_use]
    pub fn for_press(self, press: Press) -> Self {
        Self { press, ..self }
    }

    /// The number of pages.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether there are no pages.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Adds a page with the content and the size of a scene.
    ///
    /// # Errors
    ///
    /// [`PdfError::TooLarge`] beyond [`MAX_SIDE`].
    pub fn page(&mut self, scene: &Scene, parts: PageParts) -> Result<(), PdfError> {
        let (width, height) = (scene.width, scene.height);
        if !(width <= MAX_SIDE && height <= MAX_SIDE) {
            return Err(PdfError::TooLarge { width, height });
        }
        let is_tagged = self.press.is_tagged();
        let mut content = PdfContent::new(height, self.press.inks());
        let mut blocks = (0..).zip(&parts.blocks).peekable();
        if let Some(placed) = &parts.photo {
            if is_tagged {
                content.begin(None);
            }
            content.photo(&photo::name(self.photos.len()), placed);
            if is_tagged {
                content.end();
            }
            self.photos
                .push(placed.photo.reduced(photo::most_pixels(placed.size.0)));
        }
        // The open marked content: `None` if there is none, `Some(None)` for an artifact,
        // `Some(Some(end))` for a block that ends before element `end`.
        let mut open: Option<Option<usize>> = None;
        for (number, element) in scene.elements.iter().enumerate() {
            if open.is_some_and(|end| end.is_some_and(|end| end <= number)) {
                content.end();
                open = None;
            }
            if is_tagged {
                let block = blocks.next_if(|(_, block)| block.elements.start <= number);
                if block.is_some() && open.is_some() {
                    content.end();
                    open = None;
                }
                if open.is_none() {
                    content.begin(block);
                    open = Some(block.map(|(_, block)| block.elements.end));
                }
            }
            for shape in &element.shapes {
                content.shape(shape, &mut self.fonts, &mut self.patterns);
            }
        }
        if open.is_some() {
            content.end();
        }
        self.pages.push(PackedPage {
            content: packed(&content.finish()),
            width,
            height,
            links: if is_tagged { parts.links } else { Vec::new() },
            blocks: if is_tagged { parts.blocks } else { Vec::new() },
            is_numbered: !parts.is_unnumbered,
        });
        Ok(())
    }

    /// Adds an entry to the outline, with its level (0 is the highest), its title, and its target
    /// as in [`LinkTarget::Page`]. An entry is at most one level below the previous one; if not,
    /// its level is raised.
    pub fn bookmark(&mut self, level: usize, title: impl Into<String>, page: usize, y: f64) {
        // The first entry must be on the highest level, 0.
        let deepest = self.bookmarks.last().map_or(0, |last| last.level + 1);
        self.bookmarks.push(Bookmark {
            level: level.min(deepest),
            title: title.into(),
            page,
            y,
        });
    }

    /// The contents of the PDF file.
    ///
    /// # Errors
    ///
    /// [`PdfError::Empty`] if there is no page; [`PdfError::Font`] if a font cannot be embedded;
    /// [`PdfError::TooLarge`] if an imposed sheet is too large.
    pub fn finish(self) -> Result<Vec<u8>, PdfError> {
        if self.pages.is_empty() {
            return Err(PdfError::Empty);
        }
        let mut writer = PdfWriter {
            pdf: Pdf::new(),
            next: 1,
        };
        if self.press.standard() == Standard::PdfX {
            writer.pdf.set_version(1, 4);
        }
        let [catalog, tree, info] = [writer.id(), writer.id(), writer.id()];
        let resources = self.write_resources(&mut writer)?;
        let (pages, structure) = match self.press.imposition() {
            Imposition::None => self.write_pages(tree, &resources, &mut writer),
            Imposition::SaddleStitch => {
                let sheets = self.write_sheets(tree, &resources, &mut writer)?;
                (sheets, None)
            }
        };
        let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
        writer
            .pdf
            .pages(tree)
            .kids(pages.iter().copied())
            .count(count);
        let is_imposed = self.press.imposition() != Imposition::None;
        let outline = if is_imposed {
            None
        } else {
            self.write_outline(&pages, &mut writer)
        };
        let labels = (!is_imposed).then(|| self.write_labels(&mut writer));
        let profile = standard::write_profile(self.press, &mut writer);
        let metadata = (self.press.standard() == Standard::PdfA).then(|| {
            let id = writer.id();
            writer.pdf.metadata(id, self.metadata().as_bytes());
            id
        });
        let mut object = writer.pdf.catalog(catalog);
        object.pages(tree);
        if let Some(outline) = outline {
            object.outlines(outline);
            object.page_mode(pdf_writer::types::PageMode::UseOutlines);
        }
        if let Some(labels) = labels {
            let mut tree = object.page_labels();
            let mut nums = tree.nums();
            for (first, label) in labels {
                nums.insert(first, label);
            }
        }
        if let Some(language) = &self.about.language {
            object.lang(TextStr(language));
        }
        if let Some(structure) = structure {
            object.pair(Name(b"StructTreeRoot"), structure);
            object.mark_info().marked(true);
        }
        if let Some(metadata) = metadata {
            object.metadata(metadata);
        }
        standard::write_intent(self.press, profile, &mut object);
        object.viewer_preferences().display_doc_title(true);
        object.finish();
        self.write_info(info, &mut writer);
        let id = Sha256::digest(writer.pdf.as_bytes())[..16].to_vec();
        writer.pdf.set_file_id((id.clone(), id));
        Ok(writer.pdf.finish())
    }

    /// The object of a page, and a y coordinate on the page converted to PDF: `y` is in millimetres from
    /// the top, the result in points from the bottom.
    fn place(&self, number: usize, y: f64, pages: &[Ref]) -> (Ref, f32) {
        let number = number.min(self.pages.len() - 1);
        let PackedPage { width, height, .. } = self.pages[number];
        let around = self.press.sheet(width, height).around;
        (pages[number], points(height + around - y))
    }
}

#[cfg(test)]
mod tests;
