//! The families of polyforms, one for each lattice.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use tilewright_geometry::Lattice;

/// The polyforms of a lattice, by the name of their family.
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
