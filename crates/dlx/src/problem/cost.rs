//! The costs of options.
//!
//! Source: Knuth's program `dlx5.w`; TAOCP 4B, section 7.2.2.1, "Minimum-cost exact cover".

use super::{OptionId, Problem, ProblemError};

impl Problem {
    /// Sets the cost of an option; the default is 0.
    ///
    /// Only [`Solver::optimal`](crate::Solver::optimal), [`Solver::best`](crate::Solver::best) and
    /// `Solver::optimal_choices` use costs; listing and counting ignore them.
    ///
    /// ```
    /// use tilewright_dlx::Problem;
    ///
    /// let mut problem = Problem::new();
    /// let item = problem.add_primary("a")?;
    /// let options = [problem.add_option(&[item])?, problem.add_option(&[item])?];
    /// problem.set_cost(options[1], 7)?;
    /// assert_eq!(options.map(|option| problem.cost(option)), [0, 7]);
    /// assert_eq!(problem.total_cost(&options), 7);
    /// # Ok::<(), tilewright_dlx::ProblemError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The option is not in this problem.
    pub fn set_cost(&mut self, option: OptionId, cost: u32) -> Result<(), ProblemError> {
        let (index, count) = (option.index(), self.option_count());
        if index >= count {
            return Err(ProblemError::UnknownOption { index, count });
        }
        if cost > 0 || index < self.costs.len() {
            self.costs.resize(self.costs.len().max(index + 1), 0);
            self.costs[index] = cost;
        }
        drop_last_zeros(&mut self.costs);
        Ok(())
    }

    /// The cost of an option; 0 if it is not in this problem.
    pub fn cost(&self, option: OptionId) -> u32 {
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// The total cost of the options. The sum fits in 64 bits, since there are fewer than 2^32
    /// options.
    pub fn total_cost(&self, options: &[OptionId]) -> u64 {
        let costs = options.iter().map(|&option| u64::from(self.cost(option)));
        costs.fold(0, u64::saturating_add)
    }

    /// Whether any option has a cost above 0.
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// The costs of these options, in order. Zeros at the end are left out.
    pub(super) fn costs_of(&self, options: &[OptionId]) -> Vec<u32> {
        if !self.has_costs() {
            return Vec::new();
        }
        let mut costs: Vec<u32> = options.iter().map(|&option| self.cost(option)).collect();
        drop_last_zeros(&mut costs);
        costs
    }
}

/// Removes zeros at the end of a list of costs, so that equal problems have equal fields.
fn drop_last_zeros(costs: &mut Vec<u32>) {
    let last = costs.iter().rposition(|&cost| cost > 0);
    costs.truncate(last.map_or(0, |last| last + 1));
}

#[cfg(test)]
mod tests {
    use crate::text;

    #[test]
    fn costs_that_are_taken_back_leave_no_trace() {
        let plain = text::read("a b\na\nb\n").unwrap();
        let mut problem = plain.clone();
        let [a, b] = [0, 1].map(|at| problem.option(at).unwrap());
        problem.set_cost(b, 3).unwrap();
        assert!(problem.has_costs());
        assert_ne!(problem, plain);
        assert_ne!(problem.fingerprint(), plain.fingerprint());
        problem.set_cost(a, 0).unwrap();
        assert_eq!(problem.total_cost(&[a, b]), 3);
        problem.set_cost(b, 0).unwrap();
        assert_eq!(problem, plain);
        assert_eq!(problem.fingerprint(), plain.fingerprint());
    }

    #[test]
    fn options_of_another_problem_cost_nothing() {
        let mut one = text::read("a b\na\n").unwrap();
        let two = text::read("a b\na\nb\n").unwrap();
        let other = two.option(1).unwrap();
        assert_eq!(one.cost(other), 0);
        assert!(one.set_cost(other, 1).is_err());
        assert!(!one.has_costs());
    }

    #[test]
    fn a_derived_problem_has_the_costs() {
        let problem = text::read("a b\na |1\nb |2\na b |4\n").unwrap();
        let derived = problem
            .derive()
            .options(problem.options().rev())
            .build()
            .unwrap();
        let costs: Vec<u32> = derived
            .problem
            .options()
            .map(|at| derived.problem.cost(at))
            .collect();
        assert_eq!(costs, [4, 2, 1]);
        let (restricted, _) = problem.restricted(&[false, true, false]);
        assert_eq!(restricted.cost(restricted.option(0).unwrap()), 2);
    }

    #[test]
    fn the_last_costs_that_are_taken_back_leave_no_trace() {
        let mut one = text::read("a\na\na\na\na\n").unwrap();
        let mut other = one.clone();
        let [first, _, _, last] = [0, 1, 2, 3].map(|at| one.option(at).unwrap());
        one.set_cost(first, 3).unwrap();
        other.set_cost(first, 3).unwrap();
        other.set_cost(last, 1).unwrap();
        other.set_cost(last, 0).unwrap();
        assert_eq!(one, other);
    }
}
