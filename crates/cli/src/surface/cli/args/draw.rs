//! The arguments of `draw`, and options for pictures that other commands have too.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::paper::PaperSize;
use super::{Length, PartArgs, ResourceArgs};
use crate::picture::drawing::{Coloring, Labelling, MarginTooLarge, Paper, SolidView};

/// What the pictures of `draw` show of a puzzle, their look, their size and their format.
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal that is drawn; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// What to draw [default: board; solution with --solution]
    #[arg(long, value_name = "WHAT")]
    pub what: Option<WhatArg>,
    /// Draw solution number N, counted as `solve` lists them; of a sheet, begin with it
    #[arg(long, value_name = "N", value_parser = super::whole::<u64>(1..))]
    pub solution: Option<u64>,
    /// Number only distinct solutions: those that are not rotations or reflections of one another
    #[arg(long)]
    pub distinct: bool,
    /// Draw at most N solutions on a sheet
    #[arg(long, short = 'n', value_name = "N", value_parser = super::whole::<u64>(1..))]
    pub limit: Option<u64>,
    /// The look of the picture.
    #[command(flatten)]
    pub look: LookArgs,
    /// The fonts of texts and labels.
    #[command(flatten)]
    pub font: FontArgs,
    /// The size of a cell from edge to edge, or the length of a stick: 10mm, 0.5in
    #[arg(long, value_name = "LENGTH", conflicts_with = "width")]
    pub cell: Option<Length>,
    /// The width of the picture; of a sheet, of each picture on it
    #[arg(long, value_name = "LENGTH")]
    pub width: Option<Length>,
    /// The size and margins of the pages.
    #[command(flatten)]
    pub paper: PaperArgs,
    /// Put N columns on a sheet [default: 4, or as many as fit with --cell or --width]
    #[arg(long, value_name = "N", value_parser = super::whole::<u8>(1..=255),
        conflicts_with_all = ["cell", "width"])]
    pub columns: Option<u8>,
    /// The format [default: by the extension of --output, else svg]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<PictureFormat>,
    /// Dots per inch of a PNG
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = super::whole::<u32>(10..=4800))]
    pub dpi: u32,
    /// Write to a file instead of stdout; several pages become numbered files, except of a PDF: sheet-1.png
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Engine, threads and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// The heading of the options for pictures, in the help of commands that also have other options.
pub(super) const PICTURES: &str = "Pictures";

/// The look of pictures: the colours of pieces, their labels, and the view of solids.
#[derive(Debug, Clone, Args)]
pub struct LookArgs {
    /// How pieces are distinguished
    #[arg(long, help_heading = PICTURES, value_name = "PALETTE", default_value = "color")]
    pub palette: PaletteArg,
    /// Where pieces are labelled
    #[arg(long, help_heading = PICTURES, value_name = "WHERE", default_value = "pieces")]
    pub labels: LabelsArg,
    /// How solid puzzles are shown
    #[arg(long, help_heading = PICTURES, value_name = "VIEW", default_value = "auto")]
    pub view: ViewArg,
}

/// The fonts of texts and labels in pictures.
#[derive(Debug, Clone, Args)]
pub struct FontArgs {
    /// The font of texts in PNG and PDF, a TrueType or OpenType file
    #[arg(long, value_name = "FILE")]
    pub font: Option<PathBuf>,
    /// The font of bold texts
    #[arg(long, value_name = "FILE", requires = "font")]
    pub bold_font: Option<PathBuf>,
}

/// The size, the orientation and the margins of the paper on which pictures are put.
#[derive(Debug, Clone, Args)]
pub struct PaperArgs {
    /// Put it on pages of this size: a3 to a6, letter, or width and height as in 170x240mm
    /// [default for sheets: a4]
    #[arg(long, help_heading = PICTURES, value_name = "PAPER")]
    pub paper: Option<PaperSize>,
    /// Turn the paper on its side
    #[arg(long, help_heading = PICTURES)]
    pub landscape: bool,
    /// The margin on each side of a page
    #[arg(long, help_heading = PICTURES, value_name = "LENGTH", default_value = "12mm")]
    pub page_margin: Length,
}

impl PaperArgs {
    /// The paper that the options describe; `None` without `--paper`.
    ///
    /// # Errors
    ///
    /// The margins leave too little space on the page.
    pub fn asked(&self) -> Result<Option<Paper>, MarginTooLarge> {
        self.paper.map(|paper| self.shaped(paper)).transpose()
    }

    /// The paper that the options describe; A4 without `--paper`.
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

/// The subject of a picture, as `--what` says.
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

/// The file formats of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// Lines and areas, for screens, editors and cutters.
    Svg,
    /// Pixels.
    Png,
    /// Pages, ready for print.
    Pdf,
    /// A picture for a LaTeX document.
    Tikz,
}

/// The colours of pieces, as `--palette` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PaletteArg {
    /// Colours that colour-blind people can distinguish; those of the file where it gives any.
    Color,
    /// Black and white: hatching and dots.
    Patterns,
    /// White, for colouring in.
    Outlines,
}

from_cases! { PaletteArg as Coloring: Color => Color, Patterns => Patterns, Outlines => Outlines }

/// Where pieces have their names, as `--labels` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LabelsArg {
    /// Once on each piece.
    Pieces,
    /// In every cell.
    Cells,
    /// Nowhere.
    None,
}

from_cases! { LabelsArg as Labelling: Pieces => Pieces, Cells => Cells, None => None }

/// How solids are drawn, as `--view` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ViewArg {
    /// Layer by layer, and from a corner.
    Auto,
    /// Layer by layer.
    Layers,
    /// From a corner.
    Isometric,
}

from_cases! { ViewArg as SolidView: Auto => Auto, Layers => Layers, Isometric => Isometric }
