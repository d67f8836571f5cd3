//! The scalar product of two lists of sizes: each size of one list times its complement in the other.

use super::half::SizeCount;

/// If one list is more than this many times as long as the other, each entry of the shorter one is looked up.
const LOPSIDED: usize = 16;

/// The work of one look-up, in entries.
const LOOKUP: u64 = 8;

/// Adds up the products of the counts of all pairs of sizes that add up to `full`; both lists are sorted by size.
/// Also returns the work. The counts of a list add up to less than 2⁶⁴.
pub(super) fn product(front: &[SizeCount], back: &[SizeCount], full: u64) -> (u128, u64) {
    let mut sum = 0;
    let mut add = |a: u64, b: u64| sum += u128::from(a) * u128::from(b);
    let (short, long) = if front.len() <= back.len() {
        (front, back)
    } else {
        (back, front)
    };
    if short.len() * LOPSIDED < long.len() {
        for &(sizes, count) in short {
            if let Ok(at) = long.binary_search_by_key(&full.wrapping_sub(sizes), |entry| entry.0) {
                add(count, long[at].1);
            }
        }
        return (sum, LOOKUP * short.len() as u64);
    }
    let mut others = long;
    for &(sizes, count) in short {
        let lacking = full.wrapping_sub(sizes);
        while let Some((&(other, ways), before)) = others.split_last() {
            if other < lacking {
                break;
            }
            others = before;
            if other == lacking {
                add(count, ways);
                break;
            }
        }
    }
    (sum, (short.len() + long.len()) as u64)
}
