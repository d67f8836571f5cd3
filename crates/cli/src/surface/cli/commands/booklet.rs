//! `booklet`: challenges or solutions as a booklet, PDF or HTML.

mod binder;
mod book;

use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use anyhow::anyhow;

use self::binder::{Binder, Numbered, solutions_of, threads, warn_of};
use super::beside::interruptible;
use super::posed::{no_part, no_part_of, pieces_of};
use super::{Inputs, LoadedPuzzle, Target, load_text};
use crate::cover::Instance;
use crate::design::challenges::ChallengeFile;
use crate::design::challenges::cards::CardFile;
use crate::publish::booklet::{BookFile, Booklet, BookletError, Texts};
use crate::puzzle::Source;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor};
use crate::surface::cli::args::BookletArgs;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

pub(super) fn run(args: &BookletArgs) -> Result<Outcome, Failure> {
    let Some(file) = args.file.as_ref().filter(|_| !args.words.print_texts) else {
        let mut out = std::io::stdout().lock();
        out.write_all(Texts::as_ron(args.words.language()).as_bytes())?;
        return Ok(Outcome::Done);
    };
    let binder = Binder::new(args)?;
    let resources = Resources::from(&args.resources);
    let inputs = Inputs::of([
        ("what the booklet is made of", Some(file)),
        ("the file of texts", args.words.texts.as_ref()),
        ("the font", args.font.font.as_ref()),
        ("the bold font", args.font.bold_font.as_ref()),
    ]);
    let text = Source::load_named(file)?;
    if BookFile::is_one(&text) {
        return book::of_book(&binder, file, &text, inputs, &resources);
    }
    if args.no_cache {
        return Err(anyhow!("--no-cache goes with a book: of other files nothing is kept").into());
    }
    if ChallengeFile::is_one(&text) {
        let stray = [
            ("--solutions", args.solutions.is_some()),
            ("--distinct", args.distinct),
        ];
        if let Some((name, _)) = stray.into_iter().find(|(_, is_stray)| *is_stray) {
            return Err(anyhow!("{name} goes with a puzzle, not with a file of challenges").into());
        }
        if CardFile::is_one(&text) {
            no_example(args)?;
            return of_cards(&binder, file, &text, inputs, &resources);
        }
        no_part_of(file, &args.part)?;
        return of_challenges(&binder, file, text, inputs, &resources);
    }
    let target = Target::of(args.output.as_ref(), &Rc::new(inputs))?;
    no_example(args)?;
    let loaded = load_text(text, args.part.part())?;
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    of_solutions(&binder, &loaded, &resources, target.as_ref())
}

/// Refuses a worked example where there is no challenge to work.
fn no_example(args: &BookletArgs) -> Result<(), Failure> {
    if args.example {
        let words = "--example goes with challenges of a puzzle, not with its solutions or cards";
        return Err(anyhow!(words).into());
    }
    Ok(())
}

/// A booklet of the cards of a file.
fn of_cards(
    binder: &Binder<'_>,
    path: &Path,
    text: &Source,
    mut inputs: Inputs,
    resources: &Resources,
) -> Result<Outcome, Failure> {
    no_part(&binder.args.part)?;
    let file = CardFile::read(text, path)?;
    inputs.add("the puzzle", &file.puzzle_path);
    let target = Target::of(binder.args.output.as_ref(), &Rc::new(inputs))?;
    let pool = Instance::new(pieces_of(&file)?)?;
    let pieces = threads(resources)?;
    let title = binder.args.title.as_ref().unwrap_or(&file.title);
    let monitor = signals::listen()?;
    let grading = Some(Kind::Busy("grading the cards"));
    let booklet = interruptible(&monitor, grading, || {
        pieces.install(|| Booklet::of_cards(title, &pool, &file.cards, &monitor))
    });
    publish(binder, booklet, target.as_ref(), &monitor)
}

/// A booklet of the challenges of a file.
fn of_challenges(
    binder: &Binder<'_>,
    path: &Path,
    text: Source,
    mut inputs: Inputs,
    resources: &Resources,
) -> Result<Outcome, Failure> {
    let file = ChallengeFile::read(text, path)?;
    for puzzle in &file.puzzles {
        inputs.add("the puzzle", &puzzle.path);
    }
    let target = Target::of(binder.args.output.as_ref(), &Rc::new(inputs))?;
    if file.challenges.is_empty() {
        return Err(anyhow!("the file has no challenge").into());
    }
    let pool = threads(resources)?;
    let title = binder.args.title.as_ref().unwrap_or(&file.title);
    let monitor = signals::listen()?;
    let grading = Some(Kind::Busy("grading the challenges"));
    let booklet = interruptible(&monitor, grading, || {
        pool.install(|| {
            let puzzles = &file.puzzles;
            let booklet = Booklet::of_challenges(title, puzzles, &file.challenges, &monitor)?;
            if binder.args.example {
                booklet.with_example(&monitor)
            } else {
                Ok(booklet)
            }
        })
    });
    publish(binder, booklet, target.as_ref(), &monitor)
}

/// Writes a booklet of challenges, and says what is to be said of them.
fn publish(
    binder: &Binder<'_>,
    booklet: Result<Booklet<'_>, BookletError>,
    target: Option<&Target>,
    monitor: &Monitor,
) -> Result<Outcome, Failure> {
    let booklet = booklet.map_err(|error| match error {
        BookletError::Interrupted => Failure::Interrupted,
        error => anyhow::Error::new(error).into(),
    })?;
    warn_of(&booklet);
    binder.bind(&booklet, target, monitor)?;
    Ok(Outcome::Done)
}

fn of_solutions(
    binder: &Binder<'_>,
    loaded: &LoadedPuzzle,
    resources: &Resources,
    target: Option<&Target>,
) -> Result<Outcome, Failure> {
    let args = binder.args;
    args.resources.engine.must_list("take links or bits")?;
    let wanted = args.solutions.as_ref();
    let solutions = match solutions_of(loaded, wanted, args.distinct, resources)? {
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
