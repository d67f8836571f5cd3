//! The solution space as text and heat maps.

use std::fmt::Write;

use itertools::Itertools;
use num_bigint::BigUint;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::scale::Scale;
use super::{Overview, PieceUse, PlacementExtreme};
use crate::cover::notation;
use crate::picture::render::{self, HeatCell, Paint};
use crate::puzzle::Puzzle;
use crate::solve::space::{Filter, Space};
use crate::support::format::{counted, grouped};

/// The width in which heat maps are arranged, in characters.
const WIDTH: usize = 80;

/// The maximum number of placements named in one list before the number of the remaining ones is
/// printed. A single remaining placement is named, too.
const NAMED: usize = 4;

/// The maximum number of cells that are named.
const CELLS_NAMED: usize = 16;

/// Describes a space as text.
#[derive(Debug, Clone, Copy)]
pub struct SpaceText<'a> {
    /// The solutions to describe.
    pub space: &'a Space<'a>,
    /// Whether to use colours.
    pub styled: bool,
}

impl SpaceText<'_> {
    /// The overview, one line for each fact.
    pub fn overview(&self, overview: &Overview) -> String {
        let mut text = String::new();
        let mut line = |name: &str, words: &str| {
            let _ = writeln!(text, "  {name:<12} {words}");
        };
        let total = grouped(overview.placements);
        let used = grouped(overview.used());
        let unused = grouped(overview.unused.len());
        line(
            "placements",
            &format!("{total}: {used} occur in a solution, {unused} in none"),
        );
        let idle = overview.pieces.iter().filter(|piece| piece.used == 0);
        let idle = idle.map(|piece| self.name(piece)).join(", ");
        if !idle.is_empty() {
            line("unused", &format!("no solution uses {idle}"));
        }
        line(
            "forced",
            &match overview.forced.as_slice() {
                [] => "no placement is in all solutions".to_owned(),
                forced => format!("{} in all solutions", self.all(forced)),
            },
        );
        for words in self.settled(overview) {
            line("settled", &words);
        }
        if !overview.bare.is_empty() {
            line(
                "bare",
                &format!("no solution covers {}", self.cells(&overview.bare)),
            );
        }
        for (name, extreme) in [("fewest", &overview.fewest), ("most", &overview.most)] {
            if let Some(extreme) = extreme {
                line(name, &self.extreme(extreme));
            }
        }
        text
    }

    /// For each piece, a line of text with the cells that it covers in all solutions, except those
    /// of forced placements.
    fn settled(&self, overview: &Overview) -> Vec<String> {
        let beneath = |cell: &BoardCell| {
            let covers = |option: &OptionId| {
                let placement = &self.space.instance().meaning(*option).placement;
                placement.cells.contains(cell)
            };
            overview.forced.iter().any(covers)
        };
        let by_piece = overview
            .settled
            .iter()
            .filter(|(cell, _)| !beneath(cell))
            .map(|(cell, piece)| (*piece, *cell))
            .into_group_map();
        by_piece
            .into_iter()
            .sorted_by_key(|(piece, _)| *piece)
            .map(|(piece, cells)| {
                let name = &self.puzzle().piece(piece).name;
                format!("{name} always covers {}", self.cells(&cells))
            })
            .collect()
    }

    /// The cells as text: all of them, or the first few.
    fn cells(&self, cells: &[BoardCell]) -> String {
        let all = self.puzzle().board.cells().len();
        if cells.len() == all && all > 1 {
            return format!("all {all} cells");
        }
        let of = |cell: &BoardCell| notation::cell(self.puzzle(), *cell);
        let shown = cells.iter().take(CELLS_NAMED).map(of).join("");
        match cells.len().saturating_sub(CELLS_NAMED) {
            0 => shown,
            more => format!("{shown} and {}", counted(more, "more cell")),
        }
    }

    fn puzzle(&self) -> &Puzzle {
        self.space.puzzle()
    }

    fn name(&self, piece: &PieceUse) -> &str {
        &self.puzzle().piece(piece.piece).name
    }

    fn extreme(&self, extreme: &PlacementExtreme) -> String {
        let solutions = counted(&extreme.solutions, "solution");
        let placements = self.some(&extreme.placements);
        match extreme.placements.len() {
            1 => format!("{solutions} with {placements}"),
            _ => format!("{solutions} with each of {placements}"),
        }
    }

    /// These placements in the notation `PIECE@cells`, separated by commas.
    pub fn all(&self, options: &[OptionId]) -> String {
        let of = |option: &OptionId| notation::of(self.space.instance(), *option);
        options.iter().map(of).join(", ")
    }

    /// The first few placements in the notation `PIECE@cells`, and the number of the others.
    fn some(&self, options: &[OptionId]) -> String {
        // A single remaining placement is named, since its name takes no more space than the number
        // of the others.
        if options.len() <= NAMED + 1 {
            return self.all(options);
        }
        let more = grouped(options.len() - NAMED);
        format!("{} and {more} more", self.all(&options[..NAMED]))
    }

    /// `with` or `without`, the pattern, and the number of matching placements.
    pub fn filter(&self, filter: &Filter) -> (&'static str, String) {
        let (word, pattern) = match filter {
            Filter::With(pattern) => ("with", pattern),
            Filter::Without(pattern) => ("without", pattern),
        };
        let text = pattern.text(self.puzzle());
        let matching = pattern.matching(self.space.instance());
        if matching.iter().all(|option| self.all(&[*option]) == text) {
            return (word, text);
        }
        let placements = counted(matching.len(), "placement");
        (word, format!("{text}: {placements}"))
    }

    /// What the signs on heat maps mean, in one line.
    pub fn legend() -> &'static str {
        "percent of the solutions in which the piece covers the cell; \
         · none, <1 some, ## all"
    }

    /// The heat maps of these pieces, as many in a row as fit.
    pub fn heat_maps<'u>(
        &self,
        pieces: impl IntoIterator<Item = &'u PieceUse>,
        solutions: &BigUint,
    ) -> String {
        let pieces = pieces.into_iter().collect_vec();
        let scale = Scale::of(pieces.iter().copied(), solutions);
        let maps = pieces.into_iter().map(|piece| {
            let caption = piece.caption(self.puzzle(), solutions);
            format!("{caption}\n{}\n", self.heat_map(piece, &scale))
        });
        let drawn = render::side_by_side(&maps.collect_vec(), WIDTH);
        format!("{}\n", drawn.trim_end())
    }

    fn heat_map(&self, piece: &PieceUse, scale: &Scale) -> String {
        let spots = piece
            .density
            .iter()
            .map(|number| HeatCell {
                label: percent(number, scale.whole()),
                paint: scale.shade(number, Paint::SHADES).map(Paint::shade),
            })
            .collect_vec();
        render::spots(self.puzzle(), &spots, self.styled)
    }

    /// One solution: a drawing, and its placements in the notation `PIECE@cells`.
    pub fn solution(&self, options: &[OptionId]) -> String {
        let instance = self.space.instance();
        let puzzle = instance.puzzle();
        let labels = render::Labels::of_puzzle(puzzle);
        let placements = options
            .iter()
            .map(|option| instance.meaning(*option))
            .map(|meaning| (meaning.piece, meaning.placement.cells.as_ref()))
            .collect_vec();
        let mut text = render::placements(puzzle, &labels, &placements, self.styled);
        for option in options.iter().sorted() {
            let _ = writeln!(text, "{}", notation::of(instance, *option));
        }
        text
    }
}

/// A share in two characters: `·` for none, `##` for all, otherwise the nearest whole percent, with
/// `<1` instead of 0 and `99` instead of 100.
pub fn percent(part: &BigUint, whole: &BigUint) -> String {
    if *part == BigUint::ZERO {
        return "·".to_owned();
    }
    if part == whole {
        return "##".to_owned();
    }
    let percent = (part * 200_u32 + whole) / (whole * 2_u32);
    match u32::try_from(&percent) {
        Ok(0) => "<1".to_owned(),
        Ok(percent) => percent.min(99).to_string(),
        // The part exceeds the whole, so it is not a share.
        Err(_) => "??".to_owned(),
    }
}
