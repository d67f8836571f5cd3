use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use itertools::Itertools;
use tilewright_dlx::{Engine, StopFlag};

use super::*;
use crate::design::challenges::Amount;
use crate::design::challenges::balanced::variation;
use crate::puzzle::{PuzzleFile, Source, load};
use crate::solve::search::RunContext;
use crate::support::rng::StableRng;

fn menagerie() -> PuzzleFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/menagerie.ron");
    load(&Source::load(&path).unwrap()).unwrap()
}

fn plan(amount: Amount, sides: CardSides) -> CardPlan {
    CardPlan {
        amount,
        difficulty: None,
        sides,
        seed: 1,
    }
}

fn all_of(
    file: &PuzzleFile,
    plan: &CardPlan,
    monitor: &RunContext,
) -> Result<DealtCards, CardError> {
    let boards = pool_boards(file)?;
    deal(file, &boards, plan, monitor, &|_| {})
}

fn dealt(file: &PuzzleFile, plan: &CardPlan, threads: usize) -> DealtCards {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.unwrap();
    pool.install(|| all_of(file, plan, &RunContext::silent()))
        .unwrap()
}

/// The numbers of all solutions and of distinct solutions of a face, from a separate count.
fn counted(boards: &[PoolBoard], board: usize, face: &CardFace) -> (u64, u64) {
    let text = boards[board].puzzle.chosen(&face.copies).to_ron();
    let puzzle = load(&Source::new("card.ron", text)).unwrap().puzzle;
    let instance = crate::cover::Instance::new(puzzle).unwrap();
    let stop = StopFlag::new();
    let symmetries = &instance.symmetry(&stop).unwrap().symmetries;
    let solver = instance.solver().engine(Engine::Bits);
    let all = solver.list().unwrap().known().unwrap().len() as u64;
    let answer = solver.count_distinct(symmetries).unwrap();
    let distinct = answer.known().unwrap().distinct;
    (all, distinct.try_into().unwrap())
}

#[test]
fn every_card_has_one_solution() {
    let file = menagerie();
    let boards = pool_boards(&file).unwrap();
    for plan in [
        plan(Amount::Count(24), CardSides::One(None)),
        plan(Amount::Quantiles(vec![4; 3]), CardSides::Two([3, 4])),
    ] {
        let deck = dealt(&file, &plan, 2);
        assert_eq!(deck.cards.len(), plan.amount.total());
        for card in &deck.cards {
            for face in &card.faces {
                assert_eq!(counted(&boards, card.board, face), (1, 1));
            }
        }
    }
}

#[test]
fn a_deck_is_the_same_for_any_number_of_threads() {
    let file = menagerie();
    for plan in [
        plan(Amount::Grades(vec![6, 3]), CardSides::One(None)),
        plan(Amount::Count(12), CardSides::Two([3, 4])),
    ] {
        assert_eq!(dealt(&file, &plan, 1), dealt(&file, &plan, 4));
    }
}

#[test]
fn each_board_is_used_once_while_there_are_others() {
    let file = menagerie();
    let deck = dealt(&file, &plan(Amount::Count(20), CardSides::One(None)), 2);
    let boards = |cards: &[DealtCard]| cards.iter().map(|card| card.board).collect::<BTreeSet<_>>();
    assert_eq!(boards(&deck.cards).len(), 20);
    // A deck with more cards than boards uses every board.
    let more = dealt(&file, &plan(Amount::Count(30), CardSides::One(None)), 2);
    assert_eq!(
        (more.cards.len(), boards(&more.cards).len()),
        (30, more.boards)
    );
}

#[test]
fn pieces_are_used_more_evenly_than_by_chance() {
    let file = menagerie();
    let boards = pool_boards(&file).unwrap();
    let deck = dealt(&file, &plan(Amount::Count(20), CardSides::One(None)), 2);
    // This deck has all cards of each board.
    let all = dealt(&file, &plan(Amount::Count(4000), CardSides::One(None)), 2);
    for seed in 0..50 {
        let mut rng = StableRng::new(seed, 0);
        let mut uses = vec![0.0; boards[0].puzzle.pieces.len()];
        let mut order: Vec<usize> = (0..boards.len()).collect();
        rng.shuffle(&mut order);
        for board in order.into_iter().take(20) {
            let own: Vec<_> = all
                .cards
                .iter()
                .filter(|card| card.board == board)
                .collect();
            let card = own[rng.below(own.len())];
            for (uses, copies) in uses.iter_mut().zip(&card.faces[0].copies) {
                *uses += f64::from(*copies);
            }
        }
        assert!(deck.spread <= variation(&uses), "seed {seed}");
    }
}

