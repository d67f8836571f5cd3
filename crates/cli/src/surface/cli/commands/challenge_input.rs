//! The challenges that the user selects: a puzzle with its givens, or challenges of a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::{LoadedPuzzle, load_text, part_of, read_puzzle};
use crate::cover::Instance;
use crate::cover::notation::{self, PlacementPattern};
use crate::design::challenges::cards::{Card, CardFile};
use crate::design::challenges::{Challenge, ChallengeFile};
use crate::puzzle::{Puzzle, PuzzlePart, Source};
use crate::reason::deduction::DeductionError;
use crate::support::label::{Label, shown};
use crate::surface::cli::args::{PartArgs, PosedArgs};
use crate::surface::cli::failure::Failure;

/// Pieces to be cut or printed, and a board if they have one.
pub(super) struct MadePuzzle {
    pub(super) puzzle: Puzzle,
    /// Whether the board is to be made too. Cards have many boards, so none is made for them.
    pub(super) has_board: bool,
}

/// A puzzle and its challenges.
pub(super) struct ChallengeInput {
    /// The title of the file that the user names.
    pub(super) title: Label,
    /// The title of the puzzle; for a card, that of its pool.
    pub(super) puzzle: Label,
    /// The path of the puzzle's file, if the user names a file of challenges or cards.
    pub(super) puzzle_path: Option<PathBuf>,
    /// The name of the puzzle's board, if the file has challenges of several puzzles.
    pub(super) board: Option<Label>,
    pub(super) instance: Instance,
    /// Whether the puzzle is a card, whose solution need only be unique up to symmetry.
    pub(super) is_card: bool,
    /// The challenges; `None` if the file is a puzzle, which is itself the challenge.
    pub(super) challenges: Option<Vec<Challenge>>,
    /// The challenge that `--id` picks.
    pub(super) picked: Option<PickedChallenge>,
}

/// A challenge of a file, picked by its id or its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PickedChallenge {
    /// The number of the challenge in the file, from 1.
    pub(super) number: usize,
    /// The number of challenges in the file.
    pub(super) of: usize,
}

impl PickedChallenge {
    /// Finds the challenge with the id `named`; otherwise, the challenge with the number `named` in
    /// the file, from 1.
    ///
    /// # Errors
    ///
    /// There is no such challenge.
    fn find(ids: &[Label], named: &str) -> Result<Self, Failure> {
        let of = ids.len();
        let has_id = ids.iter().position(|id| id == named).map(|at| at + 1);
        let is_number = || {
            let number = named.parse().ok();
            number.filter(|number| (1..=of).contains(number))
        };
        match has_id.or_else(is_number) {
            Some(number) => Ok(Self { number, of }),
            None => Err(anyhow!(
                "there is no challenge {named:?}: give its id, or its number from 1 to {of}; the ids \
                 are {}",
                abbreviated(ids)
            )
            .into()),
        }
    }
}

impl ChallengeInput {
    pub(super) fn load(args: &PosedArgs) -> Result<Self, Failure> {
        Self::one(args)
    }

    /// Loads the challenges of the file puzzle by puzzle, or the one that `--id` picks. Each card is a
    /// separate puzzle.
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

    /// The cards of a file, or the one that `--id` picks.
    fn cards(text: &Source, args: &PosedArgs) -> Result<Vec<Self>, Failure> {
        no_part_of(&args.file, &args.part)?;
        let file = CardFile::read(text, &args.file)?;
        let (title, mut cards) = (file.title, file.cards);
        let mut picked = None;
        if let Some(id) = &args.id {
            let names = cards.iter().map(Card::name).collect_vec();
            let sides = cards.iter().filter(|card| card.id == *id);
            let sides = sides.map(Card::name).collect_vec();
            if !sides.is_empty() && !names.iter().any(|name| name == id) {
                let sides = sides.iter().join(" and ");
                refuse!("the card {id:?} has the sides {sides}: pick one of them");
            }
            let found = PickedChallenge::find(&names, id)?;
            cards = vec![cards.swap_remove(found.number - 1)];
            picked = Some(found);
        }
        let input = cards.into_iter().map(|card| Self {
            title: title.clone(),
            puzzle: file.pool.title.clone(),
            puzzle_path: Some(file.puzzle_path.clone()),
            board: None,
            challenges: Some(vec![card.challenge()]),
            is_card: true,
            picked,
            instance: card.instance,
        });
        Ok(input.collect())
    }

    /// Loads a file whose challenges must be of one puzzle.
    fn one(args: &PosedArgs) -> Result<Self, Failure> {
        let all = Self::load_all(args)?;
        let names = all
            .iter()
            .flat_map(|input| input.challenges.iter().flatten());
        let names = names.map(|challenge| challenge.id.clone()).collect_vec();
        all.into_iter().exactly_one().map_err(|_| which(&names))
    }

