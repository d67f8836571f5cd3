//! `viewer`: one HTML file that browses and plays a puzzle.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, anyhow};
use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::beside::{interruptible, interruptible_but_for_writing};
use super::posed::{no_part, no_part_of};
use super::{Inputs, LoadedPuzzle, Output, Target, counted, grouped, load_text, say};
use crate::cli::args::ViewerArgs;
use crate::cli::failure::{Failure, Outcome};
use crate::cli::signals;
use crate::cover::notation::{self, Pattern};
use crate::design::challenges::cards::CardFile;
use crate::design::challenges::{Challenge, ChallengeFile, ChallengePuzzle, fingerprint};
use crate::publish::viewer::{self, Choice, EmbeddedSolutions, PlayableCard, PlayableChallenge};
use crate::puzzle::{Source, Span};
use crate::reason::deduction::DeductionError;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor};
use crate::solve::space::{Space, SpaceError};
use crate::support::atomic_write;
use crate::support::label::{Label, shown};

/// The bytes that a diagram may take, if nobody has said it.
const DIAGRAM_MEMORY: u64 = 1 << 30;

pub(super) fn run(args: &ViewerArgs) -> Result<Outcome, Failure> {
    let mut inputs = Inputs::of([
        ("the puzzle", Some(&args.file)),
        ("the file of challenges", args.challenges.as_ref()),
        ("the diagram", args.space.diagram.as_ref()),
    ]);
    let text = Source::load_named(&args.file)?;
    if CardFile::is_one(&text) {
        return of_cards(args, &text, inputs);
    }
    if ChallengeFile::is_one(&text) {
        let file = ChallengeFile::read(text.clone(), &args.file)?;
        if file.puzzles.len() > 1 {
            return of_goals(args, &file, inputs);
        }
    }
    if let Some(path) = &args.challenges
        && CardFile::is_one(&Source::load_named(path)?)
    {
        return Err(anyhow!(
            "{path} is a file of cards, which makes a page by itself: `tilewright viewer {path}`",
            path = shown(path)
        )
        .into());
    }
    let loaded = load_text(text, args.part.part())?;
    let challenges = match &args.challenges {
        Some(path) => {
            let (challenges, puzzle) = read_challenges(&loaded, args, path)?;
            inputs.add("the puzzle of the challenges", &puzzle);
            challenges
        }
        None => Vec::new(),
    };
    let target = Target::of(args.output.as_ref(), &Rc::new(inputs))?;
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    let monitor = signals::listen()?;
    let file = args.space.diagram.as_deref();
    let held = interruptible_but_for_writing(&monitor, file, || hold(&loaded, args, &monitor))?;
    if held.solutions.is_empty() && held.choice != Choice::None {
        stderr_line!("no solution: there is nothing to browse");
        return Ok(Outcome::No);
    }
    // A puzzle with one solution is a challenge itself, of no name.
    let itself = (held.total == Some(1_u32.into())).then(|| Challenge {
        id: Label::default(),
        givens: Vec::new(),
        grade: None,
        rating: None,
        level: None,
        puzzle: 0,
        span: Span::new(0, 0),
    });
    let grading = Some(Kind::Busy("grading the challenges"));
    let posed = interruptible(&monitor, grading, || {
        itself
            .iter()
            .chain(&challenges)
            .map(|challenge| pose(&loaded, challenge, &monitor))
            .collect::<Result<Vec<PlayableChallenge>, Failure>>()
    })?;
    for challenge in &posed {
        if let Some(stale) = challenge.stale {
            say::warn(format_args!("{}: {stale}", challenge.id));
        }
    }
    let writing = Some(Kind::Busy("writing the page"));
    let page = interruptible(&monitor, writing, || {
        viewer::page(&loaded.instance, &held, &posed)
    });
    let page = page.map_err(anyhow::Error::new)?;
    let challenges = if challenges.is_empty() {
        String::new()
    } else {
        format!(", {}", counted(challenges.len(), "challenge"))
    };
    let what = format!("{}{challenges}", told(&held));
    write_page(&page, target.as_ref(), &what)
}

