//! The fields of a book: texts in several languages, the cover, layouts.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::picture::drawing::{Coloring, MAX_PHOTO_BYTES, SolidView};
use crate::publish::booklet::{BesideChallenge, Cover, CoverArt, DivisionKind, Hints, PartLayout};
use crate::publish::shared_fields::{read_color, read_picture};
use crate::puzzle::{Diagnostic, Node, Pairs, Raw, Reader};
use crate::support::label::Label;

/// The maximum number of paragraphs in a text.
const MAX_PARAGRAPHS: usize = 200;
/// The maximum number of characters in a paragraph.
const MAX_PARAGRAPH: usize = 5_000;

/// The longest title, subtitle or author, in characters.
pub(super) const MAX_TITLE: usize = 1_000;

/// The maximum number of challenges per page.
const MAX_PER_PAGE: u8 = 6;

/// Reads the fields of a book. Of a text in several languages, it takes the one in `language`.
#[derive(Clone, Copy)]
pub(super) struct Fields<'s, 'l> {
    pub(super) reader: Reader<'s>,
    pub(super) language: &'l str,
}

impl<'s> Fields<'s, '_> {
    /// The value of a field in the requested language; if missing, in English; if missing, in the first
    /// language listed.
    fn in_language(&self, raw: Raw<'s>) -> Result<Node<'s>, Diagnostic> {
        let node = self.reader.node(raw);
        if !node.text().starts_with('{') {
            return Ok(node);
        }
        let Pairs(pairs) = node.read()?;
        let mut found: Option<(u8, Node<'s>)> = None;
        for (key, value) in pairs {
            let tag: String = self.reader.read_raw(key)?;
            let rank = match &*tag {
                tag if tag == self.language => 0,
                "en" => 1,
                _ => 2,
            };
            if found.is_none_or(|(best, _)| rank < best) {
                found = Some((rank, self.reader.node(value)));
            }
        }
        let help = "write a text, or one for each language: {\"en\": \"…\", \"de\": \"…\"}";
        let none = || node.error("a text in no language").help(help);
        found.map(|(_, node)| node).ok_or_else(none)
    }

    /// Reads a text of one line with at most `most` characters. Errors call it `what`.
    pub(super) fn label(&self, raw: Raw<'s>, what: &str, most: usize) -> Result<Label, Diagnostic> {
        self.in_language(raw)?.read_label(what, most)
    }

    pub(super) fn paragraphs(&self, raw: Raw<'s>) -> Result<Vec<Label>, Diagnostic> {
        let node = self.in_language(raw)?;
        let raws: Vec<Raw<'s>> = node.read()?;
        if raws.len() > MAX_PARAGRAPHS {
            let message = format!("a text has at most {MAX_PARAGRAPHS} paragraphs");
            return Err(node.error(message));
        }
        let read = |raw| {
            let node = self.reader.node(raw);
            node.read_label("a paragraph", MAX_PARAGRAPH)
        };
        raws.into_iter().map(read).collect()
    }

    /// The value of an optional field that is true or false; `otherwise` if the field is missing.
    pub(super) fn flag(&self, raw: Option<Raw<'s>>, otherwise: bool) -> Result<bool, Diagnostic> {
        raw.map_or(Ok(otherwise), |raw| self.reader.read_raw(raw))
    }
}

/// The layout fields of a book or a part.
pub(super) struct LayoutFields<'s> {
    pub(super) per_page: Option<Raw<'s>>,
    pub(super) view: Option<Raw<'s>>,
    pub(super) palette: Option<Raw<'s>>,
    pub(super) hints: Option<Raw<'s>>,
    pub(super) later_hints: Option<Raw<'s>>,
    pub(super) turned_solutions: Option<Raw<'s>>,
    pub(super) divisions: Option<Raw<'s>>,
    pub(super) dividers: Option<Raw<'s>>,
    pub(super) index: Option<Raw<'s>>,
    pub(super) ids: Option<Raw<'s>>,
    pub(super) ratings: Option<Raw<'s>>,
    pub(super) tick_boxes: Option<Raw<'s>>,
    pub(super) time: Option<Raw<'s>>,
    pub(super) notes: Option<Raw<'s>>,
}

