//! An interactive session: one command per line.

use std::fmt::Write;

use num_bigint::BigUint;

use super::{Overview, SpaceText};
use crate::cover::notation::{self, PlacementPattern};
use crate::puzzle::{PieceId, suggestion};
use crate::solve::space::{Filter, Space};
use crate::support::format::{counted, grouped};

/// The commands, each with its help text.
const COMMANDS: [(&str, &str); 12] = [
    (
        "with PIECE@cells",
        "keep the solutions that contain the placement; some of its cells are enough",
    ),
    ("without PIECE@cells", "leave them out"),
    ("undo", "remove the last filter"),
    ("clear", "remove all filters"),
    ("filters", "list them"),
    ("count", "the number of solutions left"),
    (
        "overview",
        "what they have in common, and where they differ",
    ),
    (
        "heat [PIECE …]",
        "where pieces lie: one, several, or all of them",
    ),
    (
        "unused [PIECE …]",
        "the placements that occur in no solution",
    ),
    (
        "solution N",
        "the N-th solution of those left, counted from 1",
    ),
    ("help", "this list"),
    ("quit", "quit; the end of the input also quits"),
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ExploreReply {
    /// The answer; empty for an empty line.
    Answer(String),
    /// The error message for a line that cannot be answered.
    Mistake(String),
    /// The user asked to quit.
    Quit,
}

/// A session of commands on a solution space, with filters that can be added and removed.
#[derive(Debug)]
pub(crate) struct ExploreSession<'s> {
    whole: &'s Space<'s>,
    filters: Vec<Filter>,
    /// The filtered space; `None` without filters.
    left: Option<Space<'s>>,
    styled: bool,
}

impl<'s> ExploreSession<'s> {
    pub(crate) fn new(whole: &'s Space<'s>, styled: bool) -> Self {
        Self {
            whole,
            filters: Vec::new(),
            left: None,
            styled,
        }
    }

    /// Answers a line. A line with a mistake changes nothing.
    ///
    /// Cost: a few passes over the diagram; for `undo`, a pass for each remaining filter.
    pub(crate) fn answer(&mut self, line: &str) -> ExploreReply {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let answer = match (word, rest.trim()) {
            ("", _) => Ok(String::new()),
            ("quit" | "exit", "") => return ExploreReply::Quit,
            ("with", text) => self.pattern(text).and_then(|p| self.add(Filter::With(p))),
            ("without", text) => self
                .pattern(text)
                .and_then(|p| self.add(Filter::Without(p))),
            ("undo", "") => self.undo(),
            ("clear", "") => {
                self.filters.clear();
                self.left = None;
                Ok(self.count())
            }
            ("filters", "") => Ok(self.listed_filters()),
            ("count", "") => Ok(self.count()),
            ("overview", "") => self.overview(),
            ("heat", pieces) => self.heat(pieces),
            ("unused", pieces) => self.unused(pieces),
            ("solution", number) => self.solution(number),
            ("help", "") => Ok(help()),
            (word, _) => Err(unknown(word)),
        };
        match answer {
            Ok(text) => ExploreReply::Answer(text),
            Err(message) => ExploreReply::Mistake(message),
        }
    }

