//! Writes solutions: drawn, as JSON lines, or as rows of a CSV table.

use std::io::Write;
use std::sync::OnceLock;

use itertools::Itertools;
use tilewright_dlx::{OptionId, SymmetryId};
use tilewright_geometry::BoardCell;

use super::super::objective_number::ObjectiveNumber;
use super::super::placed::placed_option;
use super::super::{LoadedPuzzle, Output, grouped};
use crate::cover::orbits::PuzzleSymmetry;
use crate::cover::scores::Scores;
use crate::picture::render::{self, Labels};
use crate::publish::interchange::solution_table::SolutionTable;
use crate::publish::interchange::table::{self, CsvText};
use crate::puzzle::PieceId;
use crate::surface::cli::args::SolutionFormat;
use crate::surface::cli::failure::Failure;

/// Writes the solutions of a list in one format.
pub(in super::super) struct SolutionListing<'a> {
    loaded: &'a LoadedPuzzle,
    group: Option<&'a PuzzleSymmetry>,
    labels: Labels,
    format: SolutionFormat,
    /// The text of each option's placement. It is made when it is first used, since solutions share
    /// placements and most lists use only some of them.
    placements: Vec<OnceLock<String>>,
    /// The columns, for CSV.
    table: Option<SolutionTable>,
    styled: bool,
}

/// The text of a solution without its number.
pub(in super::super) struct SolutionEntry {
    /// The text after the number: the symmetry, the scores and the objective's quantity.
    remark: String,
    /// The drawing of the solution, or its data as JSON or CSV.
    body: String,
}

impl<'a> SolutionListing<'a> {
    /// Prepares the list. `group` is the symmetry group of the puzzle, if only distinct solutions are listed.
    pub(in super::super) fn new(
        loaded: &'a LoadedPuzzle,
        group: Option<&'a PuzzleSymmetry>,
        format: SolutionFormat,
        styled: bool,
    ) -> Result<Self, Failure> {
        let table = matches!(format, SolutionFormat::Csv(_))
            .then(|| SolutionTable::new(&loaded.instance))
            .transpose()?;
        let options = match format {
            SolutionFormat::Jsonl | SolutionFormat::Csv(_) => loaded.instance.meanings().len(),
            SolutionFormat::Text => 0,
        };
        Ok(Self {
            loaded,
            group,
            labels: Labels::of_puzzle(loaded.instance.puzzle()),
            format,
            placements: (0..options).map(|_| OnceLock::new()).collect(),
            table,
            styled,
        })
    }

    /// Writes the header of a CSV table; nothing in other formats. `scored` says whether solutions have
    /// scores, `ranked` whether the list has an objective.
    pub(in super::super) fn begin(
        &self,
        scored: bool,
        ranked: bool,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let Some(table) = &self.table else {
            return Ok(());
        };
        let pieces = table.columns().iter().map(String::as_str);
        let symmetry = self.group.is_some().then_some("symmetry");
        let scores = ["horizontal", "vertical"].into_iter().filter(|_| scored);
        let names = ["number"].into_iter().chain(pieces);
        let objective = ranked.then_some("objective");
        let names: Vec<&str> = names
            .chain(symmetry)
            .chain(scores)
            .chain(objective)
            .collect();
        out.write_all(table::csv_line(self.csv_text(), &names)?.as_bytes())?;
        Ok(())
    }

    fn csv_text(&self) -> CsvText {
        match self.format {
            SolutionFormat::Csv(text) => text,
            SolutionFormat::Text | SolutionFormat::Jsonl => CsvText::Spreadsheet,
        }
    }

    /// The text of a placement, as JSON or as a cell of a table.
    fn placement(&self, option: OptionId) -> Result<&str, Failure> {
        let text = &self.placements[option.index()];
        if let Some(text) = text.get() {
            return Ok(text);
        }
        let written = match &self.table {
            // A cell of the table has commas but no quotes, so quoting it is enough.
            Some(table) => format!("{:?}", table.placement(option)),
            None => serde_json::to_string(&placed_option(&self.loaded.instance, option))?,
        };
        Ok(text.get_or_init(|| written))
    }

    /// A row of a CSV table, without the number of the solution.
    fn cells(
        &self,
        table: &SolutionTable,
        solution: &[OptionId],
        symmetry: Option<&str>,
        scores: Option<Scores>,
    ) -> Result<String, Failure> {
        let mut line = String::new();
        for option in table.row(solution) {
            line.push(',');
            if let Some(option) = option {
                line += self.placement(option)?;
            }
        }
        if let Some(symmetry) = symmetry {
            line.push(',');
            line += table::csv_line(self.csv_text(), &[symmetry])?.trim_end();
        }
        if let Some(scores) = scores {
            for score in [scores.horizontal, scores.vertical] {
                line.push(',');
                line += &score.map_or_else(String::new, |score| score.to_string());
            }
        }
        Ok(line)
    }

