//! What `starts` prints as JSON.

use serde::Serialize;

use super::{StartsFindings, StartsReport};
use crate::design::starts::{StartExtreme, StartNumber, StartsShare};
use crate::surface::cli::commands::number::{MeanAnswer, Whole};

#[derive(Serialize)]
pub(super) struct StartsAnswer<'a> {
    puzzle: &'a str,
    givens: u32,
    symmetries: usize,
    #[serde(flatten)]
    found: FoundAnswer<'a>,
    /// The starts with the fewest solutions; of a sample, those among the sampled starts.
    fewest: Option<ExtremeStartsAnswer<'a>>,
    /// The starts with the most solutions; of a sample, those among the sampled starts.
    most: Option<ExtremeStartsAnswer<'a>>,
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
        starts: EstimatedStarts,
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
    /// The range of numbers of solutions, `from` and `to` included.
    from: Whole<'a>,
    to: Whole<'a>,
    #[serde(flatten)]
    starts: NumberAnswer<'a>,
}

#[derive(Serialize)]
struct EstimatedStarts {
    distinct: MeanAnswer,
    all: MeanAnswer,
}

#[derive(Serialize)]
struct EstimatedShare {
    distinct: MeanAnswer,
    share: StartsShare,
}

#[derive(Serialize)]
struct EstimatedBin<'a> {
    from: Whole<'a>,
    to: Whole<'a>,
    #[serde(flatten)]
    starts: EstimatedShare,
}

#[derive(Serialize)]
struct ExtremeStartsAnswer<'a> {
    solutions: Whole<'a>,
    starts: Vec<Vec<String>>,
}

impl<'a> From<&'a StartNumber> for NumberAnswer<'a> {
    fn from(number: &'a StartNumber) -> Self {
        Self {
            distinct: Whole(&number.distinct),
            all: Whole(&number.all),
        }
    }
}

impl StartsReport<'_> {
    pub(super) fn answer(&self) -> StartsAnswer<'_> {
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
                        share: bin.share,
                    },
                });
                let found = FoundAnswer::Sampled {
                    samples: survey.samples,
                    seed: survey.seed,
                    starts: EstimatedStarts {
                        distinct: survey.distinct.into(),
                        all: survey.all.into(),
                    },
                    one_solution: EstimatedShare {
                        distinct: survey.one_solution.into(),
                        share: survey.share,
                    },
                    histogram: bins.collect(),
                };
                (found, &survey.fewest, &survey.most)
            }
        };
        StartsAnswer {
            puzzle: &self.space.puzzle().title,
            givens: self.args.givens,
            symmetries: self.group.order(),
            found,
            fewest: self.extreme(fewest.as_ref()),
            most: self.extreme(most.as_ref()),
        }
    }

    fn extreme<'a>(&self, extreme: Option<&'a StartExtreme>) -> Option<ExtremeStartsAnswer<'a>> {
        let extreme = extreme?;
        Some(ExtremeStartsAnswer {
            solutions: Whole(&extreme.solutions),
            starts: extreme
                .starts
                .iter()
                .map(|start| self.named(start))
                .collect(),
        })
    }
}
