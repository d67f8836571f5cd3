//! Searches whose designs have one of several boards.

use tilewright_geometry::{BoardSymmetry, Polyform, Sides, SubBoardSymmetry};

use super::*;
use crate::design::choices::ChoiceRule;
use crate::puzzle::BoardRequest;
use crate::puzzle::Puzzle;
use crate::puzzle::Requirement;
use tilewright_geometry::BoardCell;

fn request(cells: &str, symmetry: SubBoardSymmetry) -> BoardRequest {
    BoardRequest {
        cells: cells.parse().unwrap(),
        symmetry,
    }
}

/// Frames on several lattices, with fixed cells and a given.
pub(super) fn tasks() -> Vec<(Puzzle, Option<BoardRequest>)> {
    let (square, triangle, cube, stick) = (
        Lattice::Square,
        Lattice::Triangle,
        Lattice::Cube,
        Lattice::Stick,
    );
    let rect = rectangle(square, 5, 5).unwrap();
    let mut given = pool(square, &rect, 0, 3..=5, 2);
    let piece = given.piece_named("3I").unwrap();
    // The given is in the upper left corner, where it could cut cells off.
    let corner: Vec<BoardCell> = [0, 5, 10]
        .map(|at| given.board.indices().nth(at).unwrap())
        .into();
    given.givens.push(Given {
        piece,
        cells: corner,
    });
    let any = SubBoardSymmetry::Any;
    let tasks = vec![
        (pool(square, &rect, 9, 3..=5, 1), request("20", any)),
        (
            pool(square, &rect, 0, 3..=5, 1),
            request("18..21", SubBoardSymmetry::Rotation(2)),
        ),
        (pool(square, &rect, 0, 5..=5, 1), request("20", any)),
        (
            pool(square, &rect, 0, 3..=5, 2),
            request("..20", SubBoardSymmetry::Reflection),
        ),
        (given, request("18..20", any)),
        (
            pool(triangle, &hexagon(triangle, 2).unwrap(), 0, 3..=5, 2),
            request("18", SubBoardSymmetry::Rotation(3)),
        ),
        (
            pool(cube, &box_(cube, 3, 2, 3).unwrap(), 0, 3..=4, 2),
            request("14..16", SubBoardSymmetry::Rotation(2)),
        ),
        (
            pool(stick, &rectangle(stick, 3, 3).unwrap(), 0, 3..=5, 2),
            request("18..20", any),
        ),
    ];
    tasks
        .into_iter()
        .map(|(puzzle, boards)| (puzzle, Some(boards)))
        .collect()
}

/// Whether the cells of a board match the request, by its definition.
fn is_asked_for(frame: &Puzzle, board: &Board, request: &BoardRequest) -> bool {
    let cells = board.cells();
    let is_on = |at: &BoardCell| board.index_of(frame.board.cell(*at)).is_some();
    let must_stay = |at: &BoardCell| {
        let is_required = frame.board.optional_count() > 0 && frame.board.is_required(*at);
        is_required || frame.givens.iter().any(|given| given.cells.contains(at))
    };
    let whole = Board::new(board.lattice(), frame.board.cells().to_vec(), []).unwrap();
    let on: Vec<BoardCell> = frame.board.indices().filter(is_on).collect();
    let keeps = |isometry: &BoardSymmetry| *isometry.image_of_all(&on) == *on;
    let has = |wanted: &dyn Fn(&BoardSymmetry) -> bool| {
        let isometries = whole.symmetries(Sides::Free);
        isometries
            .filter(|isometry| wanted(isometry))
            .any(|isometry| keeps(&isometry))
    };
    request.cells.contains(&cells.len().into())
        && on.len() == cells.len()
        && board.optional_count() == 0
        && frame.board.indices().filter(must_stay).all(|at| is_on(&at))
        && Polyform::new(board.lattice(), cells.to_vec()).is_ok()
        && match request.symmetry {
            SubBoardSymmetry::Any => true,
            SubBoardSymmetry::Rotation(order) => {
                has(&|isometry| isometry.is_rotation() && isometry.order() == order)
            }
            SubBoardSymmetry::Reflection => has(&BoardSymmetry::is_reflection),
            SubBoardSymmetry::Full => whole
                .symmetries(Sides::Free)
                .all(|isometry| keeps(&isometry)),
        }
}

#[test]
fn boards_that_are_found_are_asked_for_and_hold_what_is_said() {
    let rule = ChoiceRule::default();
    let wanted = Requirement::Distinct("1..3".parse().unwrap());
    let mut shapes = BTreeSet::new();
    for (puzzle, boards) in tasks() {
        let request = boards.unwrap();
        let search = LocalSearch {
            boards: Some(&request),
            designs: 3,
            ..search(&puzzle, &rule, &wanted)
        };
        let mut nothing = CheckpointFile::nothing();
        let report = search.run(&on_threads(1, &StopFlag::new()), &mut nothing, &mut |_| {});
        let report = report.unwrap();
        assert!(!report.designs.is_empty());
        for design in &report.designs {
            let board = &design.pool.board;
            assert!(is_asked_for(&puzzle, board, &request));
            shapes.insert(board.cells().to_vec());
            let instance = Instance::new(design.pool.chosen(&design.choice.copies)).unwrap();
            let listed = Solver::new(instance.problem()).engine(Engine::Links).list();
            let solutions = listed.unwrap().known().unwrap();
            assert_eq!(design.choice.solutions, solutions.len().into());
            // The least image of a solution under the isometries of the design's board is the same
            // for all its images.
            let group = instance.symmetry(&StopFlag::new()).unwrap();
            let images = |solution: &Vec<tilewright_dlx::OptionId>| {
                let image = |g| {
                    let image = solution
                        .iter()
                        .map(|&option| group.symmetries.image(g, option));
                    image.collect::<BTreeSet<_>>()
                };
                group.symmetries.ids().map(image).min()
            };
            let distinct: BTreeSet<_> = solutions.iter().map(images).collect();
            assert_eq!(design.choice.distinct.exact(), Some(&distinct.len().into()));
            assert_eq!(design.is_wanted, (1..=3).contains(&distinct.len()));
            let mut covered: Vec<BoardCell> = design
                .solution
                .iter()
                .flat_map(|(_, cells)| cells.clone())
                .collect();
            covered.extend(
                design
                    .pool
                    .givens
                    .iter()
                    .flat_map(|given| given.cells.clone()),
            );
            covered.sort();
            assert!(covered.into_iter().eq(board.indices()));
        }
    }
    assert!(shapes.len() > 10);
}

