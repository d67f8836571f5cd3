//! What was mined: written as a file, drawn or as JSON, and told of.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use itertools::Itertools;
use serde::Serialize;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::super::placed::PlacedPiece;
use super::super::table::write_table;
use super::super::{Output, Target, counted, grouped, say};
use crate::cover::{Instance, notation};
use crate::design::challenges::{
    Amount, Challenge, ChallengeText, End, MinedChallenge, MiningReport, Plan, RARE, fingerprint,
    path_from,
};
use crate::picture::render::{self, Labels};
use crate::publish::interchange::table::{Column, Columns, TableEncoding};
use crate::puzzle::{Part, PieceId};
use crate::support::atomic_write;
use crate::support::label::{Label, shown};
use crate::surface::cli::args::{ChallengesArgs, ChallengesFormat};
use crate::surface::cli::failure::Failure;

/// The challenges with all that is told of them.
pub(super) struct List<'a> {
    pub(super) args: &'a ChallengesArgs,
    /// What the puzzle of the file is called.
    pub(super) puzzle: &'a Label,
    /// The puzzle, or the goals that have challenges.
    pub(super) parts: &'a [(Part<'a>, &'a Instance)],
    /// Whether all goals of the file were asked for.
    pub(super) is_of_goals: bool,
    pub(super) plan: &'a Plan,
    pub(super) mined: &'a MiningReport,
    pub(super) challenges: &'a [Challenge],
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    title: String,
    /// None of several puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    seed: u64,
    challenges: Vec<ChallengeAnswer<'a>>,
    parts: Vec<PartAnswer>,
    /// Whether there are as many as were asked for.
    complete: bool,
    candidates: usize,
    draws: u64,
    spread: SpreadAnswer,
}

#[derive(Serialize)]
struct ChallengeAnswer<'a> {
    id: &'a str,
    /// The goal that it is of, if they are of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'a str>,
    givens: Vec<PlacedPiece<'a>>,
    /// How many pieces are left to be placed.
    open: usize,
    /// Whether no given can be left out.
    minimal: bool,
    /// Its number in a progression.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<&'a str>,
    grade: Option<String>,
    rating: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct PartAnswer {
    pub(super) level: String,
    pub(super) wanted: usize,
    pub(super) found: usize,
}

#[derive(Serialize)]
struct SpreadAnswer {
    pieces: f64,
    cells: f64,
}

/// How many there are of each part of a deck, from the part of each.
pub(super) fn parts(amount: &Amount, found: &[usize]) -> Vec<PartAnswer> {
    let sizes = amount.sizes().into_iter().enumerate();
    sizes
        .map(|(part, wanted)| PartAnswer {
            level: amount.part_name(part),
            wanted,
            found: found.iter().filter(|of| **of == part).count(),
        })
        .collect()
}

/// Which parts of a deck fall short of what was asked for, in words; none if none does.
pub(super) fn shortfall(amount: &Amount, parts: &[PartAnswer], what: &str) -> Option<String> {
    let short = parts.iter().filter(|part| part.found < part.wanted);
    let words = short.map(|part| match amount {
        Amount::Count(_) => format!("{} of {} {what}", part.found, part.wanted),
        _ => format!("{} has {} of {}", part.level, part.found, part.wanted),
    });
    Some(words.collect_vec().join(", ")).filter(|words| !words.is_empty())
}

/// Writes a text that names the file of its puzzle: to a file, from whose folder that is named, or to
/// stdout.
pub(super) fn write(
    puzzle: &Path,
    target: Option<&Target>,
    text: impl Fn(&Path, bool) -> Result<String, Failure>,
) -> Result<(), Failure> {
    let Some(path) = target.map(Target::path) else {
        let mut out = Output::stdout();
        let text = text(puzzle, out.styled)?;
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    };
    let cannot = || format!("cannot write {}", shown(path));
    let folder = path.parent().unwrap_or(Path::new(""));
    let puzzle_path = path_from(folder, puzzle).with_context(cannot)?;
    let text = text(&puzzle_path, false)?;
    atomic_write::replace(path, |file| file.write_all(text.as_bytes())).with_context(cannot)?;
    Ok(())
}

/// The place of a challenge in a progression, in words: `17, beginner: `.
fn level(challenge: &Challenge) -> Option<String> {
    let level = challenge.level.as_ref()?;
    let tier = level.tier.as_ref().map(|tier| format!(", {tier}"));
    Some(format!("{}{}: ", level.number, tier.unwrap_or_default()))
}

