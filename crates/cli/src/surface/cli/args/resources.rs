//! The options for the engine, the threads and the memory of a count or a search.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::solve::resources::Resources;
use crate::support::format::counted;
use crate::support::label::escaped;
use anyhow::anyhow;
use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use tilewright_dlx::Engine;

/// The engine of a run, its threads and its memory.
#[derive(Debug, Clone, Args)]
pub struct ResourceArgs {
    /// The engine to use; auto takes the one forecast to be the fastest
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: EngineArg,
    /// The threads and memory of the run.
    #[command(flatten)]
    pub machine: MachineArgs,
}

/// The threads and memory of a run, and whether the choice of an engine is reported.
#[derive(Debug, Clone, Args)]
pub struct MachineArgs {
    /// Use N threads [default: the number of cores]
    #[arg(
        long,
        short = 'j',
        value_name = "N",
        env = "TILEWRIGHT_THREADS",
        hide_env_values = true,
        value_parser = threads
    )]
    pub threads: Option<NonZeroUsize>,
    /// The maximum memory to use: 64MiB, 8GB [default: half of what is free]
    #[arg(
        long,
        value_name = "SIZE",
        env = "TILEWRIGHT_MEMORY",
        hide_env_values = true,
        value_parser = memory
    )]
    pub memory: Option<ByteSize>,
    /// Report on stderr what was chosen, and why
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
}

impl MachineArgs {
    /// The value of `--memory` in bytes, if it is given.
    pub fn bytes(&self) -> Option<u64> {
        self.memory.map(|size| size.as_u64())
    }
}

/// Reads `--threads` or its environment variable. The error names both, since clap does not say
/// which one was read.
fn threads(text: &str) -> Result<NonZeroUsize, &'static str> {
    let message = "--threads and TILEWRIGHT_THREADS take a whole number of 1 or more";
    text.parse().map_err(|_| message)
}

/// Reads `--memory`, or its environment variable.
pub(super) fn memory(text: &str) -> Result<ByteSize, &'static str> {
    let message = "--memory and TILEWRIGHT_MEMORY take a number and a unit, as in 64MiB or 8GB";
    text.parse().map_err(|_| message)
}

/// The engine that counts or lists, as `--engine` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineArg {
    /// The one forecast to be the fastest.
    Auto,
    /// Dancing links: a search, one solution after another.
    Links,
    /// The same search, bit-parallel.
    Bits,
    /// A sweep over the board, many solutions at once: counts without listing.
    Frontier,
    /// A sweep for dissections into all pieces of a size: counts without listing.
    Regions,
}

impl EngineArg {
    /// Returns an error if the engine cannot list solutions. `advice` says what to do instead.
    ///
    /// # Errors
    ///
    /// The requested engine only counts.
    pub fn must_list(self, advice: &str) -> anyhow::Result<()> {
        match self.engine() {
            Some(engine @ (Engine::Frontier | Engine::Regions)) => Err(anyhow!(
                "the engine {engine} counts but cannot list solutions; {advice}"
            )),
            _ => Ok(()),
        }
    }

    /// The requested engine; `None` for auto.
    pub fn engine(self) -> Option<Engine> {
        match self {
            Self::Auto => None,
            Self::Links => Some(Engine::Links),
            Self::Bits => Some(Engine::Bits),
            Self::Frontier => Some(Engine::Frontier),
            Self::Regions => Some(Engine::Regions),
        }
    }
}

/// Where the progress of a run is saved, and how often.
#[derive(Debug, Clone, Args)]
pub struct CheckpointArgs {
    /// Save the progress of the run in FILE; if FILE exists, continue from it
    ///
    /// The file is removed at the end. A run that was killed ends with the same
    /// output as one that was not, if it is started again with the same
    /// arguments; the number of threads may differ.
    #[arg(long, value_name = "FILE", value_parser = super::kept_file())]
    pub checkpoint: Option<PathBuf>,
    /// Write the checkpoint at most this often
    #[arg(
        long,
        value_name = "TIME",
        default_value = "5s",
        requires = "checkpoint"
    )]
    pub checkpoint_every: humantime::Duration,
}

/// The maximum number of threads per core. More are not faster, and 10,000 threads take a minute to
/// start.
const THREADS_PER_CORE: NonZeroUsize = NonZeroUsize::new(4).unwrap();

impl From<&ResourceArgs> for Resources {
    fn from(args: &ResourceArgs) -> Self {
        Self {
            engine: args.engine.engine(),
            ..Self::from(&args.machine)
        }
    }
}

impl From<&MachineArgs> for Resources {
    fn from(args: &MachineArgs) -> Self {
        let default = Self::default();
        let requested = args.threads.unwrap_or(default.threads);
        let most = default.threads.saturating_mul(THREADS_PER_CORE);
        if requested > most {
            remark_line!(
                "note: {} on {}, {requested} would not be faster",
                counted(most, "thread"),
                counted(default.threads, "core"),
            );
        }
        Self {
            engine: None,
            threads: requested.min(most),
            memory: args.bytes(),
            notes: args.verbose.then_some(note),
        }
    }
}

/// Prints a note of `--verbose` on stderr.
fn note(words: &str) {
    remark_line!("{}", escaped(words));
}
