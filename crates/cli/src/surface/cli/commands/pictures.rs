//! Writes pictures, either one file or a file for each page.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::{OutputTarget, counted, grouped, say};
use crate::picture::drawing::pdf::{DocumentInfo, PdfDocument};
use crate::picture::drawing::{
    Coloring, Fonts, Labelling, Scene, Shape, SolidView, Style, pdf, png, svg, tikz,
};
use crate::support::atomic_write;
use crate::support::label::shown;
use crate::surface::cli::args::{FontArgs, LookArgs, PictureFormat};
use crate::surface::cli::failure::Failure;

impl LookArgs {
    pub(super) fn style(&self) -> Style {
        Style {
            coloring: Coloring::from(self.palette),
            labels: Labelling::from(self.labels),
            view: SolidView::from(self.view),
            ..Style::default()
        }
    }
}

impl FontArgs {
    /// The fonts that the options name, or the built-in ones.
    pub(super) fn fonts(&self) -> Result<Fonts, Failure> {
        match &self.font {
            None => Ok(Fonts::built_in().clone()),
            Some(regular) => Ok(Fonts::load(regular, self.bold_font.as_deref())?),
        }
    }
}

/// The format of `--format`, otherwise that of the output's extension, otherwise SVG.
pub(super) fn format(
    asked: Option<PictureFormat>,
    output: Option<&PathBuf>,
) -> Result<PictureFormat, Failure> {
    let (None, Some(path)) = (asked, output) else {
        return Ok(asked.unwrap_or(PictureFormat::Svg));
    };
    match ending(path).as_str() {
        "svg" => Ok(PictureFormat::Svg),
        "png" => Ok(PictureFormat::Png),
        "pdf" => Ok(PictureFormat::Pdf),
        "tex" | "tikz" => Ok(PictureFormat::Tikz),
        _ => Err(anyhow!(
            "the name {} has no known ending: let it end in .svg, .png, .pdf or .tex, or add --format",
            shown(path)
        )
        .into()),
    }
}

/// The extension of a file name in lower case: `pdf`.
pub(super) fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    ending.to_ascii_lowercase()
}

/// Warns of characters that the fonts lack.
pub(super) fn say_missing(missing: impl IntoIterator<Item = char>) {
    let missing: String = missing.into_iter().collect();
    if missing.is_empty() {
        return;
    }
    say::warn(format_args!(
        "the font has no {missing}, so boxes are drawn; name another font with --font"
    ));
}

/// Pages of one format that are written one by one.
pub(super) struct Pages<'a> {
    format: PictureFormat,
    dpi: u32,
    fonts: &'a Fonts,
    output: Option<OutputTarget>,
    /// All pages so far, if the format is PDF.
    book: PdfDocument<'a>,
    /// The first page. It is held until a second page shows that the files must be numbered.
    first: Option<Scene>,
    count: usize,
    /// The characters that the fonts lack.
    missing: BTreeSet<char>,
}

