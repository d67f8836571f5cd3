//! Reading `design:`, what is asked of choices of the pieces.

use serde::Deserialize;
use tilewright_geometry::SubBoardSymmetry;

use super::diagnostic::Diagnostic;
use super::givens::find_piece;
use super::node::{Node, Pairs, Raw, Reader};
use super::range::read_range;
use super::symmetry::SymmetryFile;
use crate::puzzle::design::{BoardRequest, DesignRequest, Look, Measure, Wanted, Weight};
use crate::puzzle::model::Puzzle;
use crate::support::label::Label;

/// How deep what is wanted may be nested.
const MAX_DEPTH: usize = 16;

/// `design:`
#[derive(Debug, Deserialize)]
#[serde(rename = "Design", deny_unknown_fields)]
struct DesignFile<'s> {
    /// How many pieces.
    #[serde(borrow, default)]
    choose: Option<Raw<'s>>,
    /// How many different pieces.
    #[serde(borrow, default)]
    different: Option<Raw<'s>>,
    /// Pieces that must be used.
    #[serde(borrow, default)]
    must: Vec<Raw<'s>>,
    /// Pieces that are left out.
    #[serde(borrow, default)]
    never: Vec<Raw<'s>>,
    /// Of two mirror images at most one.
    #[serde(default)]
    one_of_mirrors: bool,
    /// What is wanted of a choice.
    #[serde(borrow, default)]
    wanted: Option<Raw<'s>>,
    /// By what they are ranked.
    #[serde(borrow, default)]
    rank: Option<Raw<'s>>,
    /// Of which boards a search takes one for each design.
    #[serde(borrow, default)]
    boards: Option<Raw<'s>>,
}

/// `boards:`
#[derive(Debug, Deserialize)]
#[serde(rename = "Boards")]
enum BoardsFile<'s> {
    /// All that the board leaves when cells are taken away.
    SubBoards {
        /// How many cells.
        #[serde(borrow)]
        cells: Raw<'s>,
        /// A symmetry that each has.
        #[serde(default)]
        symmetry: Option<SymmetryFile>,
    },
}

/// `wanted:`
#[derive(Debug, Deserialize)]
#[serde(rename = "Wanted")]
enum WantedFile<'s> {
    All(#[serde(borrow)] Vec<Raw<'s>>),
    Any(#[serde(borrow)] Vec<Raw<'s>>),
    Not(#[serde(borrow)] Raw<'s>),
    Pieces(#[serde(borrow)] Raw<'s>),
    Solutions(#[serde(borrow)] Raw<'s>),
    Distinct(#[serde(borrow)] Raw<'s>),
    Goals(#[serde(borrow)] Raw<'s>),
    Symmetric,
    UniqueStart,
    EverySolution(LookFile),
    SomeSolution(LookFile),
    AtLeast(Measure, f64),
    AtMost(Measure, f64),
}

/// What a solution looks like.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename = "Look")]
enum LookFile {
    FaultFree,
    NoCrossroads,
}

impl From<LookFile> for Look {
    fn from(look: LookFile) -> Self {
        match look {
            LookFile::FaultFree => Self::FaultFree,
            LookFile::NoCrossroads => Self::NoCrossroads,
        }
    }
}

/// Reads what is asked of choices of a puzzle's pieces.
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

/// Reads `SubBoards(cells: 55, symmetry: Rotation(2))`.
fn read_boards<'s>(reader: Reader<'s>, raw: Raw<'s>) -> Result<BoardRequest, Diagnostic> {
    let BoardsFile::SubBoards { cells, symmetry } = reader.read_raw(raw)?;
    Ok(BoardRequest {
        cells: read_range(reader.node(cells))?,
        symmetry: symmetry.map(SubBoardSymmetry::from).unwrap_or_default(),
    })
}

/// Reads `{ Evenness: 2, FaultLines: -1 }`.
fn read_rank<'s>(reader: Reader<'s>, node: Node<'s>) -> Result<Vec<Weight>, Diagnostic> {
    let weights = node.read::<Pairs<'s>>()?.0;
    if weights.is_empty() {
        return Err(
            Diagnostic::error("a rank has at least one measure", node.span(), "")
                .help("for instance: rank: { Evenness: 2, FaultLines: -1 }"),
        );
    }
    let weight = |(measure, weight): (Raw<'s>, Raw<'s>)| {
        let node = reader.node(weight);
        let weight: f64 = node.read()?;
        if !weight.is_finite() {
            return Err(Diagnostic::error(
                "a weight is a finite number",
                node.span(),
                "",
            ));
        }
        Ok(Weight {
            measure: reader.node(measure).read::<Measure>()?,
            weight,
        })
    };
    weights.into_iter().map(weight).collect()
}

fn read_wanted<'s>(reader: Reader<'s>, node: Node<'s>, depth: usize) -> Result<Wanted, Diagnostic> {
    if depth == MAX_DEPTH {
        let message = format!("what is wanted is nested more than {MAX_DEPTH} deep");
        return Err(Diagnostic::error(message, node.span(), ""));
    }
    let part = |raw: Raw<'s>| read_wanted(reader, reader.node(raw), depth + 1);
    let parts = |raws: Vec<Raw<'s>>| raws.into_iter().map(part).collect::<Result<_, _>>();
    let range = |raw: Raw<'s>| read_range(reader.node(raw));
    Ok(match node.read::<WantedFile<'s>>()? {
        WantedFile::All(raws) => Wanted::All(parts(raws)?),
        WantedFile::Any(raws) => Wanted::Any(parts(raws)?),
        WantedFile::Not(raw) => Wanted::Not(Box::new(part(raw)?)),
        WantedFile::Pieces(raw) => Wanted::Pieces(range(raw)?),
        WantedFile::Solutions(raw) => Wanted::Solutions(range(raw)?),
        WantedFile::Distinct(raw) => Wanted::Distinct(range(raw)?),
        WantedFile::Goals(raw) => Wanted::Goals(range(raw)?),
        WantedFile::Symmetric => Wanted::Symmetric,
        WantedFile::UniqueStart => Wanted::UniqueStart,
        WantedFile::EverySolution(look) => Wanted::EverySolution(look.into()),
        WantedFile::SomeSolution(look) => Wanted::SomeSolution(look.into()),
        WantedFile::AtLeast(measure, least) => Wanted::AtLeast(measure, least),
        WantedFile::AtMost(measure, most) => Wanted::AtMost(measure, most),
    })
}
