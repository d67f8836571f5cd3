//! The arguments of `import` and `export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tilewright_geometry::Lattice;

use crate::publish::interchange::ForeignFormat;

/// The file that `import` reads.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A file of BurrTools (.xmpuzzle) or puzzlecad (.scad), a PNG picture, or a list of solutions
    pub file: PathBuf,
    /// The kind of file [default: recognised by its content]
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<ImportFormat>,
    /// For BurrTools: one problem, by its number from 1 or by its name [default: all, as goals of one file]
    #[arg(long, value_name = "PROBLEM")]
    pub problem: Option<String>,
    /// For puzzlecad: the box to fill, as in 3,3,3 [default: the opening of its tray, or a box that the pieces fill]
    #[arg(long = "box", value_name = "X,Y,Z", value_parser = box_size)]
    pub size: Option<[u16; 3]>,
    /// For a picture: the side of a cell in pixels [default: found from the colours]
    #[arg(long, value_name = "PIXELS", value_parser = super::whole::<u32>(1..=4096))]
    pub cell: Option<u32>,
    /// For a list of solutions: what a cell of three numbers is [default: cube]
    #[arg(long, value_name = "LATTICE")]
    pub lattice: Option<ListedLattice>,
    /// For a list of solutions: the name of the wall around the pieces [default: the only letter of a picture
    /// whose cells form several parts]
    #[arg(long, value_name = "NAME")]
    pub wall: Option<String>,
    /// Write the puzzle file here instead of to stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the assemblies of the file here, as solve --format jsonl lists solutions
    #[arg(long, value_name = "FILE")]
    pub assemblies: Option<PathBuf>,
}

/// Reads the value of `--box`: three lengths in cells.
fn box_size(text: &str) -> Result<[u16; 3], String> {
    let lengths = text.split(',').map(|length| {
        let length = length.trim().parse::<u16>().ok();
        length.filter(|length| (1..=1_000).contains(length))
    });
    let lengths: Option<Vec<u16>> = lengths.collect();
    lengths
        .and_then(|lengths| <[u16; 3]>::try_from(lengths).ok())
        .ok_or_else(|| "write a box as three lengths from 1 to 1000, as in 3,3,3".to_owned())
}

/// The formats that `import` reads, as `--from` names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ImportFormat {
    /// A puzzle of BurrTools.
    Burrtools,
    /// Pieces of puzzlecad, a library for OpenSCAD.
    Puzzlecad,
    /// A picture of squares, one colour per piece.
    Png,
    /// Solutions as text: cells and names as Polyform Puzzler writes them, or letters.
    Listing,
}

from_cases! {
    ImportFormat as ForeignFormat:
    Burrtools => Burrtools,
    Puzzlecad => Puzzlecad,
    Png => Png,
    Listing => Listing,
}

/// The lattice of an imported list of solutions, as `--lattice` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListedLattice {
    /// x, y, z.
    Cube,
    /// x, y, and 0 or 1 for the two triangles of a rhombus.
    Triangle,
    /// x, y, and 0 for a stick to the right or 1 for one upwards.
    Stick,
}

from_cases! { ListedLattice as Lattice: Cube => Cube, Triangle => Triangle, Stick => Stick }

/// The puzzle that `export` writes, and for which program.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The puzzle file (.ron); for BurrTools its goals become problems
    pub file: PathBuf,
    /// One goal of the file, by its name
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
    /// The program to write for
    #[arg(long, value_name = "PROGRAM", default_value = "burrtools")]
    pub to: ExportFormat,
    /// Add N solutions of each problem to the file of BurrTools, as assemblies
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = super::whole::<usize>(..))]
    pub solutions: usize,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The formats that `export` writes, as `--to` names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// A file of BurrTools, .xmpuzzle.
    Burrtools,
    /// The pieces for puzzlecad, a library for OpenSCAD.
    Puzzlecad,
}
