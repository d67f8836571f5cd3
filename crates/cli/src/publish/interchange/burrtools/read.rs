//! Reads a BurrTools file: gzip, XML, numbers.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use roxmltree::{Document, Node, ParsingOptions};
use thiserror::Error;

use super::file::{
    Assembly, BurrFile, BurrPiece, BurrProblem, BurrShape, BurrVoxel, Laid, VoxelState,
};
use super::grid::BurrGrid;

/// The maximum size of a file after decompression: 64 MiB.
pub const MAX_XML_BYTES: u64 = 64 << 20;

/// The maximum number of XML nodes in a file.
const MAX_NODES: u32 = 1_000_000;

/// The maximum number of attributes of an element. The parser compares each attribute with all
/// previous ones, so its time is quadratic in their number.
pub const MAX_ATTRIBUTES: usize = 64;

/// The maximum side of a shape, and the maximum absolute value of a coordinate.
const MAX_COORDINATE: i32 = 10_000;

const MIN_COORDINATE: i32 = -MAX_COORDINATE;

/// The maximum number of pieces of a problem including copies, which is also the maximum length of
/// an assembly.
const MAX_COPIES: u64 = 100_000;

/// Why a file could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BurrFileError {
    /// The compressed data are damaged.
    #[error("cannot decompress the file: {0}")]
    Compressed(#[from] io::Error),
    /// The decompressed text is longer than [`MAX_XML_BYTES`].
    #[error("the text is longer than 64 MiB, the limit")]
    TooLong,
    /// The text is not XML.
    #[error("not XML: {0}")]
    Xml(#[from] roxmltree::Error),
    /// An element has more than [`MAX_ATTRIBUTES`] attributes.
    #[error("line {line}: an element has more than {MAX_ATTRIBUTES} attributes, the limit")]
    TooManyAttributes {
        /// The number of the element's line in the text, from 1.
        line: usize,
    },
    /// The text is XML, but not a valid file of BurrTools.
    #[error("line {line}: {what}")]
    Malformed {
        /// The number of the line with the error, from 1.
        line: u32,
        /// What is wrong, as a clause for the message.
        what: String,
    },
}

impl BurrFile {
    /// Reads a file, compressed or not. Text that is not UTF-8 is read as Latin-1, the encoding of old
    /// files.
    ///
    /// Cost: linear in the length of the text.
    ///
    /// # Errors
    ///
    /// [`BurrFileError`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::publish::interchange::burrtools::BurrFile;
    ///
    /// let text = r##"<puzzle version="2"><gridType type="0"/><shapes>
    ///     <voxel x="2" y="2" z="1" type="0" name="tray">####</voxel>
    ///     <voxel x="2" y="1" z="1" type="0">##</voxel></shapes>
    ///     <problems><problem state="0"><shapes><shape id="1" count="2"/></shapes><result id="0"/>
    ///     </problem></problems></puzzle>"##;
    /// let file = BurrFile::read(text.as_bytes())?;
    /// assert_eq!(file.shapes[0].name, "tray");
    /// assert_eq!(file.problems[0].pieces[0].max, 2);
    /// # Ok::<(), tilewright::publish::interchange::burrtools::BurrFileError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, BurrFileError> {
        let text = text(bytes)?;
        check_attributes(&text)?;
        let options = ParsingOptions {
            nodes_limit: MAX_NODES,
            ..ParsingOptions::default()
        };
        let document = Document::parse_with_options(&text, options)?;
        let root = document.root_element();
        if !root.has_tag_name("puzzle") {
            return Err(wrong(root, "this is not a BurrTools puzzle"));
        }
        let mut file = Self {
            grid: BurrGrid::Bricks,
            colors: Vec::new(),
            shapes: Vec::new(),
            problems: Vec::new(),
            comment: child(root, "comment")
                .and_then(|comment| comment.text())
                .unwrap_or_default()
                .to_owned(),
        };
        if let Some(grid) = child(root, "gridType") {
            let number = number(grid, "type")?.unwrap_or(0);
            file.grid = BurrGrid::of_number(number)
                .ok_or_else(|| wrong(grid, format!("no grid has the number {number}")))?;
        }
        for color in children(root, "colors", "color") {
            let part = |name| number::<u8>(color, name).map(Option::unwrap_or_default);
            file.colors
                .push([part("red")?, part("green")?, part("blue")?]);
        }
        for node in children(root, "shapes", "voxel") {
            file.shapes.push(shape(node, file.grid)?);
        }
        for node in children(root, "problems", "problem") {
            file.problems.push(problem(node, file.shapes.len())?);
        }
        Ok(file)
    }
}

