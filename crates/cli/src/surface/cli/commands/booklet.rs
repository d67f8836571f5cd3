//! `booklet`: challenges or solutions as a booklet, PDF or HTML.

mod binder;
mod book;

use std::io::Write;
use std::path::Path;

use self::binder::{Binder, Numbered, note_missing_example, solutions_of, warn_of};
use super::background::interruptible;
use super::challenge_input::{no_part, no_part_of, pieces_of};
use super::{Inputs, LoadedPuzzle, OutputTarget, load_text, threads};
use crate::cover::Instance;
use crate::design::challenges::ChallengeFile;
use crate::design::challenges::cards::CardFile;
use crate::publish::booklet::{BookFile, Booklet, BookletError, BookletTexts, ChallengeSolutions};
use crate::puzzle::Source;
use crate::solve::search::{RunContext, WorkKind};
use crate::surface::cli::args::BookletArgs;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

pub(super) fn run(args: &BookletArgs) -> Result<Outcome, Failure> {
    let Some(file) = args.file.as_ref().filter(|_| !args.words.print_texts) else {
        let mut out = std::io::stdout().lock();
        out.write_all(BookletTexts::as_ron(args.words.language()).as_bytes())?;
        return Ok(Outcome::Done);
    };
    let binder = Binder::new(args)?;
    let inputs = Inputs::of([
        ("what the booklet is made of", Some(file)),
        ("the file of texts", args.words.texts.as_ref()),
        ("the font", args.font.font.as_ref()),
        ("the bold font", args.font.bold_font.as_ref()),
    ]);
    let text = Source::load_named(file)?;
    if BookFile::is_one(&text) {
        return book::of_book(&binder, file, &text, inputs);
    }
    if args.no_cache {
        refuse!("--no-cache needs a book: booklets of other files have no cache");
    }
    if ChallengeFile::is_one(&text) {
        let stray = [
            ("--solutions", args.solutions.is_some()),
            ("--distinct", args.distinct),
        ];
        if let Some((name, _)) = stray.into_iter().find(|(_, is_stray)| *is_stray) {
            refuse!("{name} needs a puzzle, but this is a file of challenges");
        }
        if CardFile::is_one(&text) {
            no_example(args)?;
            return of_cards(&binder, file, &text, inputs);
        }
        no_part_of(file, &args.part)?;
        return of_challenges(&binder, file, text, inputs);
    }
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    no_example(args)?;
    let loaded = load_text(text, args.part.part())?;
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    of_solutions(&binder, &loaded, target.as_ref())
}

/// Returns an error if `--example` is given. Called for booklets of solutions or cards, which cannot
/// have a worked example.
fn no_example(args: &BookletArgs) -> Result<(), Failure> {
    if args.example {
        let words = "--example needs challenges of a puzzle, not solutions or cards";
        refuse!(words);
    }
    Ok(())
}

fn of_cards(
    binder: &Binder<'_>,
    path: &Path,
    text: &Source,
    mut inputs: Inputs,
) -> Result<Outcome, Failure> {
    no_part(&binder.args.part)?;
    let file = CardFile::read(text, path)?;
    inputs.add("the puzzle", &file.puzzle_path);
    let target = OutputTarget::of(binder.args.output.as_ref(), &inputs)?;
    let pool = Instance::new(pieces_of(&file)?)?;
    let pieces = threads(binder.resources.threads)?;
    let title = binder.args.title.as_ref().unwrap_or(&file.title);
    let monitor = signals::listen()?;
    let grading = Some(WorkKind::Busy("grading the cards"));
    let booklet = interruptible(&monitor, grading, || {
        pieces.install(|| Booklet::of_cards(title, &pool, &file.cards, &monitor))
    });
    publish(binder, booklet, target.as_ref(), &monitor)
}

fn of_challenges(
    binder: &Binder<'_>,
    path: &Path,
    text: Source,
    mut inputs: Inputs,
) -> Result<Outcome, Failure> {
    let file = ChallengeFile::read(text, path)?;
    for puzzle in &file.puzzles {
        inputs.add("the puzzle", &puzzle.path);
    }
    let target = OutputTarget::of(binder.args.output.as_ref(), &inputs)?;
    if file.challenges.is_empty() {
        refuse!("the file has no challenges");
    }
    let pool = threads(binder.resources.threads)?;
    let title = binder.args.title.as_ref().unwrap_or(&file.title);
    let monitor = signals::listen()?;
    let grading = Some(WorkKind::Busy("grading the challenges"));
    let booklet = interruptible(&monitor, grading, || {
        pool.install(|| {
            let puzzles = &file.puzzles;
            let booklet = Booklet::of_challenges(title, puzzles, &file.challenges, &monitor)?;
            if binder.args.example {
                let solutions = ChallengeSolutions::of([&booklet]);
                booklet.with_example(&solutions, &monitor)
            } else {
                Ok(booklet)
            }
        })
    });
    if binder.args.example {
        note_missing_example(booklet.as_ref().ok());
    }
    publish(binder, booklet, target.as_ref(), &monitor)
}

/// Writes a booklet of challenges or cards. Warns of challenges whose stated rating is outdated,
/// and of challenges with several solutions.
fn publish(
    binder: &Binder<'_>,
    booklet: Result<Booklet<'_>, BookletError>,
    target: Option<&OutputTarget>,
    monitor: &RunContext,
) -> Result<Outcome, Failure> {
    let booklet = booklet?;
    warn_of(&booklet);
    binder.bind(&booklet, target, monitor)?;
    Ok(Outcome::Done)
}

fn of_solutions(
    binder: &Binder<'_>,
    loaded: &LoadedPuzzle,
    target: Option<&OutputTarget>,
) -> Result<Outcome, Failure> {
    let args = binder.args;
    args.resources.engine.must_list("take links or bits")?;
    let numbers = args.solutions.as_ref();
    let solutions = match solutions_of(loaded, numbers, args.distinct, binder.resources)? {
        Ok(solutions) => solutions,
        Err(outcome) => return Ok(outcome),
    };
    let LoadedPuzzle { instance, .. } = loaded;
    let puzzle = instance.puzzle();
    let title = args.title.as_ref().unwrap_or(&puzzle.title);
    let booklet = Booklet::of_solutions(title, instance, solutions);
    binder.bind(&booklet, target, &signals::listen()?)?;
    Ok(Outcome::Done)
}
