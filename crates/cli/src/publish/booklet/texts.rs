//! The texts of a booklet, which a file may replace.
//!
//! ```text
//! (
//!     language: "de",
//!     challenge: "Aufgabe {number}",
//!     …                                  // what is left out stays English
//! )
//! ```
//!
//! A text may hold values in braces; which ones, [`Texts::as_ron`] tells for each text. Two braces
//! stand for one. An empty line begins a new paragraph.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::puzzle::{
    Diagnostic, Node, Pairs, Puzzle, Raw, Reader, Source, Span, is_meant_as_puzzle, outer_fields,
};
use crate::reason::deduction::Phrase;
use crate::support::format::grouped;
use crate::support::label::{Label, Unprintable};

/// The longest text of a file, in characters.
const MAX_TEXT: usize = 5_000;

/// A text with places for values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Words(String),
    /// The name of a value.
    Value(String),
}

/// Why a text is no template.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    /// A brace without its partner.
    Brace(char),
    /// A value that is not known here.
    Unknown(String),
}

impl Template {
    /// Reads a text that may hold some values.
    fn parse(text: &str, known: &[&str]) -> Result<Self, Fault> {
        let mut parts = Vec::new();
        let mut words = String::new();
        let mut rest = text.chars().peekable();
        while let Some(character) = rest.next() {
            match character {
                '{' | '}' if rest.peek() == Some(&character) => {
                    rest.next();
                    words.push(character);
                }
                '{' => {
                    let mut name = String::new();
                    loop {
                        match rest.next() {
                            Some('}') => break,
                            Some('{') | None => return Err(Fault::Brace('{')),
                            Some(other) => name.push(other),
                        }
                    }
                    if !known.contains(&name.as_str()) {
                        return Err(Fault::Unknown(name));
                    }
                    parts.push(Part::Words(std::mem::take(&mut words)));
                    parts.push(Part::Value(name));
                }
                '}' => return Err(Fault::Brace('}')),
                other => words.push(other),
            }
        }
        parts.push(Part::Words(words));
        parts.retain(|part| !matches!(part, Part::Words(words) if words.is_empty()));
        Ok(Self { parts })
    }

    /// One of the texts that come with the program, which a test reads.
    fn built_in(text: &str, known: &[&str]) -> Self {
        Self::parse(text, known).unwrap_or(Self { parts: Vec::new() })
    }

    /// Reads a text of a file.
    fn read(node: Node<'_>, known: &[&str]) -> Result<Self, Diagnostic> {
        // Lines of a file may end in CR LF.
        let text = node.read::<String>()?.replace("\r\n", "\n");
        let long = text.chars().count();
        if long > MAX_TEXT {
            let message = format!("a text of {} characters is too long", grouped(long));
            let help = format!("a text has {} characters at most", grouped(MAX_TEXT));
            return Err(Diagnostic::error(message, node.span(), "").help(help));
        }
        if let Some(error) = Unprintable::find(&text, |character| character == '\n') {
            return Err(node.unprintable(error));
        }
        Self::parse(&text, known).map_err(|fault| {
            let has = match known {
                [] => "this text has no values".to_owned(),
                names => format!("this text may hold {}", in_braces(names)),
            };
            let (message, label) = match fault {
                Fault::Brace(brace) => (format!("`{brace}` without its partner"), ""),
                Fault::Unknown(name) => (format!("unknown value `{{{name}}}`"), "not known here"),
            };
            Diagnostic::error(message, node.span(), label)
                .help(format!("{has}; `{{{{` and `}}}}` stand for braces"))
        })
    }

    /// The text without values.
    pub fn plain(&self) -> String {
        self.fill(&[])
    }

    /// The text with its values; one that is not given is left out.
    pub fn fill(&self, values: &[(&str, &str)]) -> String {
        let value = |name: &str| values.iter().find(|(known, _)| *known == name);
        let parts = self.parts.iter().map(|part| match part {
            Part::Words(words) => words.as_str(),
            Part::Value(name) => value(name).map_or("", |(_, value)| *value),
        });
        parts.collect()
    }
}

/// Names as they stand in a text.
fn in_braces(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
    names.join(", ")
}

