//! What to count and search with: engine, threads, memory.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::solve::resources::Resources;
use crate::support::format::counted;
use crate::support::label::escaped;
use anyhow::anyhow;
use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use tilewright_dlx::Engine;

/// `--engine` and what it may take.
#[derive(Debug, Clone, Args)]
pub struct ResourceArgs {
    /// Which engine to use; auto forecasts what each would take
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: EngineArg,
    /// What it may take.
    #[command(flatten)]
    pub machine: MachineArgs,
}

/// `--threads`, `--memory`, `--verbose`
#[derive(Debug, Clone, Args)]
pub struct MachineArgs {
    /// How many threads to use [default: as many as there are cores]
    #[arg(
        long,
        short = 'j',
        value_name = "N",
        env = "TILEWRIGHT_THREADS",
        hide_env_values = true,
        value_parser = threads
    )]
    pub threads: Option<NonZeroUsize>,
    /// The most memory for the problem, its symmetries and the states of a count: 64MiB, 8GB [default: half of what is
    /// free]
    #[arg(
        long,
        value_name = "SIZE",
        env = "TILEWRIGHT_MEMORY",
        hide_env_values = true,
        value_parser = memory
    )]
    pub memory: Option<ByteSize>,
    /// Say on stderr what was chosen, and why
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
}

impl MachineArgs {
    /// The bytes of `--memory`, if it is given.
    pub fn bytes(&self) -> Option<u64> {
        self.memory.map(|size| size.as_u64())
    }
}

/// A value of `--threads`, or of the variable in its place: what is wrong does not say where it stands.
fn threads(text: &str) -> Result<NonZeroUsize, &'static str> {
    let wanted = "--threads, or TILEWRIGHT_THREADS, is a whole number of 1 or more";
    text.parse().map_err(|_| wanted)
}

/// A value of `--memory`, or of the variable in its place.
pub(super) fn memory(text: &str) -> Result<ByteSize, &'static str> {
    let wanted = "--memory, or TILEWRIGHT_MEMORY, is a number and a unit, as 64MiB or 8GB";
    text.parse().map_err(|_| wanted)
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
    /// Sweeps over the board and remembers open regions: counts dissections into all pieces of a size.
    Regions,
}

impl EngineArg {
    /// Refuses an engine that lists nothing where solutions are listed; `advice` tells what to do.
    ///
    /// # Errors
    ///
    /// The engine asked for counts alone.
    pub fn must_list(self, advice: &str) -> anyhow::Result<()> {
        match self.engine() {
            Some(engine @ (Engine::Frontier | Engine::Regions)) => Err(anyhow!(
                "the engine {engine} counts without listing; {advice}"
            )),
            _ => Ok(()),
        }
    }

    /// The engine asked for, if one is.
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

/// The most threads for each core: more help nobody, and ten thousand take a
/// minute to start.
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
        let asked = args.threads.unwrap_or(default.threads);
        let most = default.threads.saturating_mul(THREADS_PER_CORE);
        if asked > most {
            remark_line!(
                "note: {} on {}, {asked} would help no more",
                counted(most, "thread"),
                counted(default.threads, "core"),
            );
        }
        Self {
            engine: None,
            threads: asked.min(most),
            memory: args.bytes(),
            notes: args.verbose.then_some(note),
        }
    }
}

/// Says what was chosen.
fn note(words: &str) {
    remark_line!("{}", escaped(words));
}
