use super::super::tests::{booklet, challenges};
use super::*;
use crate::picture::drawing::pdf::LinkTarget;
use crate::picture::drawing::{Coloring, Margins, Paper, Point};
use crate::publish::booklet::{BookPart, ChallengeSolutions, Cover, CoverArt, Task};
use crate::publish::texts::Language;

fn layout(paper: Paper, per_page: usize, hints: Hints) -> BookletLayout {
    BookletLayout {
        part: PartLayout {
            per_page,
            hints,
            ..PartLayout::default()
        },
        ..BookletLayout::of_paper(paper)
    }
}

fn leaves(booklet: &Booklet<'_>, layout: &BookletLayout) -> Result<Vec<Leaf>, BookletLayoutError> {
    let texts = BookletTexts::default();
    BookAssembly::of_booklet(booklet, &texts, layout, Fonts::built_in()).leaves()
}

fn texts(leaf: &Leaf) -> Vec<String> {
    let shapes = leaf.scene.elements.iter().flat_map(|e| &e.shapes);
    let texts = shapes.filter_map(|shape| match shape {
        Shape::Text(text) => Some(text.text.clone()),
        Shape::Path { .. } => None,
    });
    texts.collect()
}

/// Asserts that no element extends beyond the page.
fn check_within(leaf: &Leaf, paper: Paper) {
    let within = |point: Point| {
        (-0.01..=paper.width + 0.01).contains(&point.x)
            && (-0.01..=paper.height + 0.01).contains(&point.y)
    };
    for shape in leaf.scene.elements.iter().flat_map(|e| &e.shapes) {
        let bounds = match shape {
            Shape::Path { path, .. } => path.bounds(),
            Shape::Text(text) => Fonts::built_in().outline(text).bounds(),
        };
        if let Some((low, high)) = bounds {
            assert!(
                within(low) && within(high),
                "{}: {shape:?}",
                leaf.scene.title
            );
        }
    }
}

#[test]
fn every_lattice_fits_on_every_paper() {
    for name in ["kanoodle", "hexiamonds", "tetrasticks", "soma", "iq-fit"] {
        let file = challenges(name);
        let booklet = booklet(&file);
        for paper in [Paper::A4, Paper::A5, Paper::LETTER, Paper::A5.turned()] {
            for per_page in [1, 4, 6] {
                let layout = layout(paper, per_page, Hints::UpsideDown);
                let leaves = leaves(&booklet, &layout).unwrap();
                for leaf in &leaves {
                    check_within(leaf, paper);
                    for link in &leaf.links {
                        assert!(
                            matches!(link.target, LinkTarget::Page(page, _) if page < leaves.len())
                        );
                    }
                }
            }
        }
    }
}

/// On narrow pages, hints have fewer columns. On still narrower ones, the picture is above the words.
#[test]
fn hints_fit_on_narrow_pages() {
    let file = challenges("kanoodle");
    let booklet = booklet(&file);
    for width in [150.0, 100.0, 80.0, 70.0] {
        let paper = Paper { width, ..Paper::A5 };
        for leaf in leaves(&booklet, &layout(paper, 1, Hints::Upright)).unwrap() {
            check_within(&leaf, paper);
        }
    }
}

#[test]
fn references_lead_to_the_right_pages() {
    let file = challenges("kanoodle");
    let booklet = booklet(&file);
    for hints in [Hints::Upright, Hints::UpsideDown, Hints::Nowhere] {
        let mut layout = layout(Paper::A4, 1, hints);
        layout.part.has_later_hints = false;
        layout.part.has_index = Some(true);
        let leaves = leaves(&booklet, &layout).unwrap();
        for (number, task) in booklet.tasks().iter().enumerate() {
            let on: Vec<usize> = (0..leaves.len())
                .filter(|&page| texts(&leaves[page]).contains(&task.id.to_string()))
                .collect();
            // The id is on the pages of the challenge, its hint, its solution and the index.
            assert_eq!(on.len(), if hints == Hints::Nowhere { 3 } else { 4 });
            let targets: Vec<usize> = leaves[on[0]]
                .links
                .iter()
                .filter_map(|link| match link.target {
                    LinkTarget::Page(page, _) => Some(page),
                    LinkTarget::Address(_) => None,
                })
                .collect();
            assert_eq!(targets, on[1..on.len() - 1], "challenge {number}");
            let said: Vec<String> = texts(&leaves[on[0]])
                .into_iter()
                .filter(|text| text.contains("page"))
                .collect();
            for (text, page) in said.iter().zip(&targets) {
                assert!(text.ends_with(&format!(" {}", page + 1)), "{text}");
            }
        }
        // The last text of a page is its page number.
        for (page, leaf) in leaves.iter().enumerate().skip(1) {
            assert_eq!(texts(leaf).last(), Some(&(page + 1).to_string()));
        }
    }
}

