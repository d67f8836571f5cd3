//! The faults of a text that should contain a problem, with their positions.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

use crate::problem::ProblemError;

/// A fault in a text, with its position.
///
/// ```
/// let error = tilewright_dlx::text::read("a b\na c\n").unwrap_err();
/// assert_eq!((error.line(), error.column(), error.span()), (2, 3, 6..7));
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 3: there is no item \"c\"; the first line must name every item"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct TextError {
    line: usize,
    column: usize,
    span: Range<usize>,
    #[source]
    kind: TextErrorKind,
}

impl TextError {
    pub(super) fn new(text: &str, span: Range<usize>, kind: TextErrorKind) -> Self {
        let before = text.get(..span.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Self {
            line,
            column,
            span,
            kind,
        }
    }

    /// The number of the line with the fault, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The number of the first character at fault in its line, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The range of the bytes at fault. If something is missing at the end of the text, it is the empty range
    /// there.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The kind of the fault, with its details.
    pub fn kind(&self) -> &TextErrorKind {
        &self.kind
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.kind
        )
    }
}

/// What may be at fault in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// The text contains only comments and blank lines.
    #[error(
        "there is no item line; the first line that is neither blank nor a comment must name the items"
    )]
    NoItemLine,
    /// The item line contains a second lone `|`.
    #[error("there is a second '|'; one '|' separates the primary items from the secondary ones")]
    SecondBar,
    /// The text before the `|` of an item is not a valid bound.
    #[error("{text:?} is not a bound; write 2|item for exactly 2 times, 0:2|item for 0 to 2 times")]
    BadBound {
        /// The text before the `|`.
        text: String,
    },
    /// A secondary item has bounds.
    #[error("the secondary item {name:?} has bounds; only items before the lone '|' may have them")]
    SecondaryBounds {
        /// The name of the secondary item that has bounds.
        name: String,
    },
    /// An option line contains a `|` that does not begin a cost.
    #[error(
        "there is a '|' within a word of an option; it is allowed only on the item line, before a \
         cost as in |12, and at the start of a comment"
    )]
    BarInOption,
    /// The text after a `|` in an option is not a valid cost, or the costs of the option add up to 2^32 or more.
    #[error(
        "|{text} is not a cost; write |12 for a cost of 12; the costs of an option may add up to \
         4294967295"
    )]
    BadCost {
        /// The text after the `|`.
        text: String,
    },
    /// An option names an item that is not on the item line.
    #[error("there is no item {name:?}; the first line must name every item")]
    UnknownItem {
        /// The name that is not on the item line.
        name: String,
    },
    /// An item or an option is refused by [`Problem`](crate::Problem).
    #[error(transparent)]
    Problem(#[from] ProblemError),
}
