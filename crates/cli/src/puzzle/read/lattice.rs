//! The names of lattices and of their families in puzzle files, generated from the list of
//! lattices. Lattices that a file defines are read in [`tiles`](super::tiles).

use std::fmt;
use std::sync::LazyLock;

use serde::de::{Deserialize, Deserializer, EnumAccess, Error, VariantAccess, Visitor};
use tilewright_geometry::Lattice;

use super::diagnostic::Diagnostic;
use super::node::{Node, Reader};
use super::tiles::{TILES, read_tiles};

/// Reads the value of `lattice:`: one of [`Lattice::IDENTIFIERS`], or a tiling.
pub(super) fn read_lattice(reader: Reader<'_>, node: Node<'_>) -> Result<Lattice, Diagnostic> {
    let is_tiling = node.text().strip_prefix(TILES);
    if is_tiling.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')) {
        return read_tiles(reader, node);
    }
    let LatticeFile(lattice) = node.read()?;
    Ok(lattice)
}

/// A built-in lattice, read from its name.
#[derive(Debug, Clone, Copy)]
struct LatticeFile(Lattice);

/// `of:`, a family and the size of its polyforms: `Polyominoes(5)`.
#[derive(Debug, Clone, Copy)]
pub(super) struct FamilyFile {
    /// The lattice of the family; `None` for `Polyforms`, the family of the puzzle's lattice.
    pub(super) lattice: Option<Lattice>,
    /// The size in cells or tiles, not yet checked.
    pub(super) size: i64,
}

/// The names of lattices in the order of [`Lattice::ALL`], followed by the name for a tiling.
static LATTICES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let names = Lattice::IDENTIFIERS.iter().copied();
    names.chain([TILES]).collect()
});

/// The name that means the family of the puzzle's lattice, whichever lattice that is.
const ANY_FAMILY: &str = "Polyforms";

/// The names of the families in the order of [`Lattice::ALL`], such as `Polyominoes`, followed by
/// [`ANY_FAMILY`].
static FAMILIES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let families = Lattice::ALL.iter().map(|lattice| {
        let mut name = lattice.table().family.to_owned();
        name.replace_range(..1, "P");
        // Serde requires the expected names as `&'static str`.
        &*name.leak()
    });
    families.chain([ANY_FAMILY]).collect()
});

/// The lattice of [`Lattice::ALL`] at the position of `name` in `names`; an error if `names` does
/// not contain the name.
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
                let lattice = named(&name.0, &LATTICES)?;
                variant.unit_variant()?;
                Ok(LatticeFile(lattice))
            }
        }

        deserializer.deserialize_enum("Lattice", &LATTICES, OfName)
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
                let lattice = match name.0.as_str() {
                    ANY_FAMILY => None,
                    name => Some(named(name, &FAMILIES)?),
                };
                let size = variant.newtype_variant()?;
                Ok(FamilyFile { lattice, size })
            }
        }

        deserializer.deserialize_enum("Family", &FAMILIES, OfNameAndSize)
    }
}

/// The name of an enum variant in a file.
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
