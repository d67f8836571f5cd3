//! `campaign script`: the job script for a scheduler.

use std::io::Write;

use super::super::Output;
use crate::campaign::{Campaign, Script};
use crate::support::label::shown;
use crate::surface::cli::args::CampaignScriptArgs;
use crate::surface::cli::failure::{Failure, Outcome};

const MIB: u64 = 1 << 20;

pub(super) fn run(args: &CampaignScriptArgs) -> Result<Outcome, Failure> {
    let campaign = Campaign::open(&args.folder)?;
    let folder = std::path::absolute(campaign.folder())?;
    let Some(folder) = folder.to_str() else {
        refuse!(
            "the name of the folder {} is not UTF-8, so a script cannot contain it: rename it",
            shown(&folder)
        );
    };
    let script = Script {
        folder,
        jobs: args.jobs.get(),
        threads: args.threads.get(),
        memory: (args.memory.as_u64() / MIB).max(64),
        time: args.time.into(),
    };
    let mut out = Output::stdout();
    let text = script.text(args.scheduler.into());
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Done)
}
