//! Checks the contents of PDF files, and the errors for documents that cannot be written.

use super::*;
use crate::picture::drawing::Paragraph;
use crate::picture::drawing::path::Point;

fn document(pages: usize) -> Result<Vec<u8>, PdfError> {
    pressed(pages, Press::default())
}

fn pressed(pages: usize, press: Press) -> Result<Vec<u8>, PdfError> {
    let fonts = Fonts::built_in();
    let about = DocumentInfo {
        title: "Rätsel".to_owned(),
        language: Some("de".to_owned()),
        ..DocumentInfo::default()
    };
    let mut book = PdfDocument::new(fonts, about).for_press(press);
    for number in 0..pages {
        let mut scene = Paragraph::new(5.0).set(fonts, "one two three", 10.0);
        scene.height = 50.0;
        let links = vec![PageLink {
            corner: Point::new(0.0, 10.0),
            size: (10.0, 5.0),
            target: LinkTarget::Page(number + 1, 0.0),
        }];
        let parts = PageParts {
            links,
            blocks: vec![Block {
                tag: Tag::ListItem,
                elements: 0..1,
                link: Some(0),
            }],
            is_unnumbered: number == 0,
            photo: None,
        };
        book.page(&scene.upside_down(), parts)?;
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
    // `/Count` occurs in the page tree, at the top level of the outline, and (negative) in an entry whose
    // children are collapsed.
    assert_eq!(
        (count("/Count 3"), count("/Count 2"), count("/Count -2")),
        (1, 1, 1)
    );
    for title in ["(Challenges)", "(Easy)", "(Hard)", "(Solutions)"] {
        assert_eq!(count(title), 1, "{title}");
    }
    assert_eq!(count("/Lang (de)"), 1);
    // A bookmark of level 7 is placed one level below the bookmark before it.
    assert_eq!(count("/Prev"), 2);
    // The document uses only one font, so only that font is embedded.
    assert_eq!(count("/FontFile2"), 1);
    assert_eq!(file, document(3).unwrap(), "the same bytes each time");
}

/// The text of a file outside its streams, and the text of the streams.
fn read(file: &[u8]) -> (String, String) {
    let (mut objects, mut content) = (String::new(), String::new());
    let mut rest = file;
    let find = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).position(|w| w == what);
    while let Some(start) = find(rest, b"stream\n") {
        objects += &String::from_utf8_lossy(&rest[..start]);
        let end = find(rest, b"\nendstream").unwrap();
        let stream = &rest[start + 7..end];
        if let Ok(plain) = miniz_oxide::inflate::decompress_to_vec_zlib(stream) {
            content += &String::from_utf8_lossy(&plain);
        }
        rest = &rest[end + 10..];
    }
    objects += &String::from_utf8_lossy(rest);
    (objects, content)
}

fn press(inks: Inks, standard: Standard, imposition: Imposition) -> Press {
    Press::new(inks, standard, imposition, 3.0, true).unwrap()
}

#[test]
fn files_for_archives_say_what_their_parts_and_colours_are() {
    let file = pressed(3, press(Inks::Rgb, Standard::PdfA, Imposition::None)).unwrap();
    let (objects, content) = read(&file);
    let count = |what: &str| objects.matches(what).count();
    // A list with three entries on separate pages, and links with their targets.
    for (what, many) in [
        ("/S /L\n", 1),
        ("/S /LI\n", 3),
        ("/S /LBody", 3),
        ("/S /Link", 3),
        ("/StructParents", 3),
        ("/StructParent ", 3),
        ("/F 4", 3),
        ("/Tabs /S", 3),
        ("/GTS_PDFA1", 1),
        ("/Marked true", 1),
        ("/PageLabels", 1),
        ("/S /r", 1),
        ("/S /D\n", 1),
    ] {
        assert_eq!(count(what), many, "{what}");
    }
    let text = String::from_utf8_lossy(&file);
    assert!(text.contains("<pdfaid:part>2</pdfaid:part>"));
    assert!(text.contains("<pdfaid:conformance>A</pdfaid:conformance>"));
    assert!(text.contains("Rätsel</rdf:li>"));
    // All drawings are within structure parts or artifacts, and each of these is closed.
    let begun = content.matches("BDC").count() + content.matches("BMC").count();
    assert_eq!(begun, content.matches("EMC").count());
    assert_eq!(content.matches("/LBody").count(), 3);
    // Letters use only black ink.
    assert!(content.contains("0 g\n") && !content.contains(" rg\n"));
}

/// Checks those requirements of ISO 15930-4 that are visible in the file.
#[test]
fn files_for_presses_keep_their_standard() {
    for imposition in [Imposition::None, Imposition::SaddleStitch] {
        let file = pressed(5, press(Inks::Cmyk, Standard::PdfX, imposition)).unwrap();
        assert!(file.starts_with(b"%PDF-1.4"));
        let (objects, content) = read(&file);
        let count = |what: &str| objects.matches(what).count();
        let pages = if imposition == Imposition::None { 5 } else { 4 };
        assert_eq!(count("/Type /Page\n"), pages);
        for what in ["/TrimBox", "/BleedBox", "/MediaBox"] {
            assert_eq!(count(what), pages, "{what}");
        }
        for what in [
            "/GTS_PDFX\n",
            "/GTS_PDFXVersion (PDF/X-1a:2003)",
            "/Trapped /False",
            "/CreationDate",
            "/ModDate",
            "/OutputConditionIdentifier (FOGRA39)",
            "/RegistryName (http://www.color.org)",
            "/ID [",
        ] {
            assert_eq!(count(what), 1, "{what}");
        }
        for forbidden in [
            "/Annot",
            "/Action",
            "/SMask",
            "/Encrypt",
            "/ExtGState",
            "/ICCBased",
        ] {
            assert_eq!(count(forbidden), 0, "{forbidden}");
        }
        assert_eq!(count("/FontFile2"), count("/Type /FontDescriptor"));
        for forbidden in [" rg\n", " RG\n", " cs\n", " gs\n"] {
            assert!(!content.contains(forbidden), "{forbidden}");
        }
    }
}

#[test]
fn pages_that_cannot_be_written_are_errors() {
    assert_eq!(
        document(0).unwrap_err().to_string(),
        "a PDF needs at least one page"
    );
    let huge = Scene::new("", 6000.0, 10.0);
    assert_eq!(
        file(&huge, Fonts::built_in()).unwrap_err().to_string(),
        "a page of 6000 × 10 mm is too large for PDF: its sides may be at most 5080 mm"
    );
}
