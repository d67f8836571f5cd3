//! `pack`: writes puzzles, challenges and hints as one JSON document for apps.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use rayon::prelude::*;
use tilewright_dlx::OptionId;

use super::background::interruptible;
use super::challenge_input::{no_part, no_part_of};
use super::files::{OutputFile, write_next_to};
use super::open_goals::keep_solvable;
use super::pictures::{say_missing, write_whole};
use super::{
    Inputs, OutputTarget, counted, grouped, part_of, read_puzzle, refuse_filter, say, threads,
};
use crate::cover::Instance;
use crate::design::challenges::cards::CardFile;
use crate::design::challenges::{Challenge, ChallengeFile};
use crate::picture::drawing::{Artist, Fonts, Scene, Shape, png, svg, tikz};
use crate::publish::open_goals::{MAX_OWN_BOARDS, OpenGoal};
use crate::publish::pack::{PackedChallenge, PackedPuzzle, SCHEMA, pack, pack_of_goals};
use crate::publish::viewer::{EmbeddedSolutions, PlayableCard};
use crate::puzzle::{PieceOrigin, PlacedPiece, PuzzleFile, PuzzlePart, Source};
use crate::reason::deduction::{DeductionError, English};
use crate::solve::resources::Resources;
use crate::solve::search::{RunContext, WorkKind};
use crate::support::atomic_write::check_folder;
use crate::support::label::{Label, shown};
use crate::surface::cli::args::{ImageFormat, PackArgs};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The puzzles and challenges to be packed.
struct PackContent {
    title: Label,
    puzzles: Vec<(Label, Instance)>,
    /// Goals that differ only in the cells they leave open, and their file. `None` if they are few
    /// enough to have a board each.
    open_goals: Option<(Vec<OpenGoal>, PuzzleFile)>,
    challenges: Challenges,
}

enum Challenges {
    /// Challenges that refer to puzzles by index.
    OfPuzzles(Vec<Challenge>),
    /// A file of cards, each a separate puzzle.
    OfCards(Box<CardFile>),
}

pub(super) fn run(args: &PackArgs) -> Result<Outcome, Failure> {
    let Some(path) = args.file.as_ref().filter(|_| !args.schema) else {
        let mut out = std::io::stdout().lock();
        out.write_all(SCHEMA.as_bytes())?;
        return Ok(Outcome::Done);
    };
    let fonts = args.font.fonts()?;
    let mut inputs = Inputs::of([
        ("what is packed", Some(path)),
        ("the font", args.font.font.as_ref()),
        ("the bold font", args.font.bold_font.as_ref()),
    ]);
    let mut content = read(args, path, &mut inputs)?;
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    if let Some(folder) = &args.images {
        check_folder(folder).with_context(|| format!("cannot make {}", shown(folder)))?;
    }
    let resources = Resources::from(&args.machine);
    let threads = threads(resources.threads)?;
    let monitor = signals::listen()?.with(resources);
    if !keep_open_goals(&mut content, &monitor)? {
        return Ok(Outcome::No);
    }
    let grading = Some(WorkKind::Busy("grading the challenges"));
    let posed = interruptible(&monitor, grading, || {
        threads.install(|| pose(&content, &monitor))
    });
    let mut posed = posed?;
    for challenge in &posed {
        if let Some(stale) = challenge.posed.stale {
            say::warn(format_args!("{}: {stale}", challenge.id));
        }
    }
    let mut files = Vec::new();
    if let Some(folder) = &args.images {
        let drawing = Some(WorkKind::Busy("drawing the challenges"));
        let (content, posed) = (&content, &mut posed);
        let drawn = interruptible(&monitor, drawing, || {
            draw(args, folder, content, posed, &fonts, &monitor)
        })?;
        files = drawn;
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", shown(folder)))?;
    }
    let searching = Some(WorkKind::Busy("looking for solutions"));
    let packed = interruptible(&monitor, searching, || {
        let mut puzzles = with_solutions(&content, args.solutions, &monitor)?;
        let packed = match (puzzles.first_mut(), &content.open_goals) {
            (Some(board), Some((goals, _))) => {
                board.name = content.title.clone();
                pack_of_goals(board, goals)
            }
            _ => pack(&content.title, &puzzles, &posed),
        };
        Ok::<_, Failure>(packed?)
    })?;
    write_next_to(target.as_ref(), &files, &inputs)?;
    write_whole(target.as_ref(), |out| Ok(out.write_all(packed.as_bytes())?))?;
    if let Some(target) = &target {
        let boards = match &content.open_goals {
            None => counted(content.all_puzzles().len(), "puzzle"),
            Some((goals, _)) => counted(goals.len(), "goal"),
        };
        let parts = [
            boards,
            counted(posed.len(), "challenge"),
            counted(files.len(), "picture"),
            format!("{} KB", grouped(packed.len().div_ceil(1000))),
        ];
        remark_line!("{}: {}", shown(target.path()), parts.join(", "));
    }
    Ok(Outcome::Done)
}

