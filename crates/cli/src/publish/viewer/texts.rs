//! The texts of a page, which a file may replace.
//!
//! Numbers have a text for one and a text for all others; a language with more forms finds words
//! that go with all of them.

mod german;

use std::collections::BTreeMap;

use crate::publish::texts::{Template, text_table};
use crate::puzzle::PieceId;
use crate::reason::deduction::{Phrase, Phrasing, Technique};

text_table! {
    /// All texts of a page.
    pub struct Texts of Words,
        german german::GERMAN, printed by "viewer --print-texts";

    /// The language of the texts, as in pt-BR; screen readers go by it.
    language(): "en";
    /// Where scripts are off.
    needs_script(): "This page needs JavaScript. It loads nothing from anywhere: all it needs is in it.";
    /// Where the browser lacks what the page needs.
    too_old(): "This browser is too old for the page: it cannot unpack its data.";
    /// The first stop of the tab key.
    skip(): "Skip to the board";
    /// What previews say of the page.
    description(title): "{title}: a puzzle to play in the browser.";
    /// The same of a page with levels.
    description_of_levels(title, count): "{title}: {count} levels to play in the browser.";
    /// Under the icon of the page on a telephone, where its title is too long.
    short_title(): "Puzzle";
    /// To listeners: the tabs.
    views(): "Views";
    /// A tab.
    play_view(): "Play";
    /// A tab.
    solutions_view(): "Solutions";
    /// A tab.
    heat_view(): "Heat map";
    /// To listeners: the board.
    board(): "Board";
    /// To listeners: what stands beside the board.
    choices(): "Choices";
    /// To listeners: the second picture of a solid.
    from_corner(): "The solid from a corner";
    /// Under a layer of a solid.
    layer(layer): "layer {layer}";
    /// What shows the list of keys.
    keys(): "Keys";
    /// A button.
    copy_link(): "Copy a link to this";
    /// After copying.
    copied(): "Copied.";
    /// Where the browser lets nothing be copied.
    not_copied(): "Copy it from the address bar.";
    /// A button.
    close(): "Close";

    /// What opens the choice of levels, and its heading.
    levels(): "Levels";
    /// What a level is called.
    level(number): "Level {number}";
    /// What the puzzle without a level is called.
    free_play(): "Free play";
    /// The same where it has one solution.
    the_puzzle(): "The puzzle";
    /// A button.
    previous_level(): "The level before";
    /// A button.
    next_level(): "Next level";
    /// How far one is.
    solved_of(solved, all): "{solved} of {all} solved";
    /// To listeners: of a level.
    state_solved(): "solved";
    /// To listeners: of a level.
    state_begun(): "begun";
    /// To listeners: of a level.
    state_daily(): "puzzle of the day";
    /// A button.
    daily(): "Puzzle of the day";
    /// How often the puzzle of the day was solved.
    streak(count): "{count} days in a row!";
    /// The same of one day.
    streak_one(count): "{count} day in a row.";
    /// A grade.
    grade_easy(): "easy";
    /// A grade.
    grade_medium(): "medium";
    /// A grade.
    grade_hard(): "hard";
    /// A grade.
    grade_expert(): "expert";

    /// To listeners: the rack.
    rack(): "Pieces to be placed";
    /// On the rack.
    rack_empty(): "No piece is left.";
    /// To listeners: the buttons under the board.
    moves(): "Moves";
    /// A button.
    turn(): "Turn";
    /// A button, of solids.
    turn_over(): "Turn over";
    /// A button, of solids.
    tilt(): "Tilt";
    /// A button, of solids.
    mirror(): "Mirror";
    /// A button.
    flip(): "Flip";
    /// When a piece may not.
    refused_turn(piece): "{piece} may not be turned.";
    /// When a piece may not.
    refused_turn_over(piece): "{piece} may not be turned over.";
    /// When a piece may not.
    refused_tilt(piece): "{piece} may not be tilted.";
    /// When a piece may not.
    refused_mirror(piece): "{piece} may not be mirrored.";
    /// When a piece may not.
    refused_flip(piece): "{piece} may not be turned over.";
    /// A button.
    undo(): "Undo";
    /// A button.
    redo(): "Redo";
    /// A button.
    begin_anew(): "Start over";
    /// A button.
    hint(): "Hint";
    /// Under the board.
    how_to_place(): "Drag a piece to the board, or choose one and press Enter: then the arrow keys move it, Enter puts it down, Escape takes it back.";
    /// How far the board is.
    missing(cells): "{cells} left to fill.";
    /// How far the board is.
    full_but(piece): "The board is full, but {piece} must be on it.";
    /// To listeners: the board.
    board_missing(missing): "The board. {missing}";
    /// Of a piece that lies there from the beginning.
    given(piece): "{piece}, given";
    /// To listeners.
    placed(piece, missing): "{piece} placed. {missing}";
    /// To listeners.
    on_rack(piece): "{piece} is back on the rack.";
    /// To listeners.
    nothing_to_undo(): "There is nothing to undo.";
    /// To listeners.
    nothing_to_redo(): "There is nothing to redo.";
    /// To listeners.
    undone(missing): "Undone. {missing}";
    /// To listeners.
    redone(missing): "Redone. {missing}";
    /// To listeners: how a piece is turned.
    way(way, ways): "way {way} of {ways}";
    /// To listeners: how a piece is turned.
    way_of(piece, way, ways): "{piece}: way {way} of {ways}.";
    /// To listeners: copies of a piece.
    copies_left(count): "{count} left";
    /// When a hint cannot be followed.
    in_the_way(): "Something is in the way.";
    /// To listeners.
    no_place(piece): "{piece} has no place on this board.";
    /// To listeners.
    in_hand(piece, place): "{piece} in hand. {place}";
    /// To listeners.
    lifted(piece): "{piece} in hand.";
    /// To listeners.
    fits(cells): "{cells}: fits.";
    /// To listeners.
    blocked(cells, piece): "{cells}: {piece} is in the way.";
    /// Of a piece in hand whose colours do not go beside those of another.
    clashes(cells, piece): "{cells}: its colours do not go beside {piece}.";
    /// To listeners.
    does_not_fit(place): "It does not fit. {place}";
    /// To listeners.
    no_further(): "It goes no further.";
    /// To listeners.
    choose_first(): "Choose a piece first.";
    /// To listeners.
    fits_nowhere(piece): "{piece} fits nowhere.";
    /// To listeners.
    hand_empty(): "The hand is empty: choose a piece on the rack.";
    /// To listeners.
    board_empty(): "The board is empty.";
    /// To listeners.
    no_piece_there(): "There is no piece further that way.";
    /// To listeners.
    misfit(piece): "{piece} does not fit there; it is back on the rack.";
    /// To listeners.
    misfit_that_way(piece): "{piece} does not fit there that way.";
    /// To listeners.
    chosen(piece): "{piece} chosen.";

    /// When a hint is asked for.
    nothing_to_hint(): "There is nothing to hint at.";
    /// To listeners: a stage of a hint.
    hint_spoken(stage, stages, title, text): "Hint, {stage} of {stages}. {title}: {text}";
    /// A button.
    more_hint(): "Tell me more";
    /// A button.
    skip_hint(): "Skip to the piece";
    /// A button: does what the hint says.
    heed(): "Do it";
    /// How far it is.
    stage_of(stage, stages): "{stage} of {stages}";
    /// A heading.
    no_hint(): "No hint";
    /// Instead of a hint.
    no_hint_known(): "No solution is known here, and no deduction applies.";
    /// Instead of a hint.
    no_hint_held(): "None of the solutions held here goes on from this; others may.";
    /// Instead of a hint.
    dead_end(): "There is no solution from here.";
    /// Heading of a hint.
    wrong(): "Something is wrong";
    /// A hint.
    wrong_somewhere(): "No solution holds all that lies on the board.";
    /// A hint.
    wrong_count(count): "{count} pieces are not where they belong.";
    /// A hint.
    wrong_look(piece): "Look at {piece}.";
    /// A hint.
    wrong_take_back(piece): "Take back {piece}.";
    /// Heading of a hint.
    begin_with(): "A piece to begin with";
    /// A hint.
    begin_look(): "Look at the marked cell.";
    /// A hint.
    begin_piece(piece): "{piece} covers the marked cell.";
    /// A hint.
    begin_place(piece): "{piece} goes here.";
    /// Heading of a hint.
    technique_forced_cell(): "Forced cell";
    /// Heading of a hint.
    technique_forced_piece(): "Forced piece";
    /// Heading of a hint.
    technique_pocket(): "Pocket";
    /// Heading of a hint.
    technique_shut_out(): "Shut out";
    /// Heading of a hint.
    technique_colouring(): "Colouring";
    /// Heading of a hint.
    technique_look_ahead(): "Look ahead";
    /// Heading of a hint.
    technique_look_far_ahead(): "Look far ahead";
    /// Heading of a hint.
    technique_trying(): "Trying";

    /// To listeners: what shows at the end.
    result(): "Result";
    /// At the end.
    solved(): "Solved!";
    /// At the end.
    solved_without_hint(): "Solved without a hint!";
    /// At the end.
    solved_with_hints(hints): "Solved with {hints}!";
    /// A number.
    hints(count): "{count} hints";
    /// A number.
    hints_one(count): "{count} hint";
    /// At the end, with the time.
    solved_in(how, time): "{how} {time}";
    /// When no level is left.
    all_solved(): "All levels are solved. Well played!";
    /// A button.
    share(): "Share";
    /// What others are told.
    shared(title, level, result): "{title}, {level}: {result}";
    /// To listeners: the clock.
    time(): "Time";
    /// What shows the settings.
    settings(): "Settings";
    /// A setting.
    show_timer(): "Show the time";
    /// A setting.
    count_solutions(): "Say how many solutions are left";
    /// With that setting.
    go_on_all(solutions, held): "{solutions} of {held} from here.";
    /// The same where the page does not hold all.
    go_on_held(solutions, held): "{solutions} of the {held} held here go on from here.";
    /// What shows the board as a list.
    board_told(): "The board in words";
    /// In that list.
    given_list(pieces): "Given: {pieces}";
    /// In that list.
    open_list(cells): "Open: {cells}";
    /// A button: takes a piece back.
    back(): "back";
    /// To listeners: that button.
    take_back(piece): "take {piece} back";
    /// In that list.
    fits_in(piece, places): "{piece} fits in {places}.";
    /// A number.
    places(count): "{count} places";
    /// A number.
    places_one(count): "{count} place";
    /// Under a list that is cut short.
    and_more(more): "and {more} more";

    /// A number.
    solutions(count): "{count} solutions";
    /// A number.
    solutions_one(count): "{count} solution";
    /// What the page holds.
    held_one(): "The one solution.";
    /// What the page holds.
    held_all(solutions): "All {solutions}.";
    /// What the page holds.
    held_sample(held, solutions): "{held} of {solutions}: a sample, each as likely.";
    /// What the page holds.
    held_first(solutions): "The first {solutions} that a search found; there are more.";
    /// What filters leave.
    left_of_all(left, solutions): "{left} of {solutions}.";
    /// What filters leave.
    left_exactly(left, solutions, here, held): "{left} of all {solutions}; {here} of the {held} solutions held here.";
    /// What filters leave.
    left_of_held(here, held, solutions): "{here} of the {held} solutions held here.";
    /// To listeners: the board.
    board_of(title): "{title}: the board";
    /// To listeners: a piece of a solution.
    in_solutions(piece, held, solutions): "{piece}, in {held} of {solutions}";
    /// To listeners.
    solution_of(number, all): "Solution {number} of {all}.";
    /// To listeners: where a number is written.
    solution_number(all): "Solution, from 1 to {all}";
    /// To listeners: a solution built up.
    piece_of(shown, all, piece): "{shown} of {all} pieces: {piece}.";
    /// To listeners: the slider.
    pieces_shown(): "Pieces shown";
    /// A button.
    previous(): "Previous";
    /// A button.
    next(): "Next";
    /// A button: goes to any solution.
    any(): "Any";
    /// Behind a number.
    of_all(all): "of {all}";
    /// To listeners: a button.
    piece_less(): "A piece less";
    /// To listeners: a button.
    piece_more(): "A piece more";
    /// A button.
    build_up(): "Build it up";
    /// A button.
    pause(): "Pause";
    /// To listeners: the filters.
    filters(): "Filters";
    /// A filter.
    with(): "with";
    /// A filter, and the button that sets it.
    without(): "without";
    /// To listeners: a button.
    with_instead(pattern): "with {pattern} instead";
    /// To listeners: a button.
    without_instead(pattern): "without {pattern} instead";
    /// To listeners: a button.
    only_without(pattern): "only solutions without {pattern}";
    /// A button.
    take_all_back(): "Take all back";
    /// Which solution is shown.
    number_of_all(number, all): "This is number {number} of {all}.";
    /// Which solution is shown.
    number_of_solution(number): "This is number {number}.";
    /// What one can do.
    click_piece(): "Click a piece on the board to keep the solutions that have it there.";
    /// A heading.
    in_this_solution(): "In this solution";
    /// Over a list.
    how_many_have(): "How many of the solutions left have the piece there:";
    /// To listeners: the board.
    board_where(title, piece): "{title}: where {piece} lies";
    /// To listeners: a cell.
    cell_share(cell, piece, share): "{cell}: {piece} in {share}";
    /// To listeners.
    none_there(): "No solution left has it there.";
    /// What the scale is of.
    of_all_solutions(solutions): "of all {solutions}";
    /// What the scale is of.
    of_left(solutions): "of {solutions} left";
    /// What the scale is of.
    of_held(solutions): "of {solutions} held here";
    /// To listeners: the choice of a piece.
    pieces(): "Pieces";
    /// A heading.
    where_lies(): "Where does it lie?";
    /// What one can do.
    click_cell(): "Click a cell to keep the solutions that have the piece on it.";
    /// A heading.
    frequent_places(piece): "{piece}: its most frequent places";
    /// Under the list.
    places_in_none(places, all): "{places} of {all} in none.";

    /// In the list of keys.
    key_board(): "Arrow keys on the board";
    /// In the list of keys.
    key_board_does(): "move the piece; with nothing in hand, go from piece to piece";
    /// In the list of keys.
    key_pieces_does(): "go from piece to piece";
    /// In the list of keys.
    key_cells_does(): "go from cell to cell";
    /// In the list of keys.
    key_rack(): "Arrow keys on the rack";
    /// In the list of keys.
    key_rack_does(): "go from piece to piece";
    /// In the list of keys.
    key_enter(): "Enter";
    /// In the list of keys.
    key_enter_rack(): "Enter on a piece";
    /// In the list of keys.
    key_enter_rack_does(): "takes it to the board";
    /// In the list of keys.
    key_enter_board(): "Enter on the board";
    /// In the list of keys.
    key_enter_board_does(): "puts it down; with nothing in hand, takes up the piece under the cursor";
    /// In the list of keys.
    key_escape(): "Escape";
    /// In the list of keys.
    key_escape_does(): "takes it back to the rack";
    /// In the list of keys.
    key_layers(): "Page Up, Page Down";
    /// In the list of keys.
    key_layers_does(): "a layer up, a layer down";
    /// In the list of keys.
    key_shift(): "Shift";
    /// In the list of keys.
    key_turn_does(turn): "{turn}, and back";
    /// In the list of keys.
    key_next_place_does(): "to the next place where it fits, the one before";
    /// In the list of keys.
    key_hint_does(): "a hint, and then more of it";
    /// In the list of keys.
    key_undo_does(): "undo, redo; U and Shift+U as well";
    /// In the list of keys.
    key_keep_does(): "keep the solutions that have the piece there, or take that back";
    /// In the list of keys.
    key_keep_cell_does(): "keep the solutions that have the piece on the cell, or take that back";
    /// In the list of keys.
    key_delete(): "Delete";
    /// In the list of keys.
    key_elsewhere_does(): "keep those that have it elsewhere";
    /// In the list of keys.
    key_pages(): "Page Down, Page Up";
    /// In the list of keys.
    key_pages_does(): "the next solution, the one before";

    /// A number of cells.
    cells_twig(count): "{count} twigs";
    /// The same of one.
    cells_twig_one(count): "{count} twig";
    /// A number of cells.
    cells_hexagon(count): "{count} hexagons";
    /// The same of one.
    cells_hexagon_one(count): "{count} hexagon";
    /// A number of cells.
    cells_triangle(count): "{count} triangles";
    /// The same of one.
    cells_triangle_one(count): "{count} triangle";
    /// A number of cells.
    cells_prism(count): "{count} prisms";
    /// The same of one.
    cells_prism_one(count): "{count} prism";
    /// A number of cells.
    cells_rhomb(count): "{count} rhombs";
    /// The same of one.
    cells_rhomb_one(count): "{count} rhomb";
    /// A number of cells.
    cells_quarter_square(count): "{count} quarter squares";
    /// The same of one.
    cells_quarter_square_one(count): "{count} quarter square";
    /// A number of cells.
    cells_square(count): "{count} squares";
    /// The same of one.
    cells_square_one(count): "{count} square";
    /// A number of cells.
    cells_trig(count): "{count} trigs";
    /// The same of one.
    cells_trig_one(count): "{count} trig";
    /// A number of cells.
    cells_cell(count): "{count} cells";
    /// The same of one.
    cells_cell_one(count): "{count} cell";
    /// A number of cells.
    cells_house(count): "{count} houses";
    /// The same of one.
    cells_house_one(count): "{count} house";
    /// A number of cells.
    cells_sixth(count): "{count} sixths";
    /// The same of one.
    cells_sixth_one(count): "{count} sixth";
    /// A number of cells.
    cells_stick(count): "{count} sticks";
    /// The same of one.
    cells_stick_one(count): "{count} stick";
    /// A number of cells.
    cells_pentagon(count): "{count} pentagons";
    /// The same of one.
    cells_pentagon_one(count): "{count} pentagon";
    /// A number of cells.
    cells_kite(count): "{count} kites";
    /// The same of one.
    cells_kite_one(count): "{count} kite";
    /// A number of cells.
    cells_cube(count): "{count} cubes";
    /// The same of one.
    cells_cube_one(count): "{count} cube";
    /// A number of cells.
    cells_ball(count): "{count} balls";
    /// The same of one.
    cells_ball_one(count): "{count} ball";

    /// Of hints: where to look.
    hint_look(place): "Look {place}.";
    /// Of hints: a place.
    hint_top_left(): "at the top left";
    /// Of hints: a place.
    hint_top(): "at the top";
    /// Of hints: a place.
    hint_top_right(): "at the top right";
    /// Of hints: a place.
    hint_left(): "at the left";
    /// Of hints: a place.
    hint_middle(): "in the middle";
    /// Of hints: a place.
    hint_right(): "at the right";
    /// Of hints: a place.
    hint_bottom_left(): "at the bottom left";
    /// Of hints: a place.
    hint_bottom(): "at the bottom";
    /// Of hints: a place.
    hint_bottom_right(): "at the bottom right";
    /// Of hints: a place in a layer of a solid.
    hint_in_layer(layer, place): "in layer {layer}, {place}";
    /// Of hints: a cell that one placement is left for.
    hint_only_cover(): "Only one piece still fits on the marked cell, and only one way round.";
    /// Of hints: a piece with one place left.
    hint_only_place(piece): "There is only one place left for {piece}.";
    /// Of hints: a piece of several copies that needs all its places.
    hint_all_places(piece): "All places left for {piece} are needed.";
    /// Of hints: a condition that one placement is left for.
    hint_only_way(asked): "Only one placement left does what is asked: {asked}.";
    /// Of hints: what follows where a placement would fit, but for its colours.
    hint_clashes(piece, color, other): "What would fit beside clashes in colour: the {color} of {piece} would meet {other}.";
    /// Of hints: what becomes of the other ways to cover a cell.
    hint_other_covers(flaws): "Try what fits on the marked cell: all ways but one {flaws}.";
    /// Of hints: the same of one other way.
    hint_other_cover(flaws): "Only two ways to cover the marked cell are left, and one would {flaws}.";
    /// Of hints: what becomes of the other places of a piece.
    hint_other_places(piece, flaws): "Try the places left for {piece}: all but one {flaws}.";
    /// Of hints: the same of one other place.
    hint_other_place(piece, flaws): "Only two places are left for {piece}, and one would {flaws}.";
    /// Of hints: the same where several copies are needed.
    hint_other_places_of_copies(piece, flaws): "Try the places left for {piece}: all but those that are needed {flaws}.";
    /// Of hints: what becomes of the other ways to do what a condition asks for.
    hint_other_ways(asked, flaws): "Try how to do what is asked, that {asked}: all ways but one {flaws}.";
    /// Of hints: a hole.
    hint_leave_hole(): "leave a hole that no piece fills";
    /// Of hints: a cell that nothing covers without a clash of colours.
    hint_leave_clash(): "leave a cell that nothing covers without a clash of colours";
    /// Of hints: pockets.
    hint_cut_off(): "cut off a part that the pieces left can’t fill";
    /// Of hints: pieces without a place.
    hint_leave_no_place(pieces): "leave no place for {pieces}";
    /// Of hints: a condition.
    hint_prevent(): "stand in the way of what is asked";
    /// Of hints: a colouring.
    hint_unbalance(): "leave too many cells of one colour, where neighbours differ";
    /// Of hints: what follows comes to one of these.
    hint_soon_fail(): "soon lead to a dead end";
    /// Of hints: what follows must be thought through further.
    hint_later_fail(): "lead to a dead end a few steps later";
    /// Of hints: it takes trying.
    hint_lead_nowhere(): "lead to a dead end, but only trying shows it";
    /// Of hints: the piece.
    hint_it_is(piece): "It is {piece}.";
    /// Of hints: where a piece goes that is known.
    hint_it_goes(place): "It goes {place}.";
    /// Of hints: where a piece goes.
    hint_goes_here(piece): "{piece} goes here.";
    /// Of hints: between the last two of a list.
    hint_or(): " or ";
    /// Of hints: between the last two of a list of pieces.
    hint_and(): " and ";
}

