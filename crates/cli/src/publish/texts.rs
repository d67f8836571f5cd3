//! Texts of what is published, in the languages that come with the program or as a file has them.
//!
//! ```text
//! (
//!     language: "de",
//!     challenge: "Aufgabe {number}",
//!     …                                  // what is left out stays as the built-in language has it
//! )
//! ```
//!
//! A table of texts is declared by `text_table!`: what each text is for, which values it may hold,
//! and how it reads in English; other languages are constants of the table's type of words, so a
//! text that a language lacks does not compile. A text may hold values in braces. Two braces stand
//! for one. An empty line begins a new paragraph.

mod language;
mod piece_names;
mod template;

pub use language::Language;
pub(crate) use piece_names::PieceNames;
pub use template::Template;
pub(crate) use template::entry;

use crate::puzzle::{Diagnostic, Source, Span, is_meant_as_puzzle, outer_fields};

/// Refuses what is no file of texts but something else; `printed_by` is the call that prints all
/// texts.
///
/// # Errors
///
/// What it is instead.
pub(crate) fn refuse_others(source: &Source, printed_by: &str) -> Result<(), Diagnostic> {
    let form = format!(
        "texts are one struct: (language: \"de\", challenge: \"Aufgabe {{number}}\", …); \
         `{printed_by}` prints all of them"
    );
    let text = source.text();
    if text.trim().is_empty() {
        return Err(Diagnostic::error("this file is empty", Span::new(0, 0), "").help(form));
    }
    let fields = outer_fields(text);
    let start = text.len() - text.trim_start().len();
    let span = Span::new(start, start + 1);
    let what = if fields.iter().any(|(name, _)| *name == "puzzle") {
        "a file of challenges"
    } else if is_meant_as_puzzle(source) {
        "a puzzle"
    } else if fields.is_empty() {
        let message = "texts in a struct with fields are expected here";
        return Err(Diagnostic::error(message, span, "").help(form));
    } else {
        return Ok(());
    };
    let message = format!("this is {what}, not a file of texts");
    Err(Diagnostic::error(message, span, "").help(form))
}

