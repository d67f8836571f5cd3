//! Why a diagram has no answer, or a file is not a diagram.

use std::io;

use num_bigint::BigUint;
use thiserror::Error;

/// Why a diagram cannot answer, be saved or be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The diagram has no solution with this number.
    #[error("there is no solution number {number}, counted from 0: the diagram has {count}")]
    Beyond {
        /// The requested number, counted from 0.
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
    /// The file does not begin with the header of a diagram file.
    #[error("this is not a diagram file: it does not begin with the header of one")]
    NotADiagram,
    /// The file has another format version.
    #[error(
        "the diagram has format version {found}, but this program reads version {known} only; \
         make it again"
    )]
    Version {
        /// The version of the file.
        found: u32,
        /// The only version that this program reads.
        known: u32,
    },
    /// The file belongs to another problem.
    #[error("the diagram was made from another problem; make it again from this one")]
    Foreign,
    /// The file is damaged or cut short.
    #[error("the diagram is damaged ({what}); make it again")]
    Damaged {
        /// What is wrong.
        what: &'static str,
    },
    /// A derived diagram would have more nodes or edges than can be numbered.
    #[error("the diagram has more than {limit} nodes or edges")]
    TooLarge {
        /// The largest number of nodes or edges.
        limit: u32,
    },
    /// Reading or writing failed.
    #[error("cannot read or write the diagram")]
    Io(#[from] io::Error),
}
