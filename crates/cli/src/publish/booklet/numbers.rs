//! Selections of solutions by their numbers, such as `1-24`.

/// Numbers from 1, as ranges in ascending order without overlaps: `1-24`, `3,7,100-120`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers(Vec<(u64, u64)>);

/// The maximum size of a selection that is read from a text: how many numbers it may contain.
const MOST: u64 = 10_000;

impl Numbers {
    /// All numbers from 1 to `last`.
    pub fn up_to(last: u64) -> Self {
        Self(vec![(1, last)])
    }

    /// Whether a number is in the selection.
    pub fn contains(&self, number: u64) -> bool {
        let ranges = self.0.iter();
        ranges
            .clone()
            .any(|&(first, last)| (first..=last).contains(&number))
    }

    /// The largest number; 0 if there is none.
    pub fn last(&self) -> u64 {
        self.0.last().map_or(0, |&(_, last)| last)
    }
}

impl std::str::FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| {
            let number = text.trim().parse::<u64>().ok().filter(|&number| number > 0);
            number.ok_or_else(|| {
                format!("`{text}` is not a whole number of 1 or more; write numbers as in 1-24,30")
            })
        };
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        let mut count = 0_u64;
        for range in text.split(',') {
            let (first, last) = match range.split_once('-') {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(range)?, number(range)?),
            };
            if ranges.last().is_some_and(|&(_, before)| first <= before) || last < first {
                return Err("write the numbers in ascending order, as in 3,7,100-120".to_owned());
            }
            count = count.saturating_add(last - first).saturating_add(1);
            if count > MOST {
                return Err(format!("a booklet has at most {MOST} solutions"));
            }
            ranges.push((first, last));
        }
        Ok(Self(ranges))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ranges() {
        let numbers: Numbers = "3,7-9, 100".parse().unwrap();
        let taken: Vec<u64> = (1..=200)
            .filter(|&number| numbers.contains(number))
            .collect();
        assert_eq!(taken, [3, 7, 8, 9, 100]);
        assert_eq!(numbers.last(), 100);
    }

    #[test]
    fn wrong_numbers_are_refused() {
        for wrong in [
            "",
            "0",
            "a",
            "3-1",
            "5,4",
            "1,1",
            "1-",
            "-3",
            "1-99999999",
            "1-18446744073709551616",
        ] {
            assert!(wrong.parse::<Numbers>().is_err(), "{wrong}");
        }
        assert!("1-10000".parse::<Numbers>().is_ok());
        assert!("18446744073709551615".parse::<Numbers>().is_ok());
    }
}
