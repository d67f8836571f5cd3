//! The command line, as clap reads it.

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
pub use family::Family;
pub use grade::{GradeArgs, PosedArgs};
pub use hint::HintArgs;
pub use interchange::{ExportArgs, ExportFormat, ImportArgs, ImportFormat, ListedLattice};
pub use length::Length;
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
    // Not the name of the file, which ends in .exe on Windows.
    bin_name = "tilewright",
    version,
    propagate_version = true,
    max_term_width = 100,
    after_help = "Data goes to stdout, everything else to stderr.\n\
        Exit status: 0 done; 1 the answer is no (no solution, or the puzzle cannot work);\n\
        2 the input or the call is wrong; 130 interrupted."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// When to use colour
    ///
    /// With auto, the variables `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE` are
    /// honoured.
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub color: ColorWhen,

    /// Say nothing on stderr but warnings, errors and that a run was interrupted
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// `--color`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// If the output is a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read a puzzle, count its items and options, explain what cannot work
    Check(CheckArgs),
    /// Draw the board and the pieces
    Show(FileArgs),
    /// Draw the board, the pieces or solutions as SVG, PNG, PDF or TikZ
    Draw(Box<DrawArgs>),
    /// Make a booklet of challenges or solutions, as PDF or HTML
    Booklet(Box<BookletArgs>),
    /// Count the solutions
    Count(CountArgs),
    /// List the solutions
    Solve(SolveArgs),
    /// Count nodes and updates of the search, level by level
    Profile(ProfileArgs),
    /// Forecast nodes, solutions and time of a search from random samples
    Estimate(EstimateArgs),
    /// Write the exact cover problem for other solvers
    Matrix(MatrixArgs),
    /// Solve an exact cover problem given in Knuth's text format
    Cover(CoverArgs),
    /// List the polyforms of a size
    Generate(GenerateArgs),
    /// Show what all solutions look like: densities, forced and unused placements
    Explore(ExploreArgs),
    /// Tell how hard a challenge is for a person
    Grade(GradeArgs),
    /// Tell the next deduction, in stages
    Hint(HintArgs),
    /// Count the starts of so many pieces, and how many have exactly one solution
    Starts(StartsArgs),
    /// Mine challenges: givens that leave one solution
    Challenges(ChallengesArgs),
    /// Count the solutions of every choice of pieces, and find those that are wanted
    Design(Box<DesignArgs>),
    /// Share out a count or a list to many machines
    Campaign(Box<CampaignArgs>),
    /// Find the fewest givens, or marked cells, that leave one solution
    Unify(UnifyArgs),
    /// Run puzzles and compare with what they expect
    Verify(VerifyArgs),
    /// Make an HTML page that browses the solutions and plays challenges
    Viewer(ViewerArgs),
    /// Make a JSON document of puzzles, challenges and hints, for apps
    Pack(Box<PackArgs>),
    /// Explain why a puzzle has no solution
    Why(WhyArgs),
    /// Write the pieces and a tray as SVG and DXF for a laser cutter
    Cut(CutArgs),
    /// Draw a puzzle on a page, and see its solutions while you draw
    Studio(StudioArgs),
    /// Write the pieces as STL and 3MF for a printer in three dimensions
    Print(PrintArgs),
    /// Read a puzzle of BurrTools or puzzlecad, a picture or a list of solutions
    Import(ImportArgs),
    /// Write a puzzle for BurrTools or puzzlecad
    Export(ExportArgs),
    /// Print the JSON schema of what a command writes, or list all of them
    Schema(SchemaArgs),
    /// Print a script with which a shell completes commands and options
    Completions(CompletionsArgs),
    /// Print the manual page of the program or of a command
    Man(ManArgs),
}

/// `--title`: one line of text that can be shown.
fn title(text: &str) -> Result<Label, String> {
    let long = text.chars().count();
    if long > MAX_TITLE {
        return Err(format!(
            "a title has {MAX_TITLE} characters at most, not {long}"
        ));
    }
    Label::new(text).map_err(|error| error.to_string())
}

/// A file that is kept from run to run, which stdin and stdout are not.
fn kept_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if is_stdin(&path) {
            Err("what is kept has a name; ./- is a file of this one")
        } else {
            Ok(path)
        }
    })
}

/// A puzzle file.
#[derive(Debug, Args)]
pub struct FileArgs {
    /// The puzzle, a RON file
    pub file: PathBuf,
    /// One goal of the file, by its name
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
}

/// `--heuristic`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HeuristicArg {
    /// The item with fewest options, ties to the left.
    Mrv,
    /// The leftmost item.
    First,
}

