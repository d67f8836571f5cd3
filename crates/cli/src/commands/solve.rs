//! `solve`: the solutions, drawn or as JSON lines; all or distinct ones, as
//! they are found or the most symmetric first.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::anyhow;
use itertools::Itertools;
use serde::Serialize;
use tilewright_dlx::{Distinct, Forecast, Heuristic, OptionId, SymmetryId};
use tilewright_geometry::BoardCell;

use super::{Loaded, Output, counted, grouped, load, say_incomplete};
use crate::args::{EngineArg, ListFormat, SolveArgs};
use crate::checkpoint::{Identity, Keeper, Written};
use crate::effort::Effort;
use crate::failure::{Failure, Outcome};
use crate::orbits::Group;
use crate::puzzle::PieceId;
use crate::render::{self, Labels};
use crate::scores::{Scorer, Scores};
use crate::search::{Heard, Interrupt, Scope, Search};

/// The most solutions that are held to be sorted.
const MAX_SORTED: usize = 5_000_000;

/// The end of the list as JSON; `complete` is false if there may be more.
/// Lines are told apart by `type`.
#[derive(Serialize)]
#[serde(tag = "type", rename = "summary")]
struct Summary {
    solutions: u64,
    complete: bool,
}

/// What is said of a solution in JSON beside its placements.
#[derive(Serialize)]
struct RemarkLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<ScoresLine>,
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
    refuse_what_cannot_be(args)?;
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
    let distinct = group
        .as_ref()
        .map(|group| Distinct::new(&matrix.problem, &group.symmetries));
    let effort = Effort::from(&args.effort);
    let interrupt = Interrupt::listen()?;
    let mut keeper = keeper(args, &loaded, group.as_ref())?;
    let mut out = match (keeper.written(), &args.output) {
        (Some(written), Some(path)) => Output::after(path, written.bytes)?,
        (_, path) => Output::to(path.as_ref())?,
    };
    if limit == 0 {
        return Ok(Outcome::Done);
    }
    let list = List {
        loaded: &loaded,
        group: group.as_ref(),
        labels: Labels::of_puzzle(puzzle),
        format: args.format,
        placements: match args.format {
            ListFormat::Jsonl => placements_as_json(&loaded)?,
            ListFormat::Text => Vec::new(),
        },
        styled: out.styled,
    };
    let hunt = Hunt {
        loaded: &loaded,
        distinct: distinct.as_ref(),
        effort: &effort,
        interrupt: &interrupt,
    };
    let found = match scorer {
        None => hunt.list(&list, limit, &mut keeper, &mut out)?,
        Some(scorer) => {
            let mut best = Best::new(&loaded, group.as_ref(), &scorer, limit);
            let found = hunt.hold(&mut best)?;
            for (number, (key, (solution, stabilizer))) in (1..).zip(&best.held) {
                let entry = list.entry(solution, stabilizer, Some(key.scores))?;
                list.write(number, &entry, &mut out)?;
            }
            found
        }
    };
    let outcome = finish(&list, &found, &mut out)?;
    if !found.interrupted {
        keeper.finish()?;
    }
    Ok(outcome)
}

/// Refuses arguments that contradict each other in ways that clap can't see.
fn refuse_what_cannot_be(args: &SolveArgs) -> Result<(), Failure> {
    if args.effort.engine == EngineArg::Frontier {
        return Err(anyhow!(
            "the engine frontier counts without listing; list with links or bits, or use `count`"
        )
        .into());
    }
    if args.checkpoint.checkpoint.is_none() {
        return Ok(());
    }
    if args.output.is_none() {
        return Err(anyhow!(
            "a list that is to be taken up again must be in a file: add `--output FILE`"
        )
        .into());
    }
    if args.best.is_some() || args.sort.is_some() {
        return Err(anyhow!(
            "a sorted list is written at the end, so there is nothing to take up again: \
             leave out --checkpoint"
        )
        .into());
    }
    Ok(())
}

