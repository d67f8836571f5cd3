//! The arguments of `booklet`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{FontArgs, LookArgs, PaperArgs, PartArgs, PressArgs, ResourceArgs, TextsArgs};
use crate::publish::booklet::Hints;
use crate::publish::booklet::Numbers;
use crate::support::label::Label;

/// The content and the look of a booklet.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub struct BookletArgs {
    /// A book (a .ron file with `title`, `cover` and `parts`; see Booklets in the guide), a file of
    /// challenges, or a puzzle whose solutions are shown
    #[arg(required_unless_present = "print_texts")]
    pub file: Option<PathBuf>,
    /// The case or goal of the file, if only one is shown.
    #[command(flatten)]
    pub part: PartArgs,
    /// The solutions of a puzzle to show, numbered as `solve` lists them: 1-24 or 3,7,100-120
    #[arg(long, value_name = "NUMBERS")]
    pub solutions: Option<Numbers>,
    /// Number only distinct solutions: those that are not rotations or reflections of one another
    #[arg(long)]
    pub distinct: bool,
    /// The title [default: that of the file]
    #[arg(long, value_name = "TEXT", value_parser = super::title)]
    pub title: Option<Label>,
    /// Put N challenges on a page
    #[arg(long, value_name = "N", default_value_t = 4,
        value_parser = super::whole::<u8>(1..=6))]
    pub per_page: u8,
    /// Where the hints are printed
    #[arg(long, value_name = "WHERE", default_value = "upside-down")]
    pub hints: HintsArg,
    /// Put a table of contents after the title page of a PDF
    #[arg(long)]
    pub contents: bool,
    /// Put an index by id at the end of a PDF [default: from 48 challenges on]
    #[arg(long)]
    pub index: bool,
    /// Show in a PDF how another easy challenge is solved, step by step; in a book, `example: true` of a part
    #[arg(long)]
    pub example: bool,
    /// Compute a book anew and keep nothing [default: what was computed is kept next to
    /// its file, as book.ron.cache]
    #[arg(long)]
    pub no_cache: bool,
    /// The texts that the booklet prints, and their language.
    #[command(flatten)]
    pub words: TextsArgs,
    /// The look of the pictures.
    #[command(flatten)]
    pub look: LookArgs,
    /// The fonts of texts and labels.
    #[command(flatten)]
    pub font: FontArgs,
    /// The size and margins of the pages.
    #[command(flatten)]
    pub paper: PaperArgs,
    /// The settings for a print shop.
    #[command(flatten)]
    pub press: PressArgs,
    /// The format [default: by the extension of --output, else pdf]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<BookletFormat>,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Engine, threads and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// Where a booklet has its hints, as `--hints` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HintsArg {
    /// On separate pages, upside down.
    UpsideDown,
    /// On separate pages.
    Upright,
    /// Nowhere.
    None,
}

from_cases! { HintsArg as Hints: UpsideDown => UpsideDown, Upright => Upright, None => Nowhere }

/// The file formats of booklets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BookletFormat {
    /// Pages, ready for print.
    Pdf,
    /// One file for a browser.
    Html,
}
