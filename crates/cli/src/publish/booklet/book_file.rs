//! Files that describe a book.
//!
//! ```text
//! (
//!     title: "Kanoodle in 120 steps",              // a text, or {"en": "…", "de": "…"}
//!     subtitle: "…", author: "…",                  // only title and parts are required
//!     cover: (art: Solution, color: "#1d3557"),    // or (picture: "cover.jpg")
//!     introduction: ["A paragraph.", "…"],         // or {"en": ["…"], "de": ["…"]}
//!     back: ["A text for the back cover."],
//!     contents: true, running_heads: true,
//!     per_page: 2, tick_boxes: true,               // for all parts, or in a part
//!     parts: [
//!         (challenges: "kanoodle-120.ron", dividers: true, example: true),
//!         (goals: "calendar.ron", only: ["1 January"]),
//!         (solutions: "scott.ron", numbers: "1-24", distinct: true),
//!     ],
//! )
//! ```

mod fields;
mod parts;

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Book, BookPart, Cover, CoverArt, PartLayout};
use crate::design::challenges::{ChallengeFileError, ReadError};
use crate::puzzle::{Diagnostic, Raw, Reader, Source, Span, outer_fields};
use crate::support::label::Label;
use fields::{Fields, LayoutFields, MAX_TITLE, read_cover, with_layout_fields};
pub use parts::{BookPartFile, PartSubject};

/// The maximum number of parts of a book.
const MAX_PARTS: usize = 64;

/// The description of a book in its file, with the loaded files of its parts.
#[derive(Debug)]
pub struct BookFile {
    /// The title, on the cover or the first page.
    pub title: Label,
    /// The line below the title.
    pub subtitle: Option<Label>,
    /// The author's name as printed, if the file has one.
    pub author: Option<Label>,
    /// The front cover, if the file describes one.
    pub cover: Option<Cover>,
    /// Paragraphs of an introduction before the first part.
    pub introduction: Vec<Label>,
    /// Paragraphs on the back cover.
    pub back: Vec<Label>,
    /// Whether the book has a table of contents.
    pub has_contents: bool,
    /// Whether pages have running heads.
    pub has_running_heads: bool,
    /// The parts, at least one.
    pub parts: Vec<BookPartFile>,
    /// The paths of all files to which the book refers.
    pub paths: Vec<PathBuf>,
}

with_layout_fields! {
    /// The fields of a book; layout fields apply to all parts.
    #[derive(Debug, Deserialize)]
    #[serde(rename = "Book", deny_unknown_fields)]
    struct BookFields {
        title, subtitle, author, cover, introduction, back, contents, running_heads, parts,
    }
}

/// An example of a book file, shown in error messages.
const EXAMPLE: &str =
    "a book is one struct: (title: \"…\", parts: [(challenges: \"kanoodle-120.ron\")])";

/// If the error is about the field `example`, which only parts have, adds a note on where it
/// belongs.
fn in_a_part(error: Diagnostic) -> Diagnostic {
    if error.message != "unknown field `example`" {
        return error;
    }
    error.help("`example` belongs in a part: `parts: [(challenges: …, example: true)]`")
}

impl BookFile {
    /// Whether a text is meant as a book: a struct with a list `parts`. It may have errors elsewhere.
    pub fn is_one(text: &Source) -> bool {
        let fields = outer_fields(text.text());
        fields
            .iter()
            .any(|(name, value)| *name == "parts" && *value == Some('['))
    }

