//! The arguments of `print`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::DataFormat;
use super::cut::{EndsArg, SheetSize, allowance, size};
use super::length::within;

/// What `print` writes for a 3-D printer, with all dimensions.
#[derive(Debug, Args)]
pub struct PrintArgs {
    /// The puzzle file (.ron), or a file of cards
    pub file: PathBuf,
    /// One goal of the file, by its name
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
    /// Write the pieces here, as STL or 3MF by the extension; further plates get numbers
    /// (can be repeated)
    #[arg(long, short, value_name = "FILE", required = true)]
    pub output: Vec<PathBuf>,
    /// What cells become
    #[arg(long, value_name = "SHAPE", default_value = "blocks")]
    pub shape: ShapeArg,
    /// The edge of a cell, or the length of a stick
    #[arg(long, value_name = "LENGTH", default_value = "20mm", value_parser = size)]
    pub unit: f64,
    /// The gap between two neighbouring pieces
    #[arg(long, value_name = "LENGTH", default_value = "0.3mm", value_parser = allowance)]
    pub clearance: f64,
    /// The thickness of flat pieces [default: a quarter of the unit]
    #[arg(long, value_name = "LENGTH", value_parser = thickness)]
    pub thickness: Option<f64>,
    /// The radius of the convex upright corners of flat pieces
    #[arg(long, value_name = "LENGTH", default_value = "0mm", value_parser = allowance)]
    pub radius: f64,
    /// The width of sticks [default: a fifth of their length]
    #[arg(long, value_name = "LENGTH", value_parser = size)]
    pub stick_width: Option<f64>,
    /// The shape of the ends of sticks
    #[arg(long, value_name = "ENDS", default_value = "round")]
    pub ends: EndsArg,
    /// The depth of coloured cells in flat pieces: pockets, which 3MF fills with the colours
    #[arg(long, value_name = "LENGTH", default_value = "0.6mm", value_parser = thickness)]
    pub inlay: f64,
    /// The diameter of the necks between balls, as a share of the balls' diameter: 0.1 to 0.9
    #[arg(long, value_name = "SHARE", default_value = "0.5", value_parser = share)]
    pub neck: f64,
    /// Make a ball N steps of its surface wide
    #[arg(long, value_name = "N", default_value_t = 16,
        value_parser = super::whole::<u32>(6..=100))]
    pub resolution: u32,
    /// Width and depth of the printer's bed
    #[arg(long, value_name = "WIDTHxDEPTH", default_value = "220x220")]
    pub bed: SheetSize,
    /// The gap between pieces, and to the edges of the bed
    #[arg(long, value_name = "LENGTH", default_value = "5mm", value_parser = allowance)]
    pub gap: f64,
    /// Also print the tray, to separate files: `soma-tray.stl`
    #[arg(long)]
    pub tray: bool,
    /// The width of the tray's rim
    #[arg(long, value_name = "LENGTH", default_value = "8mm", value_parser = size, requires = "tray")]
    pub rim: f64,
    /// The thickness of the tray's floor
    #[arg(long, value_name = "LENGTH", default_value = "2mm", value_parser = thickness,
        requires = "tray")]
    pub floor: f64,
    /// The depth of the text on the cells of the tray; 0 for no text
    #[arg(long, value_name = "LENGTH", default_value = "0.6mm", value_parser = allowance,
        requires = "tray")]
    pub letter_depth: f64,
    /// Write one file per piece, named after it, instead of plates
    #[arg(long, conflicts_with_all = ["bed", "gap"])]
    pub each: bool,
    /// How to report what was written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// The form of printed cells, as `--shape` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ShapeArg {
    /// Cubes, prisms and bars, as the lattice has them.
    Blocks,
    /// Balls joined by necks.
    Balls,
}

/// Reads a thickness of 0.1 mm to 1 m and converts it to millimetres.
fn thickness(text: &str) -> Result<f64, String> {
    within(text, (0.1, 1_000.0))
}

/// Reads the diameter of necks, as a share of the diameter of balls.
fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .trim()
        .parse()
        .map_err(|_| "write a share as a number, as in 0.5")?;
    if !(0.1..=0.9).contains(&number) {
        return Err("write a share from 0.1 to 0.9".to_owned());
    }
    Ok(number)
}
