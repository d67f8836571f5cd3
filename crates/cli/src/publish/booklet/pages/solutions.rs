//! The solutions, small.

use super::leaf::Leaf;
use super::{Composer, Content, Contents, LayoutError, artist_of, as_length, fitting};
use crate::picture::drawing::{Scene, Weight};
use crate::support::format::grouped;

/// The least width of a solution, in sizes of the text, and the space between solutions.
const COLUMN: f64 = 10.0;
const GAP: f64 = 1.5;

impl Composer<'_> {
    /// The pages of the solutions; and by challenge or solution, on which of them it is.
    pub(super) fn solution_pages(
        &self,
        contents: Contents,
    ) -> Result<(Vec<Leaf>, Vec<usize>), LayoutError> {
        let heading = self.texts.solutions.plain();
        let gap = GAP * self.size;
        let caption = 1.5 * self.size;
        let (first, top) = self.begin(&heading);
        let columns = fitting(self.room().0, COLUMN * self.size, gap);
        let width = (self.room().0 - (as_length(columns) - 1.0) * gap) / as_length(columns);
        let room = self.bottom() - top - caption;
        let artist = self.artist_for("a solution", width, room)?;
        let height = self.largest_height(&artist) + caption;
        let rows = |top: f64| fitting(self.bottom() - top, height, gap);
        let (mut leaf, mut top) = (first, top);
        let (mut leaves, mut pages) = (Vec::new(), Vec::new());
        let mut place = 0;
        let mut add = |name: &str, remark: &str, picture: Scene, back: Option<usize>| {
            if place == columns * rows(top) {
                leaves.push(std::mem::replace(&mut leaf, self.leaf(&heading)));
                top = self.layout.paper.margin;
                place = 0;
            }
            let x = self.layout.paper.margin + as_length(place % columns) * (width + gap);
            let y = top + as_length(place / columns) * (height + gap);
            let small = 0.85 * self.size;
            leaf.text(x, y + self.size, small, Weight::Bold, name);
            let after = x + self.fonts.width(name, small, Weight::Bold) + 0.6 * self.size;
            leaf.text(
                after,
                y + self.size,
                0.7 * self.size,
                Weight::Regular,
                remark,
            );
            if let Some(page) = back {
                leaf.link((x, y), (width, height), page);
            }
            leaf.picture(x, y + caption, picture);
            place += 1;
            pages.push(leaves.len());
        };
        match &self.booklet.content {
            Content::Challenges(tasks) => {
                for (number, task) in tasks.iter().enumerate() {
                    let name = self.texts.task_name(task);
                    let laid = task.laid(&task.solution);
                    let artist = artist_of(&artist, task);
                    let back = Some(self.page_of_task(contents, number));
                    add(&name, &task.id, artist.solution(&name, &laid), back);
                }
            }
            Content::Solutions(solutions) => {
                for (number, solution) in solutions {
                    let name = grouped(*number);
                    let laid = self.booklet.laid(solution, self.booklet.instance.givens());
                    add(&name, "", artist.solution(&name, &laid), None);
                }
            }
        }
        leaves.push(leaf);
        Ok((leaves, pages))
    }
}
