//! Reads pieces: the entries of `pieces:`, such as `Set(…)` and `Piece(…)`.

use std::collections::BTreeMap;

use tilewright_geometry::compact::CompactSort;
use tilewright_geometry::{
    Lattice, NamedPolyform, Polyform, PolyformError, Sides, lift, lifts, named_polyforms,
};

use super::cell_colors::ColorFields;
use super::diagnostic::{Diagnostic, suggestion};
use super::file::PieceFile;
use super::lattice::FamilyFile;
use super::node::{Node, Raw, Reader};
use super::shapes::{cut_tile, read_solid_shape};
use super::span::Span;
use crate::puzzle::builder::MAX_PIECES;
use crate::puzzle::color::{Color, ColorError};
use crate::puzzle::piece::{Copies, MAX_COPIES, MAX_PIECE_NAME, Piece, PieceError, piece_name};
use crate::support::label::Label;

/// The number of visits counted for each cell of a polyform in a set. Each polyform is compared with all its
/// images. Most comparisons end at one of the first cells, so fewer visits are counted than there are images.
const IMAGES_VISITED: usize = 12;

/// The pieces of a list, each with the span of its entry.
pub(super) struct PieceList {
    pub(super) pieces: Vec<Piece>,
    pub(super) spans: Vec<Span>,
}

impl PieceList {
    /// The pieces, without those that have 0 copies.
    pub(super) fn used(self) -> Self {
        let pairs = self.pieces.into_iter().zip(self.spans);
        let (pieces, spans) = pairs.filter(|(piece, _)| !piece.is_left_out()).unzip();
        Self { pieces, spans }
    }

    /// The pieces, with those that have 0 copies moved to the end.
    fn unused_last(self) -> Self {
        let mut pairs: Vec<(Piece, Span)> = self.pieces.into_iter().zip(self.spans).collect();
        pairs.compact_sort_by_key(|(piece, _)| piece.is_left_out());
        let (pieces, spans) = pairs.into_iter().unzip();
        Self { pieces, spans }
    }
}

/// Reads the value of `pieces:`. Pieces with 0 copies come last, as [`Puzzle::leave_out_unused`] requires.
///
/// [`Puzzle::leave_out_unused`]: crate::puzzle::Puzzle::leave_out_unused
pub(super) fn read_pieces(
    reader: Reader<'_>,
    lattice: Lattice,
    list: Node<'_>,
) -> Result<PieceList, Diagnostic> {
    let entries: Vec<Raw<'_>> = list.read()?;
    let mut found = PieceList {
        pieces: Vec::new(),
        spans: Vec::new(),
    };
    let mut names: BTreeMap<Label, Span> = BTreeMap::new();
    for raw in entries {
        let node = reader.node(raw);
        reader.check_stop(node.span())?;
        for (piece, span) in read_entry(reader, lattice, node)? {
            if let Some(first) = names.insert(piece.name.clone(), span) {
                return Err(Diagnostic::error(
                    format!("two pieces are named {:?}", piece.name),
                    span,
                    "again here",
                )
                .context(first, "first here")
                .help(
                    "rename one of them, or give a set a prefix: `prefix: \"4\"`; for several \
                     copies of one piece write `copies: 2`",
                ));
            }
            found.pieces.push(piece);
            found.spans.push(span);
        }
        if found.pieces.len() > MAX_PIECES {
            return Err(node.error(format!(
                "there are more than {MAX_PIECES} pieces, the limit"
            )));
        }
    }
    if found.pieces.is_empty() {
        return Err(
            Diagnostic::error("a puzzle needs at least one piece", list.span(), "empty")
                .help("for instance: pieces: [Set(of: Polyominoes(5))]"),
        );
    }
    Ok(found.unused_last())
}

