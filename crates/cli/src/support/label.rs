//! Text that is safe to display: one line for any terminal, picture or page.
//!
//! Text from files reaches terminals, XML and HTML pages, PDF metadata and the names of parts.
//! There a control character may move the cursor or change colours, a direction override may
//! disguise the text, and an invisible character may make two names look equal. Names from files
//! are therefore [`Label`]s, which have no such characters. All other text from files and from the
//! command line is written through [`escaped`].

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// Whether a character must not be displayed: control characters, line and paragraph separators,
/// direction controls, and invisible characters.
///
/// These are C0, DEL and C1; U+061C, U+180E, U+200B–200F, U+2028–202E, U+2060–206F, U+FEFF,
/// U+FFF9–FFFB and the tags U+E0000–E007F. The soft hyphen and variation selectors are allowed.
pub fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Escapes unprintable characters except line feeds, as in `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_but(text, |character| character == '\n')
}

/// A path for messages, on one line.
pub fn shown(path: &Path) -> String {
    escaped_but(&path.to_string_lossy(), |_| false).into_owned()
}

/// Escapes unprintable characters, except those for which `kept` is true.
pub(crate) fn escaped_but(text: &str, kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_bad = |character: char| is_unprintable(character) && !kept(character);
    if !text.contains(is_bad) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_bad(character) {
            escaped.extend(character.escape_unicode());
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

/// The first character of a text that is not allowed in a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the character {} ({}) cannot be shown", code(*character), kind(*character))]
pub struct Unprintable {
    /// The character that is not allowed.
    pub character: char,
    /// The index of the character in the text, counted in characters from 0.
    pub at: usize,
}

impl Unprintable {
    /// The first unprintable character of a text for which `kept` is false.
    pub(crate) fn find(text: &str, kept: impl Fn(char) -> bool) -> Option<Self> {
        let mut characters = text.chars().enumerate();
        characters
            .find(|(_, character)| is_unprintable(*character) && !kept(*character))
            .map(|(at, character)| Self { character, at })
    }
}

/// The code point of a character, such as `U+001B`.
fn code(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

/// A description of an unprintable character, such as `a control character`.
fn kind(character: char) -> &'static str {
    match character {
        '\n' => "a line break",
        '\t' => "a tab",
        '\u{2028}' | '\u{2029}' => "a separator of lines",
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "it changes the direction of writing"
        }
        other if other.is_control() => "a control character",
        _ => "an invisible character",
    }
}

/// One line of text without unprintable characters: a title, or the name of a piece, a case or a
/// goal.
///
/// Cloning is cheap: the text is shared.
///
/// ```
/// use tilewright::support::label::Label;
///
/// let label = Label::new("Scott's pentominoes")?;
/// assert_eq!(label.len(), 19);
/// let error = Label::new("red \u{1b}[31m").unwrap_err();
/// assert_eq!(error.at, 4);
/// assert_eq!(error.to_string(), "the character U+001B (a control character) cannot be shown");
/// # Ok::<(), tilewright::support::label::Unprintable>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(Arc<str>);

impl Label {
    /// A label with this text.
    ///
    /// # Errors
    ///
    /// The first [`Unprintable`] character of the text.
    pub fn new(text: &str) -> Result<Self, Unprintable> {
        match Unprintable::find(text, |_| false) {
            None => Ok(Self(text.into())),
            Some(error) => Err(error),
        }
    }

    /// A label with this text, in which unprintable characters are escaped.
    pub fn escaping(text: &str) -> Self {
        Self(escaped_but(text, |_| false).into())
    }

    /// The label as text, safe to print.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Label {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Label {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Label {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl PartialEq<str> for Label {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Label {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<Label> for &str {
    fn eq(&self, other: &Label) -> bool {
        *self == other.as_str()
    }
}

impl PartialEq<String> for Label {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl From<Label> for String {
    fn from(label: Label) -> Self {
        label.as_str().to_owned()
    }
}

impl From<&Label> for Label {
    fn from(label: &Label) -> Self {
        label.clone()
    }
}

impl From<&Label> for String {
    fn from(label: &Label) -> Self {
        label.as_str().to_owned()
    }
}

impl std::str::FromStr for Label {
    type Err = Unprintable;

    fn from_str(text: &str) -> Result<Self, Unprintable> {
        Self::new(text)
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Checks that the label and the escaped form of any text have no unprintable characters,
        /// and that the label of a printable text is that text.
        #[test]
        fn nothing_unprintable_is_shown(text in any::<String>()) {
            let label = Label::escaping(&text);
            prop_assert!(!label.contains(is_unprintable));
            prop_assert_eq!(Label::new(&label), Ok(label.clone()));
            match Label::new(&text) {
                Ok(same) => prop_assert_eq!(same.as_str(), text.as_str()),
                Err(error) => {
                    prop_assert_eq!(text.chars().nth(error.at), Some(error.character));
                    prop_assert!(is_unprintable(error.character));
                }
            }
            let lines = escaped(&text);
            prop_assert!(!lines.contains(|c| is_unprintable(c) && c != '\n'));
        }
    }

    #[test]
    fn what_is_unprintable() {
        for bad in [
            '\0',
            '\u{7}',
            '\t',
            '\n',
            '\r',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{9b}',
            '\u{200b}',
            '\u{200d}',
            '\u{200f}',
            '\u{2028}',
            '\u{2029}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{feff}',
            '\u{e0041}',
        ] {
            assert!(is_unprintable(bad), "{bad:?}");
        }
        for good in " aé′“—中😀\u{301}\u{ad}\u{fe0f}\u{a0}".chars() {
            assert!(!is_unprintable(good), "{good:?}");
        }
    }

    #[test]
    fn escapes_are_those_of_rust() {
        assert_eq!(escaped("a\u{1b}[2J\n\u{202e}b"), "a\\u{1b}[2J\n\\u{202e}b");
        assert_eq!(shown(Path::new("a\nb")), "a\\u{a}b");
    }
}
