//! How a command ends: exit status and what is said.

use std::process::ExitCode;

use tilewright_dlx::{ActionError, Stopped, SymmetryError};

use crate::campaign::CampaignError;
use crate::cover::InstanceError;
use crate::design::challenges::ChallengeFileError;
use crate::design::choices::{
    GoalQuestionError, JudgeError, OneBoardError, RuleError, SampleError,
};
use crate::design::starts::StartsError;
use crate::puzzle::{Diagnostic, PlacementsError, Source, SourceError};
use crate::reason::conflict::ConflictError;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFileError;
use crate::solve::space::SpaceError;
use crate::support::label::{escaped, shown};

/// How a command ended, if not in a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Done.
    Done,
    /// The answer is no: no solution, or a puzzle that cannot work.
    No,
    /// Stopped by a signal; what was found has been printed.
    Interrupted,
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
    /// The file is wrong at a place.
    Diagnostic(Box<Diagnostic>, Source),
    /// The file could not be read.
    Source(SourceError),
    /// The call or the system is at fault.
    Other(anyhow::Error),
    /// A signal stopped the command before it had anything to tell.
    Interrupted,
    /// Whoever read our output has gone; not an error.
    BrokenPipe,
}

impl Failure {
    /// The exit status.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::BrokenPipe => ExitCode::SUCCESS,
            Self::Interrupted => Outcome::Interrupted.into(),
            Self::Diagnostic(..) | Self::Source(_) | Self::Other(_) => ExitCode::from(2),
        }
    }

    /// What is said on stderr; nothing for a broken pipe.
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
                     {pad} | {:width$}^ the byte 0x{byte:02x} starts no character\n\
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

/// An error and its causes, `cannot write x: no space left`; a cause that the words before it end with
/// is not said again.
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

impl From<SymmetryError> for Failure {
    fn from(error: SymmetryError) -> Self {
        match error {
            SymmetryError::Stopped(stopped) => stopped.into(),
            error => Self::Other(error.into()),
        }
    }
}

impl From<ActionError> for Failure {
    fn from(error: ActionError) -> Self {
        match error {
            ActionError::Stopped(stopped) => stopped.into(),
            error => Self::Other(error.into()),
        }
    }
}

impl From<InstanceError> for Failure {
    fn from(error: InstanceError) -> Self {
        match error {
            InstanceError::Stopped(_) => Self::Interrupted,
            error => Self::Other(error.into()),
        }
    }
}

impl From<ConflictError> for Failure {
    fn from(error: ConflictError) -> Self {
        Self::Other(error.into())
    }
}

impl From<PlacementsError> for Failure {
    fn from(error: PlacementsError) -> Self {
        Self::Other(error.into())
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

impl From<SpaceError> for Failure {
    fn from(error: SpaceError) -> Self {
        match error {
            SpaceError::Interrupted => Self::Interrupted,
            error => Self::Other(error.into()),
        }
    }
}

impl From<StartsError> for Failure {
    fn from(error: StartsError) -> Self {
        match error {
            StartsError::Interrupted => Self::Interrupted,
            error => Self::Other(error.into()),
        }
    }
}

impl From<ChallengeFileError> for Failure {
    fn from(error: ChallengeFileError) -> Self {
        match error {
            ChallengeFileError::Unreadable(error) => Self::Source(error),
            ChallengeFileError::Wrong { what, text } => Self::Diagnostic(what, text),
            ChallengeFileError::Instance(error) => error.into(),
            ChallengeFileError::Symmetry(error) => Self::Other(error.into()),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Interrupted => Self::Interrupted,
            error => Self::Other(error.into()),
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

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Self {
        Self::Other(error.into())
    }
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Self {
        Self::Other(error.into())
    }
}

impl From<GoalQuestionError> for Failure {
    fn from(error: GoalQuestionError) -> Self {
        match error {
            GoalQuestionError::Solve(error) => error.into(),
            error => Self::Other(error.into()),
        }
    }
}

impl From<OneBoardError> for Failure {
    fn from(error: OneBoardError) -> Self {
        match error {
            OneBoardError::Solve(error) => error.into(),
            OneBoardError::Judge(error) => error.into(),
        }
    }
}

impl From<SampleError> for Failure {
    fn from(error: SampleError) -> Self {
        match error {
            SampleError::Solve(error) => error.into(),
            error => Self::Other(error.into()),
        }
    }
}

impl From<CheckpointFileError> for Failure {
    fn from(error: CheckpointFileError) -> Self {
        Self::Other(error.into())
    }
}
