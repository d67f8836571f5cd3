//! `campaign script`: the lines that start a campaign elsewhere.

use std::io::Write;

use anyhow::anyhow;

use super::super::Output;
use crate::campaign::{Campaign, Scheduler, Script};
use crate::support::label::shown;
use crate::surface::cli::args::{CampaignScriptArgs, SchedulerArg};
use crate::surface::cli::failure::{Failure, Outcome};

/// A mebibyte.
const MIB: u64 = 1 << 20;

pub(super) fn run(args: &CampaignScriptArgs) -> Result<Outcome, Failure> {
    let campaign = Campaign::open(&args.folder)?;
    let folder = std::path::absolute(campaign.folder())?;
    let Some(folder) = folder.to_str() else {
        return Err(anyhow!(
            "the folder {} has a name that is not UTF-8, which a script cannot hold: rename it",
            shown(&folder)
        )
        .into());
    };
    let script = Script {
        folder,
        jobs: args.jobs.get(),
        threads: args.threads.get(),
        memory: (args.memory.as_u64() / MIB).max(64),
        time: args.time.into(),
    };
    let mut out = Output::stdout();
    let text = script.text(match args.scheduler {
        SchedulerArg::Slurm => Scheduler::Slurm,
        SchedulerArg::Kubernetes => Scheduler::Kubernetes,
        SchedulerArg::Parallel => Scheduler::Parallel,
        SchedulerArg::Hyperqueue => Scheduler::HyperQueue,
    });
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Done)
}
