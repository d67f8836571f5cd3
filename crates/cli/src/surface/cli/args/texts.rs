//! In which words something is published.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::publish::texts::Language;

/// `--texts`, `--language`, `--print-texts`
#[derive(Debug, Clone, Args)]
pub struct TextsArgs {
    /// A file with other texts, a RON file
    #[arg(long, value_name = "FILE")]
    pub texts: Option<PathBuf>,
    /// The language of the texts that come with the program
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<LanguageArg>,
    /// Print the texts as they are: what a translator begins with
    #[arg(long, conflicts_with_all = ["file", "texts"])]
    pub print_texts: bool,
}

/// `--language`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LanguageArg {
    /// English, the default.
    En,
    /// German.
    De,
}

impl From<LanguageArg> for Language {
    fn from(language: LanguageArg) -> Self {
        match language {
            LanguageArg::En => Self::English,
            LanguageArg::De => Self::German,
        }
    }
}

impl TextsArgs {
    /// The language asked for, or English.
    pub fn language(&self) -> Language {
        self.language.map(Language::from).unwrap_or_default()
    }
}
