//! Damaged files, for tests of readers.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::puzzle::{Puzzle, Source, load};

/// Calls `read` with `mutations` damaged copies of the samples: bytes are changed, removed or doubled.
/// New bytes are random or from `alphabet`. `read` returns whether it accepted the damaged copy.
///
/// # Panics
///
/// If `read` accepts fewer than 2 % of the files; then the damage would be too great for a test.
pub(super) fn read_damaged(
    mutations: u64,
    samples: &[Vec<u8>],
    alphabet: &[u8],
    mut read: impl FnMut(&[u8]) -> bool,
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(24);
    let mut still_read = 0;
    for turn in 0..mutations {
        let sample = usize::try_from(turn).unwrap() % samples.len();
        let mut bytes = samples[sample].clone();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..4) {
                0 => bytes[at] = rng.random(),
                1 => bytes[at] = alphabet[rng.random_range(0..alphabet.len())],
                2 => {
                    let to = (at + rng.random_range(1..30)).min(bytes.len());
                    if to - at < bytes.len() {
                        bytes.drain(at..to);
                    }
                }
                _ => {
                    let to = (at + rng.random_range(1..30)).min(bytes.len());
                    let doubled = bytes[at..to].to_vec();
                    bytes.splice(at..at, doubled);
                }
            }
        }
        still_read += u64::from(read(&bytes));
    }
    assert!(still_read > mutations / 50, "{still_read} of {mutations}");
}

/// Asserts that an imported puzzle can be written and read.
pub(super) fn assert_readable(puzzle: &Puzzle) {
    let text = puzzle.to_ron();
    if let Err(error) = load(&Source::new("mutated.ron", &text)) {
        panic!("{error:?}\n{text}");
    }
}