#[test]
fn the_pages_of_a_booklet() {
    let file = challenges("kanoodle");
    let booklet = booklet(&file);
    let mut told = String::new();
    for leaf in leaves(&booklet, &layout(Paper::A5, 2, Hints::Upright)).unwrap() {
        told += &format!("== {}\n{}\n", leaf.scene.title, texts(&leaf).join("\n"));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn a_page_too_small_for_the_board_is_refused() {
    let file = challenges("kanoodle");
    let booklet = booklet(&file);
    let paper = Paper {
        margins: Margins::uniform(70.0),
        ..Paper::A5
    };
    let refused = leaves(&booklet, &layout(paper, 6, Hints::Upright)).unwrap_err();
    assert!(
        matches!(refused, BookletLayoutError::TooSmall(_)),
        "{refused}"
    );
}

#[test]
fn characters_that_no_font_has_are_reported() {
    let file = challenges("kanoodle");
    let mut booklet = booklet(&file);
    booklet.title = crate::support::label::Label::escaping("漢字");
    let mut layout = layout(Paper::A4, 4, Hints::Upright);
    layout.part.style.coloring = Coloring::Patterns;
    let texts = BookletTexts::default();
    let (bytes, missing) = pdf(&booklet, &texts, &layout, Fonts::built_in()).unwrap();
    assert!(bytes.starts_with(b"%PDF-"));
    assert_eq!(missing, ['字', '漢']);
}

/// Checks that by default there is an index from 48 challenges on, if ids are printed.
#[test]
fn an_index_is_for_many_challenges() {
    let file = challenges("kanoodle");
    let booklet = booklet(&file);
    let has_index = |booklet: &Booklet<'_>, asked, id| {
        let mut layout = layout(Paper::A4, 6, Hints::Nowhere);
        layout.part.has_index = asked;
        layout.part.beside.id = id;
        let leaves = leaves(booklet, &layout).unwrap();
        leaves.iter().any(|leaf| leaf.scene.title == "Index")
    };
    assert!(!has_index(&booklet, None, true));
    assert!(has_index(&booklet, Some(true), true));
    let Content::Challenges(tasks) = &booklet.content else {
        unreachable!("it is a booklet of challenges");
    };
    let many = tasks.iter().cycle().take(48).cloned().collect();
    let many = Booklet {
        content: Content::Challenges(many),
        ..self::booklet(&file)
    };
    assert!(has_index(&many, None, true));
    assert!(!has_index(&many, None, false));
    assert!(!has_index(&many, Some(false), true));
}

/// Checks that dividers are on right-hand pages, which have even indices.
#[test]
fn dividers_are_on_the_right() {
    let file = challenges("levels");
    let booklet = booklet(&file);
    for per_page in 1..=3 {
        let mut layout = layout(Paper::A5, per_page, Hints::UpsideDown);
        layout.part.has_dividers = true;
        let leaves = leaves(&booklet, &layout).unwrap();
        let is_divider = |leaf: &Leaf| {
            let is_tier = |text: &String| text == "learner" || text == "champion";
            !leaf.is_headed && texts(leaf).iter().any(is_tier)
        };
        let dividers = (0..leaves.len()).filter(|page| is_divider(&leaves[*page]));
        let dividers: Vec<usize> = dividers.collect();
        assert_eq!(dividers.len(), 2, "{dividers:?}");
        assert!(dividers.iter().all(|page| page % 2 == 0), "{dividers:?}");
    }
}

/// Checks that neither the cover nor the example shows the solution of a challenge, or an image of
/// it.
#[test]
fn covers_give_no_challenge_away() {
    let file = challenges("kanoodle");
    let made = booklet(&file);
    let monitor = crate::solve::search::RunContext::silent();
    let solutions = ChallengeSolutions::of([&made]);
    let made = made.with_cover_solution(&solutions, &monitor).unwrap();
    let cover = made.cover_solution.as_ref().unwrap();
    assert_eq!(cover.instance.problem().check(&cover.solution), Ok(()));
    let group = &cover.instance.symmetry(monitor.stop()).unwrap().symmetries;
    for task in made.tasks() {
        for g in group.ids() {
            let image = task.solution.iter().map(|o| group.image(g, *o));
            let mut image: Vec<_> = image.collect();
            let mut shown = cover.solution.clone();
            image.sort_unstable();
            shown.sort_unstable();
            assert_ne!(image, shown, "{}", task.id);
        }
    }
    // If a puzzle has only one solution up to symmetry, there is no other one for the cover.
    let strip = r#"(lattice: Square, board: Rect(5, 1), pieces: [
        Piece(name: "A", cells: Rect(2, 1)), Piece(name: "B", cells: Rect(3, 1))])"#;
    let puzzle = crate::puzzle::Puzzle::from_ron(strip).unwrap();
    let instance = crate::cover::Instance::new(puzzle).unwrap();
    assert!(!booklet_of_one(&instance).has_cover_solution());
}

