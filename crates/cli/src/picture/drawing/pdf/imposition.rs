//! Imposition: which pages stand beside one another on the sheets that a printer folds.
//!
//! For saddle stitch, sheets are printed on both sides, laid into one another, folded in the middle
//! and stapled in the fold. So the first sheet has the first page and the last, and on its back the
//! second and the last but one.

/// One side of a sheet: the pages on the left and on the right, counted from 0; none is blank.
pub type Side = [Option<usize>; 2];

/// The sides of the sheets for so many pages, front and back in turn, the outermost sheet first.
/// Where the pages are not a multiple of four, the last ones are blank.
///
/// Cost: proportional to the pages.
///
/// ```
/// use tilewright::picture::drawing::pdf::saddle_stitch;
/// assert_eq!(saddle_stitch(3), [[None, Some(0)], [Some(1), Some(2)]]);
/// ```
pub fn saddle_stitch(pages: usize) -> Vec<Side> {
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

    /// Reads the sheets as one turns the pages of the folded booklet.
    fn read(sides: &[Side]) -> Vec<Option<usize>> {
        let fronts = sides.iter().step_by(2);
        let backs = sides.iter().skip(1).step_by(2);
        let mut pages = Vec::new();
        // To the middle, each right half of a front has the left half of its back behind it.
        for (front, back) in fronts.clone().zip(backs.clone()) {
            pages.extend([front[1], back[0]]);
        }
        for (front, back) in fronts.zip(backs).rev() {
            pages.extend([back[1], front[0]]);
        }
        pages
    }

    proptest! {
        /// Folded, the pages are in their order, and only the last ones are blank.
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

        /// Pages are on the side of the sheet that their margins are made for.
        #[test]
        fn right_hand_pages_are_on_the_right(pages in 1_usize..500) {
            for [left, right] in saddle_stitch(pages) {
                prop_assert!(left.is_none_or(|page| page % 2 == 1));
                prop_assert!(right.is_none_or(|page| page % 2 == 0));
            }
        }
    }
}
