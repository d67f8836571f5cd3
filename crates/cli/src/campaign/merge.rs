//! The answer of a campaign, once all its parts are done.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use tilewright_dlx::{Engine, OptionId, StopFlag, SymmetryCase, SymmetryId, TreeEngine};

use super::design::asked;
use super::error::CampaignError;
use super::ledger::{Entry, Ledger, Node};
use super::lists::{self, ListFolder};
use super::manifest::sha256;
use super::part::PartName;
use super::results::{ResultFolder, list_name};
use super::work::{Work, with_work};
use super::{Campaign, PartAnswer};
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::design::choices::{
    ChoiceQuestion, ChoiceRule, NextChoice, OneBoard, OneBoardError, Wish,
};
use crate::puzzle::{Puzzle, PuzzleFile};
use crate::solve::SolveError;
use crate::solve::counting::Count;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;

/// The parts that are missing are named up to so many.
const NAMED: usize = 1000;

/// What a campaign has come to.
#[derive(Debug)]
pub enum Merged<T> {
    /// All parts are done, and this is the answer.
    Answer(T),
    /// These parts are missing, at most 1000 of them; and what the others have found, at least.
    Missing(Vec<PartName>, PartAnswer),
}

/// A count that parts make up, with what is needed to say it.
#[derive(Debug)]
pub struct MergedCount<'a> {
    /// The puzzle.
    pub instance: &'a Instance,
    /// The symmetries that were divided out.
    pub group: &'a PuzzleSymmetry,
    /// The cases into which they divide the search.
    pub cases: &'a [SymmetryCase],
    /// The count.
    pub count: Count,
}

/// Adds up the parts of a count, and tells `tell` of the sum.
///
/// Takes the time to read the puzzle, and where the parts are those of a sweep, that of the solutions
/// that have a symmetry, as [`Job::count`](crate::solve::counting::Job::count) does.
///
/// # Errors
///
/// Parts contradict each other, or the puzzle cannot be read.
pub fn merge_count<T>(
    campaign: &Campaign,
    ledger: &Ledger,
    resources: &Resources,
    monitor: &Monitor,
    tell: impl FnOnce(&MergedCount<'_>) -> T,
) -> Result<Merged<T>, CampaignError> {
    let Some(total) = ledger.total()? else {
        return Ok(Merged::Missing(ledger.missing(NAMED), ledger.so_far()));
    };
    let engine = campaign.manifest.engine;
    with_work(campaign, engine, resources, monitor, |work| {
        let count = counted(work, &total, engine)?;
        Ok(Merged::Answer(tell(&MergedCount {
            instance: work.instance,
            group: work.group,
            cases: work.distinct.cases(),
            count,
        })))
    })
}

fn counted(work: &Work<'_>, total: &PartAnswer, engine: Engine) -> Result<Count, CampaignError> {
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

/// A solution of a list, and the symmetries that keep it.
#[derive(Debug)]
pub struct ListedSolution {
    /// Its options, in the order in which the search chose them.
    pub options: Vec<OptionId>,
    /// The symmetries.
    pub stabilizer: Vec<SymmetryId>,
}

/// Hands on the solutions that parts have listed, in the order in which one search finds them, and
/// holds eight files of them at a time. `tell` is told of each, and may break off.
///
/// All files are read once before, to see that they are what was written.
///
/// # Errors
///
/// Parts contradict each other; it was stopped before a solution was handed on; or files of solutions
/// are damaged, and then none is handed on and the results that they belong to are set aside.
pub fn merge_list<E: From<CampaignError>>(
    campaign: &Campaign,
    ledger: &Ledger,
    instance: &Instance,
    group: &PuzzleSymmetry,
    stop: &StopFlag,
    mut tell: impl FnMut(&ListedSolution) -> Result<ControlFlow<()>, E>,
) -> Result<Merged<()>, E> {
    if ledger.total()?.is_none() {
        return Ok(Merged::Missing(ledger.missing(NAMED), ledger.so_far()));
    }
    check_lists(campaign, ledger, stop)?;
    let mut reader = ListReader::new(campaign, ledger, instance, group);
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
                if tell(&solution)?.is_break() {
                    return Ok(Merged::Answer(()));
                }
            }
            if (listed.found, listed.list) != (entry.answer.found, entry.answer.list) {
                return Err(reader
                    .damaged("it has other solutions than the result says")
                    .into());
            }
        }
    }
    Ok(Merged::Answer(()))
}

