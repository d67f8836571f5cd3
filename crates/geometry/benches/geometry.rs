//! Benchmarks of enumeration and placements.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tilewright_geometry::{
    Board, Crossing, Junctions, Lattice, Sides, count, named_polyforms, placements, rectangle,
};

/// Counts forms by Redelmeier's method.
fn enumeration(c: &mut Criterion) {
    let mut group = c.benchmark_group("count");
    group.sample_size(10);
    for (lattice, size, sides) in [
        (Lattice::Square, 12, Sides::Fixed),
        (Lattice::Square, 12, Sides::Free),
        (Lattice::Triangle, 10, Sides::Fixed),
        (Lattice::Stick, 7, Sides::Free),
        (Lattice::Cube, 7, Sides::Fixed),
        (Lattice::Cube, 7, Sides::OneSided),
    ] {
        group.bench_function(format!("{lattice} {size} {sides:?}"), |b| {
            b.iter(|| count(lattice, black_box(size), sides));
        });
    }
    group.finish();
}

/// Iterates over all placements of all polyforms of one size on a rectangle.
fn options(c: &mut Criterion) {
    let mut group = c.benchmark_group("placements");
    for (lattice, size, side) in [(Lattice::Square, 5, 100), (Lattice::Stick, 4, 60)] {
        let Ok(cells) = rectangle(lattice, side, side) else {
            continue;
        };
        let Ok(board) = Board::new(lattice, cells, []) else {
            continue;
        };
        let Ok(pieces) = named_polyforms(lattice, size, Sides::Free) else {
            continue;
        };
        let junctions = Junctions::of(&board, Crossing::NotStraight);
        let orientations: Vec<_> = pieces
            .iter()
            .flat_map(|piece| piece.polyform.orientations(Sides::Free))
            .collect();
        group.bench_function(
            format!("{lattice} {side}×{side}, all forms of size {size}"),
            |b| {
                b.iter(|| placements(&board, &junctions, black_box(&orientations)).count());
            },
        );
    }
    group.finish();
}

criterion_group!(benches, enumeration, options);
criterion_main!(benches);
