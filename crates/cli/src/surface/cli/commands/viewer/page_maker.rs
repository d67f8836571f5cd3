//! Makes the pages that `viewer` writes.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow};

use crate::cover::Instance;
use crate::design::challenges::cards::CardFile;
use crate::design::challenges::{Challenge, ChallengeFile};
use crate::publish::viewer::{
    self, Choice, EmbeddedSolutions, PageContent, PageOptions, PlayableCard, PlayableChallenge,
    PlayablePuzzle, SiteFile, Texts, Theme,
};
use crate::puzzle::{Puzzle, Source, Span};
use crate::reason::deduction::DeductionError;
use crate::solve::search::{RunContext, WorkKind};
use crate::solve::space::{Space, SpaceError};
use crate::support::atomic_write;
use crate::support::label::{Label, shown};
use crate::surface::cli::args::ViewerArgs;
use crate::surface::cli::commands::background::{interruptible, interruptible_but_for_writing};
use crate::surface::cli::commands::challenge_input::{no_part, no_part_of};
use crate::surface::cli::commands::{
    Inputs, LoadedPuzzle, Output, OutputTarget, counted, grouped, load_as, say,
};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The memory limit of a diagram in bytes, unless `--memory` or `--diagram` is given.
pub(super) const DIAGRAM_MEMORY: u64 = 1 << 30;

pub(super) fn options(args: &ViewerArgs) -> Result<PageOptions, Failure> {
    let language = args.words.language();
    let texts = match &args.words.texts {
        None => Texts::in_language(language),
        Some(path) => load_as(path, |source| Texts::read(source, language))?,
    };
    let theme = match &args.theme {
        None => Theme::default(),
        Some(path) => load_as(path, |source| Theme::read(source, path))?,
    };
    Ok(PageOptions {
        texts,
        theme,
        title: args.title.clone(),
        address: args.url.clone(),
        is_play_only: args.play_only,
    })
}

/// The file of the page: that of `--output`, or `index.html` in the folder of `--folder`, which is created if it
/// does not exist.
pub(super) fn target(args: &ViewerArgs, inputs: &Inputs) -> Result<Option<OutputTarget>, Failure> {
    let Some(folder) = &args.folder else {
        return OutputTarget::of(args.output.as_ref(), inputs);
    };
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", shown(folder)))?;
    Ok(Some(OutputTarget::new(&folder.join("index.html"), inputs)?))
}

/// Makes the page or pages that `viewer` writes, from its options.
pub(super) struct PageMaker<'a> {
    pub(super) args: &'a ViewerArgs,
    pub(super) file: &'a Path,
    pub(super) options: &'a PageOptions,
}

