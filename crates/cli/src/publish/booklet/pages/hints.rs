//! Pages of hints: where to look first, in words and as a small picture.

use super::leaf::Leaf;
use super::{
    BookletLayoutError, Composer, Hints, Typography, artist_of, as_length, fitting, largest_board,
    page_number,
};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{
    Area, Artist, FontWeight, Labelling, Scene, SolidView, Style, TooSmall,
};
use crate::publish::booklet::Task;
use crate::publish::booklet::hint::Voice;

/// The minimum width of a column, in font sizes.
const COLUMN: f64 = 15.5;
/// The gap between columns, and between the hints of a column, in font sizes.
const GAP: f64 = 1.5;

/// The width of a picture next to the words of a hint, as a share of the column's width.
const BESIDE: f64 = 0.4;

impl<'a> Composer<'a> {
    /// The pages of hints, and for each challenge the index of its hint's page among them. If hints
    /// come in two steps, `later` contains the page of each second hint, counted from 0.
    pub(super) fn hint_pages(
        &self,
        later: &[Option<usize>],
    ) -> Result<(Vec<Leaf>, Vec<Option<usize>>), BookletLayoutError> {
        if self.hinted().next().is_none() {
            return Ok((Vec::new(), Vec::new()));
        }
        let (columns, artist) = self.hint_columns()?;
        let tasks = self.hinted().enumerate();
        let panels = tasks.map(|(number, task)| {
            let later = later.get(number).copied().flatten();
            Some(self.hint(task, columns.width, &artist, later))
        });
        let heading = self.of_part(&self.texts.hints);
        Ok(self.panel_pages(&heading, &columns, panels.collect()))
    }

    /// The pages of second hints, and for each challenge the index of its page among them. Empty if
    /// hints come in one step.
    pub(super) fn later_hint_pages(
        &self,
    ) -> Result<(Vec<Leaf>, Vec<Option<usize>>), BookletLayoutError> {
        if !self.part.has_later_hints || self.hinted().next().is_none() {
            return Ok((Vec::new(), Vec::new()));
        }
        let (columns, artist) = self.hint_columns()?;
        let panels = self.hinted();
        let panels = panels.map(|task| self.later_hint(task, columns.width, &artist));
        let heading = self.of_part(&self.texts.later_hints);
        Ok(self.panel_pages(&heading, &columns, panels.collect()))
    }

