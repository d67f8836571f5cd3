//! How solutions are written: drawn, a JSON object a line, or a line of a table.

use std::io::Write;
use std::sync::OnceLock;

use itertools::Itertools;
use serde::Serialize;
use tilewright_dlx::{OptionId, SymmetryId};
use tilewright_geometry::BoardCell;

use super::super::placed::PlacedPiece;
use super::super::{LoadedPuzzle, Output, grouped};
use crate::cover::orbits::PuzzleSymmetry;
use crate::cover::scores::Scores;
use crate::picture::render::{self, Labels};
use crate::publish::interchange::solution_table::SolutionTable;
use crate::publish::interchange::table::{self, CsvText};
use crate::puzzle::PieceId;
use crate::surface::cli::args::SolutionFormat;
use crate::surface::cli::failure::Failure;

#[derive(Serialize)]
struct ScoresLine {
    horizontal: Option<u32>,
    vertical: Option<u32>,
}

/// How solutions are written.
pub(in super::super) struct List<'a> {
    loaded: &'a LoadedPuzzle,
    group: Option<&'a PuzzleSymmetry>,
    labels: Labels,
    format: SolutionFormat,
    /// Placements as JSON or as cells of a table, by option: a solution is made of a few of them, and most
    /// lists have but a part.
    placements: Vec<OnceLock<String>>,
    /// The columns, if it is a table.
    table: Option<SolutionTable>,
    styled: bool,
}

/// A solution as it is written, but for its number.
pub(in super::super) struct Entry {
    /// What is said of it beside the number.
    remark: String,
    /// The rest.
    body: String,
}

impl<'a> List<'a> {
    /// Prepares the list; `group` if it is one of distinct solutions.
    pub(in super::super) fn new(
        loaded: &'a LoadedPuzzle,
        group: Option<&'a PuzzleSymmetry>,
        format: SolutionFormat,
        styled: bool,
    ) -> Result<Self, Failure> {
        let table = matches!(format, SolutionFormat::Csv(_))
            .then(|| SolutionTable::new(&loaded.instance))
            .transpose()
            .map_err(anyhow::Error::new)?;
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

    /// Writes what stands before the first solution: the names of a table's columns. `scored` if
    /// solutions come with their scores.
    pub(in super::super) fn begin(&self, scored: bool, out: &mut Output) -> Result<(), Failure> {
        let Some(table) = &self.table else {
            return Ok(());
        };
        let pieces = table.columns().iter().map(String::as_str);
        let symmetry = self.group.is_some().then_some("symmetry");
        let scores = ["horizontal", "vertical"].into_iter().filter(|_| scored);
        let names = ["number"].into_iter().chain(pieces);
        let names: Vec<&str> = names.chain(symmetry).chain(scores).collect();
        out.write_all(table::csv_line(self.csv_text(), &names)?.as_bytes())?;
        Ok(())
    }

    fn csv_text(&self) -> CsvText {
        match self.format {
            SolutionFormat::Csv(text) => text,
            SolutionFormat::Text | SolutionFormat::Jsonl => CsvText::Spreadsheet,
        }
    }

    /// A placement as it is written.
    fn placement(&self, option: OptionId) -> Result<&str, Failure> {
        let text = &self.placements[option.index()];
        if let Some(text) = text.get() {
            return Ok(text);
        }
        let written = match &self.table {
            // A cell holds commas, and no quotes.
            Some(table) => format!("{:?}", table.placement(option)),
            None => serde_json::to_string(&PlacedPiece::of(&self.loaded.instance, option))?,
        };
        Ok(text.get_or_init(|| written))
    }

    /// A line of a table, but for its number.
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

    /// What is written of a solution. Takes no part in the order of the list.
    pub(in super::super) fn entry(
        &self,
        solution: &[OptionId],
        stabilizer: &[SymmetryId],
        scores: Option<Scores>,
    ) -> Result<Entry, Failure> {
        let LoadedPuzzle { instance, .. } = self.loaded;
        let puzzle = instance.puzzle();
        let symmetry = self.group.map(|group| group.describe(puzzle, stabilizer));
        // Options are numbered piece by piece: the pieces come in file order,
        // whatever the order of the search.
        let mut options = solution.to_vec();
        options.sort_unstable();
        if let Some(table) = &self.table {
            return Ok(Entry {
                remark: String::new(),
                body: self.cells(table, &options, symmetry.as_deref(), scores)?,
            });
        }
        match self.format {
            SolutionFormat::Jsonl => {
                // Lists may be millions long: each line is made in one piece of memory.
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
                    body += &serde_json::to_string(&ScoresLine {
                        horizontal: scores.horizontal,
                        vertical: scores.vertical,
                    })?;
                }
                body.push('}');
                Ok(Entry {
                    remark: String::new(),
                    body,
                })
            }
            SolutionFormat::Text | SolutionFormat::Csv(_) => {
                let remark = match in_words(symmetry.as_deref(), scores) {
                    words if words.is_empty() => words,
                    words => format!(", {words}"),
                };
                let placements: Vec<(PieceId, &[BoardCell])> = options
                    .into_iter()
                    .map(|option| instance.meaning(option))
                    .map(|meaning| (meaning.piece, meaning.placement.cells.as_ref()))
                    .collect();
                Ok(Entry {
                    remark,
                    body: render::placements(puzzle, &self.labels, &placements, self.styled),
                })
            }
        }
    }

    /// Writes what stands before the first solution in characters: what the labels of pieces stand for.
    pub(in super::super) fn explain(&self, out: &mut Output) -> Result<(), Failure> {
        if self.format == SolutionFormat::Text
            && let Some(legend) = self.labels.legend(self.loaded.instance.puzzle())
        {
            writeln!(out, "{legend}\n")?;
        }
        Ok(())
    }

    /// Writes a solution with its number.
    pub(in super::super) fn write(
        &self,
        number: u64,
        entry: &Entry,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let Entry { remark, body } = entry;
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

/// What is said of a solution beside its number: its symmetry, if it has any,
/// and its scores.
pub(in super::super) fn in_words(symmetry: Option<&str>, scores: Option<Scores>) -> String {
    let symmetry = symmetry.filter(|symmetry| *symmetry != "none");
    let symmetry = symmetry.map(|symmetry| format!("symmetric: {symmetry}"));
    symmetry
        .into_iter()
        .chain(scores.map(scores_in_words))
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
