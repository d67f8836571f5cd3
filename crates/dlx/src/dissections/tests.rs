//! Compares counts of dissections with published numbers, and with partitions found by a search.

use std::ops::ControlFlow::{Break, Continue};

use num_bigint::BigUint;
use proptest::prelude::*;

use super::*;
use crate::burnside::{Certificate, fixed_covers};
use crate::{Links, OptionId, Problem, StopFlag, Symmetries};

/// The neighbours of each cell of a rectangle of squares, whose cells are numbered row by row.
fn grid(width: usize, height: usize) -> Vec<Vec<usize>> {
    let neighbours = |at: usize| {
        let (x, y) = (at % width, at / width);
        let mut list = Vec::new();
        list.extend((x > 0).then(|| at - 1));
        list.extend((x + 1 < width).then_some(at + 1));
        list.extend((y > 0).then(|| at - width));
        list.extend((y + 1 < height).then_some(at + width));
        list
    };
    (0..width * height).map(neighbours).collect()
}

/// The four cells around each inner corner of the rectangle.
fn faces(width: usize, height: usize) -> Vec<Vec<usize>> {
    let corners =
        (0..(width - 1) * (height - 1)).map(|at| at / (width - 1) * width + at % (width - 1));
    corners
        .map(|at| vec![at, at + 1, at + width, at + width + 1])
        .collect()
}

fn report(
    neighbours: &[Vec<usize>],
    size: usize,
    automorphisms: &[Vec<usize>],
) -> DissectionsReport {
    let regions = Dissections::new(neighbours.to_vec(), size).unwrap();
    let report = regions.count_fixed(automorphisms, &mut |_| Continue(()));
    report.unwrap()
}

fn count(neighbours: &[Vec<usize>], size: usize, automorphisms: &[Vec<usize>]) -> BigUint {
    let report = report(neighbours, size, automorphisms);
    assert!(report.complete);
    report.count
}

/// Compares counts with published ones. OEIS A172477: n × n in polyominoes of n cells. A167243,
/// A167248, A167251: h × w in w parts. A167247: h × 4 in two parts. Dominoes on 8 × 8: Fisher and
/// Temperley 1961.
#[test]
fn published_counts() {
    let check = |width, heights: std::ops::RangeInclusive<usize>, parts, counts: &[u64]| {
        for (height, &expected) in heights.zip(counts) {
            let found = count(&grid(width, height), width * height / parts, &[]);
            assert_eq!(found, expected.into(), "{width} × {height} in {parts}");
        }
    };
    check(3, 1..=8, 3, &[1, 3, 10, 23, 56, 132, 259, 546]);
    check(4, 1..=7, 4, &[1, 5, 23, 117, 501, 2_369, 9_525]);
    check(4, 1..=7, 2, &[1, 4, 19, 70, 245, 856, 2_967]);
    check(5, 1..=6, 5, &[1, 8, 62, 454, 4_006, 33_344]);
    check(6, 6..=6, 6, &[451_206]);
    check(8, 8..=8, 32, &[12_988_816]);
}

/// Checks that two sweeps from both ends count the same as a single sweep.
#[test]
fn both_ways_agree() {
    for (width, height) in (1..=6).flat_map(|width| (1..=6).map(move |height| (width, height))) {
        for size in (1..=8).filter(|size| width * height % size == 0) {
            let graph = grid(width, height);
            let all = Dissections::new(graph.clone(), size).unwrap();
            let found = all.count(&mut |_| Continue(())).unwrap();
            let expected = count(&graph, size, &[]);
            assert_eq!(found.count, expected, "{width} × {height} by {size}");
            let all = all.faces(&faces(width, height), &StopFlag::new()).unwrap();
            for found in [
                all.count(&mut |_| Continue(())),
                all.count_fixed(&[], &mut |_| Continue(())),
            ] {
                assert_eq!(
                    found.unwrap().count,
                    expected,
                    "{width} × {height} by {size}"
                );
            }
        }
    }
}

