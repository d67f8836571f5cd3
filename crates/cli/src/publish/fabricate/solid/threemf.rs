//! 3MF: meshes with names, colours and units. Each mesh is written once, with the positions of its copies.
//!
//! A file is a zip archive of three XML files: the file types, the reference to the model, and the
//! model. Source: 3MF Consortium, "3D Manufacturing Format, Core Specification", version 1.3.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::archive::archive;
use super::mesh::Mesh;
use super::placing::Placing;
use crate::puzzle::Color;
use crate::support::xml::XmlText;

/// An object of a 3MF file: a printed piece, with its inlays and the positions of its copies.
#[derive(Debug, Clone)]
pub struct Object<'a> {
    /// The object's name, which slicers show.
    pub name: &'a str,
    /// The colour of the object without its inlays.
    pub color: Color,
    /// The surface of the object without its inlays.
    pub mesh: &'a Mesh,
    /// The parts in other colours, in their positions within the object.
    pub inlays: Vec<ColoredMesh<'a>>,
    /// The positions of the object's copies.
    pub placings: Vec<Placing>,
}

/// A part of an object in one colour.
#[derive(Debug, Clone, Copy)]
pub struct ColoredMesh<'a> {
    /// The part's name, which slicers show.
    pub name: &'a str,
    /// The part's colour.
    pub color: Color,
    /// The part's surface.
    pub mesh: &'a Mesh,
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

/// Writes objects as one file. Equal objects give equal bytes.
///
/// # Errors
///
/// Errors of `out`, and files of 4 GiB or more.
pub fn threemf(title: &str, objects: &[Object<'_>], out: &mut dyn Write) -> io::Result<()> {
    let model = model(title, objects);
    let files = [
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", RELATIONSHIPS.as_bytes()),
        ("3D/3dmodel.model", model.as_bytes()),
    ];
    archive(&files, out)
}

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
    let parts: Vec<Vec<ColoredMesh<'_>>> = objects.iter().map(Object::parts).collect();
    for part in parts.iter().flatten() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<base name=\"{}\" displaycolor=\"{}\"/>",
            XmlText(part.name),
            part.color
        );
    }
    text.push_str("</basematerials>\n");
    let (mut next, mut material) = (2, 0);
    let mut ids = Vec::with_capacity(objects.len());
    for (object, parts) in objects.iter().zip(&parts) {
        let first = next;
        for part in parts {
            write_mesh(part, next, material, &mut text);
            (next, material) = (next + 1, material + 1);
        }
        if parts.len() > 1 {
            let name = XmlText(object.name);
            let _ = writeln!(
                text,
                "<object id=\"{next}\" type=\"model\" name=\"{name}\">\n<components>"
            );
            for id in first..next {
                let _ = writeln!(text, "<component objectid=\"{id}\"/>");
            }
            text.push_str("</components>\n</object>\n");
            next += 1;
        }
        ids.push(next - 1);
    }
    text.push_str("</resources>\n<build>\n");
    for (object, id) in objects.iter().zip(&ids) {
        for placing in &object.placings {
            // Row vectors are multiplied by the matrix: the images of x, y and z, then the translation.
            let (cosine, sine) = placing.turn();
            let [x, y, z] = placing.shift.map(DecimalMillimetres);
            let _ = writeln!(
                text,
                "<item objectid=\"{id}\" transform=\"{cosine} {sine} 0 {} {cosine} 0 0 0 1 {x} {y} {z}\"/>",
                -sine
            );
        }
    }
    text.push_str("</build>\n</model>\n");
    text
}

impl Object<'_> {
    /// The object itself and its inlays.
    fn parts(&self) -> Vec<ColoredMesh<'_>> {
        let own = ColoredMesh {
            name: self.name,
            color: self.color,
            mesh: self.mesh,
        };
        std::iter::once(own)
            .chain(self.inlays.iter().copied())
            .collect()
    }
}

/// Writes a mesh as a separate object with this id and the index of its material.
fn write_mesh(part: &ColoredMesh<'_>, id: usize, material: usize, text: &mut String) {
    let name = XmlText(part.name);
    let _ = writeln!(
        text,
        "<object id=\"{id}\" type=\"model\" name=\"{name}\" pid=\"1\" pindex=\"{material}\">\n\
         <mesh>\n<vertices>"
    );
    for &[x, y, z] in &part.mesh.vertices {
        let [x, y, z] = [x, y, z].map(DecimalMillimetres);
        let _ = writeln!(text, "<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>");
    }
    text.push_str("</vertices>\n<triangles>\n");
    for [a, b, c] in &part.mesh.triangles {
        let _ = writeln!(text, "<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
    }
    text.push_str("</triangles>\n</mesh>\n</object>\n");
}

/// A length in grains, formatted as an exact decimal number of millimetres.
struct DecimalMillimetres(i32);

impl std::fmt::Display for DecimalMillimetres {
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