fn read_entry(
    reader: Reader<'_>,
    lattice: Lattice,
    node: Node<'_>,
) -> Result<Vec<(Piece, Span)>, Diagnostic> {
    match node.read::<PieceFile<'_>>()? {
        PieceFile::Set {
            of,
            sides,
            except,
            only,
            copies,
            prefix,
            checkered,
            color,
            value,
            holes,
        } => {
            let prefix = match prefix {
                Some(raw) => read_name(reader.node(raw))?,
                None => Label::default(),
            };
            let sides = sides.unwrap_or_else(|| lattice.default_sides());
            let times = read_copies(reader, copies)?;
            let color = color.map(|raw| read_color(reader, raw)).transpose()?;
            let mut set = members(of, lattice, sides, node)?;
            let cells = set.first().map_or(0, |named| named.polyform.size());
            reader.visit(set.len() * cells * IMAGES_VISITED, node.span())?;
            if let Some(raw) = holes {
                set = by_holes(reader, set, of.lattice.unwrap_or(lattice), raw)?;
            }
            let set = on_lattice(set, lattice, node)?;
            let mut pieces = Vec::new();
            for (name, polyform) in choose(reader, &set, except, only)? {
                let piece = times.of(Piece {
                    name: Label::escaping(&format!("{prefix}{name}")),
                    polyform,
                    sides,
                    copies: Copies::ONE,
                    unlimited: false,
                    color,
                    value: 1,
                    cell_colors: None,
                });
                let piece = read_value(reader, value, piece)?;
                if checkered {
                    pieces.extend(checkered_tiles(piece, node)?);
                } else {
                    pieces.push(piece);
                }
            }
            Ok(pieces
                .into_iter()
                .map(|piece| (piece, node.span()))
                .collect())
        }
        PieceFile::Piece {
            name,
            cells,
            sides,
            copies,
            color,
            value,
            connected,
            colors,
            back,
            tile,
        } => {
            let cells_node = reader.node(cells);
            let name_node = reader.node(name);
            let polyform = read_polyform(reader, lattice, cells_node, connected)?;
            let piece = Piece {
                name: read_name(name_node)?,
                polyform,
                sides: sides.unwrap_or_else(|| lattice.default_sides()),
                copies: Copies::ONE,
                unlimited: false,
                color: color.map(|raw| read_color(reader, raw)).transpose()?,
                value: 1,
                cell_colors: None,
            };
            let piece = read_value(reader, value, read_copies(reader, copies)?.of(piece))?;
            let colors = ColorFields { colors, back, tile };
            let pieces = colors.faces(reader, piece)?.into_iter();
            Ok(pieces.map(|piece| (piece, name_node.span())).collect())
        }
        PieceFile::MacMahonSquares(colors) => tiles(colors, Piece::macmahon_squares, node),
        PieceFile::MacMahonTriangles(colors) => tiles(colors, Piece::macmahon_triangles, node),
    }
}

/// Reads the shape of a single piece. It must be connected if `connected` is true.
fn read_polyform(
    reader: Reader<'_>,
    lattice: Lattice,
    cells_node: Node<'_>,
    connected: bool,
) -> Result<Polyform, Diagnostic> {
    let cells = read_solid_shape(reader, lattice, cells_node)?;
    if let Some(error) = cut_tile(reader, lattice, &cells, cells_node) {
        return Err(error);
    }
    let polyform = if connected {
        Polyform::new(lattice, cells)
    } else {
        Polyform::quasi(lattice, cells)
    };
    polyform.map_err(|error| {
        let parted = matches!(error, PolyformError::Disconnected { .. });
        let error = cells_node.error(error.to_string());
        if parted {
            error.help(
                "draw the cells so that they touch, make two pieces of it, or write \
                 `connected: false` for one piece of several parts",
            )
        } else {
            error
        }
    })
}

fn checkered_tiles(piece: Piece, node: Node<'_>) -> Result<Vec<Piece>, Diagnostic> {
    let name = piece.name.clone();
    piece.checkered().map_err(|error| {
        let wrong = format!("the piece {name:?} cannot be checkered: {error}");
        node.error(wrong)
    })
}

/// A set of tiles with this number of edge colours.
fn tiles(
    colors: i64,
    make: impl Fn(u32) -> Result<Vec<Piece>, PieceError>,
    node: Node<'_>,
) -> Result<Vec<(Piece, Span)>, Diagnostic> {
    let made = make(u32::try_from(colors).unwrap_or(0));
    let made = made.map_err(|_| {
        let wrong = format!("a set of tiles cannot have {colors} colours");
        node.error(wrong).help("write 1 to 11")
    })?;
    Ok(made.into_iter().map(|piece| (piece, node.span())).collect())
}

