//! The pool of pieces of a campaign about choices.

use super::error::CampaignError;
use super::manifest::Question;
use crate::design::choices::{ChoicePool, ChoiceRule};
use crate::puzzle::{Puzzle, PuzzleFile};

/// The puzzle that is asked about, and which choices of its pieces, if it is asked for choices: those
/// that the file's `design` leaves.
pub(super) fn asked(
    question: Question,
    file: PuzzleFile,
) -> Result<(Puzzle, Option<ChoiceRule>), CampaignError> {
    if question != Question::Design {
        return Ok((file.puzzle, None));
    }
    if file.design.boards.is_some() {
        return Err(CampaignError::Pointless(
            "`boards` of `design` is for design --search, which is no campaign",
        ));
    }
    let pool = ChoicePool::of(&file, &file.design)?;
    Ok((pool.puzzle, Some(pool.rule)))
}
