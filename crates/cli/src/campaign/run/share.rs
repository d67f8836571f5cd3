//! Shares of a campaign's parts: which of the parts a process begins with.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::campaign::part::PartName;

/// A share of the parts: every `of`-th part, from part `number` on, where the first part is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartShare {
    number: usize,
    of: usize,
}

/// Why a text or a scheduler's environment variables do not give a share.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ShareError {
    /// The text is not of the form `number/count`.
    #[error("a share is its number and the number of shares, as in 0/100 to 99/100")]
    Form,
    /// The number is not below the number of shares.
    #[error(
        "share {number} of {of} does not exist: shares are numbered from 0, so the last is {}", .of.saturating_sub(1))]
    TooLarge {
        /// The index of the share, which should be below `of`.
        number: usize,
        /// The number of shares.
        of: usize,
    },
    /// A scheduler's variable is not a number.
    #[error("{variable} is {value:?}, which is not the number of a share")]
    Variable {
        /// The variable's name.
        variable: &'static str,
        /// The variable's value.
        value: String,
    },
    /// A scheduler's variables do not contain the number of shares.
    #[error(
        "{variable} gives the number of this share, but the number of shares is missing: add \
         --share /N"
    )]
    HowMany {
        /// The environment variable that contains the number of this job.
        variable: &'static str,
    },
}

/// The names of a scheduler's environment variables: for the job's index in its array, the array's
/// first and last index, and its number of jobs.
struct SchedulerVariables {
    number: &'static str,
    first: Option<&'static str>,
    last: Option<&'static str>,
    count: Option<&'static str>,
}

const SCHEDULERS: [SchedulerVariables; 5] = [
    SchedulerVariables {
        number: "SLURM_ARRAY_TASK_ID",
        first: Some("SLURM_ARRAY_TASK_MIN"),
        last: Some("SLURM_ARRAY_TASK_MAX"),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
    },
    SchedulerVariables {
        number: "JOB_COMPLETION_INDEX",
        first: None,
        last: None,
        count: Some("JOB_COMPLETIONS"),
    },
    SchedulerVariables {
        number: "AWS_BATCH_JOB_ARRAY_INDEX",
        first: None,
        last: None,
        count: Some("AWS_BATCH_JOB_ARRAY_SIZE"),
    },
    SchedulerVariables {
        number: "PBS_ARRAY_INDEX",
        first: None,
        last: None,
        count: Some("PBS_ARRAY_COUNT"),
    },
    SchedulerVariables {
        number: "HQ_TASK_ID",
        first: None,
        last: None,
        count: None,
    },
];

impl PartShare {
    /// The share of all parts, if they are not divided into shares.
    pub const ALL: Self = Self { number: 0, of: 1 };

    /// Share `number` of `of`, counted from zero.
    ///
    /// # Errors
    ///
    /// [`ShareError::TooLarge`] unless `number` is below `of`.
    pub fn new(number: usize, of: usize) -> Result<Self, ShareError> {
        if number < of {
            Ok(Self { number, of })
        } else {
            Err(ShareError::TooLarge { number, of })
        }
    }

    /// The share according to a scheduler's variables; `None` if there are none. If `of` gives the number of
    /// shares, the job's index is the number of its share, even if the array contains only some of the jobs.
    ///
    /// # Errors
    ///
    /// The variables are not numbers or inconsistent, or do not give the number of shares.
    pub fn of_scheduler(
        of: Option<usize>,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Option<Self>, ShareError> {
        let number = |name: &'static str| {
            let Some(value) = variable(name) else {
                return Ok(None);
            };
            match value.parse::<usize>() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(ShareError::Variable {
                    variable: name,
                    value,
                }),
            }
        };
        let may = |name: Option<&'static str>| name.map_or(Ok(None), number);
        for scheduler in &SCHEDULERS {
            let Some(this) = number(scheduler.number)? else {
                continue;
            };
            if let Some(of) = of {
                return Self::new(this, of).map(Some);
            }
            let first = may(scheduler.first)?.unwrap_or(0);
            let last = may(scheduler.last)?;
            let span = last.map(|last| last.saturating_sub(first).saturating_add(1));
            let count = may(scheduler.count)?;
            // An array with gaps contains the jobs of an earlier array that are submitted again.
            let (Some(of), true) = (
                count.or(span),
                span.is_none() || count.is_none() || span == count,
            ) else {
                return Err(ShareError::HowMany {
                    variable: scheduler.number,
                });
            };
            return Self::new(this.saturating_sub(first), of).map(Some);
        }
        Ok(None)
    }

    /// Whether a part belongs to the share.
    pub(super) fn has(&self, part: &PartName) -> bool {
        let children: usize = part.children().iter().map(|child| *child as usize).sum();
        part.part().wrapping_add(children) % self.of == self.number
    }

    /// The index of the share, from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The number of shares.
    pub fn of(&self) -> usize {
        self.of
    }
}

