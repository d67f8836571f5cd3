//! The arguments of `campaign`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use bytesize::ByteSize;
use clap::{ArgGroup, Args, Subcommand, ValueEnum};

use super::{CsvArgs, MachineArgs, PartArgs, ResourceArgs};
use crate::campaign::Division;
use crate::campaign::Scheduler;

/// The subcommand of `campaign`, with its arguments.
#[derive(Debug, Args)]
pub struct CampaignArgs {
    /// The subcommand, with its arguments.
    #[command(subcommand)]
    pub command: CampaignCommand,
}

/// The subcommands of `campaign`.
#[derive(Debug, Subcommand)]
pub enum CampaignCommand {
    /// Divide a count or a list into parts, in a new folder
    New(CampaignNewArgs),
    /// Compute parts that have no result yet; any number of processes may run at once
    Run(CampaignRunArgs),
    /// Report how much is done, and how long the rest takes
    Status(CampaignStatusArgs),
    /// Combine the results of the parts into the answer, or report what is missing
    Merge(CampaignMergeArgs),
    /// Write the script with which a scheduler runs a campaign
    Script(CampaignScriptArgs),
}

/// The question of a new campaign, and how it is divided.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("question").args(["total", "list", "distinct_list", "design"])))]
#[expect(clippy::struct_excessive_bools, reason = "at most one of them is set")]
pub struct CampaignNewArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal of the file; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// The folder of the campaign: a new one, or an empty one
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
    /// Divide into about N parts
    #[arg(long, value_name = "N", default_value = "1000", value_parser = one_or_more)]
    pub parts: NonZeroUsize,
    /// Count all solutions only, not the distinct ones
    #[arg(long)]
    pub total: bool,
    /// List all solutions
    #[arg(long)]
    pub list: bool,
    /// List only distinct solutions: those that are not rotations or reflections of one another
    #[arg(long)]
    pub distinct_list: bool,
    /// Count the solutions of every choice of pieces, as `design` does, with the requirements that the
    /// file gives
    #[arg(long)]
    pub design: bool,
    /// What is divided into parts
    #[arg(long, value_name = "WAY", default_value = "auto")]
    pub divide: DivideArg,
    /// Threads and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// The method that is divided into parts, as `--divide` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DivideArg {
    /// Whichever is forecast to take less time in all.
    Auto,
    /// A search: any number of parts, which can be split further.
    Search,
    /// A sweep: parts that need the results of others; a process takes any part that is ready.
    Sweep,
}

from_cases! { DivideArg as Division: Auto => Cheaper, Search => Search, Sweep => Sweep }

/// Which parts `campaign run` computes, and for how long.
#[derive(Debug, Args)]
pub struct CampaignRunArgs {
    /// The folder of the campaign
    pub folder: PathBuf,
    /// Compute every N-th part, starting with part K, counted from 0; with /N, the scheduler gives K
    ///
    /// Of a sweep, all parts are computed: the share decides which of the parts that are ready comes first.
    ///
    /// Without it, K and N are taken from the variables of Slurm, Kubernetes, AWS Batch, PBS or
    /// `HyperQueue`, if one of these started the program; else all parts are computed.
    #[arg(long, value_name = "K/N")]
    pub share: Option<String>,
    /// Stop after this time: 3h, 90m
    #[arg(long = "for", value_name = "TIME")]
    pub stop_after: Option<humantime::Duration>,
    /// Split a part that takes longer than this
    #[arg(long, value_name = "TIME", default_value = "10m")]
    pub split_after: humantime::Duration,
    /// Write results this often; a process that is killed loses what it computed since
    #[arg(long, value_name = "TIME", default_value = "30s")]
    pub write_every: humantime::Duration,
    /// Compute this share of all parts again, done or not, with the other engine
    #[arg(long, value_name = "PERCENT")]
    pub recheck: Option<Percent>,
    /// Threads and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// The campaign on which `campaign status` reports.
#[derive(Debug, Args)]
pub struct CampaignStatusArgs {
    /// The folder of the campaign
    pub folder: PathBuf,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: StatusFormat,
}

/// The forms of a report by `campaign status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StatusFormat {
    /// For reading.
    Text,
    /// One JSON object.
    Json,
    /// A page for a browser.
    Html,
}

/// The campaign that `campaign merge` merges, and the form of the answer.
#[derive(Debug, Args)]
pub struct CampaignMergeArgs {
    /// The folder of the campaign
    pub folder: PathBuf,
    /// First compute this share of the parts again, with the other engine: 1%
    #[arg(long, value_name = "PERCENT")]
    pub recheck: Option<Percent>,
    /// How to print the answer; a list as JSON is one object per line, and solutions and choices of
    /// pieces can be tables
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: MergeFormat,
    /// How texts are written in a table.
    #[command(flatten)]
    pub csv: CsvArgs,
    /// Print N choices of pieces; 0 for all [default: 20 as text, else all]
    #[arg(long, short = 'n', value_name = "N", value_parser = super::whole::<usize>(..))]
    pub limit: Option<usize>,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Threads and memory.
    #[command(flatten)]
    pub machine: MachineArgs,
}

/// The forms of a merged answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MergeFormat {
    /// For reading.
    Text,
    /// One JSON object, or one per line.
    Json,
    /// A table, of solutions or of choices of pieces.
    Csv,
    /// The same table for DuckDB, pandas and Polars; requires a build with Parquet.
    Parquet,
}

/// The jobs that a script by `campaign script` starts.
#[derive(Debug, Args)]
pub struct CampaignScriptArgs {
    /// The folder of the campaign, as every machine sees it
    pub folder: PathBuf,
    /// The scheduler that starts it
    #[arg(long = "for", value_name = "SCHEDULER")]
    pub scheduler: SchedulerArg,
    /// Start N processes
    #[arg(long, value_name = "N", default_value = "100", value_parser = one_or_more)]
    pub jobs: NonZeroUsize,
    /// Give each process N threads
    #[arg(long, short = 'j', value_name = "N", default_value = "1", value_parser = one_or_more)]
    pub threads: NonZeroUsize,
    /// The memory of each process
    #[arg(long, value_name = "SIZE", default_value = "2GiB")]
    pub memory: ByteSize,
    /// How long a process runs before Slurm starts it again; other schedulers let it run to the end
    #[arg(long, value_name = "TIME", default_value = "3h")]
    pub time: humantime::Duration,
}

/// The schedulers for which `campaign script` writes scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchedulerArg {
    /// An array of jobs.
    Slurm,
    /// An indexed job.
    Kubernetes,
    /// GNU parallel.
    Parallel,
    /// A task array.
    Hyperqueue,
}

from_cases! {
    SchedulerArg as Scheduler:
    Slurm => Slurm,
    Kubernetes => Kubernetes,
    Parallel => Parallel,
    Hyperqueue => HyperQueue,
}

/// A share as users write it: `1%`, `0.5%`. The number is a fraction: 0.01 for `1%`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Percent(pub f64);

impl FromStr for Percent {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.strip_suffix('%').unwrap_or(text).trim_end();
        match number.parse::<f64>() {
            Ok(percent) if percent > 0.0 && percent <= 100.0 => Ok(Self(percent / 100.0)),
            _ => Err("write a share above 0% and at most 100%"),
        }
    }
}

fn one_or_more(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse()
        .map_err(|_| "write a whole number of 1 or more")
}

table_format! { MergeFormat }
table_command! { CampaignMergeArgs }