    /// Reads a book from a text and loads the files to which it refers. `path` is the text's own
    /// path; paths in the text are relative to its folder. A text given in several languages is
    /// read in `language`, such as `de`. `layout` contains the defaults for the parts.
    ///
    /// ```
    /// use std::path::Path;
    /// use tilewright::publish::booklet::{BookFile, PartLayout};
    /// use tilewright::puzzle::Source;
    ///
    /// let text = r#"(
    ///     title: {"en": "Four for the train", "de": "Vier für die Bahn"},
    ///     parts: [(challenges: "kanoodle.ron", per_page: 1)],
    /// )"#;
    /// // As if the file were in the folder of these challenges.
    /// let path = Path::new("../../tests/challenges/book.ron");
    /// let book = BookFile::read(&Source::new("book.ron", text), path, "de", &PartLayout::default())?;
    /// assert_eq!(book.title, "Vier für die Bahn");
    /// assert_eq!(book.parts[0].layout.per_page, 1);
    /// # Ok::<(), tilewright::design::challenges::ChallengeFileError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first error in any of the files, with its position.
    pub fn read(
        text: &Source,
        path: &Path,
        language: &str,
        layout: &PartLayout,
    ) -> Result<Self, ChallengeFileError> {
        let read = Self::read_all(text, path, language, layout);
        read.map_err(|error| error.in_text(text.clone()))
    }

    fn read_all(
        text: &Source,
        path: &Path,
        language: &str,
        layout: &PartLayout,
    ) -> Result<Self, ReadError> {
        let reader = Reader::new(text);
        let file: BookFields<'_> = reader.root().read().map_err(in_a_part)?;
        let fields = Fields { reader, language };
        let title = file.title.ok_or_else(|| missing("title", text))?;
        let list = file.parts.ok_or_else(|| missing("parts", text))?;
        let label = |raw: Option<Raw<'_>>, what| {
            let read = raw.map(|raw| fields.label(raw, what, MAX_TITLE));
            read.transpose()
        };
        let paragraphs = |raw: Option<Raw<'_>>| {
            let read = raw.map(|raw| fields.paragraphs(raw));
            Ok::<_, Diagnostic>(read.transpose()?.unwrap_or_default())
        };
        let mut paths = Vec::new();
        let cover = match file.cover {
            None => None,
            Some(raw) => Some(read_cover(reader, raw, path, &mut paths)?),
        };
        let title = fields.label(title, "a title", MAX_TITLE)?;
        let layout = file.layout_fields().over(&fields, layout)?;
        let raws: Vec<Raw<'_>> = reader.read_raw(list)?;
        if raws.is_empty() || raws.len() > MAX_PARTS {
            let message = format!("a book has from 1 to {MAX_PARTS} parts");
            let what = reader.node(list).error(message);
            return Err(what.help(EXAMPLE).into());
        }
        let mut parts = Vec::new();
        for raw in raws {
            let part = BookPartFile::read(&fields, raw, path, &layout)?;
            paths.push(part.path.clone());
            parts.push(part);
        }
        Ok(Self {
            title,
            subtitle: label(file.subtitle, "a subtitle")?,
            author: label(file.author, "an author")?,
            cover,
            introduction: paragraphs(file.introduction)?,
            back: paragraphs(file.back)?,
            has_contents: fields.flag(file.contents, false)?,
            has_running_heads: fields.flag(file.running_heads, false)?,
            parts,
            paths,
        })
    }

    /// Whether the cover shows a solution.
    pub fn has_solution_on_cover(&self) -> bool {
        let art = self.cover.as_ref().map(|cover| &cover.art);
        matches!(art, Some(CoverArt::Solution))
    }

    /// The book that this file describes, made of the given parts.
    ///
    /// # Panics
    ///
    /// If `parts` is empty.
    pub fn with_parts<'a>(&self, parts: Vec<BookPart<'a>>) -> Book<'a> {
        let texts = |labels: &[Label]| labels.iter().map(Label::to_string).collect();
        Book {
            subtitle: self.subtitle.as_ref().map(Label::to_string),
            author: self.author.clone(),
            cover: self.cover.clone(),
            introduction: texts(&self.introduction),
            back: texts(&self.back),
            has_running_heads: self.has_running_heads,
            ..Book::of_parts(self.title.clone(), parts)
        }
    }
}

fn missing(name: &str, text: &Source) -> Diagnostic {
    let end = text.text().trim_end().len();
    let last = Span::new(end.saturating_sub(1), end);
    let message = format!("the field `{name}` is missing");
    Diagnostic::error(message, last, "the file ends here").help(EXAMPLE)
}