/// A booklet with one challenge: all of the puzzle's solutions are images of its solution.
fn booklet_of_one(instance: &crate::cover::Instance) -> Booklet<'_> {
    let first = instance.solver().at_most(1).unwrap().known().unwrap();
    let task = Task {
        number: "1".to_owned(),
        ..Task::solved(instance, Vec::new(), first[0].clone())
    };
    let made = Booklet {
        content: Content::Challenges(vec![task]),
        ..Booklet::of_solutions(Label::default(), instance, Vec::new())
    };
    let solutions = ChallengeSolutions::of([&made]);
    let monitor = crate::solve::search::RunContext::silent();
    made.with_cover_solution(&solutions, &monitor).unwrap()
}

/// Checks that the page numbers in the table of contents are those of the headings, and that the
/// links lead there. Checks also that the worked example places pieces as in the solution.
#[test]
fn contents_and_examples_hold() {
    for (name, language) in [
        ("kanoodle", Language::English),
        ("hexiamonds", Language::German),
        ("tetrasticks", Language::English),
        ("soma", Language::German),
    ] {
        let file = challenges(name);
        let monitor = crate::solve::search::RunContext::silent();
        let booklet = booklet(&file);
        let solutions = ChallengeSolutions::of([&booklet]);
        let booklet = booklet.with_example(&solutions, &monitor).unwrap();
        if let Some(example) = &booklet.example {
            let task = &example.task;
            let is_same = |other: &Task<'_>| other.solution == task.solution;
            assert!(!booklet.tasks().iter().any(is_same), "{name}");
            let placed: Vec<_> = example.steps.iter().map(|step| step.placed).collect();
            assert!(placed.iter().all(|option| task.solution.contains(option)));
            assert_eq!(placed.len() + task.givens.len(), task.solution.len());
        }
        let words = BookletTexts::in_language(language);
        for paper in [Paper::A5, Paper::A4.turned()] {
            let mut layout = BookletLayout {
                has_contents: true,
                ..layout(paper, 4, Hints::UpsideDown)
            };
            layout.part.has_index = Some(true);
            let assembly = BookAssembly::of_booklet(&booklet, &words, &layout, Fonts::built_in());
            let leaves = assembly.leaves().unwrap();
            for leaf in &leaves {
                check_within(leaf, paper);
            }
            let example = words.example.plain();
            let is_shown = leaves.iter().any(|leaf| leaf.scene.title == example);
            assert_eq!(is_shown, booklet.example.is_some(), "{name}");
            let contents = &leaves[1];
            assert!(contents.links.len() >= 5, "{name}");
            for link in &contents.links {
                assert!(matches!(link.target, LinkTarget::Page(page, _) if page < leaves.len()));
            }
            for heading in [
                &words.play,
                &words.challenges,
                &words.solutions,
                &words.index,
            ] {
                let heading = heading.plain();
                let page = leaves.iter().position(|leaf| {
                    let mut marks = leaf.bookmarks.iter();
                    marks.any(|(level, title, _)| *level == 0 && *title == heading)
                });
                let page = page.unwrap();
                let told = texts(contents);
                let at = told.iter().position(|text| *text == heading).unwrap();
                assert_eq!(told[at + 1], (page + 1).to_string(), "{name}: {heading}");
                let leads = contents.links.iter();
                let mut leads = leads.map(|link| &link.target);
                assert!(
                    leads.any(|target| matches!(target, LinkTarget::Page(to, _) if *to == page))
                );
            }
        }
    }
}

