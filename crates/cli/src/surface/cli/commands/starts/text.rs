//! What `starts` prints as text: numbers, a table and pictures.

use std::io::Write;

use itertools::Itertools;
use num_bigint::BigUint;
use tilewright_dlx::OptionId;

use super::{StartsFindings, StartsReport};
use crate::cover::notation;
use crate::design::starts::{Census, StartExtreme, StartNumber, StartsShare, Survey};
use crate::picture::render::{self, Labels};
use crate::support::format::{counted, grouped};
use crate::surface::cli::commands::Output;
use crate::surface::cli::commands::number::give_or_take;
use crate::surface::cli::commands::text_table::aligned;
use crate::surface::cli::failure::Failure;

/// The width of a row of pictures, in columns.
const WIDTH: usize = 100;

/// A row of the table: a range of numbers of solutions, the number of starts in it, and their share.
type StartsRow = [String; 3];

impl StartsReport<'_> {
    pub(super) fn write_text(&self, out: &mut Output) -> Result<(), Failure> {
        let puzzle = self.space.puzzle();
        let givens = counted(self.args.givens, "placement");
        let besides = match puzzle.givens.len() {
            0 => String::new(),
            number => format!(" in addition to {}", counted(number, "given")),
        };
        writeln!(out, "{}: starts of {givens}{besides}", puzzle.title)?;
        match &self.found {
            StartsFindings::Exact(census) => self.write_census(out, census),
            StartsFindings::Sampled(survey) => self.write_survey(out, survey),
        }
    }

    /// Two numbers as `12 up to symmetry, 40 in all`; one number if the puzzle has no symmetry.
    fn both(&self, distinct: &str, all: &str) -> String {
        if self.group.order() == 1 {
            all.to_owned()
        } else {
            format!("{distinct} up to symmetry, {all} in all")
        }
    }

    fn write_census(&self, out: &mut Output, census: &Census) -> Result<(), Failure> {
        let number =
            |number: &StartNumber| self.both(&grouped(&number.distinct), &grouped(&number.all));
        let share = |part: &StartNumber| percent(&part.distinct, &census.starts.distinct);
        writeln!(out, "  counted       all, exactly")?;
        writeln!(out, "  starts        {}", number(&census.starts))?;
        let one = &census.one_solution;
        write!(out, "  one solution  {}", number(one))?;
        if one.all == BigUint::ZERO {
            writeln!(out)?;
        } else {
            writeln!(out, ": {}", share(one))?;
        }
        for (name, extreme) in [("fewest", &census.fewest), ("most", &census.most)] {
            if let Some(extreme) = extreme {
                let solutions = counted(&extreme.solutions, "solution");
                writeln!(out, "  {name:<12}  {solutions}")?;
            }
        }
        let rows = census.histogram.iter().map(|bin| {
            [
                between(&bin.from, &bin.to),
                grouped(&bin.starts.distinct),
                share(&bin.starts),
            ]
        });
        self.write_table(out, rows)?;
        self.write_extreme(out, "fewest", census.fewest.as_ref())?;
        self.write_extreme(out, "most", census.most.as_ref())
    }

    fn write_survey(&self, out: &mut Output, survey: &Survey) -> Result<(), Failure> {
        let (samples, seed) = (grouped(survey.samples), survey.seed);
        writeln!(
            out,
            "  estimated     from {samples} drawn at random, seed {seed}; ± is a standard error"
        )?;
        let starts = self.both(&give_or_take(survey.distinct), &give_or_take(survey.all));
        writeln!(out, "  starts        {starts}")?;
        let one = give_or_take(survey.one_solution);
        let symmetry = if self.group.order() == 1 {
            ""
        } else {
            " up to symmetry"
        };
        writeln!(
            out,
            "  one solution  {one}{symmetry}: {}",
            share(survey.share)
        )?;
        for (name, extreme) in [("fewest", &survey.fewest), ("most", &survey.most)] {
            if let Some(extreme) = extreme {
                let solutions = counted(&extreme.solutions, "solution");
                writeln!(out, "  {name:<12}  {solutions}, of those drawn")?;
            }
        }
        let rows = survey.histogram.iter().map(|bin| {
            [
                between(&bin.from, &bin.to),
                give_or_take(bin.distinct),
                share(bin.share),
            ]
        });
        self.write_table(out, rows)?;
        self.write_extreme(out, "fewest of those drawn", survey.fewest.as_ref())?;
        self.write_extreme(out, "most of those drawn", survey.most.as_ref())
    }

    fn write_table(
        &self,
        out: &mut Output,
        rows: impl Iterator<Item = StartsRow>,
    ) -> Result<(), Failure> {
        let starts = match self.group.order() {
            1 => "starts",
            _ => "starts up to symmetry",
        };
        let head = ["solutions", starts, "share"].map(str::to_owned);
        let rows = std::iter::once(head).chain(rows).collect_vec();
        writeln!(out)?;
        for line in aligned(&rows, 3) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Writes the first starts with the fewest or most solutions, in the notation of the command line and drawn.
    fn write_extreme(
        &self,
        out: &mut Output,
        name: &str,
        extreme: Option<&StartExtreme>,
    ) -> Result<(), Failure> {
        let Some(extreme) = extreme.filter(|extreme| !extreme.starts.is_empty()) else {
            return Ok(());
        };
        let solutions = counted(&extreme.solutions, "solution");
        writeln!(out, "\n{name}, {solutions}:")?;
        for start in &extreme.starts {
            writeln!(out, "{}", self.named(start).join(" "))?;
        }
        let instance = self.space.instance();
        let puzzle = instance.puzzle();
        let labels = Labels::of_puzzle(puzzle);
        let pictures = extreme.starts.iter().map(|start| {
            let options = instance.givens().iter().chain(start);
            let laid = options
                .map(|option| instance.meaning(*option))
                .map(|meaning| (meaning.piece, meaning.placement.cells.as_ref()))
                .collect_vec();
            render::placements(puzzle, &labels, &laid, out.styled)
        });
        let drawn = render::side_by_side(&pictures.collect_vec(), WIDTH);
        write!(out, "{drawn}")?;
        Ok(())
    }

    /// The placements of a start, each in the notation of the command line.
    pub(super) fn named(&self, start: &[OptionId]) -> Vec<String> {
        let of = |option: &OptionId| notation::of(self.space.instance(), *option);
        start.iter().map(of).collect()
    }
}

/// A range of numbers: `1`, `2 to 3`.
fn between(from: &BigUint, to: &BigUint) -> String {
    if from == to {
        grouped(from)
    } else {
        format!("{} to {}", grouped(from), grouped(to))
    }
}

/// A share in per cent with two decimals.
fn percent(part: &BigUint, whole: &BigUint) -> String {
    let hundredths = (part * 20_000_u32 + whole) / (whole * 2_u32);
    if hundredths == BigUint::ZERO && *part != BigUint::ZERO {
        return "<0.01 %".to_owned();
    }
    let (percent, rest) = (&hundredths / 100_u32, &hundredths % 100_u32);
    format!("{percent}.{rest:0>2} %")
}

fn share(share: StartsShare) -> String {
    let StartsShare {
        share,
        standard_error,
    } = share;
    format!("{:.2} ± {:.2} %", share * 100.0, standard_error * 100.0)
}
