//! Damages valid files and texts at random.

use crate::tape::Tape;

/// Numbers near the limits of integer and float types, and words that are not numbers.
const NUMBERS: [&str; 22] = [
    "0",
    "1",
    "2",
    "-1",
    "2.5",
    "-0.0",
    "NaN",
    "inf",
    "1e308",
    "1e-400",
    "255",
    "65536",
    "65537",
    "1000000",
    "1000001",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551616",
    "-9223372036854775809",
    "340282366920938463463374607431768211456000000000000000000000000000000",
];

/// Characters that are invisible, change the direction of a line, move a terminal's cursor, or need escaping.
const CHARACTERS: [char; 16] = [
    '\0', '\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{2028}',
    '\r', '\t', '\n', '"', '\\', 'é', '𝄞',
];

/// Pairs of brackets. A text can be enclosed in thousands of the same pair.
const NESTS: [(&str, &str); 6] = [
    ("(", ")"),
    ("[", "]"),
    ("Union([", "])"),
    ("Shift((1, 0), ", ")"),
    ("Some(", ")"),
    ("/*", "*/"),
];

/// Damages a text in one to four places. May replace a word by one of `words`.
pub(crate) fn text(tape: &mut Tape, whole: &str, words: &[String]) -> String {
    let mut text = whole.to_owned();
    for _ in 0..*tape.pick(&[1, 1, 2, 4]) {
        text = once(tape, &text, words);
    }
    text
}

fn once(tape: &mut Tape, text: &str, words: &[String]) -> String {
    let mut tokens = tokens(text);
    if tokens.is_empty() {
        return "(".to_owned();
    }
    let at = position(tape, tokens.len());
    let until = at + 1 + tape.below(12).min(tokens.len() - at - 1);
    let numbers: Vec<usize> = (0..tokens.len())
        .filter(|at| tokens[*at].starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    match tape.below(16) {
        0 => drop(tokens.drain(at..until)),
        1 => {
            // Repeats some words, once or 2,000 times.
            let times = if tape.once_in(8) { 2_000 } else { 1 };
            let copies = tokens[at..until].concat().repeat(times);
            tokens.insert(at, copies);
        }
        2 => {
            let other = position(tape, tokens.len());
            tokens.swap(at, other);
        }
        3..=5 if !numbers.is_empty() => {
            let number = numbers[position(tape, numbers.len())];
            tokens[number] = String::from(*tape.pick(&NUMBERS));
        }
        6..=8 if !numbers.is_empty() => {
            // A number that differs by 1 is often valid too.
            let number = numbers[position(tape, numbers.len())];
            let near = tokens[number].parse().unwrap_or(0_u64);
            let near = near
                .saturating_add(1)
                .saturating_sub(2 * tape.below(2) as u64);
            tokens[number] = near.to_string();
        }
        9 | 10 if !numbers.is_empty() => {
            let [one, other] = [0, 1].map(|_| numbers[position(tape, numbers.len())]);
            tokens.swap(one, other);
        }
        11 => {
            let (open, close) = tape.pick(&NESTS);
            let depth = *tape.pick(&[1, 5, 100, 127, 128, 129, 20_000]);
            tokens.insert(until, close.repeat(depth));
            tokens.insert(at, open.repeat(depth));
        }
        12 | 13 if !words.is_empty() => tokens[at].clone_from(&words[position(tape, words.len())]),
        14 => tokens.truncate(at),
        _ => {
            let mut characters: Vec<char> = tokens[at].chars().collect();
            let character = *tape.pick(&CHARACTERS);
            let place = tape.below(characters.len() + 1);
            characters.insert(place, character);
            tokens[at] = characters.into_iter().collect();
        }
    }
    tokens.concat()
}

/// Damages bytes in one to four places.
pub(crate) fn bytes(tape: &mut Tape, whole: &[u8]) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..tape.within(1..=4) {
        if bytes.is_empty() {
            break;
        }
        let at = position(tape, bytes.len());
        let until = at + 1 + tape.below(12).min(bytes.len() - at - 1);
        match tape.below(8) {
            0 => drop(bytes.drain(at..until)),
            1 => {
                let copy = bytes[at..until].to_vec();
                bytes.splice(at..at, copy);
            }
            2 => bytes.truncate(at),
            3 => bytes[at] ^= 1 << tape.below(8),
            4 => bytes[at..until].fill(0xff),
            5 => bytes[at] = bytes[at].wrapping_add(1),
            6 => {
                // In the files, numbers are encoded with seven bits per byte. These are the largest ones of 32 and
                // of 64 bits, or near to them.
                let (more, last) = *tape.pick(&[(4, 0x0f), (9, 0x01), (9, 0x00), (8, 0x3f)]);
                let number = std::iter::repeat_n(0xff, more).chain([last]);
                bytes.splice(at..=at, number);
            }
            _ => bytes[at] = u8::try_from(tape.below(256)).unwrap_or(0),
        }
    }
    bytes
}

/// A random position below `end`, which may be greater than 2^16.
fn position(tape: &mut Tape, end: usize) -> usize {
    (tape.below(1 << 16) << 16 | tape.below(1 << 16)) % end
}

/// Splits a text into words, numbers, strings in quotes, and single other characters.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut quoted = false;
    let mut last = ' ';
    for character in text.chars() {
        let joins = |c: char| c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(token) if quoted || (joins(last) && joins(character)) => token.push(character),
            _ => tokens.push(character.to_string()),
        }
        quoted ^= character == '"';
        last = if character == '"' { ' ' } else { character };
    }
    tokens
}

/// The different words of all texts, without single characters.
pub(crate) fn words<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    let tokens = texts.into_iter().flat_map(tokens);
    let words = tokens.filter(|token| token.len() > 1);
    let words: std::collections::BTreeSet<String> = words.collect();
    words.into_iter().collect()
}
