//! A booklet: of what, on which paper, in which words.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{FontArgs, LookArgs, PaperArgs, PartArgs, PressArgs, ResourceArgs, TextsArgs};
use crate::support::label::Label;

/// `booklet`
#[derive(Debug, Args)]
pub struct BookletArgs {
    /// A file of challenges, or a puzzle, of which solutions are shown
    #[arg(required_unless_present = "print_texts")]
    pub file: Option<PathBuf>,
    /// One part of the file alone.
    #[command(flatten)]
    pub part: PartArgs,
    /// The solutions of a puzzle to show, in the order of `solve`: 1-24 or 3,7,100-120
    #[arg(long, value_name = "NUMBERS")]
    pub solutions: Option<Numbers>,
    /// Count one solution of each kind: rotated and reflected ones once
    #[arg(long)]
    pub distinct: bool,
    /// The title [default: that of the file]
    #[arg(long, value_name = "TEXT", value_parser = super::title)]
    pub title: Option<Label>,
    /// How many challenges a page has
    #[arg(long, value_name = "N", default_value_t = 4,
        value_parser = clap::value_parser!(u8).range(1..=6))]
    pub per_page: u8,
    /// Where the hints stand
    #[arg(long, value_name = "WHERE", default_value = "upside-down")]
    pub hints: HintsArg,
    /// Put a table of contents after the title page of a PDF
    #[arg(long)]
    pub contents: bool,
    /// Show in a PDF how the easiest challenge is solved, step by step
    #[arg(long)]
    pub example: bool,
    /// In which words.
    #[command(flatten)]
    pub words: TextsArgs,
    /// How it looks.
    #[command(flatten)]
    pub look: LookArgs,
    /// In which letters.
    #[command(flatten)]
    pub font: FontArgs,
    /// The paper.
    #[command(flatten)]
    pub paper: PaperArgs,
    /// What a printer asks for.
    #[command(flatten)]
    pub press: PressArgs,
    /// The format [default: by the ending of --output, else pdf]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<BookletFormat>,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// With what means.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// `--hints`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HintsArg {
    /// On pages of their own, upside down.
    UpsideDown,
    /// On pages of their own.
    Upright,
    /// Nowhere.
    None,
}

/// `--format` of booklets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BookletFormat {
    /// Pages, ready for print.
    Pdf,
    /// One file for a browser.
    Html,
}

/// Numbers from 1, as ranges in ascending order without overlaps: `1-24`, `3,7,100-120`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers(Vec<(u64, u64)>);

/// So many numbers at most.
const MOST: u64 = 10_000;

impl Numbers {
    /// The numbers from 1 to `last`.
    pub fn up_to(last: u64) -> Self {
        Self(vec![(1, last)])
    }

    /// Whether a number is among them.
    pub fn contains(&self, number: u64) -> bool {
        let ranges = self.0.iter();
        ranges
            .clone()
            .any(|&(first, last)| (first..=last).contains(&number))
    }

    /// The greatest of them.
    pub fn last(&self) -> u64 {
        self.0.last().map_or(0, |&(_, last)| last)
    }
}

impl std::str::FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| {
            let number = text.trim().parse::<u64>().ok().filter(|&number| number > 0);
            number.ok_or_else(|| format!("`{text}` is no number from 1; write as in 1-24,30"))
        };
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        let mut count = 0_u64;
        for range in text.split(',') {
            let (first, last) = match range.split_once('-') {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(range)?, number(range)?),
            };
            if ranges.last().is_some_and(|&(_, before)| first <= before) || last < first {
                return Err("numbers are in ascending order, as in 3,7,100-120".to_owned());
            }
            count = count.saturating_add(last - first).saturating_add(1);
            if count > MOST {
                return Err(format!("a booklet has {MOST} solutions at most"));
            }
            ranges.push((first, last));
        }
        Ok(Self(ranges))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ranges() {
        let numbers: Numbers = "3,7-9, 100".parse().unwrap();
        let taken: Vec<u64> = (1..=200)
            .filter(|&number| numbers.contains(number))
            .collect();
        assert_eq!(taken, [3, 7, 8, 9, 100]);
        assert_eq!(numbers.last(), 100);
    }

    #[test]
    fn wrong_numbers_are_refused() {
        for wrong in [
            "",
            "0",
            "a",
            "3-1",
            "5,4",
            "1,1",
            "1-",
            "-3",
            "1-99999999",
            "1-18446744073709551616",
        ] {
            assert!(wrong.parse::<Numbers>().is_err(), "{wrong}");
        }
        assert!("1-10000".parse::<Numbers>().is_ok());
        assert!("18446744073709551615".parse::<Numbers>().is_ok());
    }
}
