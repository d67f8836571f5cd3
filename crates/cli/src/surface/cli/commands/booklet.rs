//! `booklet`: challenges or solutions as a booklet, PDF or HTML.

mod book;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, anyhow};
use tilewright_dlx::OptionId;

use super::beside::interruptible;
use super::pictures::{ending, say_missing, write_whole};
use super::posed::{no_part, no_part_of, pieces_of};
use super::solution_stream::numbered;
use super::{Inputs, LoadedPuzzle, Target, counted, load_text, say};
use crate::cover::Instance;
use crate::design::challenges::ChallengeFile;
use crate::design::challenges::cards::CardFile;
use crate::picture::drawing::Paper;
use crate::picture::drawing::pdf::Press;
use crate::publish::booklet::{
    BookFile, Booklet, BookletError, Hints, Layout, Numbers, PartLayout, Texts, Typography, html,
    pdf,
};
use crate::puzzle::{Puzzle, Source, suggestion};
use crate::solve::resources::Resources;
use crate::solve::search::Kind;
use crate::support::label::shown;
use crate::surface::cli::args::{BookletArgs, BookletFormat, HintsArg};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// So many solutions are shown if nothing else is said.
const SHOWN: u64 = 24;

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
    publish(binder, booklet, target.as_ref())
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
    publish(binder, booklet, target.as_ref())
}

/// The threads that the call asks for.
fn threads(resources: &Resources) -> Result<rayon::ThreadPool, Failure> {
    Ok(rayon::ThreadPoolBuilder::new()
        .num_threads(resources.threads.get())
        .build()
        .context("cannot start threads")?)
}

/// Writes a booklet of challenges, and says what is to be said of them.
fn publish(
    binder: &Binder<'_>,
    booklet: Result<Booklet<'_>, BookletError>,
    target: Option<&Target>,
) -> Result<Outcome, Failure> {
    let booklet = booklet.map_err(|error| match error {
        BookletError::Interrupted => Failure::Interrupted,
        error => anyhow::Error::new(error).into(),
    })?;
    warn_of(&booklet);
    binder.bind(&booklet, target)?;
    Ok(Outcome::Done)
}

/// Says what is to be said of the challenges of a booklet.
fn warn_of(booklet: &Booklet<'_>) {
    for task in booklet.tasks() {
        if let Some(stale) = task.stale {
            say::warn(format_args!("{}: {stale}", task.id));
        }
    }
    let several = booklet.tasks().iter();
    let several = several.filter(|task| !task.is_unique && task.count.is_none());
    let several: Vec<&str> = several.map(|task| task.id.as_str()).collect();
    if !several.is_empty() {
        say::warn(format_args!(
            "{} more than one solution, of which the booklet shows \
             one: {}; see `unify`",
            if several.len() == 1 {
                "this challenge has"
            } else {
                "these challenges have"
            },
            several.join(" ")
        ));
    }
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
    binder.bind(&booklet, target)?;
    Ok(Outcome::Done)
}

/// Solutions with their numbers.
type Numbered = Vec<(u64, Vec<OptionId>)>;