/// Drops the open goals that have no solution. Returns false if none is left.
fn keep_open_goals(content: &mut PackContent, monitor: &RunContext) -> Result<bool, Failure> {
    let Some((goals, file)) = &mut content.open_goals else {
        return Ok(true);
    };
    keep_solvable(goals, file, monitor)?;
    Ok(!goals.is_empty())
}

/// Reads the file to be packed: a puzzle, challenges or cards.
fn read(args: &PackArgs, path: &Path, inputs: &mut Inputs) -> Result<PackContent, Failure> {
    let text = Source::load_named(path)?;
    let mut content = if CardFile::is_one(&text) {
        no_part(&args.part)?;
        let file = CardFile::read(&text, path)?;
        inputs.add("the puzzle", &file.puzzle_path);
        PackContent {
            title: file.title.clone(),
            puzzles: Vec::new(),
            open_goals: None,
            challenges: Challenges::OfCards(Box::new(file)),
        }
    } else if ChallengeFile::is_one(&text) {
        no_part_of(path, &args.part)?;
        let file = ChallengeFile::read(text, path)?;
        for puzzle in &file.puzzles {
            inputs.add("the puzzle", &puzzle.path);
        }
        let puzzles = file.puzzles.into_iter();
        PackContent {
            title: file.title,
            puzzles: puzzles
                .map(|puzzle| (puzzle.name().clone(), puzzle.instance))
                .collect(),
            open_goals: None,
            challenges: Challenges::OfPuzzles(file.challenges),
        }
    } else {
        of_puzzle(args, text)?
    };
    if let Some(title) = &args.title {
        content.title = title.clone();
    }
    Ok(content)
}

/// The content of a puzzle file: one puzzle, or all goals.
fn of_puzzle(args: &PackArgs, text: Source) -> Result<PackContent, Failure> {
    let (source, file) = read_puzzle(text)?;
    let title = file.puzzle.title.clone();
    let instance = |file: PuzzleFile| {
        refuse_filter(&source, &file)?;
        Ok::<_, Failure>(Instance::new(file.puzzle)?)
    };
    let is_of_goals = args.part.part() == PuzzlePart::Whole && !file.goals.is_empty();
    if is_of_goals
        && file.goals.len() > MAX_OWN_BOARDS
        && let Some(goals) = OpenGoal::all_of(&file)
    {
        return of_open_goals(args, &source, file, goals);
    }
    let puzzles = if is_of_goals {
        let goals = file.goals.iter();
        let goals = goals.map(|goal| {
            let part = file.part(PuzzlePart::Goal(&goal.name));
            let part = part.map_err(|error| Failure::Diagnostic(error, source.clone()))?;
            Ok((goal.name.clone(), instance(part)?))
        });
        goals.collect::<Result<Vec<_>, Failure>>()?
    } else {
        let (_, part) = part_of(source.clone(), file, args.part.part())?;
        let name = match args.part.part() {
            PuzzlePart::Goal(name) | PuzzlePart::Case(name) => Label::escaping(name),
            PuzzlePart::Whole => title.clone(),
        };
        vec![(name, instance(part)?)]
    };
    Ok(PackContent {
        title,
        puzzles,
        open_goals: None,
        challenges: Challenges::OfPuzzles(Vec::new()),
    })
}

/// The content of a file whose goals differ only in the cells they leave open. All share one board.
fn of_open_goals(
    args: &PackArgs,
    source: &Source,
    file: PuzzleFile,
    goals: Vec<OpenGoal>,
) -> Result<PackContent, Failure> {
    refuse_filter(source, &file)?;
    if args.solutions > 0 {
        let count = counted(goals.len(), "goal");
        refuse!(
            "a pack of {count} cannot contain solutions; leave out --solutions, or name one --goal"
        );
    }
    let title = file.puzzle.title.clone();
    Ok(PackContent {
        puzzles: vec![(title.clone(), Instance::new(file.puzzle.clone())?)],
        title,
        open_goals: Some((goals, file)),
        challenges: Challenges::OfPuzzles(Vec::new()),
    })
}

impl PackContent {
    /// The puzzle or card with this index.
    fn instance(&self, puzzle: usize) -> &Instance {
        match &self.challenges {
            Challenges::OfPuzzles(_) => &self.puzzles[puzzle].1,
            Challenges::OfCards(file) => &file.cards[puzzle].instance,
        }
    }

    /// The puzzles or cards with their names.
    fn all_puzzles(&self) -> Vec<(Label, &Instance)> {
        match &self.challenges {
            Challenges::OfPuzzles(_) => {
                let puzzles = self.puzzles.iter();
                puzzles
                    .map(|(name, instance)| (name.clone(), instance))
                    .collect()
            }
            Challenges::OfCards(file) => {
                let cards = file.cards.iter();
                cards.map(|card| (card.name(), &card.instance)).collect()
            }
        }
    }
}

