//! Mined challenges, written as a file, drawn or as JSON, and the notes on how mining went.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use itertools::Itertools;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::super::placed::placed_option;
use super::super::table::write_records;
use super::super::{Output, OutputTarget, counted, grouped, say};
use crate::cover::{Instance, notation};
use crate::design::challenges::{
    Amount, Challenge, ChallengeText, DeckPart, End, MinedChallenge, MiningPlan, MiningReport,
    RARE, Spread, draws_in_words, fingerprint, path_from,
};
use crate::picture::render::{self, Labels};
use crate::publish::interchange::table::{Column, Record, TableEncoding, Value, record};
use crate::puzzle::{PieceId, PuzzlePart};
use crate::support::atomic_write;
use crate::support::label::{Label, shown};
use crate::surface::cli::args::{ChallengesArgs, ChallengesFormat};
use crate::surface::cli::failure::Failure;

/// Mined challenges to be written, with the request and the report of mining.
pub(super) struct ChallengeList<'a> {
    pub(super) args: &'a ChallengesArgs,
    /// The title of the file's puzzle.
    pub(super) puzzle: &'a Label,
    /// The puzzle, or the goals that have challenges.
    pub(super) parts: &'a [(PuzzlePart<'a>, &'a Instance)],
    /// Whether the challenges are of all goals of the file. Otherwise they are of one puzzle.
    pub(super) is_of_goals: bool,
    pub(super) plan: &'a MiningPlan,
    pub(super) mined: &'a MiningReport,
    pub(super) challenges: &'a [Challenge],
}

/// The parts of a deck with fewer challenges than requested, in words. `None` if every part is
/// full.
pub(super) fn shortfall(amount: &Amount, parts: &[DeckPart], what: &str) -> Option<String> {
    let short = parts.iter().filter(|part| part.found < part.wanted);
    let words = short.map(|part| match amount {
        Amount::Count(_) => format!("{} of {} {what}", part.found, part.wanted),
        _ => format!("{} has {} of {}", part.level, part.found, part.wanted),
    });
    Some(words.collect_vec().join(", ")).filter(|words| !words.is_empty())
}

/// A result of `challenges`, challenges or cards, that can be written in each format.
pub(super) trait ChallengeOutput {
    fn args(&self) -> &ChallengesArgs;

    /// A remark on the result of an interrupted run, in words; `None` for a complete run.
    fn what_is_missing(&self) -> Option<String>;

    /// The text of a file of challenges. It names the puzzle file by this path.
    fn ron(&self, puzzle_path: &Path) -> String;

    fn json(&self) -> serde_json::Result<String>;

    fn drawn(&self, styled: bool) -> String;

    fn write_table(
        &self,
        encoding: TableEncoding,
        target: Option<&OutputTarget>,
    ) -> Result<(), Failure>;

    /// Writes the result in the requested format, to a file or to stdout. In a file, the path of
    /// the puzzle is relative to the file's folder.
    fn write(&self, target: Option<&OutputTarget>) -> Result<(), Failure> {
        if let Some(encoding) = self.args().table() {
            return self.write_table(encoding, target);
        }
        let puzzle = &self.args().file;
        let Some(path) = target.map(OutputTarget::path) else {
            let mut out = Output::stdout();
            let text = self.text(puzzle, out.styled)?;
            out.write_all(text.as_bytes())?;
            return Ok(out.flush()?);
        };
        let cannot = || format!("cannot write {}", shown(path));
        let folder = path.parent().unwrap_or(Path::new(""));
        let puzzle_path = path_from(folder, puzzle).with_context(cannot)?;
        let text = self.text(&puzzle_path, false)?;
        atomic_write::replace(path, |file| file.write_all(text.as_bytes())).with_context(cannot)?;
        Ok(())
    }

    fn text(&self, puzzle_path: &Path, styled: bool) -> Result<String, Failure> {
        let missing = self.what_is_missing();
        Ok(match self.args().format {
            ChallengesFormat::Ron => {
                let comment = missing.map(|words| format!("// {words}\n"));
                comment.unwrap_or_default() + &self.ron(puzzle_path)
            }
            ChallengesFormat::Json => self.json()? + "\n",
            _ => {
                let words = missing.map(|words| format!("\n{words}\n"));
                self.drawn(styled) + &words.unwrap_or_default()
            }
        })
    }
}

