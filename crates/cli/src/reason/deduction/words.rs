//! Steps in words, in the three stages of a hint: where to look, what to see,
//! what follows.

use itertools::Itertools;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::step::{Balance, End, Pockets, Reason, Step, Want};
use super::technique::Technique;
use crate::cover::Instance;
use crate::cover::conditions::ConstraintId;
use crate::cover::notation;
use crate::puzzle::PieceId;
use crate::support::format::{counted, grouped};

/// So many cells or placements are named one by one.
const NAMED: usize = 6;

/// Tells of steps by the names and coordinates of a puzzle.
#[derive(Debug, Clone)]
pub struct Words<'a> {
    instance: &'a Instance,
}

impl<'a> Words<'a> {
    /// Tells of the steps of this puzzle.
    pub fn new(instance: &'a Instance) -> Self {
        Self { instance }
    }

    /// What to look at: "the cell (3,2)".
    pub fn place(&self, step: &Step) -> String {
        match &step.reason {
            Reason::ForcedCell(cell) => self.want(Want::Cell(*cell)),
            Reason::ForcedPiece { piece, .. } => self.want(Want::Piece(*piece)),
            Reason::ForcedConstraint(id) => self.want(Want::Constraint(*id)),
            Reason::ShutOut { want, .. }
            | Reason::Pocket {
                at: Some((want, _)),
                ..
            } => self.want(*want),
            Reason::Pocket { at: None, .. } => "all over the board".to_owned(),
            Reason::Pair { wants, .. } => self.both(*wants),
            Reason::Colouring(balance) => format!("the board, {}", balance.colouring),
            Reason::LookAhead { .. } => match step.eliminated.first() {
                Some(option) => self.want(Want::Piece(self.instance.meaning(*option).piece)),
                None => "the board".to_owned(),
            },
        }
    }

    /// The first stage: where to look.
    pub fn look(&self, step: &Step) -> String {
        if let Reason::Pocket { at: None, .. } = step.reason {
            return "Look for placements that cut off cells which can't be filled.".to_owned();
        }
        let place = self.place(step);
        match step.technique {
            Technique::Colouring => format!("Think of {place}."),
            Technique::LookAhead(_) => format!("Try places of {place}."),
            _ => format!("Look at {place}."),
        }
    }

    /// The second stage: what to see there.
    pub fn see(&self, step: &Step) -> String {
        let pieces = || self.pieces(&step.eliminated);
        match &step.reason {
            Reason::ForcedCell(_) => {
                let piece = step.placed.map(|option| self.piece(option));
                format!(
                    "Only one placement can still cover it, one of {}.",
                    piece.unwrap_or_default()
                )
            }
            Reason::ForcedConstraint(id) => {
                let piece = step.placed.map(|option| self.piece(option));
                format!(
                    "Only one placement left does what is asked, one of {}: {}.",
                    piece.unwrap_or_default(),
                    self.asked(*id)
                )
            }
            Reason::ForcedPiece { needed: 1, .. } => "Only one place is left for it.".to_owned(),
            Reason::ForcedPiece { needed, .. } => {
                format!("It has {needed} places left, and {needed} of it are still needed.")
            }
            Reason::Pocket {
                at,
                example,
                pockets,
            } => {
                let out = step.eliminated.len();
                let subject = match at {
                    Some((Want::Cell(_), ways)) => {
                        format!("Of the {ways} placements that can still cover it, {out}")
                    }
                    Some((Want::Piece(_), ways)) => format!("Of its {ways} places, {out}"),
                    Some((Want::Constraint(id), ways)) => {
                        let asked = self.asked(*id);
                        format!("There are {ways} ways in which {asked}; of these, {out}")
                    }
                    None => counted(out, "placement"),
                };
                let cut = if out == 1 {
                    "cuts off a pocket"
                } else {
                    "cut off pockets"
                };
                format!(
                    "{subject} {cut} that can't be filled: with {}, {}.",
                    self.of(*example),
                    self.unfilled(pockets)
                )
            }
            Reason::ShutOut { want, needed, ways } => {
                let some = format!("Some placements of {}", pieces());
                match want {
                    Want::Cell(_) => {
                        format!("{some} clash with all {ways} that can still cover it.")
                    }
                    Want::Constraint(id) => {
                        let asked = self.asked(*id);
                        format!("{some} clash with all {ways} that are left, and {asked}.")
                    }
                    Want::Piece(_) if *needed == 1 => {
                        format!("{some} clash with all {ways} places left for it.")
                    }
                    Want::Piece(_) => format!(
                        "{some} leave it fewer than the {needed} places that it needs, of {ways}.",
                    ),
                }
            }
            Reason::Pair { wants: _, supplies } => self.pair(*supplies),
            Reason::Colouring(balance) => balance_in_words(balance, &pieces()),
            Reason::LookAhead { follows, end } => {
                let first = step.eliminated.first().map(|option| self.of(*option));
                let mut text = format!("With {}, ", first.unwrap_or_default());
                if !follows.is_empty() {
                    let list = follows
                        .iter()
                        .map(|option| self.of(*option))
                        .join(", then ");
                    text += &format!("{list} must follow, and ");
                }
                text + &self.end(end) + "."
            }
        }
    }

