//! Fills the page's template with its scripts, styles, words and data.

use miniz_oxide::deflate::compress_to_vec;
use serde::Serialize;

use super::content::{PageContent, PageKind};
use super::options::PageOptions;
use super::packed::base64;
use crate::publish::texts::Template;

/// The page's template, with placeholders in double braces.
const FRAME: &str = include_str!("page/viewer.html");

const STYLE: &str = concat!(
    include_str!("page/theme.css"),
    include_str!("page/viewer.css")
);

/// The script that decompresses the data and starts the page.
const BOOT: &str = include_str!("page/boot.js");

/// The scripts, in the order of their dependencies.
const SCRIPTS: [&str; 21] = [
    include_str!("page/dom.js"),
    include_str!("page/texts.js"),
    include_str!("page/store.js"),
    include_str!("page/levels.js"),
    include_str!("page/goal.js"),
    include_str!("page/puzzle.js"),
    include_str!("page/pattern.js"),
    include_str!("page/picture.js"),
    include_str!("page/corner.js"),
    include_str!("page/state.js"),
    include_str!("page/browse.js"),
    include_str!("page/heat.js"),
    include_str!("page/game.js"),
    include_str!("page/clock.js"),
    include_str!("page/joy.js"),
    include_str!("page/share.js"),
    include_str!("page/play.js"),
    include_str!("page/table.js"),
    include_str!("page/hand.js"),
    include_str!("page/drag.js"),
    include_str!("page/main.js"),
];

/// The content security policy: a page may load nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

/// The addition to the content security policy for a page in a folder: its manifest and its service worker.
const FOLDER_POLICY: &str = "; manifest-src 'self'; worker-src 'self'";

/// The addition to the content security policy for a page with icons.
const FOLDER_PICTURES_POLICY: &str = "; img-src 'self'";
/// The addition to the content security policy for a page with an embedded logo.
const LOGO_POLICY: &str = "; img-src data:";
/// The addition to the content security policy for a page with icons and an embedded logo.
const FOLDER_LOGO_POLICY: &str = "; img-src 'self' data:";

/// The `link` elements of a page in a folder: its manifest and its icons.
const FOLDER_LINKS: &str = "<link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
                            <link rel=\"icon\" href=\"icon-192.png\">\n\
                            <link rel=\"apple-touch-icon\" href=\"icon-180.png\">\n";

/// An additional script of a page in a folder. It registers the service worker, which keeps the page for use
/// offline.
const FOLDER_SCRIPT: &str = "if (location.protocol.startsWith(\"http\")) \
                             navigator.serviceWorker?.register(\"sw.js\").catch(() => undefined);\n";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageForm {
    /// A single file.
    File,
    /// A file in a folder with a manifest, icons and a service worker.
    Folder,
}

/// The level of deflate compression; levels are 0 to 10.
const LEVEL: u8 = 8;

#[expect(clippy::expect_used, reason = "an invariant of the data")]
pub(super) fn page(
    content: &PageContent<'_>,
    options: &PageOptions,
    data: &impl Serialize,
    shape: PageForm,
) -> String {
    let data = serde_json::to_vec(data)
        .expect("invariant: numbers, strings and lists in memory can be written");
    let theme = &options.theme;
    let (more, script) = match shape {
        PageForm::File => ("", ""),
        PageForm::Folder => (FOLDER_POLICY, FOLDER_SCRIPT),
    };
    let pictures = match (shape, theme.has_logo()) {
        (PageForm::File, true) => LOGO_POLICY,
        (PageForm::Folder, true) => FOLDER_LOGO_POLICY,
        (PageForm::File, false) => "",
        (PageForm::Folder, false) => FOLDER_PICTURES_POLICY,
    };
    let policy = [POLICY, more, pictures].concat();
    let texts = &options.texts;
    let title = in_text(options.title.as_ref().unwrap_or(&content.title));
    let plain = |text: &Template| in_text(&text.plain());
    filled(
        FRAME,
        &[
            ("language", &plain(&texts.language)),
            ("title", &title),
            ("policy", &policy),
            ("preview", &preview(content, options, shape)),
            ("style", &[STYLE, theme.style()].concat()),
            ("needs_script", &plain(&texts.needs_script)),
            ("too_old", &plain(&texts.too_old)),
            ("skip", &plain(&texts.skip)),
            ("logo", &theme.logo()),
            ("data", &base64(&compress_to_vec(&data, LEVEL))),
            ("script", &SCRIPTS.concat()),
            ("boot", &[BOOT, script].concat()),
        ],
    )
}

