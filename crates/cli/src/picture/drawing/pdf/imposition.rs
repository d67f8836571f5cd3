//! Imposition: the order of pages on sheets that are folded into a booklet.
//!
//! For saddle stitch, sheets are printed on both sides, nested, folded in the middle and stapled in the fold.
//! The outermost sheet has the first and the last page on its front, and the second and the last but one on its
//! back.

/// One side of a sheet: the left and the right page, counted from 0. `None` is a blank page.
pub type SheetSide = [Option<usize>; 2];

/// The sides of the sheets for a document of `pages` pages: front and back of the outermost sheet,
/// then of the next one. If the number of pages is not a multiple of four, the last pages of the
/// booklet are blank.
///
/// Cost: linear in the number of pages.
///
/// ```
/// use tilewright::picture::drawing::pdf::saddle_stitch;
/// assert_eq!(saddle_stitch(3), [[None, Some(0)], [Some(1), Some(2)]]);
/// ```
pub fn saddle_stitch(pages: usize) -> Vec<SheetSide> {
    let whole = pages.next_multiple_of(4);
    let page = |number: usize| Some(number).filter(|number| *number < pages);
    let sheets = 0..whole / 4;
    let sides = sheets.flat_map(|sheet| {
        let (first, last) = (2 * sheet, whole - 1 - 2 * sheet);
        [[page(last), page(first)], [page(first + 1), page(last - 1)]]
    });
    sides.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The pages in the order in which the folded booklet shows them.
    fn read(sides: &[SheetSide]) -> Vec<Option<usize>> {
        let fronts = sides.iter().step_by(2);
        let backs = sides.iter().skip(1).step_by(2);
        let mut pages = Vec::new();
        // Up to the middle of the booklet, the page on the right of a sheet's front is followed by
        // the page on the left of the same sheet's back.
        for (front, back) in fronts.clone().zip(backs.clone()) {
            pages.extend([front[1], back[0]]);
        }
        for (front, back) in fronts.zip(backs).rev() {
            pages.extend([back[1], front[0]]);
        }
        pages
    }

    proptest! {
        /// Checks that the folded pages are in order, and that only the last ones are blank.
        #[test]
        fn folding_gives_the_pages_in_order(pages in 0_usize..500) {
            let sides = saddle_stitch(pages);
            prop_assert_eq!(sides.len(), pages.div_ceil(4) * 2);
            let folded = read(&sides);
            prop_assert!(folded.len() < pages + 4);
            for (number, page) in folded.into_iter().enumerate() {
                prop_assert_eq!(page, Some(number).filter(|number| *number < pages));
            }
        }

        /// Checks that pages with odd indices are on the left and those with even indices on the
        /// right, as their margins require.
        #[test]
        fn right_hand_pages_are_on_the_right(pages in 1_usize..500) {
            for [left, right] in saddle_stitch(pages) {
                prop_assert!(left.is_none_or(|page| page % 2 == 1));
                prop_assert!(right.is_none_or(|page| page % 2 == 0));
            }
        }
    }
}