/// A quarter turn and a reflection of n × n cells, as permutations of the cells.
fn turns(side: usize) -> [Vec<usize>; 2] {
    let images = |image: fn(usize, usize, usize) -> (usize, usize)| {
        let image = |at: usize| image(side, at % side, at / side);
        let place = |(x, y)| y * side + x;
        (0..side * side).map(|at| place(image(at))).collect()
    };
    [
        images(|side, x, y| (side - 1 - y, x)),
        images(|side, x, y| (side - 1 - x, y)),
    ]
}

fn composed(first: &[usize], second: &[usize]) -> Vec<usize> {
    first.iter().map(|&image| second[image]).collect()
}

/// Counts the partitions that are distinct under rotations and reflections, by Burnside's lemma
/// (OEIS A328020).
#[test]
fn published_counts_of_distinct_ones() {
    for (side, expected) in [(1, 1_u32), (2, 1), (3, 2), (4, 22), (5, 515), (6, 56_734)] {
        let [turn, mirror] = turns(side);
        let mut group = vec![(0..side * side).collect::<Vec<_>>()];
        for power in 0..3 {
            group.push(composed(&group[power], &turn));
        }
        for power in 0..4 {
            group.push(composed(&group[power], &mirror));
        }
        let graph = grid(side, side);
        let fixed = |g: &Vec<usize>| count(&graph, side, std::slice::from_ref(g));
        let certificate = Certificate::new(group.iter().map(fixed));
        assert_eq!(certificate.unwrap().orbits, expected.into(), "{side}");
    }
}

/// Compares counts that are given all, some or none of the symmetries, in several orders of the vertices.
#[test]
fn symmetries_save_states() {
    let [turn, mirror] = turns(5);
    let mut group = vec![turn, mirror];
    for power in 0..6 {
        group.push(composed(&group[power], &group[0]));
    }
    let by_columns = (0..25).map(|at| at % 5 * 5 + at / 5).collect();
    for order in [
        (0..25).collect::<Vec<_>>(),
        by_columns,
        (0..25).rev().collect(),
    ] {
        let regions = Dissections::new(grid(5, 5), 5)
            .unwrap()
            .order(&order)
            .unwrap();
        let plain = regions.count(&mut |_| Continue(())).unwrap();
        for given in [&group[..1], &group[1..2], &group] {
            let regions = regions.clone().symmetries(given).unwrap();
            let found = regions.count(&mut |_| Continue(())).unwrap();
            assert_eq!(found.count, 4_006_u32.into(), "{order:?} {given:?}");
            assert!(found.states <= plain.states);
        }
        let all = regions.symmetries(&group).unwrap();
        let states = all.count(&mut |_| Continue(())).unwrap().states;
        assert!(states * 4 < plain.states * 3, "{states}, {}", plain.states);
    }
}

/// Compares counts with OEIS A172477 and A328020 for n = 7, which takes a few seconds.
#[test]
#[ignore = "takes seconds, and a minute unoptimised"]
fn published_counts_of_7_by_7() {
    let [turn, mirror] = turns(7);
    let graph = grid(7, 7);
    assert_eq!(count(&graph, 7, &[]), 158_753_814_u32.into());
    let half_turn = composed(&turn, &turn);
    let diagonal = composed(&turn, &mirror);
    let fixed = [half_turn, turn, mirror, diagonal].map(|g| count(&graph, 7, &[g]));
    assert_eq!(fixed, [10_430_u32, 0, 2_204, 82].map(Into::into));
    // By Burnside's lemma: the identity, the half turn, two mirrors and two diagonals. The two quarter turns fix
    // no partition.
    let sum = 158_753_814 + 10_430 + 2 * (2_204 + 82);
    assert_eq!(sum % 8, 0);
    assert_eq!(sum / 8, 19_846_102);
}