/// The checkpoints of this list.
fn keeper(args: &SolveArgs, loaded: &Loaded, group: Option<&Group>) -> Result<Keeper, Failure> {
    let Some(path) = &args.checkpoint.checkpoint else {
        return Ok(Keeper::nothing());
    };
    let mut command = "solve".to_owned();
    if args.distinct {
        command += " --distinct";
    }
    if let Some(limit) = args.limit {
        command += &format!(" --limit {limit}");
    }
    command += match args.format {
        ListFormat::Text => " --format text",
        ListFormat::Jsonl => " --format jsonl",
    };
    if let Some(output) = &args.output {
        command += &format!(" --output {}", output.display());
    }
    let identity = Identity {
        command,
        problem: loaded.matrix.problem.fingerprint(),
        engine: args.effort.engine.engine(),
    };
    let every = args.checkpoint.checkpoint_every.into();
    Keeper::open(path, every, &identity, group.map(|group| &group.symmetries))
}

/// A search for solutions to be listed.
struct Hunt<'a> {
    loaded: &'a Loaded,
    distinct: Option<&'a Distinct<'a>>,
    effort: &'a Effort,
    interrupt: &'a Interrupt,
}

impl Hunt<'_> {
    fn scope(&self) -> Scope<'_> {
        match self.distinct {
            Some(distinct) => Scope::Distinct(distinct),
            None => Scope::All {
                problem: &self.loaded.matrix.problem,
                heuristic: Heuristic::Mrv,
                givens: &self.loaded.matrix.givens,
            },
        }
    }

    fn forecast(&self, checkpoints: bool) -> Forecast {
        self.effort
            .forecast(checkpoints, |walks| match self.distinct {
                Some(distinct) => Forecast::of_distinct(distinct, walks),
                None => Forecast::of(&self.loaded.matrix.problem, walks),
            })
    }

    /// Lists solutions as they are found, in order, up to a limit. They are
    /// drawn by the threads that find them.
    fn list(
        &self,
        list: &List<'_>,
        limit: u64,
        keeper: &mut Keeper,
        out: &mut Output,
    ) -> Result<Found, Failure> {
        let checkpoints = keeper.keeps();
        let schedule = self.effort.resume(keeper, || self.forecast(checkpoints));
        let before = keeper.before();
        let mut number = keeper.written().map_or(0, |written| written.solutions);
        let search = Search {
            scope: self.scope(),
            schedule,
            done: keeper.done(),
        };
        let draw = |solution: &[OptionId], stabilizer: &[SymmetryId]| {
            Some(list.entry(solution, stabilizer, None))
        };
        let ended = search.run(self.interrupt, &draw, |heard| {
            match heard {
                Heard::Solution(entry) => {
                    number += 1;
                    list.write(number, &entry?, out)?;
                }
                Heard::Part(part) => keeper.part(part, || written(out, number))?,
            }
            Ok(if number < limit {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            })
        })?;
        if ended.interrupted {
            keeper.stop(|| written(out, number))?;
        }
        Ok(Found {
            // Those that were found but not written, when it was stopped, don't count.
            solutions: number,
            complete: ended.complete,
            interrupted: ended.interrupted,
            seconds: (before + ended.elapsed).as_secs_f64(),
        })
    }

    /// Holds all solutions, or the best of them.
    fn hold(&self, best: &mut Best<'_>) -> Result<Found, Failure> {
        let search = Search {
            scope: self.scope(),
            schedule: self.effort.schedule(&self.forecast(false), false),
            done: 0,
        };
        let copy = |solution: &[OptionId], stabilizer: &[SymmetryId]| {
            Some((solution.to_vec(), stabilizer.to_vec()))
        };
        let ended = search.run(self.interrupt, &copy, |heard| {
            if let Heard::Solution((solution, stabilizer)) = heard {
                best.hold(&solution, &stabilizer)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Found {
            solutions: best.number,
            complete: ended.complete,
            interrupted: ended.interrupted,
            seconds: ended.elapsed.as_secs_f64(),
        })
    }
}

/// How much of the output is on the disk.
fn written(out: &mut Output, solutions: u64) -> Result<Option<Written>, Failure> {
    let bytes = out.sync()?;
    Ok(Some(Written { bytes, solutions }))
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
            let summary = Summary {
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

/// How solutions are written.
struct List<'a> {
    loaded: &'a Loaded,
    group: Option<&'a Group>,
    labels: Labels,
    format: ListFormat,
    /// Every placement as JSON, by option: a solution is made of a few of them.
    placements: Vec<String>,
    styled: bool,
}

fn placements_as_json(loaded: &Loaded) -> Result<Vec<String>, Failure> {
    let Loaded { puzzle, matrix, .. } = loaded;
    let placements = matrix.meanings.iter().map(|meaning| {
        let coordinates = |cell: &BoardCell| {
            let cell = puzzle.board.cell(*cell);
            puzzle.lattice.coordinates(cell).to_vec()
        };
        let line = PlacementLine {
            piece: &puzzle.piece(meaning.piece).name,
            cells: meaning.placement.cells.iter().map(coordinates).collect(),
        };
        Ok(serde_json::to_string(&line)?)
    });
    placements.collect()
}

/// A solution as it is written, but for its number.
struct Entry {
    /// What is said of it beside the number.
    remark: String,
    /// The rest.
    body: String,
}

impl List<'_> {
    /// What is written of a solution. Takes no part in the order of the list.
    fn entry(
        &self,
        solution: &[OptionId],
        stabilizer: &[SymmetryId],
        scores: Option<Scores>,
    ) -> Result<Entry, Failure> {
        let Loaded { puzzle, matrix, .. } = self.loaded;
        let symmetry = self.group.map(|group| group.describe(puzzle, stabilizer));
        // Options are numbered piece by piece: the pieces come in file order,
        // whatever the order of the search.
        let mut options = solution.to_vec();
        options.sort_unstable();
        match self.format {
            ListFormat::Jsonl => {
                let mut body = String::from("\"placements\":[");
                for (at, option) in options.iter().enumerate() {
                    if at > 0 {
                        body.push(',');
                    }
                    body += &self.placements[option.index()];
                }
                body.push(']');
                let remark = serde_json::to_string(&RemarkLine {
                    symmetry: symmetry.as_deref(),
                    scores: scores.map(|scores| ScoresLine {
                        horizontal: scores.horizontal,
                        vertical: scores.vertical,
                    }),
                })?;
                // The remark's fields, if it has any, follow.
                match remark.strip_prefix('{') {
                    Some("}") | None => body.push('}'),
                    Some(fields) => {
                        body.push(',');
                        body += fields;
                    }
                }
                Ok(Entry {
                    remark: String::new(),
                    body,
                })
            }
            ListFormat::Text => {
                let mut remark = String::new();
                if let Some(symmetry) = symmetry.filter(|symmetry| symmetry != "none") {
                    remark += &format!(", symmetric: {symmetry}");
                }
                if let Some(scores) = scores {
                    remark += &format!(", {}", scores_in_words(scores));
                }
                let placements: Vec<(PieceId, &[BoardCell])> = options
                    .into_iter()
                    .map(|option| matrix.meaning(option))
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
    fn write(&self, number: u64, entry: &Entry, out: &mut Output) -> Result<(), Failure> {
        let Entry { remark, body } = entry;
        match self.format {
            ListFormat::Jsonl => {
                writeln!(out, "{{\"type\":\"solution\",\"number\":{number},{body}")?;
            }
            ListFormat::Text => {
                if number == 1
                    && let Some(legend) = self.labels.legend(&self.loaded.puzzle)
                {
                    writeln!(out, "{legend}\n")?;
                }
                writeln!(out, "solution {}{remark}\n{body}", grouped(number))?;
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
