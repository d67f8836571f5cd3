//! The puzzle of a campaign, prepared for work on its parts.

use std::fs::File;
use std::sync::OnceLock;

use tilewright_dlx::{
    CaseSearch, Distinct, DividedSweep, Engine, Forecast, FrontierProgress, StopFlag, Subtree,
    TreeEngine,
};

use super::Campaign;
use super::design::asked;
use super::error::CampaignError;
use super::manifest::{CampaignQuestion, Manifest, SWEEP};
use super::part::PartKey;
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::design::choices::{ChoiceParts, ChoiceQuestion, ChoiceRule};
use crate::solve::SolveError;
use crate::solve::counting::CountTask;
use crate::solve::search::RunContext;

/// The approximate number of children of a part of a search.
pub(super) const CHILDREN: usize = 64;

/// A puzzle with its exact cover problem, and the symmetry cases of its search, which are compiled
/// on first use.
pub(super) struct Work<'a> {
    pub(super) instance: &'a Instance,
    pub(super) group: &'a PuzzleSymmetry,
    pub(super) distinct: &'a Distinct<'a>,
    pub(super) monitor: &'a RunContext,
    asked: Engine,
    engine: TreeEngine,
    /// The rule for choices of pieces, if the question is about choices.
    rule: Option<&'a ChoiceRule>,
    choices: OnceLock<ChoiceParts<'a>>,
    /// The symmetry cases of the search, each compiled on first use.
    cases: Vec<OnceLock<CaseSearch<'a>>>,
    sweep: OnceLock<DividedSweep>,
    /// The campaign; `None` while it is being created.
    campaign: Option<&'a Campaign>,
}

/// Reads the puzzle of a campaign, prepares it, and passes it to `work`.
pub(super) fn with_work<T>(
    campaign: &Campaign,
    engine: Engine,
    monitor: &RunContext,
    work: impl FnOnce(&Work<'_>) -> Result<T, CampaignError>,
) -> Result<T, CampaignError> {
    let (_, file) = campaign.puzzle()?;
    let (puzzle, rule) = asked(campaign.manifest.question, file)?;
    let instance = Instance::new_until(puzzle, monitor.stop())?;
    if instance.problem().fingerprint().to_string() != campaign.manifest.problem {
        return Err(CampaignError::Problem);
    }
    let puzzle = InstancePuzzle {
        instance: &instance,
        rule: rule.as_ref(),
        campaign: Some(campaign),
    };
    let question = campaign.manifest.question;
    with_instance(puzzle, question, engine, monitor, work)
}

/// A puzzle, with the rule for choices if the question is about choices, and the campaign if it
/// already exists.
pub(super) struct InstancePuzzle<'a> {
    pub(super) instance: &'a Instance,
    pub(super) rule: Option<&'a ChoiceRule>,
    pub(super) campaign: Option<&'a Campaign>,
}