    /// The challenges that get a hint: all of them, or none if the layout omits hints.
    fn hinted(&self) -> impl Iterator<Item = &Task<'a>> {
        let tasks = match self.part.hints {
            Hints::Nowhere => &[],
            Hints::Upright | Hints::UpsideDown => self.booklet.tasks(),
        };
        tasks.iter()
    }

    /// The largest number of columns that leaves the pictures large enough, and the artist for the
    /// pictures. Pictures are next to the words, or above them if even a single column is too narrow for
    /// both.
    fn hint_columns(&self) -> Result<(PanelColumns, Artist<'a>), TooSmall> {
        let (area, body) = (self.area(), self.layout.typography.body());
        let gap = GAP * body;
        let most = fitting(area.width(), COLUMN * body, gap);
        let columns = |count: usize| PanelColumns {
            count,
            width: (area.width() - (as_length(count) - 1.0) * gap) / as_length(count),
            gap,
        };
        for count in (1..=most).rev() {
            let columns = columns(count);
            if let Ok(artist) = self.small_artist(BESIDE * columns.width)
                && self.is_readable(&artist)
            {
                return Ok((columns, artist));
            }
        }
        let fewer = (2..=most).rev().map(columns);
        let above = fewer.filter_map(|columns| {
            let artist = self.small_artist(columns.width).ok()?;
            self.is_readable(&artist).then_some((columns, artist))
        });
        match above.take(1).next() {
            Some(found) if self.shapes.len() > 1 => Ok(found),
            _ => {
                let column = columns(1);
                let artist = self.small_artist(column.width)?;
                Ok((column, artist))
            }
        }
    }

    /// Pages with panels in columns, and for each challenge the index of its page. `None` in `panels` is a
    /// challenge without a panel.
    fn panel_pages(
        &self,
        heading: &str,
        columns: &PanelColumns,
        panels: Vec<Option<Leaf>>,
    ) -> (Vec<Leaf>, Vec<Option<usize>>) {
        let there = panels.iter().flatten();
        let heights: Vec<f64> = there.map(|panel| panel.scene.height).collect();
        if heights.is_empty() {
            return (Vec::new(), vec![None; panels.len()]);
        }
        let area = self.area();
        let (begun, top) = self.begin(heading);
        let shape = ColumnLayout {
            columns: columns.count,
            first: area.bottom - top,
            others: area.height(),
            gap: columns.gap,
        };
        let mut places = shape.balanced(&heights).into_iter();
        let mut leaves = vec![begun];
        let mut pages = Vec::new();
        for panel in panels {
            let Some((panel, place)) = panel.and_then(|panel| Some((panel, places.next()?))) else {
                pages.push(None);
                continue;
            };
            if place.page == leaves.len() {
                leaves.push(self.leaf(heading));
            }
            let top = if place.page == 0 { top } else { area.top };
            let x = area.left + as_length(place.column) * (columns.width + columns.gap);
            pages.push(Some(place.page));
            if let Some(leaf) = leaves.last_mut() {
                leaf.insert(x, top + place.y, panel);
            }
        }
        self.with_ranges(&mut leaves, pages.iter().copied());
        if self.part.hints == Hints::UpsideDown {
            leaves = turned(leaves, area);
            let last = leaves.len() - 1;
            for page in pages.iter_mut().flatten() {
                *page = last - *page;
            }
        }
        (leaves, pages)
    }

    /// An artist for the boards next to hints, which are at most `width` wide. A board of layers is only as high
    /// as is needed to recognize its cells, so that a page has more hints; other boards are at most 1.5 times
    /// `width` high.
    fn small_artist(&self, width: f64) -> Result<Artist<'a>, TooSmall> {
        let what = "the picture of a hint";
        let low = [0.4, 0.7, 1.0].into_iter();
        let mut low = low.filter_map(|high| self.artist_for(what, width, high * width).ok());
        let readable = low.find(|artist| self.shapes.len() > 1 && self.is_readable(artist));
        let artist = match readable {
            Some(artist) => artist,
            None => self.artist_for(what, width, 1.5 * width)?,
        };
        let mut style = artist.style();
        // Marks are drawn on layers, so the layers are shown even if challenges have an isometric view.
        style.view = SolidView::Layers;
        let layers = largest_board(self.booklet, &artist.in_style(style));
        style.cell *= (width / layers.0).min(1.5 * width / layers.1).min(1.0);
        // The reader knows the givens from the challenge; labels would crowd the marks.
        Ok(artist.in_style(Style {
            labels: Labelling::None,
            ..style
        }))
    }

    /// The panel of a hint: the marked board and words. `later` is the page of the second hint.
    fn hint(&self, task: &Task<'a>, width: f64, artist: &Artist<'a>, later: Option<usize>) -> Leaf {
        let of_task = artist_of(artist, task);
        let voice = Voice::new(self.texts, &of_task);
        let whole = !self.part.has_later_hints;
        let hint = task.hint.first(task.instance, &voice, whole);
        let picture = of_task.marked(&task.id, &task.laid(&task.givens), &hint.marks);
        self.panel(task, width, (picture, hint.words), later)
    }

    /// The panel of a second hint: the board with the piece placed, a dot on each of its cells, and words. `None` if no
    /// deduction is known.
    fn later_hint(&self, task: &Task<'a>, width: f64, artist: &Artist<'a>) -> Option<Leaf> {
        let of_task = artist_of(artist, task);
        let voice = Voice::new(self.texts, &of_task);
        let (next, words) = task.hint.then(task.instance, &voice)?;
        let placed = [&*task.givens, &next].concat();
        let new = task.cells_of(&next);
        let picture = of_task.with_new_pieces(&task.id, &task.laid(&placed), &new);
        Some(self.panel(task, width, (picture, vec![words]), None))
    }

    /// A picture with words next to it or below it, and the name of the challenge.
    fn panel(
        &self,
        task: &Task<'a>,
        width: f64,
        (picture, words): (Scene, Vec<String>),
        later: Option<usize>,
    ) -> Leaf {
        let sizes = self.layout.typography;
        let (size, body) = (sizes.small(), sizes.body());
        let step = Typography::leading_of(size);
        let name = self.texts.task_name(task);
        let mut panel = Leaf::new(&name, self.layout.paper);
        let is_beside = picture.width <= (BESIDE + 0.01) * width;
        let (left, mut y) = if is_beside {
            (picture.width + 0.8 * body, 0.0)
        } else {
            (0.0, picture.height + 0.4 * body)
        };
        let room = width - left;
        panel.block(Tag::Paragraph, |panel| {
            for line in self.lines(&name, room, body, FontWeight::Bold) {
                y += body;
                panel.text(left, y, body, FontWeight::Bold, &line);
                y += Typography::leading_of(body) - body;
            }
            if self.part.beside.id {
                let id = self.fonts.cut(&task.id, room, size, FontWeight::Regular);
                panel.text(left, y + size, size, FontWeight::Regular, &id);
                y += step;
            }
        });
        let picture_height = picture.height;
        panel.picture(0.0, 0.0, picture);
        for paragraph in words {
            panel.block(Tag::Paragraph, |panel| {
                for line in self.lines(&paragraph, room, size, FontWeight::Regular) {
                    panel.text(left, y + size, size, FontWeight::Regular, &line);
                    y += step;
                }
            });
            y += 0.3 * size;
        }
        if let Some(page) = later {
            let text = self
                .texts
                .later_hint_page
                .fill(&[("page", &page_number(page))]);
            let text = self.fonts.cut(&text, room, size, FontWeight::Regular);
            panel.text_to(self.fonts, (left, y + size), size, &text, page);
            y += step;
        }
        panel.scene.width = width;
        panel.scene.height = y.max(picture_height);
        panel
    }
}

