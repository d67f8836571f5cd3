//! `schema`: prints the JSON schema of a command's output.

use std::io::Write;

use anyhow::anyhow;
use itertools::Itertools;

use super::Output;
use crate::surface::cli::args::SchemaArgs;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::schemas;

pub(super) fn run(args: &SchemaArgs) -> Result<Outcome, Failure> {
    let all = schemas::all();
    let mut out = Output::stdout();
    if args.command.is_empty() {
        let width = all.iter().map(|schema| schema.name.len()).max();
        for schema in &all {
            let width = width.unwrap_or(0);
            writeln!(out, "{:width$}  {}", schema.name, schema.output)?;
        }
    } else {
        let name = args.command.join("-");
        let schema = all.iter().find(|schema| schema.name == name);
        let schema = schema.ok_or_else(|| {
            anyhow!(
                "there is no schema {name:?}; the schemas are {}",
                all.iter().map(|schema| schema.name).join(", ")
            )
        })?;
        out.write_all(schema.text.as_bytes())?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}
