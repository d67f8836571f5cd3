//! Files made from the drawn puzzle: pictures, parts, challenges, booklets, pages.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::design::DesignForm;
use super::download_error::DownloadError;
use crate::cover::Instance;
use crate::cover::conditions::ConditionFilter;
use crate::design::challenges::{
    Amount, Challenge, ChallengeIds, ChallengePuzzle, ChallengeText, Mine, MinedChallenge,
    MiningLimits, MiningPlan, SymmetryClasses,
};
use crate::picture::drawing::{Artist, Fonts, Paper, Style, svg};
use crate::publish::booklet::{Booklet, BookletLayout, BookletTexts, pdf};
use crate::publish::fabricate::{self, CutStyle, MaterialSheet, PrintStyle};
use crate::publish::pack::{PackedChallenge, PackedPuzzle, pack};
use crate::publish::viewer::{
    self, EmbeddedSolutions, PageContent, PageOptions, PlayableChallenge,
};
use crate::puzzle::{NumberRange, Puzzle, PuzzleFile, PuzzlePart, Source, Span};
use crate::reason::deduction::{DeductionError, English, Rating};
use crate::solve::resources::Resources;
use crate::solve::search::RunContext;
use crate::solve::space::Space;
use crate::support::label::Label;

/// The most challenges in a file.
const MAX_CHALLENGES: usize = 200;

/// The most solutions in a page to play.
const HELD: usize = 1_000;

/// The largest sheet or printer bed that is tried, in millimetres.
const LARGEST: f64 = 20_000.0;

/// A file to be made.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "download", rename_all = "kebab-case")]
pub enum Download {
    /// The board, as an SVG file.
    Picture,
    /// The pieces, as an SVG file.
    Pieces,
    /// Pieces and tray for a laser cutter: an SVG file of one sheet of sufficient size.
    Cut,
    /// The pieces for a 3-D printer: a 3MF file of one plate of sufficient size.
    Print,
    /// Challenges with one solution: a RON file for the program's commands.
    Challenges(Mining),
    /// The same as a booklet, a PDF file.
    Booklet(Mining),
    /// The same as a page to play, an HTML file.
    Page(Mining),
    /// The puzzle and the same challenges for apps, a JSON file.
    Pack(Mining),
    /// The number of choices of its pieces, before they are tried: a JSON file.
    ChoiceCount(DesignForm),
    /// Choices of its pieces that meet requirements, for the cards of a page: a JSON file.
    Designs(DesignForm),
}

/// The challenges to be mined.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Mining {
    /// Their number, from 1 to 200.
    pub count: usize,
    /// The least and the greatest number of pieces left open; `None` for minimal challenges.
    pub open: Option<[u64; 2]>,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// A finished file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadedFile {
    /// Its name.
    pub name: String,
    /// Its media type, for browsers.
    pub media_type: &'static str,
    /// Its contents.
    pub bytes: Vec<u8>,
}

impl Download {
    /// Whether it needs no search: it takes milliseconds for puzzles of usual size.
    pub fn is_quick(&self) -> bool {
        matches!(
            self,
            Self::Picture | Self::Pieces | Self::Cut | Self::Print | Self::ChoiceCount(_)
        )
    }

    /// Makes the file of a puzzle. `part` is the puzzle's part of its file; `stem` is that file's name
    /// without its extension.
    ///
    /// Cost: pictures and parts take milliseconds; challenges take the diagram of all solutions and about
    /// 20 ms each.
    ///
    /// # Errors
    ///
    /// [`DownloadError`]: the puzzle is unsuitable, or the monitor stopped it.
    pub fn make(
        &self,
        file: &PuzzleFile,
        part: PuzzlePart<'_>,
        stem: &str,
        resources: &Resources,
        monitor: &RunContext,
    ) -> Result<DownloadedFile, DownloadError> {
        let puzzle = &file.puzzle;
        let made = |ending: &str, media_type, bytes: Vec<u8>| DownloadedFile {
            name: format!("{stem}{ending}"),
            media_type,
            bytes,
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
            Self::Cut => made("-cut.svg", "image/svg+xml", cut(puzzle)?.into_bytes()),
            Self::Print => made(".3mf", "model/3mf", print(puzzle)?),
            Self::Challenges(mining) => {
                let text = mining.mined(file, resources, monitor, |mined| {
                    Ok(mined.text(stem, part).into_bytes())
                })?;
                made("-challenges.ron", "text/plain; charset=utf-8", text)
            }
            Self::Booklet(mining) => {
                let bytes = mining.mined(file, resources, monitor, booklet)?;
                made(".pdf", "application/pdf", bytes)
            }
            Self::Page(mining) => {
                let bytes = mining.mined(file, resources, monitor, page)?;
                made(".html", "text/html; charset=utf-8", bytes)
            }
            Self::Pack(mining) => {
                let bytes = mining.mined(file, resources, monitor, packed)?;
                made("-pack.json", "application/json", bytes)
            }
            Self::ChoiceCount(form) => made("-choices.json", "application/json", form.count(file)?),
            Self::Designs(form) => {
                let bytes = form.found(file, resources, monitor)?;
                made("-designs.json", "application/json", bytes)
            }
        })
    }
}

