//! How many columns texts take in a terminal: wide characters two, combining ones none.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The columns of a character.
pub(super) fn column_count(character: char) -> usize {
    character.width().unwrap_or(0)
}

/// The columns of a text.
pub(super) fn columns_of(text: &str) -> usize {
    text.width()
}

/// The beginning of a text that takes so many columns at most.
pub(super) fn clipped(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, character)| {
        used += column_count(*character);
        used > columns
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(clipped("Januar", 3), "Jan");
        assert_eq!(clipped("一月", 3), "一");
        assert_eq!(clipped("一月", 4), "一月");
        assert_eq!(clipped("e\u{301}te\u{301}", 2), "e\u{301}t");
        assert_eq!(columns_of("一1"), 3);
    }
}
