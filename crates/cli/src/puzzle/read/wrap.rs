//! Reads `wrap:`, the seams along which a board is glued.

use serde::Deserialize;
use tilewright_geometry::{Board, Lattice, Seam, Vector, WrapError};

use super::diagnostic::Diagnostic;
use super::node::{Node, Raw, Reader};
use super::shapes::numbers;
use super::span::Span;
use crate::puzzle::piece::Piece;

/// The fields of `wrap:`, as in `(x: 20)`, `(x: 8, y: (3, 8))` or `(x: 7, flip: X)`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Wrap", deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct WrapFields<'s> {
    x: Option<Raw<'s>>,
    y: Option<Raw<'s>>,
    z: Option<Raw<'s>>,
    flip: Option<Raw<'s>>,
}

/// The value of `flip:`: the axis along which the board is glued after half a twist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename = "Flip")]
enum FlipFile {
    X,
    Y,
}

/// The value of `wrap:`.
#[derive(Debug, Clone, Default)]
pub(super) struct WrapRequest {
    seams: Vec<Seam>,
    /// The span of the field; `None` if the field is missing.
    span: Option<Span>,
}

impl WrapRequest {
    fn is_flipped(&self) -> bool {
        self.seams
            .iter()
            .any(|seam| matches!(seam, Seam::Flipped { .. }))
    }

    /// Glues the board along the seams.
    pub(super) fn apply(&self, board: Board) -> Result<Board, Diagnostic> {
        let Some(span) = self.span else {
            return Ok(board);
        };
        board.wrapped(&self.seams).map_err(|error| {
            let help = help(&error, self.is_flipped());
            let diagnostic = Diagnostic::error(error.to_string(), span, "");
            match help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }
        })
    }
}

fn help(error: &WrapError, is_flipped: bool) -> Option<String> {
    match error {
        WrapError::SameCell { .. } if is_flipped => Some(
            "list each cell once; the two ends must fit together when one of them is turned over, \
             so they may not lean to one side"
                .to_owned(),
        ),
        WrapError::SameCell { .. } => Some(
            "list each cell once, and wrap the board after as many steps as it is wide: `board: \
             Rect(20, 3), wrap: (x: 20)`"
                .to_owned(),
        ),
        WrapError::NoFlip { half_off: true, .. } => {
            Some("try half a step more or less".to_owned())
        }
        WrapError::NoFlip { .. } => Some(
            "a flip turns the board over along its middle, which must be a mirror line of the lattice".to_owned(),
        ),
        WrapError::Dependent => {
            Some("give each direction once: `wrap: (x: 8, y: 8)`, `wrap: (x: 8, y: (3, 8))`".to_owned())
        }
        _ => None,
    }
}

/// Reads the value of `wrap:`; without the field there are no seams.
pub(super) fn read_wrap<'s>(
    reader: Reader<'s>,
    lattice: Lattice,
    raw: Option<Raw<'s>>,
) -> Result<WrapRequest, Diagnostic> {
    let Some(raw) = raw else {
        return Ok(WrapRequest::default());
    };
    let node = reader.node(raw);
    let fields: WrapFields<'s> = node.read()?;
    let flip = fields.flip.map(|raw| reader.node(raw));
    let flipped = flip.map(Node::read::<FlipFile>).transpose()?;
    let axes = [
        ("x", fields.x, Some(FlipFile::X)),
        ("y", fields.y, Some(FlipFile::Y)),
        ("z", fields.z, None),
    ];
    let mut seams = Vec::new();
    for (axis, (name, raw, flip_axis)) in axes.into_iter().enumerate() {
        let is_flipped = flipped.is_some() && flip_axis == flipped;
        let Some(raw) = raw else {
            if let (true, Some(node)) = (is_flipped, flip) {
                let message =
                    format!("the board does not wrap along {name}, so nothing is flipped");
                return Err(node.error(message).help(format!(
                    "add the number of steps: `wrap: ({name}: 20, flip: …)`"
                )));
            }
            continue;
        };
        let node = reader.node(raw);
        if axis >= lattice.dimensions() {
            let message = format!("the {lattice} lattice has no {name}");
            return Err(node.error(message));
        }
        seams.push(read_seam(node, lattice, axis, is_flipped)?);
    }
    if seams.is_empty() {
        return Err(node
            .error("`wrap` names no direction")
            .help("for instance: `wrap: (x: 20)`, `wrap: (x: 8, y: 8)`, `wrap: (x: 7, flip: X)`"));
    }
    Ok(WrapRequest {
        seams,
        span: Some(node.span()),
    })
}

/// Reads a seam: a vector, or a number of steps along an axis. For a flip, half steps are allowed too: `3.5`.
fn read_seam(
    node: Node<'_>,
    lattice: Lattice,
    axis: usize,
    is_flipped: bool,
) -> Result<Seam, Diagnostic> {
    let too_far = || node.error(WrapError::Length.to_string());
    let narrow = |number: i64| i32::try_from(number).map_err(|_| too_far());
    if is_flipped {
        let halves = match node.text().split_once('.') {
            Some((whole, "5")) => whole
                .parse()
                .ok()
                .and_then(|n: i64| n.checked_mul(2)?.checked_add(1)),
            Some((_, "0")) | None => node.read::<i64>()?.checked_mul(2),
            Some(_) => {
                return Err(node.error("only whole and half steps are allowed"));
            }
        };
        let halves = narrow(halves.ok_or_else(too_far)?)?;
        return Ok(Seam::Flipped { axis, halves });
    }
    let steps = if node.text().starts_with('(') {
        numbers(node, lattice.dimensions())?
    } else {
        let mut steps = vec![0; 3];
        steps[axis] = node.read::<i64>()?;
        steps
    };
    let mut steps = steps
        .into_iter()
        .map(narrow)
        .collect::<Result<Vec<i32>, _>>()?;
    steps.resize(3, 0);
    Ok(Seam::Straight(Vector::new(steps[0], steps[1], steps[2])))
}

/// Checks that a flip does not reflect pieces that must not be turned over, and that a board that
/// wraps around has no pieces with coloured cells.
pub(super) fn check_sides(
    board: &Board,
    pieces: &[Piece],
    spans: &[Span],
) -> Result<(), Diagnostic> {
    let is_colored = |(piece, _): &(&Piece, &Span)| piece.cell_colors.is_some();
    if !board.seams().is_empty()
        && let Some((_, span)) = pieces.iter().zip(spans).find(is_colored)
    {
        let message = "cells with colours are not allowed on a board that wraps around";
        return Err(Diagnostic::error(message, *span, "cells have colours")
            .help("leave out `wrap`, or the colours"));
    }
    let wrong = pieces
        .iter()
        .zip(spans)
        .find(|(piece, _)| !piece.may_go_around(board));
    match wrong {
        None => Ok(()),
        Some((piece, span)) => Err(Diagnostic::error(
            format!(
                "a way around this board turns the piece {} over",
                piece.name
            ),
            *span,
            "may not be turned over",
        )
        .help("a flipped board has only one side: give the piece `sides: Free`")),
    }
}
