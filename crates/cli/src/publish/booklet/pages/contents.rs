//! The table of contents: the parts of the booklet, and where each grade begins.

use super::leaf::Leaf;
use super::{Composer, Contents, as_length, page_number};
use crate::picture::drawing::Weight;
use crate::picture::drawing::pdf::Tag;
use crate::reason::deduction::Grade;

/// An entry: whether it stands within a part, what it is called, its page from 0.
type Entry = (bool, String, usize);

impl Composer<'_> {
    /// The page of the contents of all pages, which knows their headings from their bookmarks.
    pub(super) fn contents_page(&self, leaves: &[Leaf], contents: Contents) -> Leaf {
        let (area, sizes) = (self.area(), self.layout.typography);
        let (mut leaf, top) = self.begin(&self.texts.contents.plain());
        let size = sizes.body();
        let step = 1.35 * sizes.leading();
        for (row, (is_within, title, page)) in self
            .contents_entries(leaves, contents)
            .into_iter()
            .enumerate()
        {
            let y = top + as_length(row) * step;
            if y + step > area.bottom {
                break;
            }
            let base = y + size;
            let left = area.left + if is_within { 1.5 * size } else { 0.0 };
            let weight = if is_within {
                Weight::Regular
            } else {
                Weight::Bold
            };
            let number = page_number(page);
            let wide = self.fonts.width(&number, size, Weight::Regular);
            let title = self.cut(&title, area.right - left - wide - 3.0 * size, size, weight);
            let from = left + self.fonts.width(&title, size, weight) + 0.5 * size;
            let box_of_row = ((left, y), (area.right - left, step));
            leaf.linked(Tag::Paragraph, box_of_row, page, |leaf| {
                leaf.text(left, base, size, weight, &title);
                leaf.text_before(area.right, base, size, Weight::Regular, &number);
            });
            let dots = self.dots(area.right - wide - 0.5 * size - from, size);
            leaf.decoration(|leaf| {
                let end = area.right - wide - 0.5 * size;
                leaf.text_before(end, base, size, Weight::Regular, &dots);
            });
        }
        leaf
    }

    /// Dots that fill a width.
    fn dots(&self, width: f64, size: f64) -> String {
        let dot = self.fonts.width(" .", size, Weight::Regular);
        if width < 2.0 * dot {
            return String::new();
        }
        " .".repeat(super::fitting(width, dot, 0.0))
    }

    /// The parts, each once, and the grades of the challenges.
    fn contents_entries(&self, leaves: &[Leaf], contents: Contents) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for (page, leaf) in leaves.iter().enumerate().skip(1) {
            for (_, title, _) in leaf.bookmarks.iter().filter(|(level, ..)| *level == 0) {
                if entries.iter().all(|(_, known, _)| known != title) {
                    entries.push((false, title.clone(), page));
                }
            }
            if page != contents.challenges {
                continue;
            }
            let tasks = self.booklet.tasks();
            let of_grade = |grade| tasks.iter().position(|task| task.grade() == Some(grade));
            let grades = Grade::ALL.into_iter();
            let found = grades.filter_map(|grade| Some((grade, of_grade(grade)?)));
            let found: Vec<(Grade, usize)> = found.collect();
            if found.len() > 1 {
                entries.extend(found.into_iter().map(|(grade, first)| {
                    let page = self.page_of_task(contents, first);
                    (true, self.texts.grade(grade), page)
                }));
            }
        }
        entries
    }
}
