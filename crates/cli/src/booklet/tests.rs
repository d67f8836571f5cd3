use std::path::Path;

use super::*;
use crate::challenges::ChallengeFile;

/// Reads one of the files of challenges that tests share.
pub(super) fn challenges(name: &str) -> ChallengeFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/challenges");
    ChallengeFile::load(&path.join(format!("{name}.ron"))).unwrap()
}

/// A booklet of them.
pub(super) fn booklet(file: &ChallengeFile) -> Booklet<'_> {
    let interrupt = Interrupt::never();
    let ChallengeFile { puzzle, matrix, .. } = file;
    Booklet::of_challenges(&file.title, puzzle, matrix, &file.challenges, &interrupt).unwrap()
}

#[test]
fn challenges_come_in_the_order_of_their_ratings_with_their_solutions() {
    let file = challenges("kanoodle");
    let booklet = booklet(&file);
    assert_eq!(booklet.tasks().len(), file.challenges.len());
    let scores: Vec<f64> = booklet
        .tasks()
        .iter()
        .map(|task| task.grade.map_or(f64::INFINITY, |(_, score)| score))
        .collect();
    assert!(scores.is_sorted(), "{scores:?}");
    for task in booklet.tasks() {
        assert!(
            task.givens
                .iter()
                .all(|given| task.solution.contains(given))
        );
        let cells = task.solution.iter();
        let cells = cells.map(|option| file.matrix.meaning(*option).placement.cells.len());
        assert_eq!(cells.sum::<usize>(), 55);
        // What a hint tells holds.
        if let Some(step) = &task.hint.step {
            let wrong = |option: &OptionId| step.eliminated.contains(option);
            assert!(!task.solution.iter().any(wrong), "{}", task.id);
        }
    }
}

#[test]
fn a_hint_that_names_the_piece_says_it_once() {
    let file = challenges("kanoodle");
    let texts = Texts::default();
    for task in booklet(&file).tasks() {
        let look = task.hint.look(&file.puzzle, &file.matrix, &texts);
        assert!(!look.is_empty());
        let forced = task.hint.step.as_ref().map(|step| &step.reason);
        if let Some(crate::deduction::Reason::ForcedPiece { .. }) = forced {
            assert_eq!(task.hint.then(&file.puzzle, &texts), None);
        }
    }
}

#[test]
fn rules_fit_the_puzzle() {
    let texts = Texts::default();
    let rules = |name| {
        let file = challenges(name);
        booklet(&file).rules(&texts)
    };
    assert!(rules("kanoodle").contains(&texts.play_free.plain()));
    assert!(rules("tetrasticks").contains(&texts.play_goal_of_sticks.plain()));
    assert!(rules("soma").contains(&texts.play_solid.plain()));
    assert!(rules("iq-fit").contains(&texts.play_solid.plain()));
}

#[test]
fn a_page_for_the_screen_has_every_challenge_once() {
    let file = challenges("kanoodle");
    let booklet = booklet(&file);
    let mut texts = Texts::default();
    let page = html(&booklet, &texts, crate::drawing::Style::default());
    for task in booklet.tasks() {
        assert_eq!(page.matches(&format!("id=\"c-{}\"", task.id)).count(), 1);
    }
    assert!(
        !page.contains("src=") && !page.contains("href=\"http"),
        "no network"
    );
    // Texts can't break out.
    let source = crate::puzzle::Source::new("t", r#"(play: "<script>&\"", title: "</title>")"#);
    texts = Texts::read(&source).unwrap();
    let page = html(&booklet, &texts, crate::drawing::Style::default());
    assert!(!page.contains("<script>") && page.contains("&lt;script&gt;"));
    assert!(page.contains("<h1>&lt;/title&gt;</h1>"));
}
