//! Pieces: the entries `Set(…)` and `Piece(…)` as named polyforms.

use std::collections::BTreeMap;

use tilewright_geometry::{
    Lattice, NamedPolyform, Polyform, PolyformError, Sides, lift, lifts, named_polyforms,
};

use super::cell_colors::ColorFields;
use super::diagnostic::{Diagnostic, suggestion};
use super::file::{PieceFile, SidesFile};
use super::lattice::FamilyFile;
use super::node::{Node, Raw, Reader};
use super::shapes::{cut_tile, read_solid_shape};
use super::span::Span;
use crate::puzzle::builder::MAX_PIECES;
use crate::puzzle::color::{Color, ColorError};
use crate::puzzle::piece::{Copies, MAX_COPIES, MAX_PIECE_NAME, Piece, PieceError, piece_name};
use crate::support::label::Label;

/// How often the cells of a polyform of a set count among those visited: polyforms are told apart by their images, most of
/// which differ early.
const IMAGES_VISITED: usize = 12;

/// The pieces of a list and the place of the entry that made each.
pub(super) struct Pieces {
    pub(super) pieces: Vec<Piece>,
    pub(super) spans: Vec<Span>,
}

impl Pieces {
    /// The pieces but those with 0 copies.
    pub(super) fn used(self) -> Self {
        let pairs = self.pieces.into_iter().zip(self.spans);
        let (pieces, spans) = pairs.filter(|(piece, _)| !piece.is_left_out()).unzip();
        Self { pieces, spans }
    }

    /// The same pieces, those with 0 copies last.
    fn unused_last(self) -> Self {
        let mut pairs: Vec<(Piece, Span)> = self.pieces.into_iter().zip(self.spans).collect();
        pairs.sort_by_key(|(piece, _)| piece.is_left_out());
        let (pieces, spans) = pairs.into_iter().unzip();
        Self { pieces, spans }
    }
}

/// Reads the value of `pieces:`; pieces with 0 copies come last, as [`Puzzle::leave_out_unused`] needs it.
///
/// [`Puzzle::leave_out_unused`]: crate::puzzle::Puzzle::leave_out_unused
pub(super) fn read_pieces(
    reader: Reader<'_>,
    lattice: Lattice,
    list: Node<'_>,
) -> Result<Pieces, Diagnostic> {
    let entries: Vec<Raw<'_>> = list.read()?;
    let mut found = Pieces {
        pieces: Vec::new(),
        spans: Vec::new(),
    };
    let mut names: BTreeMap<Label, Span> = BTreeMap::new();
    for raw in entries {
        let node = reader.node(raw);
        for (piece, span) in read_entry(reader, lattice, node)? {
            if let Some(first) = names.insert(piece.name.clone(), span) {
                return Err(Diagnostic::error(
                    format!("two pieces are named {:?}", piece.name),
                    span,
                    "again here",
                )
                .context(first, "first here")
                .help(
                    "rename one of them, or give a set a prefix: `prefix: \"4\"`; \
                     several copies of one piece are written `copies: 2`",
                ));
            }
            found.pieces.push(piece);
            found.spans.push(span);
        }
        if found.pieces.len() > MAX_PIECES {
            return Err(Diagnostic::error(
                format!("there are more than {MAX_PIECES} pieces, the limit"),
                node.span(),
                "",
            ));
        }
    }
    if found.pieces.is_empty() {
        return Err(
            Diagnostic::error("a puzzle has at least one piece", list.span(), "empty")
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
            holes,
        } => {
            let prefix = match prefix {
                Some(raw) => read_name(reader.node(raw))?,
                None => Label::default(),
            };
            let sides = read_sides(sides, lattice);
            let times = read_copies(reader, copies)?;
            let color = color.map(|raw| read_color(reader, raw)).transpose()?;
            let mut set = members(of, lattice, sides, node)?;
            let cells = set.first().map_or(0, |named| named.polyform.size());
            reader.visit(set.len() * cells * IMAGES_VISITED, node.span())?;
            if let Some(raw) = holes {
                set = by_holes(reader, set, of.lattice, raw)?;
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
                    cell_colors: None,
                });
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
            connected,
            colors,
            back,
            tile,
        } => {
            let cells_node = reader.node(cells);
            let name_node = reader.node(name);
            let cells = read_solid_shape(reader, lattice, cells_node)?;
            if let Some(error) = cut_tile(reader, lattice, &cells, cells_node) {
                return Err(error);
            }
            let polyform = if connected {
                Polyform::new(lattice, cells)
            } else {
                Polyform::quasi(lattice, cells)
            };
            let polyform = polyform.map_err(|error| {
                let parted = matches!(error, PolyformError::Disconnected { .. });
                let error = Diagnostic::error(error.to_string(), cells_node.span(), "");
                if parted {
                    error.help(
                        "draw all cells of the piece touching, make two pieces of it, or write \
                         `connected: false` for one piece whose parts lie as they are drawn",
                    )
                } else {
                    error
                }
            })?;
            let piece = Piece {
                name: read_name(name_node)?,
                polyform,
                sides: read_sides(sides, lattice),
                copies: Copies::ONE,
                unlimited: false,
                color: color.map(|raw| read_color(reader, raw)).transpose()?,
                cell_colors: None,
            };
            let piece = read_copies(reader, copies)?.of(piece);
            let colors = ColorFields { colors, back, tile };
            let pieces = colors.faces(reader, piece)?.into_iter();
            Ok(pieces.map(|piece| (piece, name_node.span())).collect())
        }
        PieceFile::MacMahonSquares(colors) => tiles(colors, Piece::macmahon_squares, node),
        PieceFile::MacMahonTriangles(colors) => tiles(colors, Piece::macmahon_triangles, node),
    }
}