/// Looks whether all files of lists are what was written, and sets the results of those aside that are
/// not: their parts are to be done again.
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

/// The pool of pieces of a campaign, and which choices of them it has counted.
#[derive(Debug)]
pub struct MergedPool {
    /// The puzzle.
    pub file: PuzzleFile,
    /// The same with the pieces that the file's `design` leaves.
    pub puzzle: Puzzle,
    /// Which choices are allowed.
    pub rule: ChoiceRule,
}

impl MergedPool {
    /// Reads the puzzle of a campaign about choices.
    ///
    /// # Errors
    ///
    /// The puzzle cannot be read, or the campaign is about something else.
    pub fn of(campaign: &Campaign) -> Result<Self, CampaignError> {
        let (_, file) = campaign.puzzle()?;
        let (puzzle, rule) = asked(campaign.manifest.question, file.clone())?;
        let rule = rule.ok_or(CampaignError::Problem)?;
        Ok(Self { file, puzzle, rule })
    }
}

/// Keeps those choices that are wanted of all that parts have counted, as
/// [`ChoiceQuestion::select`] does of those that it counts.
///
/// Cost: that of judging and sorting them; of the choices counted, eight files at most are in memory.
///
/// # Errors
///
/// Parts contradict each other, a file of choices is missing or damaged, or as
/// [`ChoiceQuestion::select`].
pub fn merge_design<'a, E: From<CampaignError> + From<OneBoardError>>(
    campaign: &Campaign,
    ledger: &Ledger,
    question: &ChoiceQuestion<'a>,
    wish: Wish<'_>,
    resources: &Resources,
    monitor: &Monitor,
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
    let selected = question.select_counted(wish, next, resources, monitor);
    match failure {
        Some(failure) => Err(failure.into()),
        None => Ok(Merged::Answer(selected?)),
    }
}

/// The choices that parts have counted, one after the other.
struct MergedRows<'l> {
    reader: ListReader,
    nodes: std::slice::Iter<'l, Node>,
    entries: std::vec::IntoIter<&'l Entry>,
    /// The result that is read, how much of its choices is left, and what they have come to.
    current: Option<(&'l Entry, (u64, u64), PartAnswer)>,
}

impl<'l> MergedRows<'l> {
    fn new(campaign: &Campaign, ledger: &'l Ledger) -> Self {
        Self {
            reader: ListReader::of_choices(campaign, ledger),
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
                    let why = "it has other choices than the result says";
                    return Err(self.reader.damaged(why));
                }
                self.current = None;
                continue;
            }
            let Some(choice) = lists::next_choice(&mut rest) else {
                return Err(self.reader.damaged("it holds something that is no choice"));
            };
            let left = rest.len() as u64;
            (*at, *bytes) = (*at + (*bytes - left), left);
            found.choice(&choice.0, &choice.1);
            return Ok(Some(choice));
        }
    }

    fn next_entry(&mut self) -> Option<&'l Entry> {
        loop {
            if let Some(entry) = self.entries.next() {
                return Some(entry);
            }
            let entries = self.nodes.next()?.entries().unwrap_or_default();
            self.entries = entries.into_iter();
        }
    }
}

/// Reads files of solutions.
struct ListReader {
    folder: ListFolder,
    /// By file of results, its name and the digest of its solutions.
    files: Vec<(String, Option<String>)>,
    options: Vec<OptionId>,
    symmetries: Vec<SymmetryId>,
    /// The file that is open, and what it holds: the last ones, since the parts of several processes
    /// take turns.
    open: BTreeMap<usize, Vec<u8>>,
    current: usize,
}

/// The most files of solutions held at once.
const MOST_OPEN: usize = 8;

impl ListReader {
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

    /// Of files that have choices, and no solutions.
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
            // Any other than those in use: the first is as good as another.
            self.open.pop_first();
        }
        let (name, digest) = &self.files[file];
        let bytes = self.folder.read(name)?.unwrap_or_default();
        if Some(sha256(&bytes)) != *digest {
            return Err(self.damaged("it is not what was written"));
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
        range().ok_or_else(|| self.damaged("it is shorter than the results say"))
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
        solution().ok_or_else(|| self.damaged("it holds something that is no solution"))
    }

    fn damaged(&self, why: &'static str) -> CampaignError {
        CampaignError::damaged(&self.folder.path(&self.files[self.current].0), why)
    }
}
