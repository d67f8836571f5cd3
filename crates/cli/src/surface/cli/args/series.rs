//! The options of `count --for`: the values of a parameter, and the column of a b-file.

use std::str::FromStr;

use clap::ValueEnum;

/// Which numbers of a series a b-file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BFileColumn {
    /// All solutions
    Solutions,
    /// Solutions up to symmetry
    Distinct,
}

/// A name and its values: `n=1..12`, both ends included, or `n=5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForArg {
    /// The name of a parameter of the puzzle file.
    pub name: String,
    /// The first value.
    pub least: i64,
    /// The last value, not before the first.
    pub most: i64,
}

impl FromStr for ForArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const MAX_TERMS: i64 = 1_000_000;
        let wrong = || "write a name and its values, as in n=1..12".to_owned();
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let (least, most) = values.split_once("..").unwrap_or((values, values));
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
        let (least, most) = (number(least)?, number(most)?);
        match most.checked_sub(least) {
            Some(0..MAX_TERMS) if !name.is_empty() => Ok(Self {
                name: name.trim().to_owned(),
                least,
                most,
            }),
            Some(..0) => Err(format!(
                "{least} is above {most}: write the smaller value first"
            )),
            Some(0..) if name.is_empty() => Err(wrong()),
            _ => Err(format!("a series has at most {MAX_TERMS} terms")),
        }
    }
}
