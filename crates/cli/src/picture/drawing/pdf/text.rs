//! Fonts in a PDF: the glyphs that are used, and their characters.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Rect, Ref, Str};
use subsetter::GlyphRemapper;

use super::super::font::{Font, advance, glyph};
use super::super::scene::FontWeight;
use super::{PdfError, PdfWriter, packed};

/// A font to embed, with the glyphs that the document uses.
#[derive(Debug)]
pub(super) struct EmbeddedFont<'f> {
    font: &'f Font,
    glyphs: GlyphRemapper,
    /// For each glyph index in the subset, the character and the width in thousandths of the font
    /// size.
    used: BTreeMap<u16, (char, f32)>,
}

/// The resource name of a font.
pub(super) fn name(weight: FontWeight) -> &'static [u8] {
    match weight {
        FontWeight::Regular => b"F0",
        FontWeight::Bold => b"F1",
    }
}

const SYSTEM: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

impl<'f> EmbeddedFont<'f> {
    pub(super) fn new(font: &'f Font) -> Self {
        Self {
            font,
            glyphs: GlyphRemapper::new(),
            used: BTreeMap::new(),
        }
    }

    pub(super) fn is_used(&self) -> bool {
        !self.used.is_empty()
    }

    /// A text as glyph ids of two bytes each, and its width relative to the font size.
    pub(super) fn encode(&mut self, text: &str) -> (Vec<u8>, f64) {
        let (mut bytes, mut width) = (Vec::new(), 0.0);
        let Some(face) = self.font.face() else {
            return (bytes, width);
        };
        for character in text.chars() {
            let glyph = glyph(&face, character);
            let number = self.glyphs.remap(glyph.0);
            let wide = advance(&face, glyph);
            self.used
                .entry(number)
                .or_insert_with(|| (character, thousandths(wide)));
            bytes.extend(number.to_be_bytes());
            width += wide;
        }
        (bytes, width)
    }

    /// Writes the subset of the font. Returns its object number.
    pub(super) fn write(
        &self,
        weight: FontWeight,
        writer: &mut PdfWriter,
    ) -> Result<Ref, PdfError> {
        let face = self
            .font
            .face()
            .ok_or(PdfError::Font(subsetter::Error::MalformedFont))?;
        let subset =
            subsetter::subset(self.font.data(), 0, &self.glyphs).map_err(PdfError::Font)?;
        let [font, cid, descriptor, cmap, file] = [(); 5].map(|()| writer.id());
        let compact = face.tables().cff.is_some();
        let base = base_name(&face, weight);
        let scale = 1000.0 / f32::from(face.units_per_em().max(1));
        let pdf = &mut writer.pdf;

        pdf.type0_font(font)
            .base_font(Name(&base))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(cmap);

        let mut object = pdf.cid_font(cid);
        object
            .subtype(if compact {
                CidFontType::Type0
            } else {
                CidFontType::Type2
            })
            .base_font(Name(&base))
            .system_info(SYSTEM)
            .font_descriptor(descriptor)
            .default_width(0.0);
        if !compact {
            object.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        let mut widths = object.widths();
        for (&number, &(_, width)) in &self.used {
            widths.consecutive(number, [width]);
        }
        widths.finish();
        object.finish();

        let bounds = face.global_bounding_box();
        let scaled = |value: i16| f32::from(value) * scale;
        let mut object = pdf.font_descriptor(descriptor);
        object
            .name(Name(&base))
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(
                scaled(bounds.x_min),
                scaled(bounds.y_min),
                scaled(bounds.x_max),
                scaled(bounds.y_max),
            ))
            .italic_angle(face.italic_angle())
            .ascent(scaled(face.ascender()))
            .descent(scaled(face.descender()))
            .cap_height(scaled(face.capital_height().unwrap_or(face.ascender())))
            .stem_v(match weight {
                FontWeight::Regular => 90.0,
                FontWeight::Bold => 150.0,
            });
        if compact {
            object.font_file3(file);
        } else {
            object.font_file2(file);
        }
        object.finish();

        let mut unicode = UnicodeCmap::new(Name(b"Tilewright"), SYSTEM);
        for (&number, &(character, _)) in &self.used {
            unicode.pair(number, character);
        }
        pdf.cmap(cmap, &unicode.finish());

        let bytes = packed(&subset);
        let mut stream = pdf.stream(file, &bytes);
        stream.filter(Filter::FlateDecode);
        if compact {
            stream.pair(Name(b"Subtype"), Name(b"OpenType"));
        } else {
            let length = i32::try_from(subset.len()).unwrap_or(i32::MAX);
            stream.pair(Name(b"Length1"), length);
        }
        Ok(font)
    }
}

/// The name of a subset: a tag of six letters, a plus sign, and the font's name.
fn base_name(face: &ttf_parser::Face<'_>, weight: FontWeight) -> Vec<u8> {
    let own = face
        .names()
        .into_iter()
        .filter(|name| name.name_id == ttf_parser::name_id::POST_SCRIPT_NAME)
        .find_map(|name| name.to_string())
        .unwrap_or_else(|| "Font".to_owned());
    let mut name = match weight {
        FontWeight::Regular => b"TWREGA+".to_vec(),
        FontWeight::Bold => b"TWBOLD+".to_vec(),
    };
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    name.extend(own.bytes().filter(plain).take(63));
    name
}

#[expect(clippy::cast_possible_truncation, reason = "a width of a few thousand")]
fn thousandths(width: f64) -> f32 {
    (width * 1000.0) as f32
}
