//! Counts domino tilings by Kasteleyn's theorem, without a search.
//!
//! The number of tilings is the absolute value of a determinant, whose rows are the black cells and
//! whose columns are the white cells. The entry of two neighbours is 1; but it is -1 for horizontal
//! neighbours in every other row, so that the four signs around a unit square multiply to -1. The
//! determinant is computed modulo several primes, and combined by the Chinese remainder theorem.
//!
//! Source: P. W. Kasteleyn, "The statistics of dimers on a lattice", Physica 27 (1961).

use num_bigint::BigUint;

/// The number of domino tilings of a rectangle.
pub(crate) fn tilings(rows: usize, columns: usize) -> BigUint {
    let mut modulus = BigUint::from(1_u32);
    let mut determinant = BigUint::ZERO;
    let mut primes = (1..1_u64 << 31)
        .rev()
        .filter(|&p| (2..=p.isqrt()).all(|d| p % d != 0));
    // A tiling is determined by covering the open cells in reading order, each to the right or downwards. So
    // 2^cells is an upper bound. One more bit is for the sign.
    while modulus.bits() <= (rows * columns) as u64 + 1 {
        let prime = primes.next().unwrap();
        let residue = |number: &BigUint| u64::try_from(number % prime).unwrap();
        let inverse = power(residue(&modulus), prime - 2, prime);
        let missing = prime + determinant_modulo(rows, columns, prime) - residue(&determinant);
        determinant += &modulus * (missing % prime * inverse % prime);
        modulus *= prime;
    }
    let negative = &modulus - &determinant;
    determinant.min(negative)
}

fn power(base: u64, exponent: u64, prime: u64) -> u64 {
    let (mut result, mut square, mut left) = (1, base % prime, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result = result * square % prime;
        }
        square = square * square % prime;
        left >>= 1;
    }
    result
}

fn determinant_modulo(rows: usize, columns: usize, prime: u64) -> u64 {
    let cells = rows * columns;
    let black = |at: usize| (at / columns + at % columns).is_multiple_of(2);
    let index = |at: usize| (0..at).filter(|&other| black(other) == black(at)).count();
    let size = cells.div_ceil(2);
    let mut matrix = vec![vec![0_u64; size]; size];
    let mut put = |a: usize, b: usize, value: u64| {
        let (row, column) = if black(a) { (a, b) } else { (b, a) };
        matrix[index(row)][index(column)] = value;
    };
    for at in 0..cells {
        if at % columns + 1 < columns {
            let even = (at / columns).is_multiple_of(2);
            put(at, at + 1, if even { 1 } else { prime - 1 });
        }
        if at + columns < cells {
            put(at, at + columns, 1);
        }
    }
    let mut determinant = 1;
    for column in 0..size {
        let Some(pivot) = (column..size).find(|&row| matrix[row][column] != 0) else {
            return 0;
        };
        if pivot != column {
            matrix.swap(pivot, column);
            determinant = (prime - determinant) % prime;
        }
        let (above, below) = matrix.split_at_mut(column + 1);
        let pivot = &above[column];
        determinant = determinant * pivot[column] % prime;
        let inverse = power(pivot[column], prime - 2, prime);
        for row in below {
            let factor = row[column] * inverse % prime;
            if factor == 0 {
                continue;
            }
            for (entry, above) in row.iter_mut().zip(pivot).skip(column) {
                *entry = (*entry + (prime - factor) * above) % prime;
            }
        }
    }
    determinant
}
