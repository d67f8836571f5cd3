//! Draws solutions as thumbnails: pages of SVG, or one HTML file.

use super::super::pictures::{Pages, write_whole};
use super::list::in_words;
use super::sorted::NumberedSolution;
use super::{ListRequest, OutputTarget, StreamEnd, counted, nothing, outcome};
use crate::picture::drawing::{Artist, Catalogue, Fonts, Grid, Sheet, SolidView, Style};
use crate::support::format::grouped;
use crate::surface::cli::args::{PictureFormat, SolveArgs, SolveFormat};
use crate::surface::cli::failure::{Failure, Outcome};

impl ListRequest<'_> {
    pub(super) fn draw(
        &self,
        args: &SolveArgs,
        target: Option<&OutputTarget>,
    ) -> Result<Outcome, Failure> {
        if self.limit == 0 {
            return nothing(args);
        }
        let found = match args.format {
            SolveFormat::Svg => self.pages(args, target)?,
            _ => self.catalogue(args, target)?,
        };
        self.end(args, &found)?;
        Ok(outcome(&found, self.noun()))
    }

    /// Writes the thumbnails as pages of SVG.
    fn pages(&self, args: &SolveArgs, target: Option<&OutputTarget>) -> Result<StreamEnd, Failure> {
        let puzzle = self.stream.loaded.instance.puzzle();
        let style = args.look.style();
        let artist = Artist::new(puzzle, style);
        let board = artist.empty_board();
        let columns = usize::from(args.columns);
        let paper = args.paper.page()?;
        let grid = Grid::of_columns(paper, columns, board.width / board.height)?;
        let artist = artist.in_style(style.with_cell(style.cell * grid.picture().0 / board.width));
        let (format, fonts) = (PictureFormat::Svg, Fonts::built_in());
        let mut pages = Pages::new(&puzzle.title, format, 0, fonts, target.cloned())?;
        let mut sheet = Sheet::new(grid, &puzzle.title);
        let found = self.each(|found| {
            let caption = grouped(found.number);
            // Thumbnails have no space for the whole text.
            let remark = self.remark(found).replace(" symmetry ", " ");
            let picture = artist.solution(
                &caption,
                &self.stream.loaded.instance.placed_pieces(&found.solution),
            );
            match sheet.add(&caption, &remark, picture) {
                Some(page) => pages.add(page),
                None => Ok(()),
            }
        })?;
        let is_partial = found.interrupted && found.solutions > 0;
        if is_partial && let Some(page) = sheet.add_interruption() {
            pages.add(page)?;
        }
        if let Some(page) = sheet.finish() {
            pages.add(page)?;
        }
        if !pages.is_empty() {
            pages.finish()?;
        }
        Ok(found)
    }

    /// The symmetry of a solution, its scores and the objective's quantity, in words.
    fn remark(&self, found: &NumberedSolution) -> String {
        let puzzle = self.stream.loaded.instance.puzzle();
        let symmetry = self
            .group
            .map(|group| group.describe(puzzle, &found.stabilizer));
        in_words(symmetry.as_deref(), found.scores, found.objective)
    }

    /// Writes the thumbnails as one HTML file.
    fn catalogue(
        &self,
        args: &SolveArgs,
        target: Option<&OutputTarget>,
    ) -> Result<StreamEnd, Failure> {
        let loaded = self.stream.loaded;
        let style = Style {
            // The browser may draw the placements in any order, so no piece may hide another.
            view: SolidView::Layers,
            ..args.look.style()
        };
        let artist = Artist::new(loaded.instance.puzzle(), style);
        let options: Vec<_> = loaded.instance.problem().options().collect();
        write_whole(target, |out| {
            let mut catalogue = Catalogue::begin(&artist, out)?;
            let found = self.each(|found| {
                let mut keys: Vec<usize> = found.solution.iter().map(|o| o.index()).collect();
                keys.sort_unstable();
                Ok(catalogue.add(found.number, &keys, &self.remark(found), out)?)
            })?;
            let mut word = counted(found.solutions, self.noun());
            if found.interrupted {
                word.push_str("; there may be more: the search was interrupted");
            } else if !found.complete {
                word.push_str("; there may be more");
            }
            catalogue.finish(
                &artist,
                |key| loaded.instance.placed_piece(options[key]),
                &word,
                out,
            )?;
            Ok(found)
        })
    }
}
