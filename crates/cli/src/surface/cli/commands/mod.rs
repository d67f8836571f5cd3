//! The commands, one per file, and the parts they share: loading puzzles, notes on stderr, and
//! output to stdout or files.

mod background;
mod booklet;
mod campaign;
mod challenge_input;
mod challenges;
mod check;
mod checkpoint;
mod completions;
mod count;
mod cover;
mod cut;
mod design;
mod draw;
mod estimate;
mod explore;
mod export;
mod files;
mod generate;
mod grade;
mod hint;
mod import;
mod json_answer;
mod kinds;
mod load;
mod lock_holder;
mod man;
mod matrix;
mod number;
mod objective_number;
mod open_goals;
mod output;
mod pack;
mod pictures;
mod placed;
mod print;
mod profile;
mod say;
mod schema;
mod show;
mod solution_space;
mod solution_stream;
mod solve;
mod starts;
mod studio;
mod summary;
mod table;
mod target;
mod text_table;
mod threads;
mod unify;
mod verify;
mod viewer;
mod why;

use self::load::{
    LoadedPuzzle, in_order, load, load_as, load_goal, load_part, load_puzzle, load_text,
    load_with_filter, part_of, read_puzzle, refuse_apart_in_design, refuse_colors,
    refuse_conditions, refuse_filter, say_how_to_ask_why, warn_of_twins,
};
use crate::support::format::{counted, grouped};
use crate::support::label::shown;
use crate::surface::cli::args::{Cli, Command};
use crate::surface::cli::failure::{Failure, Outcome};
use output::Output;
use target::{Inputs, OutputTarget};
use threads::threads;

/// Runs the command that the user called.
pub(crate) fn run(cli: &Cli) -> Result<Outcome, Failure> {
    match &cli.command {
        Command::Check(args) => check::run(args),
        Command::Show(args) => show::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Booklet(args) => booklet::run(args),
        Command::Count(args) => count::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Profile(args) => profile::run(args),
        Command::Matrix(args) => matrix::run(args),
        Command::Cover(args) => cover::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Grade(args) => grade::run(args),
        Command::Hint(args) => hint::run(args),
        Command::Estimate(args) => estimate::run(args),
        Command::Explore(args) => explore::run(args),
        Command::Starts(args) => starts::run(args),
        Command::Challenges(args) => challenges::run(args),
        Command::Design(args) => design::run(args),
        Command::Campaign(args) => campaign::run(&args.command),
        Command::Studio(args) => studio::run(args),
        Command::Unify(args) => unify::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Viewer(args) => viewer::run(args),
        Command::Pack(args) => pack::run(args),
        Command::Why(args) => why::run(args),
        Command::Cut(args) => cut::run(args),
        Command::Print(args) => print::run(args),
        Command::Import(args) => import::run(args),
        Command::Export(args) => export::run(args),
        Command::Schema(args) => schema::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    }
}
