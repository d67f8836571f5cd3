//! The texts of a booklet, which a file may replace.

mod german;

use crate::publish::texts::{Template, text_table};
use crate::reason::deduction::Phrase;

text_table! {
    /// All texts of a booklet.
    pub struct Texts of Words,
        german german::GERMAN, printed by "booklet --print-texts";

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
    play_goal_of_solids(): "Put the pieces together so that they fill the solid.";
    /// The same where solids are shown so.
    play_layers(): "The solid is shown layer by layer, the lowest first.";
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
    /// Where cells that touch must have one colour.
    play_matching(): "Where two pieces touch, their colours must be the same.";
    /// Where they must differ.
    play_differing(): "Where two pieces touch, their colours must differ.";
    /// Where some pairs of colours may meet.
    play_meeting(pairs): "Where two pieces touch, only these colours may meet: {pairs}.";
    /// Where cells of the board ask for colours.
    play_asked_colors(): "A cell with a spot must show the colour of its spot.";
    /// What challenges are.
    play_challenge(): "Each challenge shows where some pieces lie. Begin with these, with a dark edge; the others have one way to lie, and it can be found without guessing.";
    /// The same where no deduction is known that settles some challenge: beyond look-ahead, or too
    /// large to be graded.
    play_challenge_of_trying(): "Each challenge shows where some pieces lie. Begin with these, with a dark edge; the others have one way to lie. Not all challenges can be solved by deduction: some take trying.";
    /// The same where a challenge has more than one solution.
    play_challenge_of_many(): "Each challenge shows where some pieces lie. Begin with these, with a dark edge, and place the others.";
    /// What goals are, where each is to be solved and may have many solutions.
    play_goals(): "Each challenge begins with an empty board. Beside its name stands how many solutions it has: one is enough.";
    /// What cards are.
    play_card(): "Each card shows a board and the pieces that fill it, these and no others. They have one way to lie, but for the board’s own symmetry, and it can be found without guessing.";
    /// The same where no deduction is known that settles some card.
    play_card_of_trying(): "Each card shows a board and the pieces that fill it, these and no others. They have one way to lie, but for the board’s own symmetry. Not all cards can be solved by deduction: some take trying.";
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

    /// The same of what follows from the hints, where that stands by itself.
    play_later_hints(page): "Where a hint is not enough: what follows from it stands from page {page} on.";

    /// A heading.
    introduction(): "Before you begin";
    /// What follows the challenges, in a book of several parts: which section, of which part.
    section_of_part(section, part): "{section}: {part}";

    /// A heading.
    challenges(): "Challenges";
    /// On the page with which a grade begins.
    divider_numbers(first, last): "{first} to {last}";
    /// The same where the grade has one challenge.
    divider_number(number): "{number}";
    /// Over a challenge.
    challenge(number): "{number}";
    /// The same where challenges are of several boards, as the dates of a calendar.
    challenge_of_board(number, board): "{number} · {board}";
    /// Beside it.
    rating(grade, score): "{grade} {score}";
    /// The same where challenges are all goals of a puzzle: how many solutions this one has.
    count_of_solutions(count): "{count} solutions";
    /// The same of one solution.
    count_of_one_solution(): "one solution";
    /// Under a challenge: a box to be ticked.
    solved(): "solved";
    /// Under a challenge: a line for the time it took.
    time(): "Time";
    /// Under a challenge: a line for notes.
    notes(): "Notes";
    /// Under a challenge: where its hint is.
    hint_page(page): "Hint: page {page}";
    /// Under a challenge: where its solution is.
    solution_page(page): "Solution: page {page}";

    /// A heading.
    hints(): "Hints";
    /// A heading: what follows from the hints, where that stands by itself.
    later_hints(): "More hints";
    /// Under a hint: where one reads on.
    later_hint_page(page): "More: page {page}";
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
    /// What follows where a placement would fit, but for its colours.
    hint_clashes(piece, color, other): "What would fit beside clashes in colour: the {color} of {piece} would meet {other}.";
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
    /// A cell that nothing covers without a clash of colours.
    hint_leave_clash(): "leave a cell that nothing covers without a clash of colours";
    /// Pockets.
    hint_cut_off(): "cut off a part that the pieces left can’t fill";
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

    /// A heading: a challenge that is solved step by step.
    example(): "A worked example";
    /// Under that heading.
    example_note(number, grade): "Challenge {number} ({grade}), solved step by step. Look at each picture yourself before you read what follows from it.";
    /// Over a step.
    example_step(number): "Step {number}";
    /// After the last step that is shown, if more follow.
    example_rest(count): "In the same way the other {count} pieces find their places.";
    /// The same of one piece.
    example_last(): "In the same way the last piece finds its place.";
    /// After the last step, if none follow.
    example_done(): "With that, all pieces lie in their places.";

    /// To listeners: the board of a challenge.
    alt_challenge(name, rows): "Challenge {name}. {rows}";
    /// The same of a solution.
    alt_solution(name, rows): "Solution {name}. {rows}";
    /// A row of a board: the letters of the pieces on its cells, a sign where a cell is open.
    alt_row(number, cells): "Row {number}: {cells}.";
    /// The same in a layer of a solid.
    alt_row_in_layer(layer, number, cells): "Layer {layer}, row {number}: {cells}.";
    /// The sign of an open cell.
    alt_open(): "–";
    /// The same where few pieces lie, or rows say nothing.
    alt_pieces(pieces, count): "On the board: {pieces}; open cells: {count}.";
    /// A piece and where it lies.
    alt_piece(piece, place): "{piece} {place}";
    /// What follows where cells are marked.
    alt_marked(place): "Marked: {place}.";
    /// To listeners: the picture of all pieces.
    alt_all_pieces(pieces): "The pieces: {pieces}.";

}

