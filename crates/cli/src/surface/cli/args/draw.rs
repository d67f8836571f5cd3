//! What to draw, how, how large, and in which format.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::paper::PaperSize;
use super::{Length, PartArgs, ResourceArgs};
use crate::picture::drawing::{Coloring, Labelling, MarginTooLarge, Paper, View};

/// `draw`
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// The puzzle, a RON file
    pub file: PathBuf,
    /// Which of its puzzles.
    #[command(flatten)]
    pub part: PartArgs,
    /// What to draw [default: board; with --solution, solution]
    #[arg(long, value_name = "WHAT")]
    pub what: Option<WhatArg>,
    /// Which solution, in the order of `solve`; the first one of a sheet
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub solution: Option<u64>,
    /// Take one solution of each kind: rotated and reflected ones once
    #[arg(long)]
    pub distinct: bool,
    /// At most so many solutions on a sheet
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// How it looks.
    #[command(flatten)]
    pub look: LookArgs,
    /// In which letters.
    #[command(flatten)]
    pub font: FontArgs,
    /// How large a cell is, from edge to edge, or how long a stick: 10mm, 0.5in
    #[arg(long, value_name = "LENGTH", conflicts_with = "width")]
    pub cell: Option<Length>,
    /// How wide the picture is, each picture of a sheet
    #[arg(long, value_name = "LENGTH")]
    pub width: Option<Length>,
    /// The paper.
    #[command(flatten)]
    pub paper: PaperArgs,
    /// The columns of a sheet [default: 4, or what --cell or --width leaves room for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..),
        conflicts_with_all = ["cell", "width"])]
    pub columns: Option<u8>,
    /// The format [default: by the ending of --output, else svg]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<PictureFormat>,
    /// Dots per inch of a PNG
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u32).range(10..=4800))]
    pub dpi: u32,
    /// Write to a file instead of stdout; several pages but those of a PDF get numbers: sheet-1.png
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// With what means.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// What options of pictures stand under in the help of commands that have others.
pub(super) const PICTURES: &str = "Pictures";

/// `--palette`, `--labels`, `--view`
#[derive(Debug, Clone, Args)]
pub struct LookArgs {
    /// What pieces are told apart by
    #[arg(long, help_heading = PICTURES, value_name = "PALETTE", default_value = "color")]
    pub palette: PaletteArg,
    /// Where the pieces' labels stand
    #[arg(long, help_heading = PICTURES, value_name = "WHERE", default_value = "pieces")]
    pub labels: LabelsArg,
    /// How solid puzzles are shown
    #[arg(long, help_heading = PICTURES, value_name = "VIEW", default_value = "auto")]
    pub view: ViewArg,
}

/// `--font`
#[derive(Debug, Clone, Args)]
pub struct FontArgs {
    /// The font of texts in PNG and PDF, a TrueType or OpenType file
    #[arg(long, value_name = "FILE")]
    pub font: Option<PathBuf>,
    /// The font of bold texts
    #[arg(long, value_name = "FILE", requires = "font")]
    pub bold_font: Option<PathBuf>,
}

/// `--paper`, `--landscape`, `--page-margin`
#[derive(Debug, Clone, Args)]
pub struct PaperArgs {
    /// Put it on pages of this size: a3 to a6, letter, or width and height as in 170x240mm
    /// [default for sheets: a4]
    #[arg(long, help_heading = PICTURES, value_name = "PAPER")]
    pub paper: Option<PaperSize>,
    /// Turn the paper on its side
    #[arg(long, help_heading = PICTURES)]
    pub landscape: bool,
    /// What is left free on each side of a page
    #[arg(long, help_heading = PICTURES, value_name = "LENGTH", default_value = "12mm")]
    pub page_margin: Length,
}

impl PaperArgs {
    /// The paper asked for, if any is.
    ///
    /// # Errors
    ///
    /// The margins leave too little of it.
    pub fn asked(&self) -> Result<Option<Paper>, MarginTooLarge> {
        self.paper.map(|paper| self.shaped(paper)).transpose()
    }

    /// The paper asked for, or A4.
    ///
    /// # Errors
    ///
    /// As [`asked`](Self::asked).
    pub fn page(&self) -> Result<Paper, MarginTooLarge> {
        self.shaped(self.paper.unwrap_or(PaperSize(Paper::A4)))
    }

    fn shaped(&self, PaperSize(upright): PaperSize) -> Result<Paper, MarginTooLarge> {
        let paper = if self.landscape {
            upright.turned()
        } else {
            upright
        };
        paper.with_margin(self.page_margin.0)
    }
}

/// `--what`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WhatArg {
    /// The board, with the givens.
    Board,
    /// The pieces, with their names.
    Pieces,
    /// A solution.
    Solution,
    /// Many solutions, numbered, on pages.
    Sheet,
}

/// `--format` of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// Lines and areas, for screens, editors and cutters.
    Svg,
    /// Pixels.
    Png,
    /// Pages, ready for print.
    Pdf,
    /// A picture of a LaTeX document.
    Tikz,
}

/// `--palette`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PaletteArg {
    /// Colours that stay apart for colour-blind eyes; those of the file where it has any.
    Color,
    /// Black and white: hatchings and dots.
    Patterns,
    /// White, to be coloured in.
    Outlines,
}

impl From<PaletteArg> for Coloring {
    fn from(palette: PaletteArg) -> Self {
        match palette {
            PaletteArg::Color => Self::Color,
            PaletteArg::Patterns => Self::Patterns,
            PaletteArg::Outlines => Self::Outlines,
        }
    }
}

/// `--labels`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LabelsArg {
    /// Once on each piece.
    Pieces,
    /// In every cell.
    Cells,
    /// Nowhere.
    None,
}

impl From<LabelsArg> for Labelling {
    fn from(labels: LabelsArg) -> Self {
        match labels {
            LabelsArg::Pieces => Self::Pieces,
            LabelsArg::Cells => Self::Cells,
            LabelsArg::None => Self::None,
        }
    }
}

/// `--view`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ViewArg {
    /// Layer by layer, and from a corner.
    Auto,
    /// Layer by layer.
    Layers,
    /// From a corner.
    Isometric,
}

impl From<ViewArg> for View {
    fn from(view: ViewArg) -> Self {
        match view {
            ViewArg::Auto => Self::Auto,
            ViewArg::Layers => Self::Layers,
            ViewArg::Isometric => Self::Isometric,
        }
    }
}
