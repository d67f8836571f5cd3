//! The families of polyforms, one for each lattice.

use std::ffi::OsStr;

use clap::builder::{EnumValueParser, PossibleValue, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue, Error};
use clap::{Arg, Command, ValueEnum};
use tilewright_geometry::Lattice;

/// A family of polyforms, such as the polyominoes, that the user names. Each lattice has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FamilyName(Lattice);

impl FamilyName {
    const ALL: [FamilyName; Lattice::ALL.len()] = {
        let mut all = [FamilyName(Lattice::Square); Lattice::ALL.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = FamilyName(Lattice::ALL[at]);
            at += 1;
        }
        all
    };

    /// The lattice of the polyforms.
    pub fn lattice(self) -> Lattice {
        self.0
    }
}

impl ValueEnum for FamilyName {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let table = self.0.table();
        Some(PossibleValue::new(table.family).help(table.forms))
    }
}

/// Reads the name of a family. The error of a name with a size, such as `pentominoes`, says what
/// to write instead.
#[derive(Debug, Clone)]
pub struct FamilyParser;

impl TypedValueParser for FamilyParser {
    type Value = FamilyName;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<FamilyName, Error> {
        let read = EnumValueParser::<FamilyName>::new().parse_ref(command, arg, value);
        read.map_err(|mut error| {
            let word = value.to_string_lossy();
            if let Some((family, size)) = with_size(&word.to_lowercase()) {
                error.remove(ContextKind::ValidValue);
                error.remove(ContextKind::SuggestedValue);
                let tip = StyledStr::from(format!("{word} are `{family} {size}`"));
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = FamilyName::ALL.iter();
        Some(Box::new(names.filter_map(ValueEnum::to_possible_value)))
    }
}

/// The Greek prefixes of sizes, without their last vowel.
const SIZES: [(&str, usize); 10] = [
    ("mon", 1),
    ("d", 2),
    ("tr", 3),
    ("tetr", 4),
    ("pent", 5),
    ("hex", 6),
    ("hept", 7),
    ("oct", 8),
    ("non", 9),
    ("dec", 10),
];

/// The family and the size that a word names: `pentominoes` are polyominoes of size 5.
fn with_size(word: &str) -> Option<(&'static str, usize)> {
    let families = Lattice::ALL.map(|lattice| lattice.table().family);
    families.into_iter().find_map(|family| {
        let kind = family.strip_prefix("poly")?;
        let start = word.strip_suffix(kind)?;
        let sizes = SIZES.iter().filter(|(prefix, _)| {
            let vowel = start.strip_prefix(prefix);
            vowel.is_some_and(|vowel| matches!(vowel, "" | "a" | "i" | "o"))
        });
        sizes.map(|(_, size)| (family, *size)).next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_a_size_are_understood() {
        assert_eq!(with_size("pentominoes"), Some(("polyominoes", 5)));
        assert_eq!(with_size("dominoes"), Some(("polyominoes", 2)));
        assert_eq!(with_size("hexiamonds"), Some(("polyiamonds", 6)));
        assert_eq!(with_size("tetracubes"), Some(("polycubes", 4)));
        assert_eq!(with_size("polyominoes"), None);
        assert_eq!(with_size("ominoes"), None);
    }
}
