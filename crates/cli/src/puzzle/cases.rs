//! Cases: a puzzle under named lists of further restrictions.

use super::diagnostic::{Diagnostic, suggestion};
use super::expect::read_expect;
use super::file::{CaseFile, Expect};
use super::model::Puzzle;
use super::node::{Node, Raw, Reader};
use super::restrict::{check_givens, read_restrictions};
use super::restriction::Restriction;
use super::source::Span;
use crate::support::label::Label;

/// A part of a puzzle's solutions, or a way to count them but for symmetry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What it is called, unique in the puzzle.
    pub name: Label,
    /// What is restricted besides the puzzle's own restrictions.
    pub restrictions: Vec<Restriction>,
    /// What the case must give.
    pub expect: Expect,
    /// Where its name stands in the file.
    pub span: Span,
}

impl Puzzle {
    /// The puzzle in one of its cases: the restrictions added, the case's name
    /// in the title, its expectations instead of the puzzle's, no cases.
    #[must_use]
    pub fn with_case(&self, case: &Case) -> Self {
        let mut puzzle = Self {
            title: Label::escaping(&format!("{}: {}", self.title, case.name)),
            expect: case.expect,
            cases: Vec::new(),
            ..self.clone()
        };
        puzzle.restrictions.extend_from_slice(&case.restrictions);
        puzzle
    }

    /// The case of that name.
    ///
    /// # Errors
    ///
    /// A [`Diagnostic`] that tells which cases there are.
    pub fn case(&self, name: &str) -> Result<&Case, Box<Diagnostic>> {
        if let Some(case) = self.cases.iter().find(|case| case.name == name) {
            return Ok(case);
        }
        let names = self.cases.iter().map(|case| case.name.as_str());
        let near = suggestion(name, names.clone());
        let known = names.map(|name| format!("{name:?}")).collect::<Vec<_>>();
        let (message, help) = if known.is_empty() {
            (
                format!("no case is named {name:?}: this puzzle has no cases"),
                "cases are written `cases: [(name: \"…\", restrict: […])]`".to_owned(),
            )
        } else {
            (
                format!("no case is named {name:?}"),
                format!("{near}the cases are {}", known.join(", ")),
            )
        };
        let place = self.places.cases.unwrap_or(self.places.pieces);
        Err(Box::new(Diagnostic::error(message, place, "").help(help)))
    }
}

/// Reads the value of `cases:` for a puzzle resolved but for them.
pub(super) fn read_cases(
    reader: Reader<'_>,
    puzzle: &Puzzle,
    list: Node<'_>,
) -> Result<Vec<Case>, Diagnostic> {
    let mut cases: Vec<Case> = Vec::new();
    for raw in list.read::<Vec<Raw<'_>>>()? {
        let file: CaseFile<'_> = reader.read_raw(raw)?;
        let name = reader.node(file.name);
        let case = Case {
            name: name.read_name("a case", "X at 23")?,
            restrictions: read_restrictions(reader, puzzle, reader.node(file.restrict))?,
            expect: read_expect(reader, file.expect)?,
            span: name.span(),
        };
        if let Some(first) = cases.iter().find(|other| other.name == case.name) {
            return Err(Diagnostic::error(
                format!("two cases are named {:?}", case.name),
                case.span,
                "again here",
            )
            .context(first.span, "first here")
            .help("rename one of them"));
        }
        check_givens(&puzzle.with_case(&case))?;
        cases.push(case);
    }
    Ok(cases)
}
