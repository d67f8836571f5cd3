//! Texts with variables.

use crate::puzzle::{Diagnostic, Node};
use crate::support::format::grouped;
use crate::support::label::Unprintable;

/// The longest text in a file, in characters.
const MAX_TEXT: usize = 5_000;

/// A text with variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    parts: Vec<TemplatePart>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum TemplatePart {
    Words(String),
    /// The name of a variable.
    Value(String),
}

/// Why a text is not a valid template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TemplateFault {
    /// An opening brace without a closing one, or the reverse.
    Brace(char),
    /// A variable that this text does not have.
    Unknown(String),
}

impl Template {
    /// Parses a text that may contain the variables `known`.
    pub(super) fn parse(text: &str, known: &[&str]) -> Result<Self, TemplateFault> {
        let mut parts = Vec::new();
        let mut words = String::new();
        let mut rest = text.chars().peekable();
        while let Some(character) = rest.next() {
            match character {
                '{' | '}' if rest.peek() == Some(&character) => {
                    rest.next();
                    words.push(character);
                }
                '{' => {
                    let mut name = String::new();
                    loop {
                        match rest.next() {
                            Some('}') => break,
                            Some('{') | None => return Err(TemplateFault::Brace('{')),
                            Some(other) => name.push(other),
                        }
                    }
                    if !known.contains(&name.as_str()) {
                        return Err(TemplateFault::Unknown(name));
                    }
                    parts.push(TemplatePart::Words(std::mem::take(&mut words)));
                    parts.push(TemplatePart::Value(name));
                }
                '}' => return Err(TemplateFault::Brace('}')),
                other => words.push(other),
            }
        }
        parts.push(TemplatePart::Words(words));
        parts.retain(|part| !matches!(part, TemplatePart::Words(words) if words.is_empty()));
        Ok(Self { parts })
    }

    /// A text that is built into the program. A test checks that all of them are valid.
    pub(crate) fn built_in(text: &str, known: &[&str]) -> Self {
        Self::parse(text, known).unwrap_or(Self { parts: Vec::new() })
    }

    pub(crate) fn read(node: Node<'_>, known: &[&str]) -> Result<Self, Diagnostic> {
        // Lines of a file may end in CR LF.
        let text = node.read::<String>()?.replace("\r\n", "\n");
        let long = text.chars().count();
        if long > MAX_TEXT {
            let message = format!("a text of {} characters is too long", grouped(long));
            let help = format!("a text has {} characters at most", grouped(MAX_TEXT));
            return Err(node.error(message).help(help));
        }
        if let Some(error) = Unprintable::find(&text, |character| character == '\n') {
            return Err(node.unprintable(error));
        }
        Self::parse(&text, known).map_err(|fault| {
            let has = match known {
                [] => "this text has no values".to_owned(),
                names => format!("this text may hold {}", in_braces(names)),
            };
            let (message, label) = match fault {
                TemplateFault::Brace(brace) => (format!("`{brace}` without its partner"), ""),
                TemplateFault::Unknown(name) => {
                    (format!("unknown value `{{{name}}}`"), "not known here")
                }
            };
            Diagnostic::error(message, node.span(), label)
                .help(format!("{has}; `{{{{` and `}}}}` stand for braces"))
        })
    }

    /// The text, with each variable written as its name between the characters `before` and
    /// `after`. Scripts replace these names by values.
    pub fn marked(&self, before: char, after: char) -> String {
        let parts = self.parts.iter().map(|part| match part {
            TemplatePart::Words(words) => words.clone(),
            TemplatePart::Value(name) => format!("{before}{name}{after}"),
        });
        parts.collect()
    }

    /// The text with all variables empty.
    pub fn plain(&self) -> String {
        self.fill(&[])
    }

    /// The text with its variables replaced by values. Missing values are empty.
    pub fn fill(&self, values: &[(&str, &str)]) -> String {
        let value = |name: &str| values.iter().find(|(known, _)| *known == name);
        let parts = self.parts.iter().map(|part| match part {
            TemplatePart::Words(words) => words.as_str(),
            TemplatePart::Value(name) => value(name).map_or("", |(_, value)| *value),
        });
        parts.collect()
    }
}

/// Names of variables as they appear in a text.
fn in_braces(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
    names.join(", ")
}

/// Appends a text as an entry of a file of texts.
pub(crate) fn entry(text: &mut String, doc: &str, name: &str, values: &[&str], words: &str) {
    let values = match values {
        [] => String::new(),
        values => format!(" Values: {}.", in_braces(values)),
    };
    text.push_str(&format!("    //{doc}{values}\n    {name}: {words:?},\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_put_in() {
        let template = Template::parse("{a} of {b} {{{b}}}", &["a", "b"]).unwrap();
        assert_eq!(template.fill(&[("b", "two"), ("a", "1")]), "1 of two {two}");
        assert_eq!(template.plain(), " of  {}");
    }

    #[test]
    fn wrong_templates_are_refused() {
        let parse = |text| Template::parse(text, &["a"]).unwrap_err();
        assert_eq!(parse("{b}"), TemplateFault::Unknown("b".to_owned()));
        assert_eq!(parse("{a"), TemplateFault::Brace('{'));
        assert_eq!(parse("a}"), TemplateFault::Brace('}'));
        assert_eq!(parse("{a{"), TemplateFault::Brace('{'));
    }
}
