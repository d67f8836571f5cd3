//! A campaign begins: what is asked is cut into parts.

use std::fs;
use std::path::Path;

use tilewright_dlx::{
    CaseSearch, DividedSweep, Engine, Subtree, SweepPart, SweepTrial, TreeEngine,
};

use super::Campaign;
use super::design::asked;
use super::error::CampaignError;
use super::manifest::{Manifest, PARTS, PUZZLE, PartList, Question, SWEEP, sha256, write_whole};
use super::part::PartKey;
use super::work::{InstancePuzzle, Work, with_instance};
use crate::cover::Instance;
use crate::puzzle::{Part, PuzzleFile, Source};
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::support::atomic_write;

/// The most parts of a campaign.
const MOST_PARTS: usize = 10_000_000;

/// About so many random walks forecast all parts together: some seconds.
const WALKS: u64 = 100_000;

/// It is tried so often to come nearer to the number of parts wanted, where these are not many.
const ATTEMPTS: u32 = 6;
const MANY: usize = 100_000;

/// No part is forecast from fewer walks, so that they have an error.
const FEWEST_WALKS: u64 = 2;

/// Nor from more.
const MOST_WALKS: u64 = 50;

/// A graph for a sweep is made for so long, as a share of what the search is forecast to take.
const GRAPH_SHARE: f64 = 0.1;

/// And for so long in any case, in seconds of one thread.
const SHORTEST_GRAPH: f64 = 1.0;

/// A sweep is not divided into more parts: each reads the files of many before it.
const MOST_SWEEP_PARTS: usize = 1 << 14;

/// Nor are choices of pieces into more than these: what parts have in common is done in each.
const MOST_CHOICE_PARTS: usize = 1 << 10;

/// So many times as long all parts of choices take together, if each of them is cut in two (measured in
/// November 2026 on one-sided pentominoes: 1.28 to 1.33 by a search on 5 × 11 and 5 × 13, up to 1.6 by a
/// sweep).
const HALVED: f64 = 1.45;

/// What the parts are parts of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// Whichever is forecast to take less in sum.
    Cheaper,
    /// A search.
    Search,
    /// A sweep.
    Sweep,
}

/// What a new campaign is to be.
#[derive(Debug)]
pub struct NewCampaign<'a> {
    /// The puzzle's text.
    pub source: &'a Source,
    /// The puzzle, or the part of its file that is meant.
    pub file: PuzzleFile,
    /// Which part that is.
    pub part: Part<'a>,
    /// What is asked.
    pub question: Question,
    /// About how many parts there are to be.
    pub parts: usize,
    /// What they are parts of.
    pub division: Division,
}

/// Begins a campaign in a folder, which is made, or is empty.
///
/// Takes the time of a search of the tree above the parts and some random walks in each; where a sweep
/// may be the better way, that of its graph. Memory is a hundred bytes or so a part.
///
/// # Errors
///
/// The folder holds something or cannot be written to, what is asked cannot be divided so, or a
/// signal came; then no manifest is written, so that there is no campaign.
pub fn create(
    folder: &Path,
    new: NewCampaign<'_>,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<Campaign, CampaignError> {
    let NewCampaign {
        source,
        file,
        part,
        question,
        parts,
        division,
    } = new;
    if question.lists() && question != Question::Design && division == Division::Sweep {
        return Err(CampaignError::Pointless(
            "a sweep counts without listing; divide a search",
        ));
    }
    let is_empty = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut dir| dir.next().is_none());
    if fs::symlink_metadata(folder).is_ok() && !is_empty(folder) {
        return Err(CampaignError::Taken(folder.to_owned()));
    }
    let title = file.puzzle.title.as_str().to_owned();
    let (puzzle, rule) = asked(question, file)?;
    let instance = Instance::new_until(puzzle, monitor.stop())?;
    let engine = resources.engine.unwrap_or(Engine::Bits);
    let wanted = parts.clamp(1, MOST_PARTS);
    let puzzle = InstancePuzzle {
        instance: &instance,
        rule: rule.as_ref(),
        campaign: None,
    };
    with_instance(puzzle, question, engine, resources, monitor, |work| {
        let divided = divide(work, question, wanted, division)?;
        let mut manifest =
            Manifest::new(question, divided.engine, instance.problem().fingerprint());
        manifest.title = title;
        match part {
            Part::Whole => {}
            Part::Goal(goal) => manifest.goal = Some(goal.to_owned()),
            Part::Case(case) => manifest.case = Some(case.to_owned()),
        }
        manifest.seconds = divided.parts.iter().map(|(_, seconds)| seconds).sum();
        manifest.seconds_error = divided.error;
        let is_search = question != Question::Design && divided.sweep.is_none();
        manifest.is_forecast_known = !(is_search && work.job().prefers_regions()?);
        manifest.parts = divided.parts.len();
        manifest.puzzle_sha256 = sha256(source.text().as_bytes());
        fs::create_dir_all(folder).map_err(CampaignError::file("write", folder))?;
        let written = write(folder, source, divided, manifest);
        if written.is_err() {
            // The folder was empty: what was written is no campaign, and must not stand in the way of one.
            for name in [PUZZLE, PARTS, SWEEP] {
                let _ = fs::remove_file(folder.join(name));
            }
        }
        written
    })?;
    // As every process will read it.
    Campaign::open(folder)
}

