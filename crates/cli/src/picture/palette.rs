//! Colours and patterns of pieces: one per piece, the same in every picture.
//!
//! A [`Scheme`] gives every piece of a puzzle its colour: that of the puzzle file, or the next
//! colour of a palette whose colours colour-blind readers can distinguish. The palette begins with
//! the seven colours of M. Okabe and K. Ito, "Color Universal Design" (2008). Each further colour
//! is the one, out of a grid of 4096, that differs most from all previous ones by
//! [`least_difference`]. No palette has many colours that differ clearly for every kind of vision;
//! the table at [`PALETTE`] gives the smallest differences. Pictures therefore have outlines and
//! letters as well. Pieces beyond the palette reuse its colours, with a pattern on top.

mod ciede2000;
mod difference;
mod vision;

pub(crate) use difference::least_difference;
pub(crate) use vision::ColourVision;

use crate::puzzle::{Color, PieceId, Puzzle};
use crate::support::label::Label;
#[cfg(test)]
use ciede2000::Lab;
#[cfg(test)]
use difference::seen;

/// A colour from `0xrrggbb`.
const fn color(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color { red, green, blue }
}

/// Nearly black, for outlines, and for text on light backgrounds.
pub(crate) const INK: Color = color(0x1a_1a1a);
/// Dark grey, for labels on cells of the board.
pub(crate) const FAINT: Color = color(0x59_5959);

/// White, for paper, and for text on dark backgrounds.
pub(crate) const PAPER: Color = color(0xff_ffff);

/// The seven colours of Okabe and Ito, without black. Colours on which black text is legible come first.
#[cfg(test)]
const OKABE_ITO: [Color; 7] = [
    color(0xe6_9f00),
    color(0x56_b4e9),
    color(0x00_9e73),
    color(0xf0_e442),
    color(0xcc_79a7),
    color(0xd5_5e00),
    color(0x00_72b2),
];

