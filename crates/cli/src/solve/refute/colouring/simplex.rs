//! Linear programs whose columns have few entries, by the revised simplex method.
//!
//! Sources: G. B. Dantzig, "Linear Programming and Extensions" (1963), chapter 9; V. Chvátal,
//! "Linear Programming" (1983), chapter 7.

/// A reduced cost above −`TOLERANCE` counts as 0.
const TOLERANCE: f64 = 1e-7;

/// Entries smaller than this are not used as pivots.
const LEAST_PIVOT: f64 = 1e-7;

/// The largest amount by which a right-hand side is raised. Each is raised by a different amount.
/// So no two rows qualify to leave the basis at once, and the method does not cycle.
const PERTURBATION: f64 = 1e-5;

/// The maximum number of pivots for each row.
const PIVOTS_PER_ROW: usize = 50;

/// A column: its cost, and its entries as row and value.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) cost: f64,
    pub(super) entries: Vec<(usize, f64)>,
}

/// A linear program with an unknown x ≥ 0 for each column. In each row, the sum of entry times x
/// must equal the right-hand side. The sum of cost times x is minimized.
pub(super) struct LinearProgram {
    /// The right-hand sides of the rows, at least 0.
    pub(super) right_sides: Vec<f64>,
    /// The costs of the unit columns. There is one unit column for each row; together they form the first basis.
    pub(super) unit_costs: Vec<f64>,
    pub(super) columns: Vec<Column>,
}

impl LinearProgram {
    /// The dual values of the rows in a minimum, up to rounding. `None` if `stop`, which is checked
    /// for each pivot, returns true, or if the method does not end.
    ///
    /// Cost: for each pivot, a pass over the square matrix of the basis and a pass over all entries.
    pub(super) fn duals(&self, stop: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        let mut basis = Basis::of(self);
        for _ in 0..PIVOTS_PER_ROW * (self.right_sides.len() + 1) {
            if stop() {
                return None;
            }
            let duals = basis.duals();
            let Some(entering) = self.most_negative(&duals) else {
                return Some(duals);
            };
            basis.pivot(&self.columns[entering])?;
        }
        None
    }

    /// The column with the lowest reduced cost, if that is negative.
    fn most_negative(&self, duals: &[f64]) -> Option<usize> {
        let mut best = None;
        let mut least = -TOLERANCE;
        for (index, column) in self.columns.iter().enumerate() {
            let value: f64 = column
                .entries
                .iter()
                .map(|(row, by)| duals[*row] * by)
                .sum();
            if column.cost - value < least {
                least = column.cost - value;
                best = Some(index);
            }
        }
        best
    }
}

struct Basis {
    /// The rows of the inverse of the matrix that the columns in the basis form.
    inverse: Vec<Vec<f64>>,
    costs: Vec<f64>,
    values: Vec<f64>,
}

impl Basis {
    fn of(program: &LinearProgram) -> Self {
        let rows = program.right_sides.len();
        let unit = |row: usize| {
            let mut unit = vec![0.0; rows];
            unit[row] = 1.0;
            unit
        };
        // Multiples of the golden ratio, modulo 1, differ for all rows.
        let mut share = 0.0_f64;
        let raised = program.right_sides.iter().map(|side| {
            share = (share + 0.618_033_988_749_895).fract();
            side + PERTURBATION * (0.5 + share)
        });
        Self {
            values: raised.collect(),
            inverse: (0..rows).map(unit).collect(),
            costs: program.unit_costs.clone(),
        }
    }

    fn duals(&self) -> Vec<f64> {
        let mut duals = vec![0.0; self.values.len()];
        for (row, cost) in self.inverse.iter().zip(&self.costs) {
            if *cost != 0.0 {
                for (dual, value) in duals.iter_mut().zip(row) {
                    *dual += cost * value;
                }
            }
        }
        duals
    }

    /// Brings a column into the basis. `None` if its value is unbounded. If all costs are at least
    /// 0, only rounding errors can cause this.
    fn pivot(&mut self, entering: &Column) -> Option<()> {
        let direction: Vec<f64> = (self.inverse.iter())
            .map(|row| entering.entries.iter().map(|(at, by)| row[*at] * by).sum())
            .collect();
        let ratio = |row: &usize| self.values[*row] / direction[*row];
        let leaving = (0..direction.len())
            .filter(|row| direction[*row] > LEAST_PIVOT)
            .min_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
        let by = 1.0 / direction[leaving];
        let value = (self.values[leaving] * by).max(0.0);
        let pivot: Vec<f64> = self.inverse[leaving]
            .iter()
            .map(|entry| entry * by)
            .collect();
        for (row, factor) in direction.iter().enumerate() {
            if row != leaving && *factor != 0.0 {
                self.values[row] -= factor * value;
                for (entry, of_pivot) in self.inverse[row].iter_mut().zip(&pivot) {
                    *entry -= factor * of_pivot;
                }
            }
        }
        self.values[leaving] = value;
        self.inverse[leaving] = pivot;
        self.costs[leaving] = entering.cost;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn columns(costs: &[f64], entries: &[Vec<f64>]) -> Vec<Column> {
        let column = |(cost, entries): (&f64, &Vec<f64>)| Column {
            cost: *cost,
            entries: entries.iter().copied().enumerate().collect(),
        };
        costs.iter().zip(entries).map(column).collect()
    }

    proptest! {
        /// Checks that no column has a negative reduced cost, and that a known point costs at least
        /// as much as the duals say (weak duality).
        #[test]
        fn duals_are_feasible_and_bound_every_point(
            matrix in prop::collection::vec(prop::collection::vec(0..3_i32, 4), 1..9),
            point in prop::collection::vec(0..3_i32, 9),
            costs in prop::collection::vec(0..5_i32, 9),
        ) {
            let entries: Vec<Vec<f64>> = (matrix.iter())
                .map(|column| column.iter().map(|value| f64::from(*value)).collect())
                .collect();
            let costs: Vec<f64> = costs.iter().map(|cost| f64::from(*cost)).collect();
            let mut sides = vec![0.0; 4];
            for (column, times) in entries.iter().zip(&point) {
                for (side, value) in sides.iter_mut().zip(column) {
                    *side += value * f64::from(*times);
                }
            }
            let program = LinearProgram {
                right_sides: sides.clone(),
                unit_costs: vec![100.0; 4],
                columns: columns(&costs, &entries),
            };
            let duals = program.duals(&|| false).expect("small programs end");
            for column in &program.columns {
                let value: f64 = column.entries.iter().map(|(row, by)| duals[*row] * by).sum();
                prop_assert!(column.cost - value > -1e-6);
            }
            let bound: f64 = duals.iter().zip(&sides).map(|(dual, side)| dual * side).sum();
            let cost: f64 = costs.iter().zip(&point).zip(&entries)
                .map(|((cost, times), _)| cost * f64::from(*times)).sum();
            prop_assert!(bound <= cost + 1e-2, "{bound} {cost}");
        }
    }
}