/// Declares a struct with the fields listed and all layout fields. Its method `layout_fields` returns the
/// layout fields.
macro_rules! with_layout_fields {
    ($(#[$meta:meta])* struct $name:ident { $($own:ident,)* }) => {
        with_layout_fields! {
            @ $(#[$meta])* $name [$($own)*]
            [per_page view palette hints later_hints turned_solutions divisions dividers index ids ratings tick_boxes time notes]
        }
    };
    (@ $(#[$meta:meta])* $name:ident [$($own:ident)*] [$($look:ident)*]) => {
        $(#[$meta])*
        struct $name<'s> {
            $(#[serde(borrow)] $own: Option<Raw<'s>>,)*
            $(#[serde(borrow)] $look: Option<Raw<'s>>,)*
        }

        impl<'s> $name<'s> {
            fn layout_fields(&self) -> LayoutFields<'s> {
                LayoutFields { $($look: self.$look,)* }
            }
        }
    };
}
pub(super) use with_layout_fields;

#[derive(Deserialize)]
enum ViewName {
    Auto,
    Layers,
    Isometric,
}

#[derive(Deserialize)]
enum PaletteName {
    Color,
    Patterns,
    Outlines,
}

#[derive(Deserialize)]
enum HintsName {
    UpsideDown,
    Upright,
    Nowhere,
}

#[derive(Deserialize)]
enum DivisionName {
    Tiers,
    Grades,
    Boards,
    Nothing,
}

impl<'s> LayoutFields<'s> {
    /// A copy of `layout` with the values of those fields that the file has.
    pub(super) fn over(
        &self,
        fields: &Fields<'s, '_>,
        layout: &PartLayout,
    ) -> Result<PartLayout, Diagnostic> {
        let reader = fields.reader;
        let mut layout = layout.clone();
        if let Some(raw) = self.per_page {
            let count: u8 = reader.read_raw(raw)?;
            if !(1..=MAX_PER_PAGE).contains(&count) {
                let message = format!("a page has from 1 to {MAX_PER_PAGE} challenges");
                return Err(reader.node(raw).error(message));
            }
            layout.per_page = usize::from(count);
        }
        if let Some(raw) = self.view {
            layout.style.view = match reader.read_raw(raw)? {
                ViewName::Auto => SolidView::Auto,
                ViewName::Layers => SolidView::Layers,
                ViewName::Isometric => SolidView::Isometric,
            };
        }
        if let Some(raw) = self.palette {
            layout.style.coloring = match reader.read_raw(raw)? {
                PaletteName::Color => Coloring::Color,
                PaletteName::Patterns => Coloring::Patterns,
                PaletteName::Outlines => Coloring::Outlines,
            };
        }
        if let Some(raw) = self.hints {
            layout.hints = match reader.read_raw(raw)? {
                HintsName::UpsideDown => Hints::UpsideDown,
                HintsName::Upright => Hints::Upright,
                HintsName::Nowhere => Hints::Nowhere,
            };
        }
        if let Some(raw) = self.divisions {
            layout.divisions = Some(match reader.read_raw(raw)? {
                DivisionName::Tiers => DivisionKind::Tiers,
                DivisionName::Grades => DivisionKind::Grades,
                DivisionName::Boards => DivisionKind::Boards,
                DivisionName::Nothing => DivisionKind::Nothing,
            });
        }
        let beside = layout.beside;
        Ok(PartLayout {
            has_later_hints: fields.flag(self.later_hints, layout.has_later_hints)?,
            turns_solutions: fields.flag(self.turned_solutions, layout.turns_solutions)?,
            has_dividers: fields.flag(self.dividers, layout.has_dividers)?,
            has_index: match self.index {
                Some(raw) => Some(reader.read_raw(raw)?),
                None => layout.has_index,
            },
            beside: BesideChallenge {
                id: fields.flag(self.ids, beside.id)?,
                rating: fields.flag(self.ratings, beside.rating)?,
                tick_box: fields.flag(self.tick_boxes, beside.tick_box)?,
                time: fields.flag(self.time, beside.time)?,
                notes: fields.flag(self.notes, beside.notes)?,
            },
            ..layout
        })
    }
}

#[derive(Deserialize)]
#[serde(rename = "Cover", deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct CoverFields<'s> {
    art: Option<Raw<'s>>,
    picture: Option<Raw<'s>>,
    color: Option<Raw<'s>>,
}

#[derive(Deserialize)]
enum ArtName {
    Nothing,
    Solution,
    Pieces,
}

/// Reads a cover and its picture. The picture's path is relative to the folder of `book`; it is added to
/// `paths`.
pub(super) fn read_cover(
    reader: Reader<'_>,
    raw: Raw<'_>,
    book: &Path,
    paths: &mut Vec<PathBuf>,
) -> Result<Cover, Diagnostic> {
    let cover: CoverFields<'_> = reader.read_raw(raw)?;
    if let (Some(_), Some(picture)) = (cover.art, cover.picture) {
        let message = "a cover has `art` or a `picture`, not both";
        return Err(reader.node(picture).error(message));
    }
    let art = match (cover.art, cover.picture) {
        (_, Some(raw)) => {
            let picture = read_picture(reader.node(raw), book, MAX_PHOTO_BYTES, "a picture")?;
            paths.push(picture.path);
            CoverArt::Photo(picture.photo)
        }
        (Some(raw), None) => match reader.read_raw(raw)? {
            ArtName::Nothing => CoverArt::Nothing,
            ArtName::Solution => CoverArt::Solution,
            ArtName::Pieces => CoverArt::Pieces,
        },
        (None, None) => CoverArt::Solution,
    };
    let ground = cover.color.map(|raw| read_color(reader.node(raw)));
    Ok(Cover {
        art,
        ground: ground.transpose()?,
    })
}
