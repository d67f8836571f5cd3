//! Creating a campaign: the question is divided into parts.

use std::fs;
use std::path::Path;

use tilewright_dlx::portfolio::{sweep_seconds, sweep_work_in};
use tilewright_dlx::{CaseSearch, DividedSweep, Engine, Subtree, SweepPart, TreeEngine};

use super::Campaign;
use super::design::asked;
use super::error::CampaignError;
use super::manifest::{
    CampaignQuestion, Manifest, PARTS, PUZZLE, PartList, SWEEP, sha256, write_whole,
};
use super::part::PartKey;
use super::work::{InstancePuzzle, Work, with_instance};
use crate::cover::Instance;
use crate::puzzle::{PuzzleFile, PuzzlePart, Source};
use crate::solve::search::RunContext;
use crate::support::atomic_write;

const MOST_PARTS: usize = 10_000_000;

/// The number of random walks for the forecasts of all parts together; they take a few seconds.
const WALKS: u64 = 100_000;

/// The maximum number of attempts to approximate the requested number of parts. Once an attempt has
/// given [`MANY`] parts, no other is made.
const ATTEMPTS: u32 = 6;
/// Once an attempt has given at least this number of parts, they are accepted, even if the request
/// is for fewer.
const MANY: usize = 100_000;

/// The minimum number of random walks per part. A standard error needs at least two.
const FEWEST_WALKS: u64 = 2;

/// The maximum number of random walks per part.
const MOST_WALKS: u64 = 50;

/// The time limit for making a sweep's graph, as a fraction of the time forecast for the search.
const GRAPH_SHARE: f64 = 0.1;

/// The time limit for making a sweep's graph is at least this, in seconds of one thread.
const SHORTEST_GRAPH: f64 = 1.0;

/// The maximum number of parts of a sweep. Each part reads the files of many earlier parts.
const MOST_SWEEP_PARTS: usize = 1 << 14;

/// The maximum number of parts of a question about choices of pieces. Work common to several parts is
/// repeated in each.
const MOST_CHOICE_PARTS: usize = 1 << 10;

/// The factor by which the total time of counting choices grows if every part is divided in two. Measured
/// in November 2026 on one-sided pentominoes: 1.28 to 1.33 for a search on 5 × 11 and 5 × 13, up to
/// 1.6 for a sweep.
const HALVED: f64 = 1.45;

/// The method of counting whose work is divided into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// The method with the lower total forecast.
    Cheaper,
    /// The search, even if the sweep has a lower forecast.
    Search,
    /// The sweep, even if the search has a lower forecast.
    Sweep,
}

/// The specification of a new campaign.
#[derive(Debug)]
pub struct NewCampaign<'a> {
    /// The puzzle's text.
    pub source: &'a Source,
    /// The puzzle read from `source`, or the goal or case selected by `part`.
    pub file: PuzzleFile,
    /// The goal or case of the puzzle file, or the whole file.
    pub part: PuzzlePart<'a>,
    /// What to count or list.
    pub question: CampaignQuestion,
    /// The requested number of parts; the actual number is close to it.
    pub parts: usize,
    /// The method of counting whose work is divided into parts.
    pub division: Division,
}

/// Creates a campaign in a folder that is new or empty.
///
/// Cost: a search of the tree above the parts, and a few random walks in each part. If a sweep may be faster,
/// its graph is made, too. Memory is about a hundred bytes per part.
///
/// # Errors
///
/// The folder is not empty or cannot be written to, the question cannot be divided in the requested way, or the
/// run was stopped. In these cases no manifest is written, so the folder is not a campaign.
pub fn create(
    folder: &Path,
    new: NewCampaign<'_>,
    monitor: &RunContext,
) -> Result<Campaign, CampaignError> {
    let NewCampaign {
        source,
        file,
        part,
        question,
        parts,
        division,
    } = new;
    if question.lists() && question != CampaignQuestion::Design && division == Division::Sweep {
        return Err(CampaignError::Pointless(
            "a sweep cannot list solutions; use --divide search",
        ));
    }
    let is_empty = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut dir| dir.next().is_none());
    if fs::symlink_metadata(folder).is_ok() && !is_empty(folder) {
        return Err(CampaignError::Taken(folder.to_owned()));
    }
    let title = file.puzzle.title.as_str().to_owned();
    let (puzzle, rule) = asked(question, file)?;
    let instance = Instance::new_until(puzzle, monitor.stop())?;
    let engine = monitor.resources.engine.unwrap_or(Engine::Bits);
    let requested = parts.clamp(1, MOST_PARTS);
    let puzzle = InstancePuzzle {
        instance: &instance,
        rule: rule.as_ref(),
        campaign: None,
    };
    with_instance(puzzle, question, engine, monitor, |work| {
        let divided = divide(work, question, requested, division)?;
        let mut manifest =
            Manifest::new(question, divided.engine, instance.problem().fingerprint());
        manifest.title = title;
        match part {
            PuzzlePart::Whole => {}
            PuzzlePart::Goal(goal) => manifest.goal = Some(goal.to_owned()),
            PuzzlePart::Case(case) => manifest.case = Some(case.to_owned()),
        }
        manifest.seconds = divided.parts.iter().map(|(_, seconds)| seconds).sum();
        manifest.seconds_error = divided.error;
        let is_search = question != CampaignQuestion::Design && divided.sweep.is_none();
        manifest.is_forecast_known = !(is_search && work.job().prefers_regions()?);
        manifest.parts = divided.parts.len();
        manifest.puzzle_sha256 = sha256(source.text().as_bytes());
        fs::create_dir_all(folder).map_err(CampaignError::file("write", folder))?;
        let written = write(folder, source, divided, manifest);
        if written.is_err() {
            // The folder was empty before: remove the new files, so that another attempt is
            // possible.
            for name in [PUZZLE, PARTS, SWEEP] {
                let _ = fs::remove_file(folder.join(name));
            }
        }
        written
    })?;
    // Reading the files back checks that processes can open the campaign.
    Campaign::open(folder)
}

