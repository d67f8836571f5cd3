//! The languages that come with the program.

/// A language whose texts are built in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// British English.
    #[default]
    English,
    /// German.
    German,
}

/// English names of colours, which pieces of products have, in German.
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
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Its tag, as in BCP 47: `en`, `de`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The language with a tag.
    ///
    /// ```
    /// use tilewright::publish::texts::Language;
    ///
    /// assert_eq!(Language::of_tag("de"), Some(Language::German));
    /// assert_eq!(Language::of_tag("fr"), None);
    /// ```
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// What a piece is called that has the English name of a colour; none if it keeps its name.
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