/// A piece of a checkered set.
fn checkered_tiles(piece: Piece, node: Node<'_>) -> Result<Vec<Piece>, Diagnostic> {
    let name = piece.name.clone();
    piece.checkered().map_err(|error| {
        let wrong = format!("the piece {name:?} makes no checkered one: {error}");
        Diagnostic::error(wrong, node.span(), "")
    })
}

/// A set of tiles of so many colours.
fn tiles(
    colors: i64,
    make: impl Fn(u32) -> Result<Vec<Piece>, PieceError>,
    node: Node<'_>,
) -> Result<Vec<(Piece, Span)>, Diagnostic> {
    let made = make(u32::try_from(colors).unwrap_or(0));
    let made = made.map_err(|_| {
        let wrong = format!("{colors} is no number of colours of a set of tiles");
        Diagnostic::error(wrong, node.span(), "").help("it is 1 to 11")
    })?;
    Ok(made.into_iter().map(|piece| (piece, node.span())).collect())
}

fn read_sides(sides: Option<SidesFile>, lattice: Lattice) -> Sides {
    sides.map_or_else(|| lattice.default_sides(), Sides::from)
}

/// The members of a set as pieces of a lattice: in space, polyforms of the plane as solids of one layer.
fn on_lattice(
    set: Vec<NamedPolyform>,
    lattice: Lattice,
    node: Node<'_>,
) -> Result<Vec<(String, Polyform)>, Diagnostic> {
    let solid = |polyform: &Polyform| {
        lift(polyform, lattice)
            .map_err(|error| Diagnostic::error(error.to_string(), node.span(), ""))
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

/// The members that `holes: false` leaves, or `holes: true`, which leaves all.
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
        let wrong = format!("{family} shut in no cells: they have no holes of this kind");
        return Err(Diagnostic::error(wrong, node.span(), "").help("leave out `holes`"));
    }
    let is_kept = |named: &NamedPolyform| keeps_all || !named.polyform.has_holes();
    Ok(set.into_iter().filter(is_kept).collect())
}

