//! Makes the pages of booklets and books.

use tilewright_dlx::OptionId;

use crate::picture::drawing::pdf::Press;
use crate::picture::drawing::{Paper, SolidView};
use crate::publish::booklet::{
    Booklet, BookletLayout, BookletLayoutError, BookletTexts, Numbers, PartLayout, Typography,
    cell_of_challenges, html, pdf,
};
use crate::puzzle::{Puzzle, suggestion};
use crate::solve::resources::Resources;
use crate::solve::search::{RunContext, WorkKind};
use crate::support::control_flow::break_if;
use crate::support::label::shown;
use crate::surface::cli::args::{BookletArgs, BookletFormat};
use crate::surface::cli::commands::background::interruptible;
use crate::surface::cli::commands::pictures::{ending, say_missing, say_written, write_whole};
use crate::surface::cli::commands::solution_stream::numbered;
use crate::surface::cli::commands::{LoadedPuzzle, OutputTarget, counted, grouped, load_as, say};
use crate::surface::cli::failure::{Failure, Outcome};

/// The default number of solutions in a booklet.
pub(super) const SHOWN: u64 = 24;

/// Warns of challenges whose stated rating is outdated, and of challenges with several solutions.
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
            "{} more than one solution, and the booklet shows one: {}; see `unify`",
            if several.len() == 1 {
                "this challenge has"
            } else {
                "these challenges have"
            },
            several.join(" ")
        ));
    }
}

/// Prints a note if the requested worked example is missing from a booklet.
pub(super) fn note_missing_example(booklet: Option<&Booklet<'_>>) {
    if booklet.is_some_and(|booklet| !booklet.has_example()) {
        say::note(
            "there is no worked example: no other solution makes an easy challenge, and those of \
             the challenges stay hidden",
        );
    }
}

/// Solutions, each with its number in the list of `solve`.
pub(super) type Numbered = Vec<(u64, Vec<OptionId>)>;

/// The requested solutions of a puzzle, or the first [`SHOWN`] without a request.
///
/// The inner error is the outcome of the command if there are no solutions, if a requested number is too large, or
/// if the search was interrupted. The reason is printed.
pub(super) fn solutions_of(
    loaded: &LoadedPuzzle,
    requested: Option<&Numbers>,
    distinct: bool,
    resources: Resources,
) -> Result<Result<Numbered, Outcome>, Failure> {
    let numbers = requested.cloned().unwrap_or_else(|| Numbers::up_to(SHOWN));
    let mut solutions = Vec::new();
    let found = numbered(loaded, distinct, resources, |number, solution| {
        if numbers.contains(number) {
            solutions.push((number, solution));
        }
        Ok(break_if(number >= numbers.last()))
    })?;
    if found.interrupted {
        say::incomplete(&counted(solutions.len(), "solution"));
        return Ok(Err(Outcome::Interrupted));
    }
    if requested.is_some() && found.solutions < numbers.last() {
        say::error(format_args!(
            "there is no solution {}: there are {}",
            grouped(numbers.last()),
            grouped(found.solutions)
        ));
        return Ok(Err(Outcome::No));
    }
    if solutions.is_empty() {
        say::error("there is no solution to show");
        return Ok(Err(Outcome::No));
    }
    Ok(Ok(solutions))
}

/// Turning the paper is suggested if it makes the cells of boards larger by at least this factor.
const MUCH_LARGER: f64 = 1.3;

/// Lays out booklets and books as the options of `booklet` request.
pub(super) struct Binder<'a> {
    pub(super) args: &'a BookletArgs,
    pub(super) texts: BookletTexts,
    pub(super) format: BookletFormat,
    pub(super) paper: Paper,
    pub(super) typography: Typography,
    pub(super) press: Press,
    pub(super) fonts: crate::picture::drawing::Fonts,
    pub(super) resources: Resources,
}

impl<'a> Binder<'a> {
    /// Reads the texts and the fonts, and returns an error for options that do not fit the format. Called
    /// before the search, so that a wrong option fails at once.
    pub(super) fn new(args: &'a BookletArgs) -> Result<Self, Failure> {
        let language = args.words.language();
        let texts = match &args.words.texts {
            None => BookletTexts::in_language(language),
            Some(path) => load_as(path, |source| BookletTexts::read(source, language))?,
        };
        let format = match (args.format, &args.output) {
            (Some(format), _) => format,
            (None, None) => BookletFormat::Pdf,
            (None, Some(path)) => match ending(path).as_str() {
                "pdf" => BookletFormat::Pdf,
                "html" | "htm" => BookletFormat::Html,
                _ => {
                    refuse!(
                        "the name {} has no known ending: let it end in .pdf or .html, or add --format",
                        shown(path)
                    );
                }
            },
        };
        let of_pages = [
            ("--contents", args.contents),
            ("--index", args.index),
            ("--example", args.example),
            ("--paper", args.paper.paper.is_some()),
            ("--landscape", args.paper.landscape),
        ];
        let of_pages = of_pages.into_iter().find(|(_, is_asked)| *is_asked);
        let of_pages = of_pages.map(|(name, _)| name).or(args.press.of_pages());
        if let Some(name) = of_pages.filter(|_| format == BookletFormat::Html) {
            refuse!("{name} needs pages, which an HTML booklet does not have");
        }
        if args.output.is_none()
            && format == BookletFormat::Pdf
            && std::io::IsTerminal::is_terminal(&std::io::stdout())
        {
            refuse!("a terminal cannot show a PDF: name a file with --output");
        }
        let paper = args.paper.page()?;
        let paper = args.press.bound(paper)?;
        Ok(Self {
            args,
            texts,
            format,
            paper,
            typography: args.press.typography(paper),
            press: args.press.press()?,
            fonts: args.font.fonts()?,
            resources: Resources::from(&args.resources),
        })
    }