/// Prepares a puzzle that was already read, and passes it to `work`.
pub(super) fn with_instance<T>(
    InstancePuzzle {
        instance,
        rule,
        campaign,
    }: InstancePuzzle<'_>,
    question: CampaignQuestion,
    engine: Engine,
    monitor: &RunContext,
    work: impl FnOnce(&Work<'_>) -> Result<T, CampaignError>,
) -> Result<T, CampaignError> {
    let stop = monitor.stop();
    let trivial;
    let group = if question.is_up_to_symmetry() {
        instance.symmetry(stop).map_err(SolveError::from)?
    } else {
        trivial = PuzzleSymmetry::trivial(instance, stop).map_err(SolveError::from)?;
        &trivial
    };
    let distinct = Distinct::new_until(instance.problem(), &group.symmetries, stop);
    let distinct = distinct.map_err(SolveError::from)?;
    let asked = engine;
    let engine = match engine {
        Engine::Links => TreeEngine::Links,
        _ => TreeEngine::Bits,
    };
    work(&Work {
        instance,
        group,
        distinct: &distinct,
        monitor,
        asked,
        engine,
        rule,
        choices: OnceLock::new(),
        cases: distinct.cases().iter().map(|_| OnceLock::new()).collect(),
        sweep: OnceLock::new(),
        campaign,
    })
}

impl<'a> Work<'a> {
    pub(super) fn stop(&self) -> &StopFlag {
        self.monitor.stop()
    }

    /// The task of counting the whole puzzle. It also computes the final numbers from the counts of
    /// parts, which are separate for each stabilizer.
    pub(super) fn job(&self) -> CountTask<'_> {
        CountTask::new(self.instance, self.group, self.distinct, self.monitor)
    }

    /// The forecast of the time for the whole search.
    pub(super) fn forecast(&self) -> Result<Forecast, CampaignError> {
        let of = |walks| self.distinct.forecast_until(walks, self.stop());
        Ok(self.monitor.resources.forecast(of)?)
    }

    pub(super) fn case_count(&self) -> usize {
        self.cases.len()
    }

    /// A symmetry case of the search; `None` if the index is out of range or the case is empty.
    pub(super) fn case(&self, case: usize) -> Result<Option<&CaseSearch<'a>>, CampaignError> {
        let Some(ready) = self.cases.get(case) else {
            return Ok(None);
        };
        if let Some(ready) = ready.get() {
            return Ok(Some(ready));
        }
        let Some(search) = self.distinct.case_search(case, self.engine)? else {
            return Ok(None);
        };
        Ok(Some(ready.get_or_init(|| search)))
    }

    pub(super) fn children(
        &self,
        case: &CaseSearch<'_>,
        below: &Subtree,
    ) -> Result<Vec<Subtree>, CampaignError> {
        let parts = case.parts(below, CHILDREN, self.stop())?;
        Ok(parts.into_iter().map(|part| part.subtree).collect())
    }

    /// The key of the part to which the child indices `way` lead from an original part; `None` if
    /// there is no such part.
    pub(super) fn key(&self, top: &PartKey, way: &[u32]) -> Result<Option<PartKey>, CampaignError> {
        match top {
            PartKey::Search { case, subtree } => {
                let mut subtree = subtree.clone();
                let Some(search) = self.case(*case)? else {
                    return Ok(None);
                };
                for &child in way {
                    let mut children = self.children(search, &subtree)?;
                    if child as usize >= children.len() {
                        return Ok(None);
                    }
                    subtree = children.swap_remove(child as usize);
                }
                let case = *case;
                Ok(Some(PartKey::Search { case, subtree }))
            }
            PartKey::Choices(times) => {
                let mut times = times.clone();
                for &child in way {
                    let children = self.choices()?.and_then(|all| all.children(&times));
                    match children.map(|children| children.into_iter().nth(child as usize)) {
                        Some(Some(child)) => times = child,
                        _ => return Ok(None),
                    }
                }
                Ok(Some(PartKey::Choices(times)))
            }
            // A child of a sweep's part has the key of that part: the sweep determines which nodes
            // belong to the child.
            PartKey::Sweep { .. } => Ok(Some(top.clone())),
        }
    }

    pub(super) fn engine(&self) -> Engine {
        self.asked
    }

    /// The choices of pieces, to be divided into parts; `None` if the question is not about
    /// choices.
    pub(super) fn choices(&self) -> Result<Option<&ChoiceParts<'a>>, CampaignError> {
        let Some(rule) = self.rule else {
            return Ok(None);
        };
        if let Some(choices) = self.choices.get() {
            return Ok(Some(choices));
        }
        let made = ChoiceParts::new(ChoiceQuestion::new(self.instance, rule))?;
        Ok(Some(self.choices.get_or_init(|| made)))
    }

    pub(super) fn sweep(&self) -> Result<&DividedSweep, CampaignError> {
        if let Some(sweep) = self.sweep.get() {
            return Ok(sweep);
        }
        let campaign = self.campaign.ok_or(CampaignError::Problem)?;
        let path = campaign.folder.join(SWEEP);
        let file = File::open(&path).map_err(CampaignError::file("read", &path))?;
        let opened = match self.job().open_sweep(file)? {
            Ok(opened) => opened,
            Err(source) => return Err(CampaignError::SweepFile { path, source }),
        };
        if campaign.manifest.sweep_sha256 != Some(opened.digest().to_string()) {
            let why = "it has changed since the campaign began";
            return Err(CampaignError::damaged(&path, why));
        }
        Ok(self.sweep.get_or_init(|| opened))
    }

    /// Makes the graph of the sweep, divided into about `parts` parts. `stops` may end this early.
    pub(super) fn make_sweep(
        &self,
        parts: usize,
        stops: &mut dyn FnMut(&FrontierProgress) -> bool,
    ) -> Result<Option<DividedSweep>, CampaignError> {
        Ok(self.job().divided_sweep(parts, stops)?)
    }

    /// Whether the manifest's parts belong to a sweep.
    pub(super) fn is_swept(manifest: &Manifest) -> bool {
        manifest.engine == Engine::Frontier && manifest.question != CampaignQuestion::Design
    }
}
