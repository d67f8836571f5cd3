//! User-defined lattices. Their data is compared with brute force, and wrong inputs are refused.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_geometry::{
    Axes, Board, Cell, Isometry, Lattice, LatticeError, MAX_KINDS, Matrix, PeriodicTiling,
    Polyform, Sides, Vector, count, glyph_position, parse_picture, polyforms, rhombus,
};

type Point = [i32; 2];

/// A tiling in a form that both the brute-force check and a [`PeriodicTiling`] can be made from.
struct Written {
    name: &'static str,
    axes: Axes,
    periods: [Point; 2],
    cells: Vec<Vec<Point>>,
    /// The number of isometries, and the number of rotations among them.
    group: [usize; 2],
}

impl Written {
    fn table(&self) -> PeriodicTiling {
        let table = PeriodicTiling::new(self.name, self.axes, self.periods);
        let cells = self.cells.iter().enumerate();
        cells.fold(table, |table, (at, corners)| {
            table.with_cell(format!("kind {at}"), corners.iter().copied())
        })
    }
}

fn tilings() -> Vec<Written> {
    // 26/15 replaces the square root of 3. The sides of the squares are 30 long.
    let elongated = vec![
        vec![[0, 0], [30, 0], [30, 30], [0, 30]],
        vec![[0, 30], [30, 30], [15, 56]],
        vec![[30, 30], [45, 56], [15, 56]],
    ];
    let snub_hexagonal = {
        // The hexagon around the origin, six triangles on its sides, and two triangles between
        // hexagons.
        let around = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
        let mut cells = vec![around.to_vec()];
        for at in 0..6 {
            let (a, b) = (around[at], around[(at + 1) % 6]);
            cells.push(vec![a, [a[0] + b[0], a[1] + b[1]], b]);
        }
        cells.push(vec![[1, 0], [2, 0], [1, 1]]);
        cells.push(vec![[3, 0], [3, 1], [2, 1]]);
        cells
    };
    vec![
        Written {
            name: "trihexagonal",
            axes: Axes::Triangular,
            periods: [[2, 0], [0, 2]],
            cells: vec![
                vec![[2, 0], [2, 1], [1, 2], [0, 2], [0, 1], [1, 0]],
                // The corners of this cell are listed anticlockwise.
                vec![[0, 0], [0, 1], [1, 0]],
                vec![[2, 1], [2, 2], [1, 2]],
            ],
            group: [12, 6],
        },
        Written {
            name: "snub hexagonal",
            axes: Axes::Triangular,
            periods: [[3, -1], [1, 2]],
            cells: snub_hexagonal,
            group: [6, 6],
        },
        Written {
            name: "elongated",
            axes: Axes::Square,
            periods: [[30, 0], [15, 56]],
            cells: elongated,
            group: [4, 2],
        },
        Written {
            // Dominoes, with an additional corner in the middle of each long side. The origin is
            // not the centre of a rotation.
            name: "herringbone",
            axes: Axes::Square,
            periods: [[4, 0], [1, 1]],
            cells: vec![
                vec![[0, 0], [1, 0], [2, 0], [2, 1], [1, 1], [0, 1]],
                vec![[3, 0], [4, 0], [4, 1], [4, 2], [3, 2], [3, 1]],
            ],
            group: [4, 2],
        },
        Written {
            // Squares of two sizes. There are only rotations, and the periods are not along the
            // axes.
            name: "Pythagorean",
            axes: Axes::Square,
            periods: [[2, 1], [-1, 2]],
            cells: vec![
                vec![
                    [0, 0],
                    [1, 0],
                    [2, 0],
                    [2, 1],
                    [2, 2],
                    [1, 2],
                    [0, 2],
                    [0, 1],
                ],
                vec![[2, 0], [3, 0], [3, 1], [2, 1]],
            ],
            group: [4, 4],
        },
        Written {
            // A mirror along one period would preserve everything but the angles.
            name: "parallelograms",
            axes: Axes::Square,
            periods: [[3, 0], [1, 2]],
            cells: vec![vec![[0, 0], [3, 0], [4, 2], [1, 2]]],
            group: [2, 2],
        },
        Written {
            name: "quadrangles",
            axes: Axes::Square,
            periods: [[6, 5], [-3, 4]],
            // A quadrilateral and its image under a half turn tile the plane, whatever its shape.
            cells: vec![
                vec![[0, 0], [4, 0], [6, 5], [1, 4]],
                vec![[10, 5], [6, 5], [4, 0], [9, 1]],
            ],
            group: [2, 2],
        },
    ]
}

