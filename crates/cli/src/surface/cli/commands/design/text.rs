//! Choices in words, a histogram and a table.

use std::io::Write;

use num_bigint::BigUint;

use super::{DesignStop, Designs, GoalMode};
use crate::design::choices::{Choice, Order};
use crate::support::format::{counted, grouped};
use crate::surface::cli::commands::Output;
use crate::surface::cli::commands::text_table::aligned;
use crate::surface::cli::failure::Failure;

/// The length of the longest bar, in columns.
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

    /// Writes how many choices have a solution, and the sum of the numbers of their solutions.
    fn write_sums(&self, out: &mut Output) -> Result<(), Failure> {
        let selection = &self.selection;
        let is_part = matches!(self.stopped, Some(DesignStop::Judged(stop)) if !stop.is_complete);
        let at_least = |is_part: bool| if is_part { "at least " } else { "" };
        let solvable = format!("{}{}", at_least(is_part), grouped(selection.solvable));
        let of =
            (self.choices.as_ref()).map_or(String::new(), |all| format!(" of {}", grouped(all)));
        let what = match self.how {
            GoalMode::None | GoalMode::Each => "have a solution",
            GoalMode::Every if self.stopped.is_some() => "solve every goal counted",
            GoalMode::Every => "solve every goal",
            GoalMode::Some => "solve some goal",
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

    /// The noun for the rows: designs if choices are counted for each goal separately, otherwise
    /// choices.
    fn rows(&self) -> &'static str {
        if self.how == GoalMode::Each {
            "designs"
        } else {
            "choices"
        }
    }

    fn write_histogram(&self, out: &mut Output) -> Result<(), Failure> {
        let bins = &self.selection.histogram;
        let most = bins.values().max().copied().unwrap_or(1);
        let head = ["solutions", self.rows()].map(str::to_owned).to_vec();
        let rows = bins.iter().map(|(from, &choices)| {
            let bar = "█".repeat(usize::try_from(choices * BAR / most).unwrap_or(0));
            vec![bin(from), grouped(choices), bar]
        });
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
        writeln!(out)?;
        for line in aligned(&rows, 2) {
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
            GoalMode::None => &["solutions", "distinct", "pieces"],
            GoalMode::Each => &["solutions", "distinct", "goal", "pieces"],
            GoalMode::Some | GoalMode::Every => {
                &["goals", "fewest", "on", "most", "on", "solutions", "pieces"]
            }
        };
        let is_shown = |name: &&&str| **name != "distinct" || self.spec.counts_distinct();
        let names = names.iter().filter(is_shown);
        let names = names.map(|name| (*name).to_owned()).collect();
        let measures = self.spec.measures.iter();
        self.with_measures(
            "rank",
            names,
            measures.map(|measure| measure.name().to_owned()),
        )
    }

    /// Adds cells to a row of the table: the rank at the beginning if choices are ranked, and the
    /// measures before the last cell, which has the pieces.
    fn with_measures(
        &self,
        rank: &str,
        mut row: Vec<String>,
        measures: impl Iterator<Item = String>,
    ) -> Vec<String> {
        let pieces = row.pop();
        let rank = (self.spec.order == Order::Rank).then(|| rank.to_owned());
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
            row.extend((self.spec.counts_distinct()).then(|| choice.distinct.to_string()));
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

/// A measure with two decimals; a dash if it is unknown.
fn measured(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.2}"))
}

/// The range of a bin of the histogram: `1`, `2 to 3`, `4 to 7`.
fn bin(from: &BigUint) -> String {
    let to: BigUint = from * 2_u32 - 1_u32;
    if *from == to {
        grouped(from)
    } else {
        format!("{} to {}", grouped(from), grouped(to))
    }
}
