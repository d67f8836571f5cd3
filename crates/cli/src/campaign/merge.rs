//! The answer of a campaign whose parts are all done.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use tilewright_dlx::{Engine, OptionId, StopFlag, SymmetryCase, SymmetryId, TreeEngine};

use super::design::asked;
use super::error::CampaignError;
use super::ledger::{Ledger, LedgerEntry, PartRecord};
use super::lists::{self, ListFolder};
use super::manifest::sha256;
use super::part::PartName;
use super::results::{ResultFolder, list_name};
use super::work::{Work, with_work};
use super::{Campaign, PartAnswer};
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::design::choices::{
    ChoiceError, ChoiceQuestion, ChoiceRule, NextChoice, OneBoard, SelectionSpec,
};
use crate::puzzle::{Puzzle, PuzzleFile};
use crate::solve::SolveError;
use crate::solve::counting::CountResult;
use crate::solve::search::RunContext;

/// The maximum number of missing parts listed.
const NAMED: usize = 1000;

/// The merged answer, or the parts that it still lacks.
#[derive(Debug)]
pub enum Merged<T> {
    /// All parts are done, and this is the answer.
    Answer(T),
    /// Parts that are not done, at most 1000 of them, and the sum of all results so far: a lower bound.
    Missing(Vec<PartName>, PartAnswer),
}

/// The sum of the answers of all parts of a count, with the puzzle and its symmetries.
#[derive(Debug)]
pub struct MergedCount<'a> {
    /// The puzzle, with its exact cover problem.
    pub instance: &'a Instance,
    /// The symmetries that decide which solutions are distinct.
    pub group: &'a PuzzleSymmetry,
    /// The cases into which the symmetries divide the search.
    pub cases: &'a [SymmetryCase],
    /// The numbers of all solutions and of solutions up to symmetry.
    pub count: CountResult,
}