/// Pieces and tray on one sheet.
fn cut(puzzle: &Puzzle) -> Result<String, DownloadError> {
    let mut sheet = MaterialSheet {
        width: 600.0,
        height: 400.0,
        gap: 2.0,
    };
    loop {
        let cuttings = fabricate::cut(puzzle, &CutStyle::default(), sheet);
        match cuttings {
            Ok(found) if found.sheets.len() <= 1 => {
                let parts = found.sheets.into_iter().next().unwrap_or_default();
                return Ok(fabricate::svg(&puzzle.title, sheet, &parts));
            }
            Err(error) if sheet.width >= LARGEST => return Err(DownloadError::of(error)),
            Ok(_) if sheet.width >= LARGEST => {
                return Err(DownloadError::of("the pieces are too many for one sheet"));
            }
            _ => (sheet.width, sheet.height) = (sheet.width * 1.5, sheet.height * 1.5),
        }
    }
}

/// The pieces on one plate.
fn print(puzzle: &Puzzle) -> Result<Vec<u8>, DownloadError> {
    let style = PrintStyle::default();
    let solids = fabricate::solids(puzzle, &style).map_err(DownloadError::of)?;
    let mut bed = MaterialSheet {
        width: 220.0,
        height: 220.0,
        gap: 4.0,
    };
    let plate = loop {
        match fabricate::plates(&solids, bed, style.unit / 4.0) {
            Ok(plates) if plates.len() <= 1 => break plates.into_iter().next().unwrap_or_default(),
            Err(error) if bed.width >= LARGEST => return Err(DownloadError::of(error)),
            Ok(_) if bed.width >= LARGEST => {
                return Err(DownloadError::of("the pieces are too many for one plate"));
            }
            _ => (bed.width, bed.height) = (bed.width * 1.5, bed.height * 1.5),
        }
    };
    let objects = fabricate::plate_objects(puzzle, &solids, &plate);
    let mut bytes = Vec::new();
    fabricate::threemf(&puzzle.title, &objects, &mut bytes).map_err(DownloadError::of)?;
    Ok(bytes)
}

/// Mined challenges, with the solutions they were mined from.
struct MinedSet<'a> {
    space: &'a Space<'a>,
    challenges: Vec<Challenge>,
    seed: u64,
    monitor: &'a RunContext,
}

