//! Finds calls in an OpenSCAD file, with their string arguments.

use thiserror::Error;

/// The maximum number of pieces in a file.
pub const MAX_PIECES: usize = 1_000;

/// The maximum number of characters in the strings of all pieces. It also limits the number of cubes.
pub const MAX_CUBES: usize = 1_000_000;

/// An error in a file, with its line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct ScadError {
    /// The number of the line with the error, from 1.
    pub line: usize,
    /// What is wrong, as a clause for the message.
    pub what: String,
}

/// A piece as read from the file.
#[derive(Debug)]
pub(super) struct ScannedPiece {
    /// The number of the line where the piece's layers start, from 1.
    pub(super) line: usize,
    pub(super) cubes: Vec<[i64; 3]>,
}

pub(super) struct ScannedFile {
    pub(super) pieces: Vec<ScannedPiece>,
    /// The opening of the first tray, in cubes along x, y and z; `None` if the file has no tray with an
    /// opening.
    pub(super) opening: Option<[i64; 3]>,
}

/// A text with the position of the next byte to read.
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
    /// The number of characters read so far from the strings of pieces.
    places: usize,
}

/// An argument of a call, with the line where it starts.
enum CallArgument {
    Text(usize, String),
    List(usize, Vec<CallArgument>),
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text: text.as_bytes(),
            at: 0,
            line: 1,
            places: 0,
        }
    }

    /// All pieces in order, and the opening of the first tray, if there is one.
    pub(super) fn scan(mut self) -> Result<ScannedFile, ScadError> {
        let mut pieces = Vec::new();
        let mut opening = None;
        let mut before: Option<PrecedingWord> = None;
        loop {
            self.skip_blanks()?;
            let Some(byte) = self.peek() else {
                return Ok(ScannedFile { pieces, opening });
            };
            if byte == b'"' {
                self.string()?;
                before = None;
            } else if byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' {
                let word = self.word();
                let is_call = matches!(word, "burr_piece" | "burr_plate" | "packing_tray");
                let is_off = matches!(before, Some(PrecedingWord::Module | PrecedingWord::Off));
                before = (word == "module").then_some(PrecedingWord::Module);
                if is_call && !is_off {
                    self.skip_blanks()?;
                    if self.peek() == Some(b'(') {
                        self.bump();
                        if word == "packing_tray" {
                            let found = self.opening()?;
                            opening = opening.or(found);
                        } else {
                            self.call(word, &mut pieces)?;
                        }
                    }
                }
            } else {
                before = (byte == b'*').then_some(PrecedingWord::Off);
                self.bump();
            }
        }
    }

    /// The opening in a call of `packing_tray`, in cubes: width, depth, height. The height is 1 if
    /// it is missing. `None` if the width or the depth is missing.
    fn opening(&mut self) -> Result<Option<[i64; 3]>, ScadError> {
        const NAMES: [&str; 3] = ["opening_width", "opening_depth", "opening_height"];
        let mut lengths = [None, None, Some(1)];
        let line = self.line;
        let mut depth = 1;
        while depth > 0 {
            self.skip_blanks()?;
            match self.peek() {
                None => return Err(fault(line, "this call of packing_tray has no end")),
                Some(b'"') => drop(self.string()?),
                Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' => {
                    let name = self.word();
                    self.skip_blanks()?;
                    let at = NAMES.iter().position(|known| *known == name);
                    if let (Some(at), Some(b'='), 1) = (at, self.peek(), depth) {
                        self.bump();
                        lengths[at] = Some(self.length(name)?);
                    }
                }
                Some(byte) => {
                    depth += i32::from(matches!(byte, b'(' | b'['));
                    depth -= i32::from(matches!(byte, b')' | b']'));
                    self.bump();
                }
            }
        }
        let [Some(width), Some(depth), Some(height)] = lengths else {
            return Ok(None);
        };
        Ok(Some([width, depth, height]))
    }

    /// Reads a length in cubes.
    fn length(&mut self, name: &str) -> Result<i64, ScadError> {
        const MOST: i64 = 1_000;
        self.skip_blanks()?;
        let line = self.line;
        let start = self.at;
        while self
            .peek()
            .is_some_and(|byte| !matches!(byte, b',' | b')' | b';' | b'\n'))
        {
            self.at += 1;
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]);
        let length = text.trim().parse().ok();
        length
            .filter(|length| (1..=MOST).contains(length))
            .ok_or_else(|| {
                let what = format!(
                    "{name} must be written out as a whole number of cubes, from 1 to {MOST}"
                );
                fault(line, what)
            })
    }

    /// Reads the pieces in a call's argument.
    fn call(&mut self, word: &str, pieces: &mut Vec<ScannedPiece>) -> Result<(), ScadError> {
        let given = self.given(word, 0)?;
        let each = match given {
            CallArgument::List(_, list) if word == "burr_plate" => list,
            other => vec![other],
        };
        for given in each {
            let (line, layers) = match given {
                CallArgument::Text(line, layer) => (line, vec![(line, layer)]),
                CallArgument::List(line, layers) => {
                    let layers = layers.into_iter().map(|layer| match layer {
                        CallArgument::Text(line, layer) => Ok((line, layer)),
                        CallArgument::List(line, _) => Err(fault(
                            line,
                            "a piece is a list of strings, one for each layer",
                        )),
                    });
                    (line, layers.collect::<Result<_, _>>()?)
                }
            };
            if pieces.len() == MAX_PIECES {
                let what = format!("there are more than {MAX_PIECES} pieces");
                return Err(fault(line, what));
            }
            pieces.push(self.piece(line, &layers)?);
        }
        Ok(())
    }

    /// Reads a string, or a list of strings and lists.
    fn given(&mut self, word: &str, depth: usize) -> Result<CallArgument, ScadError> {
        self.skip_blanks()?;
        let line = self.line;
        match self.peek() {
            Some(b'"') => Ok(CallArgument::Text(line, self.string()?)),
            Some(b'[') if depth < 3 => {
                self.bump();
                Ok(CallArgument::List(line, self.list(word, line, depth)?))
            }
            Some(b'[') => Err(fault(line, "these lists are nested too deep")),
            Some(b'0'..=b'9') => Err(fault(
                line,
                "a number means a piece of a six-piece burr; write its layers instead",
            )),
            _ => Err(fault(
                line,
                format!("write out the arguments of {word} here, as strings"),
            )),
        }
    }

    /// Reads the rest of a list, after its opening bracket.
    fn list(
        &mut self,
        word: &str,
        line: usize,
        depth: usize,
    ) -> Result<Vec<CallArgument>, ScadError> {
        let mut list = Vec::new();
        loop {
            self.skip_blanks()?;
            match self.peek() {
                None => return Err(fault(line, "this list has no end")),
                Some(b']') => break,
                Some(b',') => self.bump(),
                Some(_) if list.len() > MAX_PIECES => {
                    let what = format!("this list is longer than {MAX_PIECES}");
                    return Err(fault(line, what));
                }
                Some(_) => list.push(self.given(word, depth + 1)?),
            }
        }
        self.bump();
        Ok(list)
    }

    /// Reads the cubes of a piece from the strings of its layers.
    fn piece(
        &mut self,
        line: usize,
        layers: &[(usize, String)],
    ) -> Result<ScannedPiece, ScadError> {
        let mut cubes = Vec::new();
        for (z, (line, layer)) in (0..).zip(layers) {
            let (mut x, mut y) = (0, 0);
            let mut rest = layer.as_str();
            while let Some(character) = rest.chars().next() {
                self.places += 1;
                if self.places > MAX_CUBES {
                    let what = format!("all pieces have more than {MAX_CUBES} places, the limit");
                    return Err(fault(*line, what));
                }
                rest = &rest[character.len_utf8()..];
                match character {
                    'x' => {
                        cubes.push([x, y, z]);
                        x += 1;
                    }
                    '.' | ' ' => x += 1,
                    '|' => (x, y) = (0, y + 1),
                    '{' => rest = annotation(rest, *line)?,
                    other => {
                        let what = format!(
                            "{other:?} is not a character of a piece: use `x`, `.` and `|`"
                        );
                        return Err(fault(*line, what));
                    }
                }
            }
        }
        Ok(ScannedPiece { line, cubes })
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn bump(&mut self) {
        self.line += usize::from(self.peek() == Some(b'\n'));
        self.at += 1;
    }

    fn has(&self, what: &[u8]) -> bool {
        self.text[self.at.min(self.text.len())..].starts_with(what)
    }

    /// Skips blanks and comments.
    fn skip_blanks(&mut self) -> Result<(), ScadError> {
        loop {
            if self.has(b"//") {
                while self.peek().is_some_and(|byte| byte != b'\n') {
                    self.bump();
                }
            } else if self.has(b"/*") {
                let line = self.line;
                while !self.has(b"*/") {
                    if self.peek().is_none() {
                        return Err(fault(line, "this comment has no end"));
                    }
                    self.bump();
                }
                self.at += 2;
            } else if self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
                self.bump();
            } else {
                return Ok(());
            }
        }
    }

    fn word(&mut self) -> &'a str {
        let start = self.at;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
        while self.peek().is_some_and(is_part) {
            self.at += 1;
        }
        // The bytes of this word are ASCII, so they are valid UTF-8.
        std::str::from_utf8(&self.text[start..self.at]).unwrap_or_default()
    }

    /// Reads a string in quotation marks. A backslash escapes the character after it.
    fn string(&mut self) -> Result<String, ScadError> {
        let line = self.line;
        self.bump();
        let mut bytes = Vec::new();
        loop {
            match self.peek() {
                None => return Err(fault(line, "this string has no end")),
                Some(b'"') => break,
                Some(b'\\') => {
                    self.bump();
                    bytes.extend(self.peek());
                }
                Some(byte) => bytes.push(byte),
            }
            self.bump();
        }
        self.bump();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// A word or sign before a call that keeps the call from making a piece.
enum PrecedingWord {
    /// `module`, which makes the call a declaration.
    Module,
    /// `*`, which disables the call.
    Off,
}

/// The text after an annotation `{…}`. The opening brace has already been read.
fn annotation(text: &str, line: usize) -> Result<&str, ScadError> {
    let mut depth = 1;
    let end = text.char_indices().find(|(_, character)| {
        depth += i32::from(*character == '{');
        depth -= i32::from(*character == '}');
        depth == 0
    });
    let Some((end, _)) = end else {
        return Err(fault(line, "`{` without `}`"));
    };
    let said = &text[..end];
    if said.contains("components") {
        let what = "a piece has parts of cubes (`components`), which no lattice here has";
        return Err(fault(line, what));
    }
    if said.contains("connect") {
        let what = "a piece has joined parts (`connect`): write it as one part, with $auto_layout \
                    = true";
        return Err(fault(line, what));
    }
    Ok(&text[end + 1..])
}

fn fault(line: usize, what: impl Into<String>) -> ScadError {
    let what = what.into();
    ScadError { line, what }
}
