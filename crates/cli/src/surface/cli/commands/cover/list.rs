//! How the solutions of an exact cover problem are written.

use std::io::Write;

use itertools::Itertools;
use tilewright_dlx::{OptionId, Problem};

use crate::surface::cli::args::ListFormat;
use crate::surface::cli::commands::{Output, grouped};
use crate::surface::cli::failure::Failure;

/// Writes the solutions of an exact cover problem.
pub(super) struct CoverList {
    pub(super) format: ListFormat,
    /// The text of each option. It is made once, since lists may have millions of solutions.
    pub(super) options: Vec<String>,
}

impl CoverList {
    pub(super) fn new(problem: &Problem, format: ListFormat) -> Result<Self, Failure> {
        let options = problem.options().map(|option| {
            let entries = problem.option_entries(option);
            let names: Vec<_> = entries.map(|entry| problem.entry_name(entry)).collect();
            let cost = problem.cost(option);
            match format {
                ListFormat::Jsonl => serde_json::to_string(&names),
                ListFormat::Text if cost > 0 => Ok(names.join(" ") + &format!(" |{cost}\n")),
                ListFormat::Text => Ok(names.join(" ") + "\n"),
            }
        });
        Ok(Self {
            format,
            options: options.try_collect()?,
        })
    }

    /// The text of a solution without its number. It does not depend on the order of the list, so
    /// any thread may make it.
    pub(super) fn body(&self, solution: &[OptionId]) -> String {
        let separator = match self.format {
            ListFormat::Jsonl => ",",
            ListFormat::Text => "",
        };
        let options = || solution.iter().map(|option| &self.options[option.index()]);
        // The length is computed first, so that the text needs only one allocation.
        let length = options().map(|option| option.len() + 1).sum();
        let mut body = String::with_capacity(length);
        for (at, option) in options().enumerate() {
            if at > 0 {
                body += separator;
            }
            body += option;
        }
        body
    }

    pub(super) fn write(&self, number: u64, body: &str, out: &mut Output) -> Result<(), Failure> {
        self.write_costed(number, None, body, out)
    }

    /// Writes a solution with its number, and its cost if there is one.
    pub(super) fn write_costed(
        &self,
        number: u64,
        cost: Option<u64>,
        body: &str,
        out: &mut Output,
    ) -> Result<(), Failure> {
        match self.format {
            ListFormat::Jsonl => {
                let head = r#"{"type":"solution","number":"#;
                let cost = cost.map_or_else(String::new, |cost| format!(r#","cost":{cost}"#));
                writeln!(out, r#"{head}{number}{cost},"options":[{body}]}}"#)?;
            }
            ListFormat::Text => {
                let cost =
                    cost.map_or_else(String::new, |cost| format!(", cost {}", grouped(cost)));
                writeln!(out, "solution {}{cost}\n{body}", grouped(number))?;
            }
        }
        Ok(())
    }
}
