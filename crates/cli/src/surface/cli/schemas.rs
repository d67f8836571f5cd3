//! The JSON schemas of all JSON output of the program, draft 2020-12.
//!
//! Each is a file in the folder `schemas` of this crate. A test validates the output of the
//! commands against them.

use crate::publish::pack;

/// The schema of a command's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schema {
    /// The command, its words joined by hyphens: `count`, `campaign-status`.
    pub name: &'static str,
    /// The command, with its options, whose output the schema describes: `count --format json`.
    pub output: &'static str,
    /// The schema, as JSON.
    pub text: &'static str,
}

macro_rules! schemas {
    ($($name:literal: $output:literal,)*) => {
        [$(Schema {
            name: $name,
            output: $output,
            text: include_str!(concat!("../../../schemas/", $name, ".json")),
        },)*]
    };
}

/// The schemas of all JSON documents and JSON lines that commands print, except the schema of packs.
const OWN: [Schema; 21] = schemas! {
    "campaign-status": "campaign status --format json",
    "challenges": "challenges --format json",
    "check": "check --format json",
    "count": "count --format json, and campaign merge of a count",
    "cover": "a line of cover --format jsonl",
    "cut": "cut --format json",
    "design": "a line of design --format jsonl, and of campaign merge of a design",
    "estimate": "estimate --format json",
    "explore": "explore --format json",
    "generate": "generate --format json",
    "grade": "grade --format json",
    "hint": "hint --format json",
    "matrix": "matrix --format json",
    "print": "print --format json",
    "profile": "profile --format json",
    "solve": "a line of solve --format jsonl, of import --assemblies, and of campaign merge of a list",
    "solve-summary": "solve --summary and cover --summary",
    "starts": "starts --format json",
    "unify": "unify --format json",
    "verify": "verify --format json",
    "why": "why --format json",
};

/// All schemas, sorted by name.
///
/// # Examples
///
/// ```
/// let schemas = tilewright::surface::cli::schemas::all();
/// let count = schemas.iter().find(|schema| schema.name == "count").expect("there is one");
/// let text: serde_json::Value = serde_json::from_str(count.text)?;
/// assert_eq!(text["title"], "tilewright count");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn all() -> Vec<Schema> {
    let pack = Schema {
        name: "pack",
        output: "pack",
        text: pack::SCHEMA,
    };
    let mut all = OWN.to_vec();
    all.push(pack);
    all.sort_unstable_by_key(|schema| schema.name);
    all
}
