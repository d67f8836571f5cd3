//! Damaged files: either an error names the fault and its position, or all engines give the same answer.

use std::time::Duration;

use itertools::Itertools;
use proptest::prelude::*;
use tilewright::cover::Instance;
use tilewright::cover::orbits::PuzzleSymmetry;
use tilewright::design::challenges::cards::CardFile;
use tilewright::design::challenges::{ChallengeFile, ChallengeFileError};
use tilewright::publish::booklet::{BookFile, BookletTexts, PartLayout};
use tilewright::publish::texts::Language;
use tilewright::puzzle::{Diagnostic, PuzzleFile, PuzzlePart, Source, load};
use tilewright::solve::refute::feasibility::obstacles;
use tilewright::support::label::is_unprintable;
use tilewright_dlx::{Distinct, Links};

use crate::budget::{Tally, run};
use crate::damage;
use crate::engines::{Few, agree};
use crate::files::{root, texts};
use crate::generate;
use crate::tape::{Tape, tapes};

/// The maximum processor time for one input, for a development build on a slow machine. Inputs can reach
/// the limits of the format.
const MOST: Duration = Duration::from_secs(30);

/// The maximum length of a message for any file, in bytes: about one and a half screens of text.
const LONGEST: usize = 10_000;

/// The maximum number of options of a problem that is searched.
const MOST_OPTIONS: usize = 5_000;

/// Asserts that an error names a position in the text.
fn is_reported(error: &Diagnostic, source: &Source) -> Result<(), TestCaseError> {
    let text = source.text();
    prop_assert!(!error.message.is_empty(), "{text:?}");
    let message = error.render(source, false);
    prop_assert!(
        message.contains(&format!("--> {}:", source.name())),
        "{message}\n{text:?}"
    );
    let unprintable = message.chars().find(|c| is_unprintable(*c) && *c != '\n');
    prop_assert_eq!(unprintable, None, "{}", message);
    prop_assert!(
        message.len() < LONGEST,
        "{} bytes: {message}",
        message.len()
    );
    Ok(())
}

/// The last stage that a text reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reached {
    Refused,
    /// The text is accepted, but the puzzle is impossible or too large for a test.
    Accepted,
    Searched,
}

impl Reached {
    fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Accepted => "accepted",
            Self::Searched => "searched",
        }
    }
}

/// Reads a puzzle, and searches it or its first goals and cases for solutions.
fn tried(source: &Source) -> Result<Reached, TestCaseError> {
    let file = match load(source) {
        Ok(file) => file,
        Err(error) => return is_reported(&error, source).map(|()| Reached::Refused),
    };
    let mut parts = vec![PuzzlePart::Whole];
    if let Some(goal) = file.goals.first() {
        parts = vec![PuzzlePart::Goal(&goal.name)];
    }
    parts.extend(file.cases.first().map(|case| PuzzlePart::Case(&case.name)));
    let mut reached = Reached::Accepted;
    for part in parts {
        let part = file.clone().into_part(part);
        let part = part.map_err(|error| TestCaseError::fail(error.to_string()))?;
        if searched(&part, source)? {
            reached = Reached::Searched;
        }
    }
    Ok(reached)
}

fn searched(file: &PuzzleFile, source: &Source) -> Result<bool, TestCaseError> {
    let Ok(instance) = Instance::new(file.puzzle.clone()) else {
        return Ok(false);
    };
    for obstacle in obstacles(&instance) {
        is_reported(&obstacle.diagnostic(&file.puzzle, &file.spans), source)?;
    }
    if instance.problem().option_count() > MOST_OPTIONS {
        return Ok(false);
    }
    let group = PuzzleSymmetry::of(&instance).expect("a group");
    let distinct = Distinct::new(instance.problem(), &group.symmetries).expect("its own group");
    let _ = distinct.forecast(5);
    agree(instance.problem())?;
    Ok(true)
}

/// Tries a text, and records the stage that it reached.
fn tally_up(
    tally: &Tally,
    text: &str,
    attempt: impl FnOnce(&Source) -> Result<Reached, TestCaseError>,
) -> Result<(), TestCaseError> {
    let source = Source::new("random.ron", text);
    let reached = tally.time(MOST, text, || attempt(&source))?;
    let reached = reached.map_err(|error| TestCaseError::fail(format!("{error}\n{text:.3000}")))?;
    tally.add(reached.name());
    Ok(())
}

/// Asserts that most accepted texts reach the engines.
fn most_are_searched(tally: &Tally) {
    let [accepted, searched] = [Reached::Accepted, Reached::Searched].map(|r| tally.of(r.name()));
    assert!(searched * 10 >= (accepted + searched) * 6, "{tally:?}");
}

#[test]
fn puzzles_as_generated() {
    let tally = run("generated puzzles", 300, &tapes(), |numbers, tally| {
        let text = generate::puzzle(&mut Tape::new(&numbers)).to_string();
        tally_up(tally, &text, tried)
    });
    let searched = tally.of(Reached::Searched.name());
    let all = searched + tally.of(Reached::Accepted.name()) + tally.of(Reached::Refused.name());
    assert!(searched * 10 >= all * 6, "{tally:?}");
}

