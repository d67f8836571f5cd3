//! What is to be solved: a puzzle with its givens, or the challenges of a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::{LoadedPuzzle, load_text, part_of, read_puzzle};
use crate::cover::Instance;
use crate::cover::notation::{self, Pattern};
use crate::design::challenges::cards::{Card, CardFile};
use crate::design::challenges::{Challenge, ChallengeFile};
use crate::puzzle::{Part, Puzzle, Source};
use crate::reason::deduction::DeductionError;
use crate::support::label::{Label, shown};
use crate::surface::cli::args::{PartArgs, PosedArgs};
use crate::surface::cli::failure::Failure;

/// Pieces to be made, and a board if there is one for them.
pub(super) struct MadePuzzle {
    pub(super) puzzle: Puzzle,
    /// Whether the board is to be made, too.
    pub(super) has_board: bool,
}

/// A puzzle, and the challenges that a file of challenges poses.
pub(super) struct ChallengeInput {
    /// The title of the file.
    pub(super) title: Label,
    /// The title of the puzzle; of a card, that of its pool.
    pub(super) puzzle: Label,
    /// The file of the puzzle, if that is another one.
    pub(super) puzzle_path: Option<PathBuf>,
    /// What its board is called, if the file has challenges of several puzzles.
    pub(super) board: Option<Label>,
    pub(super) instance: Instance,
    /// Whether it is a card: of images of one solution it is solved by any.
    pub(super) is_card: bool,
    /// None if the file is a puzzle, posed as it is.
    pub(super) challenges: Option<Vec<Challenge>>,
}

impl ChallengeInput {
    pub(super) fn load(args: &PosedArgs) -> Result<Self, Failure> {
        Self::one(args)
    }

    /// All that the file poses, puzzle by puzzle; each card is one of its own.
    pub(super) fn load_all(args: &PosedArgs) -> Result<Vec<Self>, Failure> {
        let text = Source::load_named(&args.file)?;
        if CardFile::is_one(&text) {
            return Self::cards(&text, args);
        }
        if ChallengeFile::is_one(&text) {
            return Self::challenges(text, args);
        }
        Ok(vec![Self::puzzle(text, args)?])
    }

    /// The cards of a file, or the one that is asked for.
    fn cards(text: &Source, args: &PosedArgs) -> Result<Vec<Self>, Failure> {
        no_part_of(&args.file, &args.part)?;
        let file = CardFile::read(text, &args.file)?;
        let (title, mut cards) = (file.title, file.cards);
        if let Some(id) = &args.id {
            let ids = abbreviated(&cards.iter().map(Card::name).collect_vec());
            let mut sides = cards.iter().filter(|card| card.id == *id);
            let sides = sides.by_ref().map(Card::name).join(" and ");
            cards.retain(|card| card.name() == *id);
            if cards.is_empty() {
                return Err(if sides.is_empty() {
                    anyhow!("there is no challenge {id:?}; there are {ids}").into()
                } else {
                    anyhow!("the card {id:?} has sides, {sides}: pick one of them").into()
                });
            }
        }
        let posed = cards.into_iter().map(|card| Self {
            title: title.clone(),
            puzzle: file.pool.title.clone(),
            puzzle_path: Some(file.puzzle_path.clone()),
            board: None,
            challenges: Some(vec![card.challenge()]),
            is_card: true,
            instance: card.puzzle.into_instance(),
        });
        Ok(posed.collect())
    }

    /// What the file poses, which must be of one puzzle.
    fn one(args: &PosedArgs) -> Result<Self, Failure> {
        let all = Self::load_all(args)?;
        let names = all
            .iter()
            .flat_map(|posed| posed.challenges.iter().flatten());
        let names = names.map(|challenge| challenge.id.clone()).collect_vec();
        all.into_iter().exactly_one().map_err(|_| which(&names))
    }

    /// A puzzle, posed as it is.
    fn puzzle(text: Source, args: &PosedArgs) -> Result<Self, Failure> {
        if let Some(id) = &args.id {
            return Err(anyhow!(
                "{} is a puzzle, and has no challenge {id:?}: leave out --id",
                shown(&args.file)
            )
            .into());
        }
        let LoadedPuzzle { instance, .. } = load_text(text, args.part.part())?;
        Ok(Self {
            title: instance.puzzle().title.clone(),
            puzzle: instance.puzzle().title.clone(),
            puzzle_path: None,
            board: None,
            instance,
            is_card: false,
            challenges: None,
        })
    }

    /// The challenges of a file, puzzle by puzzle, or the one that is asked for.
    fn challenges(text: Source, args: &PosedArgs) -> Result<Vec<Self>, Failure> {
        no_part_of(&args.file, &args.part)?;
        let file = ChallengeFile::read(text, &args.file)?;
        let mut challenges = file.challenges;
        if let Some(id) = &args.id {
            let ids = challenges.iter().map(|challenge| challenge.id.clone());
            let ids = abbreviated(&ids.collect_vec());
            challenges.retain(|challenge| challenge.id == *id);
            if challenges.is_empty() {
                return Err(anyhow!("there is no challenge {id:?}; there are {ids}").into());
            }
        }
        let has_several = file.puzzles.len() > 1;
        let mut of_puzzles = vec![Vec::new(); file.puzzles.len()];
        for challenge in challenges {
            of_puzzles[challenge.puzzle].push(challenge);
        }
        let posed = file.puzzles.into_iter().zip(of_puzzles);
        let posed = posed.filter(|(_, challenges)| !has_several || !challenges.is_empty());
        let posed = posed.map(|(puzzle, challenges)| Self {
            title: file.title.clone(),
            puzzle: puzzle.instance.puzzle().title.clone(),
            board: has_several.then(|| puzzle.name().clone()),
            puzzle_path: Some(puzzle.path),
            instance: puzzle.instance,
            is_card: false,
            challenges: Some(challenges),
        });
        Ok(posed.collect())
    }