    fn space(&self) -> &Space<'s> {
        self.left.as_ref().unwrap_or(self.whole)
    }

    fn text(&self) -> SpaceText<'_> {
        SpaceText {
            space: self.space(),
            styled: self.styled,
        }
    }

    fn pattern(&self, text: &str) -> Result<PlacementPattern, String> {
        let space = self.whole;
        PlacementPattern::parse(text, space.instance()).map_err(|e| e.to_string())
    }

    /// Adds a filter, and returns the number of solutions left, as text.
    ///
    /// # Errors
    ///
    /// The filtered space cannot be computed.
    pub(crate) fn add(&mut self, filter: Filter) -> Result<String, String> {
        let left = self.space().filtered(&filter);
        self.left = Some(left.map_err(|error| error.to_string())?);
        self.filters.push(filter);
        Ok(self.count())
    }

    fn undo(&mut self) -> Result<String, String> {
        let [kept @ .., _] = self.filters.as_slice() else {
            return Err("there is no filter to remove".to_owned());
        };
        let mut left = None;
        for filter in kept {
            let space = left.as_ref().unwrap_or(self.whole);
            left = Some(space.filtered(filter).map_err(|error| error.to_string())?);
        }
        self.left = left;
        self.filters.pop();
        Ok(self.count())
    }

    fn count(&self) -> String {
        let count = counted(self.space().count(), "solution");
        if self.filters.is_empty() {
            format!("{count}\n")
        } else {
            format!("{count} of {}\n", grouped(self.whole.count()))
        }
    }

    fn listed_filters(&self) -> String {
        if self.filters.is_empty() {
            return "no filter\n".to_owned();
        }
        let text = self.text();
        let lines = self.filters.iter().map(|filter| {
            let (word, words) = text.filter(filter);
            format!("{word:<8} {words}\n")
        });
        lines.collect()
    }

    fn overview(&self) -> Result<String, String> {
        let overview = Overview::of(self.space()).map_err(|error| error.to_string())?;
        Ok(format!(
            "{}{}",
            self.count(),
            self.text().overview(&overview)
        ))
    }

    fn heat(&self, names: &str) -> Result<String, String> {
        let pieces = self.pieces(names)?;
        let overview = Overview::of(self.space()).map_err(|error| error.to_string())?;
        if overview.solutions == BigUint::ZERO {
            return Ok("no solution, no map\n".to_owned());
        }
        let wanted = pieces.iter().map(|piece| &overview.pieces[*piece]);
        let maps = self.text().heat_maps(wanted, &overview.solutions);
        Ok(format!("{}\n{maps}", SpaceText::legend()))
    }

    fn unused(&self, names: &str) -> Result<String, String> {
        let pieces = self.pieces(names)?;
        let overview = Overview::of(self.space()).map_err(|error| error.to_string())?;
        let instance = self.whole.instance();
        let mut text = String::new();
        for option in overview.unused {
            if pieces.contains(&instance.meaning(option).piece.index()) {
                let _ = writeln!(text, "{}", notation::of(instance, option));
            }
        }
        Ok(if text.is_empty() {
            "every placement occurs in a solution\n".to_owned()
        } else {
            text
        })
    }

    /// The indices of the pieces in `names`, or of all pieces if it is empty.
    fn pieces(&self, names: &str) -> Result<Vec<usize>, String> {
        let puzzle = self.whole.puzzle();
        if names.is_empty() {
            return Ok((0..puzzle.pieces.len()).collect());
        }
        let named = names
            .split_whitespace()
            .map(|name| notation::piece(name, puzzle));
        let named = named.map(|piece| piece.map(PieceId::index));
        named
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())
    }

    fn solution(&self, number: &str) -> Result<String, String> {
        let wanted: BigUint = number
            .replace(',', "")
            .parse()
            .map_err(|_| format!("{number:?} is not a number: write `solution 1`"))?;
        let count = self.space().count();
        if wanted == BigUint::ZERO || wanted > count {
            let last = grouped(&count);
            return Err(if count == BigUint::ZERO {
                "there is no solution".to_owned()
            } else {
                format!("there is no solution {number}: solutions are numbered from 1 to {last}")
            });
        }
        let options = self.space().diagram().nth(&(wanted - 1_u32));
        Ok(self
            .text()
            .solution(&options.map_err(|error| error.to_string())?))
    }
}

fn help() -> String {
    let line = |(command, words): &(&str, &str)| format!("  {command:<20} {words}\n");
    COMMANDS.iter().map(line).collect()
}

fn unknown(word: &str) -> String {
    let words = COMMANDS.map(|(command, _)| command.split(' ').next().unwrap_or(command));
    if words.contains(&word) {
        return format!("{word:?} takes no arguments; `help` lists the commands");
    }
    let near = suggestion(word, words);
    format!("{word:?} is not a command; {near}`help` lists them")
}
