//! The arguments of the command line, as types that clap parses.

/// Implements `From`, variant by variant, from the enum of an option to the library's enum.
macro_rules! from_cases {
    ($arg:ident as $own:ty: $($case:ident => $is:ident),+ $(,)?) => {
        impl From<$arg> for $own {
            fn from(arg: $arg) -> Self {
                match arg {
                    $($arg::$case => Self::$is,)+
                }
            }
        }
    };
}

/// Adds the method `table` to the `--format` enum of a command that can write tables.
macro_rules! table_format {
    ($format:ident) => {
        impl $format {
            /// The encoding of the table; `None` if the format is not a table.
            pub fn table(
                self,
                text: $crate::publish::interchange::table::CsvText,
            ) -> Option<$crate::publish::interchange::table::TableEncoding> {
                use $crate::publish::interchange::table::TableEncoding;
                match self {
                    Self::Csv => Some(TableEncoding::Csv(text)),
                    Self::Parquet => Some(TableEncoding::Parquet),
                    _ => None,
                }
            }
        }
    };
}

/// Adds the method `table` to the arguments of a command that can write tables.
macro_rules! table_command {
    ($args:ident) => {
        impl $args {
            /// The encoding of the table; `None` if the format is not a table.
            pub fn table(&self) -> Option<$crate::publish::interchange::table::TableEncoding> {
                self.format.table(self.csv.text())
            }
        }
    };
}

mod booklet;
mod campaign;
mod challenges;
mod check;
mod completions;
mod cut;
mod design;
mod draw;
mod explore;
mod family;
mod format;
mod grade;
mod hint;
mod interchange;
mod length;
mod number;
mod pack;
mod paper;
mod part;
mod press;
mod print;
mod resources;
mod series;
mod solve;
mod space;
mod starts;
mod studio;
mod texts;
mod unify;
mod viewer;
mod why;

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

pub use self::format::{CsvArgs, DataFormat, ListFormat, TableFormat};
use crate::design::challenges::MAX_TITLE;
use crate::support::input::is_stdin;
use crate::support::label::Label;
pub use booklet::{BookletArgs, BookletFormat, HintsArg};
pub use campaign::{
    CampaignArgs, CampaignCommand, CampaignMergeArgs, CampaignNewArgs, CampaignRunArgs,
    CampaignScriptArgs, CampaignStatusArgs, DivideArg, MergeFormat, Percent, SchedulerArg,
    StatusFormat,
};
pub use challenges::{ChallengesArgs, ChallengesFormat, LevelsArg};
pub use check::CheckArgs;
pub use completions::{CompletionsArgs, ManArgs, SchemaArgs};
pub use cut::{CutArgs, EndsArg, EngravingArg, LetteringArg, StocksArg};
pub use design::{DesignArgs, DesignFormat, DesignOrder};
pub use draw::{DrawArgs, FontArgs, LookArgs, PaperArgs, PictureFormat, WhatArg};
pub use explore::{ExploreArgs, MapFormat};
pub use family::{FamilyName, FamilyParser};
pub use grade::{GradeArgs, PosedArgs};
pub use hint::HintArgs;
pub use interchange::{ExportArgs, ExportFormat, ImportArgs, ImportFormat, ListedLattice};
pub use length::Length;
use number::whole;
pub use pack::{ImageFormat, PackArgs};
pub use part::PartArgs;
pub use press::{ImposeArg, InksArg, PressArgs, StandardArg, TypeSize};
pub use print::{PrintArgs, ShapeArg};
pub use resources::{CheckpointArgs, EngineArg, MachineArgs, ResourceArgs};
pub use series::{BFileColumn, ForArg};
pub use solve::{SolutionFormat, SolveArgs, SolveFormat, SortBy};
pub use space::SpaceArgs;
pub use starts::StartsArgs;
pub use studio::StudioArgs;
pub use texts::{LanguageArg, TextsArgs};
pub use unify::{ByArg, UnifyArgs};
pub use viewer::ViewerArgs;
pub use why::WhyArgs;

/// A polyform puzzle workbench: describe a puzzle, list and count its solutions.
#[derive(Debug, Parser)]
#[command(
    name = "tilewright",
    // Without this, clap would take the name of the executable, which ends in .exe on Windows.
    bin_name = "tilewright",
    version,
    propagate_version = true,
    max_term_width = 100
)]
pub struct Cli {
    /// The command to run, with its arguments.
    #[command(subcommand)]
    pub command: Command,

    /// When to use colour: auto (if the output is a terminal), always, never
    ///
    /// With auto, the variables `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE` are
    /// honoured.
    #[arg(
        long,
        value_name = "WHEN",
        global = true,
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: ColorWhen,

