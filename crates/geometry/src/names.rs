//! Named polyforms.
//!
//! Small families have traditional letters; a table contains these with their traditional shapes.
//! All other forms are named by their position in canonical order: `6-01`, `6-02`, …. If pieces may
//! not be turned over or rotated, they have these names:
//!
//! - **one-sided**: a chiral form gives two pieces, NAME and its mirror image NAME'. NAME is the
//!   form as shown in the table or, for generated names, the canonical free form. Some mirror
//!   images have separate names: tetrominoes L and J, S and Z, and A and B of the Soma cube.
//! - **fixed**: each orientation is a piece: NAME-1, NAME-2, ….

mod edges;
mod entry;
mod family;
mod hexes;
mod table;

pub use family::family_name;

use itertools::Itertools;

use crate::enumerate::{MAX_LISTED, SizeError, polyforms};
use crate::lattice::{Cell, Lattice, Sides};
use crate::picture::parse_picture;
use crate::polyform::Polyform;
use entry::{Hand, NamedShape, ShapeNotation};

/// A polyform with a name: the traditional one, such as `F`, or its size and a number, such as `6-01`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedPolyform {
    /// The name, unique among the forms of the same list.
    pub name: String,
    /// The form. With a traditional name, it is oriented as it is traditionally drawn.
    pub polyform: Polyform,
}

/// All polyforms of the given size under the symmetries that `sides` allows, with their names. They are in
/// traditional order if they have traditional names, otherwise in canonical order.
///
/// # Errors
///
/// [`SizeError`] for size 0, sizes over [`crate::MAX_SIZE`], and more than [`MAX_LISTED`] forms.
///
/// ```
/// use tilewright_geometry::{Lattice, Sides, named_polyforms};
/// let names = |lattice, size, sides| -> Result<Vec<String>, tilewright_geometry::SizeError> {
///     Ok(named_polyforms(lattice, size, sides)?.into_iter().map(|form| form.name).collect())
/// };
/// assert_eq!(names(Lattice::Square, 5, Sides::Free)?.concat(), "FILPNTUVWXYZ");
/// assert_eq!(names(Lattice::Square, 4, Sides::OneSided)?.concat(), "IJLOSTZ");
/// assert_eq!(names(Lattice::Square, 6, Sides::Free)?[..2], ["6-01", "6-02"]);
/// # Ok::<(), tilewright_geometry::SizeError>(())
/// ```
pub fn named_polyforms(
    lattice: Lattice,
    size: usize,
    sides: Sides,
) -> Result<Vec<NamedPolyform>, SizeError> {
    let mut named = Vec::new();
    for (name, polyform, hand) in free_forms(lattice, size)? {
        match sides {
            Sides::Free | Sides::Fixed if hand == Hand::Twin => {}
            Sides::Free => named.push(NamedPolyform { name, polyform }),
            Sides::OneSided => {
                let twin = (hand == Hand::Derived && polyform.is_chiral()).then(|| NamedPolyform {
                    name: format!("{name}'"),
                    polyform: polyform.transformed(lattice.mirror()),
                });
                named.push(NamedPolyform { name, polyform });
                named.extend(twin);
            }
            Sides::Fixed => {
                let orientations = polyform.orientations(Sides::Free).into_iter();
                // Forms of the same shape count as one fixed form, even if no translation of the lattice maps one
                // to the other. Such forms have the same canonical form.
                let orientations = orientations.unique_by(|form| form.canonical(Sides::Fixed));
                named.extend(
                    orientations
                        .zip(1..)
                        .map(|(polyform, number)| NamedPolyform {
                            name: format!("{name}-{number}"),
                            polyform,
                        }),
                );
            }
        }
        if named.len() > MAX_LISTED {
            return Err(SizeError::TooMany {
                size,
                limit: MAX_LISTED,
            });
        }
    }
    Ok(named)
}

/// The free forms with their names. If they have traditional names, the named mirror images are
/// included.
fn free_forms(lattice: Lattice, size: usize) -> Result<Vec<(String, Polyform, Hand)>, SizeError> {
    let entries = table::entries(lattice, size);
    if !entries.is_empty() {
        let form =
            |entry: &NamedShape| Some((entry.name.to_owned(), shape(lattice, entry)?, entry.hand));
        return Ok(entries.iter().filter_map(form).collect());
    }
    let forms = polyforms(lattice, size, Sides::Free)?;
    let width = forms.len().to_string().len();
    let named = forms.into_iter().zip(1..).map(|(form, number)| {
        let number: usize = number;
        (format!("{size}-{number:0width$}"), form, Hand::Derived)
    });
    Ok(named.collect())
}

/// The form of a table entry. The tests check that it is never `None`.
fn shape(lattice: Lattice, entry: &NamedShape) -> Option<Polyform> {
    let cells: Vec<_> = match entry.art {
        ShapeNotation::Rows(rows) => {
            let rows: Vec<&str> = rows.split('/').collect();
            parse_picture(lattice, &rows)
                .ok()?
                .into_iter()
                .map(|c| c.cell)
                .collect()
        }
        ShapeNotation::List(cells) => {
            let cells = cells.split(' ').map(|cell| written(lattice, cell));
            cells.collect::<Option<_>>()?
        }
        ShapeNotation::Cells(cells) => {
            let cells = cells.iter().map(|cell| lattice.cell(cell));
            cells.collect::<Result<_, _>>().ok()?
        }
    };
    Polyform::new(lattice, cells).ok()
}