/// All polyforms of the family and size, on the lattice of the family.
fn members(
    of: FamilyFile,
    lattice: Lattice,
    sides: Sides,
    node: Node<'_>,
) -> Result<Vec<NamedPolyform>, Diagnostic> {
    let FamilyFile {
        lattice: home,
        size,
    } = of;
    let family = home.table().family;
    let solid = lifts(home, lattice);
    if home != lattice && !solid {
        return Err(Diagnostic::error(
            format!("there are no {family} on the {lattice} lattice"),
            node.span(),
            "",
        )
        .help(format!("{family} lie on the {home} lattice")));
    }
    // Solid polyominoes are turned in space, where a flat piece can be turned
    // over: they are the free polyominoes unless each image counts.
    let plane_sides = match (solid, sides) {
        (true, Sides::Free | Sides::OneSided) => Sides::Free,
        (_, sides) => sides,
    };
    let [_, units] = home.tile_names();
    let size = usize::try_from(size)
        .ok()
        .filter(|size| *size > 0)
        .ok_or_else(|| {
            Diagnostic::error(format!("{size} is no size of {family}"), node.span(), "").help(
                format!("the size is the number of {units} of each piece, at least 1"),
            )
        })?;
    let wrong = |error: String| Diagnostic::error(error, node.span(), "");
    named_polyforms(home, size, plane_sides).map_err(|error| wrong(error.to_string()))
}

/// Keeps the members that `only` and `except` leave.
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
            // F′ may be written with a prime or with an apostrophe.
            let name = node.read::<String>()?.replace(['′', '’'], "'");
            if !set.iter().any(|(known, _)| *known == name) {
                let known = set.iter().map(|(known, _)| known.as_str());
                let mut help = suggestion(&name, known.clone());
                help.push_str(&format!(
                    "the set has {}",
                    abbreviated(known.collect::<Vec<_>>().as_slice())
                ));
                return Err(Diagnostic::error(
                    format!("no piece of this set is named {name:?}"),
                    node.span(),
                    "",
                )
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

/// A list of names, cut when it is long.
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
        Err(error) => Err(
            Diagnostic::error(error.to_string(), node.span(), "").help(format!(
                "a name is 1 to {MAX_PIECE_NAME} characters long, without white space and \
                 without any of , : | @"
            )),
        ),
    }
}

/// What `copies:` says.
#[derive(Debug, Clone, Copy)]
enum Times {
    /// Between two bounds.
    Between(Copies),
    /// As often as there is room.
    Any,
}

impl Times {
    /// A piece, used so often.
    fn of(self, piece: Piece) -> Piece {
        match self {
            Self::Between(copies) => Piece { copies, ..piece },
            Self::Any => piece.with_any_copies(),
        }
    }
}

fn read_copies(reader: Reader<'_>, raw: Option<Raw<'_>>) -> Result<Times, Diagnostic> {
    const COPIES: &str = "`copies: 2` means exactly two, `copies: (0, 3)` none to three, \
         `copies: Any` as many as there is room for, `copies: 0` that the piece is left out";
    let Some(raw) = raw else {
        return Ok(Times::Between(Copies::ONE));
    };
    let node = reader.node(raw);
    if node.text() == "Any" {
        return Ok(Times::Any);
    }
    let (min, max) = if node.is_tuple() {
        node.read::<(i64, i64)>()?
    } else {
        let exactly = node.read::<i64>();
        let exactly = exactly.map_err(|error| error.help(COPIES))?;
        (exactly, exactly)
    };
    let wrong = |message: String| {
        let help = format!("{COPIES}; at most {MAX_COPIES} by number");
        Diagnostic::error(message, node.span(), "").help(help)
    };
    match (u32::try_from(min), u32::try_from(max)) {
        (Ok(min), Ok(max)) => Copies::new(min, max)
            .map(Times::Between)
            .map_err(|error| wrong(error.to_string())),
        _ if min < 0 || max < 0 => Err(wrong("a number of copies can't be negative".into())),
        _ => Err(wrong(format!("{} copies are too many", max.max(min)))),
    }
}

fn read_color(reader: Reader<'_>, raw: Raw<'_>) -> Result<Color, Diagnostic> {
    let node = reader.node(raw);
    let text: String = node.read()?;
    text.parse().map_err(|error: ColorError| {
        Diagnostic::error(format!("{text:?} is no colour"), node.span(), "").help(error.to_string())
    })
}
