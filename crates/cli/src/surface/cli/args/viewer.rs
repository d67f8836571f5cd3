//! `viewer`: a page that browses and plays a puzzle.

use std::path::PathBuf;

use clap::Args;

use super::{PartArgs, SpaceArgs, TextsArgs};
use crate::support::label::Label;

/// `viewer`
#[derive(Debug, Args)]
pub struct ViewerArgs {
    /// The puzzle, a RON file, or a file of challenges or of cards
    #[arg(required_unless_present = "print_texts")]
    pub file: Option<PathBuf>,
    /// Which of its puzzles.
    #[command(flatten)]
    pub part: PartArgs,
    /// Challenges to be played, a file of them for this puzzle
    #[arg(long, value_name = "FILE")]
    pub challenges: Option<PathBuf>,
    /// Hold at most so many solutions; of more a random sample is drawn
    ///
    /// With 0 the page holds none and only plays, and the solutions are not looked for. Where a page has all
    /// goals of a file, these share the number.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10_000,
        value_parser = clap::value_parser!(u32).range(..=100_000))]
    pub limit: u32,
    /// Where the random numbers begin; the same seed draws the same sample
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Hold the first solutions that a search finds: for puzzles with too many to look for all
    #[arg(long, conflicts_with_all = ["seed", "diagram"])]
    pub first: bool,
    /// Only play: nothing shows solutions but hints
    #[arg(long)]
    pub play_only: bool,
    /// The title [default: that of the file]
    #[arg(long, value_name = "TEXT", value_parser = super::title)]
    pub title: Option<Label>,
    /// Where the page is to be found, for previews of links and for shared results
    #[arg(long, value_name = "URL", value_parser = address)]
    pub url: Option<String>,
    /// The colours, fonts and logo of the page, a RON file
    #[arg(long, value_name = "FILE")]
    pub theme: Option<PathBuf>,
    /// In which words.
    #[command(flatten)]
    pub words: TextsArgs,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a folder for a web server: the page can be installed, and works offline
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    pub folder: Option<PathBuf>,
    /// The diagram of all solutions.
    #[command(flatten)]
    pub space: SpaceArgs,
}

/// The longest address.
const LONGEST: usize = 2_000;

/// Reads an address of the web.
fn address(text: &str) -> Result<String, String> {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    let is_plain = text
        .chars()
        .all(|c| c.is_ascii_graphic() && !"\"<>\\^`{|}#".contains(c));
    if is_web && is_plain && text.len() <= LONGEST {
        Ok(text.to_owned())
    } else {
        Err("an address begins with https://, and has no spaces, quotes and fragment".to_owned())
    }
}
