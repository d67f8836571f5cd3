//! Finds, all at once, the colourings in which the placements of each piece have the same sum
//! modulo a small number m.
//!
//! Such a colouring solves linear equations modulo m, one for each placement: the weights of its
//! cells and an unknown for its piece add up to 0. Elimination finds all solutions, and shows
//! whether one of them gives the board a different sum from that of the pieces. Such a colouring
//! exists for some m exactly if the puzzle has no solution even when each placement may be used any
//! whole number of times, including negative ones. The largest powers m tried here are 32, 27, 25
//! and 7.
//!
//! Source: the idea of all colourings at once: J. H. Conway and J. C. Lagarias, "Tiling with
//! polyominoes and combinatorial group theory", Journal of Combinatorial Theory A 53 (1990); M.
//! Reid, "Tile homotopy groups", L'Enseignement Mathématique 49 (2003), section 2.

use tilewright_geometry::BoardCell;

use crate::cover::residual::ResidualPuzzle;
use crate::puzzle::Puzzle;

/// The moduli tried, as prime and exponent, in increasing order.
const MODULI: [(u32, u32); 11] = [
    (2, 1),
    (3, 1),
    (2, 2),
    (5, 1),
    (7, 1),
    (2, 3),
    (3, 2),
    (2, 4),
    (5, 2),
    (3, 3),
    (2, 5),
];

/// The maximum number of steps of an elimination. This many steps take a few seconds.
const MOST_STEPS: u64 = 2_000_000_000;

/// This many solutions of the equations, or all if there are fewer, are simplified to find the
/// simplest proof.
const SIMPLIFIED: usize = 4;

/// The maximum number of passes over the weights to simplify a proof.
const PASSES: usize = 8;

/// A weight for each cell of the board, and the modulus of the weights.
pub(super) struct ModularWeights {
    pub(super) modulus: u32,
    pub(super) weights: Vec<u32>,
}

