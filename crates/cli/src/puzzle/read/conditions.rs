//! Reads conditions: the value of `conditions:`.

use super::diagnostic::Diagnostic;
use super::file::ConditionFile;
use super::node::{Node, Raw, Reader};
use super::span::Span;
use crate::puzzle::condition::Condition;
use crate::puzzle::condition_check::ConditionError;
use crate::puzzle::model::Puzzle;
use crate::puzzle::symmetry_kind::SymmetryKind;
use crate::support::label::Label;

/// Reads a list of conditions, each with its span. The rest of the puzzle must be read already.
pub(super) fn read_conditions(
    reader: Reader<'_>,
    puzzle: &Puzzle,
    list: Node<'_>,
) -> Result<(Vec<Condition>, Vec<Span>), Diagnostic> {
    let mut conditions: Vec<Condition> = Vec::new();
    let mut spans = Vec::new();
    for raw in list.read::<Vec<Raw<'_>>>()? {
        let node = reader.node(raw);
        let condition = condition(reader, node)?;
        let refused = |error| refused(&error, node);
        condition.check(puzzle).map_err(refused)?;
        let same = conditions.iter().position(|other| *other == condition);
        if let Some(first) = same {
            let error = Diagnostic::error(
                ConditionError::Repeated.to_string(),
                node.span(),
                "again here",
            );
            return Err(error
                .context(spans[first], "first here")
                .help("remove one of them"));
        }
        conditions.push(condition);
        spans.push(node.span());
    }
    Ok((conditions, spans))
}

fn condition(reader: Reader<'_>, node: Node<'_>) -> Result<Condition, Diagnostic> {
    Ok(match node.read::<ConditionFile<'_>>()? {
        ConditionFile::Symmetric(raw) => Condition::Symmetric {
            by: symmetry(reader.node(raw))?,
        },
        ConditionFile::FaultFree => Condition::FaultFree,
        ConditionFile::NoCrossroads => Condition::NoCrossroads,
        ConditionFile::Maximal => Condition::Maximal,
        ConditionFile::Matching => Condition::Matching,
        ConditionFile::Differing => Condition::Differing,
        ConditionFile::Meeting(pairs) => Condition::Meeting {
            // An escaped name is the colour of no piece, so the check refuses a colour that cannot
            // be displayed.
            pairs: (pairs.iter())
                .map(|(one, other)| [one, other].map(|color| Label::escaping(color)))
                .collect(),
        },
        ConditionFile::Apart { by, corners } => Condition::Apart { by, corners },
        ConditionFile::Colorable(colors) => match u32::try_from(colors) {
            Ok(colors) => Condition::Colorable { colors },
            Err(_) => return Err(refused(&ConditionError::Colors { colors }, node)),
        },
    })
}

fn symmetry(node: Node<'_>) -> Result<SymmetryKind, Diagnostic> {
    let word: String = node.read()?;
    let mut kinds = SymmetryKind::ALL.iter();
    kinds
        .find(|kind| kind.word() == word)
        .copied()
        .ok_or_else(|| {
            let known: Vec<String> = SymmetryKind::ALL
                .iter()
                .map(|kind| format!("{:?}", kind.word()))
                .collect();
            let shown: String = word.escape_debug().take(40).collect();
            node.error(format!("\"{shown}\" is not a kind of symmetry"))
                .help(format!("the kinds are {}", known.join(", ")))
        })
}

/// The diagnostic of a condition's error, with help.
fn refused(error: &ConditionError, node: Node<'_>) -> Diagnostic {
    let diagnostic = node.error(error.to_string());
    match error {
        ConditionError::NoAreas { .. } | ConditionError::Wrapped { .. } => {
            diagnostic.help(if node.text().starts_with("Apart") {
                "leave out `corners`: then only pieces whose cells share a side or a face are \
                 kept apart"
            } else {
                "leave it out here; `Apart(by: Name)` is for every board"
            })
        }
        ConditionError::NoLines { .. } | ConditionError::NoCrossroads { .. } => {
            diagnostic.help("leave it out: every solution meets it")
        }
        ConditionError::NoColors => diagnostic
            .help("give pieces colours, `color: \"#2a9d3a\"`, or write `by: Name` or `by: Shape`"),
        ConditionError::NoCellColors => diagnostic.help(
            "give pieces colours, `colors: [\"a\", \"b\"]`, or take a set: `MacMahonSquares(3)`",
        ),
        ConditionError::UnknownColor { .. } => {
            diagnostic.help("write the pairs with colours that pieces have")
        }
        ConditionError::Colors { .. } | ConditionError::Repeated => diagnostic,
    }
}
