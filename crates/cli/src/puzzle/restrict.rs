//! Reading restrictions: the value of `restrict:`, of a puzzle or of a case.

use tilewright_geometry::{BoardCell, Junctions, Polyform, Sides};

use super::diagnostic::Diagnostic;
use super::file::{RestrictionFile, SidesFile};
use super::givens::{board_cells, find_piece, no_placement};
use super::model::{PieceId, Puzzle};
use super::node::{Node, Raw, Reader};
use super::placements::placements_under;
use super::restriction::{Restriction, Rule};
use super::shapes::read_solid_shape;

/// Reads a list of restrictions for a puzzle resolved but for them.
pub(super) fn read_restrictions(
    reader: Reader<'_>,
    puzzle: &Puzzle,
    list: Node<'_>,
) -> Result<Vec<Restriction>, Diagnostic> {
    let reading = Reading { reader, puzzle };
    list.read::<Vec<Raw<'_>>>()?
        .into_iter()
        .map(|raw| {
            let node = reader.node(raw);
            Ok(Restriction {
                rule: reading.rule(node)?,
                span: node.span(),
            })
        })
        .collect()
}

/// Refuses restrictions that rule a given out.
pub(super) fn check_givens(puzzle: &Puzzle) -> Result<(), Diagnostic> {
    let junctions = Junctions::of(&puzzle.board);
    for (given, place) in puzzle.givens.iter().zip(&puzzle.places.givens) {
        for (index, restriction) in puzzle.restrictions.iter().enumerate() {
            if !restriction.rule.concerns(given.piece) {
                continue;
            }
            let under = &puzzle.restrictions[..=index];
            let allowed = placements_under(puzzle, &junctions, given.piece, under)
                .map_err(|error| Diagnostic::error(error.to_string(), *place, ""))?
                .iter()
                .any(|placement| placement.cells.as_ref() == given.cells.as_slice());
            if !allowed {
                let name = &puzzle.piece(given.piece).name;
                return Err(Diagnostic::error(
                    format!("this restriction rules out the given {name}"),
                    restriction.span,
                    "",
                )
                .context(*place, "the given")
                .help("a restriction holds for givens too: change one of the two"));
            }
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Reading<'a, 's> {
    reader: Reader<'s>,
    puzzle: &'a Puzzle,
}

impl<'s> Reading<'_, 's> {
    fn rule(self, node: Node<'s>) -> Result<Rule, Diagnostic> {
        Ok(match node.read::<RestrictionFile<'s>>()? {
            RestrictionFile::Placed { piece, cells } => {
                let piece = self.piece(piece)?;
                Rule::Placed {
                    piece,
                    cells: self.placement(piece, cells)?,
                }
            }
            RestrictionFile::Within { piece, cells } => Rule::Within {
                piece: self.piece(piece)?,
                cells: self.cells(cells)?,
            },
            RestrictionFile::Covers { piece, cells } => Rule::Covers {
                piece: self.piece(piece)?,
                cells: self.cells(cells)?,
            },
            RestrictionFile::Avoids { piece, cells } => Rule::Avoids {
                piece: piece.map(|raw| self.piece(raw)).transpose()?,
                cells: self.cells(cells)?,
            },
            RestrictionFile::Where {
                piece,
                covers,
                also,
            } => Rule::Where {
                piece: piece.map(|raw| self.piece(raw)).transpose()?,
                covers: self.cells(covers)?,
                also: self.cells(also)?,
            },
            RestrictionFile::Sides { piece, sides } => {
                let piece = self.piece(piece)?;
                Rule::Orientations {
                    piece,
                    shapes: self.sides(piece, sides)?,
                }
            }
            RestrictionFile::Orientations { piece, shapes } => {
                let piece = self.piece(piece)?;
                Rule::Orientations {
                    piece,
                    shapes: self.orientations(piece, shapes)?,
                }
            }
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
        let junctions = Junctions::of(&self.puzzle.board);
        let known = placements_under(self.puzzle, &junctions, piece, &[])
            .map_err(|error| Diagnostic::error(error.to_string(), node.span(), ""))?
            .iter()
            .any(|placement| placement.cells.as_ref() == cells.as_slice());
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
            let shape = Polyform::new(self.puzzle.lattice, cells)
                .map_err(|error| Diagnostic::error(error.to_string(), node.span(), ""))?;
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
