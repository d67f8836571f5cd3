//! The published counts of polyforms.
//!
//! A test of a sequence in the On-Line Encyclopedia of Integer Sequences (OEIS) has the sequence's
//! number in its name.

use tilewright_geometry::{Lattice, Sides, count};

fn check(lattice: Lattice, sides: Sides, expected: &[u64]) {
    for (size, &number) in (1..).zip(expected) {
        assert_eq!(
            count(lattice, size, sides),
            Ok(number),
            "{lattice} {size} {sides:?}"
        );
    }
}

#[test]
fn polyominoes_free_a000105() {
    check(
        Lattice::Square,
        Sides::Free,
        &[
            1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17_073, 63_600, 238_591, 901_971,
        ],
    );
}

#[test]
fn polyominoes_one_sided_a000988() {
    check(
        Lattice::Square,
        Sides::OneSided,
        &[
            1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189, 33_896, 126_759, 476_270, 1_802_312,
        ],
    );
}

#[test]
fn polyominoes_fixed_a001168() {
    let expected = [
        1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135_268, 505_861,
    ];
    check(Lattice::Square, Sides::Fixed, &expected);
}

#[test]
fn polyiamonds_free_a000577() {
    check(
        Lattice::Triangle,
        Sides::Free,
        &[
            1, 1, 1, 3, 4, 12, 24, 66, 160, 448, 1186, 3334, 9235, 26_166,
        ],
    );
}

#[test]
fn polyiamonds_one_sided_a006534() {
    check(
        Lattice::Triangle,
        Sides::OneSided,
        &[1, 1, 1, 4, 6, 19, 43, 120, 307, 866],
    );
}

#[test]
fn polyiamonds_fixed_a001420() {
    check(
        Lattice::Triangle,
        Sides::Fixed,
        &[2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053],
    );
}

#[test]
fn polysticks_free_a019988() {
    check(Lattice::Stick, Sides::Free, &[1, 2, 5, 16, 55, 222]);
}

#[test]
fn polysticks_one_sided_a151537() {
    check(Lattice::Stick, Sides::OneSided, &[1, 2, 7, 25, 99, 416]);
}

#[test]
fn polysticks_fixed_a096267() {
    check(Lattice::Stick, Sides::Fixed, &[2, 6, 22, 88, 372, 1628]);
}

#[test]
fn polycubes_free_a038119() {
    check(
        Lattice::Cube,
        Sides::Free,
        &[1, 1, 2, 7, 23, 112, 607, 3811],
    );
}

#[test]
fn polycubes_one_sided_a000162() {
    check(
        Lattice::Cube,
        Sides::OneSided,
        &[1, 1, 2, 8, 29, 166, 1023, 6922],
    );
}

#[test]
fn polycubes_fixed_a001931() {
    check(
        Lattice::Cube,
        Sides::Fixed,
        &[1, 3, 15, 86, 534, 3481, 23502, 162_913],
    );
}

#[test]
fn polyhexes_a000228_a006535_a001207() {
    let lattice = Lattice::Hexagon;
    check(lattice, Sides::Free, &[1, 1, 3, 7, 22, 82, 333, 1448]);
    check(lattice, Sides::OneSided, &[1, 1, 3, 10, 33, 147, 620, 2821]);
    check(
        lattice,
        Sides::Fixed,
        &[1, 3, 11, 44, 186, 814, 3652, 16689, 77359],
    );
}

#[test]
fn polytrigs_a159867_a151539() {
    let lattice = Lattice::Trig;
    check(lattice, Sides::Free, &[1, 3, 12, 60, 375, 2613]);
    check(lattice, Sides::OneSided, &[1, 3, 19, 104, 719, 5123]);
    check(lattice, Sides::Fixed, &[3, 15, 91, 603, 4215, 30535]);
}

#[test]
fn polytwigs_and_polyrhombs_a197459_a197460_a197461() {
    for lattice in [Lattice::Twig, Lattice::Rhomb] {
        let free = [1, 1, 3, 4, 12, 27, 78, 208, 635, 1859];
        check(lattice, Sides::Free, &free);
        let one_sided = [1, 1, 4, 6, 19, 49, 143, 403, 1235, 3681];
        check(lattice, Sides::OneSided, &one_sided);
        let fixed = [3, 6, 14, 36, 99, 281, 816, 2415, 7260, 22074];
        check(lattice, Sides::Fixed, &fixed);
    }
}

#[test]
fn polyspheres_a038173_a038172() {
    let lattice = Lattice::Ball;
    check(lattice, Sides::Free, &[1, 1, 4, 20, 131, 1211]);
    check(lattice, Sides::OneSided, &[1, 1, 5, 28, 225, 2274]);
    check(lattice, Sides::Fixed, &[1, 6, 50, 475, 4881, 52835]);
}

#[test]
fn polyaboloes_a006074_a151519() {
    let lattice = Lattice::Tan;
    check(lattice, Sides::Free, &[1, 3, 4, 14, 30, 107, 318]);
    check(lattice, Sides::OneSided, &[1, 4, 6, 22, 56, 198, 624]);
    check(lattice, Sides::Fixed, &[4, 9, 24, 71, 224, 740, 2496]);
}

