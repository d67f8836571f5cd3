//! The texts of a page; a file can replace them.
//!
//! A text with a count has a form for a count of one and a form for all other counts. A language with more
//! plural forms needs wordings that suit all other counts.

mod german;

use std::collections::BTreeMap;

use crate::publish::texts::{Template, hint_text, text_table};
use crate::puzzle::PieceId;
use crate::reason::deduction::{Phrase, Phrasing, Technique};

text_table! {
    /// All texts of a page.
    pub struct Texts of Words,
        german german::GERMAN, printed by "viewer --print-texts";

    /// The language of the texts as a tag such as pt-BR; screen readers use it.
    language(): "en";
    /// Shown if scripts are disabled.
    needs_script(): "This page needs JavaScript. It loads nothing from anywhere: all it needs is in it.";
    /// Shown if the browser lacks what the page needs.
    too_old(): "This browser is too old for the page: it cannot unpack its data.";
    /// The link at the start of the page with which keyboard users skip to the board.
    skip(): "Skip to the board";
    /// The description of the page in link previews.
    description(title): "{title}: a puzzle to play in the browser.";
    /// The description of a page with levels in link previews.
    description_of_levels(title, count): "{title}: {count} levels to play in the browser.";
    /// Under the page's icon on a phone, if its title is too long.
    short_title(): "Puzzle";
    /// For screen readers: the tabs.
    views(): "Views";
    /// The tab with the board for playing.
    play_view(): "Play";
    /// A tab, and the heading of the filters.
    solutions_view(): "Solutions";
    /// The tab with the heat map of a piece.
    heat_view(): "Heat map";
    /// For screen readers: the board.
    board(): "Board";
    /// For screen readers: the part of the page next to the board.
    choices(): "Choices";
    /// For screen readers: the second picture of a solid.
    from_corner(): "The solid from a corner";
    /// Under the drawing of a layer of a solid.
    layer(layer): "layer {layer}";
    /// The heading of the list of keys. A click on it opens the list.
    keys(): "Keys";
    /// A button: copies a link to what the page shows.
    copy_link(): "Copy a link to this";
    /// Shown after a link was copied.
    copied(): "Copied.";
    /// Shown if the browser does not allow copying.
    not_copied(): "Copy it from the address bar.";
    /// A button: closes the list of levels or the hint.
    close(): "Close";

    /// The button that opens the list of levels, and the list's heading.
    levels(): "Levels";
    /// The name of a level.
    level(number): "Level {number}";
    /// The name of the puzzle itself, without a level.
    free_play(): "Free play";
    /// The name of the puzzle itself, without a level, if it has one solution.
    the_puzzle(): "The puzzle";
    /// A button: opens the level before.
    previous_level(): "The level before";
    /// A button: opens the next level.
    next_level(): "Next level";
    /// The number of solved levels.
    solved_of(solved, all): "{solved} of {all} solved";
    /// For screen readers: the state of a level.
    state_solved(): "solved";
    /// For screen readers: the state of a level.
    state_begun(): "begun";
    /// For screen readers: the state of a level.
    state_daily(): "puzzle of the day";
    /// A button: opens the puzzle of the day.
    daily(): "Puzzle of the day";
    /// The number of consecutive days with a solved puzzle of the day.
    streak(count): "{count} days in a row!";
    /// The number of consecutive days with a solved puzzle of the day, if the number is 1.
    streak_one(count): "{count} day in a row.";
    /// The grade for scores below 4.
    grade_easy(): "easy";
    /// The grade for scores from 4 to below 5.5.
    grade_medium(): "medium";
    /// The grade for scores from 5.5 to below 7.
    grade_hard(): "hard";
    /// The grade for scores of 7 and more.
    grade_expert(): "expert";

    /// For screen readers: the rack.
    rack(): "Pieces to be placed";
    /// On the empty rack.
    rack_empty(): "No piece is left.";
    /// For screen readers: the buttons under the board.
    moves(): "Moves";
    /// A button: turns the piece in the plane, or about a vertical axis if it is a solid.
    turn(): "Turn";
    /// A button for solids.
    turn_over(): "Turn over";
    /// A button for solids.
    tilt(): "Tilt";
    /// A button for solids.
    mirror(): "Mirror";
    /// A button: turns a flat piece over.
    flip(): "Flip";
    /// Shown if a piece may not be turned.
    refused_turn(piece): "{piece} may not be turned.";
    /// Shown if a solid may not be turned over.
    refused_turn_over(piece): "{piece} may not be turned over.";
    /// Shown if a solid may not be tilted.
    refused_tilt(piece): "{piece} may not be tilted.";
    /// Shown if a solid may not be mirrored.
    refused_mirror(piece): "{piece} may not be mirrored.";
    /// Shown if a piece may not be turned over.
    refused_flip(piece): "{piece} may not be turned over.";
    /// A button: undoes the last change of the position.
    undo(): "Undo";
    /// A button: repeats a change that was undone.
    redo(): "Redo";
    /// A button: empties the board.
    begin_anew(): "Start over";
    /// A button: requests a hint.
    hint(): "Hint";
    /// Instructions under the board.
    how_to_place(): "Drag a piece to the board, or choose one and press Enter: then the arrow keys move it, Enter puts it down, Escape takes it back.";
    /// The progress: the cells left to fill, such as "12 squares".
    missing(cells): "{cells} left to fill.";
    /// The progress: a piece that is missing from a full board.
    full_but(piece): "The board is full, but {piece} must be on it.";
    /// For screen readers: the board. {missing} is the progress.
    board_missing(missing): "The board. {missing}";
    /// A piece that is on the board from the beginning.
    given(piece): "{piece}, given";
    /// For screen readers: after a piece was placed. {missing} is the progress.
    placed(piece, missing): "{piece} placed. {missing}";
    /// For screen readers: after a piece was put back on the rack.
    on_rack(piece): "{piece} is back on the rack.";
    /// For screen readers: if a player wants to undo a move but there is none.
    nothing_to_undo(): "There is nothing to undo.";
    /// For screen readers: if a player wants to redo a move but none was undone.
    nothing_to_redo(): "There is nothing to redo.";
    /// For screen readers: after a move was undone. {missing} is the progress.
    undone(missing): "Undone. {missing}";
    /// For screen readers: after a move was redone. {missing} is the progress.
    redone(missing): "Redone. {missing}";
    /// For screen readers: the orientation of a piece on the rack.
    way(way, ways): "way {way} of {ways}";
    /// For screen readers: the orientation of a piece after a turn.
    way_of(piece, way, ways): "{piece}: way {way} of {ways}.";
    /// For screen readers: copies of a piece left on the rack.
    copies_left(count): "{count} left";
    /// Shown if a hint cannot be followed.
    in_the_way(): "Something is in the way.";
    /// For screen readers: no orientation of the piece has a place on the board.
    no_place(piece): "{piece} has no place on this board.";
    /// For screen readers: a piece was taken from the rack. {place} says over which cells it is held.
    in_hand(piece, place): "{piece} in hand. {place}";
    /// For screen readers: a piece was taken from the board.
    lifted(piece): "{piece} in hand.";
    /// For screen readers: the piece in hand fits on these cells.
    fits(cells): "{cells}: fits.";
    /// For screen readers: another piece is in the way.
    blocked(cells, piece): "{cells}: {piece} is in the way.";
    /// For screen readers: the colours of the piece in hand do not match those of a neighbour.
    clashes(cells, piece): "{cells}: its colours do not go beside {piece}.";
    /// For screen readers: the piece in hand cannot be put down. {place} says over which cells it is
    /// held.
    does_not_fit(place): "It does not fit. {place}";
    /// For screen readers: the piece in hand cannot move this way.
    no_further(): "It goes no further.";
    /// For screen readers: a player wants to turn a piece, but none is chosen.
    choose_first(): "Choose a piece first.";
    /// A setting, with a tick box.
    show_patterns(): "Patterns on the pieces";
    /// For screen readers: a letter was typed, but the piece with this letter is on the board.
    none_left(piece): "{piece} is on the board.";
    /// For screen readers: there is no place left for the piece in hand.
    fits_nowhere(piece): "{piece} fits nowhere.";
    /// For screen readers: no piece is in hand.
    hand_empty(): "The hand is empty: choose a piece on the rack.";
    /// For screen readers: there is no piece on the board.
    board_empty(): "The board is empty.";
    /// For screen readers: an arrow key finds no further piece in its direction.
    no_piece_there(): "There is no piece further that way.";
    /// For screen readers: after a piece was dropped where it does not fit.
    misfit(piece): "{piece} does not fit there; it is back on the rack.";
    /// For screen readers: a click where the chosen piece does not fit.
    misfit_that_way(piece): "{piece} does not fit there that way.";
    /// For screen readers: a piece chosen on the rack.
    chosen(piece): "{piece} chosen.";

    /// Shown if a hint is requested for a solved board.
    nothing_to_hint(): "There is nothing to hint at.";
    /// For screen readers: a stage of a hint.
    hint_spoken(stage, stages, title, text): "Hint, {stage} of {stages}. {title}: {text}";
    /// A button: shows the next stage of the hint.
    more_hint(): "Tell me more";
    /// A button: shows the last stage of the hint, which names the piece.
    skip_hint(): "Skip to the piece";
    /// A button: does what the hint suggests.
    heed(): "Do it";
    /// The stage of a hint out of all its stages, or the number of pieces shown out of all pieces.
    stage_of(stage, stages): "{stage} of {stages}";
    /// The heading of the message that is shown if there is no hint.
    no_hint(): "No hint";
    /// Shown instead of a hint if no solution is known and no deduction applies.
    no_hint_known(): "No solution is known here, and no deduction applies.";
    /// Shown instead of a hint if no embedded solution contains the pieces on the board.
    no_hint_held(): "None of the solutions held here goes on from this; others may.";
    /// Shown instead of a hint if the level has no solution.
    dead_end(): "There is no solution from here.";
    /// The heading of a hint about pieces that are wrong.
    wrong(): "Something is wrong";
    /// A hint: some pieces on the board are wrong.
    wrong_somewhere(): "No solution holds all that lies on the board.";
    /// A hint: how many pieces are wrong.
    wrong_count(count): "{count} pieces are not where they belong.";
    /// A hint: a piece that is wrong.
    wrong_look(piece): "Look at {piece}.";
    /// A hint: what to do with a piece that is wrong.
    wrong_take_back(piece): "Take back {piece}.";
    /// The heading of a hint that shows a placement of a solution without a deduction.
    begin_with(): "A piece to begin with";
    /// A hint without a deduction, first stage: where to look.
    begin_look(): "Look at the marked cell.";
    /// A hint without a deduction, second stage: which piece to place.
    begin_piece(piece): "{piece} covers the marked cell.";
    /// A hint without a deduction, last stage: the placement.
    begin_place(piece): "{piece} goes here.";
    /// The heading of a hint: the technique that finds it.
    technique_forced_cell(): "Forced cell";
    /// The heading of a hint: the technique that finds it.
    technique_forced_piece(): "Forced piece";
    /// The heading of a hint: the technique that finds it.
    technique_pocket(): "Pocket";
    /// The heading of a hint: the technique that finds it.
    technique_shut_out(): "Shut out";
    /// The heading of a hint: the technique that finds it.
    technique_colouring(): "Colouring";
    /// The heading of a hint: the technique that finds it.
    technique_look_ahead(): "Look ahead";
    /// The heading of a hint: the technique that finds it.
    technique_look_far_ahead(): "Look far ahead";
    /// The heading of a hint: the technique that finds it.
    technique_trying(): "Trying";

    /// For screen readers: the card shown when a level is solved.
    result(): "Result";
    /// Shown when a level is solved.
    solved(): "Solved!";
    /// Shown when a level is solved.
    solved_without_hint(): "Solved without a hint!";
    /// Shown when a level is solved. {hints} is a number of hints, such as "2 hints".
    solved_with_hints(hints): "Solved with {hints}!";
    /// A number of hints.
    hints(count): "{count} hints";
    /// One hint.
    hints_one(count): "{count} hint";
    /// Shown when a level is solved: how, and in what time.
    solved_in(how, time): "{how} {time}";
    /// Shown when all levels are solved.
    all_solved(): "All levels are solved. Well played!";
    /// A button: shares the result of a solved level.
    share(): "Share";
    /// The text that a player shares.
    shared(title, level, result): "{title}, {level}: {result}";
    /// For screen readers: the clock.
    time(): "Time";
    /// The heading of the settings. A click on it opens them.
    settings(): "Settings";
    /// A setting: whether the time is shown during play.
    show_timer(): "Show the time";
    /// A setting: whether the page says how many solutions are left.
    count_solutions(): "Say how many solutions are left";
    /// Shown with the setting `count_solutions`: how many of all solutions contain the pieces on the board.
    go_on_all(solutions, held): "{solutions} of {held} from here.";
    /// Shown with the setting `count_solutions` if the page does not contain all solutions: how many of the
    /// embedded ones contain the pieces on the board.
    go_on_held(solutions, held): "{solutions} of the {held} held here go on from here.";
    /// The heading of a list that describes the board. A click on it opens the list.
    board_told(): "The board in words";
    /// In the list of the board in words: the given pieces.
    given_list(pieces): "Given: {pieces}";
    /// In the list of the board in words: the open cells.
    open_list(cells): "Open: {cells}";
    /// A button: takes a piece back.
    back(): "back";
    /// For screen readers: a button that takes a piece back from the board, or removes a filter.
    take_back(piece): "take {piece} back";
    /// In the list of the board in words: where the chosen piece fits.
    fits_in(piece, places): "{piece} fits in {places}.";
    /// A number of places.
    places(count): "{count} places";
    /// One place.
    places_one(count): "{count} place";
    /// Under a shortened list: the number of entries that are left out.
    and_more(more): "and {more} more";

    /// A number of solutions.
    solutions(count): "{count} solutions";
    /// One solution.
    solutions_one(count): "{count} solution";
    /// Which solutions the page contains: the only one.
    held_one(): "The one solution.";
    /// Which solutions the page contains: all.
    held_all(solutions): "{solutions} in all.";
    /// Which solutions the page contains: a random sample.
    held_sample(held, solutions): "{held} of {solutions}: a sample, each as likely.";
    /// Which solutions the page contains: the first that a search found.
    held_first(solutions): "The first {solutions} that a search found; there are more.";
    /// How many solutions the filters leave, if the page contains all.
    left_of_all(left, solutions): "{left} of {solutions}.";
    /// How many of all solutions the filters leave, and how many of the embedded ones, if the page does not
    /// contain all.
    left_exactly(left, solutions, here, held): "{left} of all {solutions}; {here} of the {held} solutions held here.";
    /// How many of the embedded solutions the filters leave, if nothing is known about the others.
    left_of_held(here, held, solutions): "{here} of the {held} solutions held here.";
    /// For screen readers: the board.
    board_of(title): "{title}: the board";
    /// For screen readers: a piece of a solution.
    in_solutions(piece, held, solutions): "{piece}, in {held} of {solutions}";
    /// For screen readers: the position of the shown solution among those that the filters leave.
    solution_of(number, all): "Solution {number} of {all}.";
    /// For screen readers: the field for a solution's number.
    solution_number(all): "Solution, from 1 to {all}";
    /// For screen readers: a solution built up piece by piece.
    piece_of(shown, all, piece): "{shown} of {all} pieces: {piece}.";
    /// For screen readers: the slider.
    pieces_shown(): "Pieces shown";
    /// A button: shows the previous solution.
    previous(): "Previous";
    /// A button: shows the next solution.
    next(): "Next";
    /// A button: shows a random solution.
    any(): "Any";
    /// After the position of the shown solution: the number of solutions that the filters leave.
    of_all(all): "of {all}";
    /// For screen readers: a button that shows one piece less of the solution.
    piece_less(): "A piece less";
    /// For screen readers: a button that shows one more piece of the solution.
    piece_more(): "A piece more";
    /// A button: shows the pieces of a solution one after another.
    build_up(): "Build it up";
    /// A button: stops showing the pieces of a solution one after another.
    pause(): "Pause";
    /// For screen readers: the filters.
    filters(): "Filters";
    /// A filter, and a button that sets it: keeps the solutions with a pattern.
    with(): "with";
    /// A filter, and a button that sets it: keeps the solutions without a pattern.
    without(): "without";
    /// For screen readers: a button that turns the filter `without` into `with`.
    with_instead(pattern): "with {pattern} instead";
    /// For screen readers: a button that turns the filter `with` into `without`.
    without_instead(pattern): "without {pattern} instead";
    /// For screen readers: a button that adds the filter `without`.
    only_without(pattern): "only solutions without {pattern}";
    /// A button: removes all filters.
    take_all_back(): "Take all back";
    /// The number of the shown solution among all solutions.
    number_of_all(number, all): "This is number {number} of {all}.";
    /// The number of the shown solution, if the number of all solutions is unknown.
    number_of_solution(number): "This is number {number}.";
    /// An instruction next to the solutions.
    click_piece(): "Click a piece on the board to keep the solutions that have it there.";
    /// The heading of the list of the pieces of a solution.
    in_this_solution(): "In this solution";
    /// Above the list of the pieces of a solution.
    how_many_have(): "How many of the solutions left have the piece there:";
    /// For screen readers: the board of a heat map.
    board_where(title, piece): "{title}: where {piece} lies";
    /// For screen readers: a cell of a heat map.
    cell_share(cell, piece, share): "{cell}: {piece} in {share}";
    /// For screen readers: none of the solutions left has the piece on the chosen cell.
    none_there(): "No solution left has it there.";
    /// After a percentage in the scale of a heat map: all solutions of the puzzle.
    of_all_solutions(solutions): "of all {solutions}";
    /// After a percentage in the scale of a heat map: the solutions that the filters leave.
    of_left(solutions): "of {solutions} left";
    /// After a percentage in the scale of a heat map: the embedded solutions that the filters leave.
    of_held(solutions): "of {solutions} held here";
    /// For screen readers: the list of pieces.
    pieces(): "Pieces";
    /// The heading of the list of pieces next to a heat map.
    where_lies(): "Where does it lie?";
    /// An instruction next to a heat map.
    click_cell(): "Click a cell to keep the solutions that have the piece on it.";
    /// The heading of the list of a piece's most frequent places.
    frequent_places(piece): "{piece}: its most frequent places";
    /// Under the list of a piece's most frequent places: how many of all its places are in no solution.
    places_in_none(places, all): "{places} of {all} in none.";

    /// In the list of keys: keys, and where they work.
    key_board(): "Arrow keys on the board";
    /// In the list of keys: what the arrow keys on the board do.
    key_board_does(): "move the piece; with nothing in hand, go from piece to piece";
    /// In the list of keys: what the arrow keys on the board of a solution do.
    key_pieces_does(): "go from piece to piece";
    /// In the list of keys: what the arrow keys on a heat map do.
    key_cells_does(): "go from cell to cell";
    /// In the list of keys: keys, and where they work.
    key_rack(): "Arrow keys on the rack";
    /// In the list of keys: what the arrow keys on the rack do.
    key_rack_does(): "go from piece to piece";
    /// In the list of keys: the Enter key.
    key_enter(): "Enter";
    /// In the list of keys: a key, and where it works.
    key_enter_rack(): "Enter on a piece";
    /// In the list of keys: what Enter does on a piece of the rack.
    key_enter_rack_does(): "takes it to the board";
    /// In the list of keys: a key, and where it works.
    key_enter_board(): "Enter on the board";
    /// In the list of keys: what Enter does on the board.
    key_enter_board_does(): "puts it down; with nothing in hand, takes up the piece under the cursor";
    /// In the list of keys: the Escape key.
    key_escape(): "Escape";
    /// In the list of keys: what Escape does to the piece in hand.
    key_escape_does(): "takes it back to the rack";
    /// In the list of keys: two keys.
    key_layers(): "Page Up, Page Down";
    /// In the list of keys: what Page Up and Page Down do to the piece in hand.
    key_layers_does(): "a layer up, a layer down";
    /// In the list of keys: the Shift key.
    key_shift(): "Shift";
    /// In the list of keys: what the key of a turn does, without and with Shift. {turn} is the name of the turn.
    key_turn_does(turn): "{turn}, and back";
    /// In the list of keys: what N does to the piece in hand, without and with Shift.
    key_next_place_does(): "to the next place where it fits, the one before";
    /// In the list of keys: what H does.
    key_hint_does(): "a hint, and then more of it";
    /// In the list of keys: what Ctrl+Z and Ctrl+Y do.
    key_undo_does(): "undo, redo; U and Shift+U as well, if no piece has this letter";
    /// In the list of keys: any key with a letter.
    key_letter(): "A letter";
    /// In the list of keys: what a letter does.
    key_letter_does(keys): "takes the piece with this letter, then the next one; {keys} do so while no piece is chosen, H with Shift";
    /// In the list of keys: what Enter does on a piece of a solution.
    key_keep_does(): "keep the solutions that have the piece there, or take that back";
    /// In the list of keys: what Enter does on a cell of a heat map.
    key_keep_cell_does(): "keep the solutions that have the piece on the cell, or take that back";
    /// In the list of keys: the Delete key.
    key_delete(): "Delete";
    /// In the list of keys: what Delete does on a piece of a solution.
    key_elsewhere_does(): "keep those that have it elsewhere";
    /// In the list of keys: two keys.
    key_pages(): "Page Down, Page Up";
    /// In the list of keys: what Page Down and Page Up do.
    key_pages_does(): "the next solution, the one before";

    /// A number of cells, called by their name on the lattice.
    cells_twig(count): "{count} twigs";
    /// One cell, called by its name on the lattice.
    cells_twig_one(count): "{count} twig";
    /// A number of cells, called by their name on the lattice.
    cells_hexagon(count): "{count} hexagons";
    /// One cell, called by its name on the lattice.
    cells_hexagon_one(count): "{count} hexagon";
    /// A number of cells, called by their name on the lattice.
    cells_triangle(count): "{count} triangles";
    /// One cell, called by its name on the lattice.
    cells_triangle_one(count): "{count} triangle";
    /// A number of cells, called by their name on the lattice.
    cells_prism(count): "{count} prisms";
    /// One cell, called by its name on the lattice.
    cells_prism_one(count): "{count} prism";
    /// A number of cells, called by their name on the lattice.
    cells_rhomb(count): "{count} rhombs";
    /// One cell, called by its name on the lattice.
    cells_rhomb_one(count): "{count} rhomb";
    /// A number of cells, called by their name on the lattice.
    cells_quarter_square(count): "{count} quarter squares";
    /// One cell, called by its name on the lattice.
    cells_quarter_square_one(count): "{count} quarter square";
    /// A number of cells, called by their name on the lattice.
    cells_square(count): "{count} squares";
    /// One cell, called by its name on the lattice.
    cells_square_one(count): "{count} square";
    /// A number of cells, called by their name on the lattice.
    cells_trig(count): "{count} trigs";
    /// One cell, called by its name on the lattice.
    cells_trig_one(count): "{count} trig";
    /// A number of cells, called by their name on the lattice.
    cells_cell(count): "{count} cells";
    /// One cell, called by its name on the lattice.
    cells_cell_one(count): "{count} cell";
    /// A number of cells, called by their name on the lattice.
    cells_house(count): "{count} houses";
    /// One cell, called by its name on the lattice.
    cells_house_one(count): "{count} house";
    /// A number of cells, called by their name on the lattice.
    cells_sixth(count): "{count} sixths";
    /// One cell, called by its name on the lattice.
    cells_sixth_one(count): "{count} sixth";
    /// A number of cells, called by their name on the lattice.
    cells_stick(count): "{count} sticks";
    /// One cell, called by its name on the lattice.
    cells_stick_one(count): "{count} stick";
    /// A number of cells, called by their name on the lattice.
    cells_pentagon(count): "{count} pentagons";
    /// One cell, called by its name on the lattice.
    cells_pentagon_one(count): "{count} pentagon";
    /// A number of cells, called by their name on the lattice.
    cells_kite(count): "{count} kites";
    /// One cell, called by its name on the lattice.
    cells_kite_one(count): "{count} kite";
    /// A number of cells, called by their name on the lattice.
    cells_cube(count): "{count} cubes";
    /// One cell, called by its name on the lattice.
    cells_cube_one(count): "{count} cube";
    /// A number of cells, called by their name on the lattice.
    cells_ball(count): "{count} balls";
    /// One cell, called by its name on the lattice.
    cells_ball_one(count): "{count} ball";

    /// In hints: where to look.
    hint_look(place): "Look {place}.";
    /// The first stage of a hint about a cell, if the place is the whole board.
    hint_seek_cell(): "Look for an open cell that few pieces can cover.";
    /// The first stage of a hint about a piece, if the place is the whole board.
    hint_seek_piece(): "Look for a piece that has few places.";
    /// In hints: a part of the board, for {place} in other texts.
    hint_top_left(): "at the top left";
    /// In hints: a part of the board, for {place} in other texts.
    hint_top(): "at the top";
    /// In hints: a part of the board, for {place} in other texts.
    hint_top_right(): "at the top right";
    /// In hints: a part of the board, for {place} in other texts.
    hint_left(): "at the left";
    /// In hints: a part of the board, for {place} in other texts.
    hint_middle(): "in the middle";
    /// In hints: a part of the board, for {place} in other texts.
    hint_right(): "at the right";
    /// In hints: a part of the board, for {place} in other texts.
    hint_bottom_left(): "at the bottom left";
    /// In hints: a part of the board, for {place} in other texts.
    hint_bottom(): "at the bottom";
    /// In hints: a part of the board, for {place} in other texts.
    hint_bottom_right(): "at the bottom right";
    /// In hints: a part of a layer of a solid, for {place} in `hint_look`.
    hint_in_layer(layer, place): "in layer {layer}, {place}";
    /// In hints: all of a layer of a solid, for {place} in `hint_look`.
    hint_whole_layer(layer): "in layer {layer}";
    /// In hints: if the place is the whole board, for {place} in `hint_look`.
    hint_open_cells(): "at the open cells";
    /// In hints: if only one placement is left that covers a cell.
    hint_only_cover(): "Only one piece fits on the marked cell, in one way.";
    /// In hints: if only one placement covers a cell, and at most three pieces are left.
    hint_only_cover_of(pieces): "Of {pieces}, only one fits on the marked cell, in one way.";
    /// In hints: if only one placement covers a cell that has one open neighbour.
    hint_only_cover_end(): "The marked cell has only one open neighbour. Only one piece fits there, in one way.";
    /// In hints: if only one placement covers a cell that has two open neighbours.
    hint_only_cover_narrow(): "The marked cell has two open neighbours. Only one piece fits there, in one way.";
    /// In hints: if only one place is left for a piece.
    hint_only_place(piece): "There is only one place left for {piece}.";
    /// In hints: if a piece with several copies needs all places that are left for it.
    hint_all_places(piece): "All places left for {piece} are needed.";
    /// In hints: if only one placement is left that meets a condition.
    hint_only_way(asked): "Only one placement keeps the rule: {asked}.";
    /// In hints: appended to the sentence about a place, if another placement would fit except for
    /// its colours.
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
    /// In hints, why a placement fails, for {flaws} in other texts: a hole.
    hint_leave_hole(): "leave a hole";
    /// In hints, why a placement fails: a cell that nothing covers without a clash of colours.
    hint_leave_clash(): "leave a cell where all colours clash";
    /// In hints, why a placement fails: pockets that the other pieces cannot fill.
    hint_cut_off(): "cut off a part";
    /// In hints, why a placement fails: the other pieces cannot fill what it leaves, though it cuts nothing off.
    hint_leave_unfillable(): "leave a part that the other pieces cannot fill";
    /// In hints, why a placement fails: pieces without a place.
    hint_leave_no_place(pieces): "leave no place for {pieces}";
    /// In hints, why a placement fails: a condition can no longer be met.
    hint_prevent(): "break a rule of the puzzle";
    /// In hints, why a placement fails: the pieces left cannot balance the colours of a colouring.
    hint_unbalance(): "leave too many cells of one colour in a pattern such as a chessboard";
    /// In hints, why a placement fails: a dead end after forced placements.
    hint_soon_fail(): "soon lead to a dead end";
    /// In hints, why a placement fails: a dead end after a few more steps.
    hint_later_fail(): "lead to a dead end after a few pieces";
    /// In hints, why a placement fails: a reason that only trying shows.
    hint_lead_nowhere(): "fail, which only trying shows";
    /// In hints: which piece to place.
    hint_it_is(piece): "It is {piece}.";
    /// In hints, after the piece has been named: a cell that the piece covers. {place} is the part of
    /// the board with this cell.
    hint_it_goes(place): "It covers the marked cell.";
    /// In hints: the place of a piece.
    hint_goes_here(piece): "{piece} goes here.";
    /// In hints: between the last two alternatives of a list.
    hint_or(): " or ";
    /// In hints: between the last two pieces of a list.
    hint_and(): " and ";
}

impl Texts {
    fn phrase(&self, phrase: Phrase) -> &Template {
        hint_text!(self, phrase, hint_or, hint_and)
    }

    /// The texts that the page's scripts use. A variable is written as its name between U+E000 and U+E001,
    /// which occur in no text.
    pub(super) fn of_page(&self) -> BTreeMap<&'static str, String> {
        let all = self.entries().into_iter();
        let own = all.filter(|(name, _)| !name.starts_with("hint_") || *name == "hint_spoken");
        own.map(|(name, text)| (name, text.marked('\u{e000}', '\u{e001}')))
            .collect()
    }

    /// The name of the heading for hints by a technique, without the prefix `technique_`.
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

    /// Checks that hints on a page have the same words as at a terminal, where apostrophes are
    /// straight.
    #[test]
    fn hints_have_the_same_words_on_pages_and_at_terminals() {
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
    fn printed_texts_are_those_of_the_language() {
        for language in Language::ALL {
            let source = Source::new("texts.ron", Texts::as_ron(language));
            let read = Texts::read(&source, language).unwrap();
            assert_eq!(read, Texts::in_language(language));
        }
    }
}