/// Writes the files of a campaign. The manifest is last, because it makes the folder a campaign.
fn write(
    folder: &Path,
    source: &Source,
    divided: DividedQuestion,
    mut manifest: Manifest,
) -> Result<(), CampaignError> {
    write_whole(&folder.join(PUZZLE), source.text().as_bytes())?;
    if let Some(sweep) = &divided.sweep {
        let path = folder.join(SWEEP);
        let written = atomic_write::replace(&path, |writer| sweep.write(writer));
        written.map_err(CampaignError::file("write", &path))?;
        manifest.sweep_sha256 = Some(sweep.digest().to_string());
    }
    manifest.parts_sha256 = PartList::new(divided.parts).write(folder)?;
    manifest.write(folder)?;
    Ok(())
}

/// The parts, each with its forecast in seconds.
type ForecastParts = Vec<(PartKey, f64)>;

/// A question divided into parts.
struct DividedQuestion {
    engine: Engine,
    parts: ForecastParts,
    /// The standard error of the sum of the forecasts; `None` for a sweep and for choices.
    error: Option<f64>,
    /// The sweep, if the parts are those of a sweep.
    sweep: Option<DividedSweep>,
}

fn divide(
    work: &Work<'_>,
    question: CampaignQuestion,
    requested: usize,
    division: Division,
) -> Result<DividedQuestion, CampaignError> {
    let engine = match work.monitor.resources.engine {
        Some(Engine::Regions) => {
            return Err(CampaignError::Pointless(
                "the engine regions counts whole boards only; use another engine",
            ));
        }
        Some(Engine::Frontier) if division == Division::Search => {
            return Err(CampaignError::Pointless(
                "the engine frontier does not search",
            ));
        }
        Some(engine) => Some(engine),
        None => None,
    };
    if question == CampaignQuestion::Design {
        return choice_parts(work, engine, requested, division);
    }
    let is_free = engine.is_none() && division == Division::Cheaper;
    if is_free && !question.lists() && work.job().prefers_regions()? {
        return Err(CampaignError::Pointless(
            "the solutions are dissections of the board, which one machine counts fastest with \
             the engine regions: use tilewright count; --divide search divides a search \
             nevertheless, without a forecast of its time",
        ));
    }
    let may_sweep = !question.lists() && division != Division::Search;
    let must_sweep = division == Division::Sweep || engine == Some(Engine::Frontier);
    if may_sweep && (must_sweep || engine.is_none()) {
        if let Some(divided) = sweep_parts(work, requested, must_sweep)? {
            return Ok(divided);
        }
        if must_sweep {
            return Err(CampaignError::Pointless(
                "a sweep of this puzzle cannot be divided, because no piece is used exactly once; \
                 use --divide search",
            ));
        }
    }
    let tree = match engine {
        Some(Engine::Links) => TreeEngine::Links,
        Some(_) => TreeEngine::Bits,
        None => work.forecast()?.engine(),
    };
    search_parts(work, tree, requested)
}

/// The parts of a sweep; `None` if it cannot be divided, or if its forecast exceeds that of a
/// search and `must` is false.
fn sweep_parts(
    work: &Work<'_>,
    requested: usize,
    must: bool,
) -> Result<Option<DividedQuestion>, CampaignError> {
    let searched = if must {
        f64::INFINITY
    } else {
        let forecast = work.forecast()?;
        forecast.seconds(forecast.engine())
    };
    let most_work = sweep_work_in((searched * GRAPH_SHARE).max(SHORTEST_GRAPH));
    let mut is_long = false;
    let made = work.make_sweep(requested.min(MOST_SWEEP_PARTS), &mut |progress| {
        is_long = progress.work > most_work;
        is_long
    });
    let sweep = match made {
        Err(CampaignError::Interrupted) if is_long => return Ok(None),
        Err(CampaignError::Solve(_)) if !must => return Ok(None),
        made => made?,
    };
    let Some(sweep) = sweep else {
        return Ok(None);
    };
    let seconds = sweep_seconds(sweep.work());
    if seconds > searched {
        return Ok(None);
    }
    let part = |(at, part): (usize, &SweepPart)| {
        let after = part.reads.clone();
        let slices = sweep.slices_of(at).len();
        (PartKey::Sweep { after, slices }, seconds * part.share)
    };
    Ok(Some(DividedQuestion {
        engine: Engine::Frontier,
        parts: sweep.parts().iter().enumerate().map(part).collect(),
        error: None,
        sweep: Some(sweep),
    }))
}

