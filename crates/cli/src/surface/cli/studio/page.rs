//! The files of studio's page.

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Includes a file of studio's page, or one shared with the viewer.
macro_rules! file {
    (studio $name:literal) => {
        include_str!(concat!("../../studio/page/", $name))
    };
    (viewer $name:literal) => {
        include_str!(concat!("../../../publish/viewer/page/", $name))
    };
}

/// The files of studio's page, each with its path, its media type and its content.
const FILES: [(&str, &str, &str); 26] = [
    ("/", HTML, file!(studio "studio.html")),
    ("/theme.css", CSS, file!(viewer "theme.css")),
    ("/studio.css", CSS, file!(studio "studio.css")),
    ("/dom.js", SCRIPT, file!(viewer "dom.js")),
    ("/texts.js", SCRIPT, file!(studio "texts.js")),
    ("/engine.js", SCRIPT, file!(studio "engine.js")),
    ("/wasm.js", SCRIPT, file!(studio "wasm.js")),
    ("/document.js", SCRIPT, file!(studio "document.js")),
    ("/jobs.js", SCRIPT, file!(studio "jobs.js")),
    ("/window.js", SCRIPT, file!(studio "window.js")),
    ("/board.js", SCRIPT, file!(studio "board.js")),
    ("/tools.js", SCRIPT, file!(studio "tools.js")),
    ("/shaping.js", SCRIPT, file!(studio "shaping.js")),
    ("/labels.js", SCRIPT, file!(studio "labels.js")),
    ("/goals.js", SCRIPT, file!(studio "goals.js")),
    ("/fields.js", SCRIPT, file!(studio "fields.js")),
    ("/pieces.js", SCRIPT, file!(studio "pieces.js")),
    ("/answers.js", SCRIPT, file!(studio "answers.js")),
    ("/design.js", SCRIPT, file!(studio "design.js")),
    ("/making.js", SCRIPT, file!(studio "making.js")),
    ("/levels.js", SCRIPT, file!(studio "levels.js")),
    ("/cards.js", SCRIPT, file!(studio "cards.js")),
    ("/trace.js", SCRIPT, file!(studio "trace.js")),
    ("/source.js", SCRIPT, file!(studio "source.js")),
    ("/start.js", SCRIPT, file!(studio "start.js")),
    ("/main.js", SCRIPT, file!(studio "main.js")),
];

/// The media type and the content of the file at a path; `None` if there is no such file.
pub(super) fn file(path: &str) -> Option<(&'static str, &'static str)> {
    let mut files = FILES.iter().filter(|(known, ..)| *known == path);
    files
        .next()
        .map(|(_, media_type, text)| (*media_type, *text))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{FILES, SCRIPT};

    /// Scripts that are used only where studio runs without the program, as WebAssembly. No script
    /// element of `studio.html` loads them, so the program does not serve them.
    const OTHER_SCRIPTS: [&str; 2] = ["play.js", "worker.js"];

    #[test]
    fn the_page_loads_all_scripts_that_are_served() {
        let scripts = FILES.iter().filter(|(_, kind, _)| *kind == SCRIPT);
        let served: Vec<&str> = scripts
            .map(|(path, ..)| path.trim_start_matches('/'))
            .collect();
        let (_, _, html) = FILES[0];
        let tags = html.split("<script src=\"").skip(1);
        let loaded: Vec<&str> = tags.filter_map(|tag| tag.split('"').next()).collect();
        assert_eq!(loaded, served);
    }

    #[test]
    fn all_scripts_of_the_folder_are_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/surface/studio/page");
        let paths = std::fs::read_dir(folder).unwrap();
        let paths = paths.map(|entry| entry.unwrap().path());
        let scripts = paths.filter(|path| path.extension().is_some_and(|end| end == "js"));
        let scripts: BTreeSet<String> = scripts
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        let known = FILES.iter().map(|(path, ..)| path.trim_start_matches('/'));
        let known: BTreeSet<&str> = known.chain(OTHER_SCRIPTS).collect();
        let missing: Vec<&String> = scripts
            .iter()
            .filter(|name| !known.contains(&***name))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