/// The pages of a section upside down, in the order in which they are read when the booklet is turned: the
/// first one is the last.
pub(super) fn turned(leaves: Vec<Leaf>, area: Area) -> Vec<Leaf> {
    let leaves = leaves.into_iter().rev();
    leaves.map(|leaf| leaf.upside_down(area)).collect()
}

/// The columns of panels on a page; lengths in millimetres.
struct PanelColumns {
    count: usize,
    width: f64,
    /// The gap between columns, and between the panels of a column.
    gap: f64,
}

/// The place of a panel: its page, its column, and its offset from the top of the column.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PanelPlace {
    page: usize,
    column: usize,
    y: f64,
}

/// The number of columns on a page and their heights, in millimetres.
struct ColumnLayout {
    columns: usize,
    /// The height on the first page, which has a heading.
    first: f64,
    /// The height on all other pages.
    others: f64,
    gap: f64,
}

impl ColumnLayout {
    /// Places panels column by column on as few pages as possible. Pages are filled evenly, to avoid a nearly
    /// empty last page.
    ///
    /// Cost: O(n k²) for n panels, of which at most k fit on a page.
    fn balanced(&self, heights: &[f64]) -> Vec<PanelPlace> {
        // `best[n]` is the best way to place the first `n` panels: the number of pages, the sum of the squared
        // free shares of the pages, and the index of the first panel on the last page.
        let mut best = vec![(0, 0.0, 0)];
        for end in 1..=heights.len() {
            let mut found = (usize::MAX, f64::INFINITY, end - 1);
            for from in (0..end).rev() {
                let panels = &heights[from..end];
                if self.columns_of(panels, self.height(from)).is_none() && end - from > 1 {
                    break;
                }
                let (pages, cost, _) = best[from];
                let used: f64 = panels.iter().map(|height| height + self.gap).sum();
                let free = 1.0 - used / (as_length(self.columns) * self.height(from));
                let way = (pages + 1, cost + free * free, from);
                if (way.0, way.1) < (found.0, found.1) {
                    found = way;
                }
            }
            best.push(found);
        }
        let mut breaks = vec![heights.len()];
        while let Some(&end) = breaks.last().filter(|end| **end > 0) {
            breaks.push(best[end].2);
        }
        breaks.reverse();
        let pages = breaks.windows(2).enumerate();
        let places = pages.flat_map(|(page, ends)| {
            let panels = &heights[ends[0]..ends[1]];
            let columns = self.even_columns(panels, self.height(ends[0]));
            columns
                .into_iter()
                .map(move |(column, y)| PanelPlace { page, column, y })
        });
        places.collect()
    }

