//! The collective names of all forms of a size: pentominoes, hexiamonds, tetrasticks.

use crate::lattice::Lattice;

/// The prefixes for sizes 1 to 12. All are Greek except the Latin "nona" and "undeca".
const PREFIXES: [&str; 12] = [
    "mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa", "nona", "deca", "undeca",
    "dodeca",
];

/// The name, in the plural, of all forms of a size.
///
/// Sizes over 12 are written as numbers.
///
/// ```
/// use tilewright_geometry::{Lattice, family_name};
/// assert_eq!(family_name(Lattice::Square, 5), "pentominoes");
/// assert_eq!(family_name(Lattice::Triangle, 6), "hexiamonds");
/// assert_eq!(family_name(Lattice::Stick, 4), "tetrasticks");
/// assert_eq!(family_name(Lattice::Cube, 13), "13-cubes");
/// ```
pub fn family_name(lattice: Lattice, size: usize) -> String {
    let family = lattice.table().family;
    let suffix = family.strip_prefix("poly").unwrap_or(family);
    let Some(prefix) = size.checked_sub(1).and_then(|i| PREFIXES.get(i)) else {
        return format!("{size}-{suffix}");
    };
    // A prefix loses its last vowel before a suffix that begins with a vowel. "Diaboloes" is an
    // exception.
    let vowels = ['a', 'i', 'o'];
    let stem = prefix.strip_suffix(vowels).filter(|_| {
        suffix.starts_with(vowels) && !(suffix.starts_with('a') && prefix.ends_with('i'))
    });
    format!("{}{suffix}", stem.unwrap_or(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_their_usual_names() {
        let names = |lattice| {
            (1..=10)
                .map(|n| family_name(lattice, n))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            names(Lattice::Square),
            [
                "monominoes",
                "dominoes",
                "trominoes",
                "tetrominoes",
                "pentominoes",
                "hexominoes",
                "heptominoes",
                "octominoes",
                "nonominoes",
                "decominoes"
            ]
        );
        assert_eq!(
            names(Lattice::Triangle)[..6],
            [
                "moniamonds",
                "diamonds",
                "triamonds",
                "tetriamonds",
                "pentiamonds",
                "hexiamonds"
            ]
        );
        assert_eq!(
            names(Lattice::Stick)[..3],
            ["monosticks", "disticks", "tristicks"]
        );
        assert_eq!(
            names(Lattice::Cube)[2..5],
            ["tricubes", "tetracubes", "pentacubes"]
        );
        assert_eq!(family_name(Lattice::Square, 0), "0-ominoes");
        assert_eq!(
            names(Lattice::Tan)[..4],
            ["monaboloes", "diaboloes", "triaboloes", "tetraboloes"]
        );
        assert_eq!(names(Lattice::Hexagon)[3..5], ["tetrahexes", "pentahexes"]);
    }
}
