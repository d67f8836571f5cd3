//! The texts of a booklet, which can be replaced by a file.

mod german;

use crate::design::challenges::DEFAULT_TIERS;
use crate::publish::texts::{Template, hint_text, text_table};
use crate::reason::deduction::Phrase;

text_table! {
    /// The words that a booklet prints around its pictures, as templates.
    pub struct BookletTexts of Words,
        german german::GERMAN, printed by "booklet --print-texts";

    /// The language of the texts as a tag such as pt-BR; screen readers use it.
    language(): "en";
    /// The largest heading, on the cover or the first page.
    title(title): "{title}";
    /// Under the title of a booklet of challenges.
    subtitle(count, easiest, hardest): "{count} challenges, from {easiest} to {hardest}";
    /// Below the title, if all challenges have the same grade.
    subtitle_of_one_grade(count, grade): "{count} challenges, {grade}";
    /// Below the title, if there is one challenge.
    subtitle_of_one_challenge(grade): "One challenge, {grade}";
    /// Below the title, if some challenges could not be graded.
    subtitle_of_some_graded(count): "{count} challenges";
    /// Under the title of a booklet of solutions.
    subtitle_of_solutions(count): "{count} solutions";
    /// Below the title of a booklet of one solution.
    subtitle_of_one_solution(): "One solution";
    /// An imprint at the foot of the title page; there is none by default.
    imprint(puzzle): "";

    /// The grade for scores below 4.
    easy(): "easy";
    /// The grade for scores from 4 to below 5.5.
    medium(): "medium";
    /// The grade for scores from 5.5 to below 7.
    hard(): "hard";
    /// The grade for scores of 7 and more.
    expert(): "expert";

    /// The heading above the pictures of all pieces.
    pieces(): "The pieces";
    /// Below the heading of the pieces: their number, including copies.
    pieces_note(count): "The set has {count} pieces.";

    /// The heading of the rules.
    play(): "How to play";
    /// The goal of the game.
    play_goal(): "Put the pieces on the board so that every cell is covered and no two pieces overlap.";
    /// The goal of the game, for boards of sticks.
    play_goal_of_sticks(): "Lay the pieces so that every line of the board is covered once and no two pieces cross.";
    /// The goal of the game, for solids.
    play_goal_of_solids(): "Put the pieces together so that they fill the solid.";
    /// Added to the rules if the pictures show solids layer by layer.
    play_layers(): "The solid is shown layer by layer, the lowest first.";
    /// Added to the rules if cells may stay empty.
    play_optional(): "Cells that are drawn lighter may stay empty.";
    /// Added to the rules for a tray with depth: the meaning of the circles.
    play_depth(layers): "The tray is {layers} layers deep. A circle on a cell shows where a part of a piece lies: the larger the circle, the nearer to the top.";
    /// Added to the rules if cells with labels stay open.
    play_open(cells): "These cells stay open: {cells}.";
    /// Added to the rules if each challenge has a different board.
    play_boards(): "Each challenge has its own board. Its name is above it.";
    /// In place of `play_boards`, if cells with labels stay open.
    play_boards_open(): "Each challenge has its own board. Its name is above it. White cells stay open.";
    /// Added to the rules if not all pieces must be used.
    play_spare(): "Not all pieces have to be used.";
    /// The rule for pieces that may be turned and turned over.
    play_free(): "Pieces may be turned, and turned over.";
    /// The rule for pieces that may be turned, if mirror images are different pieces.
    play_one_sided(): "Pieces may be turned, but not turned over.";
    /// The rule for solid pieces that may be turned.
    play_solid(): "Pieces may be turned in every way.";
    /// The rule for pieces that may not be turned.
    play_fixed(): "Pieces may not be turned.";
    /// One of the rules on turning pieces, for some of the pieces.
    play_some(pieces, rule): "{pieces}: {rule}";
    /// Added to the rules if touching cells must have the same colour.
    play_matching(): "Where two pieces touch, their colours must be the same.";
    /// Added to the rules if touching cells must have different colours.
    play_differing(): "Where two pieces touch, their colours must differ.";
    /// Added to the rules if only some pairs of colours may meet.
    play_meeting(pairs): "Where two pieces touch, only these colours may meet: {pairs}.";
    /// Added to the rules if cells of the board require colours.
    play_asked_colors(): "A cell with a spot must show the colour of its spot.";
    /// The explanation of challenges.
    play_challenge(): "The pieces with a dark edge are given. There is exactly one way to place the others. It can be found without guessing.";
    /// The explanation of challenges, if deductions do not solve all of them, or one is too large
    /// to be graded.
    play_challenge_of_trying(): "The pieces with a dark edge are given. There is exactly one way to place the others. Some challenges cannot be solved by thinking alone: you must try out a piece.";
    /// The explanation of challenges, if one of them has several solutions.
    play_challenge_of_many(): "The pieces with a dark edge are given. Place the others.";
    /// The explanation of goals: each is to be solved and may have many solutions.
    play_goals(): "Each challenge begins with an empty board. The number next to its name is the number of its solutions: find one.";
    /// The explanation of cards.
    play_card(): "Each card shows a board and the pieces that fill it, these and no others. There is exactly one way to place them, apart from turned and mirrored ones. It can be found without guessing.";
    /// The explanation of cards, if deductions do not solve all of them.
    play_card_of_trying(): "Each card shows a board and the pieces that fill it, these and no others. There is exactly one way to place them, apart from turned and mirrored ones. Some cards cannot be solved by thinking alone: you must try out a piece.";
    /// The explanation of cards, if one of them has several solutions.
    play_card_of_many(): "Each card shows a board and the pieces that fill it, these and no others.";
    /// Added to the rules if cards have two sides.
    play_sides(): "A card has two sides, a and b: the same board with other pieces.";
    /// Added to the rules if hints speak of colours in a pattern.
    play_colouring(): "Some hints count colours: in your mind, colour the cells of the board like a chessboard or in stripes. Each piece covers a known number of cells of each colour. If too many cells of one colour are left, the other pieces cannot cover them.";
    /// The meaning of grades.
    play_grades(): "The challenges get harder. A challenge is harder if you must try more placements in your head, and think further ahead.";
    /// The place of the hints.
    play_hints(page): "Stuck? There is a hint for each challenge from page {page} on.";
    /// The place of the hints, if they are upside down.
    play_hints_upside_down(page): "Stuck? There is a hint for each challenge from page {page} on. Turn the booklet upside down.";

    /// The place of the second hints, if they are on separate pages.
    play_later_hints(page): "If a hint is not enough, there is more help from page {page} on.";

    /// The heading of a book's introduction.
    introduction(): "Before you begin";
    /// In a book of several parts, the heading of a section of one part.
    section_of_part(section, part): "{section}: {part}";

    /// The heading of the section with the challenges.
    challenges(): "Challenges";
    /// On the divider page of a grade or tier: its first and last challenge.
    divider_numbers(first, last): "{first} to {last}";
    /// On the divider page of a grade or tier with one challenge: its number.
    divider_number(number): "{number}";
    /// In a running head: the first and the last board on a page, for example two dates of a calendar.
    first_to_last(first, last): "{first} – {last}";
    /// The tier of a progression that is named "beginner".
    tier_beginner(): "beginner";
    /// The tier named "learner".
    tier_learner(): "learner";
    /// The tier named "intermediate".
    tier_intermediate(): "intermediate";
    /// The tier named "advanced".
    tier_advanced(): "advanced";
    /// The tier named "champion".
    tier_champion(): "champion";
    /// Above a challenge.
    challenge(number): "{number}";
    /// Above a challenge, if challenges have several boards, such as the dates of a calendar.
    challenge_of_board(number, board): "{number} · {board}";
    /// Next to the number of a challenge: its grade and score.
    rating(grade, score): "{grade} {score}";
    /// Next to the number of a goal: how many solutions it has.
    count_of_solutions(count): "{count} solutions";
    /// Next to the number of a goal with one solution.
    count_of_one_solution(): "one solution";
    /// Under a challenge: a box to be ticked.
    solved(): "solved";
    /// Under a challenge: a line for the time needed.
    time(): "Time";
    /// Under a challenge: a line for notes.
    notes(): "Notes";
    /// Under a challenge: the page of its hint.
    hint_page(page): "Hint: page {page}";
    /// Under a challenge: the page of its solution.
    solution_page(page): "Solution: page {page}";

    /// The heading of the section with the hints.
    hints(): "Hints";
    /// The heading of the second hints, if they are on separate pages.
    later_hints(): "More hints";
    /// Under a hint: the page of the second hint.
    later_hint_page(page): "More: page {page}";
    /// The first stage of a hint: where to look. {place} is one of the following places.
    hint_look(place): "Look {place}.";
    /// The first stage of a hint about a cell, if the place is the whole board.
    hint_seek_cell(): "Look for an open cell that few pieces can cover.";
    /// The first stage of a hint about a piece, if the place is the whole board.
    hint_seek_piece(): "Look for a piece that has few places.";
    /// A part of the board, for {place} in other texts: "Look at the top left."
    hint_top_left(): "at the top left";
    /// A part of the board, for {place} in other texts.
    hint_top(): "at the top";
    /// A part of the board, for {place} in other texts.
    hint_top_right(): "at the top right";
    /// A part of the board, for {place} in other texts.
    hint_left(): "at the left";
    /// A part of the board, for {place} in other texts.
    hint_middle(): "in the middle";
    /// A part of the board, for {place} in other texts.
    hint_right(): "at the right";
    /// A part of the board, for {place} in other texts.
    hint_bottom_left(): "at the bottom left";
    /// A part of the board, for {place} in other texts.
    hint_bottom(): "at the bottom";
    /// A part of the board, for {place} in other texts.
    hint_bottom_right(): "at the bottom right";
    /// A part of a solid, which is drawn in layers; for {place} in `hint_look`.
    hint_in_layer(layer, place): "in layer {layer}, {place}";
    /// All of a layer, for {place} in `hint_look`.
    hint_whole_layer(layer): "in layer {layer}";
    /// If the place is the whole board, for {place} in `hint_look`.
    hint_open_cells(): "at the open cells";
    /// In hints: if only one placement covers a cell.
    hint_only_cover(): "Only one piece fits on the marked cell, in one way.";
    /// In hints: if only one placement covers a cell, and at most three pieces are left.
    hint_only_cover_of(pieces): "Of {pieces}, only one fits on the marked cell, in one way.";
    /// In hints: if only one placement covers a cell that has one open neighbour.
    hint_only_cover_end(): "The marked cell has only one open neighbour. Only one piece fits there, in one way.";
    /// In hints: if only one placement covers a cell that has two open neighbours.
    hint_only_cover_narrow(): "The marked cell has two open neighbours. Only one piece fits there, in one way.";
    /// In hints: if a piece has only one possible placement.
    hint_only_place(piece): "There is only one place left for {piece}.";
    /// In hints: if a piece with several copies needs all places that are left for it.
    hint_all_places(piece): "All places left for {piece} are needed.";
    /// In hints: if only one placement is left that meets a condition.
    hint_only_way(asked): "Only one placement keeps the rule: {asked}.";
    /// In hints: appended to the sentence about a place, if another placement would fit except for its
    /// colours.
    hint_clashes(piece, color, other): "Another placement would fit, but its colours clash: the {color} of {piece} would touch {other}.";
    /// In hints: why the other ways to cover a cell fail.
    hint_other_covers(flaws): "Only one way to cover the marked cell works. The others {flaws}.";
    /// In hints: why the only other way to cover a cell fails.
    hint_other_cover(flaws): "Two ways are left to cover the marked cell. One would {flaws}.";
    /// In hints: why the other places of a piece fail.
    hint_other_places(piece, flaws): "Only one place for {piece} works. The others {flaws}.";
    /// In hints: why the only other place of a piece fails.
    hint_other_place(piece, flaws): "Two places are left for {piece}. One would {flaws}.";
    /// In hints: why the other places of a piece fail, if several copies are needed.
    hint_other_places_of_copies(piece, flaws): "All places that work for {piece} are needed. The others {flaws}.";
    /// In hints: why the other ways to meet a condition fail.
    hint_other_ways(asked, flaws): "Only one placement keeps the rule: {asked}. The others {flaws}.";
    /// Why a placement fails, for {flaws} in other texts: a hole.
    hint_leave_hole(): "leave a hole";
    /// Why a placement fails: only placements with a clash of colours are left for a cell.
    hint_leave_clash(): "leave a cell where all colours clash";
    /// Why a placement fails: pockets that the other pieces cannot fill.
    hint_cut_off(): "cut off a part";
    /// In hints, why a placement fails: the other pieces cannot fill what it leaves, though it cuts nothing off.
    hint_leave_unfillable(): "leave a part that the other pieces cannot fill";
    /// Why a placement fails: pieces without a place.
    hint_leave_no_place(pieces): "leave no place for {pieces}";
    /// Why a placement fails: a condition can no longer be met.
    hint_prevent(): "break a rule of the puzzle";
    /// Why a placement fails: the pieces left cannot balance the colours of a colouring.
    hint_unbalance(): "leave too many cells of one colour in a pattern such as a chessboard";
    /// Why a placement fails: a dead end after forced placements.
    hint_soon_fail(): "soon lead to a dead end";
    /// Why a placement fails: a dead end after a few more steps.
    hint_later_fail(): "lead to a dead end after a few pieces";
    /// Why a placement fails: a reason that only trying shows.
    hint_lead_nowhere(): "fail, which only trying shows";
    /// The next stage of a hint: which piece it is about.
    hint_it_is(piece): "It is {piece}.";
    /// The next stage of a hint if the first one has named the piece: a cell that the piece covers. {place} is
    /// the part of the board with this cell.
    hint_it_goes(place): "It covers the marked cell.";
    /// The last stage of a hint.
    hint_goes_here(piece): "{piece} goes here.";
    /// Below the second hint of an expert's challenge: {pieces} are three pieces with their numbers in
    /// the picture.
    hint_in_order(pieces): "In this order: {pieces}.";
    /// Between the last two alternatives of a list.
    or(): " or ";
    /// Between the last two of a list of pieces.
    and(): " and ";
    /// In place of a hint if no deduction is known.
    hint_none(): "This one takes trying.";

    /// The heading of the section with the solutions.
    solutions(): "Solutions";
    /// The heading of the index by id.
    index(): "Index";
    /// Above the column of ids in the index.
    index_id(): "id";
    /// Above the column of challenge numbers in the index.
    index_number(): "no.";
    /// Above the column of grades in the index.
    index_grade(): "grade";
    /// Above the column of pages in the index.
    index_page(): "page";
    /// In HTML: a click on this text shows a hint.
    show_hint(): "Hint";
    /// In HTML: a click on this text shows the second part of a hint.
    show_more(): "And then";
    /// In HTML: a click on this text shows a solution.
    show_solution(): "Solution";
    /// The heading of the table of contents. In HTML, only screen readers use it.
    contents(): "Contents";

    /// The heading of the worked example, a challenge solved step by step.
    example(): "A worked example";
    /// Below the heading of the worked example.
    example_note(grade): "A challenge that is not in this booklet ({grade}), solved step by step. Look at each picture yourself before you read on.";
    /// Above a step of the worked example.
    example_step(number): "Step {number}";
    /// After the last step shown of the worked example, if more follow.
    example_rest(count): "The last {count} pieces follow.";
    /// After the last step shown of the worked example, if one piece is left.
    example_last(): "The last piece follows.";
    /// After the last step of the worked example, if all steps are shown.
    example_done(): "All pieces are placed.";

    /// For screen readers: the board of a challenge.
    alt_challenge(name, rows): "Challenge {name}. {rows}";
    /// For screen readers: the board of a solution.
    alt_solution(name, rows): "Solution {name}. {rows}";
    /// For screen readers, a row of a board: the letter of the piece on each cell, or a sign for an open cell.
    alt_row(number, cells): "Row {number}: {cells}.";
    /// For screen readers: a row of one layer of a solid, as in `alt_row`.
    alt_row_in_layer(layer, number, cells): "Layer {layer}, row {number}: {cells}.";
    /// For screen readers: the sign of an open cell in a row.
    alt_open(): "–";
    /// For screen readers: a board that is described piece by piece instead of by rows.
    alt_pieces(pieces, count): "On the board: {pieces}; open cells: {count}.";
    /// For screen readers: one of the {pieces} in `alt_pieces`.
    alt_piece(piece, place): "{piece} {place}";
    /// For screen readers: the picture of a hint, a board with marked cells.
    alt_marked(place): "Marked: {place}.";
    /// For screen readers: the picture of all pieces.
    alt_all_pieces(pieces): "The pieces: {pieces}.";

}

