//! What to count and search with: engine, threads, memory.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use tilewright_dlx::Engine;

/// `--engine` and what it may take.
#[derive(Debug, Clone, Args)]
pub struct EffortArgs {
    /// Which engine to use; auto forecasts what each would take
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: EngineArg,
    /// What it may take.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// `--threads`, `--memory`, `--verbose`
#[derive(Debug, Clone, Args)]
pub struct ResourceArgs {
    /// How many threads to use [default: as many as there are cores]
    #[arg(long, short = 'j', value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The most memory that counted states may take: 64MiB, 8GB [default: half of what is free]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<ByteSize>,
    /// Say on stderr what was chosen, and why
    #[arg(long, short)]
    pub verbose: bool,
}

/// `--engine`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineArg {
    /// The one that is forecast to be the fastest.
    Auto,
    /// Dancing links, the reference.
    Links,
    /// The same search, bit-parallel.
    Bits,
    /// Sweeps over the board and merges equal states: counts without listing.
    Frontier,
}

impl EngineArg {
    /// The engine asked for, if one is.
    pub fn engine(self) -> Option<Engine> {
        match self {
            Self::Auto => None,
            Self::Links => Some(Engine::Links),
            Self::Bits => Some(Engine::Bits),
            Self::Frontier => Some(Engine::Frontier),
        }
    }
}

/// `--checkpoint`
#[derive(Debug, Clone, Args)]
pub struct CheckpointArgs {
    /// Keep in FILE how far the run has come; if FILE is there, go on from it
    ///
    /// The file is removed at the end. A run that was killed ends with the same
    /// output as one that was not, if it is started again with the same
    /// arguments; the number of threads may differ.
    #[arg(long, value_name = "FILE", value_parser = super::kept_file())]
    pub checkpoint: Option<PathBuf>,
    /// How often the checkpoint is written at most
    #[arg(
        long,
        value_name = "TIME",
        default_value = "5s",
        requires = "checkpoint"
    )]
    pub checkpoint_every: humantime::Duration,
}