impl Texts {
    /// How a phrase of a hint is said.
    fn phrase(&self, phrase: Phrase) -> &Template {
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
            Phrase::Or => &self.hint_or,
            Phrase::And => &self.hint_and,
        }
    }

    /// The texts that the page itself says; a value is its name between two characters that no text
    /// has.
    pub(super) fn of_page(&self) -> BTreeMap<&'static str, String> {
        let all = self.entries().into_iter();
        let own = all.filter(|(name, _)| !name.starts_with("hint_") || *name == "hint_spoken");
        own.map(|(name, text)| (name, text.marked('\u{e000}', '\u{e001}')))
            .collect()
    }

    /// The name of the text that stands over hints by a technique.
    pub(super) fn of_technique(technique: Technique) -> &'static str {
        match technique {
            Technique::ForcedCell => "forced_cell",
            Technique::ForcedPiece => "forced_piece",
            Technique::Pocket => "pocket",
            Technique::ShutOut => "shut_out",
            Technique::Colouring => "colouring",
            Technique::LookAhead(0 | 1) => "look_ahead",
            Technique::LookAhead(_) => "look_far_ahead",
            Technique::Search => "trying",
        }
    }
}

impl Phrasing for Texts {
    fn say(&self, phrase: Phrase, values: &[(&str, &str)]) -> String {
        self.phrase(phrase).fill(values)
    }

