//! Goals as an edit changes them.

use crate::puzzle::Sketch;
use crate::surface::studio::edit::{GoalFieldName, Refusal};
use crate::surface::studio::fields::{
    entries_of, value_of, with_entries, with_field, without_field,
};

/// The text with an entry of `goals:` added, replaced, or removed if it is empty.
pub(super) fn with_goal(
    sketch: &Sketch,
    text: &str,
    goal: Option<usize>,
    entry: &str,
) -> Result<String, Refusal> {
    let count = sketch.goals.as_ref().ok_or(Refusal::Broken)?.len();
    let changed = match goal {
        None if entry.is_empty() => return Ok(text.to_owned()),
        None => with_entries(text, "goals", &[], entry),
        Some(goal) if goal >= count => return Err(Refusal::NoGoal),
        // A list of goals is never empty.
        Some(_) if entry.is_empty() && count == 1 => without_field(text, "goals"),
        Some(goal) => with_entries(text, "goals", &[(goal, entry.to_owned())], ""),
    };
    changed.ok_or(Refusal::Broken)
}

/// The text with another value of a field of a goal; without the field if the value is empty.
pub(super) fn with_goal_field(
    text: &str,
    goal: usize,
    field: GoalFieldName,
    value: &str,
) -> Result<String, Refusal> {
    let spans = entries_of(text, "goals").ok_or(Refusal::Broken)?;
    let span = spans.get(goal).ok_or(Refusal::NoGoal)?;
    let entry = &text[span.start..span.end];
    let field = field.name();
    let is_there = value_of(entry, field).is_some();
    let new = match value {
        "" if !is_there => Some(entry.to_owned()),
        "" => without_field(entry, field),
        // A new field on the line of the others.
        value if !is_there && !entry.contains('\n') => entry.strip_suffix(')').map(|entry| {
            let entry = entry.trim_end();
            let comma = if entry.ends_with('(') { "" } else { ", " };
            format!("{}{comma}{field}: {value})", entry.trim_end_matches(','))
        }),
        value => with_field(entry, field, value),
    };
    let new = new.ok_or(Refusal::Broken)?;
    with_entries(text, "goals", &[(goal, new)], "").ok_or(Refusal::Broken)
}