#[test]
fn tetrakis_forms_a197465_a197466_a197467() {
    let lattice = Lattice::Tetrakis;
    check(lattice, Sides::Free, &[1, 2, 2, 6, 8, 22, 42, 112, 252]);
    check(
        lattice,
        Sides::OneSided,
        &[1, 2, 3, 8, 14, 36, 80, 206, 494],
    );
    let fixed = [4, 6, 12, 25, 56, 132, 320, 792, 1976];
    check(lattice, Sides::Fixed, &fixed);
}

#[test]
fn kisrhombille_forms_a197462_a197463_a197464() {
    let lattice = Lattice::Kisrhombille;
    check(lattice, Sides::Free, &[1, 3, 3, 9, 14, 38, 74, 185, 414]);
    let one_sided = [2, 3, 6, 13, 28, 66, 148, 349, 828];
    check(lattice, Sides::OneSided, &one_sided);
    let fixed = [12, 18, 36, 75, 168, 386, 888, 2079, 4960];
    check(lattice, Sides::Fixed, &fixed);
}

#[test]
fn polydrafters_a056842_a217720() {
    let lattice = Lattice::Drafter;
    check(lattice, Sides::Free, &[1, 6, 14, 64, 237, 1024]);
    check(lattice, Sides::OneSided, &[2, 8, 28, 116, 474]);
    check(lattice, Sides::Fixed, &[12, 41, 168, 669, 2828]);
}

#[test]
#[ignore = "takes five seconds; the free ones of size 6 are what congruence off the lattice changes"]
fn polydrafters_of_size_6_one_sided_and_fixed() {
    let lattice = Lattice::Drafter;
    check(lattice, Sides::OneSided, &[2, 8, 28, 116, 474, 2001]);
    check(lattice, Sides::Fixed, &[12, 41, 168, 669, 2828, 11902]);
}

#[test]
fn polykites_a057786() {
    let lattice = Lattice::Kite;
    check(lattice, Sides::Free, &[1, 2, 4, 10, 27, 85, 262, 873, 2917]);
    let one_sided = [1, 2, 6, 16, 48, 158, 508, 1708, 5787];
    check(lattice, Sides::OneSided, &one_sided);
    let fixed = [6, 12, 32, 93, 288, 926, 3048, 10209, 34694];
    check(lattice, Sides::Fixed, &fixed);
}

#[test]
fn forms_of_octagons_and_squares_a343577() {
    let lattice = Lattice::TruncatedSquare;
    check(lattice, Sides::Free, &[2, 2, 7, 22, 93, 413, 2073, 10741]);
    check(lattice, Sides::OneSided, &[2, 2, 8, 34, 158, 777, 4006]);
    check(lattice, Sides::Fixed, &[2, 6, 26, 121, 597, 3040, 15876]);
}

/// Two independent programs counted these forms. The OEIS has no sequence for them.
#[test]
fn forms_of_cairo_pentagons() {
    let lattice = Lattice::Cairo;
    check(lattice, Sides::Free, &[1, 2, 5, 17, 55, 206, 781, 3099]);
    check(lattice, Sides::OneSided, &[1, 3, 8, 31, 103, 401, 1537]);
    check(lattice, Sides::Fixed, &[4, 10, 32, 112, 412, 1572, 6148]);
}

#[test]
fn forms_of_the_snub_square_tiling_a309159() {
    let lattice = Lattice::SnubSquare;
    check(lattice, Sides::Free, &[2, 2, 4, 10, 28, 79, 235, 720]);
    check(lattice, Sides::OneSided, &[3, 3, 7, 18, 53, 152, 462, 1423]);
    check(lattice, Sides::Fixed, &[6, 10, 24, 68, 198, 594, 1816]);
}

/// Two independent programs counted these forms. The OEIS has no sequence for them.
#[test]
fn polyhexprisms() {
    let lattice = Lattice::HexPrism;
    check(lattice, Sides::Free, &[1, 2, 5, 20, 89, 569]);
    check(lattice, Sides::OneSided, &[1, 2, 5, 23, 123, 911]);
    check(lattice, Sides::Fixed, &[1, 4, 24, 168, 1274, 10165]);
}

/// Two independent programs counted these forms. The OEIS has no sequence for them.
#[test]
fn forms_of_the_elongated_triangular_tiling() {
    let lattice = Lattice::ElongatedTriangular;
    check(lattice, Sides::Free, &[2, 3, 5, 13, 32, 96, 283, 907]);
    check(lattice, Sides::OneSided, &[2, 4, 7, 21, 56, 177, 541, 1768]);
    check(lattice, Sides::Fixed, &[3, 5, 12, 35, 106, 332, 1062, 3466]);
}

#[test]
fn polyhouses_a197156_a197157_a197158() {
    let lattice = Lattice::House;
    check(lattice, Sides::Free, &[1, 3, 5, 20, 56, 225, 819]);
    check(lattice, Sides::OneSided, &[1, 4, 8, 34, 106, 430, 1616]);
    check(lattice, Sides::Fixed, &[2, 5, 16, 57, 212, 817, 3232]);
}