/// A book of two decks, numbered consecutively. The first one has all fields next to its challenges.
fn book<'a>(first: Booklet<'a>, second: Booklet<'a>) -> Book<'a> {
    let full = PartLayout {
        has_later_hints: true,
        turns_solutions: true,
        has_dividers: true,
        beside: BesideChallenge {
            id: false,
            rating: true,
            tick_box: true,
            time: true,
            notes: true,
        },
        ..PartLayout::default()
    };
    let part = |booklet, layout| BookPart { booklet, layout };
    let parts = vec![part(first, full), part(second, PartLayout::default())];
    Book {
        author: Some(Label::escaping("Nobody")),
        cover: Some(Cover {
            art: CoverArt::Solution,
            ground: Some(crate::picture::palette::INK),
        }),
        introduction: vec!["A word before.".to_owned()],
        back: vec!["A word after.".to_owned()],
        has_running_heads: true,
        ..Book::of_parts(Label::escaping("Two decks"), parts)
    }
}

#[test]
fn the_pages_of_a_book() {
    let files = [challenges("kanoodle"), challenges("hexiamonds")];
    let book = book(booklet(&files[0]), booklet(&files[1]));
    let layout = BookletLayout {
        has_contents: true,
        multiple: 4,
        ..BookletLayout::of_paper(Paper::A5)
    };
    let texts_used = BookletTexts::default();
    let assembly = BookAssembly::of_book(&book, &texts_used, &layout, Fonts::built_in());
    let leaves = assembly.leaves().unwrap();
    let mut told = String::new();
    for leaf in &leaves {
        check_within(leaf, Paper::A5);
        told += &format!("== {}\n{}\n", leaf.scene.title, texts(leaf).join("\n"));
    }
    insta::assert_snapshot!(told);
    assert_eq!(leaves.len() % 4, 0);
    assert!(texts(&leaves[leaves.len() - 1]).contains(&"A word after.".to_owned()));
}

/// Checks the page numbers that a challenge prints for its hint and its solution: these pages show the
/// challenge's number.
#[test]
fn references_in_a_book_lead_to_the_right_pages() {
    let files = [challenges("kanoodle"), challenges("hexiamonds")];
    let book = book(booklet(&files[0]), booklet(&files[1]));
    let layout = BookletLayout::of_paper(Paper::A5);
    let words = BookletTexts::default();
    let assembly = BookAssembly::of_book(&book, &words, &layout, Fonts::built_in());
    let leaves = assembly.leaves().unwrap();
    let names = book.parts.iter().flat_map(|part| part.booklet.tasks());
    let names: Vec<String> = names.map(|task| task.number.clone()).collect();
    let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
    assert_eq!(names, numbers);
    for name in &names {
        let on: Vec<usize> = (0..leaves.len())
            .filter(|&page| !leaves[page].scene.title.starts_with("Index"))
            .filter(|&page| texts(&leaves[page]).contains(name))
            .collect();
        // Divider pages show the challenge's number too, but have no links.
        let first = on.iter().find(|&&page| {
            let title = &leaves[page].scene.title;
            let later = ["Hints", "More hints", "Solutions"];
            let is_later = later.iter().any(|section| title.starts_with(section));
            !is_later && !leaves[page].links.is_empty()
        });
        for page in [words.hint_page.clone(), words.solution_page.clone()] {
            let said = texts(&leaves[*first.unwrap()]);
            let led = said.iter().any(|text| {
                on.iter()
                    .any(|to| *text == page.fill(&[("page", &(to + 1).to_string())]))
            });
            assert!(led, "{name} {said:?} {on:?}");
        }
    }
}

