//! Mined challenges, written as a file, drawn or as JSON, and the notes on how mining went.

use std::path::Path;

use itertools::Itertools;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::super::placed::placed_option;
use super::super::{counted, grouped, say};
use super::writer::ChallengeOutput;
use crate::cover::{Instance, notation};
use crate::design::challenges::{
    Amount, Challenge, ChallengeText, End, MinedChallenge, MiningPlan, MiningReport, RARE, Spread,
    draws_in_words, fingerprint,
};
use crate::picture::render::{self, Labels};
use crate::publish::interchange::table::{Column, Record, Value, record};
use crate::puzzle::{PieceId, PuzzlePart};
use crate::reason::deduction::Technique;
use crate::support::label::Label;
use crate::surface::cli::args::ChallengesArgs;

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

/// The level of a challenge in a progression, as a heading: `17, beginner: `.
fn level(challenge: &Challenge) -> Option<String> {
    let level = challenge.level.as_ref()?;
    let tier = level.tier.as_ref().map(|tier| format!(", {tier}"));
    Some(format!("{}{}: ", level.number, tier.unwrap_or_default()))
}

impl ChallengeList<'_> {
    /// The name of a challenge's goal; `None` unless the challenges are of several goals.
    fn goal(&self, challenge: &Challenge) -> Option<&str> {
        match self.parts[challenge.puzzle].0 {
            PuzzlePart::Goal(goal) if self.is_of_goals => Some(goal),
            _ => None,
        }
    }

    /// A row for each challenge, with its givens as `given` writes them.
    fn challenge_rows<G: Into<Value>>(
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

    /// The number of open pieces as text, if `--open` is given: `, 3 open`, `, 3 open, minimal`. Otherwise empty.
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
            gaps,
            unchecked,
            ..
        } = self.mined;
        remark_line!(
            "{} of {} from {} in {seconds:.2} s; spread: pieces {:.2}, cells {:.2}",
            self.found(),
            counted(candidates, "candidate"),
            draws_in_words(*draws, *cut_off),
            spread.pieces,
            spread.cells,
        );
        self.say_parts();
        for gap in gaps {
            say::note(format_args!(
                "no challenge was found that rates from {:.1} to {:.1}, where the curve has level{}; {} the \
                 nearest found; --draws N looks further",
                // Bounds of levels may be beyond all ratings.
                gap.from.max(1.0),
                gap.to.min(10.9),
                match gap.levels {
                    (one, last) if one == last => format!(" {one}"),
                    (first, last) => format!("s {first} to {last}"),
                },
                if gap.levels.0 == gap.levels.1 {
                    "it is"
                } else {
                    "they are"
                },
            ));
        }
        let mut found = self.mined.challenges.iter();
        let is_tried = |one: &MinedChallenge| {
            let rating = one.rating;
            rating.is_some_and(|rating| rating.hardest == Technique::Search)
        };
        if self.plan.difficulty.is_none() && !self.challenges.is_empty() && found.all(is_tried) {
            say::note(
                "every challenge needs trying, so this is no deck for beginners; --open 2..4 makes \
                 easier ones",
            );
        }
        if *unchecked > 0 {
            say::note(format_args!(
                "{} left out, because a second engine took too long to check them",
                counted(unchecked, "challenge")
            ));
        }
        if *end == End::Interrupted {
            say::incomplete(&self.found());
            return;
        }
        self.say_short(|| match end {
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
        });
    }
}

impl ChallengeOutput for ChallengeList<'_> {
    const NOUN: &'static str = "challenge";

    fn args(&self) -> &ChallengesArgs {
        self.args
    }

    fn puzzle(&self) -> &Label {
        self.puzzle
    }

    fn amount(&self) -> &Amount {
        &self.plan.amount
    }

    fn parts(&self) -> Vec<usize> {
        self.mined
            .challenges
            .iter()
            .map(|found| found.part)
            .collect()
    }

    fn is_interrupted(&self) -> bool {
        self.mined.end == End::Interrupted
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
            challenges: self.challenge_rows(placed_option).collect::<Value>(),
            parts: self.deck_parts().iter().collect::<Value>(),
            complete: self.challenges.len() == self.plan.amount.total(),
            candidates: self.mined.candidates,
            draws: self.mined.draws,
            spread: record! { pieces: pieces, cells: cells },
        }
    }

    fn columns(&self) -> Vec<Column> {
        vec![
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
    }

    fn rows(&self) -> Vec<Record> {
        self.challenge_rows(notation::of).collect()
    }

    fn drawn(&self, styled: bool) -> String {
        let mut text = String::new();
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
