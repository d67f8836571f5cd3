//! DXF for cutters: version AC1015 (`AutoCAD` 2000), millimetres, one closed polyline per contour.
//!
//! Arcs are bulges of the polylines, so cutters run smoothly. Layer `CUT` is red, layer `ENGRAVE`
//! blue. The y axis points up. A file is a list of line pairs: a group code and a value. AC1015 is
//! the oldest version with lightweight polylines and units; it requires the tables, blocks and
//! objects below. Source: Autodesk, "DXF Reference", 2000.

use std::fmt::{Display, Write};

use super::contour::Contour;
use super::nest::MaterialSheet;
use super::part::{CutPart, PartLabel};
use crate::picture::drawing::Path;

/// The maximum deviation of engraved polylines from curves, in millimetres.
const TOLERANCE: f64 = 0.01;

/// The layers of the file, with their colour numbers.
const LAYERS: [(&str, u8); 3] = [("0", 7), ("CUT", 1), ("ENGRAVE", 5)];

/// The handles (ids of objects) to which other objects refer.
mod handle {
    pub(super) const BLOCK_RECORDS: u32 = 0x1;
    pub(super) const MODEL: u32 = 0x2;
    pub(super) const PAPER: u32 = 0x3;
    pub(super) const ROOT: u32 = 0x4;
    pub(super) const GROUPS: u32 = 0x5;
    /// The first handle for all other objects, which get consecutive handles.
    pub(super) const FREE: u32 = 0x10;
}

/// The DXF file of a sheet, with parts in their positions.
pub fn dxf(sheet: MaterialSheet, parts: &[CutPart]) -> String {
    let mut file = DxfFile {
        text: String::new(),
        next: handle::FREE,
        height: sheet.height,
    };
    // The body is written first, because the header contains the first free handle.
    file.tables(sheet);
    file.blocks();
    file.section("ENTITIES");
    for part in parts {
        file.lines(&part.engraving);
        if let Some(label) = &part.label {
            file.label(label);
        }
    }
    for part in parts {
        for contour in part.contours.iter().rev() {
            file.contour(contour);
        }
    }
    file.pair(0, "ENDSEC");
    file.objects();
    file.pair(0, "EOF");
    let body = std::mem::take(&mut file.text);
    file.header(sheet);
    file.text + &body
}

struct DxfFile {
    text: String,
    /// The next handle to be assigned.
    next: u32,
    /// The height of the sheet. Subtracting y coordinates from it inverts the y axis.
    height: f64,
}

impl DxfFile {
    fn pair(&mut self, code: u16, value: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{code:>3}\n{value}\n");
    }

    fn pairs<V: Display>(&mut self, pairs: impl IntoIterator<Item = (u16, V)>) {
        for (code, value) in pairs {
            self.pair(code, value);
        }
    }

    fn number(&mut self, code: u16, value: f64) {
        let text = format!("{value:.6}");
        let text = text.trim_end_matches('0');
        let text = if text.ends_with('.') {
            format!("{text}0")
        } else {
            text.to_owned()
        };
        self.pair(code, if text == "-0.0" { "0.0" } else { &text });
    }

    fn point(&mut self, code: u16, x: f64, y: f64) {
        self.number(code, x);
        self.number(code + 10, y);
    }

    /// Writes a new handle, then the handle of the object's owner. Returns the new handle.
    fn handle(&mut self, owner: u32) -> u32 {
        let handle = self.next;
        self.next += 1;
        self.pair(5, format_args!("{handle:X}"));
        self.pair(330, format_args!("{owner:X}"));
        handle
    }

    fn section(&mut self, name: &str) {
        self.pairs([(0, "SECTION"), (2, name)]);
    }

