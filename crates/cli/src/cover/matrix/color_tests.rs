//! Pieces with coloured cells against brute force.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use tilewright_dlx::{Engine, StopFlag};

use crate::cover::Instance;
use crate::puzzle::Puzzle;

/// MacMahon's squares on a board, by the definition alone: tiles laid cell by cell, each once in
/// whatever rotation, so that neighbours agree and, if it is asked, the border is of the first colour.
fn macmahon_squares(width: usize, height: usize, colors: usize, border: bool) -> u64 {
    struct Brute {
        width: usize,
        height: usize,
        colors: usize,
        border: bool,
        laid: Vec<[usize; 4]>,
        used: Vec<[usize; 4]>,
    }
    impl Brute {
        fn go(&mut self) -> u64 {
            let at = self.laid.len();
            if at == self.width * self.height {
                return 1;
            }
            let (x, y) = (at % self.width, at / self.width);
            let edge = |is_inside: bool, neighbour: usize, side: usize| {
                let color = |laid: &[[usize; 4]]| laid[neighbour][side];
                match (is_inside, self.border) {
                    (true, _) => Some(color(&self.laid)),
                    (false, true) => Some(0),
                    (false, false) => None,
                }
            };
            let top = edge(y > 0, at.wrapping_sub(self.width), 2);
            let left = edge(x > 0, at.wrapping_sub(1), 1);
            let outside = self.border.then_some(0);
            let right = outside.filter(|_| x + 1 == self.width);
            let bottom = outside.filter(|_| y + 1 == self.height);
            let wanted = [top, right, bottom, left];
            let powers = [1, 2, 3, 4].map(|power: u32| self.colors.pow(power - 1));
            let mut found = 0;
            for number in 0..self.colors.pow(4) {
                let tile: [usize; 4] =
                    std::array::from_fn(|side| number / powers[side] % self.colors);
                let fits = |(wanted, color): (&Option<usize>, &usize)| {
                    wanted.is_none_or(|wanted| wanted == *color)
                };
                let turned = |by: usize| std::array::from_fn(|side| tile[(side + by) % 4]);
                let class: [usize; 4] = (0..4).map(turned).min().unwrap();
                if !wanted.iter().zip(&tile).all(fits) || self.used.contains(&class) {
                    continue;
                }
                self.laid.push(tile);
                self.used.push(class);
                found += self.go();
                self.laid.pop();
                self.used.pop();
            }
            found
        }
    }
    let (laid, used) = (Vec::new(), Vec::new());
    Brute {
        width,
        height,
        colors,
        border,
        laid,
        used,
    }
    .go()
}

fn colored(text: &str) -> Instance {
    Instance::new(Puzzle::from_ron(text).unwrap()).unwrap()
}

/// The solutions by each engine, all of them valid and distinct.
fn counts(instance: &Instance) -> [BigUint; 3] {
    [Engine::Links, Engine::Bits, Engine::Frontier].map(|engine| {
        let count = instance.solver().engine(engine).count().unwrap();
        count.known().unwrap().solutions
    })
}

#[test]
fn tiles_with_colored_edges_are_those_of_a_brute_force() {
    for (width, height, colors, border) in [
        (2, 1, 2, false),
        (3, 2, 2, false),
        (2, 2, 3, false),
        (3, 2, 2, true),
        (3, 3, 3, true),
    ] {
        let restrict = if border {
            r#"restrict: [Border("a")],"#
        } else {
            ""
        };
        let expected = BigUint::from(macmahon_squares(width, height, colors, border));
        // Where there are more tiles than squares, each is used once at most.
        let text = format!(
            "(lattice: Tetrakis, board: Rect({width}, {height}), {restrict}
            pieces: [MacMahonSquares({colors})], conditions: [Matching])"
        );
        let mut puzzle = Puzzle::from_ron(&text).unwrap();
        for piece in &mut puzzle.pieces {
            piece.cell_colors.as_mut().unwrap().copies.min = 0;
        }
        // What it is written as is the same.
        let again = Puzzle::from_ron(&puzzle.to_ron()).unwrap();
        assert_eq!(again, puzzle);
        let instance = Instance::new(puzzle).unwrap();
        assert_eq!(
            counts(&instance),
            [(); 3].map(|()| expected.clone()),
            "{text}"
        );
    }
}

/// Dominoes of two colours as in the game: of each pair one. By hand: the three in a row of six cells
/// whose touching ends agree are aa-ab-bb and its reverse.
#[test]
fn dominoes_match_as_in_the_game() {
    let domino = |colors: &str| {
        let [a, b] = [&colors[..1], &colors[1..]];
        format!(r#"Piece(name: "{colors}", cells: Rect(2, 1), colors: ["{a}", "{b}"])"#)
    };
    let pieces = ["aa", "ab", "bb"].map(domino).join(", ");
    let board = |board: &str, more: &str| {
        colored(&format!(
            "(lattice: Square, board: {board}, pieces: [{pieces}], conditions: [Matching], {more})"
        ))
    };
    assert_eq!(
        counts(&board("Rect(6, 1)", "")),
        [2_u32, 2, 2].map(BigUint::from)
    );
    let given = r#"givens: [(piece: "ab.3", cells: Cells([(2, 0), (3, 0)]))]"#;
    let restrict = r#"restrict: [Colored(color: "b", cells: Rect(1, 1))]"#;
    for more in [given, restrict] {
        assert_eq!(
            counts(&board("Rect(6, 1)", more)),
            [1_u32; 3].map(BigUint::from),
            "{more}"
        );
    }
}

#[test]
fn symmetries_of_colored_pieces_keep_their_tiles() {
    let text = "(lattice: Tetrakis, board: Rect(3, 2), pieces: [MacMahonSquares(2)], conditions: [Matching])";
    let instance = colored(text);
    let symmetry = instance.symmetry(&StopFlag::new()).unwrap();
    // The rectangle's four: every reflection of a tile is in the set.
    assert_eq!(symmetry.order(), 4);
}

/// The four triangles of two colours in a triangle of side 2, by the definition alone: each is read
/// clockwise, those at the corners from the edge that they share with the one in the middle.
#[test]
fn triangles_with_colored_edges_are_those_of_a_brute_force() {
    let tile = |number: usize| [0, 1, 2].map(|edge| number >> edge & 1);
    let class = |tile: [usize; 3]| {
        let turned = |by: usize| [0, 1, 2].map(|edge| tile[(edge + by) % 3]);
        (0..3).map(turned).min()
    };
    let mut expected = 0_u32;
    for number in 0..1 << 12 {
        let [middle, a, b, c] = [0, 3, 6, 9].map(|shift| tile(number >> shift & 7));
        let matches = [a, b, c].map(|corner| corner[0]) == middle;
        let classes: BTreeSet<_> = [middle, a, b, c].map(class).into();
        expected += u32::from(matches && classes.len() == 4);
    }
    assert!(expected > 0);
    let instance = colored(
        "(lattice: Kisrhombille, board: Triangle(2), pieces: [MacMahonTriangles(2)],
        conditions: [Matching])",
    );
    assert_eq!(counts(&instance), [expected; 3].map(BigUint::from));
}
