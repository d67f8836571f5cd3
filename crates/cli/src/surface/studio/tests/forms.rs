//! Tests of edits by forms: labels in groups, goals, further fields; and of the room of a canvas.

use super::*;

const CALENDAR: &str = r#"// A week.
(
    lattice: Square,
    board: Rect(4, 3), // the tray
    pieces: [Set(of: Polyominoes(5), only: ["P", "U"])],
    labels: [
        // months
        Rows((0, 0), ["Jan Feb"]), // two
        Cells({ "New Year": (3, 0) }), // a day
    ],
    goals: [
        // each
        Each(), // all
        Goal(name: "corner", open: Cells([(0, 0), (3, 2)])),
    ],
)
"#;

fn labels(group: Option<usize>, cells: &[(i64, i64, &str)]) -> Edit {
    let label = |(x, y, label): &(i64, i64, &str)| (vec![*x, *y], (*label).to_owned());
    let labels = cells.iter().map(label).collect();
    Edit::Labels { group, labels }
}

fn goal(goal: Option<usize>, entry: &str) -> Edit {
    let entry = entry.to_owned();
    Edit::Goal { goal, entry }
}

fn goal_field(goal: usize, field: GoalFieldName, value: &str) -> Edit {
    let value = value.to_owned();
    Edit::GoalField { goal, field, value }
}

fn field(field: &str, value: &str) -> Edit {
    let (field, value) = (field.to_owned(), value.to_owned());
    Edit::Field { field, value }
}

/// The text after some edits. Also checks that undoing all of them restores the first text.
fn edited(text: &str, edits: &[Edit]) -> String {
    let mut drawn = document(text);
    for edit in edits {
        drawn.apply(edit).unwrap();
    }
    let edited = drawn.text().to_owned();
    while drawn.can_undo() {
        drawn.apply(&Edit::Undo).unwrap();
    }
    assert_eq!(drawn.text(), text);
    edited
}

#[test]
fn labels_stay_in_their_groups() {
    let months = labels(Some(0), &[(1, 0, "Mar"), (2, 0, "Apr")]);
    assert_eq!(
        edited(CALENDAR, &[months]),
        CALENDAR.replace("Jan Feb", "Jan Mar Apr")
    );
    let moved = labels(None, &[(0, 0, "Mon"), (0, 1, "Tue")]);
    let new = CALENDAR
        .replace("Rows((0, 0), [\"Jan Feb\"])", "Rows((1, 0), [\"Feb\"])")
        .replace(
            "// a day\n",
            "// a day\n        Rows((0, 0), [\n            \"Mon\",\n            \"Tue\",\n        ]),\n",
        );
    assert_eq!(edited(CALENDAR, &[moved]), new);
    let removed = labels(None, &[(3, 0, "")]);
    let new = CALENDAR.replace(
        "        Cells({ \"New Year\": (3, 0) }), // a day\n",
        "        // a day\n",
    );
    assert_eq!(edited(CALENDAR, &[removed]), new);
}

#[test]
fn an_unfinished_puzzle_is_labelled() {
    let text = edited(
        "(lattice: Square, board: Rect(3, 2), pieces: [])",
        &[labels(None, &[(0, 0, "Mon"), (2, 0, "Wed"), (0, 1, "Thu")])],
    );
    let rows = "Rows((0, 0), [\n            \"Mon   - Wed\",\n            \"Thu\",\n        ])";
    assert!(text.contains(rows), "{text}");
    let view = View::of(&document(&text)).0;
    assert_eq!(view.label_groups[0].len(), 3);
    assert_eq!(view.labels.len(), 3);
    let hexagons = edited(
        "(lattice: Hexagon, board: Hexagon(2), pieces: [])",
        &[labels(None, &[(0, 0, "a"), (1, 0, "b")])],
    );
    assert!(
        hexagons.contains("Cells({ \"a\": (0, 0), \"b\": (1, 0) })"),
        "{hexagons}"
    );
}