    /// A puzzle that is itself the challenge.
    fn puzzle(text: Source, args: &PosedArgs) -> Result<Self, Failure> {
        if let Some(id) = &args.id {
            refuse!(
                "{} is a puzzle, not a file of challenges: leave out --id {id:?}",
                shown(&args.file)
            );
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
            picked: None,
        })
    }

    /// The challenges of a file, puzzle by puzzle, or the one that `--id` picks.
    fn challenges(text: Source, args: &PosedArgs) -> Result<Vec<Self>, Failure> {
        no_part_of(&args.file, &args.part)?;
        let file = ChallengeFile::read(text, &args.file)?;
        let mut challenges = file.challenges;
        let mut picked = None;
        if let Some(id) = &args.id {
            let ids = challenges.iter().map(|challenge| challenge.id.clone());
            let found = PickedChallenge::find(&ids.collect_vec(), id)?;
            challenges = vec![challenges.swap_remove(found.number - 1)];
            picked = Some(found);
        }
        let has_several = file.puzzles.len() > 1;
        let mut of_puzzles = vec![Vec::new(); file.puzzles.len()];
        for challenge in challenges {
            of_puzzles[challenge.puzzle].push(challenge);
        }
        let input = file.puzzles.into_iter().zip(of_puzzles);
        let input = input.filter(|(_, challenges)| !has_several || !challenges.is_empty());
        let input = input.map(|(puzzle, challenges)| Self {
            title: file.title.clone(),
            puzzle: puzzle.instance.puzzle().title.clone(),
            board: has_several.then(|| puzzle.name().clone()),
            puzzle_path: Some(puzzle.path),
            instance: puzzle.instance,
            is_card: false,
            challenges: Some(challenges),
            picked,
        });
        Ok(input.collect())
    }

    /// The only challenge: its id, if it has one, and its givens without those of the puzzle.
    ///
    /// # Errors
    ///
    /// There are several challenges, or none.
    pub(super) fn only(&self) -> Result<(Option<&str>, &[OptionId]), Failure> {
        match self.challenges.as_deref() {
            None => Ok((None, &[])),
            Some([one]) => Ok((Some(&one.id), &one.givens)),
            Some([]) => Err(anyhow!("the file has no challenges").into()),
            Some(several) => {
                let ids = several.iter().map(|challenge| challenge.id.clone());
                Err(which(&ids.collect_vec()))
            }
        }
    }

    /// Reads placements in the notation of the command line.
    pub(super) fn placements(&self, written: &[String]) -> Result<Vec<OptionId>, Failure> {
        let read = |text: &String| {
            Ok(PlacementPattern::parse(text, &self.instance)?.placement(&self.instance)?)
        };
        written.iter().map(read).collect()
    }

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

    /// The failure for an error of deduction, with the names of the puzzle's pieces.
    pub(super) fn failure(&self, error: DeductionError) -> Failure {
        match error {
            DeductionError::Clash { first, second } => {
                let of = |option| notation::of(&self.instance, option);
                let (first, second, how) = (of(first), of(second), self.clash(first, second));
                anyhow!("{first} and {second} {how}: remove one of them").into()
            }
            error => error.into(),
        }
    }
}

/// Returns an error for `--case` and `--goal` with a file of challenges, since the file names cases
/// and goals itself.
pub(super) fn no_part_of(file: &Path, part: &PartArgs) -> Result<(), Failure> {
    let PartArgs { case, goal } = part;
    for (named, what) in [(case, "case"), (goal, "goal")] {
        if named.is_some() {
            refuse!(
                "{} is a file of challenges, which name their {what}: leave out --{what}",
                shown(file)
            );
        }
    }
    Ok(())
}

/// Returns an error for `--case` and `--goal` with a file of cards, since each card names its goal.
pub(super) fn no_part(part: &PartArgs) -> Result<(), Failure> {
    let PartArgs { case, goal } = part;
    for (named, what) in [(case, "case"), (goal, "goal")] {
        if named.is_some() {
            refuse!("each card names its own board: leave out --{what}");
        }
    }
    Ok(())
}

/// Loads the pieces to be made: those of a puzzle with its board, or those of a file of cards,
/// which has many boards.
pub(super) fn to_be_made(path: &Path, goal: Option<&str>) -> Result<MadePuzzle, Failure> {
    let text = Source::load_named(path)?;
    if !CardFile::is_one(&text) {
        let (source, file) = read_puzzle(text)?;
        let file = match goal {
            Some(goal) => part_of(source, file, PuzzlePart::Goal(goal))?.1,
            None => file,
        };
        return Ok(MadePuzzle {
            puzzle: file.puzzle,
            has_board: true,
        });
    }
    if goal.is_some() {
        refuse!("each card names its own board: leave out --goal");
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
        refuse!("the file has no challenges");
    }
    file.pieces_used().map_err(|given| {
        let piece = file.pool.givens[given].piece;
        let name = &file.pool.piece(piece).name;
        anyhow!("{name} is given on the pool's board, but no card has it").into()
    })
}

/// The error that `--id` is required, because there are several challenges.
fn which(ids: &[Label]) -> Failure {
    anyhow!(
        "the file has {} challenges: pick one with --id, by its id or by its number from 1; the ids \
         are {}",
        ids.len(),
        abbreviated(ids)
    )
    .into()
}

/// The first 12 ids, and the total number if there are more: `a b c … 20 in all`.
fn abbreviated(ids: &[Label]) -> String {
    const NAMED: usize = 12;
    let list = ids.iter().take(NAMED).join(" ");
    if ids.len() > NAMED {
        format!("{list} … {} in all", ids.len())
    } else {
        list
    }
}

/// The number of times that each item occurs, in the order of the items.
pub(super) fn tally<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut tally = BTreeMap::new();
    for item in items {
        *tally.entry(item).or_insert(0) += 1;
    }
    tally
}