/// Checks that the steps of a search count as many solutions as another engine, on symmetric boards
/// and on others.
#[test]
fn counts_are_those_of_the_board() {
    let rule = ChoiceRule::default();
    let wanted = Requirement::All(Vec::new());
    for (puzzle, boards) in tasks() {
        let search = LocalSearch {
            boards: boards.as_ref(),
            designs: 4,
            ..search(&puzzle, &rule, &wanted)
        };
        let mut nothing = CheckpointFile::nothing();
        let report = search.run(&on_threads(1, &StopFlag::new()), &mut nothing, &mut |_| {});
        let instance = Instance::new(puzzle.clone()).unwrap();
        let group = instance.symmetry(&StopFlag::new()).unwrap();
        let pieces = PiecePool::new(&puzzle, &rule).unwrap();
        let counter = CandidateCounter::new(&instance, &group.symmetries, pieces.given(), true);
        for design in report.unwrap().designs {
            let is_off = |at: &BoardCell| {
                let cell = puzzle.board.cell(*at);
                design.pool.board.index_of(cell).is_none()
            };
            let candidate = candidate::DesignCandidate {
                copies: design.choice.copies.clone(),
                off: puzzle
                    .board
                    .indices()
                    .filter(is_off)
                    .map(BoardCell::index)
                    .collect(),
            };
            let chosen = Instance::new(design.pool.chosen(&design.choice.copies)).unwrap();
            let solver = Solver::new(chosen.problem()).engine(Engine::Links);
            let all = solver.list().unwrap().known().unwrap().len() as u64;
            let counted = counter.count(&candidate, all + 1, &StopFlag::new());
            let counted = counted.unwrap().solutions();
            assert_eq!(counted, Some(CountedSolutions::Exactly(all)));
        }
    }
}

/// Checks that every change leads to a board that matches the request, and that many boards are
/// reached.
#[test]
fn changes_lead_to_other_boards() {
    for (puzzle, boards) in tasks() {
        let request = boards.unwrap();
        let boards = super::super::boards::DesignBoards::new(&puzzle, &request).unwrap();
        let ground = SearchGround::of(&puzzle, Some(boards));
        let mut rng = StableRng::new(3, 0);
        let board = ground
            .draw_board(&mut rng, &StopFlag::new())
            .unwrap()
            .unwrap();
        let mut dissection = Dissection::grow(&ground, &board, 4, &mut rng).unwrap();
        let mut seen = BTreeSet::new();
        for _ in 0..2000 {
            dissection.change(&ground, (1, 9), &mut rng);
            let regions = dissection.regions().to_vec();
            assert_eq!(dissection.cells().len(), 4);
            // `new` validates the regions: every change leaves a dissection of one of the boards.
            assert!(Dissection::new(regions, &ground).is_some());
            seen.insert(dissection.off(&ground));
        }
        let cells = puzzle.board.cells();
        for off in &seen {
            assert!(ground.knows(off));
            let on = (0..cells.len()).filter(|at| !off.contains(at));
            let board = Board::new(puzzle.lattice, on.map(|at| cells[at]), []).unwrap();
            assert!(is_asked_for(&puzzle, &board, &request));
        }
        assert!(seen.len() > 4, "{} of {request:?}", seen.len());
    }
}

#[test]
fn boards_that_are_none_are_refused() {
    let square = Lattice::Square;
    let puzzle = pool(square, &rectangle(square, 5, 4).unwrap(), 0, 3..=5, 1);
    let (rule, wanted) = (ChoiceRule::default(), Requirement::All(Vec::new()));
    for boards in [
        request("21..", SubBoardSymmetry::Any),
        request("0", SubBoardSymmetry::Any),
        request("20", SubBoardSymmetry::Rotation(4)),
    ] {
        let search = LocalSearch {
            boards: Some(&boards),
            ..search(&puzzle, &rule, &wanted)
        };
        let mut nothing = CheckpointFile::nothing();
        let report = search.run(&on_threads(1, &StopFlag::new()), &mut nothing, &mut |_| {});
        assert!(matches!(report, Err(SearchError::NoBoard)));
    }
    // More cells are fixed than the request allows.
    let puzzle = pool(square, &rectangle(square, 5, 4).unwrap(), 2, 3..=5, 1);
    let boards = request("17", SubBoardSymmetry::Any);
    let search = LocalSearch {
        boards: Some(&boards),
        ..search(&puzzle, &rule, &wanted)
    };
    let mut nothing = CheckpointFile::nothing();
    let report = search.run(&on_threads(1, &StopFlag::new()), &mut nothing, &mut |_| {});
    assert!(matches!(report, Err(SearchError::NoBoard)));
}
