//! The pool of pieces of a campaign about choices.

use super::error::CampaignError;
use super::manifest::CampaignQuestion;
use crate::design::choices::{ChoicePool, ChoiceRule};
use crate::puzzle::{Puzzle, PuzzleFile};

/// The puzzle of a campaign. For a question about choices, it has only the pieces that the file's
/// `design` allows, and the rule for choices is returned with it.
pub(super) fn asked(
    question: CampaignQuestion,
    file: PuzzleFile,
) -> Result<(Puzzle, Option<ChoiceRule>), CampaignError> {
    if question != CampaignQuestion::Design {
        return Ok((file.puzzle, None));
    }
    if file.design.boards.is_some() {
        return Err(CampaignError::Pointless(
            "`boards` in `design` is for design --search, which cannot run as a campaign; leave \
             it out",
        ));
    }
    let pool = ChoicePool::of(&file, &file.design)?;
    Ok((pool.puzzle, Some(pool.rule)))
}
