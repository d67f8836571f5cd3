//! The phrases of hints, in English or another language.

use crate::puzzle::PieceId;

/// Declares the phrases of hints with their English texts.
macro_rules! phrases {
    ($($(#[doc = $doc:literal])+ $name:ident: $english:literal;)+) => {
        /// The texts of which hints are composed. Names in braces are placeholders for values.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Phrase {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Phrase {
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            pub fn english(self) -> &'static str {
                match self {
                    $(Self::$name => $english,)+
                }
            }
        }
    };
}

phrases! {
    /// The first stage of a hint, where to look: `{place}`.
    Look: "Look {place}.";
    /// Replaces `Look` if the step is about a cell and the area to search is the whole board.
    SeekCell: "Look for an open cell that few pieces can cover.";
    /// Replaces `Look` if the step is about a piece and the area to search is the whole board.
    SeekPiece: "Look for a piece that has few places.";
    /// A value of `{place}` in other phrases: a part of the board.
    TopLeft: "at the top left";
    /// A value of `{place}` in other phrases: a part of the board.
    Top: "at the top";
    /// A value of `{place}` in other phrases: a part of the board.
    TopRight: "at the top right";
    /// A value of `{place}` in other phrases: a part of the board.
    Left: "at the left";
    /// A value of `{place}` in other phrases: a part of the board.
    Middle: "in the middle";
    /// A value of `{place}` in other phrases: a part of the board.
    Right: "at the right";
    /// A value of `{place}` in other phrases: a part of the board.
    BottomLeft: "at the bottom left";
    /// A value of `{place}` in other phrases: a part of the board.
    Bottom: "at the bottom";
    /// A value of `{place}` in other phrases: a part of the board.
    BottomRight: "at the bottom right";
    /// A value of `{place}` in other phrases: a part of one layer of a solid. `{layer}` is the number of
    /// the layer, and the inner `{place}` the part.
    InLayer: "in layer {layer}, {place}";
    /// A value of `{place}` in other phrases: one whole layer of a solid, with the number `{layer}`.
    WholeLayer: "in layer {layer}";
    /// A value of `{place}` in other phrases: the whole board.
    OpenCells: "at the open cells";
    /// A cell with only one possible placement.
    OnlyCover: "Only one piece fits on the marked cell, in one way.";
    /// A cell with only one possible placement, if at most three pieces are left: `{pieces}`.
    OnlyCoverOf: "Of {pieces}, only one fits on the marked cell, in one way.";
    /// A cell with one open neighbour and only one possible placement.
    OnlyCoverEnd: "The marked cell has only one open neighbour. Only one piece fits there, in one way.";
    /// A cell with two open neighbours and only one possible placement.
    OnlyCoverNarrow: "The marked cell has two open neighbours. Only one piece fits there, in one way.";
    /// A piece with only one possible placement: `{piece}`.
    OnlyPlace: "There is only one place left for {piece}.";
    /// A piece whose copies need all of its possible placements: `{piece}`.
    AllPlaces: "All places left for {piece} are needed.";
    /// A requirement of a condition (a rule) with only one possible placement: `{asked}`.
    OnlyWay: "Only one placement keeps the rule: {asked}.";
    /// Added to a phrase such as `OnlyCover` or `OnlyPlace` if a placement would fit but for its
    /// colours: the `{color}` of `{piece}` would touch `{other}`.
    Clashes: "Another placement would fit, but its colours clash: the {color} of {piece} would touch {other}.";
    /// How the other ways to cover a cell fail: `{flaws}`, a list without a subject.
    OtherCovers: "Only one way to cover the marked cell works. The others {flaws}.";
    /// How the only other way to cover a cell fails: `{flaws}`.
    OtherCover: "Two ways are left to cover the marked cell. One would {flaws}.";
    /// How the other placements of a piece fail: `{piece}`, `{flaws}`.
    OtherPlaces: "Only one place for {piece} works. The others {flaws}.";
    /// How the only other placement of a piece fails: `{piece}`, `{flaws}`.
    OtherPlace: "Two places are left for {piece}. One would {flaws}.";
    /// How the other placements of a piece fail if it needs several copies: `{piece}`, `{flaws}`.
    OtherPlacesOfCopies: "All places that work for {piece} are needed. The others {flaws}.";
    /// How the other ways to meet a requirement of a condition fail: `{asked}`, `{flaws}`.
    OtherWays: "Only one placement keeps the rule: {asked}. The others {flaws}.";
    /// In hints, why a placement fails, for `{flaws}` in other phrases: it leaves a hole.
    LeaveHole: "leave a hole";
    /// In hints, why a placement fails: it leaves a cell that nothing covers without a clash of
    /// colours.
    LeaveClash: "leave a cell where all colours clash";
    /// In hints, why a placement fails: it leaves pockets that the other pieces cannot fill.
    CutOff: "cut off a part";
    /// In hints, why a placement fails: it cuts nothing off, but the other pieces cannot fill what it
    /// leaves.
    LeaveUnfillable: "leave a part that the other pieces cannot fill";
    /// In hints, why a placement fails: it leaves pieces without a place, `{pieces}`.
    LeaveNoPlace: "leave no place for {pieces}";
    /// In hints, why a placement fails: a requirement of a condition can no longer be met.
    Prevent: "break a rule of the puzzle";
    /// In hints, why a placement fails: the other pieces cannot balance the colours of a colouring.
    Unbalance: "leave too many cells of one colour in a pattern such as a chessboard";
    /// In hints, why a placement fails: a dead end after forced placements. A list of reasons that has
    /// `LaterFail` leaves this phrase out.
    SoonFail: "soon lead to a dead end";
    /// In hints, why a placement fails: a dead end that only further look-ahead shows.
    LaterFail: "lead to a dead end after a few pieces";
    /// In hints, why a placement fails: a reason that only trial and error shows.
    LeadNowhere: "fail, which only trying shows";
    /// The stage of a hint that names the piece: `{piece}`.
    ItIs: "It is {piece}.";
    /// In hints, after the piece has been named: a cell that the piece covers. The part of the
    /// board with this cell is `{place}`.
    ItGoes: "It covers the marked cell.";
    /// The last stage of a hint: `{piece}`.
    GoesHere: "{piece} goes here.";
    /// The word between the last two of a list of reasons why placements fail.
    Or: " or ";
    /// The word between the last two pieces of a list.
    And: " and ";
}

/// Texts of phrases and names of pieces in a language.
pub trait Phrasing {
    /// The text of a phrase with its values filled in.
    fn say(&self, phrase: Phrase, values: &[(&str, &str)]) -> String;

    /// The displayed name of a piece.
    fn piece(&self, piece: PieceId, name: &str) -> String {
        let _ = piece;
        name.to_owned()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct English;

impl Phrasing for English {
    fn say(&self, phrase: Phrase, values: &[(&str, &str)]) -> String {
        let mut text = String::new();
        let mut rest = phrase.english();
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let value = values.iter().find(|(known, _)| *known == name);
            text += before;
            text += value.map_or("", |(_, value)| value);
            rest = after;
        }
        text + rest
    }
}