impl BookletTexts {
    /// The text of a range, such as the first and the last board on a page, from the names of its ends.
    pub(super) fn range(&self, first: &str, last: &str) -> String {
        self.first_to_last.fill(&[("first", first), ("last", last)])
    }

    /// The name of a tier in the language of the texts. Names other than [`DEFAULT_TIERS`] stay.
    pub(super) fn tier(&self, name: &str) -> String {
        let texts = [
            &self.tier_beginner,
            &self.tier_learner,
            &self.tier_intermediate,
            &self.tier_advanced,
            &self.tier_champion,
        ];
        let known = DEFAULT_TIERS.into_iter().position(|tier| tier == name);
        known.map_or_else(|| name.to_owned(), |tier| texts[tier].plain())
    }

    /// The template of a phrase of hints.
    pub(super) fn phrase(&self, phrase: Phrase) -> &Template {
        hint_text!(self, phrase, or, and)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::texts::{Language, check_words};
    use crate::puzzle::Source;

    /// Hints on pages and in the terminal have the same wording as in print, where apostrophes are curly.
    #[test]
    fn hints_say_the_same_everywhere() {
        let texts = BookletTexts::default();
        for phrase in Phrase::ALL {
            let known = [
                "place", "layer", "piece", "pieces", "asked", "flaws", "color", "other",
            ];
            let english = phrase.english().replace('\'', "’");
            let english = Template::built_in(&english, &known);
            assert_eq!(texts.phrase(*phrase), &english);
        }
    }

    /// The words for the requirement of a condition exist only in English, so German texts need not use the
    /// variable `asked`.
    #[test]
    fn texts_are_templates_in_every_language() {
        let english = BookletTexts::listed(Language::English);
        let free = ["hint_only_way", "hint_other_ways"];
        for language in Language::ALL {
            check_words(&english, &BookletTexts::listed(language), &free);
            let texts = BookletTexts::in_language(language);
            assert_eq!(texts.language.plain(), language.tag());
        }
    }

    #[test]
    fn what_a_translator_begins_with_is_the_texts_of_a_language() {
        for language in Language::ALL {
            let source = Source::new("texts.ron", BookletTexts::as_ron(language));
            let texts = BookletTexts::in_language(language);
            assert_eq!(BookletTexts::read(&source, language).unwrap(), texts);
        }
        let source = Source::new("texts.ron", "(challenge: \"Nr. {number}\")");
        let texts = BookletTexts::read(&source, Language::German).unwrap();
        assert_eq!(texts.challenge.fill(&[("number", "7")]), "Nr. 7");
        assert_eq!(
            texts.index,
            BookletTexts::in_language(Language::German).index
        );
    }

    #[test]
    fn colours_and_tiers_are_translated_and_other_names_stay() {
        let texts = BookletTexts::in_language(Language::German);
        assert_eq!(texts.tier("champion"), "Meister");
        assert_eq!(texts.tier("Level 9"), "Level 9");
        assert_eq!(texts.piece_name("LightGreen"), "Hellgrün");
        assert_eq!(texts.piece_name("F"), "F");
        let source = Source::new("t", "(piece_names: {\"Yellow\": \"Sonne\"})");
        let texts = BookletTexts::read(&source, Language::German).unwrap();
        assert_eq!(texts.piece_name("Yellow"), "Sonne");
        assert_eq!(texts.piece_name("Red"), "Rot");
    }
}
