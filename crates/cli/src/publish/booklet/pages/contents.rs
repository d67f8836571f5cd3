//! The table of contents: parts, sections and divisions.

use super::leaf::Leaf;
use super::{Composer, as_length, fitting, page_number};
use crate::picture::drawing::FontWeight;
use crate::picture::drawing::pdf::Tag;

/// An entry of the table of contents: level, title, page counted from 0.
type ContentsEntry = (usize, String, usize);

impl Composer<'_> {
    pub(super) fn contents_page_count(&self, leaves: &[Leaf]) -> usize {
        let (_, top) = self.begin(&self.texts.contents.plain());
        let entries = contents_entries(leaves).len();
        let first = self.rows_from(top);
        let others = self.rows_from(self.area().top);
        1 + entries.saturating_sub(first).div_ceil(others)
    }

    /// The number of rows of the table of contents between `top` and the bottom of the page.
    fn rows_from(&self, top: f64) -> usize {
        fitting(self.area().bottom - top, self.contents_step(), 0.0)
    }

    fn contents_step(&self) -> f64 {
        1.35 * self.layout.typography.leading()
    }

    pub(super) fn contents_pages(&self, leaves: &[Leaf]) -> Vec<Leaf> {
        let heading = self.texts.contents.plain();
        let (begun, top) = self.begin(&heading);
        let mut pages = vec![begun];
        let (mut row, mut rows, mut top) = (0, self.rows_from(top), top);
        for entry in contents_entries(leaves) {
            if row == rows {
                pages.push(self.leaf(&heading));
                top = self.area().top;
                (row, rows) = (0, self.rows_from(top));
            }
            let y = top + as_length(row) * self.contents_step();
            if let Some(leaf) = pages.last_mut() {
                self.contents_row(leaf, y, &entry);
            }
            row += 1;
        }
        pages
    }

    fn contents_row(&self, leaf: &mut Leaf, y: f64, (level, title, page): &ContentsEntry) {
        let (area, size) = (self.area(), self.layout.typography.body());
        let base = y + size;
        let left = area.left + 1.5 * size * as_length(*level);
        let weight = if *level == 0 {
            FontWeight::Bold
        } else {
            FontWeight::Regular
        };
        let number = page_number(*page);
        let wide = self.fonts.width(&number, size, FontWeight::Regular);
        let title = self
            .fonts
            .cut(title, area.right - left - wide - 3.0 * size, size, weight);
        let from = left + self.fonts.width(&title, size, weight) + 0.5 * size;
        let box_of_row = ((left, y), (area.right - left, self.contents_step()));
        leaf.linked(Tag::Paragraph, box_of_row, *page, |leaf| {
            leaf.text(left, base, size, weight, &title);
            leaf.text_before(area.right, base, size, FontWeight::Regular, &number);
        });
        let dots = self.dots(area.right - wide - 0.5 * size - from, size);
        leaf.decoration(|leaf| {
            let end = area.right - wide - 0.5 * size;
            leaf.text_before(end, base, size, FontWeight::Regular, &dots);
        });
    }

    /// A dotted line, at most `width` long.
    fn dots(&self, width: f64, size: f64) -> String {
        let dot = self.fonts.width(" .", size, FontWeight::Regular);
        if width < 2.0 * dot {
            return String::new();
        }
        " .".repeat(fitting(width, dot, 0.0))
    }
}

/// The entries of all pages. If consecutive pages have the same title, such as the pieces of several puzzles,
/// only the first has an entry.
fn contents_entries(leaves: &[Leaf]) -> Vec<ContentsEntry> {
    let mut entries: Vec<ContentsEntry> = Vec::new();
    for (page, leaf) in leaves.iter().enumerate() {
        for (level, title) in &leaf.entries {
            let of_part = entries.iter().rev().take_while(|entry| entry.0 >= *level);
            if of_part
                .clone()
                .all(|entry| (entry.0, &entry.1) != (*level, title))
            {
                entries.push((*level, title.clone(), page));
            }
        }
    }
    entries
}