/// The decompressed text of a file.
fn text(bytes: &[u8]) -> Result<String, BurrFileError> {
    let mut plain = Vec::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut reader = MultiGzDecoder::new(bytes).take(MAX_XML_BYTES + 1);
        reader.read_to_end(&mut plain)?;
    } else {
        plain.extend_from_slice(bytes);
    }
    if plain.len() as u64 > MAX_XML_BYTES {
        return Err(BurrFileError::TooLong);
    }
    Ok(String::from_utf8(plain).unwrap_or_else(|error| {
        let latin = error.into_bytes().into_iter();
        latin.map(char::from).collect()
    }))
}

fn shape(node: Node<'_, '_>, grid: BurrGrid) -> Result<BurrShape, BurrFileError> {
    let axis = |name| match number::<i32>(node, name)? {
        Some(length @ 1..=MAX_COORDINATE) => Ok(length),
        _ => Err(wrong(node, format!("{name} is 1 to {MAX_COORDINATE}"))),
    };
    let size = [axis("x")?, axis("y")?, axis("z")?];
    let hotspot = |name| match number::<i32>(node, name)?.unwrap_or(0) {
        at @ MIN_COORDINATE..=MAX_COORDINATE => Ok(at),
        _ => Err(wrong(node, format!("{name} is too far away"))),
    };
    let mut voxels: Vec<BurrVoxel> = Vec::new();
    let mut at = [0; 3];
    let mut color_of_last = false;
    for character in node.text().unwrap_or_default().chars() {
        let state = match character {
            '#' => Some(VoxelState::Fixed),
            '+' => Some(VoxelState::Variable),
            '_' => None,
            '0'..='9' if color_of_last => {
                let digit = character.to_digit(10).unwrap_or(0);
                if let Some(voxel) = voxels.last_mut() {
                    let color = u32::from(voxel.color) * 10 + digit;
                    voxel.color = match u8::try_from(color) {
                        Ok(color @ 0..=63) => color,
                        _ => return Err(wrong(node, "a colour is 1 to 63")),
                    };
                }
                continue;
            }
            _ if character.is_whitespace() => continue,
            _ => {
                let what = format!("{character:?} is not a cell: cells are `_`, `#` and `+`");
                return Err(wrong(node, what));
            }
        };
        if at[2] >= size[2] {
            return Err(wrong(node, "there are more cells than x × y × z"));
        }
        if let Some(state) = state {
            if !grid.has(at) {
                return Err(wrong(node, "balls lie where x + y + z is even"));
            }
            let color = 0;
            voxels.push(BurrVoxel { at, state, color });
        }
        color_of_last = state.is_some();
        at = after(at, size);
    }
    if at != [0, 0, size[2]] {
        return Err(wrong(node, "there are fewer cells than x × y × z"));
    }
    Ok(BurrShape {
        name: node.attribute("name").unwrap_or_default().to_owned(),
        voxels,
        hotspot: [hotspot("hx")?, hotspot("hy")?, hotspot("hz")?],
    })
}

/// The cell after the given one in the order of the file: x varies fastest, then y, then z.
fn after([x, y, z]: [i32; 3], size: [i32; 3]) -> [i32; 3] {
    if x + 1 < size[0] {
        [x + 1, y, z]
    } else if y + 1 < size[1] {
        [0, y + 1, z]
    } else {
        [0, 0, z + 1]
    }
}

fn problem(node: Node<'_, '_>, shapes: usize) -> Result<BurrProblem, BurrFileError> {
    let index = |node: Node<'_, '_>| match number::<usize>(node, "id")? {
        Some(id) if id < shapes => Ok(id),
        _ => Err(wrong(node, format!("there are {shapes} shapes, from 0"))),
    };
    let Some(board) = child(node, "result") else {
        return Err(wrong(node, "a problem has a `result`, the shape to fill"));
    };
    let mut problem = BurrProblem {
        name: node.attribute("name").unwrap_or_default().to_owned(),
        board: index(board)?,
        max_holes: number(node, "maxHoles")?,
        ..BurrProblem::default()
    };
    // State 2 is a completed search. Before that, the number of assemblies is not final.
    if number::<u32>(node, "state")? == Some(2) {
        problem.assembly_count = number(node, "assemblies")?;
    }
    let mut copies = 0;
    for piece in children(node, "shapes", "shape") {
        let count = number(piece, "count")?;
        let (min, max) = match count {
            Some(count) => (count, count),
            None => (
                number(piece, "min")?.unwrap_or(0),
                number(piece, "max")?.unwrap_or(1),
            ),
        };
        copies += u64::from(max);
        if min > max || copies > MAX_COPIES {
            return Err(wrong(piece, format!("from {min} to {max} pieces")));
        }
        let shape = index(piece)?;
        problem.pieces.push(BurrPiece { shape, min, max });
    }
    for pair in children(node, "bitmap", "pair") {
        // The allowed pairs number colours from 0, cells number them from 1.
        let color = |name| match number::<u8>(pair, name)? {
            Some(color @ 0..63) => Ok(color + 1),
            _ => Err(wrong(pair, "a colour is 0 to 62 here")),
        };
        problem.allowed.push((color("piece")?, color("result")?));
    }
    for solution in children(node, "solutions", "solution") {
        if let Some(laid) = child(solution, "assembly") {
            problem.assemblies.push(assembly(laid, copies)?);
        }
    }
    Ok(problem)
}

