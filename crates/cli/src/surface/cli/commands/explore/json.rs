//! What `explore` prints as JSON: statistics of solutions.

use tilewright_dlx::OptionId;

use super::ExploreFindings;
use crate::cover::notation;
use crate::design::explore::PlacementExtreme;
use crate::publish::interchange::table::{Record, Value, record};
use crate::solve::space::Filter;
use crate::surface::cli::commands::placed::coordinates;

impl ExploreFindings<'_> {
    pub(super) fn answer(&self) -> Record {
        let puzzle = self.space.puzzle();
        let overview = &self.overview;
        let coordinates = |cell| coordinates(puzzle, cell);
        let filters = |is_with: bool| -> Value {
            let text = |filter: &Filter| match filter {
                Filter::With(pattern) => is_with.then(|| pattern.text(puzzle)),
                Filter::Without(pattern) => (!is_with).then(|| pattern.text(puzzle)),
            };
            self.filters.iter().filter_map(text).collect()
        };
        let settled = overview.settled.iter().map(|(cell, piece)| {
            record! { cell: coordinates(*cell), piece: &puzzle.piece(*piece).name }
        });
        let pieces = self.mapped_pieces().map(|of| {
            record! {
                piece: &puzzle.piece(of.piece).name,
                placements: of.placements,
                used: of.used,
                solutions: &of.solutions,
                density: of.density.iter().collect::<Value>(),
            }
        });
        record! {
            puzzle: &puzzle.title,
            with: filters(true),
            without: filters(false),
            solutions: &overview.solutions,
            all_solutions: &self.all,
            distinct: self.distinct.as_ref(),
            placements: overview.placements,
            used: overview.used(),
            unused: self.args.unused.then(|| self.named(&overview.unused)),
            forced: self.named(&overview.forced),
            fewest: overview.fewest.as_ref().map(|extreme| self.extreme(extreme)),
            most: overview.most.as_ref().map(|extreme| self.extreme(extreme)),
            settled: settled.collect::<Value>(),
            bare: overview.bare.iter().map(|cell| coordinates(*cell)).collect::<Value>(),
            cells: puzzle.board.indices().map(coordinates).collect::<Value>(),
            pieces: pieces.collect::<Value>(),
        }
    }

    fn named(&self, options: &[OptionId]) -> Vec<String> {
        let instance = self.space.instance();
        let of = |option: &OptionId| notation::of(instance, *option);
        options.iter().map(of).collect()
    }

    fn extreme(&self, extreme: &PlacementExtreme) -> Record {
        record! { solutions: &extreme.solutions, placements: self.named(&extreme.placements) }
    }
}
