//! Reading restrictions: the value of `restrict:`, of a puzzle or of a case.

use tilewright_geometry::{BoardCell, Polyform, Sides};

use super::diagnostic::Diagnostic;
use super::file::{RestrictionFile, SidesFile};
use super::givens::{board_cells, find_piece, lies, no_placement};
use super::node::{Node, Raw, Reader};
use super::pieces::abbreviated;
use super::puzzle_file::PuzzleFile;
use super::shapes::read_solid_shape;
use super::span::Span;
use crate::puzzle::check::{RuledOut, given_ruled_out};
use crate::puzzle::model::{Given, Puzzle};
use crate::puzzle::piece::PieceId;
use crate::puzzle::restriction::Restriction;
use crate::support::label::Label;

/// Restrictions, and the place of each.
pub(super) struct Restrictions {
    pub(super) restrictions: Vec<Restriction>,
    pub(super) spans: Vec<Span>,
}

/// Reads a list of restrictions for a puzzle read but for them.
pub(super) fn read_restrictions(
    reader: Reader<'_>,
    puzzle: &Puzzle,
    list: Node<'_>,
) -> Result<Restrictions, Diagnostic> {
    let reading = Reading { reader, puzzle };
    let mut found = Restrictions {
        restrictions: Vec::new(),
        spans: Vec::new(),
    };
    for raw in list.read::<Vec<Raw<'_>>>()? {
        let node = reader.node(raw);
        found.restrictions.push(reading.restriction(node)?);
        found.spans.push(node.span());
    }
    Ok(found)
}

/// Refuses restrictions that rule a given out.
pub(super) fn check_givens(file: &PuzzleFile) -> Result<(), Diagnostic> {
    let PuzzleFile { puzzle, spans, .. } = file;
    match given_ruled_out(puzzle) {
        Ok(None) => Ok(()),
        Ok(Some(RuledOut { given, restriction })) => {
            let name = &puzzle.piece(puzzle.givens[given].piece).name;
            Err(Diagnostic::error(
                format!("this restriction rules out the given {name}"),
                spans.restrictions[restriction],
                "",
            )
            .context(spans.givens[given], "the given")
            .help("a restriction holds for givens too: change one of the two"))
        }
        Err((given, error)) => Err(Diagnostic::error(
            error.to_string(),
            spans.givens[given],
            "",
        )),
    }
}

#[derive(Clone, Copy)]
struct Reading<'a, 's> {
    reader: Reader<'s>,
    puzzle: &'a Puzzle,
}