#[test]
fn the_sides_of_a_card_have_their_numbers_of_pieces_and_grow_harder() {
    let file = menagerie();
    let deck = dealt(&file, &plan(Amount::Count(12), CardSides::Two([3, 4])), 2);
    assert_eq!(deck.cards.len(), 12);
    for card in &deck.cards {
        let pieces: Vec<u32> = card
            .faces
            .iter()
            .map(|face| face.copies.iter().sum())
            .collect();
        assert_eq!(pieces, [3, 4]);
        let [first, second] = [&card.faces[0], &card.faces[1]].map(|face| face.rating.unwrap());
        assert!(first <= second);
    }
}

#[test]
fn first_sides_are_repeated_only_if_there_is_no_other() {
    let file = menagerie();
    // For each board, the different first sides of its cards, and the number of cards.
    let first_sides = |cards: usize| {
        let plan = plan(Amount::Count(cards), CardSides::Two([3, 4]));
        let mut of_boards: BTreeMap<usize, (BTreeSet<Vec<u32>>, usize)> = BTreeMap::new();
        for card in dealt(&file, &plan, 2).cards {
            let (sides, cards) = of_boards.entry(card.board).or_default();
            sides.insert(card.faces[0].copies.clone());
            *cards += 1;
        }
        of_boards
    };
    let all = first_sides(4000);
    let some = first_sides(70);
    assert!(some.values().any(|(_, cards)| *cards > 1));
    for (board, (sides, cards)) in some {
        assert_eq!(sides.len(), cards.min(all[&board].0.len()), "board {board}");
    }
}

/// Checks that cards on a board with symmetries are rated. Each has four solutions, which are
/// images of one.
#[test]
fn a_card_on_a_board_with_a_symmetry_is_rated() {
    let text = "(lattice: Square, board: Rect(5, 3),
        pieces: [Set(of: Polyominoes(5), copies: (0, 1))])";
    let file = load(&Source::new("bar.ron", text)).unwrap();
    let boards = pool_boards(&file).unwrap();
    let deck = dealt(&file, &plan(Amount::Count(10), CardSides::One(None)), 2);
    // Seven choices of three pentominoes fill 3 × 5, each in one way up to reflections.
    assert_eq!((deck.cards.len(), deck.candidates, deck.boards), (7, 7, 1));
    for card in &deck.cards {
        assert_eq!(counted(&boards, 0, &card.faces[0]), (4, 1));
        assert!(card.rating().is_some());
    }
}

/// Checks, on every lattice, that the cards of a board are the choices of its pool with one
/// distinct solution. Each choice is counted separately.
#[test]
fn all_cards_of_a_board_are_found() {
    let pools = [
        (
            "lattice: Square, board: Minus(Rect(4, 4), Cells([(0, 0), (3, 1), (3, 3)]))",
            "Polyominoes(4)",
            "Polyominoes(5)",
        ),
        (
            "lattice: Triangle, board: Rhombus(3, 2)",
            "Polyiamonds(4)",
            "Polyiamonds(5)",
        ),
        (
            "lattice: Stick, board: Rect(2, 1)",
            "Polysticks(2)",
            "Polysticks(3)",
        ),
        (
            "lattice: Cube, board: Box(2, 2, 3)",
            "Polycubes(3)",
            "Polycubes(4)",
        ),
    ];
    let mut cards = 0;
    for (board, small, large) in pools {
        let text = format!(
            "({board}, pieces: [
                Set(of: {small}, prefix: \"s\", copies: (0, 2)), Set(of: {large}, copies: (0, 1)),
            ])"
        );
        let file = load(&Source::new("pool.ron", text)).expect(board);
        let boards = pool_boards(&file).unwrap();
        let deck = dealt(&file, &plan(Amount::Count(1000), CardSides::One(None)), 2);
        assert_eq!(deck.kept, None);
        let found: BTreeSet<&Vec<u32>> = deck
            .cards
            .iter()
            .map(|card| &card.faces[0].copies)
            .collect();
        let copies = file.puzzle.pieces.iter().map(|piece| 0..=piece.copies.max);
        for copies in copies.multi_cartesian_product() {
            let areas = file.puzzle.pieces.iter().zip(&copies);
            let areas = areas.map(|(piece, copies)| piece.polyform.size() * *copies as usize);
            if areas.sum::<usize>() != file.puzzle.board.required_count() {
                continue;
            }
            let face = CardFace {
                copies,
                rating: None,
            };
            let (_, distinct) = counted(&boards, 0, &face);
            assert_eq!(
                found.contains(&face.copies),
                distinct == 1,
                "{board} {face:?}"
            );
        }
        cards += found.len();
    }
    assert!(cards > 10, "{cards}");
}

