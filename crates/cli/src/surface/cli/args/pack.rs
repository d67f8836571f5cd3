//! The arguments of `pack`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::draw::PICTURES;
use super::{FontArgs, LookArgs, MachineArgs, PartArgs};
use crate::support::label::Label;

/// The contents of a pack: puzzles or challenges, their solutions, and pictures.
#[derive(Debug, Args)]
pub struct PackArgs {
    /// A file of challenges or cards, or a puzzle, with all its goals
    #[arg(required_unless_present = "schema")]
    pub file: Option<PathBuf>,
    /// The case or goal of the file; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// The title [default: that of the file]
    #[arg(long, value_name = "TEXT", value_parser = super::title)]
    pub title: Option<Label>,
    /// Include at most N solutions of each puzzle, the first ones that a search finds
    #[arg(long, value_name = "N", default_value_t = 0,
        value_parser = super::whole::<u32>(0..=100_000))]
    pub solutions: u32,
    /// Write a picture of each challenge, and of its solution, into this folder
    #[arg(long, help_heading = PICTURES, value_name = "FOLDER")]
    pub images: Option<PathBuf>,
    /// The format of the pictures
    #[arg(long, help_heading = PICTURES, value_name = "FORMAT", default_value = "svg", requires = "images")]
    pub image_format: ImageFormat,
    /// Dots per inch of PNG pictures
    #[arg(long, help_heading = PICTURES, value_name = "N", default_value_t = 150,
        value_parser = super::whole::<u32>(10..=1200), requires = "images")]
    pub dpi: u32,
    /// How the pictures look.
    #[command(flatten)]
    pub look: LookArgs,
    /// The fonts of labels in the pictures.
    #[command(flatten)]
    pub font: FontArgs,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the JSON schema of packs
    #[arg(long, conflicts_with_all = ["file", "title", "images", "output"])]
    pub schema: bool,
    /// Threads and memory.
    #[command(flatten)]
    pub machine: MachineArgs,
}

/// The formats of pictures in a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ImageFormat {
    /// Lines and areas.
    Svg,
    /// Pixels.
    Png,
    /// Pictures for LaTeX documents.
    Tikz,
}

impl ImageFormat {
    /// The extension of picture files: `svg`, `png` or `tex`.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Tikz => "tex",
        }
    }
}