/// A cell: its number and its translation, in periods.
type Place = (usize, Point);

fn moved(written: &Written, (kind, by): Place) -> Vec<Point> {
    let [u, v] = written.periods;
    let step = [0, 1].map(|axis| u[axis] * by[0] + v[axis] * by[1]);
    let corners = written.cells[kind].iter();
    corners.map(|c| [c[0] + step[0], c[1] + step[1]]).collect()
}

/// The cells up to `reach` units from the origin. The key of each cell is the set of its corners.
fn patch(written: &Written, reach: i32) -> BTreeMap<BTreeSet<Point>, Place> {
    let kinds = 0..written.cells.len();
    let units = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| [x, y]));
    let places = units.flat_map(|by| kinds.clone().map(move |kind| (kind, by)));
    places
        .map(|place| (moved(written, place).into_iter().collect(), place))
        .collect()
}

/// By brute force: the isometries that map every cell of a tiling to a cell. Of those that differ only by a
/// translation, one is listed.
fn obvious_isometries(written: &Written) -> Vec<([Point; 2], Point)> {
    let turns: Vec<[Point; 2]> = match written.axes {
        Axes::Square => vec![[[1, 0], [0, 1]], [[0, -1], [1, 0]], [[1, 0], [0, -1]]],
        _ => vec![[[1, 0], [0, 1]], [[0, -1], [1, 1]], [[0, 1], [1, 0]]],
    };
    let product = |a: [Point; 2], b: [Point; 2]| {
        [0, 1].map(|i| [0, 1].map(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
    };
    let mut group: BTreeSet<[Point; 2]> = turns.iter().copied().collect();
    loop {
        let more: BTreeSet<_> = group
            .iter()
            .flat_map(|&a| group.iter().map(move |&b| product(a, b)))
            .collect();
        if more.is_subset(&group) {
            break;
        }
        group.extend(more);
    }
    let around = patch(written, 9);
    let mut found = Vec::new();
    for matrix in group {
        let image = |c: &Point, shift: Point| {
            [0, 1].map(|i| matrix[i][0] * c[0] + matrix[i][1] * c[1] + shift[i])
        };
        let from = image(&written.cells[0][0], [0, 0]);
        let shifts = written
            .cells
            .iter()
            .flatten()
            .map(|to| [to[0] - from[0], to[1] - from[1]]);
        let fits = |&shift: &Point| {
            written.cells.iter().all(|cell| {
                let image: BTreeSet<Point> = cell.iter().map(|c| image(c, shift)).collect();
                around.contains_key(&image)
            })
        };
        let shifts: BTreeSet<Point> = shifts.collect();
        found.extend(
            shifts
                .iter()
                .copied()
                .find(fits)
                .map(|shift| (matrix, shift)),
        );
    }
    found
}

/// By brute force: the numbers of fixed and of free forms of each size. Sets of cells are grown,
/// and compared under all isometries.
fn obvious_counts(written: &Written, largest: usize) -> Vec<[u64; 2]> {
    let around = patch(written, 9);
    let corners: BTreeMap<Place, &BTreeSet<Point>> = around
        .iter()
        .map(|(corners, &place)| (place, corners))
        .collect();
    let mut by_corner: BTreeMap<Point, Vec<Place>> = BTreeMap::new();
    for (&place, corners) in &corners {
        for &corner in *corners {
            by_corner.entry(corner).or_default().push(place);
        }
    }
    let share_a_side = |a: Place, b: Place| {
        let all = moved(written, a);
        let other = moved(written, b);
        let next = |at: usize, of: &[Point]| of[(at + 1) % of.len()];
        (0..all.len()).any(|i| {
            let side = BTreeSet::from([all[i], next(i, &all)]);
            (0..other.len()).any(|j| BTreeSet::from([other[j], next(j, &other)]) == side)
        })
    };
    // Translates a form so that the least translation of its cells becomes zero.
    let fixed = |form: &BTreeSet<Place>| -> BTreeSet<Place> {
        let least = form.iter().map(|&(_, by)| by).min().unwrap();
        form.iter()
            .map(|&(kind, by)| (kind, [by[0] - least[0], by[1] - least[1]]))
            .collect()
    };
    let isometries = obvious_isometries(written);
    let free = |form: &BTreeSet<Place>| -> BTreeSet<Place> {
        let images = isometries.iter().map(|&(matrix, shift)| {
            let image =
                |c: &Point| [0, 1].map(|i| matrix[i][0] * c[0] + matrix[i][1] * c[1] + shift[i]);
            let cells = form.iter().map(|&place| {
                let image: BTreeSet<Point> = moved(written, place).iter().map(image).collect();
                around[&image]
            });
            fixed(&cells.collect())
        });
        images.min().unwrap()
    };
    let mut forms: BTreeSet<BTreeSet<Place>> = (0..written.cells.len())
        .map(|kind| BTreeSet::from([(kind, [0, 0])]))
        .collect();
    let mut counts = Vec::new();
    for _ in 0..largest {
        let classes: BTreeSet<_> = forms.iter().map(free).collect();
        counts.push([forms.len() as u64, classes.len() as u64]);
        let mut larger = BTreeSet::new();
        for form in &forms {
            for &place in form {
                let near: BTreeSet<Place> = corners[&place]
                    .iter()
                    .flat_map(|corner| by_corner[corner].iter().copied())
                    .collect();
                for next in near.into_iter().filter(|next| !form.contains(next)) {
                    if share_a_side(place, next) {
                        let mut form = form.clone();
                        form.insert(next);
                        larger.insert(fixed(&form));
                    }
                }
            }
        }
        forms = larger;
    }
    counts
}

#[test]
fn counts_of_forms_agree_with_brute_force() {
    for written in tilings() {
        let lattice = written.table().lattice().unwrap();
        for (size, [fixed, free]) in (1..).zip(obvious_counts(&written, 4)) {
            assert_eq!(
                count(lattice, size, Sides::Fixed),
                Ok(fixed),
                "{} {size}",
                written.name
            );
            assert_eq!(
                count(lattice, size, Sides::Free),
                Ok(free),
                "{} {size}",
                written.name
            );
        }
    }
}

#[test]
fn a_built_in_tiling_written_by_hand_has_the_same_counts() {
    // The built-in Cairo tiling, moved so that the origin is not the centre of a rotation.
    let at = |[x, y]: Point, corners: [Point; 5]| corners.map(|c| [x + c[0] - 2, y + c[1] + 4]);
    let cairo = PeriodicTiling::new("Cairo", Axes::Square, [[36, 0], [0, 36]])
        .with_cell(
            "0",
            at([12, 6], [[-12, -6], [2, -10], [10, -2], [6, 12], [-8, 8]]),
        )
        .with_cell(
            "1",
            at([6, 24], [[-10, -2], [-2, -10], [12, -6], [8, 8], [-6, 12]]),
        )
        .with_cell(
            "2",
            at([24, 30], [[-6, -12], [8, -8], [12, 6], [-2, 10], [-10, 2]]),
        )
        .with_cell(
            "3",
            at([30, 12], [[-8, -8], [6, -12], [10, 2], [2, 10], [-12, 6]]),
        )
        .lattice()
        .unwrap();
    let elongated = tilings()
        .into_iter()
        .find(|t| t.name == "elongated")
        .unwrap();
    let elongated = elongated.table().lattice().unwrap();
    for (own, built_in) in [
        (cairo, Lattice::Cairo),
        (elongated, Lattice::ElongatedTriangular),
    ] {
        for size in 1..=7 {
            for sides in [Sides::Free, Sides::OneSided, Sides::Fixed] {
                assert_eq!(count(own, size, sides), count(built_in, size, sides));
            }
        }
    }
}

#[test]
fn isometries_are_a_group_that_keeps_cells_neighbours_and_corners() {
    for written in tilings() {
        let lattice = written.table().lattice().unwrap();
        let scale = lattice.table().scale;
        let group = lattice.symmetries(Sides::Free);
        let rotations = lattice.symmetries(Sides::OneSided);
        assert_eq!(
            [group.len(), rotations.len()],
            written.group,
            "{}",
            written.name
        );
        assert_eq!(group.len(), obvious_isometries(&written).len());
        assert_eq!(group[0], Isometry::IDENTITY);
        assert!(rotations.iter().all(Isometry::is_rotation));
        let reduced = |isometry: Isometry| {
            let Vector { x, y, z } = isometry.shift;
            let shift = Vector::new(x.rem_euclid(scale), y.rem_euclid(scale), z);
            Isometry { shift, ..isometry }
        };
        let inverse = |a: &Isometry| {
            group
                .iter()
                .any(|b| reduced(a.compose(b)) == Isometry::IDENTITY)
        };
        for a in group {
            assert!(group.iter().all(|b| group.contains(&reduced(a.compose(b)))));
            assert!(inverse(a));
        }
        let kinds = i64::try_from(written.cells.len()).unwrap();
        for cell in (0..kinds).map(|kind| lattice.cell(&[0, 0, kind][..lattice.arity()]).unwrap()) {
            let near: BTreeSet<Cell> = lattice.neighbours(cell).collect();
            let touching: BTreeSet<Cell> = lattice.touching(cell).collect();
            assert!(lattice.touching(cell).is_sorted());
            assert!(near.is_subset(&touching) && !touching.contains(&cell));
            assert!(
                near.iter()
                    .all(|&other| lattice.neighbours(other).any(|back| back == cell))
            );
            assert!(
                touching
                    .iter()
                    .all(|&other| lattice.touching(other).any(|back| back == cell))
            );
            let corners = |cell| {
                lattice
                    .outline(cell)
                    .corners
                    .into_iter()
                    .collect::<BTreeSet<Vector>>()
            };
            assert!(
                touching
                    .iter()
                    .all(|&other| !corners(cell).is_disjoint(&corners(other)))
            );
            for isometry in group {
                let image = |cell: Cell| lattice.cell_at(isometry.apply(cell.vector())).unwrap();
                let moved: BTreeSet<Cell> = near.iter().copied().map(image).collect();
                assert_eq!(moved, lattice.neighbours(image(cell)).collect());
                let moved = corners(cell)
                    .into_iter()
                    .map(|corner| isometry.apply(corner));
                assert_eq!(moved.collect::<BTreeSet<_>>(), corners(image(cell)));
                let length = |v: Vector| lattice.project(v).iter().map(|c| c * c).sum::<f64>();
                for axis in [
                    Vector::flat(scale, 0),
                    Vector::flat(0, scale),
                    Vector::flat(scale, scale),
                ] {
                    assert!((length(isometry.matrix.apply(axis)) - length(axis)).abs() < 1e-9);
                }
            }
        }
    }
}

#[test]
fn boards_pictures_and_pieces_are_as_on_any_lattice() {
    for written in tilings() {
        let lattice = written.table().lattice().unwrap();
        let cells = if lattice.table().shapes == [tilewright_geometry::ShapeName::Rhombus] {
            rhombus(lattice, 2, 2)
        } else {
            tilewright_geometry::rectangle(lattice, 2, 2)
        };
        let cells = cells.unwrap();
        assert_eq!(cells.len(), 4 * written.cells.len());
        let board = Board::new(lattice, cells.iter().copied(), []).unwrap();
        assert!(board.symmetries(Sides::Free).count() >= 1);
        let area = |cells: &[Cell]| -> i128 {
            let loops = lattice.boundary(cells.iter().copied());
            loops
                .iter()
                .map(tilewright_geometry::Loop::double_area)
                .sum()
        };
        let single: i128 = cells.iter().map(|&cell| area(&[cell])).sum();
        let unit = i128::from(lattice.table().scale);
        assert_eq!(single, area(&cells));
        assert_eq!(single, 4 * 2 * unit * unit);
        for form in polyforms(lattice, 3, Sides::Free).unwrap() {
            let images = form.orientations(Sides::Free);
            assert!(images.contains(&form));
            let rows = picture(&form);
            let read = parse_picture(lattice, &rows).unwrap();
            let read = read.iter().map(|place| place.cell);
            assert_eq!(Polyform::new(lattice, read).unwrap(), form);
        }
    }
}

fn picture(form: &Polyform) -> Vec<String> {
    let places = form
        .cells()
        .iter()
        .map(|&cell| glyph_position(form.lattice(), cell));
    let places: BTreeSet<(i32, i32)> = places.map(|(column, row, _)| (row, column)).collect();
    let rows = 0..=places.last().unwrap().0;
    let columns = 0..=places.iter().map(|place| place.1).max().unwrap();
    let glyph = |row, column| {
        if places.contains(&(row, column)) {
            '#'
        } else {
            '.'
        }
    };
    rows.map(|row| columns.clone().map(|column| glyph(row, column)).collect())
        .collect()
}

#[test]
fn forms_on_a_tiling_without_reflections_are_not_reflected() {
    let chiral = tilings()
        .into_iter()
        .find(|t| t.name == "Pythagorean")
        .unwrap();
    let lattice = chiral.table().lattice().unwrap();
    assert_eq!(*lattice.mirror(), Isometry::IDENTITY);
    for size in 1..=5 {
        assert_eq!(
            count(lattice, size, Sides::Free),
            count(lattice, size, Sides::OneSided)
        );
        for form in polyforms(lattice, size, Sides::Free).unwrap() {
            assert!(!form.is_chiral());
        }
    }
}

#[test]
fn equal_tables_give_equal_lattices() {
    let table = |name| {
        PeriodicTiling::new(name, Axes::Square, [[1, 0], [0, 1]])
            .with_cell("square", [[0, 0], [1, 0], [1, 1], [0, 1]])
    };
    let [one, same, other] = ["one", "one", "other"].map(|name| table(name).lattice().unwrap());
    assert_eq!((one, one.to_string()), (same, "one".to_owned()));
    assert_ne!(one, other);
    assert!(one < other && one > Lattice::Square);
    let Lattice::Custom(own) = one else {
        panic!("a lattice of one's own")
    };
    assert_eq!(own.written(), &table("one"));
    assert_eq!(lattice_matrices(one), lattice_matrices(Lattice::Square));
}

fn lattice_matrices(lattice: Lattice) -> BTreeSet<Matrix> {
    lattice
        .symmetries(Sides::Free)
        .iter()
        .map(|isometry| isometry.matrix)
        .collect()
}

#[test]
fn cells_that_do_not_tile_the_plane_are_refused() {
    const UNIT: [Point; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];
    let table = |periods: [Point; 2], cells: &[&[Point]]| {
        let table = PeriodicTiling::new("own", Axes::Square, periods);
        let cells = cells.iter().fold(table, |table, cell| {
            table.with_cell("", cell.iter().copied())
        });
        cells.lattice().unwrap_err()
    };
    let square = [[1, 0], [0, 1]];
    let wide = [[2, 0], [0, 1]];
    let right = UNIT.map(|[x, y]| [x + 1, y]);
    let periods = |periods| LatticeError::Periods { periods };
    assert_eq!(table([[1, 0], [2, 0]], &[&UNIT]), periods([[1, 0], [2, 0]]));
    assert_eq!(table([[0, 1], [1, 0]], &[&UNIT]), periods([[0, 1], [1, 0]]));
    let limit = MAX_KINDS;
    assert_eq!(table(square, &[]), LatticeError::Kinds { given: 0, limit });
    assert_eq!(
        table(square, &[&UNIT[..]; 101]),
        LatticeError::Kinds { given: 101, limit }
    );
    assert!(matches!(
        table(square, &[&UNIT[..2]]),
        LatticeError::Corners {
            cell: 0,
            given: 2,
            ..
        }
    ));
    assert!(matches!(
        table(square, &[&[[0, 0]; 13]]),
        LatticeError::Corners { given: 13, .. }
    ));
    assert!(matches!(
        table([[20_000, 0], [0, 1]], &[&UNIT]),
        LatticeError::TooFar { given: 20_000, .. }
    ));
    let bow = [[0, 0], [1, 1], [1, 0], [0, 1]];
    let spike = [[0, 0], [1, 0], [2, 0], [1, 0], [1, 1], [0, 1]];
    let line = [[0, 0], [1, 0], [2, 0]];
    let touching = [[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]];
    let repeated = [[0, 0], [0, 0], [1, 0], [1, 1], [0, 1]];
    for crossing in [&bow[..], &spike, &line, &touching, &repeated] {
        let found = table(wide, &[&right, crossing]);
        assert!(
            matches!(found, LatticeError::Crossing { cell: 1, .. }),
            "{found}"
        );
    }
    assert_eq!(
        table(wide, &[&right, &right]),
        LatticeError::Overlap { cells: [0, 1] }
    );
    let gap = LatticeError::Gap {
        cell: 0,
        side: [[1, 0], [1, 1]],
    };
    assert_eq!(table(wide, &[&UNIT]), gap);
    // One cell has a side of length 2; across it there are two sides of length 1.
    let domino = [[0, 1], [2, 1], [2, 2], [0, 2]];
    assert!(matches!(
        table([[2, 0], [0, 2]], &[&UNIT, &right, &domino]),
        LatticeError::Gap { .. }
    ));
    // All sides match, but the cell has the area of two units, so it covers everything twice.
    let long = [[0, 0], [1, 0], [2, 0], [2, 1], [1, 1], [0, 1]];
    assert!(matches!(
        table(square, &[&long]),
        LatticeError::Overlap { .. }
    ));
    assert_eq!(
        table(wide, &[&UNIT, &right]),
        LatticeError::Repeats { cells: [0, 1] }
    );
    let fine = [
        [0, 0],
        [1, 0],
        [1_009, 0],
        [1_009, 1_009],
        [1, 1_009],
        [0, 1_009],
    ];
    let found = table([[1_009, 0], [0, 1_009]], &[&fine]);
    assert!(
        matches!(found, LatticeError::TooFine { given: 6_054, .. }),
        "{found:?}"
    );
}