/// Reads an assembly, the positions of `copies` pieces.
fn assembly(node: Node<'_, '_>, copies: u64) -> Result<Assembly, BurrFileError> {
    let mut words = node.text().unwrap_or_default().split_whitespace();
    let mut assembly = Assembly::new();
    while let Some(word) = words.next() {
        if word == "x" {
            assembly.push(None);
            continue;
        }
        let mut at = [0; 3];
        let mut next = Some(word);
        for place in &mut at {
            let place_is = next.and_then(|word| word.parse().ok());
            *place = match place_is {
                Some(far @ MIN_COORDINATE..=MAX_COORDINATE) => far,
                _ => return Err(wrong(node, "a piece lies at `x y z turn`, or is `x`")),
            };
            next = words.next();
        }
        let Some(turn) = next.and_then(|word| word.parse().ok()) else {
            return Err(wrong(node, "a piece lies at `x y z turn`, or is `x`"));
        };
        assembly.push(Some(Laid { at, turn }));
    }
    if assembly.len() as u64 != copies {
        let what = format!("an assembly of {} pieces, not {copies}", assembly.len());
        return Err(wrong(node, what));
    }
    Ok(assembly)
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// The elements `name` within the first element `list` of a node.
fn children<'a, 'i>(
    node: Node<'a, 'i>,
    list: &'static str,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    let list = child(node, list).into_iter();
    list.flat_map(move |list| list.children())
        .filter(move |child| child.has_tag_name(name))
}

/// The value of a numeric attribute, if present.
fn number<T: std::str::FromStr>(
    node: Node<'_, '_>,
    name: &str,
) -> Result<Option<T>, BurrFileError> {
    let Some(text) = node.attribute(name) else {
        return Ok(None);
    };
    let number = text.trim().parse().ok();
    number
        .map(Some)
        .ok_or_else(|| wrong(node, format!("{name}={text:?} is not a valid number here")))
}

fn wrong(node: Node<'_, '_>, what: impl Into<String>) -> BurrFileError {
    BurrFileError::Malformed {
        line: node.document().text_pos_at(node.range().start).row,
        what: what.into(),
    }
}

/// Rejects elements with too many attributes before the parser sees them. Cost: linear in the text.
fn check_attributes(text: &str) -> Result<(), BurrFileError> {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>")].iter();
        let mut skipped = skipped.filter(|(open, _)| rest.starts_with(open));
        let end = match skipped.next() {
            Some((_, close)) => rest.find(close),
            None => end_of_tag(rest).map_err(|at| BurrFileError::TooManyAttributes {
                line: text[..text.len() - rest.len() + at].matches('\n').count() + 1,
            })?,
        };
        let Some(end) = end else { break };
        rest = &rest[end..];
    }
    Ok(())
}

/// The position at which the tag at the start of a text ends; `None` if it does not end. The error
/// is the position of the first attribute beyond the limit.
fn end_of_tag(text: &str) -> Result<Option<usize>, usize> {
    let (mut quote, mut attributes) = (None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (None, b'>') => return Ok(Some(at)),
            (None, b'"' | b'\'') => {
                quote = Some(byte);
                attributes += 1;
                if attributes > MAX_ATTRIBUTES {
                    return Err(at);
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parser's time is quadratic in the number of attributes, so an element with many must not reach it.
    #[test]
    fn an_element_with_many_attributes_is_refused_unparsed() {
        let element = |attributes: usize| {
            let attributes = (0..attributes).map(|number| format!(" a{number}=\"1 > 0\""));
            format!(
                "<!-- don't -->\n<puzzle{}/>",
                attributes.collect::<String>()
            )
        };
        let refused = BurrFile::read(element(40_000).as_bytes()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "line 2: an element has more than 64 attributes, the limit"
        );
        let many = BurrFile::read(element(MAX_ATTRIBUTES).as_bytes());
        assert!(!matches!(
            many,
            Err(BurrFileError::TooManyAttributes { .. })
        ));
        let comment = format!("<!-- {} --><puzzle/>", "\"a\" ".repeat(100));
        let comment = BurrFile::read(comment.as_bytes());
        assert!(!matches!(
            comment,
            Err(BurrFileError::TooManyAttributes { .. })
        ));
    }
}
