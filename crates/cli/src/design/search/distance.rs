//! How far a number of solutions is from what is wanted.

use crate::puzzle::{NumberRange, Wanted};

/// Solutions are counted to here, or to four times what is wanted, and no further.
const LEAST_CAP: u64 = 1 << 12;

/// A number of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Solutions {
    /// So many.
    Exactly(u64),
    /// So many, or more.
    AtLeast(u64),
}

/// What is wanted, and how many solutions are at most one up to symmetry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) wanted: &'a Wanted,
    /// How many isometries may bring one solution to others.
    pub(super) symmetries: u64,
}

impl Target<'_> {
    /// How far a number of solutions is from what is wanted, as the logarithm of a factor; what cannot be
    /// told from that number is taken to hold. It never falls as a number that is at least so large
    /// rises.
    pub(super) fn distance(&self, solutions: Solutions) -> f64 {
        self.part(self.wanted, solutions)
    }

    fn part(&self, wanted: &Wanted, solutions: Solutions) -> f64 {
        let of = |part: &Wanted| self.part(part, solutions);
        match wanted {
            Wanted::All(parts) => parts.iter().map(of).sum(),
            Wanted::Any(parts) => parts.iter().map(of).fold(f64::INFINITY, f64::min),
            Wanted::Solutions(range) => beyond(*range, 1, solutions),
            Wanted::Distinct(range) => beyond(*range, self.symmetries, solutions),
            Wanted::Not(_)
            | Wanted::Pieces(_)
            | Wanted::Goals(_)
            | Wanted::Symmetric
            | Wanted::UniqueStart
            | Wanted::EverySolution(_)
            | Wanted::SomeSolution(_)
            | Wanted::AtLeast(..)
            | Wanted::AtMost(..) => 0.0,
        }
    }

    /// The number to which solutions are counted at most.
    pub(super) fn most(&self) -> u64 {
        let mut most = LEAST_CAP;
        self.for_each_range(self.wanted, &mut |range, of_one| {
            let bound = range.most.unwrap_or(range.least);
            most = most.max(bound.saturating_mul(4).saturating_mul(of_one));
        });
        most
    }

    fn for_each_range(&self, wanted: &Wanted, hear: &mut dyn FnMut(NumberRange, u64)) {
        match wanted {
            Wanted::All(parts) | Wanted::Any(parts) => {
                for part in parts {
                    self.for_each_range(part, hear);
                }
            }
            Wanted::Solutions(range) => hear(*range, 1),
            Wanted::Distinct(range) => hear(*range, self.symmetries),
            _ => {}
        }
    }

    /// The least number of solutions that is further away than `bound`, whatever more there are; at
    /// most [`most`](Self::most).
    pub(super) fn cap(&self, bound: f64) -> u64 {
        let (mut within, mut beyond) = (0, self.most());
        while within + 1 < beyond {
            let middle = within + (beyond - within) / 2;
            if self.distance(Solutions::AtLeast(middle)) > bound {
                beyond = middle;
            } else {
                within = middle;
            }
        }
        beyond
    }
}

/// How far a number of solutions is beyond a range of so many times as many.
#[expect(clippy::cast_precision_loss, reason = "a logarithm of it is taken")]
fn beyond(range: NumberRange, of_one: u64, solutions: Solutions) -> f64 {
    let ratio = |more: u64, fewer: u64| ((more as f64) / (fewer.max(1) as f64)).ln();
    let (Solutions::Exactly(number) | Solutions::AtLeast(number)) = solutions;
    let most = range.most.map(|most| most.saturating_mul(of_one));
    if let Some(most) = most
        && number > most
    {
        return ratio(number, most);
    }
    match solutions {
        Solutions::Exactly(number) if number < range.least => ratio(range.least, number),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_as_far_as_is_needed() {
        let wanted = Wanted::All(vec![
            Wanted::Distinct("1".parse().unwrap()),
            Wanted::Symmetric,
        ]);
        let target = Target {
            wanted: &wanted,
            symmetries: 4,
        };
        assert!(target.distance(Solutions::Exactly(4)) <= 0.0);
        assert!(target.distance(Solutions::Exactly(5)) > 0.0);
        assert_eq!(target.most(), LEAST_CAP);
        assert_eq!(target.cap(0.0), 5);
        assert_eq!(target.cap(2_f64.ln()), 9);
        assert_eq!(target.cap(1000.0), LEAST_CAP);
        let wanted = Wanted::Any(vec![
            Wanted::Solutions("50..500".parse().unwrap()),
            Wanted::Solutions("9000..".parse().unwrap()),
        ]);
        let target = Target {
            wanted: &wanted,
            symmetries: 1,
        };
        assert_eq!(target.most(), 36_000);
        assert!((target.distance(Solutions::Exactly(25)) - 2_f64.ln()).abs() < 1e-9);
        assert!(target.distance(Solutions::AtLeast(25)) <= 0.0);
        assert!((target.distance(Solutions::Exactly(1000)) - 2_f64.ln()).abs() < 1e-9);
    }
}
