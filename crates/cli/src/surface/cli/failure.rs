//! The ways in which a command ends: its exit status and message.

use std::process::ExitCode;

use tilewright_dlx::{
    ActionError, DiagramError, GivenError, ProblemError, SolverError, Stopped, SymmetryError,
};
use tilewright_geometry::SizeError;

use crate::campaign::{CampaignError, ShareError};
use crate::cover::InstanceError;
use crate::cover::notation::NotationError;
use crate::cover::scores::ScoreError;
use crate::design::challenges::cards::CardError;
use crate::design::challenges::{ChallengeFileError, Disagreement, GoalMiningError};
use crate::design::choices::{ChoiceError, JudgeError, RuleError};
use crate::design::min_clues::MinCluesError;
use crate::design::search::SearchError;
use crate::design::starts::StartsError;
use crate::picture::drawing::pdf::{PdfError, PressError};
use crate::picture::drawing::png::PngError;
use crate::picture::drawing::{FontError, MarginTooLarge, TooSmall};
use crate::publish::booklet::{BookletError, BookletLayoutError};
use crate::publish::fabricate::FabricateError;
use crate::publish::interchange::burrtools::ExportError;
use crate::publish::interchange::puzzlecad::NotPuzzlecad;
use crate::publish::interchange::solution_table::SolutionTableError;
use crate::publish::interchange::table::TableError;
use crate::publish::pack::PackError;
use crate::publish::viewer::ViewerError;
use crate::puzzle::{Diagnostic, PlacementsError, Source, SourceError};
use crate::reason::conflict::ConflictError;
use crate::reason::deduction::DeductionError;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFileError;
use crate::solve::external_sort::SortError;
use crate::solve::space::SpaceError;
use crate::support::input::InputError;
use crate::support::label::{escaped, shown};
use crate::support::stopped::from_stoppable;
use crate::surface::studio::files::OpenError;

/// The result of a command that did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The work is done: exit status 0.
    Done,
    /// The answer is no, such as no solution or an impossible puzzle: exit status 1.
    No,
    /// A signal stopped the command, and the results so far are printed: exit status 130.
    Interrupted,
}

impl Outcome {
    /// The outcome of a run that was not interrupted: `Done` if the answer is yes, otherwise `No`.
    pub fn of(is_yes: bool) -> Self {
        if is_yes { Self::Done } else { Self::No }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::No => Self::from(1),
            Outcome::Interrupted => Self::from(130),
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// A file has an error at a position.
    Diagnostic(Box<Diagnostic>, Source),
    /// A file could not be read.
    Source(SourceError),
    /// The command line is wrong, or the system failed.
    Other(anyhow::Error),
    /// A signal stopped the command before it had a result to print.
    Interrupted,
    /// The reader of stdout has closed it, which is not an error.
    BrokenPipe,
}

impl Failure {
    /// The exit status: 0 for a broken pipe, 130 after a signal, otherwise 2.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::BrokenPipe => ExitCode::SUCCESS,
            Self::Interrupted => Outcome::Interrupted.into(),
            Self::Diagnostic(..) | Self::Source(_) | Self::Other(_) => ExitCode::from(2),
        }
    }

    /// The message for stderr, with ANSI colours; empty for a broken pipe.
    pub fn render(&self) -> String {
        let error = anstyle::AnsiColor::Red.on_default().bold();
        match self {
            Self::Diagnostic(diagnostic, source) => diagnostic.render(source, true),
            Self::Source(SourceError::NotUtf8 {
                path,
                line,
                column,
                byte,
                before,
            }) => {
                let (path, before) = (shown(path), escaped(before));
                let pad = " ".repeat(line.to_string().len());
                format!(
                    "{error}error{error:#}: this file is not UTF-8 text\n\
                     {pad}--> {}:{line}:{column}\n\
                     {pad} |\n\
                     {line} | {before}\n\
                     {pad} | {:width$}^ the byte 0x{byte:02x} does not start a character\n\
                     {pad} |\n\
                     {pad} = help: save the file as UTF-8",
                    path,
                    "",
                    width = before.chars().count(),
                )
            }
            Self::Source(source) => {
                format!("{error}error{error:#}: {}", escaped(&source.to_string()))
            }
            Self::Other(other) => {
                format!("{error}error{error:#}: {}", escaped(&chain(other)))
            }
            Self::Interrupted => "interrupted".to_owned(),
            Self::BrokenPipe => String::new(),
        }
    }
}

/// An error and its causes: `cannot write x: no space left`. If the text already ends with a cause,
/// the cause is not repeated.
fn chain(error: &anyhow::Error) -> String {
    let mut words = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if words.is_empty() {
            words = cause;
        } else if !words.ends_with(&cause) {
            words += &format!(": {cause}");
        }
    }
    words
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Self::Interrupted
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Self::BrokenPipe
        } else {
            Self::Other(anyhow::Error::new(error).context("cannot write the output"))
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        std::io::Error::from(error).into()
    }
}

impl From<ChallengeFileError> for Failure {
    fn from(error: ChallengeFileError) -> Self {
        match error {
            ChallengeFileError::Unreadable(error) => Self::Source(error),
            ChallengeFileError::Wrong { what, text } => Self::Diagnostic(what, text),
            ChallengeFileError::Instance(error) => error.into(),
            ChallengeFileError::Symmetry(error) => Self::Other(error.into()),
            error @ ChallengeFileError::Goal { .. } => Self::Other(error.into()),
        }
    }
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::Interrupted => Self::Interrupted,
            CampaignError::Puzzle(diagnostic, source) => Self::Diagnostic(diagnostic, source),
            error => Self::Other(error.into()),
        }
    }
}

/// Implements the conversion to [`Failure`] of errors with a variant that contains another error, such as that of
/// a search. For this variant the inner error is converted, because it may be an interruption.
macro_rules! from_wrapping {
    ($($error:ident::$wrapped:ident),+ $(,)?) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                match error {
                    $error::$wrapped(error) => error.into(),
                    error => Self::Other(error.into()),
                }
            }
        }
    )+};
}

from_wrapping! {
    CardError::Solve,
    ChoiceError::Solve,
    GoalMiningError::Solve,
    MinCluesError::Space,
    OpenError::Unreadable,
    SearchError::Solve,
    TableError::System,
}

from_stoppable! {
    Failure, Interrupted:
    ActionError::Stopped(_) => Other,
    BookletError::Interrupted => Other,
    DeductionError::Interrupted => Other,
    InstanceError::Stopped(_) => Other,
    SolveError::Interrupted => Other,
    SortError::Stopped(_) => Other,
    SpaceError::Interrupted => Other,
    StartsError::Interrupted => Other,
    SymmetryError::Stopped(_) => Other,
}

/// Implements the conversion to [`Failure`] of errors that are never an interruption.
macro_rules! from_errors {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::Other(error.into())
            }
        }
    )+};
}

from_errors! {
    BookletLayoutError, CheckpointFileError, ConflictError, DiagramError, Disagreement, ExportError,
    FabricateError, FontError, GivenError, InputError, JudgeError, MarginTooLarge, NotPuzzlecad,
    NotationError, PackError, PdfError, PlacementsError, PngError, PressError, ProblemError,
    RuleError, ScoreError, ShareError, SizeError, SolutionTableError, SolverError, TooSmall,
    ViewerError,
}