/// Divides the choices from a pool of pieces into parts; each is counted by a search or a sweep.
fn choice_parts(
    work: &Work<'_>,
    engine: Option<Engine>,
    requested: usize,
    division: Division,
) -> Result<DividedQuestion, CampaignError> {
    let choices = work.choices()?.ok_or(CampaignError::Problem)?;
    let forecast = work.forecast()?;
    let searched = forecast.seconds(forecast.engine());
    let sweeps = division == Division::Sweep || engine == Some(Engine::Frontier);
    let (engine, seconds) = match engine {
        Some(Engine::Links) if !sweeps => (Engine::Links, forecast.seconds(TreeEngine::Links)),
        Some(Engine::Bits) if !sweeps => (Engine::Bits, forecast.seconds(TreeEngine::Bits)),
        _ if division == Division::Search => (forecast.engine().into(), searched),
        _ => match swept_seconds(work, searched, sweeps)? {
            Some(seconds) => (Engine::Frontier, seconds),
            None => (forecast.engine().into(), searched),
        },
    };
    let parts = choices.divide(requested.min(MOST_CHOICE_PARTS), work.stop())?;
    let halvings = parts.len().checked_ilog2().unwrap_or(0);
    let halved = HALVED.powi(i32::try_from(halvings).unwrap_or(i32::MAX));
    let part = |(times, share)| (PartKey::Choices(times), seconds * halved * share);
    Ok(DividedQuestion {
        engine,
        parts: parts.into_iter().map(part).collect(),
        error: None,
        sweep: None,
    })
}

/// The forecast for one sweep, in seconds of one thread; `None` if a search is faster and `must` is
/// false. If the forecast fails, the forecast of the search is used instead.
fn swept_seconds(work: &Work<'_>, searched: f64, must: bool) -> Result<Option<f64>, CampaignError> {
    let most_work = sweep_work_in((searched * GRAPH_SHARE).max(SHORTEST_GRAPH));
    let mut is_long = false;
    let made = work.make_sweep(1, &mut |progress| {
        is_long = progress.work > most_work;
        is_long
    });
    let seconds = match made {
        Err(CampaignError::Interrupted) if is_long => searched,
        Err(CampaignError::Solve(_)) => searched,
        made => made?.map_or(searched, |sweep| sweep_seconds(sweep.work())),
    };
    Ok((must || seconds < searched).then_some(seconds))
}

fn search_parts(
    work: &Work<'_>,
    engine: TreeEngine,
    requested: usize,
) -> Result<DividedQuestion, CampaignError> {
    let per_node = work.forecast()?.seconds_per_node(engine);
    let walks = (WALKS / requested as u64).clamp(FEWEST_WALKS, MOST_WALKS);
    let mut parts = Vec::new();
    let mut variance = 0.0;
    for number in 0..work.case_count() {
        let Some(case) = work.case(number)? else {
            continue;
        };
        let subtrees = subtrees(work, case, requested)?;
        let nodes = case.estimate_nodes(&subtrees, walks, work.stop())?;
        for (subtree, nodes) in subtrees.into_iter().zip(nodes) {
            let key = PartKey::Search {
                case: number,
                subtree,
            };
            variance += (nodes.standard_error * per_node).powi(2);
            parts.push((key, nodes.mean.min(f64::MAX) * per_node));
        }
    }
    Ok(DividedQuestion {
        engine: engine.into(),
        parts,
        error: Some(variance.sqrt()).filter(|error| error.is_finite()),
        sweep: None,
    })
}

/// Divides one symmetry case, so that all cases together have about `requested` parts.
fn subtrees(
    work: &Work<'_>,
    case: &CaseSearch<'_>,
    requested: usize,
) -> Result<Vec<Subtree>, CampaignError> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of at most ten million"
    )]
    let of_case = ((requested as f64 * case.share()).ceil() as usize).max(1);
    let cut = |share: usize| case.parts(&Subtree::root(), share, work.stop());
    let mut best = cut(of_case)?;
    // Nodes with many branches can give many times more parts than requested; retry with a lower number.
    let (mut fewest, mut most) = (1, of_case);
    let mut attempts = ATTEMPTS;
    while attempts > 0 && best.len() > of_case.saturating_mul(2) && best.len() < MANY {
        attempts -= 1;
        let middle = (fewest * most).isqrt();
        let parts = cut(middle)?;
        if parts.len() > of_case {
            most = middle;
        } else {
            fewest = middle;
        }
        let distance = |parts: usize| parts.max(of_case) / parts.min(of_case).max(1);
        if distance(parts.len()) < distance(best.len()) {
            best = parts;
        }
    }
    Ok(best.into_iter().map(|part| part.subtree).collect())
}