    /// How challenges, hints and solutions are laid out.
    pub(super) fn part_layout(&self) -> PartLayout {
        PartLayout {
            per_page: usize::from(self.args.per_page),
            hints: self.args.hints.into(),
            has_index: self.args.index.then_some(true),
            style: self.args.look.style(),
            ..PartLayout::default()
        }
    }

    /// Returns an error if `piece_names` in the file of texts names a piece that no puzzle has.
    pub(super) fn check_piece_names(&self, puzzles: &[&Puzzle]) -> Result<(), Failure> {
        if let Some(name) = self.texts.unknown_piece(puzzles) {
            let known = puzzles.iter().flat_map(|puzzle| &puzzle.pieces);
            let near = suggestion(name, known.map(|piece| piece.name.as_str()));
            let near = near.trim_end();
            refuse!(
                "`piece_names` has {name:?}, but no piece has this name{}{near}",
                if near.is_empty() { "" } else { ": " }
            );
        }
        Ok(())
    }

    pub(super) fn layout(&self) -> BookletLayout {
        BookletLayout {
            paper: self.paper,
            typography: self.typography,
            part: self.part_layout(),
            has_contents: self.args.contents,
            press: self.press,
            multiple: usize::from(self.args.press.pad),
            author: self.args.press.author.clone(),
        }
    }

    /// Prints which option lets a booklet fit that did not: the first one with which `fits` is true.
    pub(super) fn advise(
        &self,
        monitor: &RunContext,
        fits: impl Fn(&BookletLayout) -> bool + Send,
    ) {
        let layout = self.layout();
        let is_landscape = self.args.paper.landscape;
        let with_part = |part| BookletLayout {
            part,
            ..layout.clone()
        };
        let on = |paper: Paper| {
            let paper = if is_landscape { paper.turned() } else { paper };
            paper.with_margin(self.args.paper.page_margin.0).ok()
        };
        let part = &layout.part;
        let mut isometric = part.clone();
        isometric.style.view = SolidView::Isometric;
        let fewer = PartLayout {
            per_page: 1,
            ..part.clone()
        };
        let on_paper = |paper| BookletLayout {
            paper,
            ..layout.clone()
        };
        let turned = if is_landscape {
            "without --landscape"
        } else {
            "with --landscape"
        };
        let tries = [
            ("with --per-page 1", Some(with_part(fewer))),
            (turned, Some(on_paper(self.paper.turned()))),
            ("with --view isometric", Some(with_part(isometric))),
            (
                "with --page-margin 8mm",
                self.paper.with_margin(8.0).ok().map(on_paper),
            ),
            ("with --paper a4", on(Paper::A4).map(on_paper)),
            ("with --paper a3", on(Paper::A3).map(on_paper)),
        ];
        let laying_out = Some(WorkKind::Busy("laying out the pages"));
        let fitting = interruptible(monitor, laying_out, move || {
            let mut tries = tries.into_iter();
            tries.find(|(_, layout)| layout.as_ref().is_some_and(&fits))
        });
        if let Some((option, _)) = fitting {
            say::note(format_args!("it fits {option}"));
        }
    }

    /// Suggests `--landscape` if boards would be at least [`MUCH_LARGER`] times as large with it.
    pub(super) fn suggest_turned_paper<'b, 'p: 'b>(
        &self,
        parts: impl Iterator<Item = (&'b Booklet<'p>, &'b PartLayout)>,
    ) {
        let layout = self.layout();
        let turned = BookletLayout {
            paper: layout.paper.turned(),
            ..layout.clone()
        };
        let gains = parts.filter_map(|(booklet, part)| {
            let cell =
                |layout| cell_of_challenges(booklet, &self.texts, (layout, part), &self.fonts);
            Some(cell(&turned)? / cell(&layout)?)
        });
        let gain = gains.fold(0.0, f64::max);
        if gain >= MUCH_LARGER {
            let option = if self.args.paper.landscape {
                "without --landscape"
            } else {
                "with --landscape"
            };
            say::note(format_args!(
                "boards would be {gain:.1} times as large {option}"
            ));
        }
    }

    pub(super) fn bind(
        &self,
        booklet: &Booklet<'_>,
        target: Option<&OutputTarget>,
        monitor: &RunContext,
    ) -> Result<(), Failure> {
        self.check_piece_names(&booklet.puzzles().collect::<Vec<_>>())?;
        let style = self.args.look.style();
        let laying_out = Some(WorkKind::Busy("laying out the pages"));
        let (bytes, missing) = match self.format {
            BookletFormat::Html => {
                let page = || html(booklet, &self.texts, style).into_bytes();
                (interruptible(monitor, laying_out, page), None)
            }
            BookletFormat::Pdf => {
                let pages = || pdf(booklet, &self.texts, &self.layout(), &self.fonts);
                let made = interruptible(monitor, laying_out, pages);
                if let Err(BookletLayoutError::TooSmall(_)) = &made {
                    self.advise(monitor, |layout| {
                        pdf(booklet, &self.texts, layout, &self.fonts).is_ok()
                    });
                }
                let (bytes, missing) = made?;
                let layout = self.layout();
                self.suggest_turned_paper([(booklet, &layout.part)].into_iter());
                (bytes, Some(missing))
            }
        };
        monitor.stop().check()?;
        if let Some(missing) = missing {
            say_missing(missing);
        }
        write_whole(target, |out| Ok(out.write_all(&bytes)?))?;
        let what = match self.format {
            BookletFormat::Html => "a booklet as HTML",
            BookletFormat::Pdf => "a booklet as PDF",
        };
        say_written(target, what);
        Ok(())
    }
}
