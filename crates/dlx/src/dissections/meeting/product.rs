//! Multiplies two lists of states: finds the pairs whose sizes complete each other, and sums the products of their
//! counts.

use super::half::SizeCount;

/// If one list is more than this many times as long as the other, it is searched for each entry of the shorter
/// one. Otherwise both are read through.
const LOPSIDED: usize = 16;

/// The work of one binary search, in entries read.
const LOOKUP: u64 = 8;

/// Sums the products of the counts of all pairs whose packed sizes add up to `full`. Both lists are sorted by
/// sizes, and the counts of each add up to less than 2⁶⁴. Returns the sum, and the work in entries read.
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