    fn header(&mut self, sheet: MaterialSheet) {
        self.section("HEADER");
        self.pairs([(9, "$ACADVER"), (1, "AC1015")]);
        self.pairs([(9, "$HANDSEED"), (5, &format!("{:X}", self.next))]);
        // The unit is millimetres.
        self.pairs([(9, "$INSUNITS"), (70, "4")]);
        self.pairs([(9, "$MEASUREMENT"), (70, "1")]);
        for (name, x, y) in [
            ("$EXTMIN", 0.0, 0.0),
            ("$EXTMAX", sheet.width, sheet.height),
        ] {
            self.pair(9, name);
            self.point(10, x, y);
            self.number(30, 0.0);
        }
        self.pair(0, "ENDSEC");
    }

    /// Begins a table; returns its handle.
    fn table(&mut self, name: &str, entries: usize) -> u32 {
        self.pairs([(0, "TABLE"), (2, name)]);
        let handle = self.handle(0);
        self.pair(100, "AcDbSymbolTable");
        self.pair(70, entries);
        handle
    }

    fn entry(&mut self, table: u32, kind: &str, class: &str, name: &str) {
        self.pair(0, kind);
        if kind == "DIMSTYLE" {
            let handle = self.next;
            self.next += 1;
            self.pair(105, format_args!("{handle:X}"));
            self.pair(330, format_args!("{table:X}"));
        } else {
            self.handle(table);
        }
        self.pairs([(100, "AcDbSymbolTableRecord"), (100, class), (2, name)]);
        self.pair(70, 0);
    }

    fn tables(&mut self, sheet: MaterialSheet) {
        self.section("TABLES");
        let table = self.table("VPORT", 1);
        self.entry(table, "VPORT", "AcDbViewportTableRecord", "*ACTIVE");
        self.point(10, 0.0, 0.0);
        self.point(11, 1.0, 1.0);
        self.point(12, sheet.width / 2.0, sheet.height / 2.0);
        self.number(40, sheet.height);
        self.number(41, sheet.width / sheet.height);
        self.pair(0, "ENDTAB");
        let table = self.table("LTYPE", 3);
        for name in ["ByBlock", "ByLayer", "Continuous"] {
            self.entry(table, "LTYPE", "AcDbLinetypeTableRecord", name);
            self.pairs([(3, ""), (72, "65"), (73, "0"), (40, "0.0")]);
        }
        self.pair(0, "ENDTAB");
        let table = self.table("LAYER", LAYERS.len());
        for (name, color) in LAYERS {
            self.entry(table, "LAYER", "AcDbLayerTableRecord", name);
            self.pair(62, color);
            self.pair(6, "Continuous");
        }
        self.pair(0, "ENDTAB");
        let table = self.table("STYLE", 1);
        self.entry(table, "STYLE", "AcDbTextStyleTableRecord", "Standard");
        self.pairs([
            (40, "0.0"),
            (41, "1.0"),
            (50, "0.0"),
            (71, "0"),
            (42, "2.5"),
            (3, "txt"),
            (4, ""),
        ]);
        self.pair(0, "ENDTAB");
        for name in ["VIEW", "UCS"] {
            self.table(name, 0);
            self.pair(0, "ENDTAB");
        }
        let table = self.table("APPID", 1);
        self.entry(table, "APPID", "AcDbRegAppTableRecord", "ACAD");
        self.pair(0, "ENDTAB");
        let table = self.table("DIMSTYLE", 1);
        self.pair(100, "AcDbDimStyleTable");
        self.entry(table, "DIMSTYLE", "AcDbDimStyleTableRecord", "Standard");
        self.pair(0, "ENDTAB");
        self.pairs([(0, "TABLE"), (2, "BLOCK_RECORD")]);
        self.pair(5, format_args!("{:X}", handle::BLOCK_RECORDS));
        self.pairs([(330, "0"), (100, "AcDbSymbolTable"), (70, "2")]);
        for (name, handle) in [
            ("*Model_Space", handle::MODEL),
            ("*Paper_Space", handle::PAPER),
        ] {
            self.pair(0, "BLOCK_RECORD");
            self.pair(5, format_args!("{handle:X}"));
            self.pair(330, format_args!("{:X}", handle::BLOCK_RECORDS));
            self.pairs([
                (100, "AcDbSymbolTableRecord"),
                (100, "AcDbBlockTableRecord"),
                (2, name),
            ]);
        }
        self.pairs([(0, "ENDTAB"), (0, "ENDSEC")]);
    }