impl From<HeuristicArg> for tilewright_dlx::Heuristic {
    fn from(heuristic: HeuristicArg) -> Self {
        match heuristic {
            HeuristicArg::Mrv => Self::Mrv,
            HeuristicArg::First => Self::First,
        }
    }
}

/// `count`
#[derive(Debug, Args)]
pub struct CountArgs {
    /// The puzzle, a RON file
    pub file: PathBuf,
    /// Which of its puzzles.
    #[command(flatten)]
    pub part: PartArgs,
    /// Count all solutions alone: symmetries are not looked for, which is faster
    #[arg(long)]
    pub total: bool,
    /// Count once more in another way, and compare
    #[arg(long)]
    pub certificate: bool,
    /// Count for each of these values of a number that the file gives a name: n=1..12
    #[arg(long = "for", value_name = "NAME=RANGE", conflicts_with_all = ["certificate", "checkpoint"])]
    pub series: Option<ForArg>,
    /// Print a series as a b-file: a line with each value and its number
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "solutions",
        require_equals = true, requires = "series", conflicts_with = "format")]
    pub b_file: Option<BFileColumn>,
    /// With what means.
    #[command(flatten)]
    pub resources: ResourceArgs,
    /// Taking it up again.
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// `estimate`
#[derive(Debug, Args)]
pub struct EstimateArgs {
    /// The puzzle, a RON file
    pub file: PathBuf,
    /// Which of its puzzles.
    #[command(flatten)]
    pub part: PartArgs,
    /// Take so many random walks down the search tree
    #[arg(long, value_name = "N", default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(2..))]
    pub samples: u64,
    /// Walk for so long instead: 30s, 2min
    #[arg(long = "for", value_name = "TIME", conflicts_with = "samples")]
    pub duration: Option<humantime::Duration>,
    /// Where the random numbers begin; the same seed gives the same walks
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Which item to branch on
    #[arg(long, value_name = "HEURISTIC", default_value = "mrv")]
    pub heuristic: HeuristicArg,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// `verify`
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Puzzles, or folders of them
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Run the puzzles too that take long
    #[arg(long)]
    pub slow: bool,
    /// With what means.
    #[command(flatten)]
    pub resources: ResourceArgs,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// `profile`
#[derive(Debug, Args)]
pub struct ProfileArgs {
    /// The puzzle, a RON file; or an exact cover problem, if it ends in .dlx
    pub file: PathBuf,
    /// Which item to branch on
    #[arg(long, value_name = "HEURISTIC", default_value = "mrv")]
    pub heuristic: HeuristicArg,
    /// Which of its puzzles; without one, each case that the file has.
    #[command(flatten)]
    pub part: PartArgs,
    /// The whole puzzle; else, without --case, each case that the file has
    #[arg(long, conflicts_with = "case")]
    pub whole: bool,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}

/// `matrix`
#[derive(Debug, Args)]
pub struct MatrixArgs {
    /// The puzzle, a RON file
    pub file: PathBuf,
    /// Which of its puzzles.
    #[command(flatten)]
    pub part: PartArgs,
    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "dlx")]
    pub format: MatrixFormat,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `--format` of `matrix`.
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

/// `cover`
#[derive(Debug, Args)]
pub struct CoverArgs {
    /// The problem: items in the first line, then an option a line
    pub file: PathBuf,
    /// Count the solutions only
    #[arg(long, short)]
    pub count: bool,
    /// Find the K cheapest solutions, by the costs of their options as in `a b |12`, the cheapest first
    #[arg(long, value_name = "K", conflicts_with_all = ["count", "limit"])]
    pub best: Option<usize>,
    /// Drop options first that are seen to be in no solution, and say how many
    #[arg(long)]
    pub preprocess: bool,
    /// Stop after so many solutions
    #[arg(long, short = 'n', value_name = "N", conflicts_with = "count")]
    pub limit: Option<u64>,
    /// How to print the solutions
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ListFormat,
    /// Write how the list ended to a file, as JSON: `solutions`, and `complete` if there are no more
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub summary: Option<PathBuf>,
    /// With what means.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

/// `generate`
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// Which polyforms
    pub family: Family,
    /// The number of cells of each; of tans and of drafters in polyaboloes and polydrafters
    pub size: usize,
    /// Which images of a polyform count as the same [default: free in the plane, one-sided in space]
    #[arg(long, value_name = "SIDES")]
    pub sides: Option<SidesArg>,
    /// Count them only
    #[arg(long, short)]
    pub count: bool,
    /// How to print them
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: GenerateFormat,
}

/// `--sides`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SidesArg {
    /// May be turned over.
    Free,
    /// May only be rotated.
    OneSided,
    /// Neither.
    Fixed,
}

/// `--format` of `generate`.
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
