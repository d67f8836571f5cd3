//! The phrases of hints, and how they are said in some language.

use crate::puzzle::PieceId;

/// Declares the phrases of hints with their English.
macro_rules! phrases {
    ($($(#[doc = $doc:literal])+ $name:ident: $english:literal;)+) => {
        /// What hints are made of; values stand in braces.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Phrase {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Phrase {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// How it reads in English.
            pub fn english(self) -> &'static str {
                match self {
                    $(Self::$name => $english,)+
                }
            }
        }
    };
}

phrases! {
    /// Where to look: `{place}`.
    Look: "Look {place}.";
    /// A place.
    TopLeft: "at the top left";
    /// A place.
    Top: "at the top";
    /// A place.
    TopRight: "at the top right";
    /// A place.
    Left: "at the left";
    /// A place.
    Middle: "in the middle";
    /// A place.
    Right: "at the right";
    /// A place.
    BottomLeft: "at the bottom left";
    /// A place.
    Bottom: "at the bottom";
    /// A place.
    BottomRight: "at the bottom right";
    /// A place in a layer of a solid: `{layer}`, `{place}`.
    InLayer: "in layer {layer}, {place}";
    /// A cell that one placement is left for.
    OnlyCover: "Only one piece still fits on the marked cell, and only one way round.";
    /// A piece with one place left: `{piece}`.
    OnlyPlace: "There is only one place left for {piece}.";
    /// A piece of several copies that needs all its places: `{piece}`.
    AllPlaces: "All places left for {piece} are needed.";
    /// A condition that one placement is left for: `{asked}`.
    OnlyWay: "Only one placement left does what is asked: {asked}.";
    /// What follows one of these where a placement would fit but for its colours, `{piece}`: of its
    /// `{color}` and the color beside it, `{other}`.
    Clashes: "What would fit beside clashes in colour: the {color} of {piece} would meet {other}.";
    /// What becomes of the other ways to cover a cell: `{flaws}`.
    OtherCovers: "Try what fits on the marked cell: all ways but one {flaws}.";
    /// The same of one other way.
    OtherCover: "Only two ways to cover the marked cell are left, and one would {flaws}.";
    /// What becomes of the other places of a piece: `{piece}`, `{flaws}`.
    OtherPlaces: "Try the places left for {piece}: all but one {flaws}.";
    /// The same of one other place.
    OtherPlace: "Only two places are left for {piece}, and one would {flaws}.";
    /// The same where several copies are needed.
    OtherPlacesOfCopies: "Try the places left for {piece}: all but those that are needed {flaws}.";
    /// What becomes of the other ways to do what a condition asks for: `{asked}`, `{flaws}`.
    OtherWays: "Try how to do what is asked, that {asked}: all ways but one {flaws}.";
    /// A hole.
    LeaveHole: "leave a hole that no piece fills";
    /// A cell that nothing covers without a clash of colours.
    LeaveClash: "leave a cell that nothing covers without a clash of colours";
    /// Pockets.
    CutOff: "cut off a part that the pieces left can't fill";
    /// Pieces without a place: `{pieces}`.
    LeaveNoPlace: "leave no place for {pieces}";
    /// A condition.
    Prevent: "stand in the way of what is asked";
    /// A colouring.
    Unbalance: "leave too many cells of one colour, where neighbours differ";
    /// What follows comes to one of these.
    SoonFail: "soon lead to a dead end";
    /// What follows must be thought through further.
    LaterFail: "lead to a dead end a few steps later";
    /// It takes trying.
    LeadNowhere: "lead to a dead end, but only trying shows it";
    /// The piece: `{piece}`.
    ItIs: "It is {piece}.";
    /// Where a piece goes that is known: `{place}`.
    ItGoes: "It goes {place}.";
    /// Where a piece goes: `{piece}`.
    GoesHere: "{piece} goes here.";
    /// Between the last two of a list.
    Or: " or ";
    /// Between the last two of a list of pieces.
    And: " and ";
}

/// How phrases are said, in some language.
pub trait Phrasing {
    /// A phrase with its values.
    fn say(&self, phrase: Phrase, values: &[(&str, &str)]) -> String;

    /// What a piece of some name is called.
    fn piece(&self, piece: PieceId, name: &str) -> String {
        let _ = piece;
        name.to_owned()
    }
}

/// Phrases in English.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct English;

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
