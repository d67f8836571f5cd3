//! What stands in the files, and what cannot be written.

use super::*;
use crate::picture::drawing::Paragraph;

fn document(pages: usize) -> Result<Vec<u8>, PdfError> {
    let fonts = Fonts::built_in();
    let about = DocumentInfo {
        title: "Rätsel".to_owned(),
        language: Some("de".to_owned()),
        ..DocumentInfo::default()
    };
    let mut book = Book::new(fonts, about);
    for number in 0..pages {
        let mut scene = Paragraph::new(5.0).set(fonts, "one two three", 10.0);
        scene.height = 50.0;
        let links = vec![Link {
            corner: Point::new(0.0, 10.0),
            size: (10.0, 5.0),
            target: Target::Page(number + 1, 0.0),
        }];
        book.page(&scene.upside_down(), links)?;
    }
    book.bookmark(0, "Challenges", 0, 0.0);
    book.bookmark(7, "Easy", 0, 10.0);
    book.bookmark(1, "Hard", 1, 0.0);
    book.bookmark(0, "Solutions", 99, 0.0);
    book.finish()
}

#[test]
fn pages_links_and_outline_are_written() {
    let file = document(3).unwrap();
    let text = String::from_utf8_lossy(&file);
    let count = |what: &str| text.matches(what).count();
    assert_eq!(count("/Subtype /Link"), 3);
    // The page tree, the outline's highest level, and what is folded beneath an entry.
    assert_eq!(
        (count("/Count 3"), count("/Count 2"), count("/Count -2")),
        (1, 1, 1)
    );
    for title in ["(Challenges)", "(Easy)", "(Hard)", "(Solutions)"] {
        assert_eq!(count(title), 1, "{title}");
    }
    assert_eq!(count("/Lang (de)"), 1);
    // The outline's levels are one below another, whatever was asked for.
    assert_eq!(count("/Prev"), 2);
    // One font is used, and one is embedded.
    assert_eq!(count("/FontFile2"), 1);
    assert_eq!(file, document(3).unwrap(), "the same bytes each time");
}

#[test]
fn what_cannot_be_written_is_told() {
    assert_eq!(
        document(0).unwrap_err().to_string(),
        "a PDF needs at least one page"
    );
    let huge = Scene::new("", 6000.0, 10.0);
    assert_eq!(
        file(&huge, Fonts::built_in()).unwrap_err().to_string(),
        "a page of 6000 × 10 mm is too large for PDF; 5080 mm is the limit"
    );
}
