//! The challenges, with room to draw.

use super::leaf::Leaf;
use super::{Composer, Contents, LayoutError, SMALLEST_CELL, artist_of, as_length, page_number};
use crate::picture::drawing::{Artist, Scene, Style, TooSmall, Weight};
use crate::publish::booklet::Task;
use crate::publish::booklet::hint::Voice;

/// The space between challenges, in millimetres.
const GAP: f64 = 6.0;

/// How the challenges of a page are arranged.
struct Grid<'a> {
    columns: usize,
    /// The size of a challenge, with its texts.
    width: f64,
    height: f64,
    /// Draws the boards as large as there is room for.
    artist: Artist<'a>,
}

impl<'a> Composer<'a> {
    /// How many pages the challenges take.
    pub(super) fn challenge_page_count(&self) -> usize {
        let tasks = self.booklet.tasks().len();
        if self.booklet.is_two_sided {
            2 * (tasks / 2).div_ceil(self.layout.per_page)
        } else {
            tasks.div_ceil(self.layout.per_page)
        }
    }

    /// Where a challenge stands: on which of these pages, and its place there. The first sides of
    /// cards are on one page, the second ones on the next.
    fn place(&self, number: usize) -> (usize, usize) {
        let per_page = self.layout.per_page;
        if self.booklet.is_two_sided {
            let (card, side) = (number / 2, number % 2);
            (2 * (card / per_page) + side, card % per_page)
        } else {
            (number / per_page, number % per_page)
        }
    }

