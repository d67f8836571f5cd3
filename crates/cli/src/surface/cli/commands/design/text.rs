//! Choices in words, a histogram and a table.

use std::io::Write;

use num_bigint::BigUint;

use super::{DesignStop, Designs, Goals};
use crate::design::choices::{Choice, Order};
use crate::support::format::{counted, grouped};
use crate::surface::cli::commands::Output;
use crate::surface::cli::failure::Failure;

/// Columns of the longest bar.
const BAR: u64 = 40;

impl Designs<'_> {
    pub(super) fn write_text(&self, out: &mut Output) -> Result<(), Failure> {
        let selection = &self.selection;
        writeln!(out, "{}", self.puzzle.title)?;
        let pieces = counted(self.puzzle.first_faces().count(), "piece");
        writeln!(out, "  pool       {pieces}")?;
        if !self.goals.is_empty() {
            writeln!(out, "  goals      {}", grouped(self.goals.len()))?;
        }
        match self.stopped {
            Some(DesignStop::Counted(done)) => {
                writeln!(out, "  counted    {}", grouped(done))?;
            }
            Some(DesignStop::Judged(stop)) => {
                writeln!(out, "  judged     {}", grouped(stop.judged))?;
            }
            None => {}
        }
        match &self.sample {
            Some(sample) => self.write_sample(out, sample)?,
            None => self.write_sums(out)?,
        }
        if selection.wanted > 1 {
            self.write_histogram(out)?;
        }
        self.write_table(out)?;
        let left = selection.wanted - self.kept();
        if left > 0 && self.kept() == 0 && self.stopped.is_some() {
            writeln!(
                out,
                "{} match; they were not sorted before the stop",
                grouped(left)
            )?;
        } else if left > 0 {
            writeln!(out, "… and {} more; --limit 0 prints all", grouped(left))?;
        }
        Ok(())
    }

    /// How many choices there are, and the solutions of all of them.
    fn write_sums(&self, out: &mut Output) -> Result<(), Failure> {
        let selection = &self.selection;
        let is_part = matches!(self.stopped, Some(DesignStop::Judged(stop)) if !stop.is_complete);
        let at_least = |is_part: bool| if is_part { "at least " } else { "" };
        let solvable = format!("{}{}", at_least(is_part), grouped(selection.solvable));
        let of =
            (self.choices.as_ref()).map_or(String::new(), |all| format!(" of {}", grouped(all)));
        let what = match self.how {
            Goals::None | Goals::Each => "have a solution",
            Goals::Every if self.stopped.is_some() => "solve every goal counted",
            Goals::Every => "solve every goal",
            Goals::Some => "solve some goal",
        };
        let rows = self.rows();
        let why = match &self.choices {
            Some(all) if *all == BigUint::ZERO => ": none covers as many cells as the board has",
            _ => "",
        };
        writeln!(out, "  {rows}    {solvable}{of} {what}{why}")?;
        let least = at_least(is_part || selection.uncounted > 0);
        writeln!(out, "  solutions  {least}{}", grouped(&selection.solutions))?;
        if selection.wanted != selection.solvable {
            writeln!(out, "  wanted     {}", grouped(selection.wanted))?;
        }
        Ok(())
    }

    /// What a row is: a choice, or a choice on the board of a goal.
    fn rows(&self) -> &'static str {
        if self.how == Goals::Each {
            "designs"
        } else {
            "choices"
        }
    }

    fn write_histogram(&self, out: &mut Output) -> Result<(), Failure> {
        let bins: Vec<(String, u64)> = (self.selection.histogram.iter())
            .map(|(from, &choices)| (bin(from), choices))
            .collect();
        let most = bins.iter().map(|(_, choices)| *choices).max().unwrap_or(1);
        let head = "solutions";
        let width = bins
            .iter()
            .map(|(bin, _)| bin.chars().count())
            .max()
            .unwrap_or(0);
        let width = width.max(head.len());
        let rows = self.rows();
        let number = grouped(most).len().max(rows.len());
        writeln!(out, "\n{head:>width$}  {rows:>number$}")?;
        for (bin, choices) in bins {
            let bar = "█".repeat(usize::try_from(choices * BAR / most).unwrap_or(0));
            let line = format!("{bin:>width$}  {:>number$}  {bar}", grouped(choices));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    pub(super) fn write_table(&self, out: &mut Output) -> Result<(), Failure> {
        if self.kept() == 0 {
            return Ok(());
        }
        let head = self.head();
        let columns = head.len() - 1;
        let mut widths = vec![0; columns];
        let mut widen = |row: &[String]| {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        };
        widen(&head);
        self.each(|_, choice| {
            widen(&self.row(choice));
            Ok(())
        })?;
        writeln!(out)?;
        let mut write = |row: &[String]| -> Result<(), Failure> {
            for (cell, &width) in row.iter().zip(&widths) {
                write!(out, "{cell:>width$}  ")?;
            }
            Ok(writeln!(out, "{}", row[columns])?)
        };
        write(&head)?;
        self.each(|_, choice| write(&self.row(choice)))
    }

    fn head(&self) -> Vec<String> {
        let names: &[&str] = match self.how {
            Goals::None => &["solutions", "distinct", "pieces"],
            Goals::Each => &["solutions", "distinct", "goal", "pieces"],
            Goals::Some | Goals::Every => {
                &["goals", "fewest", "on", "most", "on", "solutions", "pieces"]
            }
        };
        let is_shown = |name: &&&str| **name != "distinct" || self.wish.counts_distinct();
        let names = names.iter().filter(is_shown);
        let names = names.map(|name| (*name).to_owned()).collect();
        let measures = self.wish.measures.iter();
        self.with_measures(
            "rank",
            names,
            measures.map(|measure| measure.name().to_owned()),
        )
    }

    /// A row with its rank, if there is one, before and its measures before the pieces.
    fn with_measures(
        &self,
        rank: &str,
        mut row: Vec<String>,
        measures: impl Iterator<Item = String>,
    ) -> Vec<String> {
        let pieces = row.pop();
        let rank = (self.wish.order == Order::Rank).then(|| rank.to_owned());
        rank.into_iter()
            .chain(row)
            .chain(measures)
            .chain(pieces)
            .collect()
    }

    fn row(&self, choice: &Choice) -> Vec<String> {
        let measures = choice.measures.iter().map(|value| measured(*value));
        self.with_measures(&measured(choice.rank), self.counts(choice), measures)
    }

    fn counts(&self, choice: &Choice) -> Vec<String> {
        let pieces = self.names(choice).join(" ");
        let Some(solved) = &choice.goals else {
            let mut row = vec![grouped(&choice.solutions)];
            row.extend((self.wish.counts_distinct()).then(|| choice.distinct.to_string()));
            row.extend(choice.goal.map(|at| self.goals[at].name.to_string()));
            row.push(pieces);
            return row;
        };
        let goal = |at: usize| self.goals[at].name.to_string();
        vec![
            grouped(solved.number),
            grouped(&solved.hardest.solutions),
            goal(solved.hardest.goal),
            grouped(&solved.easiest.solutions),
            goal(solved.easiest.goal),
            grouped(&choice.solutions),
            pieces,
        ]
    }
}

/// A measure to two places, or that it is unknown.
fn measured(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.2}"))
}

/// `1`, `2 to 3`, `4 to 7`.
fn bin(from: &BigUint) -> String {
    let to: BigUint = from * 2_u32 - 1_u32;
    if *from == to {
        grouped(from)
    } else {
        format!("{} to {}", grouped(from), grouped(to))
    }
}
