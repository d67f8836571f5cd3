//! `campaign`: work for many machines.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use bytesize::ByteSize;
use clap::{ArgGroup, Args, Subcommand, ValueEnum};

use super::{CsvArgs, MachineArgs, PartArgs, ResourceArgs};
use crate::publish::interchange::table::{CsvText, TableEncoding};

/// `campaign`
#[derive(Debug, Args)]
pub struct CampaignArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: CampaignCommand,
}

/// What to do with a campaign.
#[derive(Debug, Subcommand)]
pub enum CampaignCommand {
    /// Cut a count or a list into parts, in a new folder
    New(CampaignNewArgs),
    /// Do parts that have no result; any number of processes may do so at once
    Run(CampaignRunArgs),
    /// Tell how far a campaign is, and how long it still takes
    Status(CampaignStatusArgs),
    /// Put the parts together: the answer, or what is missing
    Merge(CampaignMergeArgs),
    /// Write the lines that start a campaign with a scheduler
    Script(CampaignScriptArgs),
}

/// `campaign new`
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("question").args(["total", "list", "distinct_list", "design"])))]
#[expect(clippy::struct_excessive_bools, reason = "at most one of them is set")]
pub struct CampaignNewArgs {
    /// The puzzle, a RON file
    pub file: PathBuf,
    /// Which part of it.
    #[command(flatten)]
    pub part: PartArgs,
    /// The folder of the campaign: a new one, or an empty one
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
    /// About how many parts
    #[arg(long, value_name = "N", default_value = "1000", value_parser = one_or_more)]
    pub parts: NonZeroUsize,
    /// Count all solutions alone, symmetric ones not told apart
    #[arg(long)]
    pub total: bool,
    /// List all solutions
    #[arg(long)]
    pub list: bool,
    /// List one solution of each kind
    #[arg(long)]
    pub distinct_list: bool,
    /// Count the solutions of every choice of the pieces of a pool, as `design` does with what the file
    /// says
    #[arg(long)]
    pub design: bool,
    /// What the parts are parts of
    #[arg(long, value_name = "WAY", default_value = "auto")]
    pub divide: DivideArg,
    /// With what.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// `--divide`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DivideArg {
    /// What is forecast to take less in sum.
    Auto,
    /// A search: any number of parts, which can be split.
    Search,
    /// A sweep: parts that go on from others, of which any process takes one that can be done.
    Sweep,
}

/// `campaign run`
#[derive(Debug, Args)]
pub struct CampaignRunArgs {
    /// The folder of the campaign
    pub folder: PathBuf,
    /// Every N-th part, from number K on, which counts from 0; /N takes K from a scheduler's variable
    ///
    /// Of a sweep, all parts: the share says which of those that can be done is taken first.
    ///
    /// Without it, both are taken from the variables of Slurm, Kubernetes, AWS Batch, PBS or
    /// `HyperQueue`, if one of these has started the program; else all parts are done.
    #[arg(long, value_name = "K/N")]
    pub share: Option<String>,
    /// End by itself after this time: 3h, 90m
    #[arg(long = "for", value_name = "TIME")]
    pub stop_after: Option<humantime::Duration>,
    /// Split a part that takes longer than this
    #[arg(long, value_name = "TIME", default_value = "10m")]
    pub split_after: humantime::Duration,
    /// Write results this often: what is done since is lost by a kill
    #[arg(long, value_name = "TIME", default_value = "30s")]
    pub write_every: humantime::Duration,
    /// Do this share of the parts again, whether they are done or not, with the engine that did not do
    /// them
    #[arg(long, value_name = "PERCENT")]
    pub recheck: Option<Percent>,
    /// With what.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// `campaign status`
#[derive(Debug, Args)]
pub struct CampaignStatusArgs {
    /// The folder of the campaign
    pub folder: PathBuf,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: StatusFormat,
}

/// `--format` of `campaign status`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StatusFormat {
    /// For reading.
    Text,
    /// One JSON object.
    Json,
    /// A page for a browser.
    Html,
}

/// `campaign merge`
#[derive(Debug, Args)]
pub struct CampaignMergeArgs {
    /// The folder of the campaign
    pub folder: PathBuf,
    /// First do this share of the parts again, with the engine that did not do them: 1%
    #[arg(long, value_name = "PERCENT")]
    pub recheck: Option<Percent>,
    /// How to print it: as text, or JSON, of a list one object a line; solutions and choices of pieces
    /// also as a table
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: MergeFormat,
    /// How texts are written in a table.
    #[command(flatten)]
    pub csv: CsvArgs,
    /// Of choices of pieces, print so many; 0 for all [default: 20 as text, else all]
    #[arg(long, short = 'n', value_name = "N")]
    pub limit: Option<usize>,
    /// Where to write it [default: stdout]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// With what.
    #[command(flatten)]
    pub machine: MachineArgs,
}

impl CampaignMergeArgs {
    /// The table that the answer becomes, if it is one.
    pub fn table(&self) -> Option<TableEncoding> {
        self.format.table(self.csv.text())
    }
}

/// `--format` of `campaign merge`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MergeFormat {
    /// For reading.
    Text,
    /// One JSON object, or one a line.
    Json,
    /// A table, of solutions or of choices of pieces.
    Csv,
    /// The same table for DuckDB, pandas, Polars; if the program was built with it.
    Parquet,
}

impl MergeFormat {
    /// The file that a table becomes, if this is one.
    pub fn table(self, text: CsvText) -> Option<TableEncoding> {
        match self {
            Self::Text | Self::Json => None,
            Self::Csv => Some(TableEncoding::Csv(text)),
            Self::Parquet => Some(TableEncoding::Parquet),
        }
    }
}

/// `campaign script`
#[derive(Debug, Args)]
pub struct CampaignScriptArgs {
    /// The folder of the campaign, as every machine sees it
    pub folder: PathBuf,
    /// Who is to start it
    #[arg(long = "for", value_name = "SCHEDULER")]
    pub scheduler: SchedulerArg,
    /// How many processes
    #[arg(long, value_name = "N", default_value = "100", value_parser = one_or_more)]
    pub jobs: NonZeroUsize,
    /// The threads of each
    #[arg(long, short = 'j', value_name = "N", default_value = "1", value_parser = one_or_more)]
    pub threads: NonZeroUsize,
    /// The memory of each
    #[arg(long, value_name = "SIZE", default_value = "2GiB")]
    pub memory: ByteSize,
    /// How long each may take before it begins anew, with Slurm; others let it work to the end
    #[arg(long, value_name = "TIME", default_value = "3h")]
    pub time: humantime::Duration,
}

/// `campaign script --for`
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

/// A share: 1%, 0.5%.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Percent(pub f64);

impl FromStr for Percent {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.strip_suffix('%').unwrap_or(text).trim_end();
        match number.parse::<f64>() {
            Ok(percent) if percent > 0.0 && percent <= 100.0 => Ok(Self(percent / 100.0)),
            _ => Err("a share is more than 0% and at most 100%"),
        }
    }
}

fn one_or_more(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse()
        .map_err(|_| "a whole number of 1 or more is wanted")
}
