//! Edges at which a board wraps around, and the continuation of pieces beyond them.

use itertools::Itertools;
use tilewright_geometry::{BoardCell, Cell};

use super::super::frame::Frame;
use super::super::look::{self, GREY, widths};
use super::super::path::{Path, Point};
use super::super::region::outline;
use super::super::scene::{Element, Fill, Role, Shape, Stroke, Text};
use super::super::style::Labelling;
use super::Artist;
use crate::picture::palette::{INK, PAPER, mix};
use crate::puzzle::PlacedPiece;

/// The share of the paper's colour in the colours of pieces beyond an edge, from 0 to 1.
const PALE: f64 = 0.6;

impl Artist<'_> {
    /// The cells of the board, those next to it beyond a wrapped edge, and those with labels.
    pub(super) fn cells_with_those_beyond(&self) -> Vec<Cell> {
        let board = &self.puzzle.board;
        let beyond = board.indices().flat_map(|cell| board.beyond_edges(cell));
        let beyond = beyond.map(|(cell, _)| cell);
        let labelled = self.puzzle.labels.iter().map(|(cell, _)| cell);
        let own = board.cells().iter().copied();
        own.chain(beyond).chain(labelled).collect()
    }

    /// The cells just beyond wrapped edges into which a piece continues.
    fn next_cells(&self, cells: &[BoardCell]) -> Vec<Cell> {
        let beyond = cells
            .iter()
            .flat_map(|&cell| self.puzzle.board.beyond_edges(cell));
        let own = beyond.filter(|(_, is)| cells.contains(is));
        own.map(|(cell, _)| cell)
            .sorted_unstable()
            .dedup()
            .collect()
    }

    /// The continuation of a piece beyond wrapped edges, in pale colours. Only the cells next to
    /// the edge are drawn.
    pub(super) fn continuation(&self, frame: &Frame, laid: &PlacedPiece<'_>) -> Element {
        let cells = self.next_cells(laid.cells);
        if cells.is_empty() {
            return Element::new(Role::Mark, Vec::new());
        }
        let pale = mix(look::ground(&self.fill(laid.piece)), PAPER, PALE);
        let cell = self.style.cell;
        let area = outline(frame, cells.iter().copied());
        let dash = 0.12 * cell;
        let shapes = if area.is_empty() {
            let mut lines = Path::default();
            for &stick in &cells {
                let ends = frame.table().outline(stick).corners.into_iter();
                lines.add_line(ends.map(|end| frame.corner(end)));
            }
            let width = widths::STICK_GROUND * 2.0 * cell;
            vec![Shape::stroked(
                lines,
                Stroke::dashed(mix(pale, GREY, 0.5), width, dash, dash),
            )]
        } else {
            let label = |&at: &Cell| {
                let ink = mix(INK, PAPER, PALE / 2.0);
                let label = self.label(laid.piece);
                Shape::Text(Text::centred(frame.centre(at), 0.35 * cell, ink, label))
            };
            let shown = self.style.labels != Labelling::None;
            let labels = cells.iter().filter(|_| shown).map(label);
            let edge = Stroke::dashed(GREY, widths::INNER * 1.5 * cell, dash, dash);
            let area = [
                Shape::filled(area.clone(), Fill::Color(pale)),
                Shape::stroked(area, edge),
            ];
            area.into_iter().chain(labels).collect()
        };
        let name = format!("{} continues", self.puzzle.piece(laid.piece).name);
        Element::new(Role::Mark, shapes).named(name)
    }

    /// The wrapped edges, as dashes over the board's outline.
    pub(super) fn seams(&self, frame: &Frame) -> Element {
        let board = &self.puzzle.board;
        let table = frame.table();
        let corners = |cell: Cell| table.outline(cell).corners;
        let mut path = Path::default();
        for cell in board.indices() {
            let own = corners(board.cell(cell));
            for (beyond, _) in board.beyond_edges(cell) {
                let there = corners(beyond);
                let shared: Vec<Point> = (own.iter())
                    .filter(|corner| there.contains(corner))
                    .map(|&corner| frame.corner(corner))
                    .collect();
                if table.drawing.closed && shared.len() == 2 {
                    path.add_line(shared);
                }
            }
        }
        if path.is_empty() {
            return Element::new(Role::Grid, Vec::new());
        }
        let cell = self.style.cell;
        let stroke = Stroke::dashed(PAPER, widths::GIVEN * cell, 0.1 * cell, 0.2 * cell);
        Element::new(Role::Grid, vec![Shape::stroked(path, stroke)])
    }
}
