//! Lattices and their families as puzzle files name them: whatever lattices there are.

use std::fmt;
use std::sync::LazyLock;

use serde::de::{Deserialize, Deserializer, EnumAccess, Error, VariantAccess, Visitor};
use tilewright_geometry::Lattice;

/// `lattice:`, one of [`Lattice::IDENTIFIERS`].
#[derive(Debug, Clone, Copy)]
pub(super) struct LatticeFile(pub(super) Lattice);

/// `of:`, a family and the size of its polyforms: `Polyominoes(5)`.
#[derive(Debug, Clone, Copy)]
pub(super) struct FamilyFile {
    /// Where the polyforms lie.
    pub(super) lattice: Lattice,
    /// How many cells or tiles each has, as the file says.
    pub(super) size: i64,
}

/// The names of the families, in the order of [`Lattice::ALL`]: `Polyominoes`.
static FAMILIES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let families = Lattice::ALL.iter().map(|lattice| {
        let mut name = lattice.table().family.to_owned();
        name.replace_range(..1, "P");
        // Serde names what it expected by texts that live forever.
        &*name.leak()
    });
    families.collect()
});

/// The lattice whose name is at the same place in the list.
fn named<E: Error>(name: &str, names: &'static [&'static str]) -> Result<Lattice, E> {
    let at = names.iter().position(|known| *known == name);
    at.and_then(|at| Lattice::ALL.get(at).copied())
        .ok_or_else(|| E::unknown_variant(name, names))
}

impl<'de> Deserialize<'de> for LatticeFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfName;

        impl<'de> Visitor<'de> for OfName {
            type Value = LatticeFile;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a lattice")
            }

            fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Self::Value, A::Error> {
                let (name, variant) = access.variant::<Identifier>()?;
                let lattice = named(&name.0, Lattice::IDENTIFIERS)?;
                variant.unit_variant()?;
                Ok(LatticeFile(lattice))
            }
        }

        deserializer.deserialize_enum("Lattice", Lattice::IDENTIFIERS, OfName)
    }
}

impl<'de> Deserialize<'de> for FamilyFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfNameAndSize;

        impl<'de> Visitor<'de> for OfNameAndSize {
            type Value = FamilyFile;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a family of polyforms")
            }

            fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Self::Value, A::Error> {
                let (name, variant) = access.variant::<Identifier>()?;
                let lattice = named(&name.0, &FAMILIES)?;
                let size = variant.newtype_variant()?;
                Ok(FamilyFile { lattice, size })
            }
        }

        deserializer.deserialize_enum("Family", &FAMILIES, OfNameAndSize)
    }
}

/// The name of a variant.
pub(super) struct Identifier(String);

impl<'de> Deserialize<'de> for Identifier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Identifier;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a name")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(Identifier(name.to_owned()))
            }
        }

        deserializer.deserialize_identifier(Text)
    }
}