/// The level of a challenge in a progression, as a heading: `17, beginner: `.
fn level(challenge: &Challenge) -> Option<String> {
    let level = challenge.level.as_ref()?;
    let tier = level.tier.as_ref().map(|tier| format!(", {tier}"));
    Some(format!("{}{}: ", level.number, tier.unwrap_or_default()))
}

impl ChallengeList<'_> {
    fn title(&self) -> String {
        let count = self.challenges.len();
        match &self.args.title {
            Some(title) => title.to_string(),
            None => format!("{}: {}", self.puzzle, counted(count, "challenge")),
        }
    }

    /// The name of a challenge's goal; `None` unless the challenges are of several goals.
    fn goal(&self, challenge: &Challenge) -> Option<&str> {
        match self.parts[challenge.puzzle].0 {
            PuzzlePart::Goal(goal) if self.is_of_goals => Some(goal),
            _ => None,
        }
    }

    fn deck_parts(&self) -> Vec<DeckPart> {
        let found = self.mined.challenges.iter().map(|found| found.part);
        self.plan.amount.deck_parts(&found.collect_vec())
    }

    fn answer(&self) -> Record {
        let Spread { pieces, cells } = self.mined.spread;
        record! {
            puzzle: self.puzzle,
            title: self.title(),
            fingerprint?: match self.parts {
                [(_, instance)] if !self.is_of_goals => Some(fingerprint(instance)),
                _ => None,
            },
            seed: self.args.seed,
            challenges: self.rows(placed_option).collect::<Value>(),
            parts: self.deck_parts().iter().collect::<Value>(),
            complete: self.challenges.len() == self.plan.amount.total(),
            candidates: self.mined.candidates,
            draws: self.mined.draws,
            spread: record! { pieces: pieces, cells: cells },
        }
    }

    /// A row for each challenge, with its givens as `given` writes them.
    fn rows<G: Into<Value>>(
        &self,
        given: impl Fn(&Instance, OptionId) -> G,
    ) -> impl Iterator<Item = Record> {
        let challenges = self.challenges.iter().zip(&self.mined.challenges);
        challenges.map(move |(challenge, found)| {
            let instance = self.parts[challenge.puzzle].1;
            let level = challenge.level.as_ref();
            let givens = challenge.givens.iter();
            record! {
                id: &challenge.id,
                goal?: self.goal(challenge),
                givens: givens.map(|option| given(instance, *option)).collect::<Value>(),
                open: found.open,
                minimal: found.is_minimal,
                level?: level.map(|level| level.number.get()),
                tier?: level.and_then(|level| level.tier.as_ref()),
                grade: challenge.grade.map(Value::display),
                rating: challenge.rating,
            }
        })
    }

    /// The number of open pieces, if the call has `--open`: `, 3 open`, `, 3 open, minimal`.
    fn open(&self, found: &MinedChallenge) -> String {
        if self.plan.open.is_none() {
            return String::new();
        }
        let minimal = if found.is_minimal { ", minimal" } else { "" };
        format!(", {} open{minimal}", found.open)
    }

    pub(super) fn say_how_it_went(&self, seconds: f64) {
        let MiningReport {
            candidates,
            draws,
            cut_off,
            end,
            spread,
            unchecked,
            ..
        } = self.mined;
        let found = self.challenges.len();
        remark_line!(
            "{} of {} from {} in {seconds:.2} s; spread: pieces {:.2}, cells {:.2}",
            counted(found, "challenge"),
            counted(candidates, "candidate"),
            draws_in_words(*draws, *cut_off),
            spread.pieces,
            spread.cells,
        );
        if self.args.deck.is_some() || self.args.progression.is_some() {
            let parts = self.deck_parts();
            let parts = parts
                .iter()
                .map(|part| format!("{} {}", part.level, part.found));
            let what = self.args.progression.map_or("deck", |_| "tiers");
            remark_line!("the {what}: {}", parts.collect_vec().join(", "));
        }
        if *unchecked > 0 {
            say::note(format_args!(
                "{} left out, because a second engine took too long to check them",
                counted(unchecked, "challenge")
            ));
        }
        if *end == End::Interrupted {
            say::incomplete(&counted(found, "challenge"));
            return;
        }
        let amount = &self.plan.amount;
        let Some(short) = shortfall(amount, &self.deck_parts(), "challenges") else {
            return;
        };
        let why = match end {
            End::All => "the puzzle has no more such challenges".to_owned(),
            End::Barren { draws } => format!(
                "nothing new in the last {}, so with 99.9 % confidence fewer than \
                 one draw in {RARE} gives more; --draws N looks further",
                counted(draws, "draw")
            ),
            End::Fruitless { draws, cut_off } => format!(
                "nothing new in the last {}, of which {} took too long and {} cut off; \
                 --draws N continues",
                counted(draws, "draw"),
                grouped(cut_off),
                if *cut_off == 1 { "was" } else { "were" },
            ),
            End::NoSolution { searches } => {
                format!("no solution was found in {searches} searches, each stopped at its limit")
            }
            End::Draws | End::Enough | End::Interrupted => format!(
                "no more were found in {}; --draws N continues",
                counted(draws, "draw")
            ),
        };
        say::note(format_args!("{short}: {why}"));
        if matches!(self.plan.amount, Amount::Grades(_)) {
            say::note("--levels quantiles makes a deck of equal parts, independent of the grades");
        }
    }
}

