//! Files of other programs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tilewright_geometry::Lattice;

use crate::publish::interchange::ForeignFormat;

/// `import`
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A file of BurrTools (.xmpuzzle) or puzzlecad (.scad), a PNG picture, or a list of solutions
    pub file: PathBuf,
    /// What the file is [default: as its content says]
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<ImportFormat>,
    /// Of BurrTools: one problem, by its number from 1 or by its name [default: all, as goals of one file]
    #[arg(long, value_name = "PROBLEM")]
    pub problem: Option<String>,
    /// Of puzzlecad: the box to be filled, as in 3,3,3 [default: the opening of its tray, or one that the pieces fill]
    #[arg(long = "box", value_name = "X,Y,Z", value_parser = box_size)]
    pub size: Option<[u16; 3]>,
    /// Of a picture: the side of a cell in pixels [default: as the colours say]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub cell: Option<u32>,
    /// Of a list of solutions: what cells of three numbers are [default: cubes]
    #[arg(long, value_name = "LATTICE")]
    pub lattice: Option<ListedLattice>,
    /// Of a list of solutions: the name that is no piece but the wall around them [default: the only letter of a picture
    /// whose cells fall into several parts]
    #[arg(long, value_name = "NAME")]
    pub wall: Option<String>,
    /// Write the puzzle file here instead of to stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the assemblies that the file keeps here, as solve --format jsonl lists solutions
    #[arg(long, value_name = "FILE")]
    pub assemblies: Option<PathBuf>,
}

/// `--box`: three lengths.
fn box_size(text: &str) -> Result<[u16; 3], String> {
    let lengths = text.split(',').map(|length| {
        let length = length.trim().parse::<u16>().ok();
        length.filter(|length| (1..=1_000).contains(length))
    });
    let lengths: Option<Vec<u16>> = lengths.collect();
    lengths
        .and_then(|lengths| <[u16; 3]>::try_from(lengths).ok())
        .ok_or_else(|| "a box is three lengths from 1 to 1000, as in 3,3,3".to_owned())
}

/// `--from` of `import`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ImportFormat {
    /// A puzzle of BurrTools.
    Burrtools,
    /// Pieces of puzzlecad, a library for OpenSCAD.
    Puzzlecad,
    /// A picture of squares, a colour a piece.
    Png,
    /// Solutions as text: cells and names as Polyform Puzzler writes them, or letters.
    Listing,
}

impl From<ImportFormat> for ForeignFormat {
    fn from(format: ImportFormat) -> Self {
        match format {
            ImportFormat::Burrtools => Self::Burrtools,
            ImportFormat::Puzzlecad => Self::Puzzlecad,
            ImportFormat::Png => Self::Png,
            ImportFormat::Listing => Self::Listing,
        }
    }
}

/// `--lattice` of `import`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListedLattice {
    /// x, y, z.
    Cube,
    /// x, y, and which of two.
    Triangle,
    /// x, y, and 0 to the right or 1 upwards.
    Stick,
}

impl From<ListedLattice> for Lattice {
    fn from(lattice: ListedLattice) -> Self {
        match lattice {
            ListedLattice::Cube => Self::Cube,
            ListedLattice::Triangle => Self::Triangle,
            ListedLattice::Stick => Self::Stick,
        }
    }
}

/// `export`
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The puzzle, a RON file; for BurrTools its goals become problems
    pub file: PathBuf,
    /// One goal of the file, by its name
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
    /// For which program
    #[arg(long, value_name = "PROGRAM", default_value = "burrtools")]
    pub to: ExportFormat,
    /// Keep so many solutions of each problem in the file of BurrTools, as assemblies
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub solutions: usize,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `--to` of `export`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// A file of BurrTools, .xmpuzzle.
    Burrtools,
    /// The pieces for puzzlecad, a library for OpenSCAD.
    Puzzlecad,
}