/// Runs the same count several times from the beginning. The first run is stopped at its first report of progress,
/// the next one at its second report and so on, until a run ends by itself. Returns the number of runs, and the
/// report of the last one.
pub(super) fn stopped_at_every_report(regions: &Dissections) -> (usize, DissectionsReport) {
    let mut states = Vec::new();
    for last in 1.. {
        let mut fractions = Vec::new();
        let report = regions.count(&mut |progress| {
            fractions.push(progress.fraction);
            if fractions.len() == last {
                Break(())
            } else {
                Continue(())
            }
        });
        assert!(fractions.is_sorted() && fractions.iter().all(|share| (0.0..=1.0).contains(share)));
        let report = report.unwrap();
        states.push(report.states);
        if report.complete {
            assert!(states[0] == 0 && states.is_sorted());
            return (states.len(), report);
        }
        assert_eq!(report.count, BigUint::ZERO);
    }
    unreachable!("a count ends")
}

#[test]
fn counts_stop_and_keep_to_their_memory() {
    let regions = Dissections::new(grid(6, 6), 6).unwrap();
    let all = report(&grid(6, 6), 6, &[]);
    let (stops, _) = stopped_at_every_report(&regions);
    assert!(stops > 4);
    let budget = all.peak_bytes / 8;
    let error = regions
        .memory(budget)
        .count_fixed(&[], &mut |_| Continue(()));
    assert_eq!(error, Err(DissectionsError::Outgrown { budget }));
}

/// Checks that a count makes no join if the memory is too small for one.
#[test]
fn a_join_that_has_no_room_is_done_without() {
    let regions = Dissections::new(grid(6, 6), 6).unwrap();
    let counted = (0..30).filter(|shift| {
        let report = (regions.clone().memory(1 << shift)).count(&mut |_| Continue(()));
        let is_counted = report.is_ok();
        match report {
            Ok(report) => assert_eq!(report.count, 451_206_u32.into(), "{shift}"),
            Err(error) => assert_eq!(error, DissectionsError::Outgrown { budget: 1 << shift }),
        }
        is_counted
    });
    assert!((5..20).contains(&counted.count()));
}

/// Counts the ways to cover a strip of two rows with dominoes, which are the Fibonacci numbers.
/// The counts of the halves eventually exceed a word.
#[test]
fn numbers_have_room() {
    let (mut last, mut here) = (BigUint::from(1_u32), BigUint::from(1_u32));
    for width in 2..=200_usize {
        let next = &last + &here;
        (last, here) = (here, next);
        if width % 12 == 8 {
            let regions = Dissections::new(grid(2, width), 2).unwrap();
            assert_eq!(
                regions.count(&mut |_| Continue(())).unwrap().count,
                here,
                "{width}"
            );
        }
    }
}

#[test]
fn what_is_no_graph_is_refused() {
    let refused = |neighbours: &[&[usize]]| {
        let lists = neighbours.iter().map(|list| list.to_vec()).collect();
        Dissections::new(lists, 1).err()
    };
    assert_eq!(refused(&[&[1], &[0]]), None);
    for wrong in [
        &[&[1][..], &[]],
        &[&[0][..], &[]],
        &[&[2][..], &[]],
        &[&[1, 1], &[0][..]],
    ] {
        assert_eq!(
            refused(wrong),
            Some(DissectionsError::NoGraph { vertex: 0 })
        );
    }
    assert_eq!(
        Dissections::new(Vec::new(), 0),
        Err(DissectionsError::Size { size: 0 })
    );
    let path = Dissections::new(vec![vec![1], vec![0, 2], vec![1]], 3).unwrap();
    assert_eq!(path.clone().order(&[0, 2]), Err(DissectionsError::Order));
    let turned = path.count_fixed(&[vec![2, 1, 0], vec![1, 2, 0]], &mut |_| Continue(()));
    assert_eq!(turned, Err(DissectionsError::NoAutomorphism { number: 1 }));
    // In a complete graph of 70 vertices, all vertices are open at once.
    let complete = (0..70).map(|at| (0..70).filter(|&other| other != at).collect());
    let complete = Dissections::new(complete.collect(), 2).unwrap();
    let error = complete.count(&mut |_| Continue(()));
    assert!(matches!(error, Err(DissectionsError::TooWide { .. })));
}