    fn blocks(&mut self) {
        self.section("BLOCKS");
        for (name, owner) in [
            ("*Model_Space", handle::MODEL),
            ("*Paper_Space", handle::PAPER),
        ] {
            for (kind, class) in [("BLOCK", "AcDbBlockBegin"), ("ENDBLK", "AcDbBlockEnd")] {
                self.pair(0, kind);
                self.handle(owner);
                self.pairs([(100, "AcDbEntity"), (8, "0"), (100, class)]);
                if kind == "BLOCK" {
                    self.pairs([(2, name), (70, "0")]);
                    self.point(10, 0.0, 0.0);
                    self.number(30, 0.0);
                    self.pairs([(3, name), (1, "")]);
                }
            }
        }
        self.pair(0, "ENDSEC");
    }

    fn objects(&mut self) {
        self.section("OBJECTS");
        for (handle, owner) in [(handle::ROOT, 0), (handle::GROUPS, handle::ROOT)] {
            self.pair(0, "DICTIONARY");
            self.pair(5, format_args!("{handle:X}"));
            self.pair(330, format_args!("{owner:X}"));
            self.pairs([(100, "AcDbDictionary"), (281, "1")]);
            if handle == handle::ROOT {
                self.pair(3, "ACAD_GROUP");
                self.pair(350, format_args!("{:X}", handle::GROUPS));
            }
        }
        self.pair(0, "ENDSEC");
    }

    fn entity(&mut self, kind: &str, layer: &str, class: &str) {
        self.pair(0, kind);
        self.handle(handle::MODEL);
        self.pairs([(100, "AcDbEntity"), (8, layer), (100, class)]);
    }

    fn contour(&mut self, contour: &Contour) {
        self.entity("LWPOLYLINE", "CUT", "AcDbPolyline");
        self.pair(90, contour.nodes.len());
        self.pair(70, 1);
        for node in &contour.nodes {
            self.point(10, node.at.x, self.height - node.at.y);
            if node.bulge != 0.0 {
                // Negated, because inverting the y axis reverses the direction of turns.
                self.number(42, -node.bulge);
            }
        }
    }

    /// Writes engraved lines, with curves as polylines.
    fn lines(&mut self, path: &Path) {
        for (points, closed) in path.polylines(TOLERANCE) {
            self.entity("LWPOLYLINE", "ENGRAVE", "AcDbPolyline");
            self.pair(90, points.len());
            self.pair(70, u8::from(closed));
            for p in points {
                self.point(10, p.x, self.height - p.y);
            }
        }
    }

    fn label(&mut self, label: &PartLabel) {
        self.entity("TEXT", "ENGRAVE", "AcDbText");
        let (x, y) = (label.at.x, self.height - label.at.y);
        self.point(10, x, y);
        self.number(30, 0.0);
        // The font size in DXF is the height of capitals.
        self.number(40, label.size * 0.7);
        self.pair(1, escaped(&label.text));
        self.number(50, (-label.along.y).atan2(label.along.x).to_degrees());
        // The text is centred at the point that follows.
        self.pair(72, 1);
        self.point(11, x, y);
        self.number(31, 0.0);
        self.pairs([(100, "AcDbText"), (73, "2")]);
    }
}

/// A text in the encoding of AC1015: `\U+` and four hexadecimal digits for characters other than ASCII, and a
/// blank after `^`.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut units = [0; 2];
    for character in text.chars() {
        match character {
            '^' => escaped.push_str("^ "),
            ' '..='~' => escaped.push(character),
            '\0'..='\u{1f}' => escaped.push('?'),
            _ => {
                for unit in character.encode_utf16(&mut units) {
                    let _ = write!(escaped, "\\U+{unit:04X}");
                }
            }
        }
    }
    escaped
}
