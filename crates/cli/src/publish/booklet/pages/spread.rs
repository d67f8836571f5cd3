//! The distribution of challenges over pages.

use super::super::Booklet;
use super::PartLayout;
use super::divisions::Divisions;

/// The pages of a booklet's challenges. Page 0 is the first page of this section.
#[derive(Debug)]
pub(super) struct PageSpread {
    /// For each challenge, its page and its place on that page: 0 for the first.
    places: Vec<(usize, usize)>,
    /// The divider pages, each with its division. Their page numbers, counted from 0, are even: if there
    /// are any, the section begins on a right-hand page.
    pub(super) dividers: Vec<(usize, usize)>,
    pub(super) pages: usize,
}

impl PageSpread {
    pub(super) fn new(booklet: &Booklet<'_>, divisions: &Divisions, layout: &PartLayout) -> Self {
        let per_page = layout.per_page.max(1);
        let tasks = booklet.tasks();
        if booklet.is_two_sided {
            // The first sides of cards are on one page, the second sides on the next.
            let place = |number: usize| {
                let (card, side) = (number / 2, number % 2);
                (2 * (card / per_page) + side, card % per_page)
            };
            return Self {
                places: (0..tasks.len()).map(place).collect(),
                dividers: Vec::new(),
                pages: 2 * (tasks.len() / 2).div_ceil(per_page),
            };
        }
        let mut spread = Self {
            places: Vec::with_capacity(tasks.len()),
            dividers: Vec::new(),
            pages: 0,
        };
        let mut on_page = per_page;
        let mut before = None;
        for task in 0..tasks.len() {
            let division = divisions.of_task(task);
            if layout.has_dividers && division != before {
                if let Some(division) = division {
                    // A divider is on a page with an even index, so the page before it may be
                    // blank.
                    spread.pages += spread.pages % 2;
                    spread.dividers.push((spread.pages, division));
                    spread.pages += 1;
                }
                on_page = per_page;
            }
            before = division;
            if on_page == per_page {
                spread.pages += 1;
                on_page = 0;
            }
            spread.places.push((spread.pages - 1, on_page));
            on_page += 1;
        }
        spread
    }

    /// The page of the challenge with index `number`, and its place on the page; both from 0.
    pub(super) fn place(&self, number: usize) -> (usize, usize) {
        self.places[number]
    }

    /// Whether a page has neither challenges nor a divider.
    pub(super) fn is_blank(&self, page: usize) -> bool {
        self.divider(page).is_none() && self.places.iter().all(|(on, _)| *on != page)
    }

    /// Whether the first page must be a right-hand one: for dividers, and for cards whose second
    /// side is on the back of the first.
    pub(super) fn begins_on_right(&self, booklet: &Booklet<'_>) -> bool {
        booklet.is_two_sided || !self.dividers.is_empty()
    }

    /// The division of a divider page; `None` for other pages.
    pub(super) fn divider(&self, page: usize) -> Option<usize> {
        let found = self.dividers.iter().find(|(on, _)| *on == page);
        found.map(|(_, division)| *division)
    }
}
