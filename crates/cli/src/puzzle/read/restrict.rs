//! Reads restrictions: the values of `restrict:` in a puzzle or a case.

use itertools::Itertools;
use tilewright_geometry::{BoardCell, Polyform, Sides};

use super::diagnostic::Diagnostic;
use super::file::RestrictionFile;
use super::givens::{board_cells, find_piece, lies, no_placement};
use super::node::{Node, Raw, Reader};
use super::pieces::abbreviated;
use super::puzzle_file::PuzzleFile;
use super::shapes::read_solid_shape;
use super::span::Span;
use crate::puzzle::check::{RuledOut, given_ruled_out};
use crate::puzzle::faces::FIRST_FACE;
use crate::puzzle::model::{Given, Puzzle};
use crate::puzzle::piece::PieceId;
use crate::puzzle::restriction::Restriction;
use crate::support::label::Label;

/// Restrictions, each with its span.
pub(super) struct Restrictions {
    pub(super) restrictions: Vec<Restriction>,
    pub(super) spans: Vec<Span>,
}

/// Reads a list of restrictions. Board, pieces and givens of the puzzle must be read already.
pub(super) fn read_restrictions(
    reader: Reader<'_>,
    puzzle: &Puzzle,
    list: Node<'_>,
) -> Result<Restrictions, Diagnostic> {
    let reading = RestrictionReader { reader, puzzle };
    let mut found = Restrictions {
        restrictions: Vec::new(),
        spans: Vec::new(),
    };
    for raw in list.read::<Vec<Raw<'_>>>()? {
        let node = reader.node(raw);
        let restrictions = reading.restrictions(node)?;
        found.spans.extend(restrictions.iter().map(|_| node.span()));
        found.restrictions.extend(restrictions);
    }
    Ok(found)
}

/// Checks that the restrictions forbid no given.
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
            .help("restrictions apply to givens too: change one of the two"))
        }
        Err((given, error)) => Err(Diagnostic::error(
            error.to_string(),
            spans.givens[given],
            "",
        )),
    }
}

#[derive(Clone, Copy)]
struct RestrictionReader<'a, 's> {
    reader: Reader<'s>,
    puzzle: &'a Puzzle,
}

/// The pieces that a name in a restriction means: one piece, or all faces of a tile.
type Faces = Vec<PieceId>;

