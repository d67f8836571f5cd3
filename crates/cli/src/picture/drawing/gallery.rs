//! Single pieces, and galleries of pictures with captions.

use tilewright_geometry::{Lattice, LatticeTable, NamedPolyform};

use super::corner_view::{CornerView, SolidBlock};
use super::font::built_in_width;
use super::look;
use super::part::{DrawnPiece, frame_of, layer_captions};
use super::path::Point;
use super::scene::{Element, FontWeight, Role, Scene, Shape, Text};
use super::solid::isometric;
use super::sticks::Strands;
use super::style::{Labelling, SolidView, Style};
use crate::picture::palette::{INK, PALETTE, Scheme};

/// The font size of captions, in edge lengths.
const CAPTION: f64 = 0.5;
/// The height of the space for a caption, in edge lengths.
const CAPTION_ROOM: f64 = 1.0;

/// The picture of a single piece.
pub(super) fn portrait(table: &'static LatticeTable, part: &DrawnPiece<'_>, style: Style) -> Scene {
    let mut scenes = Vec::new();
    let solid = table.dimensions == 3 && style.view != SolidView::Layers;
    let mut layers = !solid;
    if solid {
        let block = SolidBlock {
            name: part.name,
            label: "",
            fill: part.fill.clone(),
            cells: part.cells,
        };
        let view = isometric(table, &[block], style.cell, Labelling::None);
        layers = style.view == SolidView::Auto && view.hidden > 0;
        scenes.push(framed(part.name, view, style));
    }
    if layers {
        let frame = frame_of(table, part.cells, style);
        let (width, height) = frame.size();
        let mut scene = Scene::new(part.name, width, height);
        let strands = Strands::new(&frame, [part.cells]);
        scene.push(part.element(&frame, &strands, 0, style));
        scene.push(layer_captions(&frame, style.smallest_label));
        scenes.push(scene);
    }
    Scene::side_by_side(part.name, scenes, style.cell)
}

/// An isometric view as a scene with a margin.
pub(super) fn framed(title: &str, view: CornerView, style: Style) -> Scene {
    let margin = style.margin * style.cell;
    let (width, height) = (view.width + 2.0 * margin, view.height + 2.0 * margin);
    let mut inner = Scene::new(title, view.width, view.height);
    inner.elements = view.elements;
    let mut scene = Scene::new(title, width, height);
    scene.insert(Point::new(margin, margin), inner);
    scene
}

/// Pictures with captions below them, in lines of at most `width` millimetres. A wider picture is
/// alone in its line. The pictures of a line are aligned at the bottom, and so are their captions.
pub fn gallery(
    title: &str,
    pictures: impl IntoIterator<Item = (String, Scene)>,
    width: f64,
    style: Style,
) -> Scene {
    let cell = style.cell;
    let (margin, size) = (style.margin * cell, CAPTION * cell);
    let mut whole = Scene::new(title, 0.0, 0.0);
    let mut line = GalleryRow::default();
    for (caption, picture) in pictures {
        let words = built_in_width(&caption, size, FontWeight::Regular);
        let room = picture.width.max(words + 2.0 * margin);
        if line.width > 0.0 && line.width + room > width {
            std::mem::take(&mut line).put(&mut whole, cell);
        }
        line.height = line.height.max(picture.height);
        line.panels
            .push((line.width + room / 2.0, caption, picture));
        line.end = line.width + room;
        line.width = line.end + cell * 0.5;
    }
    line.put(&mut whole, cell);
    whole
}

/// A line of a gallery.
#[derive(Debug, Default)]
struct GalleryRow {
    /// For each picture: the x coordinate of its centre, its caption, and the picture.
    panels: Vec<(f64, String, Scene)>,
    /// The x coordinate where the last picture ends, in millimetres.
    end: f64,
    /// The x coordinate where the next picture begins, in millimetres.
    width: f64,
    /// The height of the highest picture, in millimetres.
    height: f64,
}

impl GalleryRow {
    /// Adds the line to a gallery, below its existing lines.
    fn put(self, whole: &mut Scene, cell: f64) {
        if self.panels.is_empty() {
            return;
        }
        let foot = whole.height + self.height;
        for (middle, caption, picture) in self.panels {
            let corner = Point::new(middle - picture.width / 2.0, foot - picture.height);
            whole.insert(corner, picture);
            let at = Point::new(middle, foot + 0.3 * cell);
            let text = Text::centred(at, CAPTION * cell, INK, caption.clone());
            whole.push(Element::new(Role::Caption, vec![Shape::Text(text)]).named(caption));
        }
        whole.width = whole.width.max(self.end);
        whole.height = foot + CAPTION_ROOM * cell;
    }
}

/// Polyforms with their names, in the colours that they would have as pieces of a puzzle. If there
/// are more polyforms than colours in the palette, all have the same colour.
///
/// ```
/// use tilewright::picture::drawing::{Style, polyforms};
/// use tilewright_geometry::{Lattice, Sides, named_polyforms};
/// let named = named_polyforms(Lattice::Square, 5, Sides::Free)?;
/// let scene = polyforms("Pentominoes", Lattice::Square, &named, 180.0, Style::default());
/// assert!(scene.width <= 180.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn polyforms(
    title: &str,
    lattice: Lattice,
    named: &[NamedPolyform],
    width: f64,
    style: Style,
) -> Scene {
    let fills = if named.len() <= PALETTE.len() {
        Scheme::numbered(named.len())
    } else {
        Scheme::plain(named.len())
    };
    let pictures = named
        .iter()
        .zip(fills.fills())
        .enumerate()
        .map(|(number, (named, fill))| {
            let part = DrawnPiece {
                name: &named.name,
                number,
                fill: look::fill(fill, number, style),
                cells: named.polyform.cells(),
                cell_fills: Vec::new(),
                given: false,
            };
            (named.name.clone(), portrait(lattice.table(), &part, style))
        });
    gallery(title, pictures, width, style)
}
