//! Files of other programs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `import`
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A file of BurrTools: .xmpuzzle, compressed or not
    pub file: PathBuf,
    /// One of its problems, by its number from 1 or by its name [default: all, as goals of one file]
    #[arg(long, value_name = "PROBLEM")]
    pub problem: Option<String>,
    /// Write the puzzle file here instead of to stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the assemblies that the file keeps here, as solve --format jsonl lists solutions
    #[arg(long, value_name = "FILE")]
    pub assemblies: Option<PathBuf>,
}

/// `export`
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The puzzle, a RON file; its goals become problems
    pub file: PathBuf,
    /// One goal of the file, by its name
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
    /// For which program
    #[arg(long, value_name = "PROGRAM", default_value = "burrtools")]
    pub to: ExportFormat,
    /// Keep so many solutions of each problem in the file, as assemblies
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub solutions: usize,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `--to` of `export`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// A file of BurrTools, .xmpuzzle.
    Burrtools,
}
