//! The scalar product of two lists of sizes, each size of the one with what it lacks in the other.

use super::half::Entry;

/// Where one list is so many times as long as the other, each entry of the short one is looked up.
const LOPSIDED: usize = 16;

/// The work of looking one up, in entries passed.
const LOOKUP: u64 = 8;

/// Adds up the products of the numbers of ways of all sizes that come to `full`, of two lists by size,
/// and says what work that took. The numbers of a list come to less than 2⁶⁴.
pub(super) fn product(front: &[Entry], back: &[Entry], full: u64) -> (u128, u64) {
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
