//! Downloads: every kind of file of one puzzle.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::client::Studio;
use crate::program::root;

#[test]
fn every_kind_of_file_is_made() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("scott.ron");
    fs::copy(root().join("puzzles/scott.ron"), &path).expect("a copy");
    let studio = Studio::start(&path);
    for (kind, ending, media_type, start) in [
        ("picture", ".svg", "image/svg+xml", "<?xml"),
        ("pieces", "-pieces.svg", "image/svg+xml", "<?xml"),
        ("cut", "-cut.svg", "image/svg+xml", "<?xml"),
        ("print", ".3mf", "model/3mf", "PK"),
        ("challenges", "-challenges.ron", "text/plain", "(\n"),
        ("booklet", ".pdf", "application/pdf", "%PDF-"),
        ("page", ".html", "text/html", "<!doctype html>"),
        (
            "pack",
            "-pack.json",
            "application/json",
            "{\"format\":\"tilewright-pack\"",
        ),
    ] {
        let body = json!({"download": kind, "count": 2, "curve": "any", "seed": 1, "open": null})
            .to_string();
        let head = studio.head("POST", "/download", &[]);
        let bytes = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        let answer = studio.send(bytes.as_bytes()).expect("an answer");
        assert_eq!(answer.status, 200, "{kind}");
        let named = format!("filename=\"scott{ending}\"");
        assert!(answer.head.contains(&named), "{kind}: {}", answer.head);
        let of_type = format!("Content-Type: {media_type}");
        assert!(answer.head.contains(&of_type), "{kind}: {}", answer.head);
        let begins = &answer.body[..start.len().min(answer.body.len())];
        assert_eq!(String::from_utf8_lossy(begins), start, "{kind}");
    }
}