    /// The one thing posed: its id, if it has one, and its givens beside the
    /// puzzle's.
    pub(super) fn only(&self) -> Result<(Option<&str>, &[OptionId]), Failure> {
        match self.challenges.as_deref() {
            None => Ok((None, &[])),
            Some([one]) => Ok((Some(&one.id), &one.givens)),
            Some([]) => Err(anyhow!("the file has no challenge").into()),
            Some(several) => {
                let ids = several.iter().map(|challenge| challenge.id.clone());
                Err(which(&ids.collect_vec()))
            }
        }
    }

    /// The placements that are written so.
    pub(super) fn placements(&self, written: &[String]) -> Result<Vec<OptionId>, Failure> {
        let read = |text: &String| Pattern::parse(text, &self.instance)?.placement(&self.instance);
        let read = written.iter().map(read).collect::<Result<_, _>>();
        read.map_err(|error| Failure::Other(error.into()))
    }

    /// How two placements clash.
    fn clash(&self, first: OptionId, second: OptionId) -> String {
        let placements = [first, second].map(|option| &self.instance.meaning(option).placement);
        let common = placements[0]
            .cells
            .iter()
            .find(|cell| placements[1].cells.contains(cell));
        match common {
            Some(cell) => format!(
                "both cover {}",
                notation::cell(self.instance.puzzle(), *cell)
            ),
            None => "cross".to_owned(),
        }
    }

    /// An error of deduction by the puzzle's names.
    pub(super) fn failure(&self, error: DeductionError) -> Failure {
        match error {
            DeductionError::Interrupted => Failure::Interrupted,
            DeductionError::Clash { first, second } => {
                let of = |option| notation::of(&self.instance, option);
                let (first, second, how) = (of(first), of(second), self.clash(first, second));
                anyhow!("{first} and {second} {how}: take one of them back").into()
            }
            error => anyhow::Error::new(error).into(),
        }
    }
}

/// A file of challenges or cards names its case or goal itself.
pub(super) fn no_part_of(file: &Path, part: &PartArgs) -> Result<(), Failure> {
    let PartArgs { case, goal } = part;
    for (named, what) in [(case, "case"), (goal, "goal")] {
        if named.is_some() {
            return Err(anyhow!(
                "{} is a file of challenges, which names its {what} itself: leave out --{what}",
                shown(file)
            )
            .into());
        }
    }
    Ok(())
}

/// The same of a file of cards, each of which names its own.
pub(super) fn no_part(part: &PartArgs) -> Result<(), Failure> {
    let PartArgs { case, goal } = part;
    for (named, what) in [(case, "case"), (goal, "goal")] {
        if named.is_some() {
            return Err(anyhow!("cards name their boards themselves: leave out --{what}").into());
        }
    }
    Ok(())
}

/// What is to be made: a puzzle's pieces and its board, or the pieces of a file of cards, which has
/// many boards.
pub(super) fn to_be_made(path: &Path, goal: Option<&str>) -> Result<MadePuzzle, Failure> {
    let text = Source::load_named(path)?;
    if !CardFile::is_one(&text) {
        let (source, file) = read_puzzle(text)?;
        let file = match goal {
            Some(goal) => part_of(source, file, Part::Goal(goal))?.1,
            None => file,
        };
        return Ok(MadePuzzle {
            puzzle: file.puzzle,
            has_board: true,
        });
    }
    if goal.is_some() {
        return Err(anyhow!("cards name their boards themselves: leave out --goal").into());
    }
    let file = CardFile::read(&text, path)?;
    let mut puzzle = pieces_of(&file)?;
    puzzle.title = file.title;
    Ok(MadePuzzle {
        puzzle,
        has_board: false,
    })
}

/// The pieces that the cards of a file use, as a puzzle on the pool's board.
pub(super) fn pieces_of(file: &CardFile) -> Result<Puzzle, Failure> {
    if file.cards.is_empty() {
        return Err(anyhow!("the file has no challenge").into());
    }
    file.pieces_used().map_err(|given| {
        let piece = file.pool.givens[given].piece;
        let name = &file.pool.piece(piece).name;
        anyhow!("{name} is given on the pool's board, and no card has it").into()
    })
}

/// That one of several challenges must be picked.
fn which(ids: &[Label]) -> Failure {
    anyhow!(
        "the file has {} challenges: pick one with --id; there are {}",
        ids.len(),
        abbreviated(ids)
    )
    .into()
}

/// So many pieces of which names there are.
fn abbreviated(ids: &[Label]) -> String {
    const NAMED: usize = 12;
    let list = ids.iter().take(NAMED).join(" ");
    if ids.len() > NAMED {
        format!("{list} … {} in all", ids.len())
    } else {
        list
    }
}

/// How often each of these comes, in their order.
pub(super) fn tally<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut tally = BTreeMap::new();
    for item in items {
        *tally.entry(item).or_insert(0) += 1;
    }
    tally
}