/// Weights for which the pieces cannot make the board's sum, if there are any. Each piece of the
/// puzzle must have a placement. `stop` is checked once per step.
///
/// Cost: for each modulus, as many steps as the square of the number of cells and pieces times the
/// number of placements. Returns `None` at once if that exceeds [`MOST_STEPS`].
pub(super) fn unmet(
    puzzle: &Puzzle,
    rest: &ResidualPuzzle<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<ModularWeights> {
    let equations = Equations::of(puzzle, rest)?;
    MODULI
        .into_iter()
        .find_map(|(prime, power)| equations.unmet(prime, power, stop))
}

/// A row for each required cell and each piece with a fixed number of copies, a column for each
/// placement, and a last column with the required total of the row.
struct Equations {
    rows: Vec<Vec<u32>>,
    /// The required cells, one for each of the first rows. The rows of pieces follow.
    cells: Vec<BoardCell>,
    board: usize,
}

impl Equations {
    fn of(puzzle: &Puzzle, rest: &ResidualPuzzle<'_>) -> Option<Self> {
        let board = puzzle.board.cells().len();
        let required = |cell: &BoardCell| puzzle.board.is_required(*cell);
        let cells: Vec<BoardCell> = rest.cells.iter().copied().filter(required).collect();
        let mut row_of = vec![None; board];
        for (row, cell) in cells.iter().enumerate() {
            row_of[cell.index()] = Some(row);
        }
        let exact = rest
            .pieces
            .iter()
            .filter(|left| left.copies.exactly().is_some());
        let rows = cells.len() + exact.clone().count();
        if exact.into_iter().any(|left| left.placements.is_empty()) {
            return None;
        }
        let columns: usize = rest.pieces.iter().map(|left| left.placements.len()).sum();
        let steps = (rows as u64).checked_pow(2)?.checked_mul(columns as u64)?;
        if steps > MOST_STEPS {
            return None;
        }
        let mut matrix = vec![vec![0_u32; columns + 1]; rows];
        let (mut column, mut piece_row) = (0, cells.len());
        for left in &rest.pieces {
            let exactly = left.copies.exactly();
            for placement in &left.placements {
                for row in placement
                    .cells
                    .iter()
                    .filter_map(|cell| row_of[cell.index()])
                {
                    matrix[row][column] = 1;
                }
                if exactly.is_some() {
                    matrix[piece_row][column] = 1;
                }
                column += 1;
            }
            if let Some(copies) = exactly {
                matrix[piece_row][columns] = copies;
                piece_row += 1;
            }
        }
        for row in &mut matrix[..cells.len()] {
            row[columns] = 1;
        }
        Some(Self {
            rows: matrix,
            cells,
            board,
        })
    }

    fn unmet(&self, prime: u32, power: u32, stop: &dyn Fn() -> bool) -> Option<ModularWeights> {
        let ring = Ring {
            prime,
            modulus: prime.pow(power),
        };
        let free = ring.left_kernel(&self.rows, stop)?;
        let wanted = |row: &[u32]| {
            let last = |row: &Vec<u32>| row.last().copied().unwrap_or(0);
            row.iter().zip(&self.rows).fold(0, |sum, (factor, row)| {
                ring.add_times(sum, *factor, last(row))
            })
        };
        let (unmet, met): (Vec<Vec<u32>>, _) = free
            .into_iter()
            .partition(|combination| wanted(combination) != 0);
        let cells = self.cells.len();
        let best = unmet
            .into_iter()
            .take(SIMPLIFIED)
            .map(|weights| ring.simplified(weights, &met, cells))
            .min_by_key(|weights| ring.size(&weights[..cells]))?;
        let mut weights = vec![0; self.board];
        for (cell, weight) in self.cells.iter().zip(best) {
            weights[cell.index()] = weight;
        }
        Some(ModularWeights {
            modulus: ring.modulus,
            weights,
        })
    }
}

/// The integers modulo a power of a prime.
#[derive(Clone, Copy)]
struct Ring {
    prime: u32,
    modulus: u32,
}

impl Ring {
    fn add_times(self, a: u32, factor: u32, b: u32) -> u32 {
        // No overflow: `a`, `factor` and `b` are below the modulus, which is at most 32.
        (a + factor * (b % self.modulus)) % self.modulus
    }

    /// The exponent of the prime in a number other than 0.
    fn valuation(self, number: u32) -> u32 {
        let mut rest = number;
        let mut times = 0;
        while rest != 0 && rest.is_multiple_of(self.prime) {
            rest /= self.prime;
            times += 1;
        }
        times
    }

    /// The inverse of a number that the prime does not divide.
    fn inverse(self, unit: u32) -> u32 {
        (1..self.modulus)
            .find(|inverse| unit * inverse % self.modulus == 1)
            .unwrap_or(1)
    }

    /// Generators of the combinations of rows that vanish in all columns but the last, each as the
    /// factors of the rows. `None` if stopped.
    fn left_kernel(self, rows: &[Vec<u32>], stop: &dyn Fn() -> bool) -> Option<Vec<Vec<u32>>> {
        let columns = rows.first().map_or(0, |row| row.len().saturating_sub(1));
        // Each row is a combination of the original rows. It holds its entries in the columns,
        // then the factors of the original rows in this combination.
        let mut active: Vec<Vec<u32>> = rows
            .iter()
            .enumerate()
            .map(|(index, row)| {
                let entries = row[..columns].iter().map(|entry| entry % self.modulus);
                let factors = (0..rows.len()).map(|other| u32::from(other == index));
                entries.chain(factors).collect()
            })
            .collect();
        let mut kernel = Vec::new();
        while !active.is_empty() {
            if stop() {
                return None;
            }
            // The pivot is the entry that divides all others.
            let least = active
                .iter()
                .enumerate()
                .filter_map(|(at, row)| {
                    let entries = row[..columns].iter().enumerate();
                    entries
                        .filter(|(_, entry)| **entry != 0)
                        .map(|(column, entry)| (self.valuation(*entry), at, column))
                        .min()
                })
                .min();
            let Some((valuation, at, column)) = least else {
                break;
            };
            let mut pivot = active.swap_remove(at);
            let power = self.prime.pow(valuation);
            let inverse = self.inverse(pivot[column] / power);
            for entry in &mut pivot {
                *entry = *entry * inverse % self.modulus;
            }
            for row in &mut active {
                let times = row[column] / power;
                if times != 0 {
                    self.subtract(row, times, &pivot);
                }
            }
            if valuation > 0 {
                // The pivot row, multiplied by the modulus divided by `power`, is 0 in this column.
                let times = self.modulus / power;
                for entry in &mut pivot {
                    *entry = *entry * times % self.modulus;
                }
                active.push(pivot);
            }
            let vanished = |row: &Vec<u32>| row[..columns].iter().all(|entry| *entry == 0);
            for row in active.extract_if(.., |row| vanished(row)) {
                kernel.push(row[columns..].to_vec());
            }
        }
        kernel.extend(active.into_iter().map(|row| row[columns..].to_vec()));
        kernel.retain(|row| row.iter().any(|factor| *factor != 0));
        Some(kernel)
    }

    fn subtract(self, row: &mut [u32], times: u32, other: &[u32]) {
        let factor = (self.modulus - times % self.modulus) % self.modulus;
        for (entry, other) in row.iter_mut().zip(other) {
            *entry = (*entry + factor * other) % self.modulus;
        }
    }

    /// A measure of how hard it is to check a proof by these weights: the number of different
    /// weights, then the number of cells with a weight other than 0.
    fn size(self, weights: &[u32]) -> (usize, usize) {
        let mut seen = vec![false; self.modulus as usize];
        for weight in weights {
            seen[*weight as usize] = true;
        }
        (
            seen.iter().filter(|seen| **seen).count(),
            weights.iter().filter(|weight| **weight != 0).count(),
        )
    }

    /// Simplifies weights by subtracting multiples of the weights in `met`. Under the weights in
    /// `met` the pieces can make the board's sum, so the result is still a proof.
    fn simplified(self, mut weights: Vec<u32>, met: &[Vec<u32>], cells: usize) -> Vec<u32> {
        let mut size = self.size(&weights[..cells]);
        for _ in 0..PASSES {
            let mut improved = false;
            for other in met {
                for times in 1..self.modulus {
                    let mut next = weights.clone();
                    self.subtract(&mut next, times, other);
                    let next_size = self.size(&next[..cells]);
                    if next_size < size {
                        (weights, size, improved) = (next, next_size, true);
                    }
                }
            }
            if !improved {
                break;
            }
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RINGS: [Ring; 4] = [
        Ring {
            prime: 2,
            modulus: 2,
        },
        Ring {
            prime: 2,
            modulus: 4,
        },
        Ring {
            prime: 3,
            modulus: 9,
        },
        Ring {
            prime: 5,
            modulus: 5,
        },
    ];

    /// Checks that the kernel of three rows spans exactly the combinations of the rows that add up
    /// to 0.
    #[test]
    fn the_kernel_is_all_of_it() {
        let rows = [[2, 0, 1, 6], [1, 3, 0, 2], [3, 3, 1, 1]].map(Vec::from);
        for ring in RINGS {
            let m = ring.modulus;
            let vanishes = |factors: &[u32]| {
                (0..3).all(|column| {
                    let terms = factors.iter().zip(&rows);
                    terms.map(|(f, row)| f * row[column]).sum::<u32>() % m == 0
                })
            };
            let kernel = ring.left_kernel(&rows, &|| false).unwrap();
            assert!(kernel.iter().all(|factors| vanishes(factors)));
            // All combinations of the kernel's vectors.
            let mut span = std::collections::BTreeSet::from([vec![0; 3]]);
            for factors in &kernel {
                let so_far: Vec<Vec<u32>> = span.iter().cloned().collect();
                for (base, times) in so_far.iter().flat_map(|b| (0..m).map(move |t| (b, t))) {
                    let sum = base.iter().zip(factors).map(|(b, f)| (b + times * f) % m);
                    span.insert(sum.collect());
                }
            }
            let all = (0..m * m * m)
                .map(|n| vec![n / m / m, n / m % m, n % m])
                .filter(|factors| vanishes(factors));
            assert_eq!(span, all.collect(), "modulo {m}");
        }
    }
}
