//! Draws the empty board: its cells, the lines between them, and the colours that cells require.

use tilewright_geometry::{BoardCell, Cell};

use super::super::frame::Frame;
use super::super::look::{GREY, LIGHT, fill, widths};
use super::super::path::{Path, Point};
use super::super::region::{grid_lines, outline, places};
use super::super::scene::{Element, Fill, Role, Scene, Shape, Stroke};
use super::super::style::Coloring;
use super::Artist;

use crate::picture::palette::{INK, PAPER, fills_of_colors};
use crate::puzzle::Color;
use crate::support::label::Label;

impl Artist<'_> {
    /// The colour of empty cells.
    pub(super) fn board_color(&self) -> Color {
        match self.style.coloring {
            Coloring::Color => LIGHT,
            Coloring::Patterns | Coloring::Outlines => PAPER,
        }
    }

    /// Draws the cells of the empty board.
    pub(super) fn ground(&self, frame: &Frame, scene: &mut Scene) {
        let board = &self.puzzle.board;
        let of = |required: bool| -> Vec<Cell> {
            let indices = board
                .indices()
                .filter(|&i| board.is_required(i) == required);
            indices.map(|i| board.cell(i)).collect()
        };
        let cell = self.style.cell;
        for (role, cells) in [(Role::Board, of(true)), (Role::Optional, of(false))] {
            let area = places(frame, cells.iter().copied());
            let mut shapes = Vec::new();
            if !cells.is_empty() && area.is_empty() {
                let lines = stick_lines(frame, &cells);
                let width = widths::STICK_GROUND * cell;
                shapes.push(Shape::stroked(
                    lines,
                    match role {
                        Role::Board => Stroke::new(GREY, width),
                        _ => Stroke::dashed(GREY, width, width, width * 2.5),
                    },
                ));
            } else if !cells.is_empty() {
                let fill = if role == Role::Board {
                    self.board_color()
                } else {
                    PAPER
                };
                shapes.push(Shape::filled(area, Fill::Color(fill)));
            }
            let cells = cells.iter().map(|&cell| frame.table().coordinates(cell));
            scene.push(Element::new(role, shapes).of_cells(cells));
        }
    }

    /// Draws the lines of the empty board.
    pub(super) fn edges(&self, frame: &Frame, scene: &mut Scene) {
        let board = &self.puzzle.board;
        let cell = self.style.cell;
        let cells = || board.cells().iter().copied();
        let grid = grid_lines(frame, cells());
        let mut shapes = Vec::new();
        if !grid.is_empty() {
            shapes.push(Shape::stroked(grid, Stroke::new(GREY, widths::GRID * cell)));
        }
        let optional: Vec<Cell> = board
            .indices()
            .filter(|&i| !board.is_required(i))
            .map(|i| board.cell(i))
            .collect();
        let marks: Vec<Shape> = optional
            .iter()
            .map(|&at| outline(frame, [at]))
            .filter(|path| !path.is_empty())
            .map(|path| {
                let middle = path
                    .bounds()
                    .map_or(Point::default(), |(low, high)| Point::mean([low, high]));
                let smaller = path.mapped(|p| middle.towards(p, middle.distance(p) * 0.7));
                let dash = 0.08 * cell;
                Shape::stroked(
                    smaller,
                    Stroke::dashed(GREY, widths::GRID * cell, dash, dash),
                )
            })
            .collect();
        shapes.extend(marks);
        shapes.extend(self.asked_colors(frame));
        let edge = places(frame, cells());
        if !edge.is_empty() {
            let width = if frame.table().drawing.round {
                widths::INNER
            } else {
                widths::BOARD
            };
            shapes.push(Shape::stroked(edge, Stroke::new(INK, width * cell)));
        }
        scene.push(Element::new(Role::Grid, shapes));
    }
}

impl Artist<'_> {
    /// A spot of the required colour on each cell that requires one.
    fn asked_colors(&self, frame: &Frame) -> Vec<Shape> {
        let known = self.puzzle.cell_colors();
        let fills = fills_of_colors(self.puzzle);
        let asked = self.puzzle.asked_colors().into_iter();
        let spot = |(cell, color): (BoardCell, &Label)| {
            let path = outline(frame, [self.puzzle.board.cell(cell)]);
            let middle = frame.centre(self.puzzle.board.cell(cell));
            let number = known.binary_search(&color).unwrap_or_default();
            let fill = fill(fills[number], number, self.style);
            let smaller = path.mapped(|p| middle.towards(p, middle.distance(p) * 0.45));
            Shape::filled(smaller, fill)
        };
        asked.map(spot).collect()
    }
}

/// The lines of sticks, at their full length.
fn stick_lines(frame: &Frame, cells: &[Cell]) -> Path {
    let mut path = Path::default();
    for &cell in cells {
        let ends = frame.table().outline(cell).corners;
        path.add_line(ends.into_iter().map(|end| frame.corner(end)));
    }
    path
}