impl<'a> Pages<'a> {
    /// Pages to be written to a file or to stdout. Returns an error for PNG, PDF and SVG on a
    /// terminal.
    pub(super) fn new(
        title: &str,
        format: PictureFormat,
        dpi: u32,
        fonts: &'a Fonts,
        output: Option<OutputTarget>,
    ) -> Result<Self, Failure> {
        if output.is_none()
            && matches!(format, PictureFormat::Png | PictureFormat::Pdf)
            && io::stdout().is_terminal()
        {
            refuse!("a terminal cannot show a PNG or a PDF: name a file with --output");
        }
        if output.is_none() && format == PictureFormat::Svg && io::stdout().is_terminal() {
            refuse!("a terminal cannot show an SVG: name a file with -o, such as -o picture.svg");
        }
        let about = DocumentInfo {
            title: title.to_owned(),
            ..DocumentInfo::default()
        };
        Ok(Self {
            format,
            dpi,
            fonts,
            output,
            book: PdfDocument::new(fonts, about),
            first: None,
            count: 0,
            missing: BTreeSet::new(),
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a page. If there is a second page and the format is not PDF, each page becomes a
    /// numbered file.
    pub(super) fn add(&mut self, page: Scene) -> Result<(), Failure> {
        self.count += 1;
        if self.format != PictureFormat::Svg {
            self.note_missing(&page);
        }
        if self.format == PictureFormat::Pdf {
            return Ok(self.book.page(&page, pdf::PageParts::default())?);
        }
        if self.count == 1 {
            self.first = Some(page);
            return Ok(());
        }
        let Some(target) = self.output.clone().filter(|target| !target.is_stdout()) else {
            refuse!(
                "there are several pages, but stdout takes one picture: name a file with \
                 --output, or draw less with --limit"
            );
        };
        if let Some(first) = self.first.take() {
            write_bytes(Some(&target.marked("1")?), &self.picture(&first)?)?;
        }
        write_bytes(
            Some(&target.marked(&self.count.to_string())?),
            &self.picture(&page)?,
        )
    }

    /// Writes the pages that are still held: a single page, or all pages of a PDF. Returns the number of pages.
    pub(super) fn finish(mut self) -> Result<usize, Failure> {
        if let Some(page) = self.first.take() {
            write_bytes(self.output.as_ref(), &self.picture(&page)?)?;
        }
        if !self.book.is_empty() {
            let book = std::mem::replace(
                &mut self.book,
                PdfDocument::new(self.fonts, DocumentInfo::default()),
            );
            let bytes = book.finish()?;
            write_bytes(self.output.as_ref(), &bytes)?;
        }
        say_missing(self.missing);
        match &self.output {
            Some(target) if self.count > 1 && self.format != PictureFormat::Pdf => {
                let first = target.marked("1")?;
                let last = target.marked(&self.count.to_string())?;
                let (first, last) = (shown(first.path()), shown(last.path()));
                remark_line!("{first} to {last}: {}", counted(self.count, "picture"));
            }
            target => say_written(target.as_ref(), &counted(self.count, "picture")),
        }
        Ok(self.count)
    }

    fn note_missing(&mut self, page: &Scene) {
        for shape in page.elements.iter().flat_map(|element| &element.shapes) {
            if let Shape::Text(text) = shape {
                self.missing
                    .extend(self.fonts.missing(&text.text, text.weight));
            }
        }
    }

    /// A page as the bytes of a separate file.
    fn picture(&self, page: &Scene) -> Result<Vec<u8>, Failure> {
        Ok(match self.format {
            PictureFormat::Svg => svg::file(page).into_bytes(),
            PictureFormat::Png => png::file(page, self.fonts, f64::from(self.dpi))?,
            PictureFormat::Pdf => pdf::file(page, self.fonts)?,
            PictureFormat::Tikz => tikz::file(page, self.fonts).into_bytes(),
        })
    }
}

fn write_bytes(target: Option<&OutputTarget>, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(target, |out| Ok(out.write_all(bytes)?))
}

/// Prints what a file contains, and its size. Prints nothing for stdout, pipes and devices.
pub(super) fn say_written(target: Option<&OutputTarget>, what: &str) {
    let Some(path) = target.map(OutputTarget::path) else {
        return;
    };
    if let Ok(found) = std::fs::metadata(path)
        && found.is_file()
        && target.is_some_and(|target| !target.is_stdout())
    {
        let size = grouped(found.len().div_ceil(1000));
        remark_line!("{}: {what}, {size} KB", shown(path));
    }
}

/// Passes stdout to `write`, or a file that appears as a whole or not at all. What `write` writes is not changed,
/// so it may be binary.
pub(super) fn write_whole<T>(
    target: Option<&OutputTarget>,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let Some(path) = target.map(OutputTarget::path) else {
        let mut out = BufWriter::new(io::stdout().lock());
        let answer = write(&mut out)?;
        out.flush()?;
        return Ok(answer);
    };
    let mut answer = None;
    let written: Result<(), SkippedPicture> = atomic_write::replace(path, |out| {
        answer = Some(write(out)?);
        Ok(())
    });
    match (written, answer) {
        (Ok(()), Some(answer)) => Ok(answer),
        (Err(SkippedPicture::Failure(failure)), _) => Err(failure),
        (Err(SkippedPicture::System(error)), _) => {
            let error = anyhow::Error::new(error);
            Err(error
                .context(format!("cannot write {}", shown(path)))
                .into())
        }
        (Ok(()), None) => Err(anyhow!("cannot write {}", shown(path)).into()),
    }
}

/// Why a file was not written.
enum SkippedPicture {
    Failure(Failure),
    System(io::Error),
}

impl From<io::Error> for SkippedPicture {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl From<Failure> for SkippedPicture {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}
