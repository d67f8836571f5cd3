//! Texts of publications, built into the program or read from a file.
//!
//! ```text
//! (
//!     language: "de",
//!     challenge: "Aufgabe {number}",
//!     …                                  // texts that are left out stay in the built-in language
//! )
//! ```
//!
//! `text_table!` declares a table of texts: the purpose of each text, its variables and its English words.
//! Each other language is a constant of the type `$words` that the macro generates, so a missing text is a
//! compile error. A variable is a name in braces; a doubled brace is a literal brace. An empty line starts a
//! new paragraph.

mod hints;
mod language;
mod piece_names;
mod template;

pub(crate) use hints::{hint_text, with_german_hints};
pub use language::Language;
pub(crate) use piece_names::PieceNames;
pub use template::Template;
pub(crate) use template::entry;

use crate::puzzle::{Diagnostic, Source, Span, is_meant_as_puzzle, outer_fields};

/// Rejects a source that is not a file of texts. `printed_by` is the command that prints all texts.
///
/// # Errors
///
/// A diagnostic that says what the file is instead.
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

/// Declares a table of texts: the purpose, name, variables and English words of each text. Also names the
/// type of the words, the German words, and the command that prints all texts.
///
/// The generated code uses the modules `tilewright::puzzle` and `tilewright::publish::texts`.
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
            /// Names to print instead of those in the puzzle file.
            piece_names: $crate::publish::texts::PieceNames,
        }

        /// The words of all texts in a built-in language.
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
            /// The English texts.
            fn default() -> Self {
                Self::in_language($crate::publish::texts::Language::English)
            }
        }

        impl $table {
            fn words(language: $crate::publish::texts::Language) -> $words {
                match language {
                    $crate::publish::texts::Language::English => ENGLISH,
                    $crate::publish::texts::Language::German => $german,
                }
            }

            /// The texts of a built-in language.
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

            /// Reads a file of texts; texts that it leaves out are taken from a language.
            ///
            /// # Errors
            ///
            /// The first error: invalid RON, an unknown text or variable.
            pub fn read(
                source: &$crate::puzzle::Source,
                language: $crate::publish::texts::Language,
            ) -> Result<Self, $crate::puzzle::Diagnostic> {
                // Some texts have the same names as fields of a puzzle. So a source whose fields are all
                // names of texts is not refused as a puzzle.
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

            /// Whether a source is meant as a file of texts, even if it is invalid otherwise: all its fields
            /// are texts, and at least one is a text other than the title.
            pub fn are(source: &$crate::puzzle::Source) -> bool {
                let fields = $crate::puzzle::outer_fields(source.text());
                let is_text = |(name, value): &(&str, Option<char>)| {
                    *name == "piece_names"
                        || [$(stringify!($name)),+].contains(name)
                            && matches!(value, Some('"' | 'r') | None)
                };
                // Many kinds of files have a title, so a file that contains nothing else is not recognized as a
                // file of texts.
                fields.iter().all(is_text) && fields.iter().any(|(name, _)| *name != "title")
            }

            /// A file with all texts in a language, each with a comment on its purpose and its variables: a
            /// template for translators.
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

            /// All texts with their names.
            pub fn entries(&self) -> Vec<(&'static str, &$crate::publish::texts::Template)> {
                vec![$((stringify!($name), &self.$name),)+]
            }

            /// The name of a piece in these texts.
            pub fn piece_name<'t>(&'t self, name: &'t str) -> &'t str {
                self.piece_names.of(name)
            }

            /// The first name that the texts replace although no piece of the puzzles has it; `None` if all
            /// names are used.
            pub fn unknown_piece<'t>(
                &'t self,
                puzzles: &[&$crate::puzzle::Puzzle],
            ) -> Option<&'t str> {
                self.piece_names.unknown(puzzles)
            }

            /// All texts with their names, variables and words.
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

/// Checks the words of a table in another language; each entry is a name, its variables and its words. Words
/// must be valid templates. They must use every variable of the English words, except for the texts in
/// `free`. Apostrophes and quotation marks must be curly.
///
/// # Panics
///
/// If a check fails.
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