impl ChallengeOutput for ChallengeList<'_> {
    fn args(&self) -> &ChallengesArgs {
        self.args
    }

    fn ron(&self, puzzle_path: &Path) -> String {
        let list = ChallengeText {
            title: &self.title(),
            puzzle_path,
            parts: self.parts,
            seed: Some(self.args.seed),
            challenges: self.challenges,
        };
        list.ron()
    }

    fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(&self.answer())
    }

    fn write_table(
        &self,
        encoding: TableEncoding,
        target: Option<&OutputTarget>,
    ) -> Result<(), Failure> {
        let columns = [
            Column::text("id"),
            Column::text("goal"),
            Column::integer("level"),
            Column::text("tier"),
            Column::integer("open"),
            Column::flag("minimal"),
            Column::text("grade"),
            Column::real("rating"),
            Column::text("givens"),
        ];
        let rows = self.rows(notation::of);
        write_records(
            encoding,
            target,
            self.puzzle,
            &columns.into_iter().collect(),
            rows,
        )
    }

    fn what_is_missing(&self) -> Option<String> {
        let (found, wanted) = (self.challenges.len(), self.plan.amount.total());
        let found = counted(found, "challenge");
        (self.mined.end == End::Interrupted).then(|| {
            format!(
                "interrupted: the first {found} of the {} requested; no second engine has checked \
                 them",
                grouped(wanted)
            )
        })
    }

    fn drawn(&self, styled: bool) -> String {
        let mut text = self.title() + "\n";
        let legend =
            |instance: &Instance| Labels::of_puzzle(instance.puzzle()).legend(instance.puzzle());
        let legends = self
            .parts
            .iter()
            .filter_map(|(_, instance)| legend(instance));
        for legend in legends.unique() {
            text += &format!("{legend}\n");
        }
        for (challenge, found) in self.challenges.iter().zip(&self.mined.challenges) {
            let (_, instance) = self.parts[challenge.puzzle];
            let puzzle = instance.puzzle();
            let labels = Labels::of_puzzle(puzzle);
            let grade = challenge.grade.zip(challenge.rating);
            let grade = grade.map(|(grade, rating)| format!("{grade} {rating:.1}, "));
            let givens = counted(challenge.givens.len(), "given");
            text += &format!(
                "\n{}{}{}  {}{givens}{}\n",
                level(challenge).unwrap_or_default(),
                challenge.id,
                self.goal(challenge)
                    .map_or_else(String::new, |goal| format!("  {goal}")),
                grade.unwrap_or_default(),
                self.open(found),
            );
            let placements: Vec<(PieceId, &[BoardCell])> = instance
                .givens()
                .iter()
                .chain(&challenge.givens)
                .map(|option| instance.meaning(*option))
                .map(|meaning| (meaning.piece, meaning.placement.cells.as_ref()))
                .collect();
            text += &render::placements(puzzle, &labels, &placements, styled);
        }
        text
    }
}
