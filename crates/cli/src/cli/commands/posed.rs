//! What is to be solved: a puzzle with its givens, or the challenges of a file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::anyhow;
use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::{LoadedPuzzle, load_text};
use crate::cli::args::{PartArgs, PosedArgs};
use crate::cli::failure::Failure;
use crate::cover::Instance;
use crate::cover::notation::{self, Pattern};
use crate::design::challenges::{Challenge, ChallengeFile};
use crate::puzzle::Source;
use crate::reason::deduction::DeductionError;
use crate::support::label::{Label, shown};

/// A puzzle, and the challenges that a file of challenges poses.
pub(super) struct ChallengeInput {
    /// The title of the file.
    pub(super) title: Label,
    /// The file of the puzzle, if it is another than that of the challenges.
    pub(super) puzzle_path: Option<PathBuf>,
    pub(super) instance: Instance,
    /// None if the file is a puzzle, posed as it is.
    pub(super) challenges: Option<Vec<Challenge>>,
}

impl ChallengeInput {
    pub(super) fn load(args: &PosedArgs) -> Result<Self, Failure> {
        Self::read(Source::load_named(&args.file)?, args)
    }

    /// What the text of the file of the arguments poses.
    pub(super) fn read(text: Source, args: &PosedArgs) -> Result<Self, Failure> {
        if !ChallengeFile::is_one(&text) {
            if let Some(id) = &args.id {
                return Err(anyhow!(
                    "{} is a puzzle, and has no challenge {id:?}: leave out --id",
                    shown(&args.file)
                )
                .into());
            }
            let LoadedPuzzle { instance, .. } = load_text(text, args.part.part())?;
            return Ok(Self {
                title: instance.puzzle().title.clone(),
                puzzle_path: None,
                instance,
                challenges: None,
            });
        }
        let PartArgs { case, goal } = &args.part;
        for (named, what) in [(case, "case"), (goal, "goal")] {
            if named.is_some() {
                return Err(anyhow!(
                    "{} is a file of challenges, which names its {what} itself: leave out --{what}",
                    shown(&args.file)
                )
                .into());
            }
        }
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
        Ok(Self {
            title: file.title,
            puzzle_path: Some(file.puzzle_path),
            instance: file.instance,
            challenges: Some(challenges),
        })
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
                Err(anyhow!(
                    "the file has {} challenges: pick one with --id; there are {}",
                    several.len(),
                    abbreviated(&ids.collect_vec())
                )
                .into())
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
