//! Interprets the fields of a puzzle file.

use tilewright_geometry::{Board, Crossing, Lattice};

use super::board::{check_flat, read_board};
use super::cases::read_cases;
use super::conditions::read_conditions;
use super::design::read_design;
use super::diagnostic::Diagnostic;
use super::expect::{read_expect, read_expect_of_goals};
use super::file::{PuzzleFields, TrayFile};
use super::givens::read_givens;
use super::goals::{read_goals, read_labels};
use super::lattice::read_lattice;
use super::node::{Node, Pairs, Raw, Reader};
use super::order::{ItemOrder, read_order};
use super::parameters::is_name;
use super::pieces::{PieceList, read_pieces};
use super::puzzle_file::{PuzzleFile, Spans};
use super::restrict::{check_givens, read_restrictions};
use super::source::Source;
use super::span::Span;
use super::wrap::check_sides;
use crate::puzzle::CellLabels;
use crate::puzzle::builder::default_crossing;
use crate::puzzle::design::DesignRequest;
use crate::puzzle::model::Puzzle;
use crate::puzzle::tray::Tray;
use crate::support::input::STDIN_NAME;
use crate::support::label::Label;

/// The maximum length of a title, in characters.
pub(in crate::puzzle) const MAX_TITLE: usize = 200;

/// The maximum length of `source:`, in characters.
const MAX_SOURCE: usize = 2_000;

/// Reads and checks a puzzle's text; the first mistake is the error.
pub(super) fn resolve(source: &Source) -> Result<PuzzleFile, Diagnostic> {
    let reader = Reader::new(source);
    if source.text().trim().is_empty() {
        return Err(Diagnostic::error("this file is empty", Span::new(0, 0), "")
            .help("a puzzle is one struct: (lattice: …, board: …, pieces: […])"));
    }
    if let Some(wrong) = source.wrong() {
        return Err(wrong.clone());
    }
    let fields: PuzzleFields<'_> = reader.root().read()?;
    check_parameters(reader, fields.parameters)?;
    let has_board = fields.board.is_some() || fields.boards.is_some();
    let (Some(lattice), true, Some(pieces)) = (fields.lattice, has_board, fields.pieces) else {
        return Err(match (fields.lattice, has_board) {
            (None, _) => reader.missing("lattice", "Square"),
            (_, false) => reader.missing("board", "Rect(10, 6)"),
            _ => reader.missing("pieces", "[Set(of: Polyominoes(5))]"),
        });
    };
    let pieces_node = reader.node(pieces);
    let lattice = read_lattice(reader, reader.node(lattice))?;
    let (board, board_node) = read_board(reader, lattice, &fields)?;
    let tray = match fields.tray {
        None => Tray::Flat,
        Some(raw) => read_tray(reader.node(raw), &board)?,
    };
    let crossing = read_crossing(reader, fields.crossing, &board, board_node)?;
    let PieceList {
        pieces,
        spans: piece,
    } = read_pieces(reader, lattice, pieces_node)?;
    check_sides(&board, &pieces, &piece)?;
    let pieces = pieces.into_iter().map(|piece| piece.on(&board, tray));
    let mut file = PuzzleFile {
        puzzle: Puzzle {
            title: match fields.title {
                Some(raw) => reader.node(raw).read_label("a title", MAX_TITLE)?,
                None => file_stem(source.name()),
            },
            source: read_source(reader, fields.source)?,
            lattice,
            tray,
            crossing,
            pieces: pieces.collect(),
            board,
            givens: Vec::new(),
            restrictions: Vec::new(),
            conditions: Vec::new(),
            labels: CellLabels::default(),
        },
        cases: Vec::new(),
        goals: Vec::new(),
        design: DesignRequest::default(),
        order: ItemOrder::default(),
        expect: match fields.goals {
            None => read_expect(reader, fields.expect)?,
            Some(_) => read_expect_of_goals(reader, fields.expect)?,
        },
        spans: Spans {
            board: board_node.span(),
            pieces: pieces_node.span(),
            piece,
            givens: Vec::new(),
            restrictions: Vec::new(),
            conditions: Vec::new(),
            cases: None,
            goals: None,
        },
    };
    read_rest(reader, &fields, &mut file)?;
    Ok(file)
}

/// Reads the fields that refer to the board and the pieces: givens, restrictions, conditions, labels, order,
/// design, cases and goals.
fn read_rest<'s>(
    reader: Reader<'s>,
    fields: &PuzzleFields<'s>,
    file: &mut PuzzleFile,
) -> Result<(), Diagnostic> {
    if let Some(raw) = fields.givens {
        let (givens, spans) = read_givens(reader, &file.puzzle, reader.node(raw), |_| false)?;
        file.puzzle.givens = givens;
        file.spans.givens = spans;
    }
    if let Some(raw) = fields.restrict {
        let read = read_restrictions(reader, &file.puzzle, reader.node(raw))?;
        file.puzzle.restrictions = read.restrictions;
        file.spans.restrictions = read.spans;
        check_givens(file)?;
    }
    if let Some(raw) = fields.conditions {
        let read = read_conditions(reader, &file.puzzle, reader.node(raw))?;
        (file.puzzle.conditions, file.spans.conditions) = read;
    }
    if let Some(raw) = fields.labels {
        file.puzzle.labels = read_labels(reader, file, reader.node(raw))?;
    }
    if let Some(raw) = fields.order {
        file.order = read_order(reader, &file.puzzle, reader.node(raw))?;
    }
    if let Some(raw) = fields.design {
        file.design = read_design(reader, &file.puzzle, raw)?;
    }
    if let Some(raw) = fields.cases {
        let node = reader.node(raw);
        file.spans.cases = Some(node.span());
        file.cases = read_cases(reader, file, node)?;
    }
    leave_out_unused(file);
    if let Some(raw) = fields.goals {
        let node = reader.node(raw);
        file.spans.goals = Some(node.span());
        if let Some(cases) = file.spans.cases {
            return Err(node.error("a puzzle has either `cases` or `goals`, not both")
            .context(cases, "the cases")
            .help(
                "cases divide the solutions of one puzzle, goals are separate puzzles: write two \
                 files",
            ));
        }
        (file.goals, file.puzzle.labels) = read_goals(reader, file, node, fields.labels)?;
    }
    Ok(())
}

