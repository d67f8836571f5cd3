//! Which parts a process takes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::campaign::part::PartName;

/// A share of the parts: every `of`-th, from number `number` on, which counts from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    number: usize,
    of: usize,
}

/// Why a text is no share.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ShareError {
    /// It is no pair of numbers.
    #[error("a share is a number and how many shares there are: 0/100 to 99/100")]
    Form,
    /// There are not so many shares.
    #[error("share {number} of {of}: shares count from 0, so the last is {}", .of.saturating_sub(1))]
    TooLarge {
        /// The number.
        number: usize,
        /// How many there are.
        of: usize,
    },
    /// A scheduler's variable is no number.
    #[error("{variable} is {value:?}, no number that a share could have")]
    Variable {
        /// Its name.
        variable: &'static str,
        /// What it says.
        value: String,
    },
    /// A scheduler's variables do not say how many shares there are.
    #[error(
        "{variable} says which share this is, and nothing says of how many: name it, --share /N"
    )]
    HowMany {
        /// The variable.
        variable: &'static str,
    },
}

/// What schedulers call the number of a job in an array: first, last or how many.
struct Scheduler {
    number: &'static str,
    first: Option<&'static str>,
    last: Option<&'static str>,
    count: Option<&'static str>,
}

const SCHEDULERS: [Scheduler; 5] = [
    Scheduler {
        number: "SLURM_ARRAY_TASK_ID",
        first: Some("SLURM_ARRAY_TASK_MIN"),
        last: Some("SLURM_ARRAY_TASK_MAX"),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
    },
    Scheduler {
        number: "JOB_COMPLETION_INDEX",
        first: None,
        last: None,
        count: Some("JOB_COMPLETIONS"),
    },
    Scheduler {
        number: "AWS_BATCH_JOB_ARRAY_INDEX",
        first: None,
        last: None,
        count: Some("AWS_BATCH_JOB_ARRAY_SIZE"),
    },
    Scheduler {
        number: "PBS_ARRAY_INDEX",
        first: None,
        last: None,
        count: Some("PBS_ARRAY_COUNT"),
    },
    Scheduler {
        number: "HQ_TASK_ID",
        first: None,
        last: None,
        count: None,
    },
];

impl Share {
    /// All parts.
    pub const ALL: Self = Self { number: 0, of: 1 };

    /// Share `number` of `of`, counted from zero.
    ///
    /// # Errors
    ///
    /// There are not so many.
    pub fn new(number: usize, of: usize) -> Result<Self, ShareError> {
        if number < of {
            Ok(Self { number, of })
        } else {
            Err(ShareError::TooLarge { number, of })
        }
    }

    /// What a scheduler's variables say; none if there are none. `of` says how many shares there are,
    /// if that is known otherwise: then jobs are numbered from 0, whichever of them are in the array.
    ///
    /// # Errors
    ///
    /// They make no sense, or do not say how many shares there are.
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
            // An array of jobs here and there is what is left of another one.
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

    /// Whether a part is of the share.
    pub(super) fn has(&self, part: &PartName) -> bool {
        let children: usize = part.children().iter().map(|child| *child as usize).sum();
        part.part().wrapping_add(children) % self.of == self.number
    }

    /// Which of them it is, from zero.
    pub fn number(&self) -> usize {
        self.number
    }

    /// How many shares there are.
    pub fn of(&self) -> usize {
        self.of
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Share {
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
    ) -> Result<Option<Share>, ShareError> {
        Share::of_scheduler(of, &|name| {
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
            Ok(Some(Share { number: 2, of: 10 }))
        );
        // A requeued job of an array may be its only one left: the call says of how many.
        assert_eq!(
            scheduled(Some(40), &slurm[..1]),
            Ok(Some(Share { number: 12, of: 40 }))
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
            Ok(Some(Share { number: 17, of: 40 }))
        );
        assert!(matches!(
            scheduled(None, &again),
            Err(ShareError::HowMany { .. })
        ));
        let indexed = [("JOB_COMPLETION_INDEX", "0"), ("JOB_COMPLETIONS", "4")];
        assert_eq!(
            scheduled(None, &indexed),
            Ok(Some(Share { number: 0, of: 4 }))
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
        let shares: Vec<Share> = (0..3)
            .map(|number| Share::new(number, 3).unwrap())
            .collect();
        for name in ["0", "1", "17", "17.3", "17.3.63"] {
            let name: PartName = name.parse().unwrap();
            assert_eq!(
                shares.iter().filter(|share| share.has(&name)).count(),
                1,
                "{name}"
            );
        }
        assert_eq!("3/100".parse::<Share>().unwrap().to_string(), "3/100");
        assert_eq!("3".parse::<Share>(), Err(ShareError::Form));
        assert_eq!(
            "3/3".parse::<Share>(),
            Err(ShareError::TooLarge { number: 3, of: 3 })
        );
    }
}