#[test]
fn goals_are_added_changed_and_removed() {
    let view = View::of(&document(CALENDAR)).0;
    assert_eq!(view.problem, None);
    let counts: Vec<(&str, usize)> = (view.goal_entries.iter())
        .map(|goal| (goal.kind.as_str(), goal.count))
        .collect();
    assert_eq!(counts, [("Each", 2), ("Goal", 1)]);
    assert_eq!(view.goal_entries[1].open.len(), 2);
    let added = edited(CALENDAR, &[goal(None, "Holes(count: 2)")]);
    assert_eq!(
        added,
        CALENDAR.replace("(3, 2)])),\n", "(3, 2)])),\n        Holes(count: 2),\n")
    );
    let renamed = [
        goal_field(1, GoalFieldName::Name, "\"edge\""),
        goal_field(1, GoalFieldName::Open, ""),
        goal_field(0, GoalFieldName::Except, "[\"Feb New Year\"]"),
    ];
    let new = CALENDAR
        .replace("\"corner\", open: Cells([(0, 0), (3, 2)])", "\"edge\"")
        .replace("Each()", "Each(except: [\"Feb New Year\"])");
    assert_eq!(edited(CALENDAR, &renamed), new);
    let none = edited(CALENDAR, &[goal(Some(0), ""), goal(Some(0), "")]);
    assert!(!none.contains("goals"), "{none}");
    let mut drawn = document(CALENDAR);
    for wrong in [
        goal(None, "Holes(count: 2), Holes(count: 3)"),
        goal(None, "Holes(count: 99)"),
        goal(Some(7), ""),
        goal_field(1, GoalFieldName::Name, "\"a\"), Each("),
        goal_field(1, GoalFieldName::Open, "Cells([(9, 9)])"),
        field("labels", "[]"),
        field("tray", "Flat, source: \"\""),
    ] {
        assert!(drawn.apply(&wrong).is_err(), "{wrong:?}");
        assert_eq!(drawn.text(), CALENDAR);
    }
}

#[test]
fn further_fields_are_set_and_removed() {
    let text = "(lattice: Cube, tray: Flat, board: Rect(2, 2), pieces: [])";
    let deep = edited(text, &[field("tray", "Projected(layers: 2)")]);
    assert_eq!(deep, text.replace("Flat", "Projected(layers: 2)"));
    assert_eq!(View::of(&document(&deep)).0.layers, 2);
    let flat = edited(&deep, &[field("tray", "")]);
    assert_eq!(flat, text.replace(" tray: Flat,", ""));
}

/// Checks that the board does not move while the user draws inside the room, and that the room
/// grows if the user draws near its edge.
#[test]
fn the_room_grows_near_its_edge() {
    for lattice in [
        Lattice::Square,
        Lattice::Triangle,
        Lattice::Hexagon,
        Lattice::Stick,
        Lattice::Cube,
    ] {
        let text = Document::blank(lattice);
        let mut session = Session::new(document(&text), None);
        let canvas = |session: &Session| session.snapshot().reply().view.canvas.clone();
        let first = canvas(&session);
        let written = serde_json::to_value(&first).unwrap();
        let cells = written["cells"].as_array().unwrap().clone();
        let distance = |cell: &serde_json::Value| {
            let numbers: Vec<i64> = serde_json::from_value(cell[0].clone()).unwrap();
            numbers.iter().map(|number| number.abs()).sum::<i64>()
        };
        let order = |a: &&serde_json::Value, b: &&serde_json::Value| distance(a).cmp(&distance(b));
        let right = |a: &&serde_json::Value, b: &&serde_json::Value| {
            let [a, b] = [a, b].map(|cell| cell[2].as_f64().unwrap());
            a.total_cmp(&b)
        };
        let (near, far) = (cells.iter().min_by(order), cells.iter().max_by(right));
        let stroke = |cell: Option<&serde_json::Value>, stroke: u64| Request::Edit {
            change: Edit::Paint {
                cells: vec![serde_json::from_value(cell.unwrap()[0].clone()).unwrap()],
                mark: Mark::Required,
                stroke,
            },
            base: None,
        };
        session.answer(stroke(near, 0));
        assert_eq!(canvas(&session).room(), first.room(), "{lattice}");
        assert_eq!(canvas(&session).len(), first.len());
        session.answer(stroke(far, 1));
        let grown = canvas(&session);
        assert!(grown.len() > first.len(), "{lattice}");
        session.answer(Request::Edit {
            change: Edit::Undo,
            base: None,
        });
        assert_eq!(canvas(&session).room(), grown.room(), "{lattice}");
        let (reply, effect) = session.answer(Request::Fit);
        assert!(reply.view.canvas.len() < grown.len(), "{lattice}");
        assert!(matches!(effect, Effect::Changed(_)));
        let written = serde_json::to_string(&grown.room()).unwrap();
        assert_eq!(
            serde_json::from_str::<Room>(&written).unwrap(),
            grown.room()
        );
    }
}

