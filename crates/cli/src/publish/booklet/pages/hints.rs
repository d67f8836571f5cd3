//! The hints: where to look first, in words and as a small picture.

use super::leaf::Leaf;
use super::{Composer, Hints, LayoutError, artist_of, as_length, fitting};
use crate::picture::drawing::{Artist, Labelling, Scene, Style, TooSmall, Weight};
use crate::publish::booklet::Task;
use crate::publish::booklet::hint::Voice;

/// The width of a column, in sizes of the text, and the space between columns.
const COLUMN: f64 = 21.0;
const GAP: f64 = 1.8;

impl<'a> Composer<'a> {
    /// The pages of the hints; and by challenge, on which of them its hint is.
    pub(super) fn hint_pages(&self) -> Result<(Vec<Leaf>, Vec<usize>), LayoutError> {
        let tasks = self.booklet.tasks();
        if tasks.is_empty() || self.layout.hints == Hints::Nowhere {
            return Ok((Vec::new(), Vec::new()));
        }
        let heading = self.texts.hints.plain();
        let gap = GAP * self.size;
        let columns = fitting(self.room().0, COLUMN * self.size, gap);
        let width = (self.room().0 - (as_length(columns) - 1.0) * gap) / as_length(columns);
        let artist = self.small_artist(0.4 * width)?;
        let (mut leaf, mut top) = self.begin(&heading);
        let (mut column, mut y) = (0, top);
        let (mut leaves, mut pages) = (Vec::new(), Vec::new());
        for task in tasks {
            let panel = self.hint(task, width, &artist);
            if y > top && y + panel.height > self.bottom() {
                column += 1;
                y = top;
            }
            if column == columns {
                leaves.push(std::mem::replace(&mut leaf, self.leaf(&heading)));
                top = self.layout.paper.margin;
                (column, y) = (0, top);
            }
            pages.push(leaves.len());
            let x = self.layout.paper.margin + as_length(column) * (width + gap);
            let height = panel.height;
            leaf.picture(x, y, panel);
            y += height + gap;
        }
        leaves.push(leaf);
        if self.layout.hints == Hints::UpsideDown {
            for leaf in &mut leaves {
                leaf.scene = leaf.scene.clone().upside_down();
            }
        }
        Ok((leaves, pages))
    }

    /// Draws boards of at most a width, and not higher than they would be wide.
    fn small_artist(&self, width: f64) -> Result<Artist<'a>, TooSmall> {
        let artist = self.artist_for("the picture of a hint", width, 1.5 * width)?;
        let style = artist.style();
        // What is given is known by then; labels would crowd the marks.
        Ok(artist.in_style(Style {
            labels: Labelling::None,
            ..style
        }))
    }

    /// A hint: the board with marks beside the words.
    fn hint(&self, task: &Task<'a>, width: f64, artist: &Artist<'a>) -> Scene {
        let size = 0.85 * self.size;
        let name = self.texts.task_name(task);
        let mut panel = Leaf::new(&name, self.layout.paper);
        let picture = marked(artist, task);
        let left = picture.width + self.size;
        let of_task = artist_of(artist, task);
        let voice = Voice::new(self.texts, &of_task);
        let words = task.hint.look(task.instance, &voice);
        let then = task.hint.then(task.instance, &voice);
        let mut y = self.size;
        panel.text(left, y, self.size, Weight::Bold, &name);
        let after = left + self.fonts.width(&name, self.size, Weight::Bold) + 0.6 * self.size;
        panel.text(after, y, 0.75 * self.size, Weight::Regular, &task.id);
        y += 0.5 * self.size;
        for paragraph in [Some(words), then].into_iter().flatten() {
            for line in self
                .fonts
                .lines(&paragraph, width - left, size, Weight::Regular)
            {
                y += size;
                panel.text(left, y, size, Weight::Regular, &line);
                y += 0.35 * size;
            }
            y += 0.3 * size;
        }
        let height = y.max(picture.height);
        panel.picture(0.0, 0.0, picture);
        let mut scene = panel.scene;
        (scene.width, scene.height) = (width, height);
        scene
    }
}

/// The board with the givens and rings on some cells.
fn marked<'a>(artist: &Artist<'a>, task: &Task<'a>) -> Scene {
    let laid = task.laid(&task.givens);
    artist_of(artist, task).marked(&task.id, &laid, &task.hint.marks)
}
