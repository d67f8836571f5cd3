//! A number, and whether it is exact, a lower bound or unknown.

use std::fmt;
use std::iter::Sum;

use num_bigint::BigUint;

use crate::support::format::grouped;

/// A counted number, and whether the count is complete.
///
/// ```
/// use tilewright::solve::counting::Known;
///
/// let all = Known::so_far(1_200_u32, true);
/// assert_eq!((all.to_string().as_str(), all.exact()), ("1,200", Some(&1_200)));
/// let some = Known::so_far(1_200_u32, false);
/// assert_eq!((some.to_string().as_str(), some.exact()), ("at least 1,200", None));
/// assert_eq!(Known::<u32>::Unknown.to_string(), "unknown");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Known<T> {
    /// Exactly this number.
    Exact(T),
    /// This number or a larger one.
    AtLeast(T),
    /// Not counted.
    Unknown,
}

impl<T> Known<T> {
    /// The number counted so far, exact if the count is `complete`.
    pub fn so_far(counted: T, complete: bool) -> Self {
        if complete {
            Self::Exact(counted)
        } else {
            Self::AtLeast(counted)
        }
    }

    /// The number or its lower bound; `None` if it is unknown.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Exact(value) | Self::AtLeast(value) => Some(value),
            Self::Unknown => None,
        }
    }

    /// The number; `None` if only a lower bound is known, or nothing.
    pub fn exact(&self) -> Option<&T> {
        match self {
            Self::Exact(value) => Some(value),
            Self::AtLeast(_) | Self::Unknown => None,
        }
    }

    /// Whether the number is neither a lower bound nor unknown.
    pub fn is_exact(&self) -> bool {
        self.exact().is_some()
    }

    /// The precision of the number as a word: `exact`, `at least` or `unknown`.
    pub fn state(&self) -> &'static str {
        match self {
            Self::Exact(_) => "exact",
            Self::AtLeast(_) => "at least",
            Self::Unknown => "unknown",
        }
    }
}

/// Writes the number with commas, after `at least` if it is a lower bound.
impl<T: fmt::Display> fmt::Display for Known<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Exact(value) => grouped(value),
            Self::AtLeast(value) => format!("at least {}", grouped(value)),
            Self::Unknown => "unknown".to_owned(),
        };
        f.pad(&text)
    }
}

/// A sum of counts is exact if all of them are. Unknown counts add nothing.
impl<'a> Sum<&'a Known<BigUint>> for Known<BigUint> {
    fn sum<I: Iterator<Item = &'a Known<BigUint>>>(counts: I) -> Self {
        let (mut sum, mut exact) = (BigUint::ZERO, true);
        for count in counts {
            exact &= count.is_exact();
            sum += count.value().unwrap_or(&BigUint::ZERO);
        }
        Self::so_far(sum, exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_as_exact_as_what_is_summed() {
        let big = |n: u32| BigUint::from(n);
        let sum = |counts: &[Known<BigUint>]| counts.iter().sum::<Known<BigUint>>();
        assert_eq!(sum(&[]), Known::Exact(big(0)));
        assert_eq!(
            sum(&[Known::Exact(big(2)), Known::Exact(big(3))]),
            Known::Exact(big(5))
        );
        assert_eq!(
            sum(&[Known::Exact(big(2)), Known::AtLeast(big(3))]),
            Known::AtLeast(big(5))
        );
        assert_eq!(
            sum(&[Known::Exact(big(2)), Known::Unknown]),
            Known::AtLeast(big(2))
        );
    }
}