/// The first colours of the palette, precomputed.
///
/// | number of colours | smallest difference ΔE₀₀ of any two, over all kinds of vision |
/// | --- | --- |
/// | 2 | 50 |
/// | 3 | 12.1 |
/// | 16 | 10.9 |
/// | 20 | 9.0 |
/// | 32 | 6.7 |
pub(crate) const PALETTE: [Color; 32] = [
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

/// The first `count` colours of the palette, or fewer if no further colour differs from all others
/// by at least 1.
///
/// Cost: `count` × 16,384 colour differences, about a tenth of a second for 30.
#[cfg(test)]
fn palette(count: usize) -> Vec<Color> {
    let mut chosen: Vec<Color> = OKABE_ITO.into_iter().take(count).collect();
    // Colours must differ from paper and outlines too.
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

/// The allowed lightness L\* of a fill. Outlines are invisible on darker fills, and lighter fills
/// look like paper.
#[cfg(test)]
const LIGHTNESS: std::ops::RangeInclusive<f64> = 36.0..=92.0;

/// All colours with one of sixteen levels in each channel.
#[cfg(test)]
fn grid() -> impl Iterator<Item = Color> {
    let levels = || (0..=15_u8).map(|level| level * 17);
    levels().flat_map(move |red| {
        levels().flat_map(move |green| levels().map(move |blue| Color { red, green, blue }))
    })
}

/// The minimum difference ΔE₀₀ between a palette colour and each colour that the puzzle file sets. Palette
/// colours that are closer to one of these are skipped, unless none would remain.
const NEAR: f64 = 6.0;

/// The colours of a puzzle's pieces.
#[derive(Debug, Clone)]
pub(crate) struct Scheme {
    fills: Vec<PieceFill>,
}

/// The fill of a piece, which distinguishes it from other pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PieceFill {
    pub color: Color,
    /// The number of times that the palette was used up before this piece. If it is not 0, a
    /// pattern with this number is drawn on top.
    pub round: usize,
}

impl PieceFill {
    /// The fill of a piece whose cells are coloured one by one: the background under their colours.
    pub(crate) const BLANK: Self = Self {
        color: Color {
            red: 0xf4,
            green: 0xf1,
            blue: 0xe8,
        },
        round: 0,
    };
}

/// The colour with a common English name, in a brightness that suits the palette; `None` for other names.
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

/// The fills for the colours of a puzzle's cells, in the order of [`Puzzle::cell_colors`]. Hex
/// colours (`#2a9d3a`), common names and CSS names give the colour that they name. Other words get
/// the colours of the palette in turn.
pub(crate) fn fills_of_colors(puzzle: &Puzzle) -> Vec<PieceFill> {
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
    /// The colours of the pieces of a puzzle. Pieces without a colour in the file get the colours
    /// of the palette in turn.
    ///
    /// Cost: one comparison of each palette colour with each colour in the file.
    pub(crate) fn of_puzzle(puzzle: &Puzzle) -> Self {
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

    /// The first `count` colours of the palette, for pieces without colours in a file.
    pub(crate) fn numbered(count: usize) -> Self {
        let fill = |index: usize| PieceFill {
            color: PALETTE[index % PALETTE.len()],
            round: index / PALETTE.len(),
        };
        Self {
            fills: (0..count).map(fill).collect(),
        }
    }

    /// One colour for all of `count` pieces.
    pub(crate) fn plain(count: usize) -> Self {
        let fill = PieceFill {
            color: PALETTE[1],
            round: 0,
        };
        Self {
            fills: vec![fill; count],
        }
    }

    /// The fills of the pieces, in order.
    pub(crate) fn fills(&self) -> impl Iterator<Item = PieceFill> {
        self.fills.iter().copied()
    }

    pub(crate) fn fill(&self, piece: PieceId) -> PieceFill {
        let plain = PieceFill {
            color: PALETTE[piece.index() % PALETTE.len()],
            round: 0,
        };
        self.fills.get(piece.index()).copied().unwrap_or(plain)
    }
}

/// The relative luminance of a colour as in WCAG 2, from 0 (black) to 1 (white).
pub(crate) fn luminance(color: Color) -> f64 {
    let [red, green, blue] = vision::linear(color);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast of two colours as in WCAG 2, from 1 to 21. WCAG requires at least 3 for large text
/// and 4.5 for other text.
pub(crate) fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The text colour for a background: [`INK`] or [`PAPER`], whichever contrasts more.
#[must_use]
pub(crate) fn ink_on(ground: Color) -> Color {
    if contrast(ground, INK) >= contrast(ground, PAPER) {
        INK
    } else {
        PAPER
    }
}

/// The colour of fine lines on a background. Of the mixtures of the background with 55 % to 95 % of
/// [`ink_on`], it is the one closest to the background that has a contrast of at least 3 for every kind
/// of vision, as WCAG 2 requires of graphics. If none has, it is [`ink_on`] itself.
#[must_use]
pub(crate) fn line_on(ground: Color) -> Color {
    let ink = ink_on(ground);
    let shares = (11..20_u8).map(|step| mix(ground, ink, f64::from(step) / 20.0));
    let is_seen = |line: &Color| least_contrast(ground, *line) >= 3.0;
    shares.into_iter().find(is_seen).unwrap_or(ink)
}

/// The smallest [contrast] of two colours over all kinds of colour vision.
#[must_use]
pub(crate) fn least_contrast(a: Color, b: Color) -> f64 {
    ColourVision::ALL
        .into_iter()
        .map(|vision| contrast(vision.sees(a), vision.sees(b)))
        .fold(f64::INFINITY, f64::min)
}

/// A mixture of two colours. `share` is the share of the second, from 0 to 1.
#[must_use]
pub(crate) fn mix(a: Color, b: Color, share: f64) -> Color {
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

    /// Checks the table in the docs of [`PALETTE`].
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

    /// Checks that lines and letters are visible on every colour, for every kind of vision.
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
            // WCAG 2 requires a contrast of at least 3 for large text.
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
