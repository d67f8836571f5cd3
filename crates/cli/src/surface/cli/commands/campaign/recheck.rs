//! Parts that are done again in another way.

use anyhow::anyhow;
use tilewright_dlx::Engine;

use crate::campaign::{Campaign, PartName, Question, RunOptions};
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::support::rng::StableRng;
use crate::surface::cli::args::Percent;
use crate::surface::cli::failure::{Failure, Outcome};

/// The engine that does parts again; of parts of a sweep some solutions are counted from the other end.
pub(super) fn other_engine(campaign: &Campaign) -> Engine {
    let manifest = campaign.manifest();
    match manifest.engine {
        Engine::Frontier if manifest.question == Question::Design => Engine::Bits,
        Engine::Bits => Engine::Links,
        Engine::Links => Engine::Bits,
        other => other,
    }
}

/// Some parts drawn at random, the same ones each time.
pub(super) fn drawn(campaign: &Campaign, share: Percent) -> Result<Vec<PartName>, Failure> {
    let all = (0..campaign.part_count()).filter(|part| campaign.can_recheck(*part));
    let mut all: Vec<usize> = all.collect();
    if all.is_empty() {
        return Err(anyhow!(
            "no part of this sweep can be counted in another way, since there are colours, or something may be \
             covered several times; count it by --divide search too, in another folder"
        )
        .into());
    }
    let parts = all.len();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of the parts"
    )]
    let wanted = ((parts as f64 * share.0).ceil() as usize).min(parts);
    StableRng::new(parts as u64, 0).shuffle(&mut all);
    all.truncate(wanted);
    all.sort_unstable();
    Ok(all.into_iter().map(PartName::new).collect())
}

/// Does some parts again.
pub(super) fn recheck(
    campaign: &Campaign,
    share: Percent,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<Outcome, Failure> {
    let resources = Resources {
        engine: Some(other_engine(campaign)),
        ..*resources
    };
    let options = RunOptions {
        again: Some(drawn(campaign, share)?),
        ..RunOptions::default()
    };
    let end = crate::campaign::run(campaign, &options, &resources, monitor)?;
    Ok(if end.interrupted {
        Outcome::Interrupted
    } else {
        Outcome::Done
    })
}
