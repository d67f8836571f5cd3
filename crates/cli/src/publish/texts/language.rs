//! The languages built into the program.

/// A language with built-in texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// British English.
    #[default]
    English,
    /// German; names of colours are translated too.
    German,
}

/// English names of colours with their German translations. Pieces of commercial puzzles are often
/// named after their colours.
const COLOURS: [(&str, &str); 19] = [
    ("Black", "Schwarz"),
    ("Blue", "Blau"),
    ("Brown", "Braun"),
    ("Cyan", "Türkis"),
    ("DarkBlue", "Dunkelblau"),
    ("DarkGreen", "Dunkelgrün"),
    ("Gold", "Gold"),
    ("Gray", "Grau"),
    ("Green", "Grün"),
    ("Grey", "Grau"),
    ("LightBlue", "Hellblau"),
    ("LightGreen", "Hellgrün"),
    ("Magenta", "Magenta"),
    ("Orange", "Orange"),
    ("Pink", "Rosa"),
    ("Purple", "Violett"),
    ("Red", "Rot"),
    ("White", "Weiß"),
    ("Yellow", "Gelb"),
];

impl Language {
    /// The built-in languages, the default first.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// The language tag (BCP 47): `en`, `de`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The translation of a piece's name, if the name is an English name of a colour; `None` otherwise.
    #[must_use]
    pub fn piece_name(self, name: &str) -> Option<&'static str> {
        match self {
            Self::English => None,
            Self::German => {
                let at = COLOURS.binary_search_by_key(&name, |(english, _)| english);
                at.ok().map(|at| COLOURS[at].1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_found() {
        assert!(COLOURS.is_sorted());
        for (english, german) in COLOURS {
            assert_eq!(Language::German.piece_name(english), Some(german));
            assert_eq!(Language::English.piece_name(english), None);
        }
        assert_eq!(Language::German.piece_name("F"), None);
    }
}