    /// The arrangement of a page's challenges that leaves the most room for each.
    fn grid(&self, top: f64) -> Result<Grid<'a>, TooSmall> {
        let count = self.layout.per_page;
        let room = (self.room().0, self.bottom() - top);
        let mut best: Option<Grid<'a>> = None;
        let mut refused = None;
        for columns in 1..=count {
            let rows = count.div_ceil(columns);
            let share = |room: f64, parts: usize| {
                (room - (as_length(parts) - 1.0) * GAP) / as_length(parts)
            };
            let (width, height) = (share(room.0, columns), share(room.1, rows));
            let what = "a challenge";
            let room = self.board_width(width);
            match self.artist_for(what, room, height - self.caption() - self.footer()) {
                Ok(artist) => {
                    let cell = artist.style().cell;
                    if best
                        .as_ref()
                        .is_none_or(|best| cell > best.artist.style().cell)
                    {
                        best = Some(Grid {
                            columns,
                            width,
                            height,
                            artist,
                        });
                    }
                }
                Err(error) => {
                    refused.get_or_insert(error);
                }
            }
        }
        match (best, refused) {
            (Some(grid), _) => Ok(grid),
            (None, Some(refused)) => Err(refused),
            // There is at least one challenge a page.
            (None, None) => self.grid(top),
        }
    }

    /// How much of the width of a challenge its board has.
    fn board_width(&self, width: f64) -> f64 {
        let is_deck = self.booklet.tasks().iter().any(|task| task.is_card);
        if is_deck { 0.58 * width } else { width }
    }

    /// The picture of a challenge; of a card, its pieces beside the board.
    fn task_picture(&self, grid: &Grid<'a>, name: &str, task: &Task<'a>) -> Scene {
        let artist = artist_of(&grid.artist, task);
        let title = format!("{name}, {}", task.id);
        let board = artist.solution(&title, &task.laid(&task.givens));
        if !task.is_card {
            return board;
        }
        let gap = 0.5 * artist.style().cell;
        let width = grid.width - self.board_width(grid.width) - gap;
        let height = grid.height - self.caption() - self.footer();
        // Solid pieces are seen from a corner, as in front.
        let mut style = Style {
            view: self.layout.style.view,
            ..artist.style()
        };
        style.cell *= 0.7;
        loop {
            let in_style = artist.in_style(style);
            let pieces = Voice::new(self.texts, &in_style).pieces(width);
            let fits = pieces.width <= width && pieces.height <= height;
            if fits || style.cell < SMALLEST_CELL {
                return Scene::beside(title, vec![board, pieces], gap);
            }
            style.cell *= 0.9;
        }
    }

    /// The heights of what stands above and below a board.
    fn caption(&self) -> f64 {
        2.2 * self.size
    }

    fn footer(&self) -> f64 {
        1.6 * self.size
    }

    /// The pages of the challenges.
    pub(super) fn challenge_pages(
        &self,
        contents: Contents,
        hints: &[usize],
        solutions: &[usize],
    ) -> Result<Vec<Leaf>, LayoutError> {
        let tasks = self.booklet.tasks();
        let mut leaves = Vec::new();
        let heading = self.texts.challenges.plain();
        for page in 0..self.challenge_page_count() {
            // The first page has a heading; all have room for one, so that boards are alike.
            let (begun, top) = self.begin(&heading);
            let grid = self.grid(top)?;
            let mut leaf = if page == 0 {
                begun
            } else {
                self.leaf(&heading)
            };
            let on_page = tasks.iter().enumerate();
            let on_page = on_page.map(|(number, task)| (number, task, self.place(number)));
            for (number, task, (_, place)) in on_page.filter(|(.., (on, _))| *on == page) {
                let column = place % grid.columns;
                let is_back = self.booklet.is_two_sided && page % 2 == 1;
                // So that it is behind its first side.
                let column = as_length(if is_back {
                    grid.columns - 1 - column
                } else {
                    column
                });
                let row = as_length(place / grid.columns);
                let corner = (
                    self.layout.paper.margin + column * (grid.width + GAP),
                    top + row * (grid.height + GAP),
                );
                let hint = hints.get(number).map(|page| contents.hints + page);
                let solution = contents.solutions + solutions[number];
                self.challenge(&mut leaf, &grid, corner, task, (hint, solution));
            }
            leaves.push(leaf);
        }
        Ok(leaves)
    }

    /// One challenge with its number, its rating, and where its hint and its solution are.
    fn challenge(
        &self,
        leaf: &mut Leaf,
        grid: &Grid<'a>,
        (left, top): (f64, f64),
        task: &Task<'a>,
        (hint, solution): (Option<usize>, usize),
    ) {
        let texts = self.texts;
        let name = self.texts.task_name(task);
        let picture = self.task_picture(grid, &name, task);
        // The texts begin and end where the board does.
        let margin = grid.artist.style().margin * grid.artist.style().cell;
        let x = left + (grid.width - picture.width) / 2.0;
        let (left, right) = (x + margin, x + picture.width - margin);
        let line = top + 1.2 * self.size;
        let large = 1.3 * self.size;
        leaf.text(left, line, large, Weight::Bold, &name);
        leaf.bookmarks
            .push((1, format!("{name} · {}", task.id), top));
        let after = left + self.fonts.width(&name, large, Weight::Bold) + self.size;
        leaf.text(
            after,
            line,
            self.size,
            Weight::Regular,
            &texts.rating(task.rating),
        );
        leaf.text_before(right, line, 0.8 * self.size, Weight::Regular, &task.id);
        let y = top + self.caption();
        let below = y + picture.height + 1.1 * self.size;
        leaf.picture(x, y, picture);
        let small = 0.75 * self.size;
        let mut at = left;
        let references = [
            (&texts.hint_page, hint),
            (&texts.solution_page, Some(solution)),
        ];
        for (template, page) in references {
            let Some(page) = page else { continue };
            let text = template.fill(&[("page", &page_number(page))]);
            at += leaf.text_to(self.fonts, (at, below), small, &text, page) + 2.0 * self.size;
        }
    }

    /// The page of a challenge.
    pub(super) fn page_of_task(&self, contents: Contents, number: usize) -> usize {
        contents.challenges + self.place(number).0
    }
}
