//! Valid pictures, error messages, and damaged pictures.

use png::Encoder;

use super::super::damage::{assert_readable, read_damaged};
use super::*;
use crate::cover::Instance;

/// A PNG with a square of `side` × `side` pixels for each letter, and `margin` pixels of background around
/// them.
fn picture(rows: &[&str], side: usize, margin: usize) -> Vec<u8> {
    let columns = rows[0].len();
    let (width, height) = (columns * side + 2 * margin, rows.len() * side + 2 * margin);
    let mut data = vec![250; width * height * 3];
    for y in 0..rows.len() * side {
        for x in 0..columns * side {
            let letter = rows[y / side].as_bytes()[x / side];
            if letter != b'.' {
                let color = [letter, 255 - letter, letter ^ 0x55];
                let at = ((y + margin) * width + x + margin) * 3;
                data[at..at + 3].copy_from_slice(&color);
            }
        }
    }
    encoded(&data, width, height)
}

fn encoded(data: &[u8], width: usize, height: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (width, height) = (width.try_into().unwrap(), height.try_into().unwrap());
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn a_colour_is_a_piece() {
    let rows = ["UUXUU", "UXXXU", "UUXUU"];
    for (side, margin) in [(1, 1), (7, 3), (20, 40)] {
        let problem = import(&picture(&rows, side, margin), None).unwrap();
        let puzzle = problem.puzzle;
        assert!(
            puzzle.to_ron().contains("board: Rect(5, 3)"),
            "{}",
            puzzle.to_ron()
        );
        let copies: Vec<_> = puzzle
            .pieces
            .iter()
            .map(|piece| piece.copies.exactly())
            .collect();
        assert_eq!(
            copies,
            [Some(2), Some(1)],
            "two of one colour and shape are copies"
        );
        assert_eq!(problem.assemblies[0].len(), 3);
        let instance = Instance::new(puzzle).unwrap();
        let count = instance.solver().count().unwrap().known().unwrap();
        assert_eq!(count.solutions, 1_u32.into());
    }
}

/// Checks that a picture is refused if each pixel is the mean of nine, as in antialiasing.
#[test]
fn smoothed_edges_are_refused() {
    let rows = ["FFIII", "LFFII", "LFTTT", "LLLTN", "NNNNN"];
    let side = 5;
    let color = |x: usize, y: usize| {
        let letter = rows[y.min(24) / side].as_bytes()[x.min(24) / side];
        [letter, 255 - letter, letter ^ 0x55].map(usize::from)
    };
    let mut data = Vec::new();
    for (y, x) in (0..25_usize).flat_map(|y| (0..25_usize).map(move |x| (y, x))) {
        for channel in 0..3 {
            let near = |at: usize| at.saturating_sub(1)..at + 2;
            let all = near(y).flat_map(|y| near(x).map(move |x| color(x, y)[channel]));
            let all: Vec<usize> = all.collect();
            data.push(u8::try_from(all.iter().sum::<usize>() / all.len()).unwrap());
        }
    }
    let refused = import(&encoded(&data, 25, 25), None).unwrap_err();
    assert!(matches!(refused, PixelsError::Smoothed { .. }), "{refused}");
    insta::assert_snapshot!(refused.to_string());
}

#[test]
fn mistakes_are_reported() {
    let noise: Vec<u8> = (0..100_u32 * 100 * 3)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let messages = [
        import(b"no picture", None),
        import(&picture(&["..", ".."], 4, 1), None),
        import(&picture(&["AA", "AA"], 4, 1), None),
        import(&picture(&["AAB", "ABB"], 4, 1), Some(5)),
        import(&encoded(&noise, 100, 100), None),
        import(&encoded(&vec![0; 3 * 5000], 5000, 1), None),
    ];
    let messages = messages.map(|result| result.unwrap_err().to_string());
    insta::assert_snapshot!(messages.join("\n"));
}

fn read_mutated(mutations: u64) {
    // The checksums of PNG detect most of this damage; `read_changed_pixels` damages pictures before the
    // checksums are computed.
    let samples = [
        picture(&["UUXUU", "UXXXU", "UUXUU"], 3, 2),
        picture(&["AAB", "ABB"], 1, 1),
    ];
    read_damaged(
        mutations,
        &samples,
        b"\0\x01\x02\x03\x04\x08\x10IHDATPLSE",
        |bytes| {
            let problem = import(bytes, None);
            if let Ok(problem) = &problem {
                assert_readable(&problem.puzzle);
            }
            problem.is_ok()
        },
    );
}

/// Changes pixels before encoding, which bypasses PNG's checksums.
fn read_changed_pixels(mutations: u64) {
    let sample: Vec<u8> = b"UUXUU.UXXXU.UUXUU.......".to_vec();
    read_damaged(mutations, &[sample], b"UXVWA.", |bytes| {
        let rows: Vec<&[u8]> = bytes.chunks_exact(6).collect();
        if rows.is_empty() {
            return false;
        }
        let data: Vec<u8> = rows
            .iter()
            .flat_map(|row| row.iter().flat_map(|b| [*b, *b, 7]))
            .collect();
        let problem = import(&encoded(&data, 6, rows.len()), None);
        if let Ok(problem) = &problem {
            assert_readable(&problem.puzzle);
        }
        problem.is_ok()
    });
}

#[test]
fn damaged_pictures_are_refused_or_read() {
    read_mutated(3_000);
    read_changed_pixels(3_000);
}

#[test]
#[ignore = "a minute or two"]
fn many_damaged_pictures_are_refused_or_read() {
    read_mutated(100_000);
    read_changed_pixels(100_000);
}
