//! Texts aligned in columns, for a terminal.

/// The lines of a table. The first `right` columns are aligned to the right, in the width of their
/// widest cells in characters. The other columns are not padded. Two spaces separate columns.
pub(super) fn aligned<R: AsRef<[String]>>(
    rows: &[R],
    right: usize,
) -> impl Iterator<Item = String> {
    let width = |column| {
        let cells = rows.iter().filter_map(|row: &R| row.as_ref().get(column));
        cells
            .map(|cell: &String| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..right).map(width).collect();
    rows.iter().map(move |row| {
        let cells = row.as_ref().iter().enumerate();
        let cells = cells.map(|(column, cell)| {
            let width = widths.get(column).copied().unwrap_or(0);
            format!("{cell:>width$}")
        });
        cells.collect::<Vec<_>>().join("  ")
    })
}
