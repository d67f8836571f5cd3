//! Pages of small solutions.

use super::hints::turned;
use super::leaf::Leaf;
use super::{
    BookletLayoutError, Composer, Content, Contents, Typography, artist_of, as_length, fitting,
};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{Artist, FontWeight, Scene, TooSmall};
use crate::support::format::grouped;

/// The minimum width of a solution, in font sizes.
const COLUMN: f64 = 9.0;
/// The gap between solutions, in font sizes.
const GAP: f64 = 1.4;

/// A solution to be printed.
struct Panel {
    /// The bold text above the picture.
    name: String,
    /// The text to the right of `name`.
    remark: String,
    picture: Scene,
    /// The text for screen readers.
    said: String,
    /// The page of the solved challenge, to which the panel links; `None` in a booklet of solutions.
    back: Option<usize>,
}

impl Composer<'_> {
    /// The pages of solutions, and for each challenge or solution the index of its page among them.
    pub(super) fn solution_pages(
        &self,
        contents: Contents,
    ) -> Result<(Vec<Leaf>, Vec<usize>), BookletLayoutError> {
        let heading = self.of_part(&self.texts.solutions);
        let sizes = self.layout.typography;
        let area = self.area();
        let gap = GAP * sizes.body();
        let caption = Typography::leading_of(sizes.small()) + 0.1 * sizes.body();
        let (mut leaf, mut top) = self.begin(&heading);
        let (columns, width, artist) =
            self.solution_columns(area.bottom - top - caption, (gap, caption))?;
        let height = self.largest_height(&artist) + caption;
        let (mut leaves, mut pages) = (Vec::new(), Vec::new());
        let mut place = 0;
        for panel in self.solution_panels(contents, &artist) {
            let rows = fitting(area.bottom - top, height, gap);
            if place == columns * rows {
                leaves.push(std::mem::replace(&mut leaf, self.leaf(&heading)));
                top = area.top;
                place = 0;
            }
            let x = area.left + as_length(place % columns) * (width + gap);
            let y = top + as_length(place / columns) * (height + gap);
            self.solution(&mut leaf, (x, y), (width, height), caption, panel);
            place += 1;
            pages.push(leaves.len());
        }
        leaves.push(leaf);
        self.with_ranges(&mut leaves, pages.iter().copied().map(Some));
        if self.part.turns_solutions {
            leaves = turned(leaves, area);
            for page in &mut pages {
                *page = leaves.len() - 1 - *page;
            }
        }
        Ok((leaves, pages))
    }

    /// The largest number of columns that leaves the pictures large enough, the width of a column, and
    /// the artist that draws the pictures.
    fn solution_columns(
        &self,
        height: f64,
        (gap, caption): (f64, f64),
    ) -> Result<(usize, f64, Artist<'_>), TooSmall> {
        let room = self.area().width();
        let width = |columns: usize| (room - (as_length(columns) - 1.0) * gap) / as_length(columns);
        let fit = |columns: usize, height| self.artist_for("a solution", width(columns), height);
        let artist = |columns| fit(columns, height);
        let most = fitting(room, COLUMN * self.layout.typography.body(), gap);
        // Layers of solids are arranged so that a page has several rows, if they are large enough then.
        let rows = if self.shapes.len() > 1 { 5 } else { 1 };
        let mut found = (1..=rows).rev().flat_map(|rows| {
            let height = (height - (as_length(rows) - 1.0) * (gap + caption)) / as_length(rows);
            let least = if rows == 1 { 2 } else { 1 };
            let fewer = (least..=most).rev();
            let fewer = fewer.map(move |columns| (columns, fit(columns, height)));
            fewer.collect::<Vec<_>>()
        });
        let found = found.find_map(|(columns, artist)| {
            let artist = artist.ok()?;
            self.is_readable(&artist).then_some((columns, artist))
        });
        match found {
            Some((columns, artist)) => Ok((columns, width(columns), artist)),
            None => Ok((1, room, artist(1)?)),
        }
    }

    fn solution(
        &self,
        leaf: &mut Leaf,
        (x, y): (f64, f64),
        size: (f64, f64),
        caption: f64,
        panel: Panel,
    ) {
        let small = self.layout.typography.small();
        let name = self.fonts.cut(&panel.name, size.0, small, FontWeight::Bold);
        let after = self.fonts.width(&name, small, FontWeight::Bold) + 0.6 * small;
        let remark = self
            .fonts
            .cut(&panel.remark, size.0 - after, small, FontWeight::Regular);
        let words = |leaf: &mut Leaf| {
            leaf.text(x, y + small, small, FontWeight::Bold, &name);
            leaf.text(x + after, y + small, small, FontWeight::Regular, &remark);
        };
        match panel.back {
            Some(page) => leaf.linked(Tag::Paragraph, ((x, y), size), page, words),
            None => leaf.block(Tag::Paragraph, words),
        }
        leaf.figure(x, y + caption, panel.picture, panel.said);
    }

    fn solution_panels<'s>(
        &'s self,
        contents: Contents,
        artist: &'s Artist<'_>,
    ) -> Box<dyn Iterator<Item = Panel> + 's> {
        match &self.booklet.content {
            Content::Challenges(tasks) => {
                Box::new(tasks.iter().enumerate().map(move |(number, task)| {
                    let name = self.texts.task_name(task);
                    let laid = task.laid(&task.solution);
                    let artist = artist_of(artist, task);
                    Panel {
                        said: self.alternative(&artist, &self.texts.alt_solution, &name, &laid),
                        picture: artist.solution(&name, &laid),
                        name,
                        remark: if self.part.beside.id {
                            task.id.to_string()
                        } else {
                            String::new()
                        },
                        back: Some(self.page_of_task(contents, number)),
                    }
                }))
            }
            Content::Solutions(solutions) => {
                Box::new(solutions.iter().map(move |(number, solution)| {
                    let name = grouped(*number);
                    let laid = self.booklet.laid(solution, self.booklet.instance.givens());
                    Panel {
                        said: self.alternative(artist, &self.texts.alt_solution, &name, &laid),
                        picture: artist.solution(&name, &laid),
                        name,
                        remark: String::new(),
                        back: None,
                    }
                }))
            }
        }
    }
}
