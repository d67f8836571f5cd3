//! The page: its sources and the data in one file.

use serde::Serialize;

/// The frame of the page, with names in double braces where the rest goes.
const FRAME: &str = include_str!("page/viewer.html");

/// The look of the page.
const STYLE: &str = concat!(
    include_str!("page/theme.css"),
    include_str!("page/viewer.css")
);

/// The scripts, those first that others use.
const SCRIPTS: [&str; 12] = [
    include_str!("page/dom.js"),
    include_str!("page/puzzle.js"),
    include_str!("page/picture.js"),
    include_str!("page/corner.js"),
    include_str!("page/state.js"),
    include_str!("page/browse.js"),
    include_str!("page/heat.js"),
    include_str!("page/game.js"),
    include_str!("page/play.js"),
    include_str!("page/hand.js"),
    include_str!("page/drag.js"),
    include_str!("page/main.js"),
];

/// The page of some data.
#[expect(clippy::expect_used, reason = "an invariant of the data")]
pub(super) fn page(title: &str, data: &impl Serialize) -> String {
    let data = serde_json::to_string(data)
        .expect("invariant: numbers, strings and lists in memory can be written");
    let scripts = SCRIPTS.concat();
    filled(
        FRAME,
        &[
            ("title", &in_text(title)),
            ("style", STYLE),
            ("data", &in_script(&data)),
            ("script", &scripts),
        ],
    )
}

/// A text with the names in double braces replaced by their values, once from start to end: what
/// stands in a value is left as it is.
fn filled(frame: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = frame;
    while let Some((before, after)) = rest.split_once("{{") {
        text.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        let value = values.iter().find(|(known, _)| *known == name);
        text.push_str(value.map_or("", |(_, value)| value));
        rest = after;
    }
    text.push_str(rest);
    text
}

/// A text as HTML.
fn in_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// JSON within a `script` element: without anything that might end it or begin a comment. In JSON
/// a `<` is only ever part of a string.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_not_read_again() {
        let text = filled("a{{x}}b{{y}}c{{z}}", &[("x", "{{y}}"), ("y", "1")]);
        assert_eq!(text, "a{{y}}b1c");
    }

    #[test]
    fn nothing_ends_a_script_early() {
        let json = serde_json::to_string("</script><!--<script>").unwrap();
        let written = in_script(&json);
        assert!(!written.contains('<'));
        assert_eq!(
            serde_json::from_str::<String>(&written).unwrap(),
            "</script><!--<script>"
        );
    }

    #[test]
    fn the_sources_fit_into_a_page() {
        for script in SCRIPTS {
            assert!(!script.contains("</script") && !script.contains("<!--"));
        }
        assert!(!STYLE.contains("</style"));
        for (name, times) in [("title", 2), ("style", 1), ("data", 1), ("script", 1)] {
            let name = format!("{{{{{name}}}}}");
            assert_eq!(FRAME.matches(&name).count(), times, "{name}");
        }
    }
}
