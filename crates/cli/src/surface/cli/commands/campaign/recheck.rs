//! `campaign` with `--recheck`: counts a sample of the parts again with another engine.

use tilewright_dlx::Engine;

use crate::campaign::{Campaign, CampaignQuestion, PartName, RunOptions};
use crate::solve::search::RunContext;
use crate::support::rng::StableRng;
use crate::surface::cli::args::Percent;
use crate::surface::cli::failure::{Failure, Outcome};

/// The engine that counts parts again. Parts of a sweep are counted again by a sweep, but in another way: as
/// separate problems, and in the opposite direction.
pub(super) fn other_engine(campaign: &Campaign) -> Engine {
    let manifest = campaign.manifest();
    match manifest.engine {
        Engine::Frontier if manifest.question == CampaignQuestion::Design => Engine::Bits,
        Engine::Bits => Engine::Links,
        Engine::Links => Engine::Bits,
        other => other,
    }
}

/// A random sample of the parts that can be counted again: this share of them, rounded up. Every
/// call draws the same sample.
pub(super) fn drawn(campaign: &Campaign, share: Percent) -> Result<Vec<PartName>, Failure> {
    let all = (0..campaign.part_count()).filter(|part| campaign.can_recheck(*part));
    let mut all: Vec<usize> = all.collect();
    if all.is_empty() {
        refuse!(
            "no part of this sweep can be counted in a second way, because of colours or items \
             that may be covered several times; count it by --divide search too, in another \
             folder"
        );
    }
    let parts = all.len();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of the parts"
    )]
    let count = ((parts as f64 * share.0).ceil() as usize).min(parts);
    StableRng::new(parts as u64, 0).shuffle(&mut all);
    all.truncate(count);
    all.sort_unstable();
    Ok(all.into_iter().map(PartName::new).collect())
}

/// Counts a random share of the parts again, with another engine.
pub(super) fn recheck(
    campaign: &Campaign,
    share: Percent,
    monitor: &RunContext,
) -> Result<Outcome, Failure> {
    let mut monitor = monitor.clone();
    monitor.resources.engine = Some(other_engine(campaign));
    let options = RunOptions {
        again: Some(drawn(campaign, share)?),
        ..RunOptions::default()
    };
    let end = crate::campaign::run(campaign, &options, &monitor)?;
    Ok(if end.interrupted {
        Outcome::Interrupted
    } else {
        Outcome::Done
    })
}
