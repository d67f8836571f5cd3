//! Pages of challenges, with room to draw.

use super::leaf::Leaf;
use super::words::ChallengeWords;
use super::{
    BookletLayoutError, Composer, Contents, DivisionKind, SMALLEST_CELL, artist_of, as_length,
    page_number,
};
use crate::picture::drawing::{Artist, Scene, Style, TooSmall};
use crate::publish::booklet::Task;
use crate::publish::booklet::hint::Voice;

/// The space between challenges, in font sizes.
const GAP: f64 = 1.6;

/// The maximum width of the words next to a board, as a share of the challenge's width.
const WORDS: f64 = 0.34;

/// The position of a challenge's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordsSide {
    /// Above and below the board.
    Above,
    /// To the left of the board.
    Beside,
}

/// The arrangement of challenges on a page.
struct ChallengeGrid<'a> {
    columns: usize,
    rows: usize,
    /// The width of a challenge including its words, in millimetres.
    width: f64,
    side: WordsSide,
    /// The width of the words next to a board, in millimetres; 0 if there are none.
    words: f64,
    /// The height of the words above a board, in millimetres.
    head: f64,
    /// The height of the words below a board, in millimetres.
    foot: f64,
    /// Draws boards as large as the arrangement allows.
    artist: Artist<'a>,
    /// The edge of a cell of the pieces next to the board of a card, in millimetres; the same for the whole
    /// deck.
    pieces_cell: f64,
}

impl<'a> Composer<'a> {
    /// The maximum number of challenges on one page.
    fn on_page(&self) -> usize {
        let tasks = self.booklet.tasks().len();
        self.part.per_page.min(tasks).max(1)
    }

    /// The edge of a cell in challenges, in millimetres. `None` if they do not fit, or there are none.
    pub(super) fn cell_of_challenges(&self) -> Option<f64> {
        if self.booklet.tasks().is_empty() {
            return None;
        }
        let grid = self.grid(self.area().top).ok()?;
        Some(grid.artist.style().cell)
    }

