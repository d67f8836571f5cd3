//! How solutions are written: drawn, or a JSON object a line.

use std::io::Write;

use itertools::Itertools;
use serde::Serialize;
use tilewright_dlx::{OptionId, SymmetryId};
use tilewright_geometry::BoardCell;

use super::super::placed::PlacedPiece;
use super::super::{LoadedPuzzle, Output, grouped};
use crate::cli::args::ListFormat;
use crate::cli::failure::Failure;
use crate::cover::orbits::PuzzleSymmetry;
use crate::cover::scores::Scores;
use crate::picture::render::{self, Labels};
use crate::puzzle::PieceId;

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
    format: ListFormat,
    /// Every placement as JSON, by option: a solution is made of a few of them.
    placements: Vec<String>,
    styled: bool,
}

fn placements_as_json(loaded: &LoadedPuzzle) -> Result<Vec<String>, Failure> {
    let LoadedPuzzle { instance, .. } = loaded;
    let puzzle = instance.puzzle();
    let placements = instance.meanings().iter().map(|meaning| {
        let placed = PlacedPiece::new(puzzle, meaning.piece, &meaning.placement.cells);
        Ok(serde_json::to_string(&placed)?)
    });
    placements.collect()
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
        format: ListFormat,
        styled: bool,
    ) -> Result<Self, Failure> {
        Ok(Self {
            loaded,
            group,
            labels: Labels::of_puzzle(loaded.instance.puzzle()),
            format,
            placements: match format {
                ListFormat::Jsonl => placements_as_json(loaded)?,
                ListFormat::Text => Vec::new(),
            },
            styled,
        })
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
        match self.format {
            ListFormat::Jsonl => {
                // Lists may be millions long: each line is made in one piece of memory.
                let length = |option: &OptionId| self.placements[option.index()].len() + 1;
                let mut body =
                    String::with_capacity(options.iter().map(length).sum::<usize>() + 64);
                body += "\"placements\":[";
                for (at, option) in options.iter().enumerate() {
                    if at > 0 {
                        body.push(',');
                    }
                    body += &self.placements[option.index()];
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
            ListFormat::Text => {
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

    /// Writes a solution, numbered from 1.
    pub(in super::super) fn write(
        &self,
        number: u64,
        entry: &Entry,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let Entry { remark, body } = entry;
        match self.format {
            ListFormat::Jsonl => {
                writeln!(out, "{{\"type\":\"solution\",\"number\":{number},{body}")?;
            }
            ListFormat::Text => {
                if number == 1
                    && let Some(legend) = self.labels.legend(self.loaded.instance.puzzle())
                {
                    writeln!(out, "{legend}\n")?;
                }
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