/// Declares the texts: what each is for, its name, the values it may hold, and how it reads in
/// English.
macro_rules! texts {
    ($($(#[doc = $doc:literal])+ $name:ident($($value:ident),*): $english:literal;)+) => {
        /// All texts of a booklet.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Texts {
            $($(#[doc = $doc])+ pub $name: Template,)+
            /// What pieces are called, by their names.
            piece_names: BTreeMap<String, Label>,
        }

        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File<'s> {
            $(#[serde(borrow, default)] $name: Option<Raw<'s>>,)+
            #[serde(borrow, default)]
            piece_names: Option<Pairs<'s>>,
        }

        impl Default for Texts {
            /// The English ones.
            fn default() -> Self {
                Self {
                    $($name: Template::built_in($english, &[$(stringify!($value)),*]),)+
                    piece_names: BTreeMap::new(),
                }
            }
        }

        impl Texts {
            /// Reads a file of texts; those that it leaves out are English.
            ///
            /// # Errors
            ///
            /// The first thing that is wrong: no RON, an unknown text or value.
            pub fn read(source: &Source) -> Result<Self, Diagnostic> {
                refuse_others(source)?;
                let reader = Reader::new(source);
                let file: File<'_> = reader.root().read()?;
                Ok(Self {
                    $($name: match file.$name {
                        Some(raw) => {
                            Template::read(reader.node(raw), &[$(stringify!($value)),*])?
                        }
                        None => Template::built_in($english, &[$(stringify!($value)),*]),
                    },)+
                    piece_names: match file.piece_names {
                        Some(pairs) => read_piece_names(reader, pairs)?,
                        None => BTreeMap::new(),
                    },
                })
            }

            /// Whether a text is meant as a file of texts: all its fields are texts, and it has
            /// one, whatever else is wrong with it.
            pub fn are(source: &Source) -> bool {
                let fields = outer_fields(source.text());
                let is_text = |(name, value): &(&str, Option<char>)| {
                    *name == "piece_names"
                        || [$(stringify!($name)),+].contains(name)
                            && matches!(value, Some('"' | 'r') | None)
                };
                // A title alone may be that of anything.
                fields.iter().all(is_text) && fields.iter().any(|(name, _)| *name != "title")
            }

            /// A file with all texts in English, each with a word on what it is for and which
            /// values it may hold: what a translator begins with.
            pub fn as_ron() -> String {
                let mut text = String::from("(\n");
                $(
                    entry(
                        &mut text,
                        concat!($($doc),+),
                        stringify!($name),
                        &[$(stringify!($value)),*],
                        $english,
                    );
                )+
                text += "    // What pieces are called, by name: {\"Yellow\": \"Gelb\"}.\n    piece_names: {},\n";
                text + ")\n"
            }

            #[cfg(test)]
            fn english() -> Vec<(&'static str, Vec<&'static str>)> {
                vec![$(($english, vec![$(stringify!($value)),*]),)+]
            }
        }
    };
}

/// Refuses what is no file of texts but something else.
fn refuse_others(source: &Source) -> Result<(), Diagnostic> {
    let form = "texts are one struct: (language: \"de\", challenge: \"Aufgabe {number}\", …); \
                `booklet --print-texts` prints all of them";
    let text = source.text();
    if text.trim().is_empty() {
        return Err(Diagnostic::error("this file is empty", Span::new(0, 0), "").help(form));
    }
    let fields = outer_fields(text);
    let what = if fields.iter().any(|(name, _)| *name == "puzzle") {
        "a file of challenges"
    } else if is_meant_as_puzzle(source) {
        "a puzzle"
    } else if fields.is_empty() {
        let start = text.len() - text.trim_start().len();
        let span = Span::new(start, start + 1);
        let message = "texts in a struct with fields are expected here";
        return Err(Diagnostic::error(message, span, "").help(form));
    } else {
        return Ok(());
    };
    let start = text.len() - text.trim_start().len();
    let message = format!("this is {what}, not a file of texts");
    Err(Diagnostic::error(message, Span::new(start, start + 1), "").help(form))
}

fn entry(text: &mut String, doc: &str, name: &str, values: &[&str], english: &str) {
    let values = match values {
        [] => String::new(),
        values => format!(" Values: {}.", in_braces(values)),
    };
    text.push_str(&format!("    //{doc}{values}\n    {name}: {english:?},\n"));
}

texts! {
    /// The language of the texts, as in pt-BR; screen readers go by it.
    language(): "en";
    /// The title.
    title(title): "{title}";
    /// Under the title of a booklet of challenges.
    subtitle(count, easiest, hardest): "{count} challenges, from {easiest} to {hardest}";
    /// The same where all have one grade.
    subtitle_of_one_grade(count, grade): "{count} challenges, {grade}";
    /// The same of one challenge.
    subtitle_of_one_challenge(grade): "One challenge, {grade}";
    /// The same where some challenges could not be graded.
    subtitle_of_some_graded(count): "{count} challenges";
    /// Under the title of a booklet of solutions.
    subtitle_of_solutions(count): "{count} solutions";
    /// The same of one solution.
    subtitle_of_one_solution(): "One solution";
    /// At the foot of the title page.
    imprint(puzzle): "";

    /// A grade.
    easy(): "easy";
    /// A grade.
    medium(): "medium";
    /// A grade.
    hard(): "hard";
    /// A grade.
    expert(): "expert";

    /// A heading.
    pieces(): "The pieces";
    /// Under that heading; count of pieces, copies included.
    pieces_note(count): "There should be {count}.";

    /// A heading.
    play(): "How to play";
    /// What the game is about.
    play_goal(): "Put the pieces on the board so that every cell is covered and no two pieces overlap.";
    /// The same for boards of sticks.
    play_goal_of_sticks(): "Lay the pieces so that every line of the board is covered once and no two pieces cross.";
    /// The same for solids.
    play_goal_of_solids(): "Put the pieces together so that they fill the solid, which is shown layer by layer, the lowest first.";
    /// Where cells may stay empty.
    play_optional(): "Cells that are drawn lighter may stay empty.";
    /// In a tray with depth: what the circles mean.
    play_depth(layers): "The tray is {layers} layers deep. A circle on a cell shows where a part of a piece lies: the larger the circle, the nearer to the top.";
    /// Where cells with labels stay open.
    play_open(cells): "These cells stay open: {cells}.";
    /// Where each challenge has another board.
    play_boards(): "Each challenge has a board of its own, which is named above it.";
    /// The same where cells with labels stay open.
    play_boards_open(): "Each challenge has a board of its own, which is named above it: white cells stay open.";
    /// Where not all pieces must be used.
    play_spare(): "Not all pieces have to be used.";
    /// How pieces may be turned.
    play_free(): "Pieces may be turned, and turned over.";
    /// The same where mirror images are different pieces.
    play_one_sided(): "Pieces may be turned, but not turned over.";
    /// The same for solids.
    play_solid(): "Pieces may be turned in every way.";
    /// The same where they may not be turned.
    play_fixed(): "Pieces may not be turned.";
    /// The same for some of the pieces.
    play_some(pieces, rule): "{pieces}: {rule}";
    /// What challenges are.
    play_challenge(): "Each challenge shows where some pieces lie. Begin with these, with a dark edge; the others have one way to lie, and it can be found without guessing.";
    /// The same where no deduction is known that settles some challenge: beyond look-ahead, or too
    /// large to be graded.
    play_challenge_of_trying(): "Each challenge shows where some pieces lie. Begin with these, with a dark edge; the others have one way to lie. Not all challenges can be solved by deduction: some take trying.";
    /// The same where a challenge has more than one solution.
    play_challenge_of_many(): "Each challenge shows where some pieces lie. Begin with these, with a dark edge, and place the others.";
    /// What cards are.
    play_card(): "Each card shows a board and the pieces that fill it, these and no others. They have one way to lie, but for the board's own symmetry, and it can be found without guessing.";
    /// The same where no deduction is known that settles some card.
    play_card_of_trying(): "Each card shows a board and the pieces that fill it, these and no others. They have one way to lie, but for the board's own symmetry. Not all cards can be solved by deduction: some take trying.";
    /// The same where a card has more than one solution.
    play_card_of_many(): "Each card shows a board and the pieces that fill it, these and no others.";
    /// Where cards have two sides.
    play_sides(): "A card has two sides, a and b: the same board with other pieces.";
    /// What grades mean.
    play_grades(): "Challenges come in order of difficulty: by how many placements one has to try in mind, and how far one has to think ahead, until all pieces are found.";
    /// Where the hints are.
    play_hints(page): "Stuck? There is a hint for each challenge from page {page} on.";
    /// Where the hints are, if they are upside down.
    play_hints_upside_down(page): "Stuck? There is a hint for each challenge from page {page} on. Turn the booklet.";

    /// A heading.
    challenges(): "Challenges";
    /// Over a challenge.
    challenge(number): "{number}";
    /// The same where challenges are of several boards, as the dates of a calendar.
    challenge_of_board(number, board): "{number} · {board}";
    /// Beside it.
    rating(grade, score): "{grade} {score}";
    /// Under a challenge: where its hint is.
    hint_page(page): "Hint: page {page}";
    /// Under a challenge: where its solution is.
    solution_page(page): "Solution: page {page}";

    /// A heading.
    hints(): "Hints";
    /// Where to look.
    hint_look(place): "Look {place}.";
    /// A place.
    hint_top_left(): "at the top left";
    /// A place.
    hint_top(): "at the top";
    /// A place.
    hint_top_right(): "at the top right";
    /// A place.
    hint_left(): "at the left";
    /// A place.
    hint_middle(): "in the middle";
    /// A place.
    hint_right(): "at the right";
    /// A place.
    hint_bottom_left(): "at the bottom left";
    /// A place.
    hint_bottom(): "at the bottom";
    /// A place.
    hint_bottom_right(): "at the bottom right";
    /// A place in a layer of a solid.
    hint_in_layer(layer, place): "in layer {layer}, {place}";
    /// A cell that one placement is left for.
    hint_only_cover(): "Only one piece still fits on the marked cell, and only one way round.";
    /// A piece with one place left.
    hint_only_place(piece): "There is only one place left for {piece}.";
    /// A piece of several copies that needs all its places.
    hint_all_places(piece): "All places left for {piece} are needed.";
    /// A condition that one placement is left for.
    hint_only_way(asked): "Only one placement left does what is asked: {asked}.";
    /// What becomes of the other ways to cover a cell.
    hint_other_covers(flaws): "Try what fits on the marked cell: all ways but one {flaws}.";
    /// The same of one other way.
    hint_other_cover(flaws): "Only two ways to cover the marked cell are left, and one would {flaws}.";
    /// What becomes of the other places of a piece.
    hint_other_places(piece, flaws): "Try the places left for {piece}: all but one {flaws}.";
    /// The same of one other place.
    hint_other_place(piece, flaws): "Only two places are left for {piece}, and one would {flaws}.";
    /// The same where several copies are needed.
    hint_other_places_of_copies(piece, flaws): "Try the places left for {piece}: all but those that are needed {flaws}.";
    /// What becomes of the other ways to do what a condition asks for.
    hint_other_ways(asked, flaws): "Try how to do what is asked, that {asked}: all ways but one {flaws}.";
    /// A hole.
    hint_leave_hole(): "leave a hole that no piece fills";
    /// Pockets.
    hint_cut_off(): "cut off a part that the pieces left can't fill";
    /// Pieces without a place.
    hint_leave_no_place(pieces): "leave no place for {pieces}";
    /// A condition.
    hint_prevent(): "stand in the way of what is asked";
    /// A colouring.
    hint_unbalance(): "leave too many cells of one colour, where neighbours differ";
    /// What follows comes to one of these.
    hint_soon_fail(): "soon lead to a dead end";
    /// What follows must be thought through further.
    hint_later_fail(): "lead to a dead end a few steps later";
    /// It takes trying.
    hint_lead_nowhere(): "lead to a dead end, but only trying shows it";
    /// The piece.
    hint_it_is(piece): "It is {piece}.";
    /// Where a piece goes that is known.
    hint_it_goes(place): "It goes {place}.";
    /// Where a piece goes.
    hint_goes_here(piece): "{piece} goes here.";
    /// Between the last two of a list.
    or(): " or ";
    /// Between the last two of a list of pieces.
    and(): " and ";
    /// Where no deduction is known.
    hint_none(): "This one takes trying.";

    /// A heading.
    solutions(): "Solutions";
    /// A heading.
    index(): "Index";
    /// Head of a column.
    index_id(): "id";
    /// Head of a column.
    index_number(): "no.";
    /// Head of a column.
    index_grade(): "grade";
    /// Head of a column.
    index_page(): "page";
    /// In HTML: what shows a hint.
    show_hint(): "Hint";
    /// In HTML: what shows the first piece.
    show_more(): "And then";
    /// In HTML: what shows a solution.
    show_solution(): "Solution";
    /// In HTML: the list of what there is.
    contents(): "Contents";
}

/// Reads what pieces are called.
fn read_piece_names(
    reader: Reader<'_>,
    pairs: Pairs<'_>,
) -> Result<BTreeMap<String, Label>, Diagnostic> {
    let mut names = BTreeMap::new();
    for (name, called) in pairs.0 {
        let node = reader.node(name);
        let name: String = node.read()?;
        let called = reader.node(called).read_name("a piece", "Gelb")?;
        if names.insert(name, called).is_some() {
            let message = "this piece is named twice";
            return Err(Diagnostic::error(message, node.span(), "again here"));
        }
    }
    Ok(names)
}

impl Texts {
    /// The first name of a piece that texts have another for, and that no piece of some puzzles has.
    pub fn unknown_piece<'t>(&'t self, puzzles: &[&Puzzle]) -> Option<&'t str> {
        let is_known = |name: &str| {
            puzzles
                .iter()
                .any(|puzzle| puzzle.piece_named(name).is_some())
        };
        let mut names = self.piece_names.keys().map(String::as_str);
        names.find(|name| !is_known(name))
    }

    /// What a piece is called.
    pub fn piece_name<'t>(&'t self, name: &'t str) -> &'t str {
        self.piece_names.get(name).map_or(name, |called| called)
    }

    /// How a phrase of a hint is said.
    pub(super) fn phrase(&self, phrase: Phrase) -> &Template {
        match phrase {
            Phrase::Look => &self.hint_look,
            Phrase::TopLeft => &self.hint_top_left,
            Phrase::Top => &self.hint_top,
            Phrase::TopRight => &self.hint_top_right,
            Phrase::Left => &self.hint_left,
            Phrase::Middle => &self.hint_middle,
            Phrase::Right => &self.hint_right,
            Phrase::BottomLeft => &self.hint_bottom_left,
            Phrase::Bottom => &self.hint_bottom,
            Phrase::BottomRight => &self.hint_bottom_right,
            Phrase::InLayer => &self.hint_in_layer,
            Phrase::OnlyCover => &self.hint_only_cover,
            Phrase::OnlyPlace => &self.hint_only_place,
            Phrase::AllPlaces => &self.hint_all_places,
            Phrase::OnlyWay => &self.hint_only_way,
            Phrase::OtherCovers => &self.hint_other_covers,
            Phrase::OtherCover => &self.hint_other_cover,
            Phrase::OtherPlaces => &self.hint_other_places,
            Phrase::OtherPlace => &self.hint_other_place,
            Phrase::OtherPlacesOfCopies => &self.hint_other_places_of_copies,
            Phrase::OtherWays => &self.hint_other_ways,
            Phrase::LeaveHole => &self.hint_leave_hole,
            Phrase::CutOff => &self.hint_cut_off,
            Phrase::LeaveNoPlace => &self.hint_leave_no_place,
            Phrase::Prevent => &self.hint_prevent,
            Phrase::Unbalance => &self.hint_unbalance,
            Phrase::SoonFail => &self.hint_soon_fail,
            Phrase::LaterFail => &self.hint_later_fail,
            Phrase::LeadNowhere => &self.hint_lead_nowhere,
            Phrase::ItIs => &self.hint_it_is,
            Phrase::ItGoes => &self.hint_it_goes,
            Phrase::GoesHere => &self.hint_goes_here,
            Phrase::Or => &self.or,
            Phrase::And => &self.and,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What hints say on a page and at a terminal is what they say in print.
    #[test]
    fn hints_say_the_same_everywhere() {
        let texts = Texts::default();
        for phrase in Phrase::ALL {
            let known = ["place", "layer", "piece", "pieces", "asked", "flaws"];
            let english = Template::parse(phrase.english(), &known).unwrap();
            assert_eq!(texts.phrase(*phrase), &english);
        }
    }

    #[test]
    fn english_texts_are_templates() {
        for (text, values) in Texts::english() {
            assert!(Template::parse(text, &values).is_ok(), "{text}");
        }
    }

    #[test]
    fn values_are_put_in() {
        let template = Template::parse("{a} of {b} {{{b}}}", &["a", "b"]).unwrap();
        assert_eq!(template.fill(&[("b", "two"), ("a", "1")]), "1 of two {two}");
        assert_eq!(template.plain(), " of  {}");
    }

    #[test]
    fn wrong_templates_are_refused() {
        let parse = |text| Template::parse(text, &["a"]).unwrap_err();
        assert_eq!(parse("{b}"), Fault::Unknown("b".to_owned()));
        assert_eq!(parse("{a"), Fault::Brace('{'));
        assert_eq!(parse("a}"), Fault::Brace('}'));
        assert_eq!(parse("{a{"), Fault::Brace('{'));
    }

    #[test]
    fn what_a_translator_begins_with_is_the_english_texts() {
        let source = Source::new("texts.ron", Texts::as_ron());
        assert_eq!(Texts::read(&source).unwrap(), Texts::default());
        let source = Source::new("texts.ron", "(challenge: \"Aufgabe {number}\")");
        let texts = Texts::read(&source).unwrap();
        assert_eq!(texts.challenge.fill(&[("number", "7")]), "Aufgabe 7");
        assert_eq!(texts.index, Texts::default().index);
    }
}
