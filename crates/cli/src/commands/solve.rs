//! `solve`: the solutions, drawn or as JSON lines; all or distinct ones, as
//! they are found or the most symmetric first.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::anyhow;
use itertools::Itertools;
use serde::Serialize;
use tilewright_dlx::{Distinct, Links, OptionId, SymmetryId};
use tilewright_geometry::BoardCell;

use super::{Loaded, Output, counted, grouped, load, say_incomplete};
use crate::args::{ListFormat, SolveArgs};
use crate::failure::{Failure, Outcome};
use crate::orbits::Group;
use crate::puzzle::PieceId;
use crate::render::{self, Labels};
use crate::scores::{Scorer, Scores};
use crate::search::{self, Ended, Interrupt};

/// The most solutions that are held to be sorted.
const MAX_SORTED: usize = 5_000_000;

/// One line of the list as JSON, told apart by `type`.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    /// A solution, numbered from 1.
    Solution {
        number: u64,
        placements: Vec<PlacementLine<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        symmetry: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        scores: Option<ScoresLine>,
    },
    /// The end of the list; `complete` is false if there may be more.
    Summary { solutions: u64, complete: bool },
}

#[derive(Serialize)]
struct PlacementLine<'a> {
    piece: &'a str,
    cells: Vec<Vec<i32>>,
}

#[derive(Serialize)]
struct ScoresLine {
    horizontal: Option<u32>,
    vertical: Option<u32>,
}

/// A search for solutions as it ended.
struct Found {
    /// How many were handed on or held.
    solutions: u64,
    complete: bool,
    interrupted: bool,
    seconds: f64,
}

pub(super) fn run(args: &SolveArgs) -> Result<Outcome, Failure> {
    let loaded = load(&args.file, args.case.as_deref())?;
    if loaded.warn_of_plain_obstacles() {
        return Ok(Outcome::No);
    }
    let Loaded { puzzle, matrix, .. } = &loaded;
    let limit = args.best.or(args.limit).unwrap_or(u64::MAX);
    let scorer = (args.best.is_some() || args.sort.is_some())
        .then(|| Scorer::new(puzzle))
        .transpose()
        .map_err(anyhow::Error::new)?;
    let group = args
        .distinct
        .then(|| Group::of(puzzle, matrix))
        .transpose()
        .map_err(anyhow::Error::new)?;
    let interrupt = Interrupt::listen()?;
    let mut out = Output::to(args.output.as_ref())?;
    if limit == 0 {
        return Ok(Outcome::Done);
    }
    let mut list = List {
        loaded: &loaded,
        group: group.as_ref(),
        labels: Labels::of_puzzle(puzzle),
        format: args.format,
        number: 0,
    };
    let found = match scorer {
        None => search_solutions(
            &loaded,
            group.as_ref(),
            &interrupt,
            |solution, stabilizer| {
                list.write(solution, stabilizer, None, &mut out)?;
                Ok(list.number < limit)
            },
        )?,
        Some(scorer) => {
            let mut best = Best::new(&loaded, group.as_ref(), &scorer, limit);
            let found = search_solutions(
                &loaded,
                group.as_ref(),
                &interrupt,
                |solution, stabilizer| {
                    best.hold(solution, stabilizer)?;
                    Ok(true)
                },
            )?;
            for (key, (solution, stabilizer)) in &best.held {
                list.write(solution, stabilizer, Some(key.scores), &mut out)?;
            }
            found
        }
    };
    finish(&list, &found, &mut out)
}