impl<'s> Reading<'_, 's> {
    fn restriction(self, node: Node<'s>) -> Result<Restriction, Diagnostic> {
        Ok(match node.read::<RestrictionFile<'s>>()? {
            RestrictionFile::Placed { piece, cells } => {
                let piece = self.piece(piece)?;
                Restriction::Placed {
                    piece,
                    cells: self.placement(piece, cells)?,
                }
            }
            RestrictionFile::Within { piece, cells } => Restriction::Within {
                piece: self.piece(piece)?,
                cells: self.cells(cells)?,
            },
            RestrictionFile::Covers { piece, cells } => Restriction::Covers {
                piece: self.piece(piece)?,
                cells: self.cells(cells)?,
            },
            RestrictionFile::Colored {
                color,
                colors,
                cells,
            } => {
                let all = color.into_iter().chain(colors);
                Restriction::Colored {
                    colors: all
                        .map(|color| self.color(color))
                        .collect::<Result<_, _>>()?,
                    cells: self.cells(cells)?,
                }
            }
            RestrictionFile::Border(color) => Restriction::Colored {
                colors: vec![self.color(color)?],
                cells: self.puzzle.border().collect(),
            },
            RestrictionFile::Avoids { piece, cells } => Restriction::Avoids {
                piece: piece.map(|raw| self.piece(raw)).transpose()?,
                cells: self.cells(cells)?,
            },
            RestrictionFile::Where {
                piece,
                covers,
                also,
            } => Restriction::Where {
                piece: piece.map(|raw| self.piece(raw)).transpose()?,
                covers: self.cells(covers)?,
                also: self.cells(also)?,
            },
            RestrictionFile::Sides { piece, sides } => {
                let piece = self.piece(piece)?;
                Restriction::Orientations {
                    piece,
                    shapes: self.sides(piece, sides)?,
                }
            }
            RestrictionFile::Orientations { piece, shapes } => {
                let piece = self.piece(piece)?;
                Restriction::Orientations {
                    piece,
                    shapes: self.orientations(piece, shapes)?,
                }
            }
        })
    }

    /// A colour that some piece has.
    fn color(self, raw: Raw<'s>) -> Result<Label, Diagnostic> {
        let node = self.reader.node(raw);
        let color: String = node.read()?;
        let colors = self.puzzle.cell_colors();
        let known = colors.iter().find(|known| ***known == *color);
        known.map(|&known| known.clone()).ok_or_else(|| {
            let names: Vec<&str> = colors.iter().map(|color| color.as_str()).collect();
            let shown: String = color.escape_debug().take(40).collect();
            let error = format!("no cell of a piece has the colour \"{shown}\"");
            let error = Diagnostic::error(error, node.span(), "");
            error.help(if names.is_empty() {
                "give pieces colours: `colors: [\"a\", \"b\"]`".to_owned()
            } else {
                format!("the colours are {}", abbreviated(&names))
            })
        })
    }

    fn piece(self, raw: Raw<'s>) -> Result<PieceId, Diagnostic> {
        find_piece(self.puzzle, self.reader.node(raw))
    }

    fn cells(self, raw: Raw<'s>) -> Result<Vec<BoardCell>, Diagnostic> {
        let node = self.reader.node(raw);
        let cells = read_solid_shape(self.reader, self.puzzle.lattice, node)?;
        board_cells(self.puzzle, &cells, "the restriction names cells", node)
    }

    /// Cells that are a placement of the piece.
    fn placement(self, piece: PieceId, raw: Raw<'s>) -> Result<Vec<BoardCell>, Diagnostic> {
        let node = self.reader.node(raw);
        let cells = self.cells(raw)?;
        let known = lies(
            self.puzzle,
            &Given {
                piece,
                cells: cells.clone(),
            },
            node,
        )?;
        if known {
            Ok(cells)
        } else {
            Err(no_placement(self.puzzle, piece, node))
        }
    }

    /// The orientations that the piece has with these sides.
    fn sides(self, piece: PieceId, raw: Raw<'s>) -> Result<Vec<Polyform>, Diagnostic> {
        let node = self.reader.node(raw);
        let sides = Sides::from(node.read::<SidesFile>()?);
        let piece = self.puzzle.piece(piece);
        let freedom = |sides: Sides| match sides {
            Sides::Fixed => 0,
            Sides::OneSided => 1,
            Sides::Free => 2,
        };
        if freedom(sides) > freedom(piece.sides) {
            return Err(Diagnostic::error(
                format!(
                    "this is no restriction: {} is {:?} already",
                    piece.name, piece.sides
                ),
                node.span(),
                "would allow more",
            )
            .help("the piece's own `sides` must allow all that its restrictions leave"));
        }
        Ok(piece.polyform.orientations(sides))
    }

    /// Shapes, each an orientation of the piece.
    fn orientations(self, piece: PieceId, raw: Raw<'s>) -> Result<Vec<Polyform>, Diagnostic> {
        let list = self.reader.node(raw);
        let piece = self.puzzle.piece(piece);
        let known = piece.polyform.orientations(piece.sides);
        let mut shapes = Vec::new();
        for raw in list.read::<Vec<Raw<'s>>>()? {
            let node = self.reader.node(raw);
            let cells = read_solid_shape(self.reader, self.puzzle.lattice, node)?;
            let lattice = self.puzzle.lattice;
            let shape = if piece.polyform.is_connected() {
                Polyform::new(lattice, cells)
            } else {
                Polyform::quasi(lattice, cells)
            };
            let shape =
                shape.map_err(|error| Diagnostic::error(error.to_string(), node.span(), ""))?;
            if !known.contains(&shape) {
                return Err(Diagnostic::error(
                    format!("this shape is no orientation of {}", piece.name),
                    node.span(),
                    format!("not {}, however it is turned", piece.name),
                )
                .help(format!(
                    "{} has {} orientations; `tilewright show` draws it",
                    piece.name,
                    known.len()
                )));
            }
            shapes.push(shape);
        }
        if shapes.is_empty() {
            return Err(Diagnostic::error(
                format!("{} must be left an orientation", piece.name),
                list.span(),
                "empty",
            ));
        }
        Ok(shapes)
    }
}