/// Drops the pieces with 0 copies, and everything that refers to them. They have no givens, since each given
/// uses up a copy.
fn leave_out_unused(file: &mut PuzzleFile) {
    let unused = file
        .puzzle
        .pieces
        .iter()
        .filter(|piece| piece.is_left_out());
    let unused: Vec<Label> = unused.map(|piece| piece.name.clone()).collect();
    if unused.is_empty() {
        return;
    }
    let kept = file.puzzle.leave_out_unused();
    let pieces = file.puzzle.pieces.len();
    file.spans.piece.truncate(pieces);
    file.spans.restrictions = (kept.into_iter())
        .map(|at| file.spans.restrictions[at])
        .collect();
    for case in &mut file.cases {
        let restrictions = std::mem::take(&mut case.restrictions).into_iter();
        (case.restrictions, case.restriction_spans) = restrictions
            .zip(&case.restriction_spans)
            .filter(|(restriction, _)| restriction.is_about_pieces(pieces))
            .unzip();
    }
    let is_used = |(name, _): &(String, Span)| !unused.iter().any(|unused| **unused == **name);
    file.order.first.retain(is_used);
    file.order.last.retain(is_used);
    file.design.never.retain(|name| !unused.contains(name));
}

/// Reads the value of `source:`; `None` without the field.
fn read_source(reader: Reader<'_>, raw: Option<Raw<'_>>) -> Result<Option<Label>, Diagnostic> {
    raw.map(|raw| reader.node(raw).read_label("a source", MAX_SOURCE))
        .transpose()
}

/// Checks the names and values of `parameters:`. In the text read here, values have already
/// replaced the names.
fn check_parameters<'s>(reader: Reader<'s>, raw: Option<Raw<'s>>) -> Result<(), Diagnostic> {
    let Some(raw) = raw else {
        return Ok(());
    };
    for (name, value) in reader.node(raw).read::<Pairs<'s>>()?.0 {
        let node = reader.node(name);
        let name: String = node.read()?;
        if !is_name(&name) {
            return Err(node
                .error(format!("{name:?} is not a valid name of a parameter"))
                .help(
                    "a name has lower-case letters and digits, as in `parameters: { \"n\": 8 }`",
                ));
        }
        reader.node(value).read::<i64>()?;
    }
    Ok(())
}

/// Reads `crossing:`.
///
/// If the rules have different effects on this board and the lattice has no default rule, the file
/// must choose one.
fn read_crossing(
    reader: Reader<'_>,
    raw: Option<Raw<'_>>,
    board: &Board,
    place: Node<'_>,
) -> Result<Crossing, Diagnostic> {
    const RULES: &str = "with `crossing: Never` pieces may touch at a vertex but not cross there; \
                         `NotStraight` forbids only two that both run straight through it; \
                         `Allowed` forbids nothing";
    let lattice = board.lattice();
    let [_, cells] = lattice.table().cell_names;
    match raw {
        Some(raw) => {
            let node = reader.node(raw);
            let rule = node.read::<Crossing>()?;
            if !lattice.has_crossings() {
                let why = if lattice.table().drawing.closed {
                    format!("pieces of {cells} have no ends that could cross")
                } else {
                    format!("only three {cells} meet at a vertex, so pieces cannot cross")
                };
                return Err(node
                    .error(format!("the {lattice} lattice has no crossings"))
                    .help(format!("{why}; leave `crossing` out")));
            }
            Ok(rule)
        }
        None => default_crossing(board).ok_or_else(|| {
            Diagnostic::error(
                format!("a puzzle of {cells} must say which pieces may cross"),
                place.span(),
                "on this board the rules differ",
            )
            .help(RULES)
        }),
    }
}

fn read_tray(node: Node<'_>, board: &Board) -> Result<Tray, Diagnostic> {
    const MAX_LAYERS: i64 = 1_000;
    match node.read::<TrayFile>()? {
        TrayFile::Flat => Ok(Tray::Flat),
        TrayFile::Projected { layers } => {
            if board.lattice() != Lattice::Cube {
                return Err(node
                    .error(format!(
                        "a tray with depth needs the cube lattice, not the {} lattice",
                        board.lattice()
                    ))
                    .help("write `lattice: Cube`, and draw the tray as a flat board"));
            }
            check_flat(board, node)?;
            if !board.seams().is_empty() {
                let message = "a tray with depth may not wrap around";
                return Err(node.error(message).help("leave out `wrap` or `tray`"));
            }
            match u32::try_from(layers) {
                Ok(layers) if layers >= 1 && i64::from(layers) <= MAX_LAYERS => {
                    Ok(Tray::Projected { layers })
                }
                _ => Err(node
                    .error(format!("{layers} layers are not possible"))
                    .help(format!("write 1 to {MAX_LAYERS} layers"))),
            }
        }
    }
}

/// A file name without directories and extension.
fn file_stem(name: &str) -> Label {
    if name == STDIN_NAME {
        return Label::escaping("stdin");
    }
    match std::path::Path::new(name).file_stem() {
        Some(stem) => Label::escaping(&stem.to_string_lossy()),
        None => Label::escaping(name),
    }
}
