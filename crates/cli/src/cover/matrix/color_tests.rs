//! Pieces with coloured cells, compared with brute force.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use tilewright_dlx::{Engine, StopFlag};

use crate::cover::Instance;
use crate::puzzle::Puzzle;

/// The number of ways to lay MacMahon's squares on a board, computed from the definition: tiles are
/// laid cell by cell, each tile once in any rotation, so that neighbours match. With `border`, all
/// edges on the border must have the first colour.
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
            let expected = [top, right, bottom, left];
            let powers = [1, 2, 3, 4].map(|power: u32| self.colors.pow(power - 1));
            let mut found = 0;
            for number in 0..self.colors.pow(4) {
                let tile: [usize; 4] =
                    std::array::from_fn(|side| number / powers[side] % self.colors);
                let fits = |(expected, color): (&Option<usize>, &usize)| {
                    expected.is_none_or(|expected| expected == *color)
                };
                let turned = |by: usize| std::array::from_fn(|side| tile[(side + by) % 4]);
                let class: [usize; 4] = (0..4).map(turned).min().unwrap();
                if !expected.iter().zip(&tile).all(fits) || self.used.contains(&class) {
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

/// The numbers of solutions by each engine. All solutions are checked to be valid and distinct.
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
        // If there are more tiles than squares, each tile is used at most once.
        let text = format!(
            "(lattice: Tetrakis, board: Rect({width}, {height}), {restrict}
            pieces: [MacMahonSquares({colors})], conditions: [Matching])"
        );
        let mut puzzle = Puzzle::from_ron(&text).unwrap();
        for piece in &mut puzzle.pieces {
            piece.cell_colors.as_mut().unwrap().copies.min = 0;
        }
        // The puzzle written by `to_ron` gives the same counts.
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

/// Checks dominoes of two colours, one of each pair as in the game. Counted by hand: in a row of
/// six cells, the only orders with matching ends are aa-ab-bb and its reverse.
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

/// The number of ways to fill the board with dominoes, each used once. They are laid one after
/// another on the first open cell, in both directions. Colours of neighbours are compared only when
/// the board is full.
fn dominoes_that_may_meet(
    [width, height]: [usize; 2],
    left: &mut Vec<[usize; 2]>,
    board: &mut Vec<Option<(usize, usize)>>,
    may_meet: &dyn Fn(usize, usize) -> bool,
) -> u32 {
    let Some(at) = board.iter().position(Option::is_none) else {
        let apart = |one: usize, other: usize| match (board[one], board[other]) {
            (Some((piece, a)), Some((other, b))) => piece == other || may_meet(a, b),
            _ => unreachable!("the board is full"),
        };
        let mut cells = 0..board.len();
        return u32::from(cells.all(|cell| {
            (cell % width + 1 == width || apart(cell, cell + 1))
                && (cell / width + 1 == height || apart(cell, cell + width))
        }));
    };
    let mut found = 0;
    let steps = [
        (at % width + 1 < width).then_some(at + 1),
        (at / width + 1 < height).then_some(at + width),
    ];
    for to in steps.into_iter().flatten() {
        if board[to].is_some() {
            continue;
        }
        for number in 0..left.len() {
            let domino = left.remove(number);
            let ways: BTreeSet<[usize; 2]> = [domino, [domino[1], domino[0]]].into();
            for [a, b] in ways {
                let piece = 100 * left.len() + at;
                (board[at], board[to]) = (Some((piece, a)), Some((piece, b)));
                found += dominoes_that_may_meet([width, height], left, board, may_meet);
            }
            (board[at], board[to]) = (None, None);
            left.insert(number, domino);
        }
    }
    found
}

/// Checks, for random tables of pairs that may meet, that the counts equal those of brute force.
/// Also checks all pairs of equal colours, and all pairs of different colours.
#[test]
fn colors_that_may_meet_are_those_of_a_table() {
    const COLORS: [&str; 3] = ["a", "b", "c"];
    const SIZES: [[usize; 2]; 4] = [[4, 2], [6, 1], [3, 2], [2, 3]];
    let mut state = 7_u64;
    let mut chance = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % bound
    };
    let mut several = 0;
    for round in 0..60 {
        let size = SIZES[round % SIZES.len()];
        let cells = size[0] * size[1];
        let mut dominoes: Vec<[usize; 2]> = (0..cells / 2)
            .map(|_| [chance(COLORS.len()), chance(COLORS.len())])
            .collect();
        let table: Vec<bool> = (0..9).map(|_| chance(3) > 0).collect();
        let (condition, may_meet): (String, Box<dyn Fn(usize, usize) -> bool>) = match round % 3 {
            0 => ("Matching".to_owned(), Box::new(|a, b| a == b)),
            1 => ("Differing".to_owned(), Box::new(|a, b| a != b)),
            _ => {
                let used = |color: usize| dominoes.iter().flatten().any(|&other| other == color);
                let listed = (0..9).filter(|pair| table[*pair] && used(pair / 3) && used(pair % 3));
                let pair =
                    |pair: usize| format!("({:?}, {:?})", COLORS[pair / 3], COLORS[pair % 3]);
                let listed: Vec<String> = listed.map(pair).collect();
                let may_meet = move |a: usize, b: usize| table[3 * a + b] || table[3 * b + a];
                (
                    format!("Meeting([{}])", listed.join(", ")),
                    Box::new(may_meet),
                )
            }
        };
        let piece = |(number, [a, b]): (usize, &[usize; 2])| {
            let colors = [COLORS[*a], COLORS[*b]];
            format!("Piece(name: \"D{number}\", cells: Rect(2, 1), colors: {colors:?}), ")
        };
        let pieces: String = dominoes.iter().enumerate().map(piece).collect();
        let text = format!(
            "(lattice: Square, board: Rect({}, {}), pieces: [{pieces}], conditions: [{condition}])",
            size[0], size[1]
        );
        let instance = colored(&text);
        let again = Puzzle::from_ron(&instance.puzzle().to_ron()).unwrap();
        assert_eq!(&again, instance.puzzle());
        let mut board = vec![None; cells];
        let expected = dominoes_that_may_meet(size, &mut dominoes, &mut board, &*may_meet);
        several += u32::from(expected > 0);
        assert_eq!(
            counts(&instance),
            [expected; 3].map(BigUint::from),
            "{text}"
        );
    }
    assert!(several > 15, "{several}");
}

#[test]
fn symmetries_of_colored_pieces_keep_their_tiles() {
    let text = "(lattice: Tetrakis, board: Rect(3, 2), pieces: [MacMahonSquares(2)], conditions: [Matching])";
    let instance = colored(text);
    let symmetry = instance.symmetry(&StopFlag::new()).unwrap();
    // The puzzle has all four symmetries of the rectangle, since the set has the reflection of
    // every tile.
    assert_eq!(symmetry.order(), 4);
}

/// Checks the number of ways to fill a triangle of side 2 with the four triangles of two colours,
/// by counting from the definition. Each triangle is read clockwise. Those at the corners start at
/// the edge that they share with the middle triangle.
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
