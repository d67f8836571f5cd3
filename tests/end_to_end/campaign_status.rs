//! `campaign status`: its text output and its page.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::program::{root, run};

/// A file name with markup, and its form on the page; on Windows, file names cannot have angle brackets.
const DAMAGED: [&str; 2] = if cfg!(windows) {
    ["&lt;b&gt;.jsonl", "&amp;lt;b&amp;gt;.jsonl"]
} else {
    ["<b>.jsonl", "&lt;b&gt;.jsonl"]
};

/// A half-finished campaign of a puzzle with an awkward title, with a worker and a damaged file.
pub(crate) fn campaign(folder: &Path) -> PathBuf {
    let puzzle = fs::read_to_string(root().join("puzzles/pentominoes-6x10.ron"));
    let puzzle = puzzle.expect("a puzzle").replacen(
        "Pentominoes",
        "</title><script>alert(1)</script> & \\\"Pentominoes\\\"",
        1,
    );
    let file = folder.join("puzzle.ron");
    fs::write(&file, puzzle).expect("a file");
    let (file, campaign) = (file.to_string_lossy(), folder.join("campaign"));
    let path = campaign.to_string_lossy();
    let call = ["campaign", "new", &*file, "-o", &*path];
    let made = run([&call[..], &["--divide", "search", "--parts", "20"]].concat());
    assert_eq!(made.status, 0, "{}", made.transcript());
    let worked = run(["campaign", "run", &*path, "--share", "0/2"]);
    assert_eq!(worked.status, 0, "{}", worked.transcript());
    let claim = r#"{"machine":"<i>node</i>","process":7,"share":"1/2","parts":["1","3.12"],"done":5,"since":"2026-01-01T00:00:00Z"}"#;
    fs::write(campaign.join("running/node-7-1.json"), claim).expect("a file");
    fs::write(campaign.join("results").join(DAMAGED[0]), "nothing").expect("a file");
    campaign
}

#[test]
fn a_page_escapes_the_texts_of_files() {
    let folder = TempDir::new().expect("a scratch folder");
    let campaign = campaign(folder.path());
    let path = campaign.to_string_lossy();
    let page = run(["campaign", "status", &*path, "--format", "html"]);
    assert_eq!(page.status, 0, "{}", page.transcript());
    let page = page.stdout;
    let damaged = format!("<code>results/{}</code>: damaged", DAMAGED[1]);
    for text in [
        "<h1>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Pentominoes&quot;",
        "<td>&lt;i&gt;node&lt;/i&gt;</td>",
        damaged.as_str(),
        "<td>1, 3.12</td>",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    for sign in [
        "<script", "<i>", "<b>", "src=", "href=", "http:", "https:", "url(",
    ] {
        assert!(!page.contains(sign), "{sign}: {page}");
    }
    let status = run(["campaign", "status", &*path]);
    let damaged = format!("  damaged   results/{}\n", DAMAGED[0]);
    assert!(status.stdout.contains(&damaged), "{}", status.stdout);
}
