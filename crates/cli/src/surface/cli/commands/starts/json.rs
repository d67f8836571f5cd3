//! What `starts` prints as JSON.

use super::{StartsFindings, StartsReport};
use crate::design::starts::{StartExtreme, StartNumber, StartsShare};
use crate::publish::interchange::table::{Record, Value, record};

fn number(number: &StartNumber) -> Record {
    record! { distinct: &number.distinct, all: &number.all }
}

fn share(share: StartsShare) -> Record {
    record! { share: share.share, standard_error: share.standard_error }
}

impl StartsReport<'_> {
    pub(super) fn answer(&self) -> Record {
        let (found, fewest, most) = match &self.found {
            StartsFindings::Exact(census) => {
                let bins = census.histogram.iter();
                let bins =
                    bins.map(|bin| record! { from: &bin.from, to: &bin.to, ..number(&bin.starts) });
                let found = record! {
                    method: "exact",
                    starts: number(&census.starts),
                    one_solution: number(&census.one_solution),
                    histogram: bins.collect::<Value>(),
                };
                (found, &census.fewest, &census.most)
            }
            StartsFindings::Sampled(survey) => {
                let bins = survey.histogram.iter().map(|bin| {
                    record! {
                        from: &bin.from,
                        to: &bin.to,
                        distinct: bin.distinct,
                        share: share(bin.share),
                    }
                });
                let found = record! {
                    method: "sampled",
                    samples: survey.samples,
                    seed: survey.seed,
                    starts: record! { distinct: survey.distinct, all: survey.all },
                    one_solution: record! {
                        distinct: survey.one_solution,
                        share: share(survey.share),
                    },
                    histogram: bins.collect::<Value>(),
                };
                (found, &survey.fewest, &survey.most)
            }
        };
        record! {
            puzzle: &self.space.puzzle().title,
            givens: self.args.givens,
            symmetries: self.group.order(),
            ..found,
            fewest: fewest.as_ref().map(|extreme| self.extreme(extreme)),
            most: most.as_ref().map(|extreme| self.extreme(extreme)),
        }
    }

    fn extreme(&self, extreme: &StartExtreme) -> Record {
        let starts = extreme.starts.iter().map(|start| self.named(start));
        record! { solutions: &extreme.solutions, starts: starts.collect::<Value>() }
    }
}
