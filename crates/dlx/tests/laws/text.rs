//! Tests reading and writing Knuth's text format, and the positions of errors.

use crate::random;
use proptest::prelude::*;
use tilewright_dlx::text::{TextError, TextErrorKind, read, write};
use tilewright_dlx::{Problem, ProblemError};

fn written(problem: &Problem) -> String {
    let mut out = Vec::new();
    write(problem, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn refused(text: &str) -> (usize, usize, &str, TextErrorKind) {
    let error: TextError = read(text).unwrap_err();
    (
        error.line(),
        error.column(),
        &text[error.span()],
        error.kind().clone(),
    )
}

#[test]
fn the_matrix_of_the_paper() {
    let text = "| matrix (3)\nA B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n";
    let problem = read(text).unwrap();
    assert_eq!((problem.item_count(), problem.option_count()), (7, 6));
    assert_eq!(written(&problem), text.split_once('\n').unwrap().1);
}

#[test]
fn bounds_and_secondary_items() {
    let problem = read("2|a 0:3|b 1:1|c | s t\na s\nb t\nc\n").unwrap();
    let bounds: Vec<_> = problem.items().map(|item| problem.bounds(item)).collect();
    assert_eq!(bounds, [Some(2..=2), Some(0..=3), Some(1..=1), None, None]);
    assert_eq!(written(&problem), "2|a 0:3|b c | s t\na s\nb t\nc\n");
}

#[test]
fn colours() {
    let text = "a b | s t\na s:red t\nb t:1 s:red\na s:blue\n";
    let problem = read(text).unwrap();
    assert_eq!(problem.colour_count(), 3);
    assert_eq!(written(&problem), text);
    assert_eq!(read(&written(&problem)).unwrap(), problem);
}

#[test]
fn white_space_does_not_matter() {
    let plain = read("a b | s\na s\nb\n").unwrap();
    for text in [
        "a b | s\r\na s\r\nb\r\n",
        "a b | s\na s\nb",
        "\n| c\n  | c\n a\tb  |  s \n\n| c\na s\n\n b\n|",
        "a b | s\n a s \u{a0}\nb",
    ] {
        assert_eq!(read(text).unwrap(), plain, "{text:?}");
    }
    // The lone `|` may be the last word of the item line.
    assert_eq!(read("a |\na\n").unwrap(), read("a\na\n").unwrap());
}

#[test]
fn errors_in_items_have_a_position() {
    let name = |name: &str| name.to_owned();
    for text in ["", "\n\n", "| only\n| comments"] {
        let (.., span, kind) = refused(text);
        assert_eq!((span, kind), ("", TextErrorKind::NoItemLine), "{text:?}");
    }
    for (text, expected) in [
        ("a | b | c\n", (1, 7, "|", TextErrorKind::SecondBar)),
        (
            "a x|b\n",
            (1, 3, "x|b", TextErrorKind::BadBound { text: name("x") }),
        ),
        (
            "a +1|b\n",
            (1, 3, "+1|b", TextErrorKind::BadBound { text: name("+1") }),
        ),
        (
            "a 1:|b\n",
            (1, 3, "1:|b", TextErrorKind::BadBound { text: name("1:") }),
        ),
        (
            "a 99999999999|b\n",
            (
                1,
                3,
                "99999999999|b",
                TextErrorKind::BadBound {
                    text: name("99999999999"),
                },
            ),
        ),
        (
            "a 3:2|b\n",
            (
                1,
                3,
                "3:2|b",
                ProblemError::Bounds {
                    name: name("b"),
                    least: 3,
                    most: 2,
                }
                .into(),
            ),
        ),
        ("a 2|\n", (1, 3, "2|", ProblemError::EmptyName.into())),
        (
            "a b:c\n",
            (
                1,
                3,
                "b:c",
                ProblemError::BadName {
                    name: name("b:c"),
                    character: ':',
                }
                .into(),
            ),
        ),
        (
            "a | 2|s\n",
            (
                1,
                5,
                "2|s",
                TextErrorKind::SecondaryBounds { name: name("s") },
            ),
        ),
        (
            "a b a\n",
            (
                1,
                5,
                "a",
                ProblemError::DuplicateName { name: name("a") }.into(),
            ),
        ),
    ] {
        assert_eq!(refused(text), expected, "{text:?}");
    }
}

#[test]
fn errors_in_options_have_a_position() {
    let name = |name: &str| name.to_owned();
    for (text, expected) in [
        (
            "é b\n\n  é x\n",
            (3, 5, "x", TextErrorKind::UnknownItem { name: name("x") }),
        ),
        (
            "é b\r\né c:d\r\n",
            (2, 3, "c:d", TextErrorKind::UnknownItem { name: name("c") }),
        ),
        (
            "a b | s\na b:red\n",
            (
                2,
                3,
                "b:red",
                ProblemError::ColouredPrimary {
                    option: 1,
                    name: name("b"),
                }
                .into(),
            ),
        ),
        (
            "a | s\na s:\n",
            (2, 3, "s:", ProblemError::EmptyColour.into()),
        ),
        ("a b\na x|b\n", (2, 3, "x|b", TextErrorKind::BarInOption)),
        (
            "a b\na |\n",
            (2, 3, "|", TextErrorKind::BadCost { text: name("") }),
        ),
        (
            "a b\na |1 b |-2\n",
            (2, 8, "|-2", TextErrorKind::BadCost { text: name("-2") }),
        ),
        (
            "a b\na |4294967295 b |1\n",
            (2, 17, "|1", TextErrorKind::BadCost { text: name("1") }),
        ),
        (
            "a b\nb\na b a\n",
            (
                3,
                5,
                "a",
                ProblemError::RepeatedItem {
                    option: 2,
                    name: name("a"),
                }
                .into(),
            ),
        ),
        (
            "a | s t\n s t \n",
            (
                2,
                2,
                "s t",
                ProblemError::NoPrimaryItem { option: 1 }.into(),
            ),
        ),
    ] {
        assert_eq!(refused(text), expected, "{text:?}");
    }
}

#[test]
fn messages_say_what_is_allowed() {
    let error = read("a | s\na s:red a:red\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 9: option 1 lists the item \"a\" twice; list each item once"
    );
    let error = read("a | s\na:red s\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1: option 1 gives the primary item \"a\" a colour; \
         only secondary items may have colours"
    );
}

#[test]
fn a_problem_with_no_primary_items_cannot_be_written() {
    let error = write(&Problem::new(), &mut Vec::new()).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
}

proptest! {
    #[test]
    fn written_problems_are_read_back(problem in random::problem()) {
        prop_assume!(problem.primary_count() > 0);
        prop_assert_eq!(read(&written(&problem)), Ok(problem));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[ab1:|\r\n \u{e9}\u{2003}]{0,60}") {
        match read(&text) {
            Ok(problem) => prop_assert_eq!(read(&written(&problem)), Ok(problem)),
            Err(error) => prop_assert!(text.get(error.span()).is_some()),
        }
    }
}
