//! Files made from the drawn puzzle: pictures, parts, challenges, booklets, pages.

use serde::Deserialize;

use super::cards::{CardsFile, CardsForm};
use super::design::DesignForm;
use super::download_error::DownloadError;
use super::mining::Mining;
use super::parts::{CutForm, PrintForm, cut, print};
use crate::picture::drawing::{Artist, Style, svg};
use crate::publish::viewer::{self, PageOptions, PlayableGoals, PlayableGoalsError};
use crate::puzzle::{PuzzleFile, PuzzlePart};
use crate::solve::search::RunContext;

/// The number of solutions in a page of all goals, which the goals share, and the seed of their random
/// sample. The command `viewer` has the same defaults.
const HELD_BY_GOALS: (usize, u64) = (10_000, 1);

/// A kind of file that can be made from a puzzle, with the settings for it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "download", rename_all = "kebab-case")]
pub enum Download {
    /// The board, as an SVG file.
    Picture,
    /// The pieces, as an SVG file.
    Pieces,
    /// Pieces and tray for a laser cutter: an SVG file of one sheet of sufficient size.
    Cut(CutForm),
    /// The pieces for a 3-D printer: a 3MF file of one plate of sufficient size.
    Print(PrintForm),
    /// The challenges that would be made, with their ratings and pictures, for the page: a JSON file.
    Levels(Mining),
    /// Challenges with one solution: a RON file for the program's commands.
    Challenges(Mining),
    /// Challenges with one solution, as a booklet: a PDF file.
    Booklet(Mining),
    /// Challenges with one solution, on a page for playing them: an HTML file.
    Page(Mining),
    /// All goals of the file that have a solution, on a page for playing them: an HTML file.
    GoalsPage,
    /// The puzzle, and challenges with one solution: a JSON file for apps.
    Pack(Mining),
    /// Cards dealt from all goals of the file: as a preview, as a file of cards, as a booklet, as a page for
    /// playing, or as parts to be made.
    Cards(CardsForm),
    /// The number of choices of the puzzle's pieces, before they are tried: a JSON file.
    ChoiceCount(DesignForm),
    /// Choices of the puzzle's pieces that meet requirements, for the cards of a page: a JSON file.
    Designs(DesignForm),
}

/// A finished file, as a page offers it for download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadedFile {
    /// The file's name, with its extension.
    pub name: String,
    /// The file's media type, for browsers.
    pub media_type: &'static str,
    /// The file's contents.
    pub bytes: Vec<u8>,
    /// How the file differs from the request, in ASCII: which levels were not found.
    pub note: Option<String>,
}

impl Download {
    /// Whether the file is made from all goals of a puzzle's file, and not only of the one that is shown.
    pub fn is_of_all_goals(&self) -> bool {
        matches!(self, Self::GoalsPage | Self::Cards(_))
    }

    /// Whether the file is a page on which the puzzle is played.
    pub fn is_page(&self) -> bool {
        match self {
            Self::Page(_) | Self::GoalsPage => true,
            Self::Cards(form) => form.file == CardsFile::Page,
            _ => false,
        }
    }

    /// Whether making the file needs no search. Such a file takes milliseconds for puzzles of usual
    /// size.
    pub fn is_quick(&self) -> bool {
        matches!(
            self,
            Self::Picture | Self::Pieces | Self::Cut(_) | Self::Print(_) | Self::ChoiceCount(_)
        )
    }

    /// Makes the file of a puzzle. `part` is the puzzle's part of its file; `stem` is that file's name
    /// without its extension.
    ///
    /// Cost: pictures and parts take milliseconds; for challenges, that of building the diagram of all solutions,
    /// and about 20 ms for each challenge.
    ///
    /// # Errors
    ///
    /// [`DownloadError`]: the puzzle is unsuitable, or the monitor stopped it.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "a method of a type with a lifetime does not accept every lifetime"
    )]
    pub fn make(
        &self,
        file: &PuzzleFile,
        part: PuzzlePart<'_>,
        stem: &str,
        monitor: &RunContext,
    ) -> Result<DownloadedFile, DownloadError> {
        let puzzle = &file.puzzle;
        let made = |ending: &str, media_type, bytes: Vec<u8>| DownloadedFile {
            name: format!("{stem}{ending}"),
            media_type,
            bytes,
            note: None,
        };
        let noted = |ending: &str, media_type, (bytes, note)| DownloadedFile {
            note,
            ..made(ending, media_type, bytes)
        };
        let artist = Artist::new(puzzle, Style::default());
        Ok(match self {
            Self::Picture => {
                let text = svg::file(&artist.board());
                made(".svg", "image/svg+xml", text.into_bytes())
            }
            Self::Pieces => {
                let text = svg::file(&artist.pieces(180.0));
                made("-pieces.svg", "image/svg+xml", text.into_bytes())
            }
            Self::Cut(form) => {
                let text = cut(puzzle, form, true)?;
                made("-cut.svg", "image/svg+xml", text.into_bytes())
            }
            Self::Print(form) => made(".3mf", "model/3mf", print(puzzle, form)?),
            Self::Levels(mining) => {
                let found = mining.mined(file, monitor, |mined| mined.levels())?;
                noted("-levels.json", "application/json", found)
            }
            Self::Challenges(mining) => {
                let found = mining.mined(file, monitor, |mined| {
                    Ok(mined.text(stem, part).into_bytes())
                })?;
                noted("-challenges.ron", "text/plain; charset=utf-8", found)
            }
            Self::Booklet(mining) => {
                let found = mining.mined(file, monitor, |mined| mined.booklet())?;
                noted(".pdf", "application/pdf", found)
            }
            Self::Page(mining) => {
                let found = mining.mined(file, monitor, |mined| mined.page())?;
                noted(".html", "text/html; charset=utf-8", found)
            }
            Self::GoalsPage => {
                let found = goals_page(file, monitor)?;
                noted(".html", "text/html; charset=utf-8", found)
            }
            Self::Pack(mining) => {
                let found = mining.mined(file, monitor, |mined| mined.packed())?;
                noted("-pack.json", "application/json", found)
            }
            Self::Cards(form) => {
                let found = form.make(file, stem, monitor)?;
                noted(found.ending, found.media_type, (found.bytes, found.note))
            }
            Self::ChoiceCount(form) => made("-choices.json", "application/json", form.count(file)?),
            Self::Designs(form) => {
                let bytes = form.found(file, monitor)?;
                made("-designs.json", "application/json", bytes)
            }
        })
    }
}

/// A page of all goals that have a solution. If some goals are left out, also a note with the number of goals on
/// the page.
fn goals_page(
    file: &PuzzleFile,
    monitor: &RunContext,
) -> Result<(Vec<u8>, Option<String>), DownloadError> {
    let goals = PlayableGoals::of(file, HELD_BY_GOALS, monitor);
    let goals = goals.map_err(|error| match error {
        PlayableGoalsError::Interrupted => DownloadError::Interrupted,
        error => DownloadError::of(error),
    })?;
    if goals.len() == 0 {
        return Err(DownloadError::of("no goal has a solution"));
    }
    let page = viewer::page(&goals.content(), &PageOptions::default())?;
    let all = goals.len() + goals.left_out.len();
    let note = (!goals.left_out.is_empty()).then(|| format!("goals {} of {all}", goals.len()));
    Ok((page.into_bytes(), note))
}