    /// Tries all numbers of columns and both positions of the words, and returns the arrangement with
    /// the largest boards. `top` is the upper edge of the room for challenges.
    fn grid(&self, top: f64) -> Result<ChallengeGrid<'a>, TooSmall> {
        // The page numbers of hints and solutions are not known yet. No number is wider than 999.
        let pages = (Some(999), 999);
        let tasks = self.booklet.tasks().iter();
        let words: Vec<ChallengeWords> = tasks.map(|task| self.words(task, pages)).collect();
        let mut best: Option<ChallengeGrid<'a>> = None;
        let mut refused = None;
        for columns in 1..=self.on_page() {
            for side in [WordsSide::Above, WordsSide::Beside] {
                match self.arranged(top, columns, side, &words) {
                    Ok(grid) => {
                        // An arrangement is better only if its cells are more than 0.1 % larger; among equals
                        // the first one is taken.
                        let is_better = |best: &ChallengeGrid<'_>| {
                            grid.artist.style().cell > 1.001 * best.artist.style().cell
                        };
                        if best.as_ref().is_none_or(is_better) {
                            best = Some(grid);
                        }
                    }
                    Err(error) => {
                        refused.get_or_insert(error);
                    }
                }
            }
        }
        let best = best.ok_or_else(|| {
            refused.unwrap_or(TooSmall {
                what: "a challenge".to_owned(),
                need: self.shapes[0].1,
                room: self.layout.paper.room(),
            })
        })?;
        Ok(ChallengeGrid {
            pieces_cell: self.pieces_cell(&best, top),
            ..best
        })
    }

    /// Arranges the challenges in `columns` columns, with the words on `side`, in the largest cells
    /// that fit.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] if no cell size fits.
    fn arranged(
        &self,
        top: f64,
        columns: usize,
        side: WordsSide,
        words: &[ChallengeWords],
    ) -> Result<ChallengeGrid<'a>, TooSmall> {
        let area = self.area();
        let gap = GAP * self.layout.typography.body();
        let rows = self.on_page().div_ceil(columns);
        let share =
            |room: f64, parts: usize| (room - (as_length(parts) - 1.0) * gap) / as_length(parts);
        let (width, height) = (share(area.width(), columns), share(area.bottom - top, rows));
        let most =
            |size: &dyn Fn(&ChallengeWords) -> f64| words.iter().map(size).fold(0.0, f64::max);
        let (wide, head, foot) = match side {
            WordsSide::Above => (
                0.0,
                most(&|words| self.head_height(words, width)),
                most(&|words| self.foot_height(words, width)),
            ),
            WordsSide::Beside => {
                let wide = most(&|words| self.natural_width(words)).min(WORDS * width);
                (wide + gap, 0.0, 0.0)
            }
        };
        let what = "a challenge";
        if side == WordsSide::Beside {
            let needed = most(&|words| self.column_height(words, wide - gap));
            if needed > height {
                return Err(TooSmall {
                    what: what.to_owned(),
                    need: (wide, needed),
                    room: (width, height.max(0.0)),
                });
            }
        }
        let room = self.board_width(width - wide);
        Ok(ChallengeGrid {
            columns,
            rows,
            width,
            side,
            words: (wide - gap).max(0.0),
            head,
            foot,
            artist: self.artist_for(what, room, height - head - foot)?,
            pieces_cell: SMALLEST_CELL,
        })
    }

    /// The part of `width` that the board gets. For cards, the rest is for the pieces.
    fn board_width(&self, width: f64) -> f64 {
        let is_deck = self.booklet.tasks().iter().any(|task| task.is_card);
        if is_deck { 0.58 * width } else { width }
    }

    /// The picture of a challenge; for a card, with its pieces next to the board.
    fn task_picture(&self, grid: &ChallengeGrid<'a>, name: &str, task: &Task<'a>) -> Scene {
        let artist = artist_of(&grid.artist, task);
        let title = if self.part.beside.id {
            format!("{name}, {}", task.id)
        } else {
            name.to_owned()
        };
        let board = artist.solution(&title, &task.laid(&task.givens));
        if !task.is_card {
            return board;
        }
        let (gap, width) = self.room_for_pieces(grid);
        let pieces = self.pieces_of_card(&artist, grid.pieces_cell, width);
        Scene::side_by_side(title, vec![board, pieces], gap)
    }

    /// The gap between the board of a card and its pieces, and the width of the pieces.
    fn room_for_pieces(&self, grid: &ChallengeGrid<'a>) -> (f64, f64) {
        let gap = 0.5 * grid.artist.style().cell;
        let room = grid.width - grid.words_and_gap(self);
        (gap, room - self.board_width(room) - gap)
    }

    /// The largest edge of a cell, in millimetres, at which the pieces of every card fit next to the card's
    /// board.
    fn pieces_cell(&self, grid: &ChallengeGrid<'a>, top: f64) -> f64 {
        let (.., height) = self.cell(grid, top, 0, false);
        let height = height - grid.head - grid.foot;
        let (_, width) = self.room_for_pieces(grid);
        let mut cell = 0.7 * grid.artist.style().cell;
        for task in self.booklet.tasks().iter().filter(|task| task.is_card) {
            let artist = artist_of(&grid.artist, task);
            let fits = |cell| {
                let pieces = self.pieces_of_card(&artist, cell, width);
                pieces.width <= width && pieces.height <= height
            };
            while cell >= SMALLEST_CELL && !fits(cell) {
                cell *= 0.9;
            }
        }
        cell
    }

    /// The pieces of a card with their names, in lines of at most `width`.
    fn pieces_of_card(&self, artist: &Artist<'_>, cell: f64, width: f64) -> Scene {
        // Solid pieces are drawn as on the pages of pieces, even if boards are drawn in another view.
        let style = Style {
            cell,
            view: self.part.style.view,
            ..artist.style()
        };
        Voice::new(self.texts, &artist.in_style(style)).pieces(width)
    }

    pub(super) fn challenge_pages(
        &self,
        contents: Contents,
        (hints, solutions): (&[Option<usize>], &[usize]),
    ) -> Result<Vec<Leaf>, BookletLayoutError> {
        let tasks = self.booklet.tasks();
        if tasks.is_empty() {
            return Ok(Vec::new());
        }
        let heading = self.texts.challenges.plain();
        let (begun, mut top) = self.begin_at(self.depth(), &heading);
        let mut begun = Some(begun);
        if !self.spread.dividers.is_empty() {
            // With dividers, the first page is a divider, which contains the heading.
            begun = None;
            top = self.area().top;
        }
        let grid = self.grid(top)?;
        // The first page has a heading, but boards have the same size on all pages. The two sides
        // of a card are printed back to back, so all pages of two-sided cards reserve the height of
        // the heading.
        let mut leaves = Vec::new();
        for page in 0..self.spread.pages {
            if let Some(division) = self.spread.divider(page) {
                leaves.push(self.divider(division, page == 0));
                continue;
            }
            if self.spread.is_blank(page) {
                leaves.push(self.blank());
                continue;
            }
            let title = || self.leaf(self.title_of_challenges(&heading, page));
            let mut leaf = begun.take().unwrap_or_else(title);
            let top = if page == 0 || self.booklet.is_two_sided {
                top
            } else {
                self.area().top
            };
            let on_page = tasks.iter().enumerate();
            let on_page = on_page.map(|(number, task)| (number, task, self.spread.place(number)));
            for (number, task, (_, place)) in on_page.filter(|(.., (on, _))| *on == page) {
                let is_back = self.booklet.is_two_sided && page % 2 == 1;
                let cell = self.cell(&grid, top, place, is_back);
                let hint = hints.get(number).copied().flatten();
                let hint = hint.map(|page| contents.hints + page);
                let solution = contents.solutions + solutions[number];
                self.enter_division(&mut leaf, number);
                self.challenge(&mut leaf, &grid, cell, task, (hint, solution));
            }
            leaves.push(leaf);
        }
        Ok(leaves)
    }

    /// The title of a page of challenges: the name of the part, or the heading, followed by the
    /// division of the first challenge. If boards divide the challenges, it is followed by the first and
    /// the last board of the page, as in a dictionary.
    fn title_of_challenges(&self, heading: &str, page: usize) -> String {
        let section = self.name.as_deref().unwrap_or(heading);
        let tasks = self.booklet.tasks().iter().enumerate();
        let mut on_page = tasks.filter(|(number, _)| self.spread.place(*number).0 == page);
        let Some((first, task)) = on_page.next().filter(|_| self.divisions.are_several()) else {
            return section.to_owned();
        };
        let of = match (self.divisions.kind(), &task.board) {
            (DivisionKind::Boards, Some(board)) => {
                let last = on_page
                    .next_back()
                    .and_then(|(_, task)| task.board.as_ref());
                match last.filter(|last| *last != board) {
                    Some(last) => self.texts.range(board, last),
                    None => board.to_string(),
                }
            }
            _ => match self.divisions.of_task(first) {
                Some(division) => self.divisions.name(division, self.texts),
                None => return section.to_owned(),
            },
        };
        let values = [("section", section), ("part", &*of)];
        self.texts.section_of_part.fill(&values)
    }

    /// The upper left corner and the height of a challenge, from its place on the page.
    fn cell(
        &self,
        grid: &ChallengeGrid<'a>,
        top: f64,
        place: usize,
        is_back: bool,
    ) -> (f64, f64, f64) {
        let area = self.area();
        let gap = GAP * self.layout.typography.body();
        let rows = as_length(grid.rows);
        let height = (area.bottom - top - (rows - 1.0) * gap) / rows;
        let column = place % grid.columns;
        // Columns on the back are mirrored, so that a second side is behind its first side.
        let column = as_length(if is_back {
            grid.columns - 1 - column
        } else {
            column
        });
        let x = area.left + column * (grid.width + gap);
        let y = top + as_length(place / grid.columns) * (height + gap);
        (x, y, height)
    }

    /// Puts a challenge on the page: its number, its rating, and references to its hint and its solution.
    fn challenge(
        &self,
        leaf: &mut Leaf,
        grid: &ChallengeGrid<'a>,
        (left, top, height): (f64, f64, f64),
        task: &Task<'a>,
        pages: (Option<usize>, usize),
    ) {
        let words = self.words(task, pages);
        let room = height - grid.head - grid.foot;
        let picture = self.task_picture(grid, &words.name, task);
        let artist = artist_of(&grid.artist, task);
        let laid = task.laid(&task.givens);
        let said = self.alternative(&artist, &self.texts.alt_challenge, &words.name, &laid);
        let bookmark = if words.id.is_empty() {
            words.name.clone()
        } else {
            format!("{} · {}", words.name, words.id)
        };
        let depth = self.depth() + 1 + usize::from(self.divisions.are_several());
        leaf.bookmarks.push((depth, bookmark, top));
        let margin = grid.artist.style().margin * grid.artist.style().cell;
        match grid.side {
            WordsSide::Above => {
                // Half of the spare height is above the challenge, half below it.
                let spare = (room - picture.height).max(0.0) / 2.0;
                let y = top + spare;
                // The lines above and below the board get the width of the board, or more if the words need it.
                let board = picture.width - 2.0 * margin;
                let wide = self.head_width(&words).max(board).min(grid.width);
                let x = left + (grid.width - wide) / 2.0;
                self.set_head(leaf, (x, y), wide, &words);
                let below = y + grid.head + picture.height;
                let beside = left + (grid.width - picture.width) / 2.0;
                leaf.figure(beside, y + grid.head, picture, said);
                self.set_foot(leaf, (x, below), wide, &words);
            }
            WordsSide::Beside => {
                let room = grid.width - grid.words_and_gap(self);
                let x = left + grid.words_and_gap(self) + (room - picture.width) / 2.0;
                let y = top + (height - picture.height) / 2.0;
                let (first, last) = (y + margin, y + picture.height - margin);
                let needed = self.column_height(&words, grid.words);
                let first = first.min(top + height - needed).max(top);
                let last = last.max(first + needed);
                self.set_column(leaf, (left, first), (grid.words, last - first), &words);
                leaf.figure(x, y, picture, said);
            }
        }
    }

    /// The tier or the grade of a challenge.
    pub(super) fn grade_of(&self, task: &Task<'_>) -> Option<String> {
        let grade = task.grade()?;
        let tier = task.tier().filter(|_| self.has_tiers());
        Some(tier.map_or_else(|| self.texts.grade(grade), |tier| self.texts.tier(tier)))
    }

    /// The tier or the grade of a challenge, with its score.
    fn rating_of(&self, task: &Task<'_>) -> String {
        let rated = task.rating.zip(self.grade_of(task));
        rated.map_or_else(String::new, |(rating, grade)| {
            self.texts.rated(&grade, rating)
        })
    }

    /// The words of a challenge, with references to the pages of its hint and solution.
    fn words(&self, task: &Task<'a>, (hint, solution): (Option<usize>, usize)) -> ChallengeWords {
        let texts = self.texts;
        let references = [
            (&texts.hint_page, hint),
            (&texts.solution_page, Some(solution)),
        ];
        let references = references.into_iter().filter_map(|(template, page)| {
            let page = page?;
            Some((template.fill(&[("page", &page_number(page))]), page))
        });
        ChallengeWords {
            name: texts.task_name(task),
            rating: match &task.count {
                Some(count) => texts.solutions_counted(count),
                None if self.part.beside.rating => self.rating_of(task),
                None => String::new(),
            },
            id: if self.part.beside.id {
                task.id.to_string()
            } else {
                String::new()
            },
            references: references.collect(),
        }
    }

    pub(super) fn page_of_task(&self, contents: Contents, number: usize) -> usize {
        contents.challenges + self.spread.place(number).0
    }
}

impl ChallengeGrid<'_> {
    /// The width of the words next to the board, with the gap.
    fn words_and_gap(&self, composer: &Composer<'_>) -> f64 {
        match self.side {
            WordsSide::Above => 0.0,
            WordsSide::Beside => self.words + GAP * composer.layout.typography.body(),
        }
    }
}
