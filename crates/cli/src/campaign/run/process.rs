use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

use tilewright_dlx::ListReader;

use super::end::RunOptions;
use super::queue::Queue;
use super::recorder::Recorder;
use super::sweep_lists::SweepFiles;
use crate::campaign::Campaign;
use crate::campaign::error::CampaignError;
use crate::campaign::work::Work;

/// What the threads of a process share while they work on a campaign.
pub(super) struct Process<'a, 'w> {
    pub(super) campaign: &'a Campaign,
    pub(super) work: &'a Work<'w>,
    pub(super) options: &'a RunOptions,
    pub(super) ends: Option<Instant>,
    pub(super) queue: Mutex<Queue<'a>>,
    pub(super) recorder: &'a Recorder<'a>,
    /// The number of threads that are working on a part.
    pub(super) busy: AtomicUsize,
    pub(super) failure: Mutex<Option<CampaignError>>,
    pub(super) sweep_lists: SweepListReader<'a>,
}

/// Reads the lists that finished parts of a sweep leave for later parts.
pub(super) struct SweepListReader<'a> {
    pub(super) files: &'a SweepFiles,
    pub(super) reader: ListReader<'a>,
}