/// Moves the members of a set to the puzzle's lattice. In three dimensions, plane polyforms become solids of one layer.
fn on_lattice(
    set: Vec<NamedPolyform>,
    lattice: Lattice,
    node: Node<'_>,
) -> Result<Vec<(String, Polyform)>, Diagnostic> {
    let solid = |polyform: &Polyform| {
        lift(polyform, lattice).map_err(|error| node.error(error.to_string()))
    };
    set.into_iter()
        .map(|NamedPolyform { name, polyform }| {
            let is_solid = polyform.lattice() != lattice;
            let polyform = if is_solid {
                solid(&polyform)?
            } else {
                polyform
            };
            Ok((name, polyform))
        })
        .collect()
}

/// Filters members by `holes:`. `false` removes those with holes, `true` keeps all.
fn by_holes(
    reader: Reader<'_>,
    set: Vec<NamedPolyform>,
    home: Lattice,
    raw: Raw<'_>,
) -> Result<Vec<NamedPolyform>, Diagnostic> {
    let node = reader.node(raw);
    let keeps_all: bool = node.read()?;
    if home.dimensions() == 2 && !home.has_areas() {
        let family = home.table().family;
        let wrong = format!("{family} enclose no cells: they have no holes of this kind");
        return Err(node.error(wrong).help("leave out `holes`"));
    }
    let is_kept = |named: &NamedPolyform| keeps_all || !named.polyform.has_holes();
    Ok(set.into_iter().filter(is_kept).collect())
}

/// All polyforms of a family and size, in the lattice of the family.
fn members(
    of: FamilyFile,
    lattice: Lattice,
    sides: Sides,
    node: Node<'_>,
) -> Result<Vec<NamedPolyform>, Diagnostic> {
    let size = of.size;
    let home = of.lattice.unwrap_or(lattice);
    let family = home.table().family;
    let solid = lifts(home, lattice);
    if home != lattice && !solid {
        return Err(node
            .error(format!("there are no {family} on the {lattice} lattice"))
            .help(match lattice {
                Lattice::Custom(_) => format!("its sets are `Polyforms({size})`"),
                _ => format!("{family} lie on the {home} lattice"),
            }));
    }
    // In three dimensions a rotation turns a flat piece over. So solid polyominoes correspond to
    // the free polyominoes, unless their sides are `Fixed`.
    let plane_sides = match (solid, sides) {
        (true, Sides::Free | Sides::OneSided) => Sides::Free,
        (_, sides) => sides,
    };
    let [_, units] = home.tile_names();
    let size = usize::try_from(size)
        .ok()
        .filter(|size| *size > 0)
        .ok_or_else(|| {
            node.error(format!("{family} of size {size} do not exist"))
                .help(format!(
                    "the size is the number of {units} of each piece, at least 1"
                ))
        })?;
    let wrong = |error: String| node.error(error);
    named_polyforms(home, size, plane_sides).map_err(|error| wrong(error.to_string()))
}

/// The members of a set that `only` and `except` select.
fn choose(
    reader: Reader<'_>,
    set: &[(String, Polyform)],
    except: Option<Raw<'_>>,
    only: Option<Raw<'_>>,
) -> Result<Vec<(String, Polyform)>, Diagnostic> {
    let read = |list: Option<Raw<'_>>| -> Result<Option<Vec<String>>, Diagnostic> {
        let Some(list) = list else { return Ok(None) };
        let mut names = Vec::new();
        for raw in reader.read_raw::<Vec<Raw<'_>>>(list)? {
            let node = reader.node(raw);
            // The name F′ may be written with a prime or an apostrophe.
            let name = node.read::<String>()?.replace(['′', '’'], "'");
            if !set.iter().any(|(known, _)| *known == name) {
                let known = set.iter().map(|(known, _)| known.as_str());
                let mut help = suggestion(&name, known.clone());
                help.push_str(&format!(
                    "the set has {}",
                    abbreviated(known.collect::<Vec<_>>().as_slice())
                ));
                return Err(node
                    .error(format!("no piece of this set is named {name:?}"))
                    .help(help));
            }
            names.push(name);
        }
        Ok(Some(names))
    };
    let except = read(except)?;
    let only = read(only)?;
    Ok(set
        .iter()
        .filter(|(name, _)| only.as_ref().is_none_or(|only| only.contains(name)))
        .filter(|(name, _)| !except.as_ref().is_some_and(|except| except.contains(name)))
        .cloned()
        .collect())
}