/// Declares a table of texts: what each is for, its name, the values it may hold, and how it reads
/// in English; the type of its words, its words in German, and the call that prints all of it.
///
/// The modules `tilewright::puzzle` and `tilewright::publish::texts` have what the code needs.
macro_rules! text_table {
    (
        $(#[$about:meta])*
        pub struct $table:ident of $words:ident,
            german $german:path, printed by $printed_by:literal;
        $($(#[doc = $doc:literal])+ $name:ident($($value:ident),*): $english:literal;)+
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $table {
            $($(#[doc = $doc])+ pub $name: $crate::publish::texts::Template,)+
            /// What pieces are called.
            piece_names: $crate::publish::texts::PieceNames,
        }

        /// The words of all texts in a language that comes with the program.
        #[derive(Debug, Clone, Copy)]
        pub(super) struct $words {
            $(pub(super) $name: &'static str,)+
        }

        const ENGLISH: $words = $words { $($name: $english,)+ };

        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File<'s> {
            $(#[serde(borrow, default)] $name: Option<$crate::puzzle::Raw<'s>>,)+
            #[serde(borrow, default)]
            piece_names: Option<$crate::puzzle::Pairs<'s>>,
        }

        impl Default for $table {
            /// The English ones.
            fn default() -> Self {
                Self::in_language($crate::publish::texts::Language::English)
            }
        }

        impl $table {
            /// The words of a language.
            fn words(language: $crate::publish::texts::Language) -> $words {
                match language {
                    $crate::publish::texts::Language::English => ENGLISH,
                    $crate::publish::texts::Language::German => $german,
                }
            }

            /// The texts of a language that comes with the program.
            pub fn in_language(language: $crate::publish::texts::Language) -> Self {
                let words = Self::words(language);
                Self {
                    $($name: $crate::publish::texts::Template::built_in(
                        words.$name,
                        &[$(stringify!($value)),*],
                    ),)+
                    piece_names: $crate::publish::texts::PieceNames::new(language),
                }
            }

            /// Reads a file of texts; those that it leaves out are of a language.
            ///
            /// # Errors
            ///
            /// The first thing that is wrong: no RON, an unknown text or value.
            pub fn read(
                source: &$crate::puzzle::Source,
                language: $crate::publish::texts::Language,
            ) -> Result<Self, $crate::puzzle::Diagnostic> {
                // Texts may be called as fields of a puzzle are.
                if !Self::are(source) {
                    $crate::publish::texts::refuse_others(source, $printed_by)?;
                }
                let reader = $crate::puzzle::Reader::new(source);
                let file: File<'_> = reader.root().read()?;
                let mut texts = Self::in_language(language);
                $(if let Some(raw) = file.$name {
                    texts.$name = $crate::publish::texts::Template::read(
                        reader.node(raw),
                        &[$(stringify!($value)),*],
                    )?;
                })+
                if let Some(pairs) = file.piece_names {
                    texts.piece_names.read(reader, pairs)?;
                }
                Ok(texts)
            }

            /// Whether a text is meant as a file of texts: all its fields are texts, and it has
            /// one, whatever else is wrong with it.
            pub fn are(source: &$crate::puzzle::Source) -> bool {
                let fields = $crate::puzzle::outer_fields(source.text());
                let is_text = |(name, value): &(&str, Option<char>)| {
                    *name == "piece_names"
                        || [$(stringify!($name)),+].contains(name)
                            && matches!(value, Some('"' | 'r') | None)
                };
                // A title alone may be that of anything.
                fields.iter().all(is_text) && fields.iter().any(|(name, _)| *name != "title")
            }

            /// A file with all texts in a language, each with a word on what it is for and which
            /// values it may hold: what a translator begins with.
            pub fn as_ron(language: $crate::publish::texts::Language) -> String {
                let words = Self::words(language);
                let mut text = String::from("(\n");
                $(
                    $crate::publish::texts::entry(
                        &mut text,
                        concat!($($doc),+),
                        stringify!($name),
                        &[$(stringify!($value)),*],
                        words.$name,
                    );
                )+
                text += "    // What pieces are called, by name: {\"Yellow\": \"Gelb\"}.\n    piece_names: {},\n";
                text + ")\n"
            }

            /// Every text by its name.
            pub fn entries(&self) -> Vec<(&'static str, &$crate::publish::texts::Template)> {
                vec![$((stringify!($name), &self.$name),)+]
            }

            /// What a piece is called.
            pub fn piece_name<'t>(&'t self, name: &'t str) -> &'t str {
                self.piece_names.of(name)
            }

            /// The first name of a piece that texts have another for, and that no piece of some
            /// puzzles has.
            pub fn unknown_piece<'t>(
                &'t self,
                puzzles: &[&$crate::puzzle::Puzzle],
            ) -> Option<&'t str> {
                self.piece_names.unknown(puzzles)
            }

            /// Every text with its name, the values that it may hold, and its words.
            #[cfg(test)]
            pub(super) fn listed(
                language: $crate::publish::texts::Language,
            ) -> Vec<(&'static str, &'static [&'static str], &'static str)> {
                let words = Self::words(language);
                vec![$((stringify!($name), &[$(stringify!($value)),*][..], words.$name),)+]
            }
        }
    };
}
pub(crate) use text_table;

/// Checks the words of a table of texts, name, values and words each, in a language: that they are
/// templates, that they use every value that the English ones use, but for some texts, and that
/// apostrophes and quotes are curly.
///
/// # Panics
///
/// If not so.
#[cfg(test)]
pub(crate) fn check_words(
    english: &[(&str, &[&str], &str)],
    other: &[(&str, &[&str], &str)],
    free: &[&str],
) {
    for ((name, values, english), (_, _, words)) in english.iter().zip(other) {
        assert!(Template::parse(words, values).is_ok(), "{name}: {words}");
        assert!(!words.contains(['\'', '"']), "{name}: {words}");
        assert_eq!(english.is_empty(), words.is_empty(), "{name}");
        for value in *values {
            let place = format!("{{{value}}}");
            assert!(
                free.contains(name) || !english.contains(&place) || words.contains(&place),
                "{name} has no {place}: {words}"
            );
        }
    }
}
