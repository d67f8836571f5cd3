//! 3MF: meshes with names, colours and units, each once, and where their copies stand.
//!
//! A zip archive of three XML files: what types of file there are, which one is the model, and the
//! model. Source: 3MF Consortium, "3D Manufacturing Format, Core Specification", version 1.3.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::archive::archive;
use super::mesh::Mesh;
use super::placing::Placing;
use crate::picture::drawing::svg::XmlText;
use crate::puzzle::Color;

/// A thing to be made.
#[derive(Debug, Clone)]
pub struct Object<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its colour.
    pub color: Color,
    /// Its surface.
    pub mesh: &'a Mesh,
    /// Where its copies stand.
    pub placings: Vec<Placing>,
}

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"#;

const RELATIONSHIPS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="model" Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"#;

/// Writes objects as one file; the same objects give the same bytes.
///
/// # Errors
///
/// Those of `out`.
pub fn threemf(title: &str, objects: &[Object<'_>], out: &mut dyn Write) -> io::Result<()> {
    let model = model(title, objects);
    let files = [
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", RELATIONSHIPS.as_bytes()),
        ("3D/3dmodel.model", model.as_bytes()),
    ];
    archive(&files, out)
}

/// The model, as XML.
pub(super) fn model(title: &str, objects: &[Object<'_>]) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <model unit=\"millimeter\" xml:lang=\"en\" \
         xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n\
         <metadata name=\"Title\">{}</metadata>\n\
         <metadata name=\"Application\">tilewright</metadata>\n<resources>\n\
         <basematerials id=\"1\">\n",
        XmlText(title)
    );
    // Writing to a string cannot fail.
    for object in objects {
        let _ = writeln!(
            text,
            "<base name=\"{}\" displaycolor=\"{}\"/>",
            XmlText(object.name),
            object.color
        );
    }
    text.push_str("</basematerials>\n");
    for (index, object) in objects.iter().enumerate() {
        let _ = writeln!(
            text,
            "<object id=\"{}\" type=\"model\" name=\"{}\" pid=\"1\" pindex=\"{index}\">\n<mesh>\n\
             <vertices>",
            index + 2,
            XmlText(object.name)
        );
        for &[x, y, z] in &object.mesh.vertices {
            let [x, y, z] = [x, y, z].map(Decimal);
            let _ = writeln!(text, "<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>");
        }
        text.push_str("</vertices>\n<triangles>\n");
        for [a, b, c] in &object.mesh.triangles {
            let _ = writeln!(text, "<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
        }
        text.push_str("</triangles>\n</mesh>\n</object>\n");
    }
    text.push_str("</resources>\n<build>\n");
    for (index, object) in objects.iter().enumerate() {
        for placing in &object.placings {
            // Rows are multiplied from the left: the images of x, y and z, then the shift.
            let (cosine, sine) = placing.turn();
            let [x, y, z] = placing.shift.map(Decimal);
            let _ = writeln!(
                text,
                "<item objectid=\"{}\" transform=\"{cosine} {sine} 0 {} {cosine} 0 0 0 1 {x} {y} {z}\"/>",
                index + 2,
                -sine
            );
        }
    }
    text.push_str("</build>\n</model>\n");
    text
}

/// Grains as millimetres, with all their digits.
struct Decimal(i32);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let grains = self.0.unsigned_abs();
        write!(f, "{sign}{}", grains / 10_000)?;
        match grains % 10_000 {
            0 => Ok(()),
            rest => {
                let digits = format!("{rest:04}");
                write!(f, ".{}", digits.trim_end_matches('0'))
            }
        }
    }
}
