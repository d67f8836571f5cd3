//! The arguments of `cut`.

use std::path::PathBuf;
use std::str::FromStr;

use crate::publish::fabricate::Ends;
use crate::publish::fabricate::Engraving;
use crate::publish::fabricate::Lettering;
use crate::publish::fabricate::Stocks;
use clap::{Args, ValueEnum};

use super::DataFormat;
use super::length::within;

/// What `cut` writes for a laser cutter, with all dimensions.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate option")]
pub struct CutArgs {
    /// The puzzle file (.ron), or a file of cards
    #[arg(required_unless_present = "kerf_test")]
    pub file: Option<PathBuf>,
    /// One goal of the file, by its name
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
    /// Write the sheets here, as SVG or DXF by the extension; further sheets get numbers
    /// (can be repeated)
    #[arg(long, short, value_name = "FILE", required = true)]
    pub output: Vec<PathBuf>,
    /// The edge of a cell, or the length of a stick
    #[arg(long, value_name = "LENGTH", default_value = "20mm", value_parser = size)]
    pub unit: f64,
    /// The width of the cut, which the laser burns away
    #[arg(long, value_name = "LENGTH", default_value = "0.15mm", value_parser = allowance)]
    pub kerf: f64,
    /// The gap between two neighbouring pieces
    #[arg(long, value_name = "LENGTH", default_value = "0.2mm", value_parser = allowance)]
    pub clearance: f64,
    /// The radius of convex corners
    #[arg(long, value_name = "LENGTH", default_value = "0mm", value_parser = allowance)]
    pub radius: f64,
    /// The radius of concave corners; at most --radius, or pieces do not fit
    #[arg(long, value_name = "LENGTH", default_value = "0mm", value_parser = allowance)]
    pub inner_radius: f64,
    /// The width of sticks [default: a fifth of their length]
    #[arg(long, value_name = "LENGTH", value_parser = size)]
    pub stick_width: Option<f64>,
    /// The shape of the ends of sticks
    #[arg(long, value_name = "ENDS", default_value = "round")]
    pub ends: EndsArg,
    /// The width of the tray's frame
    #[arg(long, value_name = "LENGTH", default_value = "12mm", value_parser = size)]
    pub frame: f64,
    /// Only the pieces, without frame and base
    #[arg(long, conflicts_with = "frame")]
    pub no_tray: bool,
    /// What to engrave (can be repeated, or joined by commas)
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub engrave: Vec<EngravingArg>,
    /// How letters are engraved
    #[arg(long, value_name = "LETTERS", default_value = "outlines")]
    pub lettering: LetteringArg,
    /// Cut finger notches of this width into the frame, on two sides if there is room
    #[arg(long, value_name = "WIDTH", value_parser = size, conflicts_with = "no_tray")]
    pub notch: Option<f64>,
    /// Add a lid that fits over the frame: a plate, and a ring to glue under it
    #[arg(long, conflicts_with = "no_tray")]
    pub lid: bool,
    /// Cut pieces that are not flat as layers to be glued
    #[arg(long)]
    pub glue: bool,
    /// Which parts are cut from separate materials, on separate sheets
    #[arg(long, value_name = "WHAT", default_value = "one")]
    pub stocks: StocksArg,
    /// Write only a comb and a key that measure the kerf
    #[arg(long, conflicts_with_all = ["file", "goal", "notch", "lid", "glue", "stocks", "no_tray", "engrave"])]
    pub kerf_test: bool,
    /// Width and height of a sheet
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "600x400")]
    pub sheet: SheetSize,
    /// The gap between parts, and to the edges of the sheet
    #[arg(long, value_name = "LENGTH", default_value = "2mm", value_parser = allowance)]
    pub gap: f64,
    /// How to report what was written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// The shape of the ends of sticks, as `--ends` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EndsArg {
    /// A half circle.
    Round,
    /// A straight edge.
    Square,
}

from_cases! { EndsArg as Ends: Round => Round, Square => Square }

/// What is engraved, as `--engrave` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngravingArg {
    /// The names of the pieces.
    Names,
    /// The lines between cells.
    Cells,
}

from_cases! { EngravingArg as Engraving: Names => Names, Cells => Cells }

/// How letters are engraved, as `--lettering` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LetteringArg {
    /// As the outlines of letters.
    Outlines,
    /// As single strokes, which is fast.
    SingleStroke,
    /// As texts, in a font of the program that reads the file.
    Text,
}

from_cases! {
    LetteringArg as Lettering:
    Outlines => Outlines,
    SingleStroke => SingleStroke,
    Text => Text,
}

/// Which parts are cut from separate materials, as `--stocks` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StocksArg {
    /// All parts from one material.
    One,
    /// A material each for the frame with its islands, the base, the lid, and the pieces.
    Parts,
    /// As `parts`, with a separate material for each colour of pieces.
    Colors,
}

from_cases! { StocksArg as Stocks: One => One, Parts => ByPart, Colors => ByColor }

/// Width and height in millimetres, as users write them: `600x400`, `60cmx40cm`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetSize(pub f64, pub f64);

impl FromStr for SheetSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (width, height) = text
            .split_once(['x', 'X', '×'])
            .ok_or("write a size as in 600x400")?;
        Ok(Self(size(width)?, size(height)?))
    }
}

/// The maximum of each length that an option of `cut` takes, in millimetres.
const MOST: f64 = 10_000.0;

/// Reads a length and converts it to millimetres; 0 is allowed.
pub(super) fn allowance(text: &str) -> Result<f64, String> {
    within(text, (0.0, MOST))
}

/// Reads a length of at least 1 mm and converts it to millimetres.
pub(super) fn size(text: &str) -> Result<f64, String> {
    within(text, (1.0, MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_that_can_be_made() {
        assert_eq!(allowance("0"), Ok(0.0));
        assert_eq!(allowance(" 0.15 mm"), Ok(0.15));
        assert_eq!(size("2 cm"), Ok(20.0));
        assert_eq!("600x400".parse(), Ok(SheetSize(600.0, 400.0)));
        for wrong in ["", "-1", "NaN", "inf", "1e300", "20px", "10001"] {
            assert!(allowance(wrong).is_err(), "{wrong}");
        }
        assert!(size("0").is_err());
        for wrong in ["600", "600x", "x400", "600x0", "600x400x3"] {
            assert!(wrong.parse::<SheetSize>().is_err(), "{wrong}");
        }
    }
}