/// Adds the answers of all parts of a count, and passes the sum to `visit`.
///
/// Cost: reading the puzzle; for parts of a sweep, also counting the symmetric solutions, as
/// [`CountTask::count`](crate::solve::counting::CountTask::count) does.
///
/// # Errors
///
/// Results contradict each other, or the puzzle cannot be read.
pub fn merge_count<T>(
    campaign: &Campaign,
    ledger: &Ledger,
    monitor: &RunContext,
    visit: impl FnOnce(&MergedCount<'_>) -> T,
) -> Result<Merged<T>, CampaignError> {
    let Some(total) = ledger.total()? else {
        return Ok(Merged::Missing(ledger.missing(NAMED), ledger.so_far()));
    };
    let engine = campaign.manifest.engine;
    with_work(campaign, engine, monitor, |work| {
        let count = counted(work, &total, engine)?;
        Ok(Merged::Answer(visit(&MergedCount {
            instance: work.instance,
            group: work.group,
            cases: work.distinct.cases(),
            count,
        })))
    })
}

fn counted(
    work: &Work<'_>,
    total: &PartAnswer,
    engine: Engine,
) -> Result<CountResult, CampaignError> {
    let tree = match engine {
        Engine::Frontier => return Ok(work.job().of_swept_parts(&total.solutions)?),
        Engine::Links => TreeEngine::Links,
        _ => TreeEngine::Bits,
    };
    let stats = total
        .stats(&work.group.symmetries)
        .ok_or(CampaignError::Problem)?;
    Ok(work.job().of_searched_parts(&stats, tree, true)?)
}

/// A listed solution with its stabilizer.
#[derive(Debug)]
pub struct ListedSolution {
    /// The options of the solution, in the order in which the search chose them.
    pub options: Vec<OptionId>,
    /// The symmetries that map the solution to itself.
    pub stabilizer: Vec<SymmetryId>,
}

/// Passes all listed solutions to `visit`, in the order in which one search finds them. `visit` may end the
/// iteration.
///
/// All files are read once before the first call, to check their digests. Then at most eight files
/// are in memory at a time.
///
/// # Errors
///
/// Results contradict each other; the run was stopped before the first solution; or files of solutions are
/// damaged. In the last case `visit` is not called, and the results with damaged files are set aside.
pub fn merge_list<E: From<CampaignError>>(
    campaign: &Campaign,
    ledger: &Ledger,
    instance: &Instance,
    group: &PuzzleSymmetry,
    stop: &StopFlag,
    mut visit: impl FnMut(&ListedSolution) -> Result<ControlFlow<()>, E>,
) -> Result<Merged<()>, E> {
    if ledger.total()?.is_none() {
        return Ok(Merged::Missing(ledger.missing(NAMED), ledger.so_far()));
    }
    check_lists(campaign, ledger, stop)?;
    let mut reader = MergeReader::new(campaign, ledger, instance, group);
    for node in ledger.nodes() {
        for entry in node.entries().unwrap_or_default() {
            let (at, bytes) = entry.list.unwrap_or_default();
            reader.open(entry.file)?;
            let mut rest = reader.range(at, bytes)?;
            let mut listed = PartAnswer::default();
            while !rest.is_empty() {
                let solution = reader.solution(&mut rest)?;
                listed.list(&solution.options);
                listed.found += 1;
                if visit(&solution)?.is_break() {
                    return Ok(Merged::Answer(()));
                }
            }
            if (listed.found, listed.list) != (entry.answer.found, entry.answer.list) {
                return Err(reader
                    .damaged("its solutions differ from those of the result")
                    .into());
            }
        }
    }
    Ok(Merged::Answer(()))
}

/// Checks the digests of all files of lists. Results with damaged files are set aside, which marks their parts
/// as not done.
fn check_lists(campaign: &Campaign, ledger: &Ledger, stop: &StopFlag) -> Result<(), CampaignError> {
    let (lists, results) = (
        ListFolder::of(&campaign.folder),
        ResultFolder::of(&campaign.folder),
    );
    let mut damaged = Vec::new();
    for (name, author) in ledger.authors() {
        stop.check()?;
        let Some(digest) = &author.list_sha256 else {
            continue;
        };
        let bytes = lists.read(list_name(name))?.unwrap_or_default();
        if sha256(&bytes) != *digest {
            results.set_aside(name)?;
            damaged.push(name.to_owned());
        }
    }
    if damaged.is_empty() {
        Ok(())
    } else {
        Err(CampaignError::Lists(damaged))
    }
}

/// The pool of pieces of a campaign about choices.
#[derive(Debug)]
pub struct MergedPool {
    /// The campaign's copy of the puzzle file.
    pub file: PuzzleFile,
    /// The puzzle with only the pieces that the file's `design` allows.
    pub puzzle: Puzzle,
    /// The rule for allowed choices.
    pub rule: ChoiceRule,
}

impl MergedPool {
    /// Reads the puzzle of a campaign about choices.
    ///
    /// # Errors
    ///
    /// The puzzle cannot be read, or the campaign has another question.
    pub fn of(campaign: &Campaign) -> Result<Self, CampaignError> {
        let (_, file) = campaign.puzzle()?;
        let (puzzle, rule) = asked(campaign.manifest.question, file.clone())?;
        let rule = rule.ok_or(CampaignError::Problem)?;
        Ok(Self { file, puzzle, rule })
    }
}

/// Selects from the choices counted by all parts, as [`ChoiceQuestion::select`] does.
///
/// Cost: judging and sorting the selected choices; at most eight files of counted choices are in memory.
///
/// # Errors
///
/// Results contradict each other, or a file of choices is missing or damaged. Also the errors of
/// [`ChoiceQuestion::select`].
pub fn merge_design<'a, E: From<CampaignError> + From<ChoiceError>>(
    campaign: &Campaign,
    ledger: &Ledger,
    question: &ChoiceQuestion<'a>,
    spec: SelectionSpec<'_>,
    monitor: &RunContext,
) -> Result<Merged<OneBoard<'a>>, E> {
    if ledger.total()?.is_none() {
        return Ok(Merged::Missing(ledger.missing(NAMED), ledger.so_far()));
    }
    check_lists(campaign, ledger, monitor.stop())?;
    let mut rows = MergedRows::new(campaign, ledger);
    let mut failure = None;
    let next: &mut NextChoice<'_> = &mut || {
        rows.next().map_err(|error| {
            failure = Some(error);
            SolveError::Interrupted
        })
    };
    let selected = question.select_counted(spec, next, monitor);
    match failure {
        Some(failure) => Err(failure.into()),
        None => Ok(Merged::Answer(selected?)),
    }
}

/// Iterates over the choices counted by all parts.
struct MergedRows<'l> {
    reader: MergeReader,
    nodes: std::slice::Iter<'l, PartRecord>,
    entries: std::vec::IntoIter<&'l LedgerEntry>,
    /// The result being read: its entry, the offset and length of its unread bytes, and the sum of
    /// the choices read.
    current: Option<(&'l LedgerEntry, (u64, u64), PartAnswer)>,
}

impl<'l> MergedRows<'l> {
    fn new(campaign: &Campaign, ledger: &'l Ledger) -> Self {
        Self {
            reader: MergeReader::of_choices(campaign, ledger),
            nodes: ledger.nodes().iter(),
            entries: Vec::new().into_iter(),
            current: None,
        }
    }