/// Hands solutions to `visit` until it has had enough.
fn search_solutions(
    loaded: &Loaded,
    group: Option<&Group>,
    interrupt: &Interrupt,
    mut visit: impl FnMut(&[OptionId], &[SymmetryId]) -> Result<bool, Failure>,
) -> Result<Found, Failure> {
    let matrix = &loaded.matrix;
    let mut flow = |solution: &[OptionId], stabilizer: &[SymmetryId]| {
        Ok(if visit(solution, stabilizer)? {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    };
    if let Some(group) = group {
        let distinct = Distinct::new(&matrix.problem, &group.symmetries);
        let Ended {
            report,
            elapsed,
            interrupted,
        } = search::run_distinct(&distinct, interrupt, flow)?;
        return Ok(Found {
            solutions: report.distinct,
            complete: report.complete,
            interrupted,
            seconds: elapsed.as_secs_f64(),
        });
    }
    let links = Links::new(&matrix.problem)
        .given(&matrix.givens)
        .map_err(anyhow::Error::new)?;
    let Ended {
        report,
        elapsed,
        interrupted,
    } = search::run(&links, interrupt, |solution| flow(solution, &[]))?;
    Ok(Found {
        solutions: report.solutions,
        complete: report.complete,
        interrupted,
        seconds: elapsed.as_secs_f64(),
    })
}

/// Ends the list and says how it ended.
fn finish(list: &List<'_>, found: &Found, out: &mut Output) -> Result<Outcome, Failure> {
    let noun = if list.group.is_some() {
        "distinct solution"
    } else {
        "solution"
    };
    match list.format {
        ListFormat::Jsonl => {
            let summary = Line::Summary {
                solutions: found.solutions,
                complete: found.complete,
            };
            serde_json::to_writer(&mut *out, &summary)?;
            writeln!(out)?;
            out.flush()?;
        }
        ListFormat::Text => {
            out.flush()?;
            if found.complete {
                anstream::eprintln!(
                    "{} in {:.2} s",
                    counted(found.solutions, noun),
                    found.seconds
                );
            } else if !found.interrupted {
                anstream::eprintln!("stopped after {}, as asked", counted(found.solutions, noun));
            }
        }
    }
    if found.interrupted {
        say_incomplete(&counted(found.solutions, noun));
        return Ok(Outcome::Interrupted);
    }
    Ok(if found.solutions == 0 {
        Outcome::No
    } else {
        Outcome::Done
    })
}

/// What held solutions are ordered by: the most symmetric first, then as found.
#[derive(PartialEq, Eq)]
struct Key {
    scores: Scores,
    number: u64,
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.scores.rank(), self.number).cmp(&(other.scores.rank(), other.number))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A solution and its stabilizer.
type Held = (Box<[OptionId]>, Box<[SymmetryId]>);

/// The most symmetric solutions so far.
struct Best<'a> {
    loaded: &'a Loaded,
    group: Option<&'a Group>,
    scorer: &'a Scorer,
    limit: u64,
    number: u64,
    held: BTreeMap<Key, Held>,
}

impl<'a> Best<'a> {
    fn new(loaded: &'a Loaded, group: Option<&'a Group>, scorer: &'a Scorer, limit: u64) -> Self {
        Self {
            loaded,
            group,
            scorer,
            limit,
            number: 0,
            held: BTreeMap::new(),
        }
    }

    /// Holds a solution; of a distinct one, the image that scores best.
    fn hold(&mut self, solution: &[OptionId], stabilizer: &[SymmetryId]) -> Result<(), Failure> {
        self.number += 1;
        let (scores, solution, stabilizer) = match self.group {
            None => (self.score(solution), solution.to_vec(), Vec::new()),
            Some(group) => self.best_image(group, solution, stabilizer),
        };
        let key = Key {
            scores,
            number: self.number,
        };
        self.held.insert(key, (solution.into(), stabilizer.into()));
        if self.held.len() as u64 > self.limit {
            self.held.pop_last();
        }
        if self.held.len() > MAX_SORTED {
            return Err(anyhow!(
                "there are more than {} solutions to sort, the limit; \
                 ask for the first of them with `--best N`",
                grouped(MAX_SORTED as u64)
            )
            .into());
        }
        Ok(())
    }

    fn score(&self, solution: &[OptionId]) -> Scores {
        let matrix = &self.loaded.matrix;
        let cells = solution
            .iter()
            .map(|option| matrix.meaning(*option).placement.cells.as_ref());
        self.scorer.score(cells)
    }

    /// The image of a solution with the best scores, and its stabilizer. A sixth
    /// of a turn, say, brings another pair of mirror axes upright.
    fn best_image(
        &self,
        group: &Group,
        solution: &[OptionId],
        stabilizer: &[SymmetryId],
    ) -> (Scores, Vec<OptionId>, Vec<SymmetryId>) {
        let mut best: Option<(Scores, SymmetryId, Vec<OptionId>)> = None;
        for g in group.symmetries.ids() {
            let image: Vec<OptionId> = solution
                .iter()
                .map(|option| group.symmetries.image(g, *option))
                .collect();
            let scores = self.score(&image);
            if best
                .as_ref()
                .is_none_or(|(known, ..)| scores.rank() < known.rank())
            {
                best = Some((scores, g, image));
            }
        }
        match best {
            Some((scores, g, image)) => (scores, image, group.conjugated(g, stabilizer)),
            None => (self.score(solution), solution.to_vec(), stabilizer.to_vec()),
        }
    }
}

/// The list so far.
struct List<'a> {
    loaded: &'a Loaded,
    group: Option<&'a Group>,
    labels: Labels,
    format: ListFormat,
    number: u64,
}

impl List<'_> {
    fn write(
        &mut self,
        solution: &[OptionId],
        stabilizer: &[SymmetryId],
        scores: Option<Scores>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        self.number += 1;
        let Loaded { puzzle, matrix, .. } = self.loaded;
        let symmetry = self.group.map(|group| group.describe(puzzle, stabilizer));
        // Options are numbered piece by piece: the pieces come in file order,
        // whatever the order of the search.
        let placements: Vec<(PieceId, &[BoardCell])> = solution
            .iter()
            .sorted()
            .map(|option| matrix.meaning(*option))
            .map(|meaning| (meaning.piece, meaning.placement.cells.as_ref()))
            .collect();
        match self.format {
            ListFormat::Jsonl => {
                let line = Line::Solution {
                    number: self.number,
                    placements: placements
                        .into_iter()
                        .map(|(piece, cells)| PlacementLine {
                            piece: &puzzle.piece(piece).name,
                            cells: cells
                                .iter()
                                .map(|cell| {
                                    let cell = puzzle.board.cell(*cell);
                                    puzzle.lattice.coordinates(cell).to_vec()
                                })
                                .collect(),
                        })
                        .collect(),
                    symmetry: symmetry.as_deref(),
                    scores: scores.map(|scores| ScoresLine {
                        horizontal: scores.horizontal,
                        vertical: scores.vertical,
                    }),
                };
                serde_json::to_writer(&mut *out, &line)?;
                writeln!(out)?;
            }
            ListFormat::Text => {
                if self.number == 1
                    && let Some(legend) = self.labels.legend(puzzle)
                {
                    writeln!(out, "{legend}\n")?;
                }
                write!(out, "solution {}", grouped(self.number))?;
                if let Some(symmetry) = symmetry.filter(|symmetry| symmetry != "none") {
                    write!(out, ", symmetric: {symmetry}")?;
                }
                if let Some(scores) = scores {
                    write!(out, ", {}", scores_in_words(scores))?;
                }
                writeln!(out)?;
                let picture = render::placements(puzzle, &self.labels, &placements, out.styled);
                writeln!(out, "{picture}")?;
            }
        }
        Ok(())
    }
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