impl PageMaker<'_> {
    pub(super) fn of_puzzle(
        &self,
        loaded: &LoadedPuzzle,
        challenges: &[Challenge],
        target: Option<&OutputTarget>,
    ) -> Result<Outcome, Failure> {
        let monitor = signals::listen()?;
        let file = self.args.space.diagram.as_deref();
        let held = interruptible_but_for_writing(&monitor, file, || {
            self.hold(&loaded.instance, &monitor)
        })?;
        if held.solutions.is_empty() && held.choice != Choice::None {
            stderr_line!("there is no solution to show");
            return Ok(Outcome::No);
        }
        // A puzzle with one solution is itself a challenge, without an id.
        let itself = (held.total == Some(1_u32.into())).then(|| Challenge {
            id: Label::default(),
            givens: Vec::new(),
            grade: None,
            rating: None,
            level: None,
            puzzle: 0,
            span: Span::new(0, 0),
        });
        let grading = Some(WorkKind::Busy("grading the challenges"));
        let posed = interruptible(&monitor, grading, || {
            itself
                .iter()
                .chain(challenges)
                .map(|challenge| self.pose(&loaded.instance, challenge, &monitor))
                .collect::<Result<Vec<PlayableChallenge>, Failure>>()
        })?;
        let what = if challenges.is_empty() {
            held_in_words(&held)
        } else {
            format!(
                "{}, {}",
                held_in_words(&held),
                counted(challenges.len(), "challenge")
            )
        };
        let content = PageContent::of_puzzle(&loaded.instance, held, posed);
        self.write(&content, &what, target, &monitor)
    }

    /// Makes a page of the challenges of a file, of one or several puzzles. The page has no
    /// solutions to browse.
    pub(super) fn of_challenges(
        &self,
        text: Source,
        mut inputs: Inputs,
    ) -> Result<Outcome, Failure> {
        let args = self.args;
        let file = ChallengeFile::read(text, self.file)?;
        no_solutions(args, "challenges")?;
        no_part_of(self.file, &args.part)?;
        if file.challenges.is_empty() {
            refuse!("the file has no challenges");
        }
        for puzzle in &file.puzzles {
            inputs.add("the puzzle", &puzzle.path);
        }
        let target = target(args, &inputs)?;
        let monitor = signals::listen()?;
        let grading = Some(WorkKind::Busy("grading the challenges"));
        let mut posed: Vec<Vec<PlayableChallenge>> = vec![Vec::new(); file.puzzles.len()];
        interruptible(&monitor, grading, || {
            for challenge in &file.challenges {
                let instance = &file.puzzles[challenge.puzzle].instance;
                posed[challenge.puzzle].push(self.pose(instance, challenge, &monitor)?);
            }
            Ok::<(), Failure>(())
        })?;
        let several = file.puzzles.len() > 1;
        let puzzles = file.puzzles.iter().zip(posed);
        let puzzles = puzzles.map(|(puzzle, challenges)| PlayablePuzzle {
            name: several.then(|| puzzle.name().clone()),
            instance: &puzzle.instance,
            held: EmbeddedSolutions::none(),
            challenges,
        });
        let content = PageContent::of_challenges(file.title.clone(), puzzles.collect());
        let what = counted(file.challenges.len(), "challenge");
        self.write(&content, &what, target.as_ref(), &monitor)
    }

    /// Makes a page of the cards of a file.
    pub(super) fn of_cards(&self, text: &Source, mut inputs: Inputs) -> Result<Outcome, Failure> {
        let args = self.args;
        no_solutions(args, "cards")?;
        no_part(&args.part)?;
        let file = CardFile::read(text, self.file)?;
        if file.cards.is_empty() {
            refuse!("the file has no challenges");
        }
        inputs.add("the puzzle", &file.puzzle_path);
        let target = target(args, &inputs)?;
        let monitor = signals::listen()?;
        let grading = Some(WorkKind::Busy("grading the cards"));
        let cards = interruptible(&monitor, grading, || {
            let pose = |(place, card)| {
                let posed = PlayableCard::new(place, card, &self.options.texts, &monitor);
                posed.map_err(|error| unplayable(&card.name(), error))
            };
            let cards = file.cards.iter().enumerate().map(pose);
            cards.collect::<Result<Vec<_>, Failure>>()
        })?;
        let content = PageContent::of_cards(file.title.clone(), cards);
        let what = counted(file.cards.len(), "board");
        self.write(&content, &what, target.as_ref(), &monitor)
    }

    pub(super) fn pose(
        &self,
        instance: &Instance,
        challenge: &Challenge,
        monitor: &RunContext,
    ) -> Result<PlayableChallenge, Failure> {
        let texts = &self.options.texts;
        let posed = PlayableChallenge::new(instance, challenge, texts, monitor);
        posed.map_err(|error| unplayable(&challenge.id, error))
    }

    /// Writes the page or the folder, and prints a summary of its contents.
    pub(super) fn write(
        &self,
        content: &PageContent<'_>,
        what: &str,
        target: Option<&OutputTarget>,
        monitor: &RunContext,
    ) -> Result<Outcome, Failure> {
        for (id, stale) in content.stale() {
            say::warn(format_args!("{id}: {stale}"));
        }
        let puzzles: Vec<&Puzzle> = content.puzzles().collect();
        if let Some(name) = self.options.texts.unknown_piece(&puzzles) {
            say::warn(format_args!(
                "the texts name a piece {name:?}, which no puzzle has"
            ));
        }
        let writing = Some(WorkKind::Busy("writing the page"));
        if let (Some(_), Some(target)) = (&self.args.folder, target) {
            let files = interruptible(monitor, writing, || viewer::site(content, self.options));
            return write_site(&files?, target, what);
        }
        let page = interruptible(monitor, writing, || viewer::page(content, self.options));
        write_page(&page?, target, what)
    }

    /// Finds the solutions that the page is to embed: at most `--limit`, the first ones or a random sample.
    pub(super) fn hold(
        &self,
        instance: &Instance,
        monitor: &RunContext,
    ) -> Result<EmbeddedSolutions, Failure> {
        let args = self.args;
        let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
        if limit == 0 || args.play_only {
            return Ok(EmbeddedSolutions::none());
        }
        if args.first {
            return EmbeddedSolutions::first(instance, limit, monitor).ok_or(Failure::Interrupted);
        }
        let monitor = monitor.clone().with(&args.space.machine);
        // A diagram that needs more than this memory is likely to need far more, and a search is then faster.
        let mut modest = monitor.clone();
        let file = args.space.diagram.as_deref();
        if monitor.resources.memory.is_none() && file.is_none() {
            modest.resources.memory = Some(monitor.resources.memory().min(DIAGRAM_MEMORY));
        }
        match Space::open(instance, &modest, file) {
            Ok(space) => Ok(EmbeddedSolutions::of(&space, limit, args.seed)?),
            // With `--diagram`, a diagram that is too large is an error.
            Err(SpaceError::Frontier(_)) if file.is_none() => {
                remark_line!(
                    "the diagram of all solutions is too large, so solutions are searched"
                );
                Ok(EmbeddedSolutions::searched(
                    instance, limit, args.seed, &monitor,
                )?)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Writes a page, and prints a summary of its contents.
pub(super) fn write_page(
    page: &str,
    target: Option<&OutputTarget>,
    what: &str,
) -> Result<Outcome, Failure> {
    let Some(path) = target.map(OutputTarget::path) else {
        let mut out = Output::stdout();
        out.write_all(page.as_bytes())?;
        out.flush()?;
        return Ok(Outcome::Done);
    };
    atomic_write::replace(path, |writer| writer.write_all(page.as_bytes()))
        .with_context(|| format!("cannot write {}", shown(path)))?;
    let size = grouped(page.len().div_ceil(1000));
    remark_line!("{}: {what}, {size} KB", shown(path));
    Ok(Outcome::Done)
}

/// Writes the files of a folder with a page, and prints a summary of their contents.
pub(super) fn write_site(
    files: &[SiteFile],
    index: &OutputTarget,
    what: &str,
) -> Result<Outcome, Failure> {
    let folder = index.path().parent().unwrap_or(Path::new("."));
    for file in files {
        let target = index.another(&folder.join(file.name))?;
        let path = target.path();
        atomic_write::replace(path, |writer| writer.write_all(&file.bytes))
            .with_context(|| format!("cannot write {}", shown(path)))?;
    }
    let size: usize = files.iter().map(|file| file.bytes.len()).sum();
    let size = grouped(size.div_ceil(1000));
    let count = counted(files.len(), "file");
    remark_line!("{}: {what}, {count}, {size} KB", shown(folder));
    Ok(Outcome::Done)
}

/// Returns an error for options that apply only to the solutions of a puzzle.
pub(super) fn no_solutions(args: &ViewerArgs, what: &str) -> Result<(), Failure> {
    let stray = [
        ("--challenges", args.challenges.is_some()),
        ("--first", args.first),
        ("--diagram", args.space.diagram.is_some()),
    ];
    match stray.into_iter().find(|(_, is_stray)| *is_stray) {
        Some((name, _)) => {
            Err(anyhow!("{name} needs a puzzle, but this is a file of {what}").into())
        }
        None => Ok(()),
    }
}

/// The embedded solutions, in a few words.
pub(super) fn held_in_words(held: &EmbeddedSolutions) -> String {
    let count = held.solutions.len();
    match (held.choice, &held.total) {
        (Choice::Sample { .. }, Some(total)) => {
            format!("{} of {}", grouped(count), counted(total, "solution"))
        }
        (Choice::First, _) => format!("the first {}", counted(count, "solution")),
        (Choice::None, _) => "no solutions".to_owned(),
        _ => counted(count, "solution"),
    }
}

pub(super) fn unplayable(id: &Label, error: DeductionError) -> Failure {
    match error {
        DeductionError::Interrupted => Failure::Interrupted,
        error => anyhow::Error::new(error)
            .context(format!("the challenge {id:?} cannot be played"))
            .into(),
    }
}
