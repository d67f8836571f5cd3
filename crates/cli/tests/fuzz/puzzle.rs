//! A puzzle as data, and as the text of a file.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use itertools::Itertools;

use crate::goal::{Alternatives, Case, Goal};
use crate::grid::{Cells, Grid, Sides};

/// A puzzle as data, from which its solutions can be computed without parsing a file.
#[derive(Debug, Clone)]
pub(crate) struct Puzzle {
    pub(crate) grid: Grid,
    /// The number of layers of each piece, in a tray with depth.
    pub(crate) layers: Option<usize>,
    pub(crate) required: Cells,
    pub(crate) optional: Cells,
    /// The notation of the board; if `None`, it is a list of cells.
    pub(crate) board: Option<String>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) givens: Vec<(usize, Cells)>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) cases: Vec<Case>,
}

#[derive(Debug, Clone)]
pub(crate) struct Piece {
    /// The name; that of a set's piece begins with [`PREFIX`].
    pub(crate) name: String,
    pub(crate) shape: Cells,
    pub(crate) sides: Sides,
    /// The minimum and the maximum number of copies.
    pub(crate) copies: (usize, usize),
    /// The notation of the set, if this is the first piece of a set.
    pub(crate) set: Option<String>,
}

/// A restriction. A piece is identified by its index.
#[derive(Debug, Clone)]
pub(crate) enum Rule {
    Placed(usize, Cells),
    Within(usize, Cells),
    Covers(usize, Cells),
    Avoids(Option<usize>, Cells),
    Where(Option<usize>, Cells, Cells),
    Sides(usize, Sides),
    Orientations(usize, Vec<Cells>),
}

/// The prefix of the names of a set's pieces.
pub(crate) const PREFIX: &str = "S";

/// The features in which puzzles differ.
pub(crate) const FEATURES: [&str; 19] = [
    "squares",
    "triangles",
    "sticks",
    "cubes",
    "trays with depth",
    "bounds",
    "optional cells",
    "holes",
    "sets",
    "one-sided or fixed pieces",
    "givens",
    "restrictions",
    "restrictions of all pieces",
    "single goals",
    "holes as goals",
    "distinct holes",
    "goals by labels",
    "growing goals",
    "cases",
];

