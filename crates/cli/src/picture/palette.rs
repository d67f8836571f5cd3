//! Colours and patterns of pieces: one for each, the same in every picture.
//!
//! A [`Scheme`] gives every piece of a puzzle its colour: the file's, or the next of a [palette](palette())
//! whose colours stay apart for colour-blind eyes as well. The palette begins with the seven of
//! M. Okabe and K. Ito, "Color Universal Design" (2008); each further colour is the one of a grid of
//! 4096 that differs most from all before it, as [`least_difference`] sees it. No palette keeps many
//! colours far apart for all eyes: [`PALETTE`] says how far it gets. So pictures have outlines and
//! letters besides, and pieces beyond the palette take its colours again with another pattern.

mod ciede2000;
mod difference;
mod vision;

pub use difference::least_difference;
pub use vision::ColourVision;

use crate::puzzle::{Color, PieceId, Puzzle};
use crate::support::label::Label;
use ciede2000::Lab;
use difference::seen;

/// A colour from `0xrrggbb`.
const fn color(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color { red, green, blue }
}

/// Nearly black: outlines and writing on light ground.
pub const INK: Color = color(0x1a_1a1a);
/// What is written on the board itself, under the pieces.
pub const FAINT: Color = color(0x59_5959);

/// White: paper, and writing on dark ground.
pub const PAPER: Color = color(0xff_ffff);

/// The seven colours of Okabe and Ito that are neither black nor grey, the ones that carry black
/// writing first.
const OKABE_ITO: [Color; 7] = [
    color(0xe6_9f00),
    color(0x56_b4e9),
    color(0x00_9e73),
    color(0xf0_e442),
    color(0xcc_79a7),
    color(0xd5_5e00),
    color(0x00_72b2),
];

/// The first colours of the [palette](palette()), computed once for all.
///
/// | the first | least difference ΔE₀₀ of any two, to any eyes |
/// | --- | --- |
/// | 2 | 50 |
/// | 3 | 12.1 |
/// | 16 | 10.9 |
/// | 20 | 9.0 |
/// | 32 | 6.7 |
pub const PALETTE: [Color; 32] = [
    color(0xe6_9f00),
    color(0x56_b4e9),
    color(0x00_9e73),
    color(0xf0_e442),
    color(0xcc_79a7),
    color(0xd5_5e00),
    color(0x00_72b2),
    color(0x55_5555),
    color(0x99_3322),
    color(0xbb_ddaa),
    color(0x22_eeff),
    color(0x88_77ff),
    color(0x77_4477),
    color(0xbb_bbbb),
    color(0x66_7777),
    color(0x77_6655),
    color(0x55_00ff),
    color(0x88_bb77),
    color(0xcc_00aa),
    color(0x99_7755),
    color(0xaa_9999),
    color(0x88_dd77),
    color(0xbb_4411),
    color(0x55_55ff),
    color(0xaa_bbcc),
    color(0xdd_ddcc),
    color(0xee_7744),
    color(0x77_6688),
    color(0x99_ff88),
    color(0xaa_77cc),
    color(0xcc_bbaa),
    color(0xff_bbee),
];

/// The first `count` colours of the palette, or all that keep some distance from each other.
///
/// Cost: `count` times 16,384 colour differences, about a tenth of a second for 30.
pub fn palette(count: usize) -> Vec<Color> {
    let mut chosen: Vec<Color> = OKABE_ITO.into_iter().take(count).collect();
    // Colours must differ from paper and outlines, too.
    let seen_by_all = |color| ColourVision::ALL.map(|vision| seen(color, vision));
    let difference = |a: &[Lab; 4], b: &[Lab; 4]| {
        let pairs = a.iter().zip(b).map(|(a, b)| a.difference(*b));
        pairs.fold(f64::INFINITY, f64::min)
    };
    let known: Vec<[Lab; 4]> = chosen
        .iter()
        .chain(&[INK, PAPER])
        .copied()
        .map(seen_by_all)
        .collect();
    let mut candidates: Vec<(Color, [Lab; 4], f64)> = grid()
        .map(|color| (color, seen_by_all(color)))
        .filter(|(_, labs)| LIGHTNESS.contains(&labs[0].l))
        .map(|(color, labs)| {
            let near = known.iter().map(|k| difference(k, &labs));
            let near = near.fold(f64::INFINITY, f64::min);
            (color, labs, near)
        })
        .collect();
    while chosen.len() < count {
        let best = candidates
            .iter()
            .copied()
            .reduce(|best, new| if new.2 > best.2 { new } else { best });
        let Some((color, labs, near)) = best else {
            break;
        };
        if near < 1.0 {
            break;
        }
        chosen.push(color);
        for candidate in &mut candidates {
            candidate.2 = candidate.2.min(difference(&candidate.1, &labs));
        }
    }
    chosen
}

