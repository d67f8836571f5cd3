//! Writes a BurrTools file.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use flate2::{Compression, GzBuilder};

use super::file::{BurrFile, BurrProblem, BurrShape, BurrVoxel, VoxelState};

impl BurrFile {
    /// The file as XML.
    ///
    /// Cost: linear in the number of cells of the boxes around all shapes.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut text = String::from("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n");
        // Writing to a string cannot fail.
        let mut line = |words: String| text += &(words + "\n");
        line(format!("<gridType type=\"{}\"/>", self.grid.number()));
        line("<colors>".to_owned());
        for [red, green, blue] in &self.colors {
            line(format!(
                "<color red=\"{red}\" green=\"{green}\" blue=\"{blue}\"/>"
            ));
        }
        line("</colors>\n<shapes>".to_owned());
        for shape in &self.shapes {
            line(shape_as_xml(shape));
        }
        line("</shapes>\n<problems>".to_owned());
        for problem in &self.problems {
            line(problem_as_xml(problem));
        }
        line("</problems>".to_owned());
        line(format!(
            "<comment>{}</comment>\n</puzzle>",
            escaped(&self.comment)
        ));
        text
    }

    /// The file in the form that BurrTools writes: XML compressed with gzip. Equal files give equal bytes.
    ///
    /// # Errors
    ///
    /// None in practice, because compression in memory does not fail.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut writer = GzBuilder::new().write(Vec::new(), Compression::best());
        writer.write_all(self.to_xml().as_bytes())?;
        writer.finish()
    }
}

fn shape_as_xml(shape: &BurrShape) -> String {
    let [x, y, z] = shape.size();
    let mut text = format!("<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\"");
    if !shape.name.is_empty() {
        let _ = write!(text, " name=\"{}\"", escaped(&shape.name));
    }
    for (name, at) in ["hx", "hy", "hz"].iter().zip(shape.hotspot) {
        if at != 0 {
            let _ = write!(text, " {name}=\"{at}\"");
        }
    }
    text += " type=\"0\">";
    let [x, y, z] = [x, y, z].map(|length| usize::try_from(length).unwrap_or(0));
    let place = |voxel: &BurrVoxel| {
        let [left, front, low] = voxel.at.map(|at| usize::try_from(at).unwrap_or(0));
        left + x * (front + y * low)
    };
    let mut voxels: Vec<(usize, &BurrVoxel)> = shape.voxels.iter().map(|v| (place(v), v)).collect();
    // If a cell is listed twice, the last entry counts.
    voxels.sort_by_key(|(place, _)| *place);
    let mut from = 0;
    for (index, (place, voxel)) in voxels.iter().enumerate() {
        if voxels.get(index + 1).is_some_and(|(next, _)| next == place) {
            continue;
        }
        text.extend(std::iter::repeat_n('_', place - from));
        from = place + 1;
        text.push(match voxel.state {
            VoxelState::Fixed => '#',
            VoxelState::Variable => '+',
        });
        if voxel.color > 0 {
            let _ = write!(text, "{}", voxel.color);
        }
    }
    text.extend(std::iter::repeat_n('_', x * y * z - from));
    text += "</voxel>";
    text
}

fn problem_as_xml(problem: &BurrProblem) -> String {
    let mut text = String::from("<problem");
    if !problem.name.is_empty() {
        let _ = write!(text, " name=\"{}\"", escaped(&problem.name));
    }
    // State 2 is a completed search, state 0 one that has not started. An incomplete search becomes state 0.
    match problem.assembly_count {
        Some(count) => {
            let _ = write!(text, " state=\"2\" assemblies=\"{count}\"");
        }
        None => text += " state=\"0\"",
    }
    if let Some(holes) = problem.max_holes {
        let _ = write!(text, " maxHoles=\"{holes}\"");
    }
    text += ">\n<shapes>\n";
    for piece in &problem.pieces {
        let (id, min, max) = (piece.shape, piece.min, piece.max);
        let _ = if min == max {
            writeln!(text, "<shape id=\"{id}\" count=\"{max}\"/>")
        } else {
            writeln!(text, "<shape id=\"{id}\" min=\"{min}\" max=\"{max}\"/>")
        };
    }
    let _ = writeln!(text, "</shapes>\n<result id=\"{}\"/>", problem.board);
    text += "<bitmap>";
    for (piece, board) in &problem.allowed {
        let (piece, board) = (piece.saturating_sub(1), board.saturating_sub(1));
        let _ = write!(text, "<pair piece=\"{piece}\" result=\"{board}\"/>");
    }
    text += "</bitmap>\n";
    if !problem.assemblies.is_empty() {
        text += "<solutions>\n";
        for (number, assembly) in problem.assemblies.iter().enumerate() {
            let words = assembly.iter().map(|laid| match laid {
                None => "x".to_owned(),
                Some(laid) => {
                    let [x, y, z] = laid.at;
                    format!("{x} {y} {z} {}", laid.turn)
                }
            });
            let words: Vec<String> = words.collect();
            let words = words.join(" ");
            let _ = writeln!(
                text,
                "<solution asmNum=\"{number}\"><assembly>{words}</assembly></solution>"
            );
        }
        text += "</solutions>\n";
    }
    text += "</problem>";
    text
}

/// A text escaped for XML elements and attributes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // XML does not allow these characters, so they become the replacement character.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                escaped.push('\u{fffd}');
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
