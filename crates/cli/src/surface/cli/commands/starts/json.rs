//! Starts as JSON.

use serde::Serialize;

use super::{StartsAnswer, StartsFindings};
use crate::design::starts::{Extreme, Number, Share};
use crate::surface::cli::commands::number::{MeanAnswer, Whole};

#[derive(Serialize)]
pub(super) struct Answer<'a> {
    puzzle: &'a str,
    givens: u32,
    symmetries: usize,
    #[serde(flatten)]
    found: FoundAnswer<'a>,
    /// Of those drawn, if they were sampled.
    fewest: Option<ExtremeAnswer<'a>>,
    most: Option<ExtremeAnswer<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "method", rename_all = "lowercase")]
enum FoundAnswer<'a> {
    Exact {
        starts: NumberAnswer<'a>,
        one_solution: NumberAnswer<'a>,
        histogram: Vec<BinAnswer<'a>>,
    },
    Sampled {
        samples: u64,
        seed: u64,
        starts: EstimateAnswer,
        one_solution: EstimatedShare,
        histogram: Vec<EstimatedBin<'a>>,
    },
}

#[derive(Serialize)]
struct NumberAnswer<'a> {
    distinct: Whole<'a>,
    all: Whole<'a>,
}

#[derive(Serialize)]
struct BinAnswer<'a> {
    /// Between so many solutions.
    from: Whole<'a>,
    to: Whole<'a>,
    #[serde(flatten)]
    starts: NumberAnswer<'a>,
}

#[derive(Serialize)]
struct EstimateAnswer {
    distinct: MeanAnswer,
    all: MeanAnswer,
}

#[derive(Serialize)]
struct EstimatedShare {
    distinct: MeanAnswer,
    share: ShareAnswer,
}

#[derive(Serialize)]
struct EstimatedBin<'a> {
    from: Whole<'a>,
    to: Whole<'a>,
    #[serde(flatten)]
    starts: EstimatedShare,
}

#[derive(Serialize)]
struct ShareAnswer {
    share: f64,
    standard_error: f64,
}

#[derive(Serialize)]
struct ExtremeAnswer<'a> {
    solutions: Whole<'a>,
    starts: Vec<Vec<String>>,
}

impl<'a> From<&'a Number> for NumberAnswer<'a> {
    fn from(number: &'a Number) -> Self {
        Self {
            distinct: Whole(&number.distinct),
            all: Whole(&number.all),
        }
    }
}

impl From<Share> for ShareAnswer {
    fn from(share: Share) -> Self {
        Self {
            share: share.share,
            standard_error: share.standard_error,
        }
    }
}

impl StartsAnswer<'_> {
    pub(super) fn answer(&self) -> Answer<'_> {
        let (found, fewest, most) = match &self.found {
            StartsFindings::Exact(census) => {
                let bins = census.histogram.iter().map(|bin| BinAnswer {
                    from: Whole(&bin.from),
                    to: Whole(&bin.to),
                    starts: (&bin.starts).into(),
                });
                let found = FoundAnswer::Exact {
                    starts: (&census.starts).into(),
                    one_solution: (&census.one_solution).into(),
                    histogram: bins.collect(),
                };
                (found, &census.fewest, &census.most)
            }
            StartsFindings::Sampled(survey) => {
                let bins = survey.histogram.iter().map(|bin| EstimatedBin {
                    from: Whole(&bin.from),
                    to: Whole(&bin.to),
                    starts: EstimatedShare {
                        distinct: bin.distinct.into(),
                        share: bin.share.into(),
                    },
                });
                let found = FoundAnswer::Sampled {
                    samples: survey.samples,
                    seed: survey.seed,
                    starts: EstimateAnswer {
                        distinct: survey.distinct.into(),
                        all: survey.all.into(),
                    },
                    one_solution: EstimatedShare {
                        distinct: survey.one_solution.into(),
                        share: survey.share.into(),
                    },
                    histogram: bins.collect(),
                };
                (found, &survey.fewest, &survey.most)
            }
        };
        Answer {
            puzzle: &self.space.puzzle().title,
            givens: self.args.givens,
            symmetries: self.group.order(),
            found,
            fewest: self.extreme(fewest.as_ref()),
            most: self.extreme(most.as_ref()),
        }
    }

    fn extreme<'a>(&self, extreme: Option<&'a Extreme>) -> Option<ExtremeAnswer<'a>> {
        let extreme = extreme?;
        Some(ExtremeAnswer {
            solutions: Whole(&extreme.solutions),
            starts: extreme
                .starts
                .iter()
                .map(|start| self.named(start))
                .collect(),
        })
    }
}