/// The solutions of a puzzle that are wanted, the first ones if nothing is said; or how the call
/// ends if they are not there.
fn solutions_of(
    loaded: &LoadedPuzzle,
    asked: Option<&Numbers>,
    distinct: bool,
    resources: &Resources,
) -> Result<Result<Numbered, Outcome>, Failure> {
    let wanted = asked.cloned().unwrap_or_else(|| Numbers::up_to(SHOWN));
    let mut solutions = Vec::new();
    let found = numbered(loaded, distinct, resources, |number, solution| {
        if wanted.contains(number) {
            solutions.push((number, solution));
        }
        Ok(if number >= wanted.last() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    if found.interrupted {
        say::incomplete(&counted(solutions.len(), "solution"));
        return Ok(Err(Outcome::Interrupted));
    }
    if asked.is_some() && found.solutions < wanted.last() {
        say::error(format_args!(
            "there is no solution {}: there are {}",
            wanted.last(),
            found.solutions
        ));
        return Ok(Err(Outcome::No));
    }
    if solutions.is_empty() {
        say::error("there is no solution to show");
        return Ok(Err(Outcome::No));
    }
    Ok(Ok(solutions))
}

/// Makes a booklet of what is in it, as the arguments say.
struct Binder<'a> {
    args: &'a BookletArgs,
    texts: Texts,
    format: BookletFormat,
    paper: Paper,
    typography: Typography,
    press: Press,
    fonts: crate::picture::drawing::Fonts,
}

impl<'a> Binder<'a> {
    /// Reads the texts and the fonts before any work is done.
    fn new(args: &'a BookletArgs) -> Result<Self, Failure> {
        let language = args.words.language();
        let texts = match &args.words.texts {
            None => Texts::in_language(language),
            Some(path) => {
                let source = Source::load_named(path)?;
                let texts = Texts::read(&source, language);
                texts.map_err(|error| Failure::Diagnostic(Box::new(error), source))?
            }
        };
        let format = match (args.format, &args.output) {
            (Some(format), _) => format,
            (None, None) => BookletFormat::Pdf,
            (None, Some(path)) => match ending(path).as_str() {
                "pdf" => BookletFormat::Pdf,
                "html" | "htm" => BookletFormat::Html,
                _ => {
                    return Err(anyhow!(
                        "the name {} tells no format: let it end in .pdf or .html, or say --format",
                        shown(path)
                    )
                    .into());
                }
            },
        };
        let of_pages = [
            ("--contents", args.contents),
            ("--example", args.example),
            ("--paper", args.paper.paper.is_some()),
            ("--landscape", args.paper.landscape),
        ];
        let of_pages = of_pages.into_iter().find(|(_, is_asked)| *is_asked);
        let of_pages = of_pages.map(|(name, _)| name).or(args.press.of_pages());
        if let Some(name) = of_pages.filter(|_| format == BookletFormat::Html) {
            return Err(
                anyhow!("{name} goes with pages: a booklet for the screen has none").into(),
            );
        }
        if args.output.is_none()
            && format == BookletFormat::Pdf
            && std::io::IsTerminal::is_terminal(&std::io::stdout())
        {
            return Err(anyhow!("a terminal shows no PDF: name a file with --output").into());
        }
        let paper = args.paper.page().map_err(anyhow::Error::new)?;
        let paper = args.press.bound(paper).map_err(anyhow::Error::new)?;
        Ok(Self {
            args,
            texts,
            format,
            paper,
            typography: args.press.typography(paper),
            press: args.press.press().map_err(anyhow::Error::new)?,
            fonts: args.font.fonts()?,
        })
    }

    /// How challenges, hints and solutions look.
    fn part_layout(&self) -> PartLayout {
        PartLayout {
            per_page: usize::from(self.args.per_page),
            hints: match self.args.hints {
                HintsArg::UpsideDown => Hints::UpsideDown,
                HintsArg::Upright => Hints::Upright,
                HintsArg::None => Hints::Nowhere,
            },
            style: self.args.look.style(),
            ..PartLayout::default()
        }
    }

    /// Refuses texts that have a name for a piece that is not there.
    fn check_piece_names(&self, puzzles: &[&Puzzle]) -> Result<(), Failure> {
        if let Some(name) = self.texts.unknown_piece(puzzles) {
            let known = puzzles.iter().flat_map(|puzzle| &puzzle.pieces);
            let near = suggestion(name, known.map(|piece| piece.name.as_str()));
            let near = near.trim_end();
            return Err(anyhow!(
                "`piece_names` has {name:?}, which no piece here is called{}{near}",
                if near.is_empty() { "" } else { ": " }
            )
            .into());
        }
        Ok(())
    }

    fn layout(&self) -> Layout {
        Layout {
            paper: self.paper,
            typography: self.typography,
            part: self.part_layout(),
            has_contents: self.args.contents,
            press: self.press,
            multiple: usize::from(self.args.press.pad),
            author: self.args.press.author.clone(),
        }
    }

    fn bind(&self, booklet: &Booklet<'_>, target: Option<&Target>) -> Result<(), Failure> {
        self.check_piece_names(&booklet.puzzles().collect::<Vec<_>>())?;
        let style = self.args.look.style();
        let bytes = match self.format {
            BookletFormat::Html => html(booklet, &self.texts, style).into_bytes(),
            BookletFormat::Pdf => {
                let layout = self.layout();
                let (bytes, missing) =
                    pdf(booklet, &self.texts, &layout, &self.fonts).map_err(anyhow::Error::new)?;
                say_missing(missing);
                bytes
            }
        };
        write_whole(target, |out| Ok(out.write_all(&bytes)?))
    }
}
