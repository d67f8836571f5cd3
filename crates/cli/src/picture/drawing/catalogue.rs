//! Catalogues: any number of solutions as one HTML file of numbered thumbnails.
//!
//! The file is written while solutions are found. Only the placements that have occurred are kept
//! in memory. Each solution is a line of a few short numbers. After the last solution comes an SVG
//! symbol for each placement that occurred. A small script in the file draws only the solutions of
//! the current page, so a browser can open hundreds of thousands of solutions. The file needs
//! neither a network nor other files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use super::artist::Artist;
use super::svg;
use crate::puzzle::PlacedPiece;
use crate::support::xml::XmlText;

const STYLE: &str = include_str!("catalogue/catalogue.css");
const SCRIPT: &str = include_str!("catalogue/catalogue.js");

/// Writes a catalogue, and numbers the placements in order of their first occurrence.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    /// The number of each placement, by the caller's key.
    numbers: BTreeMap<usize, usize>,
    /// The caller's key of each placement, in the order of the placements' numbers.
    keys: Vec<usize>,
    /// The number of solutions written.
    count: u64,
}

impl Catalogue {
    /// Writes the beginning of a catalogue file.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub(crate) fn begin(artist: &Artist<'_>, out: &mut dyn Write) -> io::Result<Self> {
        let puzzle = artist.puzzle();
        let title = XmlText(&puzzle.title);
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<h1>{title}</h1>\n"
        )?;
        if let Some(source) = &puzzle.source {
            writeln!(out, "<p>{}</p>", XmlText(source))?;
        }
        write!(
            out,
            "</header>\n<nav id=\"turn\" aria-label=\"Pages\"></nav>\n\
             <main id=\"page\"><noscript>The solutions are shown by a script in this file, \
             which needs no network.</noscript></main>\n\
             <script type=\"text/plain\" id=\"solutions\">\n"
        )?;
        Ok(Self::default())
    }

    /// Adds a solution: its number, a key for each of its placements, and a remark (empty for none).
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub(crate) fn add(
        &mut self,
        number: u64,
        placements: &[usize],
        remark: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut line = String::new();
        for &key in placements {
            let number = *self.numbers.entry(key).or_insert_with(|| {
                self.keys.push(key);
                self.keys.len() - 1
            });
            if !line.is_empty() {
                line.push(' ');
            }
            push_base36(&mut line, number);
        }
        self.count += 1;
        // For most solutions the number is the position in the list. Such a number is not written.
        let stray = number != self.count;
        if !remark.is_empty() || stray {
            // Removes the characters with which a remark could end the script or its field.
            let _ = write!(line, "\t{}", remark.replace(['<', '\n', '\r', '\t'], " "));
        }
        if stray {
            let _ = write!(line, "\t{number}");
        }
        line.push('\n');
        out.write_all(line.as_bytes())
    }

    /// Ends the file with the board, a symbol for each placement, and a remark `word` about the
    /// whole list. `laid` maps a key to its placement.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub(crate) fn finish<'l>(
        self,
        artist: &Artist<'_>,
        laid: impl Fn(usize) -> PlacedPiece<'l>,
        word: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let board = artist.empty_board();
        let mut writer = svg::Writer::new("");
        let mut symbols = String::new();
        // Writing to a string cannot fail.
        let _ = write!(symbols, "<g id=\"b\">");
        let _ = writer.shapes(&board, &mut symbols);
        let _ = write!(symbols, "</g>");
        write!(
            out,
            "</script>\n<p id=\"word\">{}</p>\n\
             <svg id=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\" font-family=\"{}\" \
             fill-rule=\"evenodd\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
             data-width=\"{}\" data-height=\"{}\">\n{symbols}\n",
            XmlText(word),
            svg::FONTS,
            super::Millimetres(board.width),
            super::Millimetres(board.height),
        )?;
        for (number, key) in self.keys.into_iter().enumerate() {
            symbols.clear();
            let mut id = String::from("p");
            push_base36(&mut id, number);
            let _ = write!(symbols, "<g id=\"{id}\">");
            let _ = writer.shapes(&artist.overlay(&laid(key)), &mut symbols);
            let _ = writeln!(symbols, "</g>");
            out.write_all(symbols.as_bytes())?;
        }
        write!(
            out,
            "</svg>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
        )
    }
}

fn push_base36(text: &mut String, mut number: usize) {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let start = text.len();
    loop {
        text.insert(start, char::from(DIGITS[number % 36]));
        number /= 36;
        if number == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = |number| {
            let mut text = String::from("p");
            push_base36(&mut text, number);
            text
        };
        assert_eq!([0, 35, 36, 1296].map(written), ["p0", "pz", "p10", "p100"]);
    }
}
