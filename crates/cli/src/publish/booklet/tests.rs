use std::path::Path;

use super::hint::Voice;
use super::*;
use crate::design::challenges::ChallengeFile;
use crate::picture::drawing::{Artist, SolidView, Style};
use crate::publish::texts::Language;
use crate::reason::deduction::Refutation;

/// Reads a file of `tests/challenges`.
pub(super) fn challenges(name: &str) -> ChallengeFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/challenges");
    ChallengeFile::load(&path.join(format!("{name}.ron"))).unwrap()
}

pub(super) fn booklet(file: &ChallengeFile) -> Booklet<'_> {
    let monitor = RunContext::silent();
    Booklet::of_challenges(&file.title, &file.puzzles, &file.challenges, &monitor).unwrap()
}

#[test]
fn challenges_come_in_the_order_of_their_ratings_with_their_solutions() {
    let file = challenges("kanoodle");
    let booklet = booklet(&file);
    assert_eq!(booklet.tasks().len(), file.challenges.len());
    let ratings = booklet.tasks().iter().map(|task| task.rating);
    let ratings: Vec<Option<Rating>> = ratings.collect();
    assert!(ratings.is_sorted() && ratings[0].is_some(), "{ratings:?}");
    for task in booklet.tasks() {
        assert!(
            task.givens
                .iter()
                .all(|given| task.solution.contains(given))
        );
        let cells = task.solution.iter();
        let cells = cells.map(|option| {
            file.puzzles[0]
                .instance
                .meaning(*option)
                .placement
                .cells
                .len()
        });
        assert_eq!(cells.sum::<usize>(), 55);
        // The hint's placement is in the solution, its refuted placements are not, and it has words
        // and marks.
        let step = task.hint.step.as_ref().expect("a step");
        assert!(task.solution.contains(&step.placed), "{}", task.id);
        let fails = |way: &Refutation| !task.solution.contains(&way.option);
        assert!(step.refuted.iter().all(fails), "{}", task.id);
        let texts = BookletTexts::default();
        let artist = Artist::new(task.instance.puzzle(), Style::default());
        let voice = Voice::new(&texts, &artist);
        let hint = task.hint.first(task.instance, &voice, false);
        assert!(!hint.words.is_empty() && !hint.marks.is_empty());
    }
}

/// Checks that the number of challenges, which the command `challenges` writes into the title, is removed
/// from it. The subtitle states this number.
#[test]
fn titles_leave_the_count_to_the_subtitle() {
    let title = |text| without_count(Label::escaping(text), "12 challenges").to_string();
    assert_eq!(title("My house: 12 challenges"), "My house");
    assert_eq!(
        title("My house: 120 challenges"),
        "My house: 120 challenges"
    );
    assert_eq!(title("12 challenges"), "12 challenges");
}

#[test]
fn rules_fit_the_puzzle() {
    let texts = BookletTexts::default();
    let rules = |name| {
        let file = challenges(name);
        booklet(&file).rules(&texts, SolidView::Layers)
    };
    assert!(rules("kanoodle").contains(&texts.play_free.plain()));
    assert!(rules("tetrasticks").contains(&texts.play_goal_of_sticks.plain()));
    assert!(rules("soma").contains(&texts.play_solid.plain()));
    assert!(rules("soma").contains(&texts.play_layers.plain()));
    let soma = challenges("soma");
    let from_corner = booklet(&soma).rules(&texts, SolidView::Isometric);
    assert!(!from_corner.contains(&texts.play_layers.plain()));
    assert!(rules("iq-fit").contains(&texts.play_solid.plain()));
}

/// Checks that the printed rating is the computed one, even if the file states another.
#[test]
fn grades_are_computed_again() {
    let mut file = challenges("kanoodle");
    let ids = |file: &ChallengeFile| -> Vec<String> {
        let booklet = booklet(file);
        booklet
            .tasks()
            .iter()
            .map(|task| task.id.to_string())
            .collect()
    };
    let order = ids(&file);
    // The file rates the easiest challenge 9.9.
    let easiest = file.challenges.iter_mut().find(|c| c.id == order[0]);
    let easiest = easiest.unwrap();
    (easiest.grade, easiest.rating) = (Some(Grade::Easy), Some(9.9));
    assert_eq!(ids(&file), order);
    let booklet = booklet(&file);
    let stale: Vec<String> = booklet
        .tasks()
        .iter()
        .filter_map(|task| Some(format!("{}: {}", task.id, task.stale?)))
        .collect();
    assert_eq!(
        stale,
        ["train: the file says that it is easy 9.9; it is easy 2.7"]
    );
    let page = html(
        &booklet,
        &BookletTexts::default(),
        crate::picture::drawing::Style::default(),
    );
    assert!(!page.contains("easy 9.9") && page.contains("easy 2.7"));
}

/// A challenge of Kanoodle with a unique solution that deductions alone do not find.
fn beyond_look_ahead() -> crate::design::challenges::Challenge {
    let text = r#"(puzzle: "kanoodle", challenges: [(id: "far", givens: [
        (piece: "Orange", cells: Cells([(2, 1), (3, 1), (4, 1), (2, 2)])),
        (piece: "White", cells: Cells([(3, 2), (4, 2), (4, 3)])),
    ], grade: Expert, rating: 10.8)])"#;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/far.ron");
    let source = crate::puzzle::Source::new("far.ron", text);
    let file = ChallengeFile::read(source, &path).unwrap();
    file.challenges[0].clone()
}

/// Checks that "without guessing" is only printed if it is true for every challenge.
#[test]
fn the_rules_promise_no_guessing_only_if_it_is_true() {
    let texts = BookletTexts::default();
    let mut file = challenges("kanoodle");
    file.challenges
        .retain(|challenge| *challenge.id == *"train");
    let rules = booklet(&file).rules(&texts, SolidView::Layers);
    assert!(rules.contains(&texts.play_challenge.plain()));
    assert!(rules.iter().any(|rule| rule.contains("without guessing")));
    file.challenges.push(beyond_look_ahead());
    let with_search = booklet(&file);
    let hardest = with_search.tasks().last().unwrap();
    assert!(hardest.is_unique && !hardest.is_deducible(), "{hardest:?}");
    let rules = with_search.rules(&texts, SolidView::Layers);
    assert!(rules.contains(&texts.play_challenge_of_trying.plain()));
    assert!(!rules.iter().any(|rule| rule.contains("without guessing")));
}

#[test]
fn a_page_for_the_screen_has_every_challenge_once() {
    let file = challenges("kanoodle");
    let booklet = booklet(&file);
    let mut texts = BookletTexts::default();
    let page = html(&booklet, &texts, crate::picture::drawing::Style::default());
    for task in booklet.tasks() {
        assert_eq!(page.matches(&format!("id=\"c-{}\"", task.id)).count(), 1);
    }
    assert!(
        !page.contains("src=") && !page.contains("href=\"http"),
        "no network"
    );
    // Texts are escaped.
    let source = crate::puzzle::Source::new("t", r#"(play: "<script>&\"", title: "</title>")"#);
    texts = BookletTexts::read(&source, Language::English).unwrap();
    let page = html(&booklet, &texts, crate::picture::drawing::Style::default());
    assert!(!page.contains("<script>") && page.contains("&lt;script&gt;"));
    assert!(page.contains("<h1>&lt;/title&gt;</h1>"));
}