    /// Print nothing on stderr but warnings, errors and the note of an interruption
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// When output is coloured, as `--color` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// If the output is a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands, in the order of the groups of the help.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a puzzle in a browser and see its solutions while you draw
    Studio(StudioArgs),
    /// Read a puzzle, report its size, and explain what cannot work
    Check(CheckArgs),
    /// Draw the board and the pieces in the terminal
    Show(FileArgs),
    /// Explain why a puzzle has no solution
    Why(WhyArgs),
    /// Count the solutions
    Count(CountArgs),
    /// List the solutions
    Solve(SolveArgs),
    /// Show heat maps of the solutions, forced and unused placements
    Explore(ExploreArgs),
    /// Solve puzzles and compare with what their files expect
    Verify(VerifyArgs),
    /// Count the solutions of each choice of pieces, and list the choices that you require
    Design(Box<DesignArgs>),
    /// List all polyominoes, or other polyforms, of a size
    Generate(GenerateArgs),
    /// Make challenges: placements given so that one solution is left
    Challenges(ChallengesArgs),
    /// Find the fewest givens, or marked cells, that leave one solution
    Unify(UnifyArgs),
    /// Count the ways to place K pieces, and how many leave one solution
    Starts(StartsArgs),
    /// Rate how hard a challenge is for a person
    Grade(GradeArgs),
    /// Give the next deduction, in stages
    Hint(HintArgs),
    /// Draw the board, the pieces or solutions as SVG, PNG, PDF or TikZ
    Draw(Box<DrawArgs>),
    /// Make a booklet of challenges or solutions, as PDF or HTML
    Booklet(Box<BookletArgs>),
    /// Make an HTML page to browse the solutions and play challenges
    Viewer(ViewerArgs),
    /// Write the pieces and a tray for a laser cutter, as SVG or DXF
    Cut(CutArgs),
    /// Write the pieces for a 3-D printer, as STL or 3MF
    Print(PrintArgs),
    /// Write puzzles, challenges and hints as JSON, for apps
    Pack(Box<PackArgs>),
    /// Forecast the time and the solutions of a search, by random walks
    Estimate(EstimateArgs),
    /// Count nodes and updates of the search, level by level
    Profile(ProfileArgs),
    /// Divide a count or a list among many machines
    Campaign(Box<CampaignArgs>),
    /// Read puzzles of other programs, pictures and lists of solutions
    Import(ImportArgs),
    /// Write a puzzle for BurrTools or puzzlecad
    Export(ExportArgs),
    /// Write the exact cover problem for other solvers
    Matrix(MatrixArgs),
    /// Solve an exact cover problem in Knuth's text format
    Cover(CoverArgs),
    /// Print the JSON schema of what a command writes, or list them all
    Schema(SchemaArgs),
    /// Print a script that lets a shell complete commands and options
    Completions(CompletionsArgs),
    /// Print the manual page of the program or of a command
    Man(ManArgs),
}

/// Reads the value of `--title`: one line of printable text.
fn title(text: &str) -> Result<Label, String> {
    let long = text.chars().count();
    if long > MAX_TITLE {
        return Err(format!(
            "a title has at most {MAX_TITLE} characters, not {long}"
        ));
    }
    if text.trim().is_empty() {
        return Err("a title is not empty: leave --title out to keep that of the file".to_owned());
    }
    Label::new(text).map_err(|error| error.to_string())
}

/// A parser for the path of a file that a later run reads again. It refuses `-`, because neither stdin
/// nor stdout can be read again.
fn kept_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if is_stdin(&path) {
            Err(
                "`-` is not allowed here, because the file is kept: name a file (./- is a file \
                 with the name -)",
            )
        } else {
            Ok(path)
        }
    })
}

/// The puzzle file, and the goal of it if `--goal` names one.
#[derive(Debug, Args)]
pub struct FileArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// One goal of the file, by its name
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
}

/// The item that a search branches on, as `--heuristic` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HeuristicArg {
    /// The item with fewest options, ties to the left.
    Mrv,
    /// The leftmost item.
    First,
}

from_cases! { HeuristicArg as tilewright_dlx::Heuristic: Mrv => Mrv, First => First }