/// A list of names, shortened if it has more than 30.
pub(crate) fn abbreviated(names: &[&str]) -> String {
    const SHOWN: usize = 30;
    let mut text = names
        .iter()
        .take(SHOWN)
        .copied()
        .collect::<Vec<_>>()
        .join(" ");
    if names.len() > SHOWN {
        text.push_str(&format!(" … ({} in all)", names.len()));
    }
    text
}

fn read_name(node: Node<'_>) -> Result<Label, Diagnostic> {
    let name: String = node.read()?;
    match piece_name(&name) {
        Ok(name) => Ok(name),
        Err(PieceError::Unprintable(_)) => node.label_of(&name, "the name of a piece"),
        Err(error) => Err(node.error(error.to_string()).help(format!(
            "a name has 1 to {MAX_PIECE_NAME} characters, without white space and without , : \
                 | @"
        ))),
    }
}

/// The value of `copies:`.
#[derive(Debug, Clone, Copy)]
enum CopiesRule {
    /// A number of copies between two bounds.
    Between(Copies),
    /// Any number of copies that fits in the board's area.
    Any,
}

impl CopiesRule {
    fn of(self, piece: Piece) -> Piece {
        match self {
            Self::Between(copies) => Piece { copies, ..piece },
            Self::Any => piece.with_any_copies(),
        }
    }
}

fn read_copies(reader: Reader<'_>, raw: Option<Raw<'_>>) -> Result<CopiesRule, Diagnostic> {
    const COPIES: &str = "write `copies: 2` for exactly two, `copies: (0, 3)` for none to three, \
                          `copies: Any` for any number, `copies: 0` to leave the piece out";
    let Some(raw) = raw else {
        return Ok(CopiesRule::Between(Copies::ONE));
    };
    let node = reader.node(raw);
    if node.text() == "Any" {
        return Ok(CopiesRule::Any);
    }
    let (min, max) = if node.is_tuple() {
        node.read::<(i64, i64)>()?
    } else {
        let exactly = node.read::<i64>();
        let exactly = exactly.map_err(|error| error.help(COPIES))?;
        (exactly, exactly)
    };
    let wrong = |message: String| {
        let help = format!("{COPIES}; a number may be at most {MAX_COPIES}");
        node.error(message).help(help)
    };
    match (u32::try_from(min), u32::try_from(max)) {
        (Ok(min), Ok(max)) => Copies::new(min, max)
            .map(CopiesRule::Between)
            .map_err(|error| wrong(error.to_string())),
        _ if min < 0 || max < 0 => Err(wrong("a number of copies cannot be negative".into())),
        _ => Err(wrong(format!("{} copies are too many", max.max(min)))),
    }
}

/// Sets the value of a piece to that of the field `value:`, if the field is there.
fn read_value(reader: Reader<'_>, raw: Option<Raw<'_>>, piece: Piece) -> Result<Piece, Diagnostic> {
    let Some(raw) = raw else {
        return Ok(piece);
    };
    let node = reader.node(raw);
    let value = node.read::<i64>()?;
    let valued = piece.with_value(value);
    valued.map_err(|error| {
        node.error(error.to_string())
            .help("it is what each copy of the piece counts for `solve --most value`")
    })
}

fn read_color(reader: Reader<'_>, raw: Raw<'_>) -> Result<Color, Diagnostic> {
    let node = reader.node(raw);
    let text: String = node.read()?;
    text.parse().map_err(|error: ColorError| {
        node.error(format!("{text:?} is not a colour"))
            .help(error.to_string())
    })
}
