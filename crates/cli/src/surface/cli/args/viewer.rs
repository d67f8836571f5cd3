//! The arguments of `viewer`.

use std::path::PathBuf;

use clap::Args;

use super::{PartArgs, SpaceArgs, TextsArgs};
use crate::support::label::Label;

/// The puzzle of a page, and what the page contains.
#[derive(Debug, Args)]
pub struct ViewerArgs {
    /// The puzzle file (.ron), or a file of challenges or of cards
    #[arg(required_unless_present = "print_texts")]
    pub file: Option<PathBuf>,
    /// The case or goal of the file; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// A file of challenges of this puzzle, to play on the page
    #[arg(long, value_name = "FILE")]
    pub challenges: Option<PathBuf>,
    /// Include at most N solutions; if there are more, a random sample of N
    ///
    /// With 0 the page is only for playing, and the solutions are not searched for. On a page of all goals of
    /// a file, the goals share the N solutions.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10_000,
        value_parser = super::whole::<u32>(0..=100_000))]
    pub limit: u32,
    /// The seed of the random numbers; the same seed draws the same sample
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = super::whole::<u64>(..))]
    pub seed: u64,
    /// Include the first solutions that a search finds: for puzzles with too many to find all
    #[arg(long, conflicts_with_all = ["seed", "diagram"])]
    pub first: bool,
    /// Only play: only hints reveal solutions
    #[arg(long)]
    pub play_only: bool,
    /// The title [default: that of the file]
    #[arg(long, value_name = "TEXT", value_parser = super::title)]
    pub title: Option<Label>,
    /// The address at which the page will be published, for previews of links and for shared results
    #[arg(long, value_name = "URL", value_parser = address)]
    pub url: Option<String>,
    /// The colours, fonts and logo of the page, a RON file
    #[arg(long, value_name = "FILE")]
    pub theme: Option<PathBuf>,
    /// The texts of the page, and their language.
    #[command(flatten)]
    pub words: TextsArgs,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a folder for a web server: the page can be installed, and works offline
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    pub folder: Option<PathBuf>,
    /// The diagram of all solutions, and the resources to make it.
    #[command(flatten)]
    pub space: SpaceArgs,
}

/// The maximum length of a web address, in characters.
const LONGEST: usize = 2_000;

/// Reads a web address of at most [`LONGEST`] characters.
fn address(text: &str) -> Result<String, String> {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    let is_plain = text
        .chars()
        .all(|c| c.is_ascii_graphic() && !"\"<>\\^`{|}#".contains(c));
    if is_web && is_plain && text.len() <= LONGEST {
        Ok(text.to_owned())
    } else {
        Err(
            "write an address that begins with https://, without spaces, quotes and fragment"
                .to_owned(),
        )
    }
}