/// Checks that two pieces are held in one orientation if holding only one of them leaves several
/// images of the solution.
#[test]
fn two_pieces_may_be_held() {
    let text = r#"(lattice: Cube, board: Box(4, 2, 2), pieces: [
        Set(of: Polycubes(4), prefix: "4", only: ["Z", "P"]),
        Set(of: Polycubes(3), prefix: "3", only: ["I"]),
        Set(of: Polyominoes(5), only: ["L"]),
    ])"#;
    let puzzle = load(&Source::new("slab.ron", text)).unwrap().puzzle;
    let card = crate::cover::Instance::new(puzzle).unwrap();
    let solutions = solutions(&card, Engine::Bits, &StopFlag::new()).unwrap();
    assert!(
        matches!(solutions, CardSolutions::One { images: 16, .. }),
        "{solutions:?}"
    );
    let rated = rated(&card, &RunContext::silent()).unwrap().unwrap();
    let (pieces, held) = rated.held.unwrap();
    assert_eq!(pieces.len(), 2);
    let left = held.solver().list().unwrap().known().unwrap();
    assert_eq!(left.len(), 1);
}

/// Checks that the seed decides which cards are kept, if a board has more cards than the limit.
#[test]
fn some_of_many_cards_are_looked_at() {
    let text = r#"(lattice: Square, board: Minus(Rect(6, 4), Cells([(0, 0), (5, 3), (4, 3)])), pieces: [
        Set(of: Polyominoes(3), prefix: "3", copies: (0, 2)),
        Set(of: Polyominoes(4), prefix: "4", copies: (0, 2)),
        Set(of: Polyominoes(5), copies: (0, 1)),
    ])"#;
    let file = load(&Source::new("many.ron", text)).unwrap();
    let mut plan = plan(Amount::Count(3), CardSides::One(None));
    let deck = dealt(&file, &plan, 1);
    assert_eq!(
        (deck.cards.len(), deck.candidates, deck.kept),
        (3, 192, Some(192))
    );
    assert_eq!(deck, dealt(&file, &plan, 3));
    plan.seed = 2;
    assert_ne!(deck.cards, dealt(&file, &plan, 1).cards);
    plan.amount = Amount::Count(8);
    let all = dealt(&file, &plan, 2);
    assert_eq!((all.candidates, all.kept), (469, None));
}

/// Checks that a deal stopped after half of the boards has cards of these boards.
#[test]
fn the_first_cards_are_dealt_after_a_signal() {
    let file = menagerie();
    let boards = pool_boards(&file).unwrap();
    for sides in [CardSides::One(None), CardSides::Two([3, 4])] {
        let stop = StopFlag::new();
        let on_progress = |progress: CardProgress| {
            if progress.boards == 18 {
                stop.set();
            }
        };
        let plan = plan(Amount::Count(4), sides);
        let monitor = RunContext::new(&stop);
        let deck = deal(&file, &boards, &plan, &monitor, &on_progress).unwrap();
        assert!(deck.interrupted);
        assert_eq!(deck.cards.len(), 4);
        for card in &deck.cards {
            for face in &card.faces {
                assert_eq!(counted(&boards, card.board, face), (1, 1));
            }
        }
    }
}

#[test]
fn pieces_that_must_be_used_are_no_pool() {
    let text = "(lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4))])";
    let file = load(&Source::new("all.ron", text)).unwrap();
    let plan = plan(Amount::Count(1), CardSides::One(None));
    let error = all_of(&file, &plan, &RunContext::silent()).unwrap_err();
    assert!(matches!(error, CardError::NoPool), "{error}");
}

#[test]
fn a_deal_ends_when_it_is_asked_to() {
    let stop = StopFlag::new();
    stop.set();
    let plan = plan(Amount::Count(1), CardSides::One(None));
    let none = all_of(&menagerie(), &plan, &RunContext::new(&stop)).unwrap();
    assert!(none.interrupted && none.cards.is_empty());
}
