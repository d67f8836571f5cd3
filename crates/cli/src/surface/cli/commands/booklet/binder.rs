//! Makes the pages of booklets and books.

use std::ops::ControlFlow;

use anyhow::{Context, anyhow};
use tilewright_dlx::OptionId;

use crate::picture::drawing::Paper;
use crate::picture::drawing::pdf::Press;
use crate::publish::booklet::{
    Booklet, Hints, Layout, Numbers, PartLayout, Texts, Typography, html, pdf,
};
use crate::puzzle::{Puzzle, Source, suggestion};
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor};
use crate::support::label::shown;
use crate::surface::cli::args::{BookletArgs, BookletFormat, HintsArg};
use crate::surface::cli::commands::beside::interruptible;
use crate::surface::cli::commands::pictures::{ending, say_missing, write_whole};
use crate::surface::cli::commands::solution_stream::numbered;
use crate::surface::cli::commands::{LoadedPuzzle, Target, counted, say};
use crate::surface::cli::failure::{Failure, Outcome};

/// So many solutions are shown if nothing else is said.
pub(super) const SHOWN: u64 = 24;

/// The threads that the call asks for.
pub(super) fn threads(resources: &Resources) -> Result<rayon::ThreadPool, Failure> {
    Ok(rayon::ThreadPoolBuilder::new()
        .num_threads(resources.threads.get())
        .build()
        .context("cannot start threads")?)
}

/// Says what is to be said of the challenges of a booklet.
pub(super) fn warn_of(booklet: &Booklet<'_>) {
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

/// Solutions with their numbers.
pub(super) type Numbered = Vec<(u64, Vec<OptionId>)>;

/// The solutions of a puzzle that are wanted, the first ones if nothing is said; or how the call
/// ends if they are not there.
pub(super) fn solutions_of(
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
pub(super) struct Binder<'a> {
    pub(super) args: &'a BookletArgs,
    pub(super) texts: Texts,
    pub(super) format: BookletFormat,
    pub(super) paper: Paper,
    pub(super) typography: Typography,
    pub(super) press: Press,
    pub(super) fonts: crate::picture::drawing::Fonts,
}

impl<'a> Binder<'a> {
    /// Reads the texts and the fonts before any work is done.
    pub(super) fn new(args: &'a BookletArgs) -> Result<Self, Failure> {
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
    pub(super) fn part_layout(&self) -> PartLayout {
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
    pub(super) fn check_piece_names(&self, puzzles: &[&Puzzle]) -> Result<(), Failure> {
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

    pub(super) fn layout(&self) -> Layout {
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

    pub(super) fn bind(
        &self,
        booklet: &Booklet<'_>,
        target: Option<&Target>,
        monitor: &Monitor,
    ) -> Result<(), Failure> {
        self.check_piece_names(&booklet.puzzles().collect::<Vec<_>>())?;
        let style = self.args.look.style();
        let laying_out = Some(Kind::Busy("laying out the pages"));
        let (bytes, missing) = match self.format {
            BookletFormat::Html => {
                let page = || html(booklet, &self.texts, style).into_bytes();
                (interruptible(monitor, laying_out, page), None)
            }
            BookletFormat::Pdf => {
                let pages = || pdf(booklet, &self.texts, &self.layout(), &self.fonts);
                let made = interruptible(monitor, laying_out, pages);
                let (bytes, missing) = made.map_err(anyhow::Error::new)?;
                (bytes, Some(missing))
            }
        };
        monitor.stop().check()?;
        if let Some(missing) = missing {
            say_missing(missing);
        }
        write_whole(target, |out| Ok(out.write_all(&bytes)?))
    }
}