/// Fills are neither so dark nor so light that outlines or paper swallow them.
const LIGHTNESS: std::ops::RangeInclusive<f64> = 36.0..=92.0;

/// Sixteen levels of each channel.
fn grid() -> impl Iterator<Item = Color> {
    let levels = || (0..=15_u8).map(|level| level * 17);
    levels().flat_map(move |red| {
        levels().flat_map(move |green| levels().map(move |blue| Color { red, green, blue }))
    })
}

/// Palette colours nearer to one of the file's are passed over while others are left.
const NEAR: f64 = 6.0;

/// The colours of a puzzle's pieces.
#[derive(Debug, Clone)]
pub struct Scheme {
    fills: Vec<PieceFill>,
}

/// What tells a piece from others in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceFill {
    /// Its colour.
    pub color: Color,
    /// How often the palette was used up before: 0, or the number of a pattern to lay over the
    /// colour.
    pub round: usize,
}

impl PieceFill {
    /// What is under the colours of cells.
    pub(crate) const BLANK: Self = Self {
        color: Color {
            red: 0xf4,
            green: 0xf1,
            blue: 0xe8,
        },
        round: 0,
    };
}

/// A colour by its common English name, as bright as the others of the palette.
fn named(name: &str) -> Option<Color> {
    let [red, green, blue] = match name {
        "black" => [0x33, 0x33, 0x33],
        "white" => [0xfa, 0xfa, 0xf5],
        "grey" | "gray" => [0x9a, 0x9a, 0x9a],
        "red" => [0xd8, 0x3a, 0x34],
        "orange" => [0xe6, 0x9f, 0x00],
        "yellow" => [0xf0, 0xe4, 0x42],
        "green" => [0x2e, 0x9e, 0x5b],
        "blue" => [0x2f, 0x6d, 0xb5],
        "purple" => [0x8a, 0x4f, 0xa8],
        "pink" => [0xe8, 0x9a, 0xb8],
        "brown" => [0x8b, 0x5a, 0x2b],
        _ => return None,
    };
    Some(Color { red, green, blue })
}

/// What the colours of the puzzle's cells are filled with, in the order of [`Puzzle::cell_colors`]: a
/// colour as in `#2a9d3a`, a common name and a name of CSS with themselves, others with those of the palette in
/// turn.
pub fn fills_of_colors(puzzle: &Puzzle) -> Vec<PieceFill> {
    let known = puzzle.cell_colors();
    let scheme = Scheme::numbered(known.len());
    let fill = |(color, of_palette): (&&Label, PieceFill)| PieceFill {
        color: named(color)
            .or_else(|| color.parse().ok())
            .unwrap_or(of_palette.color),
        ..of_palette
    };
    known.iter().zip(scheme.fills()).map(fill).collect()
}

impl Scheme {
    /// The colours of the pieces of `puzzle`: the file's, else the palette's in turn.
    ///
    /// Cost: for each of the palette's colours, one comparison with each of the file's.
    pub fn of_puzzle(puzzle: &Puzzle) -> Self {
        let given: Vec<Color> = puzzle
            .pieces
            .iter()
            .filter_map(|piece| piece.color)
            .collect();
        let far = |color: Color| given.iter().all(|&g| least_difference(g, color) >= NEAR);
        let mut free: Vec<Color> = PALETTE.into_iter().filter(|&c| far(c)).collect();
        if free.is_empty() {
            free = PALETTE.to_vec();
        }
        let mut next = (0..).map(|taken: usize| PieceFill {
            color: free[taken % free.len()],
            round: taken / free.len(),
        });
        let fills = puzzle.pieces.iter().filter_map(|piece| match piece.color {
            Some(color) => Some(PieceFill { color, round: 0 }),
            None => next.next(),
        });
        Self {
            fills: fills.collect(),
        }
    }

    /// The colours of so many pieces of which nothing is said.
    pub fn numbered(count: usize) -> Self {
        let fill = |index: usize| PieceFill {
            color: PALETTE[index % PALETTE.len()],
            round: index / PALETTE.len(),
        };
        Self {
            fills: (0..count).map(fill).collect(),
        }
    }

    /// What is filled with the colour of a number.
    ///
    /// # Panics
    ///
    /// There are not so many.
    pub fn numbered_fill(&self, number: usize) -> PieceFill {
        self.fills[number]
    }