#[test]
fn nothing_and_ones_are_cut_in_one_way() {
    assert_eq!(count(&[], 3, &[]), 1_u32.into());
    assert_eq!(count(&grid(3, 2), 1, &[]), 1_u32.into());
    assert_eq!(count(&grid(3, 2), 4, &[]), 0_u32.into());
    assert_eq!(count(&grid(3, 2), 6, &[]), 1_u32.into());
    assert_eq!(count(&[vec![], vec![]], 2, &[]), 0_u32.into());
}

/// The exact cover problem whose options are all connected sets of `size` vertices.
fn problem_of(neighbours: &[Vec<usize>], size: usize) -> Problem {
    let mut problem = Problem::new();
    let vertices: Vec<_> = (0..neighbours.len())
        .map(|vertex| problem.add_primary(format!("v{vertex}")).unwrap())
        .collect();
    for set in 0_u32..1 << neighbours.len() {
        if set.count_ones() as usize != size {
            continue;
        }
        let mut reached = set & set.wrapping_neg();
        loop {
            let members = (0..neighbours.len()).filter(|vertex| reached >> vertex & 1 == 1);
            let near = members.flat_map(|vertex| &neighbours[vertex]);
            let next = near.fold(reached, |reached, &other| reached | (1 << other & set));
            if next == reached {
                break;
            }
            reached = next;
        }
        if reached == set {
            let members = (0..neighbours.len()).filter(|vertex| set >> vertex & 1 == 1);
            let items: Vec<_> = members.map(|vertex| vertices[vertex]).collect();
            problem.add_option(&items).unwrap();
        }
    }
    problem
}

/// A graph that consists of two copies of `half`, with an edge between a vertex and its copy where `bridges` is
/// set. Also returns the automorphism that exchanges the copies.
fn doubled(half: &[Vec<usize>], bridges: &[bool]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let count = half.len();
    let mut neighbours = half.to_vec();
    neighbours.extend(
        half.iter()
            .map(|list| list.iter().map(|at| at + count).collect()),
    );
    for (vertex, _) in bridges
        .iter()
        .enumerate()
        .filter(|(_, is_bridge)| **is_bridge)
    {
        neighbours[vertex].push(vertex + count);
        neighbours[vertex + count].push(vertex);
    }
    let exchange = (count..2 * count).chain(0..count).collect();
    (neighbours, exchange)
}

/// Random graphs of 1 to 5 vertices, and for each vertex whether it is connected to its copy.
fn halves() -> impl Strategy<Value = (Vec<Vec<usize>>, Vec<bool>)> {
    (1_usize..=5).prop_flat_map(|count| {
        let edges = proptest::collection::vec(any::<bool>(), count * count);
        let bridges = proptest::collection::vec(any::<bool>(), count);
        let graph = edges.prop_map(move |edges| {
            let is_edge = |a: usize, b: usize| a != b && edges[a.min(b) * count + a.max(b)];
            let list = |a| (0..count).filter(|&b| is_edge(a, b)).collect();
            (0..count).map(list).collect()
        });
        (graph, bridges)
    })
}

/// Gives all or some of the six faces of a cube, including the outer face of a plane drawing. Checks that faces
/// are used only if all are given: otherwise a part may enclose more than the given faces.
#[test]
fn parts_that_go_round_others_are_seen() {
    let list = |at: usize| vec![at ^ 1, at ^ 2, at ^ 4];
    let regions = Dissections::new((0..8).map(list).collect(), 4).unwrap();
    let count = |regions: &Dissections| regions.count(&mut |_| Continue(())).unwrap().count;
    let sides =
        |axis: usize| [0, 1].map(|side| (0..8).filter(|at| at >> axis & 1 == side).collect());
    let faces: Vec<Vec<usize>> = (0..3).flat_map(sides).collect();
    let stop = StopFlag::new();
    let expected = count(&regions);
    for known in [&faces[..], &faces[1..], &faces[..3], &[]] {
        let regions = regions.clone().faces(known, &stop).unwrap();
        assert_eq!(regions.faces.is_some(), known.len() == 6);
        assert_eq!(count(&regions), expected);
    }
}