/// Writes the files of a campaign, the manifest last.
fn write(
    folder: &Path,
    source: &Source,
    divided: Divided,
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
type Parts = Vec<(PartKey, f64)>;

/// What a campaign is divided into.
struct Divided {
    engine: Engine,
    parts: Parts,
    /// The standard error of the sum of the forecasts, if they are estimates.
    error: Option<f64>,
    /// What the parts are parts of, if that is a sweep.
    sweep: Option<DividedSweep>,
}

fn divide(
    work: &Work<'_>,
    question: Question,
    wanted: usize,
    division: Division,
) -> Result<Divided, CampaignError> {
    let engine = match work.resources.engine {
        Some(Engine::Regions) => {
            return Err(CampaignError::Pointless(
                "the engine regions counts whole boards alone",
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
    if question == Question::Design {
        return choice_parts(work, engine, wanted, division);
    }
    let is_free = engine.is_none() && division == Division::Cheaper;
    if is_free && !question.lists() && work.job().prefers_regions()? {
        return Err(CampaignError::Pointless(
            "the solutions are dissections of the board, which one machine counts soonest, by the engine regions: \
             tilewright count; --divide search shares out a search all the same, without a forecast of its time",
        ));
    }
    let may_sweep = !question.lists() && division != Division::Search;
    let must_sweep = division == Division::Sweep || engine == Some(Engine::Frontier);
    if may_sweep && (must_sweep || engine.is_none()) {
        if let Some(divided) = sweep_parts(work, wanted, must_sweep)? {
            return Ok(divided);
        }
        if must_sweep {
            return Err(CampaignError::Pointless(
                "a sweep of this puzzle cannot be divided: it has no pieces that are used once",
            ));
        }
    }
    let tree = match engine {
        Some(Engine::Links) => TreeEngine::Links,
        Some(_) => TreeEngine::Bits,
        None => work.forecast()?.engine(),
    };
    search_parts(work, tree, wanted)
}

/// The parts of a sweep; none if it cannot be divided, or is forecast to take longer than a search.
fn sweep_parts(
    work: &Work<'_>,
    wanted: usize,
    must: bool,
) -> Result<Option<Divided>, CampaignError> {
    let searched = if must {
        f64::INFINITY
    } else {
        let forecast = work.forecast()?;
        forecast.seconds(forecast.engine())
    };
    let trial = SweepTrial::of_seconds((searched * GRAPH_SHARE).max(SHORTEST_GRAPH));
    let mut is_long = false;
    let made = work.make_sweep(wanted.min(MOST_SWEEP_PARTS), &mut |progress| {
        is_long = progress.work > trial.most_work;
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
    let seconds = SweepTrial::seconds_of(sweep.work());
    if seconds > searched {
        return Ok(None);
    }
    let part = |(at, part): (usize, &SweepPart)| {
        let after = part.reads.clone();
        let slices = sweep.slices_of(at).len();
        (PartKey::Sweep { after, slices }, seconds * part.share)
    };
    Ok(Some(Divided {
        engine: Engine::Frontier,
        parts: sweep.parts().iter().enumerate().map(part).collect(),
        error: None,
        sweep: Some(sweep),
    }))
}

/// Parts of the choices of a pool, which are counted by a search or a sweep.
fn choice_parts(
    work: &Work<'_>,
    engine: Option<Engine>,
    wanted: usize,
    division: Division,
) -> Result<Divided, CampaignError> {
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
    let parts = choices.divide(wanted.min(MOST_CHOICE_PARTS), work.stop())?;
    let halvings = parts.len().checked_ilog2().unwrap_or(0);
    let halved = HALVED.powi(i32::try_from(halvings).unwrap_or(i32::MAX));
    let part = |(times, share)| (PartKey::Choices(times), seconds * halved * share);
    Ok(Divided {
        engine,
        parts: parts.into_iter().map(part).collect(),
        error: None,
        sweep: None,
    })
}

/// About what one sweep takes, in seconds of one thread, if that is less than the search takes or it must
/// be; what the search takes, if nobody knows.
fn swept_seconds(work: &Work<'_>, searched: f64, must: bool) -> Result<Option<f64>, CampaignError> {
    let trial = SweepTrial::of_seconds((searched * GRAPH_SHARE).max(SHORTEST_GRAPH));
    let mut is_long = false;
    let made = work.make_sweep(1, &mut |progress| {
        is_long = progress.work > trial.most_work;
        is_long
    });
    let seconds = match made {
        Err(CampaignError::Interrupted) if is_long => searched,
        Err(CampaignError::Solve(_)) => searched,
        made => made?.map_or(searched, |sweep| SweepTrial::seconds_of(sweep.work())),
    };
    Ok((must || seconds < searched).then_some(seconds))
}

/// The parts of a search.
fn search_parts(
    work: &Work<'_>,
    engine: TreeEngine,
    wanted: usize,
) -> Result<Divided, CampaignError> {
    let per_node = work.forecast()?.seconds_per_node(engine);
    let walks = (WALKS / wanted as u64).clamp(FEWEST_WALKS, MOST_WALKS);
    let mut parts = Vec::new();
    let mut variance = 0.0;
    for number in 0..work.case_count() {
        let Some(case) = work.case(number)? else {
            continue;
        };
        let subtrees = subtrees(work, case, wanted)?;
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
    Ok(Divided {
        engine: engine.into(),
        parts,
        error: Some(variance.sqrt()).filter(|error| error.is_finite()),
        sweep: None,
    })
}

/// The parts of a case, of about `wanted` parts of all cases.
fn subtrees(
    work: &Work<'_>,
    case: &CaseSearch<'_>,
    wanted: usize,
) -> Result<Vec<Subtree>, CampaignError> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of at most ten million"
    )]
    let of_case = ((wanted as f64 * case.share()).ceil() as usize).max(1);
    let cut = |share: usize| case.parts(&Subtree::root(), share, work.stop());
    let mut best = cut(of_case)?;
    // Where nodes have many branches, there are as many times more parts: cut into fewer, then.
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