/// A one-sentence description of a page.
pub(super) fn description(content: &PageContent<'_>, options: &PageOptions) -> String {
    let title = options.title.as_ref().unwrap_or(&content.title);
    let count = match content.kind {
        PageKind::Goals => content.levels.len(),
        _ => content
            .levels
            .iter()
            .filter(|(_, challenge)| challenge.is_some())
            .count(),
    };
    let texts = &options.texts;
    match count {
        0 | 1 => texts.description.fill(&[("title", title)]),
        count => {
            let values = [("title", &**title), ("count", &count.to_string())];
            texts.description_of_levels.fill(&values)
        }
    }
}

/// The `meta` elements for link previews, one on each line; for a page in a folder, also its
/// `link` elements.
fn preview(content: &PageContent<'_>, options: &PageOptions, shape: PageForm) -> String {
    let title = options.title.as_ref().unwrap_or(&content.title);
    let description = description(content, options);
    let mut properties = vec![
        ("name", "description", description.clone()),
        ("property", "og:type", "website".to_owned()),
        ("property", "og:title", title.to_string()),
        ("property", "og:description", description),
    ];
    if let Some(address) = &options.address {
        properties.push(("property", "og:url", address.clone()));
        if shape == PageForm::Folder {
            let folder = address.rsplit_once('/').map_or("", |(folder, _)| folder);
            let image = format!("{folder}/icon-512.png");
            properties.push(("property", "og:image", image));
        }
    }
    let line = |(kind, name, value): (&str, &str, String)| {
        format!("<meta {kind}=\"{name}\" content=\"{}\">\n", in_text(&value))
    };
    let lines: String = properties.into_iter().map(line).collect();
    match shape {
        PageForm::File => lines,
        PageForm::Folder => lines + FOLDER_LINKS,
    }
}

/// Replaces names in double braces by their values, in one pass: values are not expanded again.
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

/// Text escaped for HTML.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_not_expanded_again() {
        let text = filled("a{{x}}b{{y}}c{{z}}", &[("x", "{{y}}"), ("y", "1")]);
        assert_eq!(text, "a{{y}}b1c");
    }

    /// Checks that another library decompresses the data without loss, as a browser would.
    #[test]
    fn data_are_packed_without_loss() {
        let data = br#"{"</script>": "<!--"}"#;
        let packed = compress_to_vec(data, LEVEL);
        let unpacked = miniz_oxide::inflate::decompress_to_vec(&packed).unwrap();
        assert_eq!(unpacked, data);
    }

    #[test]
    fn the_sources_fit_into_a_page() {
        for script in SCRIPTS.into_iter().chain([BOOT]) {
            assert!(!script.contains("</script") && !script.contains("<!--"));
        }
        assert!(!STYLE.contains("</style"));
        for (name, times) in [
            ("title", 2),
            ("style", 1),
            ("data", 1),
            ("script", 1),
            ("boot", 1),
            ("policy", 1),
        ] {
            let name = format!("{{{{{name}}}}}");
            assert_eq!(FRAME.matches(&name).count(), times, "{name}");
        }
    }

    /// Checks that scripts change the contents of an element only through `contents` in `dom.js`, which
    /// drops null.
    #[test]
    fn scripts_write_no_null() {
        let room = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for folder in ["publish/viewer/page", "surface/studio/page"] {
            for file in std::fs::read_dir(room.join(folder)).unwrap() {
                let path = file.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                // `dom.js` defines `contents`, and `boot.js` runs before `dom.js`.
                let is_script = path.extension().is_some_and(|ending| ending == "js");
                if !is_script || ["boot.js", "dom.js"].contains(&&*name) {
                    continue;
                }
                let script = std::fs::read_to_string(&path).unwrap();
                for way in [
                    ".replaceChildren(",
                    ".append(",
                    ".prepend(",
                    "innerHTML",
                    "createTextNode",
                    ".textContent = ",
                ] {
                    assert!(!script.contains(way), "{name}: {way}");
                }
            }
        }
    }
}
