//! Cases: named lists of further restrictions.

use super::diagnostic::{Diagnostic, suggestion};
use super::expect::read_expect;
use super::file::CaseFile;
use super::node::{Node, Raw, Reader};
use super::puzzle_file::{Case, PuzzleFile};
use super::restrict::{Restrictions, check_givens, read_restrictions};
use crate::support::label::Label;

impl PuzzleFile {
    /// The puzzle in one of its cases: with the case's restrictions added, its name in the title,
    /// its expected numbers, and no cases.
    #[must_use]
    pub fn with_case(&self, case: &Case) -> Self {
        let mut file = Self {
            expect: case.expect,
            cases: Vec::new(),
            ..self.clone()
        };
        file.puzzle.title = Label::escaping(&format!("{}: {}", self.puzzle.title, case.name));
        file.puzzle
            .restrictions
            .extend_from_slice(&case.restrictions);
        file.spans
            .restrictions
            .extend_from_slice(&case.restriction_spans);
        file
    }

    /// The case with this name.
    ///
    /// # Errors
    ///
    /// A [`Diagnostic`] that lists the cases, if no case has this name.
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
        let place = self.spans.cases.unwrap_or(self.spans.pieces);
        Err(Box::new(Diagnostic::error(message, place, "").help(help)))
    }
}

/// Reads the value of `cases:`. The puzzle of `file` must be complete, apart from cases and goals.
pub(super) fn read_cases(
    reader: Reader<'_>,
    file: &PuzzleFile,
    list: Node<'_>,
) -> Result<Vec<Case>, Diagnostic> {
    let mut cases: Vec<Case> = Vec::new();
    for raw in list.read::<Vec<Raw<'_>>>()? {
        let fields: CaseFile<'_> = reader.read_raw(raw)?;
        let name_node = reader.node(fields.name);
        let name = name_node.read_name("a case", "X at 23")?;
        let Restrictions {
            restrictions,
            spans,
        } = read_restrictions(reader, &file.puzzle, reader.node(fields.restrict))?;
        let case = Case {
            name,
            restrictions,
            expect: read_expect(reader, fields.expect)?,
            span: name_node.span(),
            restriction_spans: spans,
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
        check_givens(&file.with_case(&case))?;
        cases.push(case);
    }
    Ok(cases)
}
