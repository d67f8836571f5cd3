//! Makes a book: one PDF file with several booklets as its parts.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::super::background::interruptible;
use super::super::challenge_input::no_part;
use super::super::pictures::{say_missing, say_written, write_whole};
use super::super::{Inputs, LoadedPuzzle, OutputTarget, counted, say, threads};
use super::{Binder, Numbered, note_missing_example, solutions_of, warn_of};
use crate::publish::booklet::{
    Book, BookFile, BookPart, BookPartFile, Booklet, BookletError, BookletLayout,
    BookletLayoutError, Cache, CacheError, ChallengeSolutions, DivisionKind, PartSubject, book_pdf,
};
use crate::puzzle::Source;
use crate::solve::search::{RunContext, WorkKind};
use crate::support::input::is_stdin;
use crate::support::label::shown;
use crate::surface::cli::args::BookletFormat;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// Writes the book that a file describes.
pub(super) fn of_book(
    binder: &Binder<'_>,
    path: &Path,
    text: &Source,
    mut inputs: Inputs,
) -> Result<Outcome, Failure> {
    let args = binder.args;
    no_part(&args.part)?;
    let stray = [
        ("--solutions", args.solutions.is_some()),
        ("--distinct", args.distinct),
        ("--example", args.example),
    ];
    if let Some((name, _)) = stray.into_iter().find(|(_, is_stray)| *is_stray) {
        refuse!("a book names the contents of each part: leave out {name}");
    }
    if binder.format == BookletFormat::Html {
        refuse!("a book has pages: write it as a PDF");
    }
    let language = args.words.language();
    let file = BookFile::read(text, path, language.tag(), &binder.part_layout())?;
    let mut names = file.paths.iter();
    names.try_for_each(|path| {
        inputs.add("what the book is made of", path);
        Ok::<_, Failure>(())
    })?;
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    let loaded = file
        .parts
        .iter()
        .map(loaded)
        .collect::<Result<Vec<_>, _>>()?;
    let mut solutions = Vec::new();
    for (part, loaded) in file.parts.iter().zip(&loaded) {
        solutions.push(match (&part.subject, loaded) {
            (
                PartSubject::Solutions {
                    numbers, distinct, ..
                },
                Some(loaded),
            ) => {
                if loaded.warn_of_obstacles() {
                    return Ok(Outcome::No);
                }
                match solutions_of(loaded, numbers.as_ref(), *distinct, binder.resources)? {
                    Ok(solutions) => solutions,
                    Err(outcome) => return Ok(outcome),
                }
            }
            _ => Numbered::new(),
        });
    }
    let kept = (!args.no_cache && !is_stdin(path)).then(|| cache_path(path));
    let (cache, kept) = known_before(kept);
    let pool = threads(binder.resources.threads)?;
    let monitor = signals::listen()?;
    let grading = Some(WorkKind::Busy("grading the challenges"));
    let has_art = file.has_solution_on_cover();
    let parts = interruptible(&monitor, grading, || {
        pool.install(|| {
            let parts = file.parts.iter().zip(&loaded).zip(solutions);
            let parts = parts.map(|((part, loaded), solutions)| {
                let booklet = booklet_of(part, loaded.as_ref(), solutions, &cache, &monitor)?;
                Ok(BookPart {
                    booklet,
                    layout: part.layout.clone(),
                })
            });
            let parts = parts.collect::<Result<Vec<_>, Failure>>()?;
            with_other_solutions(&file.parts, parts, has_art, &monitor)
        })
    })?;
    if let Some(path) = kept.filter(|_| !cache.is_as_read()) {
        save_cache(&cache, &path);
    }
    let puzzles = parts.iter().flat_map(|part| part.booklet.puzzles());
    binder.check_piece_names(&puzzles.collect::<Vec<_>>())?;
    for (part, of_file) in parts.iter().zip(&file.parts) {
        warn_of(&part.booklet);
        if of_file.has_example {
            note_missing_example(Some(&part.booklet));
        }
    }
    if has_art && !parts[0].booklet.has_cover_solution() {
        say::note(
            "the cover shows the pieces: no other solution was found, and those of the challenges \
             stay hidden",
        );
    }
    let mut book = file.with_parts(parts);
    if let Some(title) = &args.title {
        book.title = title.clone();
    }
    let (bytes, missing) = laid_out(binder, &book, file.has_contents, &monitor)?;
    monitor.stop().check()?;
    say_missing(missing);
    write_whole(target.as_ref(), |out| Ok(out.write_all(&bytes)?))?;
    say_written(target.as_ref(), &counted(book.parts.len(), "part"));
    Ok(Outcome::Done)
}