proptest! {
    /// Checks that the count of a board with holes depends neither on whether the faces are known nor on whether
    /// symmetries are used.
    #[test]
    fn faces_and_symmetries_change_nothing(
        holes in proptest::collection::vec(0_u8..5, 20),
        size in 2_usize..=7,
    ) {
        // The cells of 4 × 5, as pairs that a half turn exchanges.
        let is_cell = |at: usize| holes[at] > 0 && holes[19 - at] > 0;
        let cells: Vec<usize> = (0..20).filter(|&at| is_cell(at)).collect();
        let place = |at: &usize| cells.binary_search(at).ok();
        let lists = grid(4, 5);
        let lists = cells.iter().map(|&at| lists[at].iter().filter_map(place).collect());
        let regions = Dissections::new(lists.collect(), size).unwrap();
        let expected = regions.count_fixed(&[], &mut |_| Continue(())).unwrap().count;
        let inner = faces(4, 5).into_iter();
        let inner: Vec<Vec<usize>> = inner
            .map(|face| face.iter().filter_map(place).collect())
            .collect();
        let turn: Vec<usize> = (0..cells.len()).rev().collect();
        let known = regions.clone().faces(&inner, &StopFlag::new()).unwrap();
        for regions in [regions, known] {
            let turned = regions.clone().symmetries(std::slice::from_ref(&turn)).unwrap();
            for regions in [regions, turned] {
                let found = regions.count(&mut |_| Continue(())).unwrap();
                prop_assert_eq!(&found.count, &expected);
                let fixed = |regions: &Dissections| {
                    let turn = std::slice::from_ref(&turn);
                    regions.count_fixed(turn, &mut |_| Continue(())).unwrap().count
                };
                prop_assert_eq!(fixed(&regions), fixed(&Dissections { faces: None, ..regions.clone() }));
            }
        }
    }

    /// Compares the numbers of partitions of a graph, all and those fixed by a symmetry, with a search. Checks
    /// that the problem is recognised, and that it is not once an option is removed.
    #[test]
    fn partitions_are_those_that_a_search_finds((half, bridges) in halves(), size in 1_usize..=6) {
        let (graph, exchange) = doubled(&half, &bridges);
        let problem = problem_of(&graph, size);
        let all = Links::new(&problem).run(&mut |_: &[OptionId]| Continue(())).solutions;
        prop_assert_eq!(count(&graph, size, &[]), all.into());
        let regions = Dissections::new(graph.clone(), size).unwrap();
        let regions = regions.symmetries(std::slice::from_ref(&exchange)).unwrap();
        prop_assert_eq!(regions.count(&mut |_| Continue(())).unwrap().count, all.into());

        let image = |option: OptionId| {
            let image = |item: &crate::ItemId| exchange[item.index()];
            let mut images: Vec<_> = problem.option_items(option).iter().map(image).collect();
            images.sort_unstable();
            let is_it = |other: &OptionId| {
                let items = problem.option_items(*other).iter().map(|item| item.index());
                items.eq(images.iter().copied())
            };
            problem.options().find(is_it).unwrap()
        };
        let images: Vec<_> = problem.options().map(image).collect();
        let identity: Vec<_> = problem.options().collect();
        if images != identity {
            let symmetries = Symmetries::new(&problem, vec![identity, images]).unwrap();
            let g = symmetries.ids().nth(1).unwrap();
            let fixed = fixed_covers(&problem, &symmetries, g, &mut |_: &[OptionId]| Continue(()));
            let found = count(&graph, size, &[exchange]);
            prop_assert_eq!(found, fixed.unwrap().count.into());
        }

        let stop = StopFlag::new();
        let vertices: Vec<_> = problem.items().collect();
        let is_found = |problem: &Problem| {
            Dissections::of_problem(problem, &vertices, &graph, &stop).unwrap().is_some()
        };
        prop_assert_eq!(is_found(&problem), problem.option_count() > 0);
        if let Some(last) = problem.options().last() {
            let fewer = problem.derive().keep(|option| *option != last).build().unwrap();
            prop_assert!(!is_found(&fewer.problem));
        }
    }
}
