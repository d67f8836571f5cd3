//! Givens: placements fixed beforehand.

use tilewright_geometry::{BoardCell, Cell};

use super::diagnostic::{Diagnostic, suggestion};
use super::file::GivenFile;
use super::node::{Node, Raw, Reader};
use super::pieces::abbreviated;
use super::shapes::read_solid_shape;
use super::span::Span;
use crate::puzzle::check::{Overlap, TakenByGivens, is_placement};
use crate::puzzle::model::{Given, Puzzle};
use crate::puzzle::piece::PieceId;

/// Reads a list of givens in addition to the puzzle's givens. Restrictions are ignored. Givens for
/// which `is_known` is true are not checked to be placements.
pub(crate) fn read_givens(
    reader: Reader<'_>,
    puzzle: &Puzzle,
    list: Node<'_>,
    is_known: impl Fn(&Given) -> bool,
) -> Result<(Vec<Given>, Vec<Span>), Diagnostic> {
    let entries: Vec<Raw<'_>> = list.read()?;
    let mut givens = Vec::new();
    let mut places = Vec::new();
    let mut taken = TakenByGivens::nothing(puzzle);
    for given in &puzzle.givens {
        // These givens were checked when they were read. Their spans may refer to another text.
        let _ = taken.take_copy(puzzle, given.piece);
        let _ = taken.take_cells(given.piece, &given.cells, None);
    }
    for raw in entries {
        let node = reader.node(raw);
        let entry: GivenFile<'_> = node.read()?;
        let name_node = reader.node(entry.piece);
        let cells_node = reader.node(entry.cells);
        let piece = find_piece(puzzle, name_node)?;
        let name = &puzzle.piece(piece).name;

        if let Err(copies) = taken.take_copy(puzzle, piece) {
            return Err(name_node.error(format!(
                "{name} is given more often than it has copies: {copies}"
            )));
        }

        let cells = board_cells(
            puzzle,
            &read_solid_shape(reader, puzzle.lattice, cells_node)?,
            &format!("the given {name} lies"),
            cells_node,
        )?;
        if let Err(Overlap { cell, first }) = taken.take_cells(piece, &cells, Some(node.span())) {
            let (other, place) = first;
            let overlap = Diagnostic::error(
                format!(
                    "two givens overlap: {} and {name} both cover ({})",
                    puzzle.piece(other).name,
                    puzzle.lattice.coordinates(puzzle.board.cell(cell))
                ),
                cells_node.span(),
                "overlaps",
            );
            return Err(match place {
                Some(place) => overlap.context(place, "the other"),
                None => overlap.help("the other is given by the puzzle"),
            });
        }
        let given = Given { piece, cells };
        if !is_known(&given) && !lies(puzzle, &given, node)? {
            return Err(no_placement(puzzle, piece, cells_node));
        }
        givens.push(given);
        places.push(node.span());
    }
    Ok((givens, places))
}

/// Whether the cells of a given are a placement of its piece, ignoring restrictions. An error is
/// reported at `node`.
pub(super) fn lies(puzzle: &Puzzle, given: &Given, node: Node<'_>) -> Result<bool, Diagnostic> {
    is_placement(puzzle, given).map_err(|error| node.error(error.to_string()))
}

/// The error that the cells at `node` are not a placement of a piece.
pub(super) fn no_placement(puzzle: &Puzzle, piece: PieceId, node: Node<'_>) -> Diagnostic {
    let piece = puzzle.piece(piece);
    let name = &piece.name;
    Diagnostic::error(
        format!("these cells are not a placement of {name}"),
        node.span(),
        format!("not {name}, however it is turned"),
    )
    .help(format!(
        "{name} has {} cells; `tilewright show` draws it",
        piece.polyform.size()
    ))
}

/// The piece with the name at `node`.
pub(crate) fn find_piece(puzzle: &Puzzle, node: Node<'_>) -> Result<PieceId, Diagnostic> {
    let name = node.read::<String>()?.replace(['′', '’'], "'");
    if let Some((id, _)) = puzzle.pieces().find(|(_, piece)| piece.name == name) {
        return Ok(id);
    }
    let names: Vec<&str> = puzzle.pieces.iter().map(|p| p.name.as_str()).collect();
    let near = suggestion(&name, names.iter().copied());
    Err(node
        .error(format!("no piece is named {name:?}"))
        .help(format!("{near}the pieces are {}", abbreviated(&names))))
}

/// The indices of cells of the board, sorted. `subject` begins the message about a cell outside the
/// board, as in "the given X lies".
pub(super) fn board_cells(
    puzzle: &Puzzle,
    cells: &[Cell],
    subject: &str,
    node: Node<'_>,
) -> Result<Vec<BoardCell>, Diagnostic> {
    let mut found = Vec::with_capacity(cells.len());
    for cell in cells {
        let Some(on_board) = puzzle.board.index_of(*cell) else {
            return Err(Diagnostic::error(
                format!(
                    "{subject} outside the board: ({}) is not a cell of it",
                    puzzle.lattice.coordinates(*cell)
                ),
                node.span(),
                "outside",
            ));
        };
        found.push(on_board);
    }
    found.sort_unstable();
    Ok(found)
}
