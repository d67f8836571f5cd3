//! Writes the result of `challenges`, challenges or cards, in each format, and prints notes on it.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use itertools::Itertools;

use super::super::table::write_records;
use super::super::{Output, OutputTarget, counted, grouped, say};
use crate::design::challenges::{Amount, DeckPart, path_from};
use crate::publish::interchange::table::{Column, Record};
use crate::support::atomic_write;
use crate::support::label::{Label, shown};
use crate::surface::cli::args::{ChallengesArgs, ChallengesFormat};
use crate::surface::cli::failure::{Failure, Outcome};

/// A result of `challenges`, challenges or cards, that can be written in each format.
pub(super) trait ChallengeOutput {
    /// The noun for a challenge or card.
    const NOUN: &'static str;

    fn args(&self) -> &ChallengesArgs;

    /// The title of the file's puzzle.
    fn puzzle(&self) -> &Label;

    fn amount(&self) -> &Amount;

    /// For each challenge or card, the index of the part of the deck or progression that it belongs to, such as
    /// the hard challenges.
    fn parts(&self) -> Vec<usize>;

    fn is_interrupted(&self) -> bool;

    /// The text of a file of challenges. It names the puzzle file by this path.
    fn ron(&self, puzzle_path: &Path) -> String;

    fn answer(&self) -> Record;

    fn columns(&self) -> Vec<Column>;

    fn rows(&self) -> Vec<Record>;

    /// The challenges as text, without their title.
    fn drawn(&self, styled: bool) -> String;

    /// The number of challenges or cards that were found, with the noun: `12 challenges`.
    fn found(&self) -> String {
        counted(self.parts().len(), Self::NOUN)
    }

    fn title(&self) -> String {
        match &self.args().title {
            Some(title) => title.to_string(),
            None => format!("{}: {}", self.puzzle(), self.found()),
        }
    }

    fn deck_parts(&self) -> Vec<DeckPart> {
        self.amount().deck_parts(&self.parts())
    }

    /// Writes the result in the requested format, to a file or to stdout. In a file, the path of
    /// the puzzle is relative to the file's folder. An empty list does not overwrite a file, unless
    /// the format is one for programs.
    fn write(&self, target: Option<&OutputTarget>) -> Result<(), Failure> {
        if self.parts().is_empty() && !self.args().format.is_data() {
            return Ok(());
        }
        if let Some(encoding) = self.args().table() {
            let columns = self.columns().into_iter().collect();
            return write_records(encoding, target, self.puzzle(), &columns, self.rows());
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
        let missing = self.is_interrupted().then(|| {
            format!(
                "interrupted: the first {} of the {} requested; no second engine has checked them",
                self.found(),
                grouped(self.amount().total())
            )
        });
        Ok(match self.args().format {
            ChallengesFormat::Ron => {
                let comment = missing.map(|words| format!("// {words}\n"));
                comment.unwrap_or_default() + &self.ron(puzzle_path)
            }
            ChallengesFormat::Json => serde_json::to_string(&self.answer())? + "\n",
            _ => {
                let words = missing.map(|words| format!("\n{words}\n"));
                self.title() + "\n" + &self.drawn(styled) + &words.unwrap_or_default()
            }
        })
    }

    /// Prints the number of challenges or cards in each part of a deck or progression.
    fn say_parts(&self) {
        let ChallengesArgs { deck, .. } = self.args();
        let progression = self.args().levels_of_progression();
        if deck.is_some() || progression.is_some() {
            let parts = self.deck_parts();
            let parts = parts.iter();
            let parts = parts.map(|part| format!("{} {}", part.level, part.found));
            let what = progression.map_or("deck", |_| "tiers");
            remark_line!("the {what}: {}", parts.format(", "));
        }
    }

    /// Prints which parts of the deck or progression have fewer challenges than requested, and why. Prints nothing
    /// if every part is complete.
    fn say_short(&self, why: impl FnOnce() -> String) {
        let parts = self.deck_parts();
        let short = parts.iter().filter(|part| part.found < part.wanted);
        let short = short.map(|part| match self.amount() {
            Amount::Count(_) => format!("{} of {} {}s", part.found, part.wanted, Self::NOUN),
            _ => format!("{} has {} of {}", part.level, part.found, part.wanted),
        });
        let short = short.collect_vec().join(", ");
        if short.is_empty() {
            return;
        }
        say::note(format_args!("{short}: {}", why()));
        if matches!(self.amount(), Amount::Grades(_)) {
            say::note("--levels quantiles makes a deck of equal parts, independent of the grades");
        }
    }

    fn outcome(&self) -> Outcome {
        if self.is_interrupted() {
            Outcome::Interrupted
        } else {
            Outcome::of(!self.parts().is_empty())
        }
    }
}
