//! How far a candidate's number of solutions is from the requirements.

use crate::puzzle::{NumberRange, Requirement};

/// Solutions are counted up to this number, or up to four times the required number if that is
/// larger.
const LEAST_CAP: u64 = 1 << 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CountedSolutions {
    Exactly(u64),
    /// At least this number of solutions.
    AtLeast(u64),
}

/// The required numbers of solutions of a candidate. Those for distinct solutions are converted by
/// the order of its symmetry group.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountTarget<'a> {
    pub(super) wanted: &'a Requirement,
    /// The number of isometries that map solutions to solutions.
    pub(super) symmetries: u64,
}

impl CountTarget<'_> {
    /// The distance of a number of solutions from the requirements, as the natural logarithm of the
    /// factor between them. Requirements that do not concern the number have distance 0. For
    /// `AtLeast`, the distance never decreases as the number grows.
    pub(super) fn distance(&self, solutions: CountedSolutions) -> f64 {
        self.part(self.wanted, solutions)
    }

    fn part(&self, wanted: &Requirement, solutions: CountedSolutions) -> f64 {
        let of = |part: &Requirement| self.part(part, solutions);
        match wanted {
            Requirement::All(parts) => parts.iter().map(of).sum(),
            Requirement::Any(parts) => parts.iter().map(of).fold(f64::INFINITY, f64::min),
            Requirement::Solutions(range) => beyond(*range, 1, solutions),
            Requirement::Distinct(range) => beyond(*range, self.symmetries, solutions),
            Requirement::Not(_)
            | Requirement::Pieces(_)
            | Requirement::Goals(_)
            | Requirement::Symmetric
            | Requirement::UniqueStart
            | Requirement::EverySolution(_)
            | Requirement::SomeSolution(_)
            | Requirement::AtLeast(..)
            | Requirement::AtMost(..) => 0.0,
        }
    }

    /// The largest number up to which solutions are counted.
    pub(super) fn most(&self) -> u64 {
        let mut most = LEAST_CAP;
        self.for_each_range(self.wanted, &mut |range, of_one| {
            let bound = range.most.unwrap_or(range.least);
            most = most.max(bound.saturating_mul(4).saturating_mul(of_one));
        });
        most
    }

    fn for_each_range(&self, wanted: &Requirement, visit: &mut dyn FnMut(NumberRange, u64)) {
        match wanted {
            Requirement::All(parts) | Requirement::Any(parts) => {
                for part in parts {
                    self.for_each_range(part, visit);
                }
            }
            Requirement::Solutions(range) => visit(*range, 1),
            Requirement::Distinct(range) => visit(*range, self.symmetries),
            _ => {}
        }
    }

    /// The smallest number n for which the distance of `AtLeast(n)` exceeds `bound`; at most
    /// [`most`](Self::most).
    pub(super) fn cap(&self, bound: f64) -> u64 {
        let (mut within, mut beyond) = (0, self.most());
        while within + 1 < beyond {
            let middle = within + (beyond - within) / 2;
            if self.distance(CountedSolutions::AtLeast(middle)) > bound {
                beyond = middle;
            } else {
                within = middle;
            }
        }
        beyond
    }
}

/// The distance of a number of solutions from a range, both of whose ends are first multiplied by
/// `of_one`.
#[expect(clippy::cast_precision_loss, reason = "a logarithm of it is taken")]
fn beyond(range: NumberRange, of_one: u64, solutions: CountedSolutions) -> f64 {
    let ratio = |more: u64, fewer: u64| ((more as f64) / (fewer.max(1) as f64)).ln();
    let (CountedSolutions::Exactly(number) | CountedSolutions::AtLeast(number)) = solutions;
    let most = range.most.map(|most| most.saturating_mul(of_one));
    if let Some(most) = most
        && number > most
    {
        return ratio(number, most);
    }
    match solutions {
        CountedSolutions::Exactly(number) if number < range.least => ratio(range.least, number),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_as_far_as_is_needed() {
        let wanted = Requirement::All(vec![
            Requirement::Distinct("1".parse().unwrap()),
            Requirement::Symmetric,
        ]);
        let target = CountTarget {
            wanted: &wanted,
            symmetries: 4,
        };
        assert!(target.distance(CountedSolutions::Exactly(4)) <= 0.0);
        assert!(target.distance(CountedSolutions::Exactly(5)) > 0.0);
        assert_eq!(target.most(), LEAST_CAP);
        assert_eq!(target.cap(0.0), 5);
        assert_eq!(target.cap(2_f64.ln()), 9);
        assert_eq!(target.cap(1000.0), LEAST_CAP);
        let wanted = Requirement::Any(vec![
            Requirement::Solutions("50..500".parse().unwrap()),
            Requirement::Solutions("9000..".parse().unwrap()),
        ]);
        let target = CountTarget {
            wanted: &wanted,
            symmetries: 1,
        };
        assert_eq!(target.most(), 36_000);
        assert!((target.distance(CountedSolutions::Exactly(25)) - 2_f64.ln()).abs() < 1e-9);
        assert!(target.distance(CountedSolutions::AtLeast(25)) <= 0.0);
        assert!((target.distance(CountedSolutions::Exactly(1000)) - 2_f64.ln()).abs() < 1e-9);
    }
}