/// The puzzle or series whose solutions `count` counts, and the engine and memory that it uses.
#[derive(Debug, Args)]
pub struct CountArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal that is counted; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// Count all solutions only, not the distinct ones: faster, since symmetries are not computed
    #[arg(long)]
    pub total: bool,
    /// Count a second time by another method, and compare
    #[arg(long)]
    pub certificate: bool,
    /// Count for each value of a number that the file names: n=1..12
    #[arg(long = "for", value_name = "NAME=RANGE", conflicts_with_all = ["certificate", "checkpoint"])]
    pub series: Option<ForArg>,
    /// Print a series as a b-file: one line for each value, with its count
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "solutions",
        require_equals = true, requires = "series", conflicts_with = "format")]
    pub b_file: Option<BFileColumn>,
    /// Engine, threads and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,
    /// How the run is saved and continued.
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// The search whose work `estimate` forecasts, and the number of random walks.
#[derive(Debug, Args)]
pub struct EstimateArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal that is searched; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// Take N random walks down the search tree
    #[arg(long, value_name = "N", default_value_t = 10_000,
        value_parser = whole::<u64>(2..))]
    pub samples: u64,
    /// Take random walks for this long instead: 30s, 2min
    #[arg(long = "for", value_name = "TIME", conflicts_with = "samples")]
    pub duration: Option<humantime::Duration>,
    /// The seed of the random numbers; the same seed gives the same walks
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    pub seed: u64,
    /// Which item to branch on
    #[arg(long, value_name = "HEURISTIC", default_value = "mrv")]
    pub heuristic: HeuristicArg,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// The files that `verify` solves and compares.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Puzzles, or folders of them
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Also run the puzzles that take long
    #[arg(long)]
    pub slow: bool,
    /// Engine, threads and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// The search that `profile` measures.
#[derive(Debug, Args)]
pub struct ProfileArgs {
    /// The puzzle file (.ron); or an exact cover problem, if it ends in .dlx
    pub file: PathBuf,
    /// Which item to branch on
    #[arg(long, value_name = "HEURISTIC", default_value = "mrv")]
    pub heuristic: HeuristicArg,
    /// The case or goal that is profiled; without one, each case that the file has.
    #[command(flatten)]
    pub part: PartArgs,
    /// Profile the whole puzzle; without this and --case, each case of the file
    #[arg(long, conflicts_with = "case")]
    pub whole: bool,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// The problem that `matrix` writes, and in which format.
#[derive(Debug, Args)]
pub struct MatrixArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal that is written; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// The format
    #[arg(long, value_name = "FORMAT", default_value = "dlx")]
    pub format: MatrixFormat,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The formats in which `matrix` writes a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MatrixFormat {
    /// Knuth's text format, which cover reads.
    Dlx,
    /// Clauses, for SAT solvers and model counters.
    Dimacs,
    /// An integer program.
    Lp,
    /// One JSON object.
    Json,
}

/// The problem that `cover` solves, and the question.
#[derive(Debug, Args)]
pub struct CoverArgs {
    /// The problem: a line of items, then one option per line
    pub file: PathBuf,
    /// Only count the solutions
    #[arg(long, short)]
    pub count: bool,
    /// Find the K cheapest solutions, cheapest first; an option has a cost as in `a b |12`
    #[arg(long, value_name = "K", conflicts_with_all = ["count", "limit"],
        value_parser = whole::<usize>(..))]
    pub best: Option<usize>,
    /// First drop options that are proved to be in no solution, and report how many
    #[arg(long)]
    pub preprocess: bool,
    /// Stop after N solutions
    #[arg(long, short = 'n', value_name = "N", conflicts_with = "count",
        value_parser = whole::<u64>(..))]
    pub limit: Option<u64>,
    /// How to print the solutions
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ListFormat,
    /// Write how the list ended to a JSON file: `solutions`, and `complete` if there are no more
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub summary: Option<PathBuf>,
    /// Engine, threads and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// Which polyforms `generate` lists.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// Which polyforms: pentominoes are polyominoes of size 5
    #[arg(value_parser = FamilyParser)]
    pub family: FamilyName,
    /// The number of cells of each; for polyaboloes of tans, for polydrafters of drafters
    #[arg(allow_negative_numbers = true, value_parser = whole::<usize>(..))]
    pub size: usize,
    /// Which images of a polyform count as the same [default: free in the plane, one-sided in 3-D]
    #[arg(long, value_name = "SIDES")]
    pub sides: Option<SidesArg>,
    /// Only count them
    #[arg(long, short)]
    pub count: bool,
    /// How to print them
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: GenerateFormat,
}

/// Which images count as the same polyform, as `--sides` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SidesArg {
    /// May be turned over.
    Free,
    /// May only be rotated.
    OneSided,
    /// May be neither rotated nor turned over.
    Fixed,
}

/// The forms in which `generate` lists polyforms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GenerateFormat {
    /// Drawn.
    Text,
    /// Entries for the `pieces` of a puzzle file.
    Ron,
    /// A picture.
    Svg,
    /// One JSON object.
    Json,
}
