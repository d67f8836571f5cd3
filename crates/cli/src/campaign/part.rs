//! What a part of a campaign consists of, and its name.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use tilewright_dlx::Subtree;

/// The name of a part: the index of an original part. If that part was split, the path down from it follows:
/// the index of its child, of that child's child, and so on. All count from 0: `17.3` is the fourth child of
/// part 17.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PartName {
    part: usize,
    children: Vec<u32>,
}

/// The maximum length of a name, in characters. A name of this length leads down about a hundred
/// levels, few enough for recursion.
const LONGEST: usize = 1 << 8;

impl PartName {
    /// The name of an original part, given by its index.
    pub fn new(part: usize) -> Self {
        Self {
            part,
            children: Vec::new(),
        }
    }

    #[must_use]
    pub fn child(&self, child: u32) -> Self {
        let mut name = self.clone();
        name.children.push(child);
        name
    }

    /// The index of the original part that contains this part.
    pub fn part(&self) -> usize {
        self.part
    }

    /// The path down from the original part: the index of its child, of that child's child, and so
    /// on. Empty for an original part.
    pub fn children(&self) -> &[u32] {
        &self.children
    }
}

impl fmt::Display for PartName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.part)?;
        self.children
            .iter()
            .try_for_each(|child| write!(f, ".{child}"))
    }
}

/// The error for a text that is not the name of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a part is one number or several with points between them, as in 17 or 17.3")]
pub struct NoPartName;

impl FromStr for PartName {
    type Err = NoPartName;

    fn from_str(text: &str) -> Result<Self, NoPartName> {
        if text.len() > LONGEST {
            return Err(NoPartName);
        }
        let mut numbers = text.split('.');
        let part = numbers.next().and_then(|part| part.parse().ok());
        let children = numbers.map(|child| child.parse().map_err(|_| NoPartName));
        Ok(Self {
            part: part.ok_or(NoPartName)?,
            children: children.collect::<Result<_, _>>()?,
        })
    }
}

impl TryFrom<String> for PartName {
    type Error = NoPartName;

    fn try_from(text: String) -> Result<Self, NoPartName> {
        text.parse()
    }
}

impl From<PartName> for String {
    fn from(name: PartName) -> Self {
        name.to_string()
    }
}

/// What a part consists of: a subtree, a set of nodes, or choices of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PartKey {
    /// A subtree of the search tree of one symmetry case.
    Search {
        case: usize,
        /// The subtree in the case's search tree.
        subtree: Subtree,
    },
    /// A set of nodes of a sweep's graph.
    Sweep {
        /// The parts whose lists this part reads, as ranges of indices.
        after: Vec<Range<usize>>,
        /// The number of slices of this part's solutions that another method can count.
        slices: usize,
    },
    /// The choices with these numbers of copies of the first optional pieces.
    Choices(Vec<u32>),
}

/// The form in the list of parts: `0/3.1.12`, `swept after 0-3 7 slices 4`, `used 0.1.2`.
impl fmt::Display for PartKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search { case, subtree } => {
                write!(f, "{case}/{}", subtree.branches().iter().join("."))
            }
            Self::Choices(times) => write!(f, "used {}", times.iter().join(".")),
            Self::Sweep { after, slices } => {
                write!(f, "swept")?;
                if !after.is_empty() {
                    write!(f, " after")?;
                }
                for range in after {
                    write!(f, " {}", range.start)?;
                    if range.len() > 1 {
                        write!(f, "-{}", range.end - 1)?;
                    }
                }
                if *slices > 0 {
                    write!(f, " slices {slices}")?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for PartKey {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(swept) = text.strip_prefix("swept") {
            return sweep(swept).ok_or(());
        }
        if let Some(times) = text.strip_prefix("used ") {
            return numbers(times).map(Self::Choices);
        }
        if let Some((case, way)) = text.split_once('/') {
            return Ok(Self::Search {
                case: case.parse().map_err(|_| ())?,
                subtree: Subtree::new(numbers(way)?),
            });
        }
        Err(())
    }
}

/// Parses the text after `swept`, such as ` after 0-3 7 slices 4`; `None` if it is not of this form.
fn sweep(text: &str) -> Option<PartKey> {
    let (text, slices) = match text.split_once(" slices ") {
        Some((text, slices)) => (text, slices.parse().ok()?),
        None => (text, 0),
    };
    let range = |text: &str| {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last).then(|| Some(first..last.checked_add(1)?))?
    };
    let after = match text.strip_prefix(" after ") {
        Some(ranges) => ranges.split(' ').map(range).collect::<Option<_>>()?,
        None if text.is_empty() => Vec::new(),
        None => return None,
    };
    Some(PartKey::Sweep { after, slices })
}

/// Parses numbers separated by points.
fn numbers<N: FromStr>(text: &str) -> Result<Vec<N>, ()> {
    let numbers = text.split('.').filter(|number| !number.is_empty());
    numbers
        .map(|number| number.parse().map_err(|_| ()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_keys_are_read_back() {
        for name in ["0", "17", "17.3", "17.3.0.63"] {
            assert_eq!(name.parse::<PartName>().unwrap().to_string(), name);
        }
        for wrong in ["", ".", "x", "1.", "1..2", "-1", "1.x"] {
            assert_eq!(wrong.parse::<PartName>(), Err(NoPartName), "{wrong}");
        }
        for key in [
            "0/",
            "3/0",
            "0/3.1.12",
            "swept",
            "swept after 3",
            "swept after 0-3 7 12-15 slices 4",
            "swept slices 1",
            "used ",
            "used 0.1.2",
        ] {
            assert_eq!(key.parse::<PartKey>().unwrap().to_string(), key);
        }
        for wrong in [
            "",
            "0",
            "x/1",
            "0/x",
            "swept after",
            "swept after x",
            "swept after 3-2",
            "swept after 3 slices",
            "swept beside 3",
            "used x",
        ] {
            assert_eq!(wrong.parse::<PartKey>(), Err(()), "{wrong}");
        }
    }
}