impl Texts {
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
            Phrase::Clashes => &self.hint_clashes,
            Phrase::OtherCovers => &self.hint_other_covers,
            Phrase::OtherCover => &self.hint_other_cover,
            Phrase::OtherPlaces => &self.hint_other_places,
            Phrase::OtherPlace => &self.hint_other_place,
            Phrase::OtherPlacesOfCopies => &self.hint_other_places_of_copies,
            Phrase::OtherWays => &self.hint_other_ways,
            Phrase::LeaveHole => &self.hint_leave_hole,
            Phrase::LeaveClash => &self.hint_leave_clash,
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
    use crate::publish::texts::{Language, check_words};
    use crate::puzzle::Source;

    /// What hints say on a page and at a terminal is what they say in print, where apostrophes are
    /// curly.
    #[test]
    fn hints_say_the_same_everywhere() {
        let texts = Texts::default();
        for phrase in Phrase::ALL {
            let known = [
                "place", "layer", "piece", "pieces", "asked", "flaws", "color", "other",
            ];
            let english = phrase.english().replace('\'', "’");
            let english = Template::built_in(&english, &known);
            assert_eq!(texts.phrase(*phrase), &english);
        }
    }

    /// What conditions ask for is said in English alone, so German goes without.
    #[test]
    fn texts_are_templates_in_every_language() {
        let english = Texts::listed(Language::English);
        let free = ["hint_only_way", "hint_other_ways"];
        for language in Language::ALL {
            check_words(&english, &Texts::listed(language), &free);
            let texts = Texts::in_language(language);
            assert_eq!(texts.language.plain(), language.tag());
        }
    }

    #[test]
    fn what_a_translator_begins_with_is_the_texts_of_a_language() {
        for language in Language::ALL {
            let source = Source::new("texts.ron", Texts::as_ron(language));
            let texts = Texts::in_language(language);
            assert_eq!(Texts::read(&source, language).unwrap(), texts);
        }
        let source = Source::new("texts.ron", "(challenge: \"Nr. {number}\")");
        let texts = Texts::read(&source, Language::German).unwrap();
        assert_eq!(texts.challenge.fill(&[("number", "7")]), "Nr. 7");
        assert_eq!(texts.index, Texts::in_language(Language::German).index);
    }

    #[test]
    fn colours_are_translated_and_other_names_stay() {
        let texts = Texts::in_language(Language::German);
        assert_eq!(texts.piece_name("LightGreen"), "Hellgrün");
        assert_eq!(texts.piece_name("F"), "F");
        let source = Source::new("t", "(piece_names: {\"Yellow\": \"Sonne\"})");
        let texts = Texts::read(&source, Language::German).unwrap();
        assert_eq!(texts.piece_name("Yellow"), "Sonne");
        assert_eq!(texts.piece_name("Red"), "Rot");
    }
}