#[test]
fn puzzles_that_are_damaged() {
    let files = ["puzzles", "tests/puzzles", "tests/bad"]
        .map(texts)
        .concat();
    let words = damage::words(files.iter().map(String::as_str));
    let tally = run(
        "damaged puzzles",
        400,
        &(tapes(), tapes()),
        |(one, two), tally| {
            let mut tape = Tape::new(&two);
            let good = if tape.once_in(3) {
                tape.pick(&files).clone()
            } else {
                generate::puzzle(&mut Tape::new(&one)).to_string()
            };
            tally_up(tally, &damage::text(&mut tape, &good, &words), tried)
        },
    );
    most_are_searched(&tally);
}

#[test]
fn cards_that_are_damaged() {
    let files = texts("tests/cards");
    let words = damage::words(files.iter().map(String::as_str));
    let path = root().join("tests/cards/random.ron");
    let cards = |source: &Source| {
        let file = match CardFile::read(source, &path) {
            Ok(file) => file,
            Err(ChallengeFileError::Wrong { what, text }) => {
                return is_reported(&what, &text).map(|()| Reached::Refused);
            }
            Err(error) => {
                prop_assert!(!error.to_string().is_empty());
                return Ok(Reached::Refused);
            }
        };
        let Some(first) = file.cards.first() else {
            return Ok(Reached::Accepted);
        };
        Links::new(first.instance.problem()).run(&mut Few::default());
        Ok(Reached::Searched)
    };
    run("damaged cards", 200, &tapes(), |numbers, tally| {
        let mut tape = Tape::new(&numbers);
        let good = tape.pick(&files).clone();
        tally_up(tally, &damage::text(&mut tape, &good, &words), cards)
    });
}

#[test]
fn challenges_that_are_damaged() {
    let files = texts("tests/challenges");
    // The largest puzzle is left out, because it would take most of the time.
    let files = files
        .into_iter()
        .filter(|text| !text.contains("iq-fit"))
        .collect_vec();
    let words = damage::words(files.iter().map(String::as_str));
    // Challenges refer to their puzzles relative to this folder.
    let path = root().join("tests/challenges/random.ron");
    let challenges = |source: &Source| {
        let file = match ChallengeFile::read(source.clone(), &path) {
            Ok(file) => file,
            Err(ChallengeFileError::Wrong { what, text }) => {
                return is_reported(&what, &text).map(|()| Reached::Refused);
            }
            Err(error) => {
                prop_assert!(!error.to_string().is_empty());
                return Ok(Reached::Refused);
            }
        };
        let Some(first) = file.challenges.first() else {
            return Ok(Reached::Accepted);
        };
        let mut givens = file.puzzles[0].instance.givens().to_vec();
        givens.extend(&first.givens);
        let search = Links::new(file.puzzles[0].instance.problem()).given(&givens);
        search
            .expect("givens that lie together")
            .run(&mut Few::default());
        Ok(Reached::Searched)
    };
    let tally = run("damaged challenges", 200, &tapes(), |numbers, tally| {
        let mut tape = Tape::new(&numbers);
        let good = tape.pick(&files).clone();
        let text = if tape.once_in(6) {
            good
        } else {
            damage::text(&mut tape, &good, &words)
        };
        tally_up(tally, &text, challenges)
    });
    most_are_searched(&tally);
}

#[test]
fn books_that_are_damaged() {
    let files = texts("tests/books");
    let words = damage::words(files.iter().map(String::as_str));
    // Books refer to their files relative to this folder.
    let path = root().join("tests/books/random.ron");
    let books = |source: &Source| match BookFile::read(source, &path, "de", &PartLayout::default())
    {
        Ok(_) => Ok(Reached::Searched),
        Err(ChallengeFileError::Wrong { what, text }) => {
            is_reported(&what, &text).map(|()| Reached::Refused)
        }
        Err(error) => {
            prop_assert!(!error.to_string().is_empty());
            Ok(Reached::Refused)
        }
    };
    let tally = run("damaged books", 200, &tapes(), |numbers, tally| {
        let mut tape = Tape::new(&numbers);
        let good = tape.pick(&files).clone();
        tally_up(tally, &damage::text(&mut tape, &good, &words), books)
    });
    assert!(tally.of(Reached::Searched.name()) > 0, "{tally:?}");
}

#[test]
fn texts_of_booklets_that_are_damaged() {
    let good = BookletTexts::as_ron(Language::English);
    let words = damage::words([good.as_str(), "{number} {{ }} { } {title}"]);
    let texts = |source: &Source| match BookletTexts::read(source, Language::English) {
        Ok(_) => Ok(Reached::Searched),
        Err(error) => is_reported(&error, source).map(|()| Reached::Refused),
    };
    let tally = run("texts of booklets", 400, &tapes(), |numbers, tally| {
        tally_up(
            tally,
            &damage::text(&mut Tape::new(&numbers), &good, &words),
            texts,
        )
    });
    assert!(
        tally.of(Reached::Searched.name()) * 20 >= tally.of(Reached::Refused.name()),
        "{tally:?}"
    );
}
