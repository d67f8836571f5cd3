//! Challenges mined from the drawn puzzle, as files.

use std::path::{Path, PathBuf};

use super::download_error::DownloadError;
use crate::cover::Instance;
use crate::design::challenges::{Amount, Challenge, ChallengePuzzle, ChallengeText, DeckPart};
use crate::picture::drawing::{Artist, Fonts, Paper, Style, svg};
use crate::publish::booklet::{Booklet, BookletLayout, BookletTexts, pdf};
use crate::publish::interchange::table::{Value, record};
use crate::publish::pack::{PackedChallenge, PackedPuzzle, pack};
use crate::publish::viewer::{
    self, EmbeddedSolutions, PageContent, PageOptions, PlayableChallenge,
};
use crate::puzzle::{PieceOrigin, PlacedPiece, PuzzlePart, Source};
use crate::reason::deduction::{DeductionError, English};
use crate::solve::search::RunContext;
use crate::solve::space::Space;
use crate::support::label::Label;

/// The maximum number of solutions in a page on which the puzzle is played.
const HELD: usize = 1_000;

/// The maximum number of levels that have a picture.
const MOST_PICTURES: usize = 24;

/// Mined challenges, the easiest first, with the solutions they were mined from.
pub(super) struct MinedSet<'a> {
    pub(super) space: &'a Space<'a>,
    /// The requested numbers of challenges.
    pub(super) amount: &'a Amount,
    pub(super) challenges: Vec<Challenge>,
    /// For each challenge, the index of the part of `amount` that it belongs to, such as the hard challenges.
    pub(super) parts: Vec<usize>,
    /// For each challenge, the number of pieces left to place.
    pub(super) opens: Vec<usize>,
    pub(super) seed: u64,
    pub(super) monitor: &'a RunContext,
}

impl From<&DeckPart> for Value {
    fn from(part: &DeckPart) -> Self {
        record! { level: &part.level, wanted: part.wanted, found: part.found }.into()
    }
}

impl MinedSet<'_> {
    /// The results of `pose` for all challenges, or its first error.
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

    /// The text of a file of challenges.
    pub(super) fn text(&self, stem: &str, part: PuzzlePart<'_>) -> String {
        ChallengeText {
            title: self.title(),
            puzzle_path: Path::new(&format!("{stem}.ron")),
            parts: &[(part, self.instance())],
            seed: Some(self.seed),
            challenges: &self.challenges,
        }
        .ron()
    }

    pub(super) fn booklet(&self) -> Result<Vec<u8>, DownloadError> {
        let puzzle = self.instance().puzzle().clone();
        // This copy of the puzzle has the same options as the mined instance.
        let puzzles = [ChallengePuzzle {
            path: PathBuf::new(),
            text: Source::new("", ""),
            title: self.title().clone(),
            goal: None,
            goal_order: 0,
            instance: Instance::new(puzzle)?,
        }];
        let booklet =
            Booklet::of_challenges(self.title(), &puzzles, &self.challenges, self.monitor)?;
        let layout = BookletLayout::of_paper(Paper::A5);
        Ok(pdf(
            &booklet,
            &BookletTexts::default(),
            &layout,
            Fonts::built_in(),
        )?
        .0)
    }

    /// The puzzle and its challenges, the easiest first, as a pack.
    pub(super) fn packed(&self) -> Result<Vec<u8>, DownloadError> {
        let instance = self.instance();
        let mut posed =
            self.posed(|challenge| PackedChallenge::new(0, instance, challenge, self.monitor))?;
        posed.sort_by_key(PackedChallenge::place);
        let title = &instance.puzzle().title;
        let puzzle = PackedPuzzle {
            name: title.clone(),
            instance,
            solutions: EmbeddedSolutions::none(),
        };
        let text = pack(title, &[puzzle], &posed)?;
        Ok(text.into_bytes())
    }

    pub(super) fn page(&self) -> Result<Vec<u8>, DownloadError> {
        let held = EmbeddedSolutions::of(self.space, HELD, self.seed)?;
        let posed = self.posed(|challenge| {
            PlayableChallenge::new(self.instance(), challenge, &English, self.monitor)
        })?;
        let content = PageContent::of_puzzle(self.instance(), held, posed);
        let page = viewer::page(&content, &PageOptions::default())?;
        Ok(page.into_bytes())
    }

    /// Which parts of the request, such as the hard challenges, have fewer challenges than requested, as text:
    /// `hard 2 of 5`. `None` if every part is complete.
    pub(super) fn shortfall(&self) -> Option<String> {
        let parts = self.amount.deck_parts(&self.parts);
        let short = parts.iter().filter(|part| part.found < part.wanted);
        let words: Vec<String> = short
            .map(|part| format!("{} {} of {}", part.level, part.found, part.wanted))
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// The levels with their ratings, and pictures of some, as JSON.
    pub(super) fn levels(&self) -> Result<Vec<u8>, DownloadError> {
        let instance = self.instance();
        let artist = Artist::new(instance.puzzle(), Style::default());
        let count = self.challenges.len();
        // The levels with pictures are evenly spaced, the first and the last among them.
        let shown = MOST_PICTURES.min(count);
        let is_shown = |at: usize| (0..shown).any(|i| i * (count - 1) / (shown - 1).max(1) == at);
        let picture = |challenge: &Challenge| {
            let given = instance.givens().iter().chain(&challenge.givens);
            let laid = given.map(|option| PlacedPiece {
                origin: PieceOrigin::Given,
                ..instance.placed_piece(*option)
            });
            let laid: Vec<PlacedPiece<'_>> = laid.collect();
            svg::file(&artist.solution(&challenge.id, &laid))
        };
        let levels = self.challenges.iter().enumerate().map(|(at, challenge)| {
            record! {
                grade: challenge.grade.map(Value::display),
                rating: challenge.rating,
                open: self.opens[at],
                picture: is_shown(at).then(|| picture(challenge)),
            }
        });
        let parts = self.amount.deck_parts(&self.parts);
        let found = record! {
            parts: parts.iter().collect::<Value>(),
            levels: levels.collect::<Value>(),
        };
        serde_json::to_vec(&found).map_err(DownloadError::of)
    }
}
