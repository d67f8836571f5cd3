//! The arguments of `cut`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::DataFormat;
use super::length::within;

/// `cut`
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
pub struct CutArgs {
    /// The puzzle, a RON file, or a file of cards
    #[arg(required_unless_present = "kerf_test")]
    pub file: Option<PathBuf>,
    /// One goal of the file, by its name
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
    /// Write the sheets here, as SVG or DXF by the ending of the name; further sheets get numbers
    /// (can be repeated)
    #[arg(long, short, value_name = "FILE", required = true)]
    pub output: Vec<PathBuf>,
    /// The edge of a cell, or the length of a stick
    #[arg(long, value_name = "LENGTH", default_value = "20mm", value_parser = size)]
    pub unit: f64,
    /// The width of what the beam takes away
    #[arg(long, value_name = "LENGTH", default_value = "0.15mm", value_parser = allowance)]
    pub kerf: f64,
    /// What stays free between two pieces side by side
    #[arg(long, value_name = "LENGTH", default_value = "0.2mm", value_parser = allowance)]
    pub clearance: f64,
    /// The radius of corners that stick out
    #[arg(long, value_name = "LENGTH", default_value = "0mm", value_parser = allowance)]
    pub radius: f64,
    /// The radius of corners that go in; no greater than --radius, or pieces do not fit
    #[arg(long, value_name = "LENGTH", default_value = "0mm", value_parser = allowance)]
    pub inner_radius: f64,
    /// The width of sticks [default: a fifth of their length]
    #[arg(long, value_name = "LENGTH", value_parser = size)]
    pub stick_width: Option<f64>,
    /// How sticks end
    #[arg(long, value_name = "ENDS", default_value = "round")]
    pub ends: EndsArg,
    /// The width of the tray's frame
    #[arg(long, value_name = "LENGTH", default_value = "12mm", value_parser = size)]
    pub frame: f64,
    /// The pieces alone, no frame and no base
    #[arg(long, conflicts_with = "frame")]
    pub no_tray: bool,
    /// What to engrave (can be repeated, or joined by commas)
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub engrave: Vec<EngravingArg>,
    /// How letters are engraved
    #[arg(long, value_name = "LETTERS", default_value = "outlines")]
    pub lettering: LetteringArg,
    /// Cut finger notches so wide into the frame, on two sides if there is room
    #[arg(long, value_name = "WIDTH", value_parser = size, conflicts_with = "no_tray")]
    pub notch: Option<f64>,
    /// Add a lid that goes over the frame: a plate and a ring to glue below it
    #[arg(long, conflicts_with = "no_tray")]
    pub lid: bool,
    /// Cut pieces that are not flat layer by layer, to be glued
    #[arg(long)]
    pub glue: bool,
    /// What is cut from stocks of its own, on sheets of its own
    #[arg(long, value_name = "WHAT", default_value = "one")]
    pub stocks: StocksArg,
    /// A comb and a key that tell the kerf, and nothing else
    #[arg(long, conflicts_with_all = ["file", "goal", "notch", "lid", "glue", "stocks", "no_tray", "engrave"])]
    pub kerf_test: bool,
    /// Width and height of a sheet
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "600x400")]
    pub sheet: SheetSize,
    /// What stays free between parts and along the edges of the sheet
    #[arg(long, value_name = "LENGTH", default_value = "2mm", value_parser = allowance)]
    pub gap: f64,
    /// How to tell what was written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// `--ends`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EndsArg {
    /// In half a circle.
    Round,
    /// In a straight edge.
    Square,
}

/// `--engrave`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngravingArg {
    /// The names of the pieces.
    Names,
    /// The lines between cells.
    Cells,
}

/// `--lettering`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LetteringArg {
    /// As the outlines of letters.
    Outlines,
    /// As single strokes, which is fast.
    SingleStroke,
    /// As texts, in a font of the program that reads the file.
    Text,
}

/// `--stocks`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StocksArg {
    /// Nothing: one stock for all.
    One,
    /// The frame with its islands, the base, the lid, and the pieces.
    Parts,
    /// The same, and pieces of each colour.
    Colors,
}

/// Width and height in millimetres, as users write them: `600x400`, `60cmx40cm`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetSize(pub f64, pub f64);

impl FromStr for SheetSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (width, height) = text
            .split_once(['x', 'X', '×'])
            .ok_or("a size is written as in 600x400")?;
        Ok(Self(size(width)?, size(height)?))
    }
}

/// The greatest length, in millimetres.
const MOST: f64 = 10_000.0;

/// A length in millimetres, 0 included.
pub(super) fn allowance(text: &str) -> Result<f64, String> {
    within(text, (0.0, MOST))
}

/// A length in millimetres that something can be made in.
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