/// Writes a page, and says what it holds.
fn write_page(page: &str, target: Option<&Target>, what: &str) -> Result<Outcome, Failure> {
    let Some(path) = target.map(Target::path) else {
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

/// Refuses what goes with a puzzle.
fn no_solutions(args: &ViewerArgs, what: &str) -> Result<(), Failure> {
    let stray = [
        ("--challenges", args.challenges.is_some()),
        ("--first", args.first),
        ("--diagram", args.space.diagram.is_some()),
    ];
    match stray.into_iter().find(|(_, is_stray)| *is_stray) {
        Some((name, _)) => {
            Err(anyhow!("{name} goes with a puzzle, not with a file of {what}").into())
        }
        None => Ok(()),
    }
}

/// A page of the challenges of several puzzles, each as a card of its own.
fn of_goals(
    args: &ViewerArgs,
    file: &ChallengeFile,
    mut inputs: Inputs,
) -> Result<Outcome, Failure> {
    no_solutions(args, "challenges")?;
    no_part_of(&args.file, &args.part)?;
    for puzzle in &file.puzzles {
        inputs.add("the puzzle", &puzzle.path);
    }
    let target = Target::of(args.output.as_ref(), &Rc::new(inputs))?;
    let monitor = signals::listen()?;
    let grading = Some(Kind::Busy("grading the challenges"));
    let cards = interruptible(&monitor, grading, || {
        let pose = |challenge: &Challenge| {
            let puzzle = &file.puzzles[challenge.puzzle];
            let posed = PlayableCard::of_challenge(puzzle, challenge, &monitor);
            posed.map_err(|error| unplayable(&challenge.id, error))
        };
        let challenges = file.challenges.iter().map(pose);
        challenges.collect::<Result<Vec<_>, Failure>>()
    })?;
    write_deck(&file.title, &cards, "challenge", target.as_ref())
}

/// A page of the cards of a file.
fn of_cards(args: &ViewerArgs, text: &Source, mut inputs: Inputs) -> Result<Outcome, Failure> {
    no_solutions(args, "cards")?;
    no_part(&args.part)?;
    let file = CardFile::read(text, &args.file)?;
    if file.cards.is_empty() {
        return Err(anyhow!("the file has no challenge").into());
    }
    inputs.add("the puzzle", &file.puzzle_path);
    let target = Target::of(args.output.as_ref(), &Rc::new(inputs))?;
    let monitor = signals::listen()?;
    let grading = Some(Kind::Busy("grading the cards"));
    let cards = interruptible(&monitor, grading, || {
        let pose = |card| {
            let posed = PlayableCard::new(card, &monitor);
            posed.map_err(|error| unplayable(&card.name(), error))
        };
        file.cards
            .iter()
            .map(pose)
            .collect::<Result<Vec<_>, Failure>>()
    })?;
    write_deck(&file.title, &cards, "board", target.as_ref())
}

/// Writes a page that goes from board to board.
fn write_deck(
    title: &Label,
    cards: &[PlayableCard<'_>],
    what: &str,
    target: Option<&Target>,
) -> Result<Outcome, Failure> {
    for card in cards {
        if let Some(stale) = card.posed.stale {
            say::warn(format_args!("{}: {stale}", card.id));
        }
    }
    let page = viewer::deck_page(title, cards).map_err(anyhow::Error::new)?;
    write_page(&page, target, &counted(cards.len(), what))
}

/// The solutions that the page is to hold.
fn hold(
    loaded: &LoadedPuzzle,
    args: &ViewerArgs,
    monitor: &Monitor,
) -> Result<EmbeddedSolutions, Failure> {
    let LoadedPuzzle { instance, .. } = loaded;
    let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
    if limit == 0 {
        return Ok(EmbeddedSolutions::none());
    }
    if args.first {
        return EmbeddedSolutions::first(instance, limit, monitor).ok_or(Failure::Interrupted);
    }
    let resources = Resources::from(&args.space.machine);
    // A diagram that takes more is likely to take far more, and a search is faster.
    let modest = Resources {
        memory: Some(resources.memory().min(DIAGRAM_MEMORY)),
        ..resources
    };
    let file = args.space.diagram.as_deref();
    let asked = resources.memory.is_some() || file.is_some();
    let means = if asked { &resources } else { &modest };
    match Space::open(instance, means, monitor, file) {
        Ok(space) => {
            Ok(EmbeddedSolutions::of(&space, limit, args.seed).map_err(anyhow::Error::new)?)
        }
        // Who wants a file of the diagram is told why there is none.
        Err(SpaceError::Frontier(_)) if file.is_none() => {
            remark_line!("the diagram of all solutions is too large: searching for them");
            Ok(EmbeddedSolutions::searched(
                instance, limit, args.seed, &resources, monitor,
            )?)
        }
        Err(error) => Err(error.into()),
    }
}

/// What is held, in a few words.
fn told(held: &EmbeddedSolutions) -> String {
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

/// The challenges of a file, as challenges of this puzzle; and the path of the file of theirs.
fn read_challenges(
    loaded: &LoadedPuzzle,
    args: &ViewerArgs,
    path: &Path,
) -> Result<(Vec<Challenge>, PathBuf), Failure> {
    let LoadedPuzzle { instance, .. } = loaded;
    let file = ChallengeFile::read(Source::load_named(path)?, path)?;
    let own = fingerprint(instance);
    let same = |puzzle: &ChallengePuzzle| fingerprint(&puzzle.instance) == own;
    let Some(at) = file.puzzles.iter().position(same) else {
        return Err(anyhow!(
            "the challenges of {} are for another puzzle than {}: for {}",
            shown(path),
            shown(&args.file),
            file.puzzles
                .iter()
                .map(|puzzle| shown(&puzzle.path))
                .unique()
                .join(", "),
        )
        .into());
    };
    let posed = &file.puzzles[at];
    // The pieces may be in another order.
    let own = |option: &OptionId| -> Result<OptionId, Failure> {
        let written = notation::of(&posed.instance, *option);
        let placement =
            Pattern::parse(&written, instance).and_then(|pattern| pattern.placement(instance));
        placement.map_err(|error| Failure::Other(error.into()))
    };
    let of_it = |challenge: &&Challenge| challenge.puzzle == at;
    let challenges = file.challenges.iter().filter(of_it).map(|challenge| {
        Ok(Challenge {
            givens: challenge.givens.iter().map(own).collect::<Result<_, _>>()?,
            ..challenge.clone()
        })
    });
    let challenges = challenges.collect::<Result<_, Failure>>()?;
    Ok((challenges, posed.path.clone()))
}

fn pose(
    loaded: &LoadedPuzzle,
    challenge: &Challenge,
    monitor: &Monitor,
) -> Result<PlayableChallenge, Failure> {
    let posed = PlayableChallenge::new(&loaded.instance, challenge, monitor);
    posed.map_err(|error| unplayable(&challenge.id, error))
}

fn unplayable(id: &Label, error: DeductionError) -> Failure {
    match error {
        DeductionError::Interrupted => Failure::Interrupted,
        error => anyhow::Error::new(error)
            .context(format!("the challenge {id:?} cannot be played"))
            .into(),
    }
}
