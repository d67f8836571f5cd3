//! The progress of a campaign, and its remaining time.

use std::collections::BTreeMap;

use super::error::CampaignError;
use super::ledger::Ledger;
use super::results::Rejected;
use super::running::{SeenWorker, workers};
use super::{Campaign, PartAnswer};

/// The minimum number of finished parts for an estimate.
const FEWEST: usize = 5;

/// The progress of a campaign.
#[derive(Debug)]
pub struct Status {
    /// The number of original parts.
    pub parts: usize,
    /// The number of original parts that are done.
    pub done: usize,
    /// The number of original parts that were split and are not done.
    pub split: usize,
    /// The processes at work, and lost processes.
    pub workers: Vec<SeenWorker>,
    /// The names of the files of results that are ignored, and why.
    pub rejected: Vec<(String, Rejected)>,
    /// The number of results that repeat earlier results.
    pub repeated: u64,
    /// The number of original parts that two engines have done, or that were rechecked.
    pub rechecked: usize,
    /// Contradictions between results, in words.
    pub contradictions: Vec<String>,
    /// The sum of all results so far.
    pub so_far: PartAnswer,
    /// The total computing time of all results, in seconds of one thread.
    pub seconds: f64,
    /// The number of files of results from each machine.
    pub machines: BTreeMap<String, u64>,
    /// The estimated remaining time and its standard error, in seconds of one thread; `None` if too few parts
    /// are done.
    pub left: Option<(f64, f64)>,
    /// The forecast for all parts, made when the campaign was created, in seconds of one thread; `None` if
    /// it is unknown.
    pub forecast: Option<f64>,
    /// The standard error of `forecast`, if that is an estimate.
    pub forecast_error: Option<f64>,
}

impl Status {
    /// The current status of a campaign.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn of(campaign: &Campaign, ledger: &Ledger) -> Result<Self, CampaignError> {
        let mut machines = BTreeMap::new();
        for (_, author) in ledger.authors() {
            *machines.entry(author.machine.clone()).or_default() += 1;
        }
        let parts = ledger.part_count();
        let is_split = |part: &usize| ledger.is_split(*part) && !ledger.is_done(*part);
        Ok(Self {
            parts,
            done: ledger.done(),
            split: (0..parts).filter(is_split).count(),
            workers: workers(&campaign.folder),
            rejected: ledger
                .rejected()
                .map(|(name, why)| (name.to_owned(), why))
                .collect(),
            repeated: ledger.repeated(),
            rechecked: ledger.rechecked(),
            contradictions: ledger.contradictions(),
            so_far: ledger.so_far(),
            seconds: ledger.seconds(),
            machines,
            left: left(campaign, ledger),
            forecast: campaign.manifest.forecast(),
            forecast_error: campaign.manifest.seconds_error,
        })
    }

    /// Whether all parts are done.
    pub fn is_complete(&self) -> bool {
        self.done == self.parts
    }

    /// The processes at work.
    pub fn running(&self) -> impl Iterator<Item = &SeenWorker> {
        self.workers.iter().filter(|worker| !worker.is_lost())
    }

    /// The lost processes; none once all parts are done.
    pub fn lost(&self) -> impl Iterator<Item = &SeenWorker> {
        let is_open = !self.is_complete();
        self.workers
            .iter()
            .filter(move |worker| is_open && worker.is_lost())
    }
}

/// The estimated remaining time and its standard error, in seconds, from the times and forecasts of finished
/// parts.
///
/// A ratio estimate: the sum of the remaining forecasts, times the ratio of time to forecast over
/// the finished parts. The finished parts are treated as a random sample, which is justified if
/// each process takes every n-th part. Source: W. G. Cochran, *Sampling Techniques*, chapter 6.
fn left(campaign: &Campaign, ledger: &Ledger) -> Option<(f64, f64)> {
    let parts = ledger.part_count();
    let (mut count, mut took, mut forecast, mut rest) = (0.0_f64, 0.0, 0.0, 0.0);
    for part in 0..parts {
        let share = ledger.share_done(part);
        rest += campaign.forecast(part) * (1.0 - share);
        if ledger.is_done(part) {
            count += 1.0;
            took += ledger.seconds_of(part);
            forecast += campaign.forecast(part);
        }
    }
    if ledger.done() == parts {
        return Some((0.0, 0.0));
    }
    if ledger.done() < FEWEST || forecast <= 0.0 {
        return None;
    }
    let ratio = took / forecast;
    let mut squares = 0.0;
    for part in (0..parts).filter(|part| ledger.is_done(*part)) {
        let error = ledger.seconds_of(part) - ratio * campaign.forecast(part);
        squares += error * error;
    }
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let open = parts as f64 - count;
    let variance = squares / (count - 1.0);
    // The variance has two terms: that of the mean over the finished parts, times `open`², and that
    // of the sum over the open parts.
    let error = (variance * (open * open / count + open)).sqrt();
    Some((ratio * rest, error))
}