impl List<'_> {
    fn title(&self) -> String {
        let count = self.challenges.len();
        match &self.args.title {
            Some(title) => title.to_string(),
            None => format!("{}: {}", self.puzzle, counted(count, "challenge")),
        }
    }

    /// The goal of a challenge, if they are of several.
    fn goal(&self, challenge: &Challenge) -> Option<&str> {
        match self.parts[challenge.puzzle].0 {
            Part::Goal(goal) if self.is_of_goals => Some(goal),
            _ => None,
        }
    }

    /// How many challenges each part has.
    fn deck_parts(&self) -> Vec<PartAnswer> {
        let found = self.mined.challenges.iter().map(|found| found.part);
        parts(&self.plan.amount, &found.collect_vec())
    }

    pub(super) fn write(&self, target: Option<&Target>) -> Result<(), Failure> {
        if let Some(encoding) = self.args.table() {
            return self.write_table(encoding, target);
        }
        write(&self.args.file, target, |puzzle_path, styled| {
            self.text(puzzle_path, styled)
        })
    }

    fn text(&self, puzzle_path: &Path, styled: bool) -> Result<String, Failure> {
        Ok(match self.args.format {
            ChallengesFormat::Ron => {
                let comment = self.what_is_missing().map(|words| format!("// {words}\n"));
                let list = ChallengeText {
                    title: &self.title(),
                    puzzle_path,
                    parts: self.parts,
                    seed: Some(self.args.seed),
                    challenges: self.challenges,
                };
                comment.unwrap_or_default() + &list.ron()
            }
            ChallengesFormat::Json => serde_json::to_string(&self.answer())? + "\n",
            _ => {
                let words = self.what_is_missing().map(|words| format!("\n{words}\n"));
                self.drawn(styled) + &words.unwrap_or_default()
            }
        })
    }

    /// A row for each challenge.
    fn write_table(&self, encoding: TableEncoding, target: Option<&Target>) -> Result<(), Failure> {
        let columns: Columns = [
            Column::text("id"),
            Column::text("goal"),
            Column::integer("level"),
            Column::text("tier"),
            Column::integer("open"),
            Column::flag("minimal"),
            Column::text("grade"),
            Column::real("rating"),
            Column::text("givens"),
        ]
        .into_iter()
        .collect();
        let answer = self.answer();
        write_table(encoding, target, self.puzzle, &columns, |add| {
            let rows = answer.challenges.iter().zip(self.challenges);
            for (told, challenge) in rows {
                let instance = self.parts[challenge.puzzle].1;
                let of = |option: &OptionId| notation::of(instance, *option);
                add(&[
                    told.id.into(),
                    told.goal.into(),
                    told.level.into(),
                    told.tier.into(),
                    told.open.into(),
                    told.minimal.into(),
                    told.grade.as_deref().into(),
                    told.rating.into(),
                    challenge.givens.iter().map(of).join(" ").into(),
                ])?;
            }
            Ok(())
        })
    }

    /// What a list lacks that was interrupted.
    fn what_is_missing(&self) -> Option<String> {
        let (found, wanted) = (self.challenges.len(), self.plan.amount.total());
        let found = counted(found, "challenge");
        (self.mined.end == End::Interrupted).then(|| {
            format!(
                "interrupted: {found} of the {} asked for, the first that were found; \
                 no second engine has checked them",
                grouped(wanted)
            )
        })
    }

    fn answer(&self) -> Answer<'_> {
        let challenges = self.challenges.iter().zip(&self.mined.challenges);
        let challenges = challenges.map(|(challenge, found)| ChallengeAnswer {
            id: &challenge.id,
            goal: self.goal(challenge),
            givens: (challenge.givens.iter())
                .map(|option| PlacedPiece::of(self.parts[challenge.puzzle].1, *option))
                .collect(),
            open: found.open,
            minimal: found.is_minimal,
            level: challenge.level.as_ref().map(|level| level.number.get()),
            tier: (challenge.level.as_ref())
                .and_then(|level| level.tier.as_ref())
                .map(Label::as_str),
            grade: challenge.grade.map(|grade| grade.to_string()),
            rating: challenge.rating,
        });
        Answer {
            puzzle: self.puzzle,
            title: self.title(),
            fingerprint: match self.parts {
                [(_, instance)] if !self.is_of_goals => Some(fingerprint(instance)),
                _ => None,
            },
            seed: self.args.seed,
            challenges: challenges.collect(),
            parts: self.deck_parts(),
            complete: self.challenges.len() == self.plan.amount.total(),
            candidates: self.mined.candidates,
            draws: self.mined.draws,
            spread: SpreadAnswer {
                pieces: self.mined.spread.pieces,
                cells: self.mined.spread.cells,
            },
        }
    }

    /// What is left open, if that was asked for: `, 3 open`, `, 3 open, minimal`.
    fn open(&self, found: &MinedChallenge) -> String {
        if self.plan.open.is_none() {
            return String::new();
        }
        let minimal = if found.is_minimal { ", minimal" } else { "" };
        format!(", {} open{minimal}", found.open)
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
            super::draws(*draws, *cut_off),
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
                "{} left out: a second engine took too long to check them",
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
                "nothing new in the last {}, so fewer than one draw in {RARE} gives more \
                 (but for one time in a thousand); --draws N looks further",
                counted(draws, "draw")
            ),
            End::Fruitless { draws, cut_off } => format!(
                "nothing new in the last {}, of which {} took too long and {} cut off; \
                 --draws N goes on",
                counted(draws, "draw"),
                grouped(cut_off),
                if *cut_off == 1 { "was" } else { "were" },
            ),
            End::NoSolution { searches } => format!(
                "no solution was found in {searches} searches, each broken off when it took long"
            ),
            End::Draws | End::Enough | End::Interrupted => format!(
                "no more were found in {}; --draws N looks further",
                counted(draws, "draw")
            ),
        };
        say::note(format_args!("{short}: {why}"));
        if matches!(self.plan.amount, Amount::Grades(_)) {
            say::note("--levels quantiles makes a deck of equal parts, whatever the grades");
        }
    }
}
