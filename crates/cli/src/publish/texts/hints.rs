//! Hints in tables of texts: the text for each phrase, and the German words.

/// The text for a phrase of a hint in a table of texts. `$or` and `$and` are the fields with the texts for
/// "or" and "and", whose names differ between tables.
macro_rules! hint_text {
    ($texts:expr, $phrase:expr, $or:ident, $and:ident) => {
        match $phrase {
            $crate::reason::deduction::Phrase::Look => &$texts.hint_look,
            $crate::reason::deduction::Phrase::SeekCell => &$texts.hint_seek_cell,
            $crate::reason::deduction::Phrase::SeekPiece => &$texts.hint_seek_piece,
            $crate::reason::deduction::Phrase::TopLeft => &$texts.hint_top_left,
            $crate::reason::deduction::Phrase::Top => &$texts.hint_top,
            $crate::reason::deduction::Phrase::TopRight => &$texts.hint_top_right,
            $crate::reason::deduction::Phrase::Left => &$texts.hint_left,
            $crate::reason::deduction::Phrase::Middle => &$texts.hint_middle,
            $crate::reason::deduction::Phrase::Right => &$texts.hint_right,
            $crate::reason::deduction::Phrase::BottomLeft => &$texts.hint_bottom_left,
            $crate::reason::deduction::Phrase::Bottom => &$texts.hint_bottom,
            $crate::reason::deduction::Phrase::BottomRight => &$texts.hint_bottom_right,
            $crate::reason::deduction::Phrase::InLayer => &$texts.hint_in_layer,
            $crate::reason::deduction::Phrase::WholeLayer => &$texts.hint_whole_layer,
            $crate::reason::deduction::Phrase::OpenCells => &$texts.hint_open_cells,
            $crate::reason::deduction::Phrase::OnlyCover => &$texts.hint_only_cover,
            $crate::reason::deduction::Phrase::OnlyCoverOf => &$texts.hint_only_cover_of,
            $crate::reason::deduction::Phrase::OnlyCoverEnd => &$texts.hint_only_cover_end,
            $crate::reason::deduction::Phrase::OnlyCoverNarrow => &$texts.hint_only_cover_narrow,
            $crate::reason::deduction::Phrase::OnlyPlace => &$texts.hint_only_place,
            $crate::reason::deduction::Phrase::AllPlaces => &$texts.hint_all_places,
            $crate::reason::deduction::Phrase::OnlyWay => &$texts.hint_only_way,
            $crate::reason::deduction::Phrase::Clashes => &$texts.hint_clashes,
            $crate::reason::deduction::Phrase::OtherCovers => &$texts.hint_other_covers,
            $crate::reason::deduction::Phrase::OtherCover => &$texts.hint_other_cover,
            $crate::reason::deduction::Phrase::OtherPlaces => &$texts.hint_other_places,
            $crate::reason::deduction::Phrase::OtherPlace => &$texts.hint_other_place,
            $crate::reason::deduction::Phrase::OtherPlacesOfCopies => {
                &$texts.hint_other_places_of_copies
            }
            $crate::reason::deduction::Phrase::OtherWays => &$texts.hint_other_ways,
            $crate::reason::deduction::Phrase::LeaveHole => &$texts.hint_leave_hole,
            $crate::reason::deduction::Phrase::LeaveClash => &$texts.hint_leave_clash,
            $crate::reason::deduction::Phrase::CutOff => &$texts.hint_cut_off,
            $crate::reason::deduction::Phrase::LeaveUnfillable => &$texts.hint_leave_unfillable,
            $crate::reason::deduction::Phrase::LeaveNoPlace => &$texts.hint_leave_no_place,
            $crate::reason::deduction::Phrase::Prevent => &$texts.hint_prevent,
            $crate::reason::deduction::Phrase::Unbalance => &$texts.hint_unbalance,
            $crate::reason::deduction::Phrase::SoonFail => &$texts.hint_soon_fail,
            $crate::reason::deduction::Phrase::LaterFail => &$texts.hint_later_fail,
            $crate::reason::deduction::Phrase::LeadNowhere => &$texts.hint_lead_nowhere,
            $crate::reason::deduction::Phrase::ItIs => &$texts.hint_it_is,
            $crate::reason::deduction::Phrase::ItGoes => &$texts.hint_it_goes,
            $crate::reason::deduction::Phrase::GoesHere => &$texts.hint_goes_here,
            $crate::reason::deduction::Phrase::Or => &$texts.$or,
            $crate::reason::deduction::Phrase::And => &$texts.$and,
        }
    };
}
pub(crate) use hint_text;

