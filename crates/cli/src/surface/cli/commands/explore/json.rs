//! What `explore` prints as JSON: statistics of solutions.

use serde::Serialize;
use tilewright_dlx::OptionId;

use super::ExploreFindings;
use crate::cover::notation;
use crate::design::explore::PlacementExtreme;
use crate::solve::space::Filter;
use crate::surface::cli::commands::number::Whole;
use crate::surface::cli::commands::placed::coordinates;

#[derive(Serialize)]
pub(super) struct ExploreAnswer<'a> {
    puzzle: &'a str,
    with: Vec<String>,
    without: Vec<String>,
    /// The number of solutions that match the filters.
    solutions: Whole<'a>,
    all_solutions: Whole<'a>,
    /// The number of distinct solutions; `null` under filters.
    distinct: Option<Whole<'a>>,
    placements: usize,
    used: usize,
    /// The placements that occur in no solution, if `--unused` is given.
    unused: Option<Vec<String>>,
    forced: Vec<String>,
    fewest: Option<ExtremePlacementsAnswer<'a>>,
    most: Option<ExtremePlacementsAnswer<'a>>,
    settled: Vec<FixedPieces<'a>>,
    bare: Vec<Vec<i32>>,
    /// The board's cells. Densities are in this order.
    cells: Vec<Vec<i32>>,
    pieces: Vec<PieceUseAnswer<'a>>,
}

#[derive(Serialize)]
struct ExtremePlacementsAnswer<'a> {
    solutions: Whole<'a>,
    placements: Vec<String>,
}

#[derive(Serialize)]
struct FixedPieces<'a> {
    cell: Vec<i32>,
    piece: &'a str,
}

#[derive(Serialize)]
struct PieceUseAnswer<'a> {
    piece: &'a str,
    placements: usize,
    used: usize,
    solutions: Whole<'a>,
    /// For each cell, the number of solutions in which the piece covers it.
    density: Vec<Whole<'a>>,
}

impl ExploreFindings<'_> {
    pub(super) fn answer(&self) -> ExploreAnswer<'_> {
        let puzzle = self.space.puzzle();
        let overview = &self.overview;
        let coordinates = |cell| coordinates(puzzle, cell);
        let filters = |is_with: bool| -> Vec<String> {
            let text = |filter: &Filter| match filter {
                Filter::With(pattern) => is_with.then(|| pattern.text(puzzle)),
                Filter::Without(pattern) => (!is_with).then(|| pattern.text(puzzle)),
            };
            self.filters.iter().filter_map(text).collect()
        };
        ExploreAnswer {
            puzzle: &puzzle.title,
            with: filters(true),
            without: filters(false),
            solutions: Whole(&overview.solutions),
            all_solutions: Whole(&self.all),
            distinct: self.distinct.as_ref().map(Whole),
            placements: overview.placements,
            used: overview.used(),
            unused: self.args.unused.then(|| self.named(&overview.unused)),
            forced: self.named(&overview.forced),
            fewest: self.extreme(overview.fewest.as_ref()),
            most: self.extreme(overview.most.as_ref()),
            settled: overview
                .settled
                .iter()
                .map(|(cell, piece)| FixedPieces {
                    cell: coordinates(*cell),
                    piece: &puzzle.piece(*piece).name,
                })
                .collect(),
            bare: overview
                .bare
                .iter()
                .map(|cell| coordinates(*cell))
                .collect(),
            cells: puzzle.board.indices().map(coordinates).collect(),
            pieces: self
                .pieces
                .iter()
                .map(|id| &overview.pieces[id.index()])
                .map(|of| PieceUseAnswer {
                    piece: &puzzle.piece(of.piece).name,
                    placements: of.placements,
                    used: of.used,
                    solutions: Whole(&of.solutions),
                    density: of.density.iter().map(Whole).collect(),
                })
                .collect(),
        }
    }

    fn named(&self, options: &[OptionId]) -> Vec<String> {
        let instance = self.space.instance();
        let of = |option: &OptionId| notation::of(instance, *option);
        options.iter().map(of).collect()
    }

    fn extreme<'a>(
        &self,
        extreme: Option<&'a PlacementExtreme>,
    ) -> Option<ExtremePlacementsAnswer<'a>> {
        let extreme = extreme?;
        Some(ExtremePlacementsAnswer {
            solutions: Whole(&extreme.solutions),
            placements: self.named(&extreme.placements),
        })
    }
}