    /// One colour for so many pieces.
    pub fn plain(count: usize) -> Self {
        let fill = PieceFill {
            color: PALETTE[1],
            round: 0,
        };
        Self {
            fills: vec![fill; count],
        }
    }

    /// What the pieces are filled with, in order.
    pub fn fills(&self) -> impl Iterator<Item = PieceFill> {
        self.fills.iter().copied()
    }

    /// What a piece is filled with.
    pub fn fill(&self, piece: PieceId) -> PieceFill {
        let plain = PieceFill {
            color: PALETTE[piece.index() % PALETTE.len()],
            round: 0,
        };
        self.fills.get(piece.index()).copied().unwrap_or(plain)
    }
}

/// The light a colour gives off, from 0 (black) to 1 (white): relative luminance as in WCAG 2.
pub fn luminance(color: Color) -> f64 {
    let [red, green, blue] = vision::linear(color);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast of two colours as in WCAG 2, from 1 to 21; large letters ask for 3,
/// small ones for 4.5.
pub fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The colour of writing on a ground: [`INK`] or [`PAPER`], whichever contrasts more.
#[must_use]
pub fn ink_on(ground: Color) -> Color {
    if contrast(ground, INK) >= contrast(ground, PAPER) {
        INK
    } else {
        PAPER
    }
}

/// The colour of fine lines on a ground: as near to the ground as a contrast of 3 allows to all eyes,
/// what WCAG 2 asks for in what is no text; or that of [writing](ink_on).
#[must_use]
pub fn line_on(ground: Color) -> Color {
    let ink = ink_on(ground);
    let shares = (11..20_u8).map(|step| mix(ground, ink, f64::from(step) / 20.0));
    let is_seen = |line: &Color| least_contrast(ground, *line) >= 3.0;
    shares.into_iter().find(is_seen).unwrap_or(ink)
}

/// The [contrast] of two colours to those eyes to which it is least.
///
/// ```
/// use tilewright::picture::palette::{contrast, least_contrast};
/// use tilewright::puzzle::Color;
/// let red = Color { red: 200, green: 0, blue: 0 };
/// let black = Color { red: 0, green: 0, blue: 0 };
/// assert!(least_contrast(red, black) < contrast(red, black));
/// ```
#[must_use]
pub fn least_contrast(a: Color, b: Color) -> f64 {
    ColourVision::ALL
        .into_iter()
        .map(|vision| contrast(vision.sees(a), vision.sees(b)))
        .fold(f64::INFINITY, f64::min)
}

/// `share` (0 to 1) of the second colour mixed into the first.
#[must_use]
pub fn mix(a: Color, b: Color, share: f64) -> Color {
    let between = |a: u8, b: u8| {
        vision::channel(f64::from(a) + (f64::from(b) - f64::from(a)) * share.clamp(0.0, 1.0))
    };
    Color {
        red: between(a.red, b.red),
        green: between(a.green, b.green),
        blue: between(a.blue, b.blue),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_what_the_generator_makes() {
        assert_eq!(palette(PALETTE.len()), PALETTE);
    }

    /// The doc of [`PALETTE`] tells the truth, as seen by each kind of eyes.
    #[test]
    fn colours_stay_apart_for_all_eyes() {
        let least = |count: usize| {
            let pairs = (0..count).flat_map(|i| (0..i).map(move |j| (i, j)));
            pairs
                .map(|(i, j)| least_difference(PALETTE[i], PALETTE[j]))
                .fold(f64::INFINITY, f64::min)
        };
        for (count, expected) in [(2, 50.0), (3, 12.1), (16, 10.9), (20, 9.0), (32, 6.7)] {
            let found = least(count);
            assert!(found >= expected - 0.05, "{count}: {found}");
        }
    }

    /// Lines and letters are seen on every colour, by all eyes.
    #[test]
    fn lines_and_letters_are_seen_by_all_eyes() {
        for ground in PALETTE {
            assert!(least_contrast(ground, ink_on(ground)) > 3.0, "{ground:?}");
            assert!(least_contrast(ground, line_on(ground)) >= 3.0, "{ground:?}");
        }
    }

    #[test]
    fn writing_can_be_read_on_every_colour() {
        for ground in PALETTE {
            // WCAG 2 asks for 3 in large letters.
            assert!(contrast(ground, ink_on(ground)) > 4.0, "{ground:?}");
        }
        assert!(
            (contrast(
                Color {
                    red: 0,
                    green: 0,
                    blue: 0
                },
                PAPER
            ) - 21.0)
                .abs()
                < 1e-9
        );
    }
}