/// Solves and rates all challenges, and sorts them as in booklets, the easiest first.
fn pose(content: &PackContent, monitor: &RunContext) -> Result<Vec<PackedChallenge>, Failure> {
    let mut posed = match &content.challenges {
        Challenges::OfPuzzles(challenges) => challenges
            .par_iter()
            .map(|challenge| {
                let instance = content.instance(challenge.puzzle);
                PackedChallenge::new(challenge.puzzle, instance, challenge, monitor)
                    .map_err(|error| unpackable(&challenge.id, error))
            })
            .collect::<Result<Vec<_>, Failure>>()?,
        Challenges::OfCards(file) => file
            .cards
            .par_iter()
            .enumerate()
            .map(|(at, card)| {
                let challenge = Challenge {
                    id: card.name(),
                    ..card.challenge()
                };
                PlayableCard::new(at, card, &English, monitor)
                    .and_then(|playable| {
                        let instance = &card.instance;
                        PackedChallenge::of_posed(at, instance, &challenge, playable.posed, monitor)
                    })
                    .map_err(|error| unpackable(&challenge.id, error))
            })
            .collect::<Result<Vec<_>, Failure>>()?,
    };
    posed.sort_by_key(PackedChallenge::place);
    Ok(posed)
}

fn unpackable(id: &Label, error: DeductionError) -> Failure {
    match error {
        DeductionError::Interrupted => Failure::Interrupted,
        error => anyhow::Error::new(error)
            .context(format!("cannot pack the challenge {id:?}"))
            .into(),
    }
}

/// The puzzles, each with its first `limit` solutions.
fn with_solutions<'a>(
    content: &'a PackContent,
    limit: u32,
    monitor: &RunContext,
) -> Result<Vec<PackedPuzzle<'a>>, Failure> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let puzzles = content.all_puzzles().into_iter();
    let puzzles = puzzles.map(|(name, instance)| {
        let solutions = if limit == 0 {
            EmbeddedSolutions::none()
        } else {
            EmbeddedSolutions::first(instance, limit, monitor).ok_or(Failure::Interrupted)?
        };
        Ok(PackedPuzzle {
            name,
            instance,
            solutions,
        })
    });
    puzzles.collect()
}

/// Draws every challenge and its solution, and sets the file names in the challenges.
fn draw(
    args: &PackArgs,
    folder: &Path,
    content: &PackContent,
    posed: &mut [PackedChallenge],
    fonts: &Fonts,
    monitor: &RunContext,
) -> Result<Vec<OutputFile>, Failure> {
    let format = args.image_format;
    let mut files = Vec::with_capacity(2 * posed.len());
    let mut missing = BTreeSet::new();
    for (index, challenge) in posed.iter_mut().enumerate() {
        if monitor.is_set() {
            return Err(Failure::Interrupted);
        }
        let instance = content.instance(challenge.puzzle);
        let artist = Artist::new(instance.puzzle(), args.look.style());
        let given = [instance.givens(), &challenge.posed.givens].concat();
        let picture = |options: &[OptionId]| {
            let laid = laid(instance, options, &given);
            artist.solution(&challenge.id, &laid)
        };
        let solution = challenge.solution.as_ref().unwrap_or(&given);
        let names = ["challenge", "solution"]
            .map(|what| format!("{what}-{:03}.{}", index + 1, format.ending()));
        for (name, scene) in names.iter().zip([picture(&given), picture(solution)]) {
            missing.extend(missing_letters(&scene, fonts));
            let bytes = match format {
                ImageFormat::Svg => svg::file(&scene).into_bytes(),
                ImageFormat::Tikz => tikz::file(&scene, fonts).into_bytes(),
                ImageFormat::Png => png::file(&scene, fonts, f64::from(args.dpi))?,
            };
            files.push(OutputFile {
                index,
                path: folder.join(name),
                bytes,
            });
        }
        challenge.pictures = Some(names);
    }
    if format == ImageFormat::Png {
        say_missing(missing);
    }
    if files.is_empty() {
        refuse!("there is no challenge to draw: leave out --images");
    }
    Ok(files)
}

/// The placements of `options` to be drawn. Those in `given` are marked as givens.
fn laid<'a>(
    instance: &'a Instance,
    options: &[OptionId],
    given: &[OptionId],
) -> Vec<PlacedPiece<'a>> {
    let mut laid = instance.placed_pieces(options);
    let mut sorted = options.to_vec();
    sorted.sort_unstable();
    for (piece, option) in laid.iter_mut().zip(sorted) {
        if given.contains(&option) {
            piece.origin = PieceOrigin::Given;
        }
    }
    laid
}

/// The characters of a picture that the fonts lack.
fn missing_letters(scene: &Scene, fonts: &Fonts) -> Vec<char> {
    let shapes = scene.elements.iter().flat_map(|element| &element.shapes);
    let texts = shapes.filter_map(|shape| match shape {
        Shape::Text(text) => Some(text),
        Shape::Path { .. } => None,
    });
    texts
        .flat_map(|text| fonts.missing(&text.text, text.weight))
        .collect()
}
