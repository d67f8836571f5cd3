//! Where the lines of a paragraph break: within words, too, so that they are of similar lengths.
//!
//! All ways to break a paragraph are compared by the sum of the squares of what the lines leave free
//! (after D. Knuth and M. Plass, "Breaking Paragraphs into Lines", 1981, without stretching spaces);
//! a hyphen costs something, two below one another more. Syllables are those of the patterns of TeX.

use hypher::Lang;

use super::font::Fonts;
use super::scene::Weight;

/// The language by which words are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hyphenation(Option<Lang>);

/// Words with fewer letters are not divided.
const SHORTEST: usize = 6;

/// What a hyphen at the end of a line costs; a line without a word in it costs one.
const HYPHEN: f64 = 0.06;

/// What it costs more where the line before ends with one.
const SECOND_HYPHEN: f64 = 0.2;

/// What it costs if a part of a word is a line of its own at the end of a paragraph.
const LAST_PART: f64 = 0.5;

/// A last line of less than this share of the width looks like an accident, and costs so much.
const RUNT: (f64, f64) = (0.15, 0.03);

impl Hyphenation {
    /// Words stay whole.
    pub const NONE: Self = Self(None);

    /// The rules of a language, as in `en` or `pt-BR`; those that are not known divide no words.
    ///
    /// Known are Danish, Dutch, English, Finnish, French, German, Italian, Norwegian, Polish,
    /// Portuguese, Spanish and Swedish.
    pub fn of_language(tag: &str) -> Self {
        let mut letters = tag.bytes().take_while(u8::is_ascii_alphabetic);
        let code = match (letters.next(), letters.next(), letters.next()) {
            (Some(first), Some(second), None) => [first, second].map(|c| c.to_ascii_lowercase()),
            _ => return Self::NONE,
        };
        Self(Lang::from_iso(code))
    }

    /// The parts that a word may be divided into.
    fn parts(self, word: &str) -> Vec<&str> {
        let Some(language) = self.0 else {
            return vec![word];
        };
        let letter = |c: char| c.is_alphabetic();
        let start = word.find(letter).unwrap_or(word.len());
        let end = word.rfind(letter).map_or(start, |at| {
            at + word[at..].chars().next().map_or(0, char::len_utf8)
        });
        let core = &word[start..end];
        let is_word = core.chars().all(letter) && core.chars().count() >= SHORTEST;
        if !is_word || core.chars().all(char::is_uppercase) {
            return vec![word];
        }
        let mut parts = Vec::new();
        let mut from = 0;
        let mut at = start;
        for syllable in hypher::hyphenate_bounded(core, language, 3, 3) {
            at += syllable.len();
            if at < end {
                parts.push(&word[from..at]);
                from = at;
            }
        }
        parts.push(&word[from..]);
        parts
    }
}

/// What follows a fragment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// A space.
    Space,
    /// The rest of the word, after a hyphen if the line ends here.
    Syllable,
    /// The rest of the word, whatever comes between.
    Solid,
}

/// What stands on one line in any case.
#[derive(Debug)]
struct Fragment<'t> {
    text: &'t str,
    width: f64,
    joint: Joint,
}

impl Fonts {
    /// A text in lines at most so wide, in millimetres, each as full as its neighbours; words are
    /// divided by the rules of a language. A line break in the text is kept, a line takes a letter
    /// even if there is no room for it.
    ///
    /// Cost: for each paragraph its length times that of a line.
    ///
    /// ```
    /// use tilewright::picture::drawing::{Fonts, Hyphenation, Weight};
    /// let english = Hyphenation::of_language("en-GB");
    /// let lines = Fonts::built_in().even_lines("deductions", 15.0, 4.0, Weight::Regular, english);
    /// assert_eq!(lines, ["deduc-", "tions"]);
    /// ```
    pub fn even_lines(
        &self,
        text: &str,
        width: f64,
        size: f64,
        weight: Weight,
        hyphenation: Hyphenation,
    ) -> Vec<String> {
        let wide = |text: &str| self.width(text, size, weight);
        let measure = Measure {
            width: width + 1e-9,
            space: wide(" "),
            hyphen: wide("-"),
        };
        let mut lines = Vec::new();
        for paragraph in text.lines() {
            let fragments = fragments(paragraph, width, wide, hyphenation);
            lines.extend(measure.lines(&fragments));
        }
        lines
    }
}

/// Cuts a paragraph into what must stand on one line.
fn fragments<'t>(
    paragraph: &'t str,
    width: f64,
    wide: impl Fn(&str) -> f64,
    hyphenation: Hyphenation,
) -> Vec<Fragment<'t>> {
    let mut fragments: Vec<Fragment<'t>> = Vec::new();
    let breaks = |c: char| c.is_whitespace() && c != '\u{a0}' && c != '\u{202f}';
    for word in paragraph.split(breaks).filter(|word| !word.is_empty()) {
        for part in word.split_inclusive(['-', '–', '—', '/']) {
            let syllables = hyphenation.parts(part);
            // There must be room for the hyphen.
            let hyphen = if syllables.len() > 1 { wide("-") } else { 0.0 };
            for syllable in syllables {
                push_whole(&mut fragments, syllable, width - hyphen, &wide);
            }
            if let Some(last) = fragments.last_mut() {
                last.joint = Joint::Solid;
            }
        }
        if let Some(last) = fragments.last_mut() {
            last.joint = Joint::Space;
        }
    }
    fragments
}

