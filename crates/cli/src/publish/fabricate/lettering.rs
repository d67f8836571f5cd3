//! Letters as paths of a beam: outlines or single strokes.
//!
//! Cutting software may lack fonts, so texts become lines. Single strokes are engraved several
//! times faster than outlines. They are drawn on a grid with nine points vertically: the base line
//! is at 2, lower-case letters reach up to 6, capitals up to 8. Latin letters, digits, common
//! punctuation and German umlauts are included. Other characters are engraved as outlines.

use super::contour::turned;
use crate::picture::drawing::{Anchor, FontWeight, Fonts, Path, Point, Text, TextTurn};
use crate::picture::palette::INK;

/// The form of engraved letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lettering {
    /// Text elements instead of lines. The software that reads the file supplies the font.
    Text,
    /// Outlines of letters in the built-in font.
    #[default]
    Outlines,
    /// Strokes along the middle of each line of a letter, which a beam follows once.
    SingleStroke,
}

impl Lettering {
    /// The form for texts that must be lines: [`Self::Text`] becomes outlines.
    pub(super) fn as_lines(self) -> Self {
        match self {
            Self::Text | Self::Outlines => Self::Outlines,
            Self::SingleStroke => Self::SingleStroke,
        }
    }
}

/// The height of capitals, relative to the font size.
const CAPITALS: f64 = 0.714;

/// The height of capitals, in grid steps.
const STEPS: f64 = 6.0;
/// The space between two letters, in grid steps.
const BETWEEN: f64 = 2.0;

/// The letters as single strokes: the character, its width in grid steps, and its strokes. Each point of
/// a stroke is two digits, x and y.
const LETTERS: &[(char, u8, &str)] = &[
    (' ', 1, ""),
    ('A', 4, "022842 1535"),
    ('B', 4, "02083847463505 3544433202"),
    ('C', 4, "4738180703123243"),
    ('D', 4, "02082846442202"),
    ('E', 4, "48080242 0535"),
    ('F', 4, "480802 0535"),
    ('G', 4, "47381807031232434525"),
    ('H', 4, "0208 4248 0545"),
    ('I', 0, "0208"),
    ('J', 3, "3833221203"),
    ('K', 4, "0208 480542"),
    ('L', 4, "080242"),
    ('M', 4, "0208254842"),
    ('N', 4, "02084248"),
    ('O', 4, "120307183847433212"),
    ('P', 4, "02083847463505"),
    ('Q', 4, "120307183847433212 2442"),
    ('R', 4, "02083847463505 2542"),
    ('S', 4, "473818070615354443321203"),
    ('T', 4, "0848 2822"),
    ('U', 4, "080312324348"),
    ('V', 4, "082248"),
    ('W', 4, "0812263248"),
    ('X', 4, "0248 0842"),
    ('Y', 4, "082548 2522"),
    ('Z', 4, "08480242"),
    ('0', 3, "120307182837332212"),
    ('1', 1, "071812"),
    ('2', 3, "07182837360232"),
    ('3', 3, "083815253433221203"),
    ('4', 3, "280434 2622"),
    ('5', 3, "3808052534332202"),
    ('6', 3, "38180603122233342505"),
    ('7', 3, "083812"),
    ('8', 3, "15060718283736251504031222333425"),
    ('9', 3, "02223437281807061535"),
    ('a', 3, "3632 3526160503122233"),
    ('b', 3, "0802 0516263533221203"),
    ('c', 3, "3526160503122233"),
    ('d', 3, "3832 3526160503122233"),
    ('e', 3, "04343526160503122233"),
    ('f', 2, "281712 0626"),
    ('g', 3, "3631201001 3526160503122233"),
    ('h', 3, "0802 0516263532"),
    ('i', 0, "0602 0807"),
    ('j', 1, "161100 1817"),
    ('k', 3, "0802 360432"),
    ('l', 1, "080312"),
    ('m', 4, "0206 05162522 25364542"),
    ('n', 3, "0206 0516263532"),
    ('o', 3, "160503122233352616"),
    ('p', 3, "0600 0516263533221203"),
    ('q', 3, "3630 3526160503122233"),
    ('r', 2, "0206 051626"),
    ('s', 3, "35261605142433221203"),
    ('t', 2, "181322 0626"),
    ('u', 3, "0603122233 3632"),
    ('v', 4, "062246"),
    ('w', 4, "0612253246"),
    ('x', 3, "0236 0632"),
    ('y', 3, "0603122233 3631201001"),
    ('z', 3, "06360232"),
    ('ß', 3, "0207182837362534332212"),
    ('Ä', 4, "022842 1535 0919 3949"),
    ('Ö', 4, "120307183847433212 0919 3949"),
    ('Ü', 4, "080312324348 0919 3949"),
    ('ä', 3, "3632 3526160503122233 1817 2827"),
    ('ö', 3, "160503122233352616 1817 2827"),
    ('ü', 3, "0603122233 3632 1817 2827"),
    ('.', 0, "0203"),
    (',', 1, "1201"),
    (':', 0, "0203 0506"),
    (';', 1, "1201 1516"),
    ('-', 2, "0525"),
    ('+', 4, "0545 2723"),
    ('=', 3, "0636 0434"),
    ('_', 4, "0141"),
    ('/', 3, "0238"),
    ('(', 1, "18060412"),
    (')', 1, "08161402"),
    ('!', 0, "0804 0302"),
    ('?', 3, "071828373615 1312"),
    ('\'', 0, "0806"),
    ('"', 1, "0806 1816"),
    ('*', 2, "0626 0517 0715"),
    ('×', 2, "0325 0523"),
];

