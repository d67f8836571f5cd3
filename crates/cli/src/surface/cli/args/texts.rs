//! The options for texts and language of booklets and pages.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::publish::texts::Language;

/// The language of the texts that the program prints, or a file of texts.
#[derive(Debug, Clone, Args)]
pub struct TextsArgs {
    /// A RON file with texts that replace those of the program
    #[arg(long, value_name = "FILE")]
    pub texts: Option<PathBuf>,
    /// The language of the texts
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<LanguageArg>,
    /// Print the texts, for a translator to begin with
    #[arg(long, conflicts_with_all = ["file", "texts"])]
    pub print_texts: bool,
}

/// The languages of the built-in texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LanguageArg {
    /// English, the default.
    En,
    /// German.
    De,
}

from_cases! { LanguageArg as Language: En => English, De => German }

impl TextsArgs {
    /// The requested language, or English.
    pub fn language(&self) -> Language {
        self.language.map(Language::from).unwrap_or_default()
    }
}
