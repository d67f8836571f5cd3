//! Terminal columns of a text: two for a wide character, none for a combining character.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub(super) fn column_count(character: char) -> usize {
    character.width().unwrap_or(0)
}

pub(super) fn columns_of(text: &str) -> usize {
    text.width()
}

/// The longest prefix of a text that takes at most `columns` columns.
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