impl fmt::Display for PartShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for PartShare {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        let (number, of) = text.split_once('/').ok_or(ShareError::Form)?;
        let number = number.parse().map_err(|_| ShareError::Form)?;
        Self::new(number, of.parse().map_err(|_| ShareError::Form)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scheduled(
        of: Option<usize>,
        variables: &[(&str, &str)],
    ) -> Result<Option<PartShare>, ShareError> {
        PartShare::of_scheduler(of, &|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn shares_are_what_schedulers_say() {
        assert_eq!(scheduled(None, &[]), Ok(None));
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", "12"),
            ("SLURM_ARRAY_TASK_MIN", "10"),
            ("SLURM_ARRAY_TASK_MAX", "19"),
        ];
        assert_eq!(
            scheduled(None, &slurm),
            Ok(Some(PartShare { number: 2, of: 10 }))
        );
        // A requeued job may be the only one in its array; then the command line gives the number of shares.
        assert_eq!(
            scheduled(Some(40), &slurm[..1]),
            Ok(Some(PartShare { number: 12, of: 40 }))
        );
        // Some jobs of an array of 40 are submitted again.
        let again = [
            ("SLURM_ARRAY_TASK_ID", "17"),
            ("SLURM_ARRAY_TASK_MIN", "3"),
            ("SLURM_ARRAY_TASK_MAX", "17"),
            ("SLURM_ARRAY_TASK_COUNT", "2"),
        ];
        assert_eq!(
            scheduled(Some(40), &again),
            Ok(Some(PartShare { number: 17, of: 40 }))
        );
        assert!(matches!(
            scheduled(None, &again),
            Err(ShareError::HowMany { .. })
        ));
        let indexed = [("JOB_COMPLETION_INDEX", "0"), ("JOB_COMPLETIONS", "4")];
        assert_eq!(
            scheduled(None, &indexed),
            Ok(Some(PartShare { number: 0, of: 4 }))
        );
        assert!(matches!(
            scheduled(None, &indexed[..1]),
            Err(ShareError::HowMany { .. })
        ));
        let wrong = [("HQ_TASK_ID", "x")];
        assert!(matches!(
            scheduled(Some(3), &wrong),
            Err(ShareError::Variable { .. })
        ));
        assert!(matches!(
            scheduled(Some(12), &slurm[..1]),
            Err(ShareError::TooLarge { .. })
        ));
    }

    #[test]
    fn shares_part_the_parts() {
        let shares: Vec<PartShare> = (0..3)
            .map(|number| PartShare::new(number, 3).unwrap())
            .collect();
        for name in ["0", "1", "17", "17.3", "17.3.63"] {
            let name: PartName = name.parse().unwrap();
            assert_eq!(
                shares.iter().filter(|share| share.has(&name)).count(),
                1,
                "{name}"
            );
        }
        assert_eq!("3/100".parse::<PartShare>().unwrap().to_string(), "3/100");
        assert_eq!("3".parse::<PartShare>(), Err(ShareError::Form));
        assert_eq!(
            "3/3".parse::<PartShare>(),
            Err(ShareError::TooLarge { number: 3, of: 3 })
        );
    }
}