/// Adds a part of a word; letter by letter if no line has room for it.
fn push_whole<'t>(
    fragments: &mut Vec<Fragment<'t>>,
    part: &'t str,
    width: f64,
    wide: impl Fn(&str) -> f64,
) {
    let whole = wide(part);
    if whole <= width {
        fragments.push(Fragment {
            text: part,
            width: whole,
            joint: Joint::Syllable,
        });
        return;
    }
    let letters = part.char_indices().map(|(at, letter)| {
        let text = &part[at..at + letter.len_utf8()];
        Fragment {
            text,
            width: wide(text),
            joint: Joint::Solid,
        }
    });
    fragments.extend(letters);
}

/// What lines are measured by.
struct Measure {
    width: f64,
    space: f64,
    hyphen: f64,
}

/// The best way to break a paragraph before a fragment.
#[derive(Debug, Clone, Copy)]
struct Best {
    cost: f64,
    /// Where the last line before it begins.
    from: usize,
    /// Whether that line ends with a hyphen.
    is_hyphenated: bool,
}

impl Measure {
    fn lines(&self, fragments: &[Fragment<'_>]) -> Vec<String> {
        if fragments.is_empty() {
            return vec![String::new()];
        }
        let mut best = vec![Best {
            cost: 0.0,
            from: 0,
            is_hyphenated: false,
        }];
        for end in 1..=fragments.len() {
            best.push(self.best_before(end, fragments, &best));
        }
        let mut breaks = vec![fragments.len()];
        let mut at = fragments.len();
        while at > 0 {
            at = best[at].from;
            breaks.push(at);
        }
        breaks.reverse();
        let lines = breaks.windows(2);
        lines
            .map(|ends| joined(&fragments[ends[0]..ends[1]], ends[1] == fragments.len()))
            .collect()
    }

    /// The best line that ends before a fragment.
    fn best_before(&self, end: usize, fragments: &[Fragment<'_>], best: &[Best]) -> Best {
        let is_last = end == fragments.len();
        let is_hyphenated = !is_last && fragments[end - 1].joint == Joint::Syllable;
        let mut used = if is_hyphenated { self.hyphen } else { 0.0 };
        let mut found = Best {
            cost: f64::INFINITY,
            from: end - 1,
            is_hyphenated,
        };
        for from in (0..end).rev() {
            used += fragments[from].width;
            if from + 1 < end && fragments[from].joint == Joint::Space {
                used += self.space;
            }
            let is_single = from + 1 == end;
            if used > self.width && !is_single {
                break;
            }
            let before = best[from];
            let mut cost = before.cost + self.cost(used, is_last);
            if is_hyphenated {
                cost += HYPHEN;
                if before.is_hyphenated {
                    cost += SECOND_HYPHEN;
                }
            }
            if is_last && is_single && before.is_hyphenated {
                cost += LAST_PART;
            }
            // A word is cut where no line has room for it, and then as late as can be.
            if cost < found.cost {
                found = Best {
                    cost,
                    from,
                    is_hyphenated,
                };
            }
        }
        found
    }

    /// What a line costs that takes so much of the width.
    fn cost(&self, used: f64, is_last: bool) -> f64 {
        let free = (1.0 - used / self.width).max(0.0);
        match is_last {
            false => free * free,
            true if free > 1.0 - RUNT.0 => RUNT.1,
            true => 0.0,
        }
    }
}

/// A line of some fragments.
fn joined(fragments: &[Fragment<'_>], is_last: bool) -> String {
    let mut line = String::new();
    for (number, fragment) in (1..).zip(fragments) {
        line.push_str(fragment.text);
        let ends_line = number == fragments.len();
        match fragment.joint {
            Joint::Space if !ends_line => line.push(' '),
            Joint::Syllable if ends_line && !is_last => line.push('-'),
            _ => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(text: &str, width: f64, language: &str) -> Vec<String> {
        let hyphenation = Hyphenation::of_language(language);
        Fonts::built_in().even_lines(text, width, 4.0, Weight::Regular, hyphenation)
    }

    #[test]
    fn words_are_divided_by_the_rules_of_their_language() {
        assert_eq!(
            lines("Herausforderung", 22.0, "de-AT"),
            ["Herausfor-", "derung"]
        );
        assert_eq!(lines("deductions", 15.0, "en"), ["deduc-", "tions"]);
        // What no rule divides is cut where the line ends.
        assert_eq!(lines("deductions", 15.0, "tlh").concat(), "deductions");
        assert_eq!(lines("a\n\nb  c", 50.0, "en"), ["a", "", "b c"]);
    }

    #[test]
    fn lines_are_of_similar_lengths() {
        let text = "Put the pieces on the board so that every cell is covered and no two overlap.";
        let fonts = Fonts::built_in();
        let lines = lines(text, 60.0, "en");
        let wide = |line: &String| fonts.width(line, 4.0, Weight::Regular);
        let (last, whole) = lines.split_last().unwrap();
        assert!(whole.iter().all(|line| wide(line) > 45.0), "{lines:?}");
        assert!(wide(last) > 9.0, "{lines:?}");
    }

    proptest! {
        /// Nothing is lost but spaces, nothing is added but hyphens, and no line is too wide.
        #[test]
        fn texts_are_kept(
            text in "([A-Z]?[a-zäßé]{1,14}[,.]? ){0,30}[a-z]{1,9}", width in 12.0..80.0,
            language in prop::sample::select(vec!["en", "de", "fr", ""]),
        ) {
            let fonts = Fonts::built_in();
            let lines = lines(&text, width, language);
            let letters = |text: &str| text.replace([' ', '-'], "");
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            for line in &lines {
                let wide = fonts.width(line, 4.0, Weight::Regular);
                prop_assert!(wide <= width + 1e-6, "{line}: {wide}");
                prop_assert!(!line.starts_with(' ') && !line.ends_with(' '));
            }
        }
    }
}