    fn next(&mut self) -> Result<Option<(Vec<u32>, BigUint)>, CampaignError> {
        loop {
            let Some((entry, (at, bytes), found)) = &mut self.current else {
                let Some(entry) = self.next_entry() else {
                    return Ok(None);
                };
                self.reader.open(entry.file)?;
                let range = entry.list.unwrap_or_default();
                self.current = Some((entry, range, PartAnswer::default()));
                continue;
            };
            let mut rest = self.reader.range(*at, *bytes)?;
            if rest.is_empty() {
                if *found != entry.answer {
                    let why = "its choices differ from those of the result";
                    return Err(self.reader.damaged(why));
                }
                self.current = None;
                continue;
            }
            let Some(choice) = lists::next_choice(&mut rest) else {
                return Err(self
                    .reader
                    .damaged("it contains a record that is not a choice"));
            };
            let left = rest.len() as u64;
            (*at, *bytes) = (*at + (*bytes - left), left);
            found.choice(&choice.0, &choice.1);
            return Ok(Some(choice));
        }
    }

    fn next_entry(&mut self) -> Option<&'l LedgerEntry> {
        loop {
            if let Some(entry) = self.entries.next() {
                return Some(entry);
            }
            let entries = self.nodes.next()?.entries().unwrap_or_default();
            self.entries = entries.into_iter();
        }
    }
}

/// Reads solutions or choices from files of lists.
struct MergeReader {
    folder: ListFolder,
    /// For each file of results: the name of its file of lists, and the digest of that file.
    files: Vec<(String, Option<String>)>,
    options: Vec<OptionId>,
    symmetries: Vec<SymmetryId>,
    /// The contents of open files. Several stay open, because consecutive parts may be in different
    /// processes' files.
    open: BTreeMap<usize, Vec<u8>>,
    current: usize,
}

/// The maximum number of files of lists in memory at once.
const MOST_OPEN: usize = 8;

impl MergeReader {
    fn new(
        campaign: &Campaign,
        ledger: &Ledger,
        instance: &Instance,
        group: &PuzzleSymmetry,
    ) -> Self {
        Self {
            options: instance.problem().options().collect(),
            symmetries: group.symmetries.ids().collect(),
            ..Self::of_choices(campaign, ledger)
        }
    }

    /// A reader of choices, which needs no options or symmetries.
    fn of_choices(campaign: &Campaign, ledger: &Ledger) -> Self {
        let files = ledger
            .authors()
            .map(|(name, author)| (list_name(name).to_owned(), author.list_sha256.clone()));
        Self {
            folder: ListFolder::of(&campaign.folder),
            files: files.collect(),
            options: Vec::new(),
            symmetries: Vec::new(),
            open: BTreeMap::new(),
            current: 0,
        }
    }

    fn open(&mut self, file: usize) -> Result<(), CampaignError> {
        self.current = file;
        if self.open.contains_key(&file) {
            return Ok(());
        }
        if self.open.len() >= MOST_OPEN {
            // The requested file is not among the open ones, so another one is dropped.
            self.open.pop_first();
        }
        let (name, digest) = &self.files[file];
        let bytes = self.folder.read(name)?.unwrap_or_default();
        if Some(sha256(&bytes)) != *digest {
            return Err(self.damaged("it has changed since it was written"));
        }
        self.open.insert(file, bytes);
        Ok(())
    }

    fn range(&self, at: u64, bytes: u64) -> Result<&[u8], CampaignError> {
        let range = || {
            let at = usize::try_from(at).ok()?;
            let end = at.checked_add(usize::try_from(bytes).ok()?)?;
            self.open.get(&self.current)?.get(at..end)
        };
        range().ok_or_else(|| self.damaged("it is shorter than its results say"))
    }

    fn solution(&self, rest: &mut &[u8]) -> Result<ListedSolution, CampaignError> {
        let solution = || {
            let (options, stabilizer) = lists::next(rest)?;
            let options = options.iter().map(|at| self.options.get(*at).copied());
            let stabilizer = stabilizer
                .iter()
                .map(|at| self.symmetries.get(*at).copied());
            Some(ListedSolution {
                options: options.collect::<Option<_>>()?,
                stabilizer: stabilizer.collect::<Option<_>>()?,
            })
        };
        let mut solution = solution;
        solution().ok_or_else(|| self.damaged("it contains a record that is not a solution"))
    }

    fn damaged(&self, why: &'static str) -> CampaignError {
        CampaignError::damaged(&self.folder.path(&self.files[self.current].0), why)
    }
}
