//! The index of a booklet: its challenges in the order of their ids.

use super::leaf::Leaf;
use super::{Composer, Contents, Typography, as_length, fitting, page_number};
use crate::picture::drawing::FontWeight;
use crate::picture::drawing::pdf::Tag;
use crate::publish::texts::Template;

/// The gap between columns, in font sizes.
const GAP: f64 = 2.5;
/// The gap between the cells of a line, in font sizes.
const CELL_GAP: f64 = 0.8;

/// The minimum number of challenges for which an index is printed by default.
const MANY: usize = 48;

/// A line of the index: id, number, grade and page of a challenge.
struct IndexEntry {
    cells: [String; 4],
    page: usize,
}

struct IndexColumns {
    count: usize,
    width: f64,
    /// The x offset and the width of each of the first three cells of a line.
    tabs: [(f64, f64); 3],
}

impl Composer<'_> {
    /// The index of challenges by id. Empty for a booklet of solutions. If the layout does not say
    /// whether to print an index, there is one for at least `MANY` challenges whose ids are printed.
    pub(super) fn index_pages(&self, contents: Contents) -> Vec<Leaf> {
        let texts = self.texts;
        let mut tasks: Vec<_> = self.booklet.tasks().iter().enumerate().collect();
        let is_useful = || self.part.beside.id && tasks.len() >= MANY;
        if tasks.is_empty() || !self.part.has_index.unwrap_or_else(is_useful) {
            return Vec::new();
        }
        tasks.sort_by_key(|(_, task)| &task.id);
        let entries = tasks.into_iter().map(|(number, task)| {
            let page = self.page_of_task(contents, number);
            let grade = self.grade_of(task).filter(|_| self.part.beside.rating);
            IndexEntry {
                cells: [
                    task.id.to_string(),
                    texts.task_name(task),
                    grade.unwrap_or_default(),
                    page_number(page),
                ],
                page,
            }
        });
        let entries: Vec<IndexEntry> = entries.collect();
        let heads = [
            &texts.index_id,
            &texts.index_number,
            &texts.index_grade,
            &texts.index_page,
        ];
        let heads = heads.map(Template::plain);
        self.columns_of(&heads, &entries)
    }

    /// Arranges the lines in as many columns as fit.
    fn columns_of(&self, heads: &[String; 4], entries: &[IndexEntry]) -> Vec<Leaf> {
        let heading = self.of_part(&self.texts.index);
        let size = self.layout.typography.small();
        let pitch = Typography::leading_of(size);
        let columns = self.measured(heads, entries);
        let area = self.area();
        let (mut leaf, mut top) = self.begin(&heading);
        let mut leaves = Vec::new();
        let mut rest = entries;
        loop {
            // Each column begins with a line of headings. On the last page, columns have equal heights.
            let most = fitting(area.bottom - top - pitch, pitch, 0.0);
            let rows = most.min(rest.len().div_ceil(columns.count));
            let (now, later) = rest.split_at(rest.len().min(columns.count * rows));
            for (number, column) in now.chunks(rows).enumerate() {
                let x = area.left + as_length(number) * (columns.width + GAP * size);
                self.index_line(
                    &mut leaf,
                    &columns,
                    (x, top + size),
                    FontWeight::Bold,
                    heads,
                );
                for (row, entry) in (1..).zip(column) {
                    let y = top + as_length(row) * pitch + size;
                    let area = ((x, y - size), (columns.width, pitch));
                    leaf.linked(Tag::ListItem, area, entry.page, |leaf| {
                        self.index_line(leaf, &columns, (x, y), FontWeight::Regular, &entry.cells);
                    });
                }
            }
            rest = later;
            if rest.is_empty() {
                break;
            }
            leaves.push(std::mem::replace(&mut leaf, self.leaf(&heading)));
            top = area.top;
        }
        leaves.push(leaf);
        leaves
    }

    fn index_line(
        &self,
        leaf: &mut Leaf,
        columns: &IndexColumns,
        (x, y): (f64, f64),
        weight: FontWeight,
        cells: &[String; 4],
    ) {
        let size = self.layout.typography.small();
        leaf.block(Tag::Paragraph, |leaf| {
            for ((tab, room), cell) in columns.tabs.iter().zip(cells) {
                let cell = self.fonts.cut(cell, *room, size, weight);
                leaf.text(x + tab, y, size, weight, &cell);
            }
            leaf.text_before(x + columns.width, y, size, weight, &cells[3]);
        });
    }

    /// The columns of a page: as many as fit, each wide enough for all entries.
    fn measured(&self, heads: &[String; 4], entries: &[IndexEntry]) -> IndexColumns {
        let size = self.layout.typography.small();
        let (gap, cell_gap) = (GAP * size, CELL_GAP * size);
        let room = self.area().width();
        let wide = |text: &str, weight| self.fonts.width(text, size, weight);
        let mut widths = [0.0; 4];
        for (cell, width) in widths.iter_mut().enumerate() {
            let all = entries
                .iter()
                .map(|e| wide(&e.cells[cell], FontWeight::Regular));
            *width = all.fold(wide(&heads[cell], FontWeight::Bold), f64::max);
        }
        let all = widths.iter().sum::<f64>() + 3.0 * cell_gap;
        if all > room {
            // The ids and the names of boards get half of the remaining width each.
            let share = (room - 3.0 * cell_gap - widths[2] - widths[3]) / 2.0;
            widths[0] = widths[0].min(share.max(0.0));
            widths[1] = widths[1].min(share.max(0.0));
        }
        let least = (widths.iter().sum::<f64>() + 3.0 * cell_gap).min(room);
        let count = fitting(room, least, gap);
        let width = (room - (as_length(count) - 1.0) * gap) / as_length(count);
        // Width that is left over is added to the gaps between cells.
        let cell_gap = cell_gap + ((width - least) / 3.0).clamp(0.0, size);
        let second = widths[0] + cell_gap;
        let third = second + widths[1] + cell_gap;
        IndexColumns {
            count,
            width,
            tabs: [(0.0, widths[0]), (second, widths[1]), (third, widths[2])],
        }
    }
}
