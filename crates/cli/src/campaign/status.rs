//! How far a campaign is, and how long it still takes.

use std::collections::BTreeMap;

use super::error::CampaignError;
use super::ledger::Ledger;
use super::part::PartName;
use super::results::Rejected;
use super::running::{SeenWorker, workers};
use super::{Campaign, PartAnswer};

/// Fewer parts that are done say nothing of those to come.
const FEWEST: usize = 5;

/// How far a campaign is.
#[derive(Debug)]
pub struct Status {
    /// The parts that the campaign began with.
    pub parts: usize,
    /// Those that are done.
    pub done: usize,
    /// Those that were split and are not done.
    pub split: usize,
    /// Who is at work, and who was when it was lost.
    pub workers: Vec<SeenWorker>,
    /// Files of results that count for nothing, and why.
    pub rejected: Vec<(String, Rejected)>,
    /// Results that say what was known before.
    pub repeated: u64,
    /// Parts done by two engines.
    pub rechecked: usize,
    /// Parts that came out differently, in words.
    pub contradictions: Vec<String>,
    /// What was found so far.
    pub so_far: PartAnswer,
    /// The seconds of one thread that all results took.
    pub seconds: f64,
    /// By machine, the seconds and the files of its results.
    pub machines: BTreeMap<String, u64>,
    /// The seconds of one thread that are left, and their standard error; none if too little is done
    /// to say so.
    pub left: Option<(f64, f64)>,
    /// The seconds that everything was forecast to take, when the campaign began; none where that cannot be forecast.
    pub forecast: Option<f64>,
    /// The standard error of that, if it is an estimate.
    pub forecast_error: Option<f64>,
}

impl Status {
    /// Looks how far a campaign is.
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

    /// The processes that are at work.
    pub fn running(&self) -> impl Iterator<Item = &SeenWorker> {
        self.workers.iter().filter(|worker| !worker.is_lost())
    }

    /// Those that were lost, as long as there is something to do.
    pub fn lost(&self) -> impl Iterator<Item = &SeenWorker> {
        let is_open = !self.is_complete();
        self.workers
            .iter()
            .filter(move |worker| is_open && worker.is_lost())
    }

    /// The parts that lost processes were at.
    pub fn lost_parts(&self) -> Vec<PartName> {
        self.lost()
            .flat_map(|worker| worker.worker.parts.clone())
            .collect()
    }
}

/// The seconds that are left, from how long parts took that are done and what was forecast of them.
///
/// A ratio estimate: what is left of the forecasts, times what the parts done took in sum over what
/// was forecast of them. The parts done are taken for a sample of all, which they are where each
/// process takes every n-th. Source: W. G. Cochran, *Sampling Techniques*, chapter 6.
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
    // Of the mean over the parts done, for the parts left; and what these scatter themselves.
    let error = (variance * (open * open / count + open)).sqrt();
    Some((ratio * rest, error))
}