/// The cell with the coordinates in a text such as `1,2`; `None` if they are not a cell of the lattice.
fn written(lattice: Lattice, text: &str) -> Option<Cell> {
    let numbers = text.split(',').map(str::parse);
    let numbers: Vec<i64> = numbers.collect::<Result<_, _>>().ok()?;
    lattice.cell(&numbers).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enumerate::count;

    fn names(lattice: Lattice, size: usize, sides: Sides) -> Vec<String> {
        let named = named_polyforms(lattice, size, sides).unwrap();
        named.into_iter().map(|form| form.name).collect()
    }

    #[test]
    fn named_forms_are_exactly_the_enumeration() {
        for lattice in Lattice::ALL {
            // Naming larger forms of drafters would take several seconds.
            let sizes = if lattice.table().moves_off_lattice {
                1..=4
            } else {
                1..=5
            };
            for size in sizes {
                for sides in [Sides::Free, Sides::OneSided, Sides::Fixed] {
                    let all = named_polyforms(lattice, size, sides).unwrap();
                    let mut forms: Vec<Polyform> = all
                        .iter()
                        .map(|form| form.polyform.canonical(sides))
                        .collect();
                    forms.sort();
                    assert_eq!(forms, polyforms(lattice, size, sides).unwrap());
                    let mut names: Vec<&str> = all.iter().map(|f| f.name.as_str()).collect();
                    names.sort_unstable();
                    names.dedup();
                    assert_eq!(names.len(), all.len(), "names are unique");
                }
            }
        }
    }

    #[test]
    fn every_entry_has_a_shape_and_twins_are_mirror_images() {
        for lattice in Lattice::ALL {
            for size in 1..=6 {
                let entries = table::entries(lattice, size);
                let paired = entries.iter().filter(|e| e.hand == Hand::Paired);
                let twins = entries.iter().filter(|e| e.hand == Hand::Twin);
                let forms = |list: Vec<&NamedShape>| -> Vec<Polyform> {
                    list.into_iter()
                        .map(|e| shape(lattice, e).unwrap())
                        .collect()
                };
                let mut mirrored: Vec<Polyform> = forms(paired.collect())
                    .iter()
                    .map(Polyform::mirror)
                    .collect();
                let mut twins: Vec<Polyform> = forms(twins.collect())
                    .iter()
                    .map(|form| form.canonical(Sides::OneSided))
                    .collect();
                mirrored.sort();
                twins.sort();
                assert_eq!(mirrored, twins);
                assert!(entries.iter().all(|entry| shape(lattice, entry).is_some()));
            }
        }
    }

    #[test]
    fn traditional_letters_come_in_order() {
        use Sides::{Fixed, Free, OneSided};
        assert_eq!(names(Lattice::Square, 4, Free).concat(), "ILOST");
        assert_eq!(
            names(Lattice::Square, 5, OneSided).concat(),
            "FF'ILL'PP'NN'TUVWXYY'ZZ'"
        );
        assert_eq!(names(Lattice::Triangle, 6, Free).concat(), "IPJEVHSXCGFO");
        assert_eq!(names(Lattice::Stick, 4, Free).concat(), "FHIJLNOPRTUVWXYZ");
        assert_eq!(names(Lattice::Stick, 3, Free).concat(), "ILUZT");
        assert_eq!(names(Lattice::Hexagon, 4, Free).concat(), "IJPSUYO");
        assert_eq!(names(Lattice::Hexagon, 5, Free).len(), 22);
        assert_eq!(names(Lattice::Twig, 4, Free).concat(), "YWPC");
        assert_eq!(names(Lattice::Trig, 4, Free)[0], "B0");
        assert_eq!(names(Lattice::Cube, 4, OneSided).concat(), "IOLTZABP");
        assert_eq!(names(Lattice::Cube, 4, Free).concat(), "IOLTZAP");
        assert_eq!(
            names(Lattice::Square, 3, Fixed).join(" "),
            "I-1 I-2 L-1 L-2 L-3 L-4"
        );
    }

    #[test]
    fn generated_names_are_padded() {
        let hexominoes = names(Lattice::Square, 6, Sides::Free);
        assert_eq!((&*hexominoes[0], &*hexominoes[34]), ("6-01", "6-35"));
        assert_eq!(names(Lattice::Triangle, 1, Sides::Free), ["1-1"]);
        let pentacubes = names(Lattice::Cube, 5, Sides::OneSided);
        assert_eq!(pentacubes.len(), 29);
        assert_eq!(
            pentacubes
                .iter()
                .filter(|name| name.ends_with('\''))
                .count(),
            6
        );
    }

    #[test]
    fn long_lists_are_refused() {
        let error = named_polyforms(Lattice::Square, 15, Sides::Free).unwrap_err();
        assert_eq!(
            error,
            SizeError::TooMany {
                size: 15,
                limit: MAX_LISTED
            }
        );
        assert_eq!(count(Lattice::Square, 9, Sides::OneSided), Ok(2500));
    }
}