impl Puzzle {
    /// The puzzle's features, from [`FEATURES`].
    pub(crate) fn features(&self) -> Vec<&'static str> {
        let has = [
            self.grid == Grid::Square,
            self.grid == Grid::Triangle,
            self.grid == Grid::Stick,
            self.grid == Grid::Cube && self.layers.is_none(),
            self.layers.is_some(),
            self.pieces
                .iter()
                .any(|piece| piece.copies.0 != piece.copies.1),
            !self.optional.is_empty(),
            self.board
                .as_ref()
                .is_some_and(|board| board.starts_with("Minus")),
            self.pieces.iter().any(|piece| piece.set.is_some()),
            self.pieces
                .iter()
                .any(|piece| piece.sides < self.grid.usual_sides()),
            !self.givens.is_empty(),
            !self.rules.is_empty(),
            self.rules
                .iter()
                .any(|rule| matches!(rule, Rule::Where(None, ..) | Rule::Avoids(None, _))),
        ];
        let features = FEATURES.into_iter().zip(has);
        let features = features.filter_map(|(feature, has)| has.then_some(feature));
        let cases = (!self.cases.is_empty()).then_some("cases");
        let goals: BTreeSet<&'static str> = self.goals.iter().map(Goal::feature).collect();
        features.chain(goals).chain(cases).collect()
    }

    /// The required and the optional cells of the board.
    pub(crate) fn cells(&self) -> Cells {
        self.required.union(&self.optional).copied().collect()
    }

    /// The puzzles of the goals or cases, with their names; without goals or cases, the puzzle itself.
    pub(crate) fn parts(&self) -> Vec<Alternatives> {
        let plain = Self {
            goals: Vec::new(),
            cases: Vec::new(),
            ..self.clone()
        };
        if !self.goals.is_empty() {
            let goals = self.goals.iter();
            return goals.flat_map(|goal| goal.puzzles(&plain)).collect();
        }
        let cases = self.cases.iter().map(|(name, rules)| {
            let mut puzzle = plain.clone();
            puzzle.rules.extend(rules.iter().cloned());
            vec![(name.clone(), puzzle)]
        });
        let whole = std::iter::once(vec![(String::new(), plain.clone())]);
        whole.chain(cases).collect()
    }

    /// The puzzle without these cells of the board.
    pub(crate) fn with_open(&self, cells: &Cells) -> Self {
        let mut puzzle = self.clone();
        puzzle.board = None;
        puzzle.required.retain(|cell| !cells.contains(cell));
        puzzle.optional.retain(|cell| !cells.contains(cell));
        puzzle
    }

    /// Keeps some of the pieces, including all that givens and rules mention.
    pub(crate) fn keep(&mut self, only: &[usize]) {
        let new = |piece: usize| only.iter().position(|kept| *kept == piece);
        let known = |piece: usize| new(piece).expect("a piece that is kept");
        self.pieces = only
            .iter()
            .map(|piece| self.pieces[*piece].clone())
            .collect();
        for (piece, _) in &mut self.givens {
            *piece = known(*piece);
        }
        for rule in &mut self.rules {
            if let Some(piece) = rule.piece_mut() {
                *piece = known(*piece);
            }
        }
    }

    pub(crate) fn listed(&self, cells: &Cells) -> String {
        let cell = |cell: &_| format!("({})", self.grid.written(*cell));
        format!("Cells([{}])", cells.iter().map(cell).join(", "))
    }

    fn rule(&self, rule: &Rule) -> String {
        let named = |piece: &usize| format!("piece: {:?}", self.pieces[*piece].name);
        let any = |piece: &Option<usize>| match piece {
            Some(piece) => format!("{}, ", named(piece)),
            None => String::new(),
        };
        let cells = |cells: &Cells| format!("cells: {}", self.listed(cells));
        match rule {
            Rule::Placed(piece, on) => format!("Placed({}, {})", named(piece), cells(on)),
            Rule::Within(piece, on) => format!("Within({}, {})", named(piece), cells(on)),
            Rule::Covers(piece, on) => format!("Covers({}, {})", named(piece), cells(on)),
            Rule::Avoids(piece, on) => format!("Avoids({}{})", any(piece), cells(on)),
            Rule::Where(piece, on, also) => {
                let (on, also) = (self.listed(on), self.listed(also));
                format!("Where({}covers: {on}, also: {also})", any(piece))
            }
            Rule::Sides(piece, sides) => format!("Sides({}, sides: {sides:?})", named(piece)),
            Rule::Orientations(piece, shapes) => {
                let shapes = shapes.iter().map(|shape| self.listed(shape)).join(", ");
                format!("Orientations({}, shapes: [{shapes}])", named(piece))
            }
        }
    }

    fn piece(&self, piece: &Piece) -> Option<String> {
        let set = piece.name.starts_with(PREFIX);
        let mut text = match &piece.set {
            Some(of) => format!("Set(of: {of}, prefix: {PREFIX:?}"),
            None if set => return None,
            None => format!(
                "Piece(name: {:?}, cells: {}",
                piece.name,
                self.listed(&piece.shape)
            ),
        };
        if piece.sides != self.grid.usual_sides() {
            text += &format!(", sides: {:?}", piece.sides);
        }
        match piece.copies {
            (1, 1) => {}
            (least, most) if least == most => text += &format!(", copies: {most}"),
            (least, most) => text += &format!(", copies: ({least}, {most})"),
        }
        Some(text + ")")
    }
}

impl Rule {
    fn piece_mut(&mut self) -> Option<&mut usize> {
        match self {
            Self::Placed(piece, _)
            | Self::Within(piece, _)
            | Self::Covers(piece, _)
            | Self::Sides(piece, _)
            | Self::Orientations(piece, _) => Some(piece),
            Self::Avoids(piece, _) | Self::Where(piece, _, _) => piece.as_mut(),
        }
    }
}

impl Display for Puzzle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "(\n    lattice: {:?},", self.grid)?;
        if let Some(layers) = self.layers {
            writeln!(f, "    tray: Projected(layers: {layers}),")?;
        }
        let board = match &self.board {
            Some(board) => board.clone(),
            None if self.optional.is_empty() => self.listed(&self.required),
            None => format!(
                "Union([{}, Optional({})])",
                self.listed(&self.required),
                self.listed(&self.optional)
            ),
        };
        writeln!(f, "    board: {board},")?;
        let mut list = |name: &str, entries: Vec<String>| match entries.as_slice() {
            [] => Ok(()),
            entries => {
                writeln!(f, "    {name}: [")?;
                entries
                    .iter()
                    .try_for_each(|entry| writeln!(f, "        {entry},"))?;
                writeln!(f, "    ],")
            }
        };
        list(
            "pieces",
            self.pieces
                .iter()
                .filter_map(|piece| self.piece(piece))
                .collect(),
        )?;
        let given = |(piece, cells): &(usize, Cells)| {
            let name = &self.pieces[*piece].name;
            format!("(piece: {name:?}, cells: {})", self.listed(cells))
        };
        list("givens", self.givens.iter().map(given).collect())?;
        list(
            "restrict",
            self.rules.iter().map(|rule| self.rule(rule)).collect(),
        )?;
        list(
            "goals",
            self.goals.iter().map(|goal| goal.written(self)).collect(),
        )?;
        let case = |(name, rules): &Case| {
            let rules = rules.iter().map(|rule| self.rule(rule)).join(", ");
            format!("(name: {name:?}, restrict: [{rules}])")
        };
        list("cases", self.cases.iter().map(case).collect())?;
        writeln!(f, ")")
    }
}