/// A line of text as engraved lines, in millimetres. Capitals are centred at `middle`; the text
/// runs in the unit direction `along`. [`Lettering::Text`] gives the same lines as
/// [`Lettering::Outlines`].
///
/// Cost: linear in the length of the text.
pub(crate) fn lettered(
    text: &str,
    middle: Point,
    along: Point,
    size: f64,
    lettering: Lettering,
) -> Path {
    let upright = match lettering {
        Lettering::Text | Lettering::Outlines => {
            Fonts::built_in().outline(&Text::centred(Point::default(), size, INK, text))
        }
        Lettering::SingleStroke => strokes(text, size),
    };
    upright.mapped(|p| turned(p, along.x, along.y).shifted(middle))
}

/// The strokes of a text centred at the origin.
fn strokes(text: &str, size: f64) -> Path {
    let step = size * CAPITALS / STEPS;
    let base = size * CAPITALS / 2.0;
    let mut path = Path::default();
    let mut x = 0.0;
    for (index, character) in text.chars().enumerate() {
        if index > 0 {
            x += BETWEEN * step;
        }
        let Some((_, width, strokes)) = LETTERS.iter().find(|(known, ..)| *known == character)
        else {
            let letter = character.to_string();
            let width = Fonts::built_in().width(&letter, size, FontWeight::Regular);
            let outline = Fonts::built_in().outline(&Text {
                at: Point::new(x, base),
                anchor: Anchor::Start,
                size,
                weight: FontWeight::Regular,
                color: INK,
                turn: TextTurn::Upright,
                text: letter,
            });
            path.segments.extend(outline.segments);
            x += width;
            continue;
        };
        for stroke in strokes.split_whitespace() {
            let points = stroke.as_bytes().chunks_exact(2).map(|point| {
                let at = |digit: u8| f64::from(digit.saturating_sub(b'0'));
                Point::new(x + at(point[0]) * step, base - (at(point[1]) - 2.0) * step)
            });
            path.add_line(points);
        }
        x += f64::from(*width) * step;
    }
    path.shifted(Point::new(-x / 2.0, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::Segment;

    #[test]
    fn every_letter_stays_within_its_width() {
        for (letter, width, strokes) in LETTERS {
            for stroke in strokes.split_whitespace() {
                let digits: Vec<u8> = stroke.bytes().map(|digit| digit - b'0').collect();
                assert!(
                    digits.len() >= 4 && digits.len().is_multiple_of(2),
                    "{letter}"
                );
                assert!(digits.iter().all(|digit| *digit <= 9), "{letter}");
                assert!(digits.chunks(2).all(|point| point[0] <= *width), "{letter}");
            }
        }
    }

    #[test]
    fn single_strokes_are_short_and_stand_in_the_middle() {
        let line = |text: &str, lettering| {
            let along = Point::new(1.0, 0.0);
            lettered(text, Point::new(50.0, 20.0), along, 10.0, lettering)
        };
        let path = line("HAH", Lettering::SingleStroke);
        let (low, high) = path.bounds().unwrap();
        assert!((f64::midpoint(low.x, high.x) - 50.0).abs() < 1e-9);
        assert!((f64::midpoint(low.y, high.y) - 20.0).abs() < 1e-9);
        assert!((high.y - low.y - 7.14).abs() < 1e-9);
        assert!(!path.segments.contains(&Segment::Close));
        // Characters without strokes are outlined.
        assert!(
            line("漢", Lettering::SingleStroke)
                .segments
                .contains(&Segment::Close)
        );
        assert_ne!(path, line("HAH", Lettering::Outlines));
    }

    #[test]
    fn texts_run_in_their_direction() {
        let down = Point::new(0.0, 1.0);
        let path = lettered(
            "IIII",
            Point::default(),
            down,
            10.0,
            Lettering::SingleStroke,
        );
        let (low, high) = path.bounds().unwrap();
        let step = 7.14 / 6.0;
        assert!((high.y - low.y - 6.0 * step).abs() < 1e-9 && (high.x - low.x - 7.14).abs() < 1e-9);
    }
}