    /// Makes the text of a solution. The text does not depend on the order of the list, so any
    /// thread may make it.
    pub(in super::super) fn entry(
        &self,
        solution: &[OptionId],
        stabilizer: &[SymmetryId],
        scores: Option<Scores>,
        objective: Option<ObjectiveNumber>,
    ) -> Result<SolutionEntry, Failure> {
        let LoadedPuzzle { instance, .. } = self.loaded;
        let puzzle = instance.puzzle();
        let symmetry = self.group.map(|group| group.describe(puzzle, stabilizer));
        // Options are numbered piece by piece, so sorting them gives the pieces in file order,
        // whatever the order of the search.
        let mut options = solution.to_vec();
        options.sort_unstable();
        if let Some(table) = &self.table {
            return Ok(SolutionEntry {
                remark: String::new(),
                body: self.cells(table, &options, symmetry.as_deref(), scores)?
                    + &objective.map_or_else(String::new, |found| format!(",{}", found.number)),
            });
        }
        match self.format {
            SolutionFormat::Jsonl => {
                // Lists may have millions of lines, so each line has only one allocation.
                let mut length = 64;
                for &option in &options {
                    length += self.placement(option)?.len() + 1;
                }
                let mut body = String::with_capacity(length);
                body += "\"placements\":[";
                for (at, &option) in options.iter().enumerate() {
                    if at > 0 {
                        body.push(',');
                    }
                    body += self.placement(option)?;
                }
                body.push(']');
                if let Some(symmetry) = &symmetry {
                    body += ",\"symmetry\":";
                    body += &serde_json::to_string(symmetry)?;
                }
                if let Some(scores) = scores {
                    body += ",\"scores\":";
                    body += &serde_json::to_string(&scores)?;
                }
                if let Some(found) = objective {
                    body += &format!(",\"objective\":{}", found.number);
                }
                body.push('}');
                Ok(SolutionEntry {
                    remark: String::new(),
                    body,
                })
            }
            SolutionFormat::Text | SolutionFormat::Csv(_) => {
                let remark = match in_words(symmetry.as_deref(), scores, objective) {
                    words if words.is_empty() => words,
                    words => format!(", {words}"),
                };
                let placements: Vec<(PieceId, &[BoardCell])> = options
                    .into_iter()
                    .map(|option| instance.meaning(option))
                    .map(|meaning| (meaning.piece, meaning.placement.cells.as_ref()))
                    .collect();
                Ok(SolutionEntry {
                    remark,
                    body: render::placements(puzzle, &self.labels, &placements, self.styled),
                })
            }
        }
    }

    /// Writes the legend of the pieces' labels if the format is text. Called before the first solution is written.
    pub(in super::super) fn explain(&self, out: &mut Output) -> Result<(), Failure> {
        if self.format == SolutionFormat::Text
            && let Some(legend) = self.labels.legend(self.loaded.instance.puzzle())
        {
            writeln!(out, "{legend}\n")?;
        }
        Ok(())
    }

    pub(in super::super) fn write(
        &self,
        number: u64,
        entry: &SolutionEntry,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let SolutionEntry { remark, body } = entry;
        match self.format {
            SolutionFormat::Jsonl => {
                writeln!(out, "{{\"type\":\"solution\",\"number\":{number},{body}")?;
            }
            SolutionFormat::Csv(_) => writeln!(out, "{number}{body}")?,
            SolutionFormat::Text => {
                writeln!(out, "solution {}{remark}\n{body}", grouped(number))?;
            }
        }
        Ok(())
    }
}

/// The symmetry of a solution, its scores and the objective's quantity, in words. Those that it lacks
/// are left out.
pub(in super::super) fn in_words(
    symmetry: Option<&str>,
    scores: Option<Scores>,
    objective: Option<ObjectiveNumber>,
) -> String {
    let symmetry = symmetry.filter(|symmetry| *symmetry != "none");
    let symmetry = symmetry.map(|symmetry| format!("symmetric: {symmetry}"));
    symmetry
        .into_iter()
        .chain(scores.map(scores_in_words))
        .chain(objective.map(ObjectiveNumber::in_words))
        .join(", ")
}

fn scores_in_words(scores: Scores) -> String {
    [
        ("horizontal", scores.horizontal),
        ("vertical", scores.vertical),
    ]
    .into_iter()
    .filter_map(|(name, score)| Some(format!("{name} symmetry {}", score?)))
    .join(", ")
}
