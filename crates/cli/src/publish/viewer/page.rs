//! The page: its sources and the data in one file.

use miniz_oxide::deflate::compress_to_vec;
use serde::Serialize;

use super::content::{PageContent, PageKind};
use super::options::PageOptions;
use super::packed::base64;
use crate::publish::texts::Template;

/// The frame of the page, with names in double braces where the rest goes.
const FRAME: &str = include_str!("page/viewer.html");

/// The look of the page.
const STYLE: &str = concat!(
    include_str!("page/theme.css"),
    include_str!("page/viewer.css")
);

/// What unpacks the data and then begins.
const BOOT: &str = include_str!("page/boot.js");

/// The scripts, those first that others use.
const SCRIPTS: [&str; 20] = [
    include_str!("page/dom.js"),
    include_str!("page/texts.js"),
    include_str!("page/store.js"),
    include_str!("page/levels.js"),
    include_str!("page/goal.js"),
    include_str!("page/puzzle.js"),
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

/// What a page may do: nothing but what stands in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

/// What one in a folder may do besides.
const FOLDER_POLICY: &str = "; manifest-src 'self'; worker-src 'self'";

/// Which pictures a page may show: its icons, and a logo that it holds.
const FOLDER_PICTURES_POLICY: &str = "; img-src 'self'";
const LOGO_POLICY: &str = "; img-src data:";
const FOLDER_LOGO_POLICY: &str = "; img-src 'self' data:";

/// What belongs to a page in a folder.
const FOLDER_LINKS: &str = "<link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
                            <link rel=\"icon\" href=\"icon-192.png\">\n\
                            <link rel=\"apple-touch-icon\" href=\"icon-180.png\">\n";

/// What a page in a folder does besides: it asks the browser to keep it.
const FOLDER_SCRIPT: &str = "if (location.protocol.startsWith(\"http\")) \
                             navigator.serviceWorker?.register(\"sw.js\").catch(() => undefined);\n";

/// What a page comes as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// One file by itself.
    File,
    /// A file in a folder with a manifest, icons and a service worker.
    Folder,
}

/// How hard the data are packed, from 0 to 10.
const LEVEL: u8 = 8;

/// The page of some data.
#[expect(clippy::expect_used, reason = "an invariant of the data")]
pub(super) fn page(
    content: &PageContent<'_>,
    options: &PageOptions,
    data: &impl Serialize,
    shape: Shape,
) -> String {
    let data = serde_json::to_vec(data)
        .expect("invariant: numbers, strings and lists in memory can be written");
    let theme = &options.theme;
    let (more, script) = match shape {
        Shape::File => ("", ""),
        Shape::Folder => (FOLDER_POLICY, FOLDER_SCRIPT),
    };
    let pictures = match (shape, theme.has_logo()) {
        (Shape::File, true) => LOGO_POLICY,
        (Shape::Folder, true) => FOLDER_LOGO_POLICY,
        (Shape::File, false) => "",
        (Shape::Folder, false) => FOLDER_PICTURES_POLICY,
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

/// What a page is, in a sentence.
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

/// What previews of links show: a line for each property.
fn preview(content: &PageContent<'_>, options: &PageOptions, shape: Shape) -> String {
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
        if shape == Shape::Folder {
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
        Shape::File => lines,
        Shape::Folder => lines + FOLDER_LINKS,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_not_read_again() {
        let text = filled("a{{x}}b{{y}}c{{z}}", &[("x", "{{y}}"), ("y", "1")]);
        assert_eq!(text, "a{{y}}b1c");
    }

    /// What is packed is what a browser unpacks, as another library reads it.
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

    /// What is put into a page goes through `contents` in `dom.js`, which knows no null.
    #[test]
    fn no_script_writes_null() {
        let room = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for folder in ["publish/viewer/page", "surface/studio/page"] {
            for file in std::fs::read_dir(room.join(folder)).unwrap() {
                let path = file.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                // The one runs before there is that function, the other one is it.
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
                ] {
                    assert!(!script.contains(way), "{name}: {way}");
                }
            }
        }
    }
}