impl Mining {
    /// Mines challenges, and passes them to `make`.
    fn mined<R>(
        &self,
        file: &PuzzleFile,
        resources: &Resources,
        monitor: &RunContext,
        make: impl FnOnce(&MinedSet<'_>) -> Result<R, DownloadError>,
    ) -> Result<R, DownloadError> {
        if self.count == 0 || self.count > MAX_CHALLENGES {
            return Err(DownloadError::of("make 1 to 200 challenges at once"));
        }
        if self.open.is_some_and(|[least, most]| least > most) {
            return Err(DownloadError::of(
                "the least number of pieces left open is above the greatest",
            ));
        }
        if ConditionFilter::of(&file.puzzle).is_some() {
            return Err(DownloadError::of(
                "challenges cannot be made of a puzzle with conditions that must be checked on each solution",
            ));
        }
        let instance = Instance::new_until(file.puzzle.clone(), monitor.stop());
        let instance = instance.map_err(DownloadError::of)?;
        let stopped = |error: String| {
            if monitor.is_set() {
                DownloadError::Interrupted
            } else {
                DownloadError::Unsuited(error)
            }
        };
        let group = instance
            .symmetry(monitor.stop())
            .map_err(|error| stopped(error.to_string()))?;
        let symmetry_classes = SymmetryClasses::new(&instance, group);
        let space = Space::build(&instance, resources, monitor)
            .map_err(|error| stopped(error.to_string()))?;
        if space.count() == num_bigint::BigUint::ZERO {
            return Err(DownloadError::of("there is no solution"));
        }
        let open = self.open.map(|[least, most]| NumberRange {
            least: least.max(1),
            most: Some(most.max(1)),
        });
        let plan = MiningPlan {
            amount: Amount::Count(self.count),
            givens: "1..".parse().map_err(DownloadError::of)?,
            open,
            difficulty: None,
            seed: self.seed,
            draws: None,
            limits: MiningLimits::default(),
        };
        let mine = Mine {
            instance: &instance,
            symmetry_classes: &symmetry_classes,
            space: Some(&space),
            monitor,
        };
        let found = mine.mine(&plan, &|_| {}).map_err(DownloadError::of)?;
        if monitor.is_set() {
            return Err(DownloadError::Interrupted);
        }
        if found.challenges.is_empty() {
            return Err(DownloadError::of("no such challenge was found"));
        }
        let mut identity = ChallengeIds::new(&instance, &symmetry_classes);
        let challenge = |found: &MinedChallenge| Challenge {
            id: identity.id(&found.givens),
            givens: found.givens.clone(),
            grade: found.rating.map(Rating::grade),
            rating: found.rating.map(Rating::score),
            level: None,
            puzzle: 0,
            span: Span::new(0, 0),
        };
        let challenges = found.challenges.iter().map(challenge).collect();
        make(&MinedSet {
            space: &space,
            challenges,
            seed: self.seed,
            monitor,
        })
    }
}

impl MinedSet<'_> {
    /// Applies a fallible function to each challenge.
    fn posed<T>(
        &self,
        pose: impl Fn(&Challenge) -> Result<T, DeductionError>,
    ) -> Result<Vec<T>, DownloadError> {
        let posed = self.challenges.iter().map(pose);
        posed.collect::<Result<_, _>>().map_err(DownloadError::of)
    }

    fn instance(&self) -> &Instance {
        self.space.instance()
    }

    fn title(&self) -> &Label {
        &self.instance().puzzle().title
    }

    /// A file of challenges.
    fn text(&self, stem: &str, part: PuzzlePart<'_>) -> String {
        ChallengeText {
            title: self.title(),
            puzzle_path: Path::new(&format!("{stem}.ron")),
            parts: &[(part, self.instance())],
            seed: Some(self.seed),
            challenges: &self.challenges,
        }
        .ron()
    }
}

/// The challenges as a booklet.
fn booklet(mined: &MinedSet<'_>) -> Result<Vec<u8>, DownloadError> {
    let puzzle = mined.instance().puzzle().clone();
    // It has the same options as the mined instance.
    let puzzles = [ChallengePuzzle {
        path: PathBuf::new(),
        text: Source::new("", ""),
        title: mined.title().clone(),
        goal: None,
        instance: Instance::new(puzzle).map_err(DownloadError::of)?,
    }];
    let booklet = Booklet::of_challenges(mined.title(), &puzzles, &mined.challenges, mined.monitor);
    let booklet = booklet.map_err(DownloadError::of)?;
    let layout = BookletLayout::of_paper(Paper::A5);
    let bytes = pdf(
        &booklet,
        &BookletTexts::default(),
        &layout,
        Fonts::built_in(),
    );
    Ok(bytes.map_err(DownloadError::of)?.0)
}

/// The puzzle and its challenges, the easiest first, as a pack.
fn packed(mined: &MinedSet<'_>) -> Result<Vec<u8>, DownloadError> {
    let instance = mined.instance();
    let mut posed =
        mined.posed(|challenge| PackedChallenge::new(0, instance, challenge, mined.monitor))?;
    posed.sort_by_key(PackedChallenge::place);
    let title = &instance.puzzle().title;
    let puzzle = PackedPuzzle {
        name: title.clone(),
        instance,
        solutions: EmbeddedSolutions::none(),
    };
    let text = pack(title, &[puzzle], &posed).map_err(DownloadError::of)?;
    Ok(text.into_bytes())
}

/// The challenges as a page to play.
fn page(mined: &MinedSet<'_>) -> Result<Vec<u8>, DownloadError> {
    let held = EmbeddedSolutions::of(mined.space, HELD, mined.seed).map_err(DownloadError::of)?;
    let posed = mined.posed(|challenge| {
        PlayableChallenge::new(mined.instance(), challenge, &English, mined.monitor)
    })?;
    let content = PageContent::of_puzzle(mined.instance(), held, posed);
    let page = viewer::page(&content, &PageOptions::default()).map_err(DownloadError::of)?;
    Ok(page.into_bytes())
}
