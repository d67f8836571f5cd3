//! Reads `except:` of `Each(…)`: choices of labels that are not goals.
//!
//! An entry names one label from each of some groups, in the order of the groups. With months, days
//! and weekdays, `"Feb 30"` leaves out that date on every day of the week. Looking up a choice costs
//! one step for each combination of groups, such as months and days, that some entry names.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::diagnostic::{Diagnostic, suggestion};
use super::super::node::{Node, Raw};
use super::entry::GoalEntry;
use super::labels::LabelGroup;

/// The combinations of labels that entries of `except:` leave out, as indices, by the indices of the groups to
/// which the labels belong.
pub(super) struct LeftOut(BTreeMap<Vec<usize>, HashSet<Vec<usize>>>);

impl LeftOut {
    pub(super) fn read<'s>(
        entry: GoalEntry<'_, 's>,
        groups: &[LabelGroup],
        list: Raw<'s>,
    ) -> Result<Self, Diagnostic> {
        let labels: Vec<HashMap<&str, usize>> = (groups.iter())
            .map(|group| {
                group
                    .iter()
                    .map(|cell| cell.label.as_str())
                    .zip(0..)
                    .collect()
            })
            .collect();
        let mut left_out = Self(BTreeMap::new());
        for raw in entry.reader.read_raw::<Vec<Raw<'s>>>(list)? {
            let node = entry.reader.node(raw);
            let name: String = node.read()?;
            let mut named = Vec::new();
            if !find(&labels, 0, &name, &mut named) {
                return Err(unknown(groups, &name, node));
            }
            let (of, at) = named.into_iter().unzip();
            left_out.0.entry(of).or_default().insert(at);
        }
        Ok(left_out)
    }

    /// Whether a choice of one label from each group is left out.
    pub(super) fn contains(&self, chosen: &[usize]) -> bool {
        (self.0.iter()).any(|(of, all)| {
            let labels: Vec<usize> = of.iter().map(|group| chosen[*group]).collect();
            all.contains(&labels)
        })
    }
}

/// Splits a name into labels of different groups, in the order of the groups, beginning with the
/// group `first`. Adds each group and label to `named`. False if the name cannot be split in this way. Labels
/// may contain spaces.
fn find(
    labels: &[HashMap<&str, usize>],
    first: usize,
    name: &str,
    named: &mut Vec<(usize, usize)>,
) -> bool {
    let ends = name
        .match_indices(' ')
        .map(|(at, _)| at)
        .chain([name.len()]);
    let longest = labels
        .iter()
        .flat_map(HashMap::keys)
        .map(|label| label.len())
        .max();
    let ends: Vec<usize> = ends.take_while(|end| Some(*end) <= longest).collect();
    for (group, of_group) in labels.iter().enumerate().skip(first) {
        for &end in &ends {
            let Some(at) = of_group.get(&name[..end]) else {
                continue;
            };
            named.push((group, *at));
            let rest = name.get(end + 1..);
            if rest.is_none_or(|rest| find(labels, group + 1, rest, named)) {
                return true;
            }
            named.pop();
        }
    }
    false
}

fn unknown(groups: &[LabelGroup], name: &str, node: Node<'_>) -> Diagnostic {
    let example = groups.iter().filter_map(|group| group.first());
    let example: Vec<&str> = example.map(|cell| cell.label.as_str()).collect();
    let all = groups.iter().flatten().map(|cell| cell.label.as_str());
    let near = suggestion(name, all);
    node.error(format!("no goal here is named {name:?}"))
        .help(format!(
            "{near}name a goal by a label from each group, as in {:?}; labels from some of the \
         groups, in the same order, leave out all goals with these labels",
            example.join(" ")
        ))
}