/// The PDF of a book, and the characters that the fonts lack. Prints which option would let it fit, and
/// whether a turned page would make boards much larger.
fn laid_out(
    binder: &Binder<'_>,
    book: &Book<'_>,
    has_contents: bool,
    monitor: &RunContext,
) -> Result<(Vec<u8>, Vec<char>), Failure> {
    let made = |layout: &BookletLayout| {
        let layout = BookletLayout {
            has_contents: layout.has_contents || has_contents,
            ..layout.clone()
        };
        book_pdf(book, &binder.texts, &layout, &binder.fonts)
    };
    let laying_out = Some(WorkKind::Busy("laying out the pages"));
    let pdf = interruptible(monitor, laying_out, || made(&binder.layout()));
    if let Err(BookletLayoutError::TooSmall(_)) = &pdf {
        binder.advise(monitor, |layout| made(layout).is_ok());
    }
    let pdf = pdf?;
    let parts = book.parts.iter();
    binder.suggest_turned_paper(parts.map(|part| (&part.booklet, &part.layout)));
    Ok(pdf)
}

/// Writes the cache. The book is complete even if that fails.
fn save_cache(cache: &Cache, path: &Path) {
    match cache.write(path) {
        Ok(()) => remark_line!(
            "{}: what was graded, so that the next call is quick",
            shown(path)
        ),
        Err(error) => say::warn(format_args!("cannot save {}: {error}", shown(path))),
    }
}

/// The path of a book's cache: `book.ron.cache`.
fn cache_path(book: &Path) -> PathBuf {
    let mut name = book.as_os_str().to_owned();
    name.push(".cache");
    PathBuf::from(name)
}

/// Reads the cache at this path. Returns the cache, and the path to write it to.
///
/// A damaged cache is reported and replaced. A file that is not a cache is reported and left
/// unchanged; no path is returned for it.
fn known_before(kept: Option<PathBuf>) -> (Cache, Option<PathBuf>) {
    let Some(path) = kept else {
        return (Cache::default(), None);
    };
    let error = match Cache::read(&path) {
        Ok(cache) => return (cache, Some(path)),
        Err(error) => error,
    };
    say::warn(format_args!(
        "the cache {} is not used: {error}; everything is computed again",
        shown(&path)
    ));
    let is_ours = matches!(error, CacheError::Damaged);
    (Cache::default(), is_ours.then_some(path))
}

/// The puzzle of a part that shows solutions; `None` for other parts.
fn loaded(part: &BookPartFile) -> Result<Option<LoadedPuzzle>, Failure> {
    match &part.subject {
        PartSubject::Solutions { text, file, .. } => {
            let file = file.as_ref().clone();
            Ok(Some(LoadedPuzzle::new(text.clone(), file, None)?))
        }
        _ => Ok(None),
    }
}

/// The booklet of one part. Gradings that are in the cache are not computed again.
fn booklet_of<'a>(
    part: &'a BookPartFile,
    loaded: Option<&'a LoadedPuzzle>,
    solutions: Numbered,
    cache: &Cache,
    monitor: &RunContext,
) -> Result<Booklet<'a>, Failure> {
    let title = &part.title;
    let made = match (&part.subject, loaded) {
        (PartSubject::Challenges(file), _) => {
            let (puzzles, challenges) = (&file.puzzles, &file.challenges);
            Booklet::of_challenges_with(title, puzzles, challenges, cache, monitor)
        }
        (PartSubject::Cards(file, pool), _) => Booklet::of_cards(title, pool, &file.cards, monitor),
        (PartSubject::Goals { puzzle, goals }, _) => {
            Booklet::of_goals(title, puzzle.clone(), goals, cache, monitor)
        }
        (PartSubject::Solutions { .. }, loaded) => {
            let loaded = loaded.ok_or_else(|| anyhow!("a part has no puzzle"))?;
            return Ok(Booklet::of_solutions(title, &loaded.instance, solutions));
        }
    };
    let made = made?;
    Ok(match part.layout.divisions {
        Some(DivisionKind::Boards) => made.in_order_of_boards(),
        _ => made,
    })
}

/// Adds worked examples, and a solution for the cover if `has_art` is set. None of these solutions
/// belongs to a challenge of the book.
fn with_other_solutions<'a>(
    files: &[BookPartFile],
    parts: Vec<BookPart<'a>>,
    has_art: bool,
    monitor: &RunContext,
) -> Result<Vec<BookPart<'a>>, Failure> {
    let solutions = ChallengeSolutions::of(parts.iter().map(|part| &part.booklet));
    let parts = parts.into_iter().zip(files).enumerate();
    let parts = parts.map(|(number, (part, file))| {
        let mut booklet = part.booklet;
        if file.has_example {
            booklet = booklet.with_example(&solutions, monitor)?;
        }
        if has_art && number == 0 {
            booklet = booklet.with_cover_solution(&solutions, monitor)?;
        }
        Ok(BookPart {
            booklet,
            layout: part.layout,
        })
    });
    Ok(parts.collect::<Result<_, BookletError>>()?)
}
