//! Why a diagram has no answer, or a file is no diagram.

use std::io;

use num_bigint::BigUint;
use thiserror::Error;

/// Why a diagram cannot answer, be saved or be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// There is no solution of this number.
    #[error("there is no solution number {number}, counted from 0: the diagram has {count}")]
    Beyond {
        /// The number asked for, counted from 0.
        number: BigUint,
        /// The number of solutions.
        count: BigUint,
    },
    /// An option is not in the problem.
    #[error("option number {index}, counted from 0, is not among the problem's {count} options")]
    UnknownOption {
        /// The option's index.
        index: usize,
        /// How many options the problem has.
        count: usize,
    },
    /// The file is not a diagram.
    #[error("this is not a file of a diagram: it does not begin as one")]
    NotADiagram,
    /// The file is of another version.
    #[error(
        "the diagram is of version {found} of the format, and only version {known} is read; make it anew"
    )]
    Version {
        /// The version of the file.
        found: u32,
        /// The version that is read.
        known: u32,
    },
    /// The file is of another problem.
    #[error("the diagram was made from another problem; make it anew from this one")]
    Foreign,
    /// The file is damaged or cut short.
    #[error("the diagram is damaged ({what}); make it anew")]
    Damaged {
        /// What was found.
        what: &'static str,
    },
    /// A part of the diagram would have more nodes or edges than can be numbered.
    #[error("the diagram has more than {limit} nodes or edges")]
    TooLarge {
        /// The most there may be.
        limit: u32,
    },
    /// Reading or writing failed.
    #[error("the diagram could not be read or written")]
    Io(#[from] io::Error),
}