    fn piece(&self, _: PieceId, name: &str) -> String {
        self.piece_name(name).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::texts::{Language, check_words};
    use crate::puzzle::Source;
    use tilewright_geometry::Lattice;

    #[test]
    fn texts_are_templates_in_every_language() {
        let english = Texts::listed(Language::English);
        let free = ["hint_only_way", "hint_other_ways"];
        for language in Language::ALL {
            check_words(&english, &Texts::listed(language), &free);
            assert_eq!(
                Texts::in_language(language).language.plain(),
                language.tag()
            );
        }
    }

    /// What hints say on a page is what they say at a terminal, where apostrophes are straight.
    #[test]
    fn hints_say_the_same_everywhere() {
        let texts = Texts::default();
        for phrase in Phrase::ALL {
            let known = [
                "place", "layer", "piece", "pieces", "asked", "flaws", "color", "other",
            ];
            let english = phrase.english().replace('\'', "’");
            assert_eq!(texts.phrase(*phrase), &Template::built_in(&english, &known));
        }
    }

    #[test]
    fn every_lattice_has_a_word_for_its_cells() {
        let texts = Texts::listed(Language::English);
        for lattice in Lattice::ALL {
            let [one, several] = lattice.table().cell_names;
            let has = |name: &str, words: &str| {
                let words = format!("{{count}} {words}");
                texts.iter().any(|text| text.0 == name && text.2 == words)
            };
            let name = format!("cells_{}", one.replace(' ', "_"));
            assert!(
                has(&name, several) && has(&format!("{name}_one"), one),
                "{lattice}"
            );
        }
    }

    #[test]
    fn what_a_translator_begins_with_is_the_texts_of_a_language() {
        for language in Language::ALL {
            let source = Source::new("texts.ron", Texts::as_ron(language));
            let read = Texts::read(&source, language).unwrap();
            assert_eq!(read, Texts::in_language(language));
        }
    }
}