    /// The height of the columns on a page that begins with panel `first`.
    fn height(&self, first: usize) -> f64 {
        if first == 0 { self.first } else { self.others }
    }

    /// Places the panels of one page in columns that are as low as possible: the height is found by
    /// bisection, from 0 to `most`. Returns the column and the offset of each panel.
    fn even_columns(&self, panels: &[f64], most: f64) -> Vec<(usize, f64)> {
        let (mut low, mut high) = (0.0, most);
        // After twelve halvings the error is below 0.1 mm.
        for _ in 0..12 {
            let height = f64::midpoint(low, high);
            if self.columns_of(panels, height).is_some() {
                high = height;
            } else {
                low = height;
            }
        }
        let places = self.columns_of(panels, high);
        // A panel that is higher than a page is the only one on its page.
        places.unwrap_or_else(|| vec![(0, 0.0); panels.len()])
    }

    /// The column and offset of each panel, if all fit into columns of height `most`.
    fn columns_of(&self, panels: &[f64], most: f64) -> Option<Vec<(usize, f64)>> {
        let mut places = Vec::new();
        let (mut column, mut y) = (0, 0.0);
        for height in panels {
            if y > 0.0 && y + height > most + 1e-6 {
                (column, y) = (column + 1, 0.0);
            }
            if column == self.columns || *height > most + 1e-6 {
                return None;
            }
            places.push((column, y));
            y += height + self.gap;
        }
        Some(places)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Checks that panels stay within their columns and do not overlap.
        #[test]
        fn pages_of_panels_are_alike_full(
            heights in prop::collection::vec(10.0..40.0, 1..120), columns in 1_usize..4,
        ) {
            let shape = ColumnLayout { columns, first: 160.0, others: 180.0, gap: 5.0 };
            let places = shape.balanced(&heights);
            prop_assert_eq!(places.len(), heights.len());
            for (place, height) in places.iter().zip(&heights) {
                let whole = if place.page == 0 { 160.0 } else { 180.0 };
                prop_assert!(place.column < columns && place.y + height <= whole + 1e-3);
            }
            for (pair, height) in places.windows(2).zip(&heights) {
                let [a, b] = [pair[0], pair[1]];
                let same = (a.page, a.column) == (b.page, b.column);
                prop_assert!(!same || b.y >= a.y + height);
            }
        }
    }

    #[test]
    fn no_page_has_one_hint_left_over() {
        let shape = ColumnLayout {
            columns: 2,
            first: 160.0,
            others: 180.0,
            gap: 5.0,
        };
        for count in 2..60 {
            let places = shape.balanced(&vec![30.0; count]);
            let last = places.last().unwrap().page;
            let on_last = places.iter().filter(|place| place.page == last).count();
            assert!(on_last > 1, "{count}");
        }
    }
}
