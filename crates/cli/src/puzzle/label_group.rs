//! Writes a group of labelled cells as an entry of `labels:`.

use itertools::Itertools;
use tilewright_geometry::{Cell, Lattice};

use crate::support::label::Label;

/// A group of labels is written as rows only if its bounding rectangle has at most this many cells for each
/// label, plus `MORE_PLACES`.
const PLACES_PER_LABEL: usize = 2;
/// The number of cells that the bounding rectangle of a group may have in addition, whatever its number of labels.
const MORE_PLACES: usize = 8;

/// A group with a longer label, in bytes, is not written as rows of labels.
const MAX_WORD: usize = 40;

/// A group as an entry of `labels:`: as rows of labels if the rows list the cells in the order of the
/// group, otherwise cell by cell.
pub(crate) fn label_group(lattice: Lattice, group: &[(Cell, Label)]) -> String {
    rows(lattice, group).unwrap_or_else(|| {
        let label = |(cell, label): &(Cell, Label)| {
            let cell = lattice.coordinates(*cell);
            format!("{label:?}: ({})", cell.iter().join(", "))
        };
        format!("Cells({{ {} }})", group.iter().map(label).join(", "))
    })
}

fn rows(lattice: Lattice, group: &[(Cell, Label)]) -> Option<String> {
    if !matches!(lattice, Lattice::Square | Lattice::Cube) {
        return None;
    }
    let place = |cell: &Cell| {
        let (at, _) = lattice.offset_and_kind(*cell);
        (at.z == 0).then_some((at.y, at.x))
    };
    let places: Vec<(i32, i32)> = group
        .iter()
        .map(|(cell, _)| place(cell))
        .collect::<Option<_>>()?;
    let is_word = |label: &Label| {
        let text = label.as_str();
        (1..=MAX_WORD).contains(&text.len())
            && !text.contains(char::is_whitespace)
            && !matches!(text, "-" | ".")
    };
    let is_in_order = places.is_sorted() && group.iter().all(|(_, label)| is_word(label));
    let (top, bottom) = (places.first()?.0, places.last()?.0);
    let left = places.iter().map(|(_, x)| *x).min()?;
    let right = places.iter().map(|(_, x)| *x).max()?;
    let [width, height] =
        [(left, right), (top, bottom)].map(|(low, high)| low.abs_diff(high) as usize + 1);
    let most = PLACES_PER_LABEL * group.len() + MORE_PLACES;
    if !is_in_order || width.checked_mul(height)? > most {
        return None;
    }
    let long = group.iter().map(|(_, label)| label.chars().count()).max()?;
    let written = |y: i32| {
        let here = places
            .iter()
            .zip(group)
            .filter(move |((row, _), _)| *row == y);
        let mut row = String::new();
        let mut next = left;
        for ((_, x), (_, label)) in here {
            for _ in next..*x {
                row.push_str(&format!("{:>long$} ", "-"));
            }
            row.push_str(&format!("{:>long$} ", label.as_str()));
            next = x + 1;
        }
        format!("{:?}", row.trim_end())
    };
    let rows: Vec<String> = (top..=bottom).map(written).collect();
    let rows = match &rows[..] {
        [row] => format!("[{row}]"),
        rows => format!(
            "[\n            {},\n        ]",
            rows.join(",\n            ")
        ),
    };
    Some(format!("Rows(({left}, {top}), {rows})"))
}