    /// The third stage: what follows.
    pub fn follows(&self, step: &Step) -> String {
        match (step.placed, step.eliminated.as_slice()) {
            (Some(option), _) => format!("So {} is placed.", self.of(option)),
            (None, [option]) => format!("So {} is out.", self.of(*option)),
            (None, options) => format!("So these are out: {}.", self.listed(options)),
        }
    }

    /// All of it in a line.
    pub fn line(&self, step: &Step) -> String {
        format!(
            "{}: {}. {} {}",
            step.technique,
            self.place(step),
            self.see(step),
            self.follows(step)
        )
    }

    /// The cells that the step is about, to be marked in a picture; none if
    /// it is about no place.
    pub fn marks(&self, step: &Step) -> Vec<BoardCell> {
        let cell = |want: &Want| match want {
            Want::Cell(cell) => Some(*cell),
            Want::Piece(_) | Want::Constraint(_) => None,
        };
        match &step.reason {
            Reason::ForcedCell(cell) => vec![*cell],
            Reason::ShutOut { want, .. }
            | Reason::Pocket {
                at: Some((want, _)),
                ..
            } => cell(want).into_iter().collect(),
            Reason::Pair { wants, supplies } => {
                wants.iter().chain(supplies).filter_map(cell).collect()
            }
            Reason::Pocket { at: None, .. }
            | Reason::ForcedPiece { .. }
            | Reason::ForcedConstraint(_)
            | Reason::Colouring(_)
            | Reason::LookAhead { .. } => Vec::new(),
        }
    }

    /// A placement as it is written.
    pub fn of(&self, option: OptionId) -> String {
        notation::of(self.instance, option)
    }

    fn piece(&self, option: OptionId) -> &'a str {
        self.name(self.instance.meaning(option).piece)
    }

    fn name(&self, piece: PieceId) -> &'a str {
        &self.instance.puzzle().piece(piece).name
    }

    /// The names of the pieces that options place: "A, B and C".
    fn pieces(&self, options: &[OptionId]) -> String {
        let pieces = options.iter().map(|o| self.instance.meaning(*o).piece);
        let names = pieces.sorted().dedup().map(|piece| self.name(piece));
        joined(&names.collect_vec(), "and")
    }

    fn listed(&self, options: &[OptionId]) -> String {
        let mut named = options.iter().take(NAMED).map(|option| self.of(*option));
        let list = named.join(", ");
        match options.len().saturating_sub(NAMED) {
            0 => list,
            more => format!("{list} and {more} more"),
        }
    }

    fn cells(&self, cells: &[BoardCell]) -> String {
        let named = cells.iter().take(2 * NAMED);
        let list = named
            .map(|cell| notation::cell(self.instance.puzzle(), *cell))
            .join("");
        if cells.len() > 2 * NAMED {
            format!("{list}…")
        } else {
            list
        }
    }

    fn want(&self, want: Want) -> String {
        match want {
            Want::Cell(cell) => {
                format!("the cell {}", notation::cell(self.instance.puzzle(), cell))
            }
            Want::Piece(piece) => format!("the piece {}", self.name(piece)),
            Want::Constraint(id) => {
                let puzzle = self.instance.puzzle();
                self.instance.constraint(id).place_in_words(puzzle)
            }
        }
    }

    /// "the line between columns 3 and 4 must be crossed"
    fn asked(&self, id: ConstraintId) -> String {
        self.instance
            .constraint(id)
            .in_words(self.instance.puzzle())
    }

    fn both(&self, wants: [Want; 2]) -> String {
        match wants {
            [Want::Piece(a), Want::Piece(b)] if a == b => {
                format!("the two copies of {} still needed", self.name(a))
            }
            [Want::Piece(a), Want::Piece(b)] => {
                format!("the pieces {} and {}", self.name(a), self.name(b))
            }
            [Want::Cell(a), Want::Cell(b)] => {
                let [a, b] = [a, b].map(|cell| notation::cell(self.instance.puzzle(), cell));
                format!("the cells {a} and {b}")
            }
            wants => wants.map(|want| self.want(want)).join(" and "),
        }
    }

    fn pair(&self, supplies: [Want; 2]) -> String {
        let cell = |cell| notation::cell(self.instance.puzzle(), cell);
        let (uses, what) = match supplies {
            [Want::Piece(a), Want::Piece(b)] if a == b => {
                (format!("is one of {}", self.name(a)), "the two left of it")
            }
            [Want::Piece(a), Want::Piece(b)] => (
                format!("is one of {} or {}", self.name(a), self.name(b)),
                "both",
            ),
            [Want::Cell(a), Want::Cell(b)] => {
                (format!("covers {} or {}", cell(a), cell(b)), "both")
            }
            [Want::Piece(piece), Want::Cell(a)] | [Want::Cell(a), Want::Piece(piece)] => (
                format!("is one of {} or covers {}", self.name(piece), cell(a)),
                "both",
            ),
            [one, other] => (
                format!("serves {} or {}", self.want(one), self.want(other)),
                "both",
            ),
        };
        format!("Each placement left for them {uses}; they take {what}, and no other can.")
    }

    /// That pockets can't be filled.
    fn unfilled(&self, found: &Pockets) -> String {
        let pockets = found.pockets.iter().map(|pocket| {
            let count = counted(pocket.len(), "cell");
            format!("{} of {count}", self.cells(pocket))
        });
        let pockets = joined(&pockets.collect_vec(), "and");
        let what = match (found.alone, found.pockets.len()) {
            (true, _) => format!("the pocket {pockets}"),
            (false, 0) => "what is open".to_owned(),
            (false, 1) => format!("the pocket {pockets} and all the rest"),
            (false, _) => format!("the pockets {pockets} and all the rest"),
        };
        let uneven = |size: usize| found.pockets.iter().any(|pocket| pocket.len() % size != 0);
        let by = match found.sizes.as_slice() {
            // However many pieces there are.
            [(size @ 2.., many)] if found.alone && uneven(*size) => match many {
                1 => format!("a piece of {size} cells"),
                _ => format!("pieces of {size} cells"),
            },
            sizes => pieces_of(sizes),
        };
        format!("{what} can't be filled by {by}")
    }

    fn end(&self, end: &End) -> String {
        match end {
            End::Nothing(Want::Cell(cell)) => {
                let cell = notation::cell(self.instance.puzzle(), *cell);
                format!("nothing can cover {cell} any more")
            }
            End::Nothing(Want::Piece(piece)) => {
                format!("there is too little room left for {}", self.name(*piece))
            }
            End::Nothing(Want::Constraint(id)) => {
                format!(
                    "nothing is left to do what is asked, that {}",
                    self.asked(*id)
                )
            }
            End::Clash(piece) => {
                format!(
                    "the places left for {} clash, and all are needed",
                    self.name(*piece)
                )
            }
            End::Pocket(pockets) => self.unfilled(pockets),
            End::Colouring(name) => {
                format!("the pieces left can't make the difference of the board {name}")
            }
            End::Deeper => "every way to go on leads to a contradiction".to_owned(),
        }
    }
}