/// Checks that levels of a progression keep their numbers, and that tiers have dividers, bookmarks
/// and running heads.
#[test]
fn tiers_divide_a_progression() {
    let file = challenges("levels");
    let booklet = booklet(&file);
    let numbers: Vec<&str> = (booklet.tasks().iter())
        .map(|task| task.number.as_str())
        .collect();
    assert_eq!(numbers[..3], ["5", "31", "56"]);
    let mut layout = layout(Paper::A5, 1, Hints::Nowhere);
    layout.part.has_dividers = true;
    let tiers = [
        "beginner",
        "learner",
        "intermediate",
        "advanced",
        "champion",
    ];
    let leaves = leaves(&booklet, &layout).unwrap();
    let divided: Vec<String> = (leaves.iter().filter(|leaf| !leaf.is_headed))
        .filter_map(|leaf| {
            texts(leaf)
                .into_iter()
                .find(|text| tiers.contains(&text.as_str()))
        })
        .collect();
    assert_eq!(divided, tiers);
    let bookmarks = leaves.iter().flat_map(|leaf| &leaf.bookmarks);
    let bookmarks: Vec<&str> = bookmarks.map(|(_, title, _)| title.as_str()).collect();
    assert!(
        tiers.iter().all(|tier| bookmarks.contains(tier)),
        "{bookmarks:?}"
    );
    let heads = leaves
        .iter()
        .filter(|leaf| leaf.scene.title.contains("intermediate"));
    assert_eq!(heads.count(), 2, "each level of a tier has its head");
}

/// Checks that the goals of a calendar are divided by months in contents, bookmarks and running heads, and
/// that a requested kind of division is obeyed.
#[test]
fn months_divide_a_calendar() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/calendar.ron");
    let text = crate::puzzle::Source::load(&path).unwrap();
    let file = crate::puzzle::load(&text).unwrap();
    let goals = ["Jan 1", "Jan 2", "Jan 3", "Feb 1", "Feb 2"].map(|name| {
        let goal = file.goal(name).unwrap();
        let puzzle = file.with_goal(goal).puzzle;
        (
            goal.name.clone(),
            crate::cover::Instance::new(puzzle).unwrap(),
        )
    });
    let monitor = crate::solve::search::RunContext::silent();
    let cache = crate::publish::booklet::Cache::default();
    let title = Label::escaping("Dates");
    let booklet = Booklet::of_goals(title.clone(), title, &goals, &cache, &monitor).unwrap();
    let mut layout = layout(Paper::A5, 2, Hints::Nowhere);
    layout.has_contents = true;
    let made = leaves(&booklet, &layout).unwrap();
    let titles: Vec<&str> = made.iter().map(|leaf| leaf.scene.title.as_str()).collect();
    assert!(titles.contains(&"Challenges: Jan 3 – Feb 1"), "{titles:?}");
    let contents = texts(&made[1]);
    assert!(contents.contains(&"Jan".to_owned()) && contents.contains(&"Feb".to_owned()));
    let bookmarks = made.iter().flat_map(|leaf| &leaf.bookmarks);
    let bookmarks: Vec<(usize, &str)> = bookmarks
        .map(|(level, title, _)| (*level, &**title))
        .collect();
    let january = bookmarks
        .iter()
        .position(|mark| *mark == (1, "Jan"))
        .unwrap();
    assert!(bookmarks[january + 1].0 == 2 && bookmarks[january + 1].1.contains("Jan 1"));
    // February begins in the middle of a page.
    let february = bookmarks.iter().position(|mark| *mark == (1, "Feb"));
    let february = february.unwrap();
    assert!(bookmarks[february - 1].1.contains("Jan 3"), "{bookmarks:?}");
    assert!(bookmarks[february + 1].1.contains("Feb 1"), "{bookmarks:?}");
    layout.part.divisions = Some(DivisionKind::Nothing);
    let undivided = leaves(&booklet, &layout).unwrap();
    assert!(!texts(&undivided[1]).contains(&"Jan".to_owned()));
}
