//! Reads `design:`, the requirements on choices of the pieces.

use serde::Deserialize;
use tilewright_geometry::SubBoardSymmetry;

use super::diagnostic::Diagnostic;
use super::givens::find_piece;
use super::node::{Node, Pairs, Raw, Reader};
use super::range::read_range;
use super::symmetry::SymmetryFile;
use crate::puzzle::design::{
    BoardRequest, DesignRequest, Look, Measure, MeasureWeight, Requirement,
};
use crate::puzzle::model::Puzzle;
use crate::support::label::Label;

/// The largest nesting depth of `wanted:`.
const MAX_DEPTH: usize = 16;

/// The fields of `design:`; see [`DesignRequest`].
#[derive(Debug, Deserialize)]
#[serde(rename = "Design", deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct DesignFile<'s> {
    choose: Option<Raw<'s>>,
    different: Option<Raw<'s>>,
    #[serde(default)]
    must: Vec<Raw<'s>>,
    #[serde(default)]
    never: Vec<Raw<'s>>,
    #[serde(default)]
    one_of_mirrors: bool,
    wanted: Option<Raw<'s>>,
    rank: Option<Raw<'s>>,
    boards: Option<Raw<'s>>,
}

/// The value of `boards:` within `design:`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Boards", bound(deserialize = "'de: 's"))]
enum BoardsFile<'s> {
    /// All connected boards of the given sizes that remain when cells of the puzzle's board are removed.
    SubBoards {
        /// The allowed numbers of cells of a board: a number or a range.
        cells: Raw<'s>,
        /// The symmetry that each board must have.
        #[serde(default)]
        symmetry: Option<SymmetryFile>,
    },
}

/// The value of `wanted:`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Wanted", bound(deserialize = "'de: 's"))]
enum WantedFile<'s> {
    All(Vec<Raw<'s>>),
    Any(Vec<Raw<'s>>),
    Not(Raw<'s>),
    Pieces(Raw<'s>),
    Solutions(Raw<'s>),
    Distinct(Raw<'s>),
    Goals(Raw<'s>),
    Symmetric,
    UniqueStart,
    EverySolution(Look),
    SomeSolution(Look),
    AtLeast(Measure, f64),
    AtMost(Measure, f64),
}

/// Reads the value of `design:`. The pieces must be read already.
pub(super) fn read_design<'s>(
    reader: Reader<'s>,
    puzzle: &Puzzle,
    raw: Raw<'s>,
) -> Result<DesignRequest, Diagnostic> {
    let fields: DesignFile<'s> = reader.read_raw(raw)?;
    let pieces = |names: Vec<Raw<'s>>| -> Result<Vec<Label>, Diagnostic> {
        let pieces = names
            .into_iter()
            .map(|name| find_piece(puzzle, reader.node(name)));
        pieces
            .map(|piece| Ok(puzzle.piece(piece?).name.clone()))
            .collect()
    };
    let range = |raw: Raw<'s>| read_range(reader.node(raw));
    Ok(DesignRequest {
        choose: fields.choose.map(range).transpose()?,
        different: fields.different.map(range).transpose()?,
        must: pieces(fields.must)?,
        never: pieces(fields.never)?,
        one_of_mirrors: fields.one_of_mirrors,
        wanted: (fields.wanted)
            .map(|raw| read_wanted(reader, reader.node(raw), 0))
            .transpose()?,
        rank: match fields.rank {
            None => Vec::new(),
            Some(raw) => read_rank(reader, reader.node(raw))?,
        },
        boards: (fields.boards)
            .map(|raw| read_boards(reader, raw))
            .transpose()?,
    })
}

/// Reads the value of `boards:`, such as `SubBoards(cells: 55, symmetry: Rotation(2))`.
fn read_boards<'s>(reader: Reader<'s>, raw: Raw<'s>) -> Result<BoardRequest, Diagnostic> {
    let BoardsFile::SubBoards { cells, symmetry } = reader.read_raw(raw)?;
    Ok(BoardRequest {
        cells: read_range(reader.node(cells))?,
        symmetry: symmetry.map(SubBoardSymmetry::from).unwrap_or_default(),
    })
}

/// Reads the value of `rank:`, such as `{ Evenness: 2, FaultLines: -1 }`.
fn read_rank<'s>(reader: Reader<'s>, node: Node<'s>) -> Result<Vec<MeasureWeight>, Diagnostic> {
    let weights = node.read::<Pairs<'s>>()?.0;
    if weights.is_empty() {
        return Err(node
            .error("a rank needs at least one measure")
            .help("for instance: rank: { Evenness: 2, FaultLines: -1 }"));
    }
    let weight = |(measure, weight): (Raw<'s>, Raw<'s>)| {
        let node = reader.node(weight);
        let weight: f64 = node.read()?;
        if !weight.is_finite() {
            return Err(node.error("a weight is a finite number"));
        }
        Ok(MeasureWeight {
            measure: reader.node(measure).read::<Measure>()?,
            weight,
        })
    };
    weights.into_iter().map(weight).collect()
}

fn read_wanted<'s>(
    reader: Reader<'s>,
    node: Node<'s>,
    depth: usize,
) -> Result<Requirement, Diagnostic> {
    if depth == MAX_DEPTH {
        let message = format!("the requirements are nested more than {MAX_DEPTH} levels deep");
        return Err(node.error(message));
    }
    let part = |raw: Raw<'s>| read_wanted(reader, reader.node(raw), depth + 1);
    let parts = |raws: Vec<Raw<'s>>| raws.into_iter().map(part).collect::<Result<_, _>>();
    let range = |raw: Raw<'s>| read_range(reader.node(raw));
    Ok(match node.read::<WantedFile<'s>>()? {
        WantedFile::All(raws) => Requirement::All(parts(raws)?),
        WantedFile::Any(raws) => Requirement::Any(parts(raws)?),
        WantedFile::Not(raw) => Requirement::Not(Box::new(part(raw)?)),
        WantedFile::Pieces(raw) => Requirement::Pieces(range(raw)?),
        WantedFile::Solutions(raw) => Requirement::Solutions(range(raw)?),
        WantedFile::Distinct(raw) => Requirement::Distinct(range(raw)?),
        WantedFile::Goals(raw) => Requirement::Goals(range(raw)?),
        WantedFile::Symmetric => Requirement::Symmetric,
        WantedFile::UniqueStart => Requirement::UniqueStart,
        WantedFile::EverySolution(look) => Requirement::EverySolution(look),
        WantedFile::SomeSolution(look) => Requirement::SomeSolution(look),
        WantedFile::AtLeast(measure, least) => Requirement::AtLeast(measure, least),
        WantedFile::AtMost(measure, most) => Requirement::AtMost(measure, most),
    })
}
