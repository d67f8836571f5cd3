//! Line breaks of paragraphs, also within words, for lines of similar lengths.
//!
//! The best way to break a paragraph minimizes the sum of squares of the free space in its lines
//! (after D. Knuth and M. Plass, "Breaking Paragraphs into Lines", 1981, without stretching
//! spaces). A hyphen adds a cost, and hyphens in consecutive lines add more. Syllables come from
//! TeX's hyphenation patterns.

use hypher::Lang;

use super::font::Fonts;
use super::scene::FontWeight;

/// The language whose rules divide words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hyphenation(Option<Lang>);

/// The minimum number of letters of a word that may be divided.
const SHORTEST: usize = 6;

/// The cost of a hyphen at the end of a line; an empty line costs 1.
const HYPHEN: f64 = 0.06;

/// The additional cost if the previous line ends with a hyphen too.
const SECOND_HYPHEN: f64 = 0.2;

/// The cost of a last line that is only a part of a word.
const LAST_PART: f64 = 0.5;

/// The share of the width below which a last line is too short, and the cost of such a line.
const RUNT: (f64, f64) = (0.15, 0.03);

impl Hyphenation {
    /// No rules: words are never divided.
    pub const NONE: Self = Self(None);

    /// The rules of a language, given as a tag such as `en` or `pt-BR`. [`Self::NONE`] for an
    /// unsupported language.
    ///
    /// The supported languages are Danish, Dutch, English, Finnish, French, German, Italian,
    /// Norwegian, Polish, Portuguese, Spanish and Swedish.
    pub fn of_language(tag: &str) -> Self {
        let mut letters = tag.bytes().take_while(u8::is_ascii_alphabetic);
        let code = match (letters.next(), letters.next(), letters.next()) {
            (Some(first), Some(second), None) => [first, second].map(|c| c.to_ascii_lowercase()),
            _ => return Self::NONE,
        };
        Self(Lang::from_iso(code))
    }

    /// The parts into which a word may be divided.
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

/// The connection between a fragment and the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FragmentJoint {
    Space,
    /// Both fragments belong to one word. A line break between them needs a hyphen.
    Syllable,
    /// Both fragments belong to one word. A line break between them needs no hyphen.
    Solid,
}

/// A stretch of text that is never broken.
#[derive(Debug)]
struct TextFragment<'t> {
    text: &'t str,
    width: f64,
    joint: FragmentJoint,
}

impl Fonts {
    /// A text broken into lines of similar lengths, at most `width` millimetres wide. Words are
    /// divided by the rules of a language. Line breaks in the text are kept. A line has at least
    /// one letter, even if the letter is too wide.
    ///
    /// Cost: for each fragment of the text, a step for each fragment that fits in a line.
    pub fn balanced_lines(
        &self,
        text: &str,
        width: f64,
        size: f64,
        weight: FontWeight,
        hyphenation: Hyphenation,
    ) -> Vec<String> {
        let wide = |text: &str| self.width(text, size, weight);
        let measure = LineMeasure {
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

/// Divides a paragraph into fragments.
fn fragments<'t>(
    paragraph: &'t str,
    width: f64,
    wide: impl Fn(&str) -> f64,
    hyphenation: Hyphenation,
) -> Vec<TextFragment<'t>> {
    let mut fragments: Vec<TextFragment<'t>> = Vec::new();
    let breaks = |c: char| c.is_whitespace() && c != '\u{a0}' && c != '\u{202f}';
    for word in paragraph.split(breaks).filter(|word| !word.is_empty()) {
        for part in word.split_inclusive(['-', '–', '—', '/']) {
            let syllables = hyphenation.parts(part);
            // A syllable must fit on a line together with a hyphen.
            let hyphen = if syllables.len() > 1 { wide("-") } else { 0.0 };
            for syllable in syllables {
                push_whole(&mut fragments, syllable, width - hyphen, &wide);
            }
            if let Some(last) = fragments.last_mut() {
                last.joint = FragmentJoint::Solid;
            }
        }
        if let Some(last) = fragments.last_mut() {
            last.joint = FragmentJoint::Space;
        }
    }
    fragments
}

/// Adds a part of a word as a fragment. If it is wider than a line, each letter becomes a fragment.
fn push_whole<'t>(
    fragments: &mut Vec<TextFragment<'t>>,
    part: &'t str,
    width: f64,
    wide: impl Fn(&str) -> f64,
) {
    let whole = wide(part);
    if whole <= width {
        fragments.push(TextFragment {
            text: part,
            width: whole,
            joint: FragmentJoint::Syllable,
        });
        return;
    }
    let letters = part.char_indices().map(|(at, letter)| {
        let text = &part[at..at + letter.len_utf8()];
        TextFragment {
            text,
            width: wide(text),
            joint: FragmentJoint::Solid,
        }
    });
    fragments.extend(letters);
}

