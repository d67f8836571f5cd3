//! The paths of an SVG, read by another parser.

use super::puzzle;
use crate::picture::drawing::Point;
use crate::publish::fabricate::{CutStyle, MaterialSheet, cut, svg};

/// The area that a path encloses, from its `d` as `svg` writes it: M, L, A and Z with absolute points.
fn area_of_path(d: &str) -> f64 {
    let spaced: String = d
        .chars()
        .flat_map(|c| {
            if c.is_ascii_alphabetic() {
                vec![' ', c, ' ']
            } else {
                vec![c]
            }
        })
        .collect();
    let mut words = spaced.split_whitespace();
    let (mut at, mut start, mut double) = (Point::default(), Point::default(), 0.0);
    while let Some(word) = words.next() {
        let mut number = || words.next().unwrap().parse::<f64>().unwrap();
        let mut to = start;
        let mut arc = 0.0;
        match word {
            "M" => {
                at = Point::new(number(), number());
                start = at;
                continue;
            }
            "L" => to = Point::new(number(), number()),
            "A" => {
                let (radius, _, _, large, right) =
                    (number(), number(), number(), number(), number());
                to = Point::new(number(), number());
                // The area between chord and arc; no arc here exceeds half a circle.
                assert!(large < 0.5);
                let half = (at.distance(to) / 2.0 / radius).min(1.0).asin();
                let sign = if right > 0.5 { 1.0 } else { -1.0 };
                arc = sign * radius * radius * (2.0 * half - (2.0 * half).sin());
            }
            _ => assert_eq!(word, "Z"),
        }
        double += at.x * to.y - to.x * at.y + arc;
        at = to;
    }
    double / 2.0
}

/// If the clearance equals the kerf, the beam follows the lines of the lattice, so every path encloses whole
/// cells.
#[test]
fn the_paths_of_an_svg_enclose_the_pieces() {
    let kanoodle = puzzle(include_str!("../../../../../../puzzles/kanoodle.ron"));
    let style = CutStyle {
        clearance: 0.15,
        ..CutStyle::default()
    };
    let sheet = MaterialSheet {
        width: 600.0,
        height: 400.0,
        gap: 2.0,
    };
    let cuttings = cut(&kanoodle, &style, sheet).unwrap();
    let text = svg("Kanoodle", sheet, &cuttings.sheets[0]);
    let document = roxmltree::Document::parse(&text).unwrap();
    let mut found = 0.0;
    let paths = document
        .descendants()
        .filter(|node| node.has_tag_name("path") && node.attribute("class") == Some("piece"));
    for path in paths {
        let area = area_of_path(path.attribute("d").unwrap());
        let cells = area / 400.0;
        assert!((cells - cells.round()).abs() < 1e-4, "{cells}");
        found += area;
    }
    // The pieces fill the board.
    assert!((found - 55.0 * 400.0).abs() < 0.1, "{found}");
}
