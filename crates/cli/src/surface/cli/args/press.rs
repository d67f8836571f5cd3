//! Options for print shops: font sizes, margins, bleed, marks, inks, sheets, standards.

use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::Length;

use crate::picture::drawing::pdf::{Imposition, Inks, Press, PressError, Standard};
use crate::picture::drawing::{MarginTooLarge, Margins, Paper};
use crate::publish::booklet::Typography;
use crate::support::label::Label;

/// The heading of the options for printing in the help.
const PRINTING: &str = "Printing";

/// Options for printing: the size of text, the margins, the bleed, the inks, and the arrangement of pages.
#[derive(Debug, Clone, Args)]
pub struct PressArgs {
    /// The font size of the body text, in points; other text is at least 7pt, or this size if it is smaller [default:
    /// 10pt on A5]
    #[arg(long, help_heading = PRINTING, value_name = "POINTS")]
    pub type_size: Option<TypeSize>,
    /// The margin at the spine [default: that of --page-margin]
    #[arg(long, help_heading = PRINTING, value_name = "LENGTH")]
    pub inner_margin: Option<Length>,
    /// How far pictures that reach the edge of a page extend beyond it
    #[arg(long, help_heading = PRINTING, value_name = "LENGTH")]
    pub bleed: Option<Length>,
    /// Print marks where to cut
    #[arg(long, help_heading = PRINTING)]
    pub crop_marks: bool,
    /// Add blank pages up to a multiple of N pages
    #[arg(long, help_heading = PRINTING, value_name = "N", default_value_t = 1,
        value_parser = super::whole::<u8>(1..=64))]
    pub pad: u8,
    /// How pages are arranged on sheets
    #[arg(long, help_heading = PRINTING, value_name = "HOW", default_value = "none")]
    pub impose: ImposeArg,
    /// The inks of colours; black and gray are printed with black only
    /// [default: rgb; with --standard pdf-x, cmyk]
    #[arg(long, help_heading = PRINTING, value_name = "INKS")]
    pub inks: Option<InksArg>,
    /// The standard that the file follows
    #[arg(long, help_heading = PRINTING, value_name = "STANDARD", default_value = "none")]
    pub standard: StandardArg,
    /// The author, for the file's properties
    #[arg(long, help_heading = PRINTING, value_name = "NAME", value_parser = super::title)]
    pub author: Option<Label>,
}

/// How pages are arranged on sheets, as `--impose` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ImposeArg {
    /// One page after another.
    None,
    /// Two by two on sheets, which are then folded, nested and stapled.
    SaddleStitch,
}

from_cases! { ImposeArg as Imposition: None => None, SaddleStitch => SaddleStitch }

/// The inks of a PDF, as `--inks` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum InksArg {
    /// Red, green and blue, for screens.
    Rgb,
    /// Cyan, magenta, yellow and black.
    Cmyk,
    /// Black only.
    Gray,
}

/// The standard that a PDF follows, as `--standard` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StandardArg {
    /// PDF 1.7.
    None,
    /// PDF/A-2, for archives.
    PdfA,
    /// PDF/X-1a, for presses.
    PdfX,
}

from_cases! { StandardArg as Standard: None => Plain, PdfA => PdfA, PdfX => PdfX }

impl PressArgs {
    /// The name of the first printing option that the user gave; `None` if there is none. An HTML booklet has no
    /// pages, so it cannot have such options. An option with its default value does not count.
    pub fn of_pages(&self) -> Option<&'static str> {
        let asked = [
            ("--type-size", self.type_size.is_some()),
            ("--inner-margin", self.inner_margin.is_some()),
            ("--bleed", self.bleed.is_some()),
            ("--crop-marks", self.crop_marks),
            ("--pad", self.pad != 1),
            ("--impose", self.impose != ImposeArg::None),
            ("--inks", self.inks.is_some()),
            ("--standard", self.standard != StandardArg::None),
            ("--author", self.author.is_some()),
        ];
        let mut asked = asked.into_iter().filter(|(_, is_asked)| *is_asked);
        asked.next().map(|(name, _)| name)
    }

    /// The font sizes: those of `--type-size`, otherwise those usual on this paper.
    pub fn typography(&self, paper: Paper) -> Typography {
        let asked = self.type_size.map(|size| size.0);
        asked.unwrap_or_else(|| Typography::of_page(paper))
    }

    /// The paper with the margin at the spine that `--inner-margin` gives.
    ///
    /// # Errors
    ///
    /// The margin leaves too little space on the paper.
    pub fn bound(&self, paper: Paper) -> Result<Paper, MarginTooLarge> {
        match self.inner_margin {
            None => Ok(paper),
            Some(Length(inner)) => paper.with_margins(Margins {
                inner,
                ..paper.margins
            }),
        }
    }

    /// The settings for the print shop.
    ///
    /// # Errors
    ///
    /// The standard does not allow these colours, or there is too much bleed.
    pub fn press(&self) -> Result<Press, PressError> {
        let standard = self.standard.into();
        let inks = match self.inks {
            Some(InksArg::Cmyk) => Inks::Cmyk,
            Some(InksArg::Gray) => Inks::Gray,
            None if standard == Standard::PdfX => Inks::Cmyk,
            Some(InksArg::Rgb) | None => Inks::Rgb,
        };
        let imposition = self.impose.into();
        let bleed = self.bleed.map_or(0.0, |bleed| bleed.0);
        Press::new(inks, standard, imposition, bleed, self.crop_marks)
    }
}

/// A font size: `10`, `10.5pt`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TypeSize(pub Typography);

impl FromStr for TypeSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.trim().trim_end_matches("pt").trim();
        let points: f64 = number
            .parse()
            .map_err(|_| "write a size in points, as in 10.5pt".to_owned())?;
        let sizes = Typography::of_points(points).map_err(|error| error.to_string())?;
        Ok(Self(sizes))
    }
}