impl<'s> RestrictionReader<'_, 's> {
    /// Reads a restriction. For a tile it becomes one restriction for each face.
    fn restrictions(self, node: Node<'s>) -> Result<Vec<Restriction>, Diagnostic> {
        let each = |faces: Faces, of: &dyn Fn(PieceId) -> Restriction| -> Vec<Restriction> {
            faces.into_iter().map(of).collect()
        };
        Ok(match node.read::<RestrictionFile<'s>>()? {
            RestrictionFile::Placed { piece, cells } => {
                let faces = self.faces(piece)?;
                let cells = self.placement(&faces, cells)?;
                each(faces, &|piece| Restriction::Placed {
                    piece,
                    cells: cells.clone(),
                })
            }
            RestrictionFile::Within { piece, cells } => {
                let cells = self.cells(cells)?;
                each(self.faces(piece)?, &|piece| Restriction::Within {
                    piece,
                    cells: cells.clone(),
                })
            }
            RestrictionFile::Covers { piece, cells } => {
                let cells = self.cells(cells)?;
                each(self.faces(piece)?, &|piece| Restriction::Covers {
                    piece,
                    cells: cells.clone(),
                })
            }
            RestrictionFile::Colored {
                color,
                colors,
                cells,
            } => {
                let all = color.into_iter().chain(colors);
                vec![Restriction::Colored {
                    colors: all
                        .map(|color| self.color(color))
                        .collect::<Result<_, _>>()?,
                    cells: self.cells(cells)?,
                }]
            }
            RestrictionFile::Border(color) => vec![Restriction::Colored {
                colors: vec![self.color(color)?],
                cells: self.puzzle.border().collect(),
            }],
            RestrictionFile::Avoids { piece, cells } => {
                let cells = self.cells(cells)?;
                let of = |piece| Restriction::Avoids {
                    piece,
                    cells: cells.clone(),
                };
                let faces = self.faces_or_all(piece)?;
                self.reader.visit(faces.len() * cells.len(), node.span())?;
                faces.into_iter().map(of).collect()
            }
            RestrictionFile::Where {
                piece,
                covers,
                also,
            } => {
                let (covers, also) = (self.cells(covers)?, self.cells(also)?);
                let of = |piece| Restriction::Where {
                    piece,
                    covers: covers.clone(),
                    also: also.clone(),
                };
                let faces = self.faces_or_all(piece)?;
                let cells = covers.len() + also.len();
                self.reader.visit(faces.len() * cells, node.span())?;
                faces.into_iter().map(of).collect()
            }
            RestrictionFile::Sides { piece, sides } => {
                let faces = self.faces(piece)?;
                self.sides(&faces, sides)?
            }
            RestrictionFile::Orientations { piece, shapes } => {
                let faces = self.faces(piece)?;
                let shapes = self.orientations(&faces, shapes)?;
                each(faces, &|face| {
                    let piece = self.puzzle.piece(face);
                    let own = piece.polyform.orientations(piece.sides);
                    let is_own = |shape: &&Polyform| own.contains(shape);
                    let shapes: Vec<Polyform> = shapes.iter().filter(is_own).cloned().collect();
                    if shapes.is_empty() {
                        return self.nowhere(face);
                    }
                    Restriction::Orientations {
                        piece: face,
                        shapes,
                    }
                })
            }
        })
    }

    /// Reads the name of a colour. It must be the colour of some cell of a piece.
    fn color(self, raw: Raw<'s>) -> Result<Label, Diagnostic> {
        let node = self.reader.node(raw);
        let color: String = node.read()?;
        let colors = self.puzzle.cell_colors();
        let known = colors.iter().find(|known| ***known == *color);
        known.map(|&known| known.clone()).ok_or_else(|| {
            let names: Vec<&str> = colors.iter().map(|color| color.as_str()).collect();
            let shown: String = color.escape_debug().take(40).collect();
            let error = format!("no cell of a piece has the colour \"{shown}\"");
            let error = node.error(error);
            error.help(if names.is_empty() {
                "give pieces colours: `colors: [\"a\", \"b\"]`".to_owned()
            } else {
                format!("the colours are {}", abbreviated(&names))
            })
        })
    }

    /// Reads the name of a piece, or that of a tile, which means all its faces. A tile's name with
    /// a number, as in `a.1`, means a single face.
    fn faces(self, raw: Raw<'s>) -> Result<Faces, Diagnostic> {
        let node = self.reader.node(raw);
        let name = node.read::<String>()?;
        if let Some(tile) = name.strip_suffix(FIRST_FACE)
            && let Some((id, _)) = self.puzzle.pieces().find(|(_, piece)| piece.name == *tile)
            && self.puzzle.faces_of_tile(id).len() > 1
        {
            return Ok(vec![id]);
        }
        let piece = find_piece(self.puzzle, node)?;
        let faces = self.puzzle.faces_of_tile(piece);
        Ok(if faces.is_empty() { vec![piece] } else { faces })
    }

    /// Reads the name of a piece or of a tile, as [`faces`](Self::faces) does. If no piece is
    /// named, the result is `[None]`, which means all pieces.
    fn faces_or_all(self, raw: Option<Raw<'s>>) -> Result<Vec<Option<PieceId>>, Diagnostic> {
        match raw {
            Some(raw) => Ok(self.faces(raw)?.into_iter().map(Some).collect()),
            None => Ok(vec![None]),
        }
    }

    fn cells(self, raw: Raw<'s>) -> Result<Vec<BoardCell>, Diagnostic> {
        let node = self.reader.node(raw);
        let cells = read_solid_shape(self.reader, self.puzzle.lattice, node)?;
        board_cells(self.puzzle, &cells, "the restriction names cells", node)
    }

    /// Reads cells that must be a placement of the piece, or of one of the faces.
    fn placement(self, faces: &[PieceId], raw: Raw<'s>) -> Result<Vec<BoardCell>, Diagnostic> {
        let node = self.reader.node(raw);
        let cells = self.cells(raw)?;
        for &piece in faces {
            let given = Given {
                piece,
                cells: cells.clone(),
            };
            if lies(self.puzzle, &given, node)? {
                return Ok(cells);
            }
        }
        Err(no_placement(self.puzzle, faces[0], node))
    }

    /// Restricts a piece to these sides. For a tile, forbids the faces that these sides exclude.
    fn sides(self, faces: &[PieceId], raw: Raw<'s>) -> Result<Vec<Restriction>, Diagnostic> {
        let node = self.reader.node(raw);
        let sides = node.read::<Sides>()?;
        let (first, piece) = (faces[0], self.puzzle.piece(faces[0]));
        let freedom = |sides: Sides| match sides {
            Sides::Fixed => 0,
            Sides::OneSided => 1,
            Sides::Free => 2,
        };
        let is_tile = faces.len() > 1;
        let own = if is_tile {
            self.puzzle.sides_of_tile(first).unwrap_or(piece.sides)
        } else {
            piece.sides
        };
        if freedom(sides) > freedom(own) {
            return Err(Diagnostic::error(
                format!("this restricts nothing: {} is {own:?} already", piece.name),
                node.span(),
                "would allow more",
            )
            .help("the piece's own `sides` must allow all that its restrictions leave"));
        }
        if !is_tile {
            return Ok(vec![Restriction::Orientations {
                piece: first,
                shapes: piece.polyform.orientations(sides),
            }]);
        }
        let seen = match sides {
            Sides::Fixed => vec![first],
            Sides::OneSided => self.puzzle.front_faces(first),
            Sides::Free => faces.to_vec(),
        };
        let others = faces.iter().filter(|face| !seen.contains(face));
        Ok(others.map(|face| self.nowhere(*face)).collect())
    }

    /// The restriction that forbids a face.
    fn nowhere(self, face: PieceId) -> Restriction {
        Restriction::Avoids {
            piece: Some(face),
            cells: self.puzzle.board.indices().collect(),
        }
    }

    /// Reads shapes, each of which must be an orientation of the piece, or of one of the faces.
    fn orientations(self, faces: &[PieceId], raw: Raw<'s>) -> Result<Vec<Polyform>, Diagnostic> {
        let list = self.reader.node(raw);
        let piece = self.puzzle.piece(faces[0]);
        let faces = faces.iter().map(|face| self.puzzle.piece(*face));
        let known: Vec<Polyform> = faces
            .flat_map(|face| face.polyform.orientations(face.sides))
            .unique()
            .collect();
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
            let shape = shape.map_err(|error| node.error(error.to_string()))?;
            if !known.contains(&shape) {
                return Err(Diagnostic::error(
                    format!("this shape is not an orientation of {}", piece.name),
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
                format!("{} must keep at least one orientation", piece.name),
                list.span(),
                "empty",
            ));
        }
        Ok(shapes)
    }
}