/// "1 piece of 3, 2 of 4 and 6 of 5 cells".
fn pieces_of(sizes: &[(usize, u64)]) -> String {
    let of = sizes.iter().enumerate().map(|(at, (size, count))| {
        let noun = match (at, count) {
            (0, 1) => " piece",
            (0, _) => " pieces",
            _ => "",
        };
        format!("{}{noun} of {size}", grouped(*count))
    });
    match sizes {
        [] => "no piece".to_owned(),
        [(1, _)] => format!("{} cell", joined(&of.collect_vec(), "and")),
        _ => format!("{} cells", joined(&of.collect_vec(), "and")),
    }
}

fn balance_in_words(balance: &Balance, pieces: &str) -> String {
    let Balance {
        colours: (plus, minus),
        open,
        covers,
        wanted,
        can,
        ..
    } = balance;
    let range = |(low, high): (i64, i64), to: &str| {
        if low == high {
            low.to_string()
        } else {
            format!("{low} {to} {high}")
        }
    };
    let within = wanted.0 >= can.0 && wanted.1 <= can.1;
    let only = if within { "only other numbers " } else { "" };
    let can = range(*can, "to");
    let wanted = range(*wanted, "to");
    match minus {
        Some(minus) => format!(
            "{} {plus} and {} {minus} cells are open. Where {pieces} covers {}, the other pieces \
             must make a difference of {wanted}; they can make {only}{}.",
            open.0,
            open.1,
            difference(*covers, plus, minus),
            if within { format!("from {can}") } else { can },
        ),
        None => format!(
            "{} {plus} cells are open. Where {pieces} covers {covers} of them, the other pieces \
             must cover {wanted}; they can cover {only}{}.",
            open.0,
            if within { format!("from {can}") } else { can },
        ),
    }
}

/// "2 more dark than light cells".
fn difference(covers: i64, plus: &str, minus: &str) -> String {
    match covers {
        0 => format!("as many {plus} as {minus} cells"),
        1.. => format!("{covers} more {plus} than {minus} cells"),
        _ => format!("{} more {minus} than {plus} cells", covers.unsigned_abs()),
    }
}

/// "A", "A and B", "A, B and C".
fn joined<T: std::fmt::Display>(names: &[T], and: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.to_string(),
        [first @ .., last] => format!("{} {and} {last}", first.iter().join(", ")),
    }
}