/// The German words of a table of texts: the words listed by the caller, and the words of hints, which are
/// the same in all tables.
macro_rules! with_german_hints {
    ($words:ident { $($name:ident: $text:literal,)+ }) => {
        $words {
            $($name: $text,)+
            hint_look: "Sieh {place} nach.",
            hint_seek_cell: "Suche ein offenes Feld, auf das nur wenige Teile passen.",
            hint_seek_piece: "Suche ein Teil, für das nur wenige Plätze bleiben.",
            hint_top_left: "oben links",
            hint_top: "oben",
            hint_top_right: "oben rechts",
            hint_left: "links",
            hint_middle: "in der Mitte",
            hint_right: "rechts",
            hint_bottom_left: "unten links",
            hint_bottom: "unten",
            hint_bottom_right: "unten rechts",
            hint_in_layer: "in Schicht {layer}, {place}",
            hint_whole_layer: "in Schicht {layer}",
            hint_open_cells: "bei den offenen Feldern",
            hint_only_cover: "Auf das markierte Feld passt nur ein Teil, und das nur auf eine Weise.",
            hint_only_cover_of: "Von {pieces} passt nur ein Teil auf das markierte Feld, und das nur auf eine Weise.",
            hint_only_cover_end: "Neben dem markierten Feld ist nur ein Feld offen. Dort passt nur ein Teil, und das nur auf eine Weise.",
            hint_only_cover_narrow: "Neben dem markierten Feld sind zwei Felder offen. Dort passt nur ein Teil, und das nur auf eine Weise.",
            hint_only_place: "Für {piece} ist nur noch ein Platz übrig.",
            hint_all_places: "Alle Plätze, die für {piece} übrig sind, werden gebraucht.",
            hint_only_way: "Nur eine Möglichkeit erfüllt die Vorgabe der Aufgabe.",
            hint_clashes: "Ein anderes Teil hätte Platz, aber seine Farbe passt nicht: {color} von {piece} träfe auf {other}.",
            hint_other_covers: "Für das markierte Feld ist nur eine Möglichkeit richtig. Die anderen führen {flaws}.",
            hint_other_cover: "Für das markierte Feld bleiben zwei Möglichkeiten. Eine davon führt {flaws}.",
            hint_other_places: "Für {piece} ist nur ein Platz richtig. Die anderen führen {flaws}.",
            hint_other_place: "Für {piece} bleiben zwei Plätze. Einer davon führt {flaws}.",
            hint_other_places_of_copies: "Alle richtigen Plätze für {piece} werden gebraucht. Die anderen führen {flaws}.",
            hint_other_ways: "Nur eine Möglichkeit erfüllt die Vorgabe der Aufgabe. Die anderen führen {flaws}.",
            hint_leave_hole: "zu einem Loch",
            hint_leave_clash: "zu einem Feld, auf dem keine Farbe passt",
            hint_cut_off: "zu einem abgetrennten Bereich",
            hint_leave_unfillable: "zu einem Bereich, den die übrigen Teile nicht füllen",
            hint_leave_no_place: "zu einer Stellung ohne Platz für {pieces}",
            hint_prevent: "zu einem Verstoß gegen die Vorgaben",
            hint_unbalance: "zu einem Übergewicht einer Farbe in einem Muster wie dem des Schachbretts",
            hint_soon_fail: "bald in eine Sackgasse",
            hint_later_fail: "nach einigen Teilen in eine Sackgasse",
            hint_lead_nowhere: "in eine Sackgasse, was nur Probieren zeigt",
            hint_it_is: "Es ist {piece}.",
            hint_it_goes: "Es bedeckt das markierte Feld.",
            hint_goes_here: "{piece} liegt hier.",
        }
    };
}
pub(crate) use with_german_hints;