#[test]
fn colours_of_cells_are_required() {
    let text = "(lattice: Square, board: Rect(2, 2), pieces: [\n    \
                Piece(name: \"ab\", cells: Rect(2, 1), colors: [\"a\", \"b\"], copies: 2),\n])\n";
    let color = |cells: &[(i64, i64)], color: &str| Edit::Color {
        cells: cells.iter().map(|(x, y)| vec![*x, *y]).collect(),
        color: color.to_owned(),
    };
    let edits = [color(&[(0, 0), (0, 1)], "a"), color(&[(0, 1)], "b")];
    let drawn = edited(text, &edits);
    for entry in [
        "Colored(color: \"a\", cells: Rect(1, 1))",
        "Colored(color: \"b\", cells: Shift((0, 1), Rect(1, 1)))",
    ] {
        assert!(drawn.contains(entry), "{drawn}");
    }
    let view = View::of(&document(&drawn)).0;
    assert_eq!(
        (view.problem, view.asked.len(), view.colors.len()),
        (None, 2, 2)
    );
    let none = edited(&drawn, &[color(&[(0, 0), (0, 1)], "")]);
    assert!(!none.contains("restrict"), "{none}");
    assert!(document(text).apply(&color(&[(0, 0)], "c")).is_err());
}

/// Checks that the cells of the goal that is shown are on the canvas, and that the goal is still shown after an
/// error in the text and after it is renamed.
#[test]
fn the_cells_of_a_goal_are_shown() {
    let text = "(lattice: Square, board: Rect(2, 2), pieces: [Set(of: Polyominoes(2), copies: Any)], goals: [
        Goal(name: \"open\", open: Cells([(1, 0), (1, 1)])),
        Goal(name: \"own\", board: Cells([(30, 0), (31, 0)])),
    ])";
    let mut session = Session::new(document(text), None);
    let show = |goal: &str| Request::Goal {
        goal: Some(goal.to_owned()),
    };
    let edit = |change| Request::Edit { change, base: None };
    let (reply, _) = session.answer(show("open"));
    let cells = reply.goal_cells.unwrap();
    assert_eq!(cells.marks, None);
    assert!(cells.open.iter().all(|at| reply.view.marks[*at] == 1));
    assert_eq!(cells.open.len(), 2);
    let revision = reply.view.revision;
    let (reply, effect) = session.answer(show("own"));
    assert!(matches!(effect, Effect::Changed(Some(_))));
    // The canvas is larger, so earlier answers are outdated.
    assert!(reply.view.revision > revision);
    let marks = reply.goal_cells.unwrap().marks.unwrap();
    assert_eq!(marks.len(), reply.view.marks.len());
    assert_eq!(marks.iter().filter(|mark| **mark == 1).count(), 2);
    let text = |text: &str| {
        edit(Edit::Text {
            text: text.to_owned(),
        })
    };
    let (reply, _) = session.answer(text("("));
    assert_eq!(
        (reply.goal.as_deref(), &reply.goal_cells),
        (Some("own"), &None)
    );
    let (reply, _) = session.answer(edit(Edit::Undo));
    assert!(reply.goal_cells.is_some());
    let (reply, _) = session.answer(edit(goal_field(1, GoalFieldName::Name, "\"new\"")));
    assert_eq!((reply.refused, reply.goal.as_deref()), (None, Some("new")));
    assert!(reply.goal_cells.unwrap().marks.is_some());
    let (reply, _) = session.answer(edit(goal(Some(1), "")));
    assert_eq!((reply.goal, reply.goal_cells), (None, None));
}

/// Checks that a page of all goals leaves out those without a solution, and says so.
#[test]
fn a_page_of_all_goals_is_made() {
    let text = |open: &str| {
        format!(
            "(lattice: Square, board: Rect(2, 2), pieces: [Set(of: Polyominoes(2))], goals: [
                {open}
                Goal(name: \"b\", open: Cells([(0, 0), (1, 1)])),
            ])"
        )
    };
    let made = |text: &str| {
        let file = View::of(&document(text)).1.unwrap();
        let part = crate::puzzle::PuzzlePart::Whole;
        let monitor = RunContext::silent();
        Download::GoalsPage.make(&file, part, "t", &monitor)
    };
    let page = made(&text("Goal(name: \"a\", open: Cells([(0, 0), (0, 1)])),")).unwrap();
    assert_eq!(page.name, "t.html");
    assert_eq!(page.note.as_deref(), Some("goals 1 of 2"));
    let refused = made(&text("")).unwrap_err();
    assert_eq!(refused.to_string(), "no goal has a solution");
}