/// The widths for measuring lines: those of a line, a space and a hyphen.
struct LineMeasure {
    width: f64,
    space: f64,
    hyphen: f64,
}

/// The best way to break the text before a fragment into lines.
#[derive(Debug, Clone, Copy)]
struct BestBreak {
    cost: f64,
    /// The index of the first fragment of the last line.
    from: usize,
    /// Whether the last line ends with a hyphen.
    is_hyphenated: bool,
}

impl LineMeasure {
    fn lines(&self, fragments: &[TextFragment<'_>]) -> Vec<String> {
        if fragments.is_empty() {
            return vec![String::new()];
        }
        let mut best = vec![BestBreak {
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

    /// The best way to break the text before fragment `end`. `best` contains the results for all
    /// smaller indices.
    fn best_before(
        &self,
        end: usize,
        fragments: &[TextFragment<'_>],
        best: &[BestBreak],
    ) -> BestBreak {
        let is_last = end == fragments.len();
        let is_hyphenated = !is_last && fragments[end - 1].joint == FragmentJoint::Syllable;
        let mut used = if is_hyphenated { self.hyphen } else { 0.0 };
        let mut found = BestBreak {
            cost: f64::INFINITY,
            from: end - 1,
            is_hyphenated,
        };
        for from in (0..end).rev() {
            used += fragments[from].width;
            if from + 1 < end && fragments[from].joint == FragmentJoint::Space {
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
            // Among equal costs, `<` keeps the shortest last line, so a word wider than a line is
            // cut as late as possible.
            if cost < found.cost {
                found = BestBreak {
                    cost,
                    from,
                    is_hyphenated,
                };
            }
        }
        found
    }

    /// The cost of a line whose text is `used` wide: 0 for a full line, up to 1 for an empty one. The last line
    /// costs nothing unless it is very short.
    fn cost(&self, used: f64, is_last: bool) -> f64 {
        let free = (1.0 - used / self.width).max(0.0);
        match is_last {
            false => free * free,
            true if free > 1.0 - RUNT.0 => RUNT.1,
            true => 0.0,
        }
    }
}

/// The text of a line made of fragments.
fn joined(fragments: &[TextFragment<'_>], is_last: bool) -> String {
    let mut line = String::new();
    for (number, fragment) in (1..).zip(fragments) {
        line.push_str(fragment.text);
        let ends_line = number == fragments.len();
        match fragment.joint {
            FragmentJoint::Space if !ends_line => line.push(' '),
            FragmentJoint::Syllable if ends_line && !is_last => line.push('-'),
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
        Fonts::built_in().balanced_lines(text, width, 4.0, FontWeight::Regular, hyphenation)
    }

    #[test]
    fn words_are_divided_by_the_rules_of_their_language() {
        assert_eq!(
            lines("Herausforderung", 22.0, "de-AT"),
            ["Herausfor-", "derung"]
        );
        assert_eq!(lines("deductions", 15.0, "en"), ["deduc-", "tions"]);
        // In a language without rules, a word is cut at the end of the line.
        assert_eq!(lines("deductions", 15.0, "tlh").concat(), "deductions");
        assert_eq!(lines("a\n\nb  c", 50.0, "en"), ["a", "", "b c"]);
    }

    #[test]
    fn lines_are_of_similar_lengths() {
        let text = "Put the pieces on the board so that every cell is covered and no two overlap.";
        let fonts = Fonts::built_in();
        let lines = lines(text, 60.0, "en");
        let wide = |line: &String| fonts.width(line, 4.0, FontWeight::Regular);
        let (last, whole) = lines.split_last().unwrap();
        assert!(whole.iter().all(|line| wide(line) > 45.0), "{lines:?}");
        assert!(wide(last) > 9.0, "{lines:?}");
    }

    proptest! {
        /// Checks that breaking loses only spaces, adds only hyphens, and makes no line too wide.
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
                let wide = fonts.width(line, 4.0, FontWeight::Regular);
                prop_assert!(wide <= width + 1e-6, "{line}: {wide}");
                prop_assert!(!line.starts_with(' ') && !line.ends_with(' '));
            }
        }
    }
}
