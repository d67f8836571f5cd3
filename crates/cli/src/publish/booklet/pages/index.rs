//! The index by id.

use super::leaf::Leaf;
use super::{Composer, Contents, as_length, fitting, page_number};
use crate::picture::drawing::Weight;

/// The width of a column, in sizes of the text, and the space between columns.
const COLUMN: f64 = 18.0;
const GAP: f64 = 2.5;

/// Where the columns of an entry begin: id, number, grade; the page ends it.
const TABS: [f64; 3] = [0.0, 5.5, 9.0];

impl Composer<'_> {
    /// The challenges by their ids; nothing for a booklet of solutions.
    pub(super) fn index_pages(&self, contents: Contents) -> Vec<Leaf> {
        let texts = self.texts;
        let mut entries: Vec<_> = self.booklet.tasks().iter().enumerate().collect();
        if entries.is_empty() {
            return Vec::new();
        }
        entries.sort_by_key(|(_, task)| &task.id);
        let heading = texts.index.plain();
        let size = 0.9 * self.size;
        let pitch = 1.45 * size;
        let gap = GAP * self.size;
        let columns = fitting(self.room().0, COLUMN * self.size, gap);
        let width = (self.room().0 - (as_length(columns) - 1.0) * gap) / as_length(columns);
        let (mut leaf, mut top) = self.begin(&heading);
        let mut leaves = Vec::new();
        let mut place = 0;
        for (number, task) in entries {
            // A line of each column is its head.
            let rows = fitting(self.bottom() - top - pitch, pitch, 0.0);
            if place == columns * rows {
                leaves.push(std::mem::replace(&mut leaf, self.leaf(&heading)));
                top = self.layout.paper.margin;
                place = 0;
            }
            let x = self.layout.paper.margin + as_length(place / rows) * (width + gap);
            let mut line = |row: usize, weight: Weight, cells: [&str; 4]| {
                let y = top + as_length(row) * pitch + size;
                for (tab, cell) in TABS.iter().zip(cells) {
                    leaf.text(x + tab * size, y, size, weight, cell);
                }
                leaf.text_before(x + width, y, size, weight, cells[3]);
                y
            };
            if place % rows == 0 {
                let heads = [
                    &texts.index_id,
                    &texts.index_number,
                    &texts.index_grade,
                    &texts.index_page,
                ];
                let heads = heads.map(super::super::Template::plain);
                line(0, Weight::Bold, heads.each_ref().map(String::as_str));
            }
            let page = self.page_of_task(contents, number);
            let grade = task.grade().map(|grade| texts.grade(grade));
            let y = line(
                place % rows + 1,
                Weight::Regular,
                [
                    &task.id,
                    &self.texts.task_name(task),
                    &grade.unwrap_or_default(),
                    &page_number(page),
                ],
            );
            leaf.link((x, y - size), (width, pitch), page);
            place += 1;
        }
        leaves.push(leaf);
        leaves
    }
}
