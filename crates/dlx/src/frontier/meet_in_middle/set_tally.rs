//! Counts the paths of a join by the set of items that they use.

use std::collections::HashMap;
use std::io;

use num_bigint::BigUint;

use super::item_masks::{MOST_DENSE, MOST_ITEMS};
use super::join::{Factor, Sum};
use crate::frontier::checkpoint::{CheckedFile, Sink, damaged};

/// For each set of items, the number of paths that use exactly these items. `low` holds 64 bits of each number;
/// larger sums overflow into `more`.
#[derive(Debug)]
pub(in crate::frontier) struct SetTally {
    low: Vec<u64>,
    more: HashMap<u32, Sum>,
}

/// For more than [`MOST_DENSE`] items, the numbers that one thread keeps for a tally may take 1/`SHARE` of the
/// memory.
const SHARE: u64 = 16;

/// The maximum number of items whose sets can be tallied if the memory is `memory` bytes.
pub(in crate::frontier) fn most_tallied(memory: u64) -> usize {
    let fits = |items: &usize| 8 << items <= memory / SHARE;
    let more = (MOST_DENSE..=MOST_ITEMS).rev().find(fits);
    more.unwrap_or(MOST_DENSE)
}

impl SetTally {
    pub(super) fn new(items: u32) -> Self {
        Self {
            low: vec![0; 1 << items],
            more: HashMap::new(),
        }
    }

    /// Adds the product of two counts to the number of paths of a set.
    pub(super) fn add_product<C: Factor>(&mut self, set: u32, one: &C, other: &C) {
        let small = one.small().zip(other.small());
        match small.and_then(|(one, other)| one.checked_mul(other)) {
            Some(product) => self.add(set, product),
            None => one.multiply(other, self.more.entry(set).or_default()),
        }
    }

    fn add(&mut self, set: u32, number: u64) {
        let low = &mut self.low[set as usize];
        if let Some(sum) = low.checked_add(number) {
            *low = sum;
            return;
        }
        let full = std::mem::replace(low, number);
        self.more.entry(set).or_default().add(full.into());
    }

    pub(super) fn add_all(&mut self, other: Self) {
        for (set, low) in (0..).zip(other.low) {
            self.add(set, low);
        }
        for (set, sum) in other.more {
            self.more.entry(set).or_default().add_sum(sum);
        }
    }

    /// The sets with at least one path and their numbers of paths, in increasing order of the sets.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, BigUint)> {
        let sets = (0..).zip(&self.low);
        sets.filter_map(|(set, low)| {
            let sum = match self.more.get(&set) {
                Some(more) => more.clone().big() + *low,
                None => (*low).into(),
            };
            (sum > BigUint::ZERO).then_some((set, sum))
        })
    }

    pub(super) fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.number(self.iter().count() as u64)?;
        let mut least = 0;
        for (set, sum) in self.iter() {
            sink.number((set - least).into())?;
            sink.big(&sum)?;
            least = set;
        }
        Ok(())
    }

    pub(super) fn load(items: u32, source: &mut CheckedFile) -> io::Result<Self> {
        let mut tally = Self::new(items);
        let mut set = 0_u32;
        for _ in 0..source.length(2)? {
            set = set.checked_add(source.small()?).ok_or_else(damaged)?;
            if set >> items != 0 {
                return Err(damaged());
            }
            let sum = source.big()?;
            match u64::try_from(&sum) {
                Ok(low) => tally.add(set, low),
                Err(_) => tally.more.entry(set).or_default().add_big(sum),
            }
        }
        Ok(tally)
    }
}
