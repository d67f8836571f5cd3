//! The errors of diagrams: why a query has no answer, or a file cannot be read as a diagram.

use std::io;

use num_bigint::BigUint;
use thiserror::Error;

/// Why a diagram cannot answer a question, be derived, saved or loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The diagram has no solution with this number.
    #[error("there is no solution number {number}, counted from 0: the diagram has {count}")]
    Beyond {
        /// The requested solution, counted from 0.
        number: BigUint,
        /// The number of solutions of the diagram.
        count: BigUint,
    },
    /// An option is not in the problem.
    #[error("option number {index}, counted from 0, is not among the problem's {count} options")]
    UnknownOption {
        /// The index of the option that is not in the problem.
        index: usize,
        /// The number of options of the problem.
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
        /// The format version of the file.
        found: u32,
        /// The only format version that this program reads.
        known: u32,
    },
    /// The file belongs to another problem.
    #[error("the diagram was made from another problem; make it again from this one")]
    Foreign,
    /// The file is damaged or cut short.
    #[error("the diagram is damaged ({what}); make it again")]
    Damaged {
        /// What is wrong with the file, as a clause for the message.
        what: &'static str,
    },
    /// A derived diagram would have more nodes or edges than can be numbered.
    #[error("the diagram has more than {limit} nodes or edges")]
    TooLarge {
        /// The maximum number of nodes, and of edges.
        limit: u32,
    },
    /// Reading or writing failed.
    #[error("cannot read or write the diagram")]
    Io(#[from] io::Error),
}
