//! A packed list of sets of items with their counts. In the lists that are read most, a set takes three bytes
//! instead of eight: two for the difference from the previous set, one for the count.
//!
//! | part | bytes |
//! | --- | --- |
//! | the width of a set and of a count | 1 |
//! | the first set | 4 |
//! | for each set, the difference from the previous set | 2 or 4 |
//! | for each set, its count | 1, 2, 4 or 8 |
//!
//! A file of lists stores these bytes. A list with a count of more than 64 bits is stored as a zero byte, the
//! number of sets in 4 bytes, and for each set: the set in 4 bytes, the length of its count in 4 bytes, and the
//! count, lowest byte first.

use std::borrow::Cow;
use std::io;

use num_bigint::BigUint;

use super::entry::SetEntry;
use crate::frontier::checkpoint::{CheckedFile, Sink, damaged};
use crate::frontier::count::StateCount;

const HEAD: usize = 5;

/// The sets at a node with their counts, in increasing order of the sets.
#[derive(Clone, Debug)]
pub(super) enum List<C> {
    Packed(Box<[u8]>),
    /// Not packed, since a count has more than 64 bits. Boxed twice, so that a list is two words.
    Plain(Box<Box<[SetEntry<C>]>>),
}

impl<C> Default for List<C> {
    fn default() -> Self {
        Self::Packed(Box::default())
    }
}

/// Why bytes of a file cannot be used as a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// A count is too large for the counters of the list.
    Wide,
    /// The bytes are not a list.
    Damaged,
}

/// The widths of a set and of a count, in bytes, from the first byte of a packed list.
fn widths(tag: u8) -> (usize, usize) {
    (usize::from(tag >> 4), usize::from(tag & 15))
}

fn append(bytes: &mut Vec<u8>, width: usize, number: u64) {
    bytes.extend_from_slice(&number.to_le_bytes()[..width]);
}

impl<C: StateCount> List<C> {
    /// Packs sets with their counts. The sets must be in increasing order.
    pub(super) fn pack(entries: &[SetEntry<C>]) -> Self {
        let Some(first) = entries.first() else {
            return Self::default();
        };
        let mut counts = 0;
        for entry in entries {
            let Some(count) = entry.count.small() else {
                return Self::Plain(Box::new(entries.into()));
            };
            counts |= count;
        }
        let gaps = entries.windows(2).map(|pair| pair[1].set - pair[0].set);
        let sets = if gaps.clone().all(|gap| gap >> 16 == 0) {
            2
        } else {
            4
        };
        let width = match counts {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            0x1_0000..=0xffff_ffff => 4,
            _ => 8,
        };
        let mut bytes = Vec::with_capacity(HEAD + entries.len() * (sets + width));
        append(&mut bytes, 1, (sets << 4 | width) as u64);
        append(&mut bytes, 4, first.set.into());
        for gap in std::iter::once(0).chain(gaps) {
            append(&mut bytes, sets, gap.into());
        }
        for entry in entries {
            append(&mut bytes, width, entry.count.small().unwrap_or(0));
        }
        Self::Packed(bytes.into_boxed_slice())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Packed(bytes) => match bytes.split_first() {
                None => 0,
                Some((tag, _)) => {
                    let (sets, counts) = widths(*tag);
                    (bytes.len() - HEAD) / (sets + counts)
                }
            },
            Self::Plain(entries) => entries.len(),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Packed(bytes) => bytes.len() as u64,
            Self::Plain(entries) => {
                entries.len() as u64 * (size_of::<SetEntry<C>>() as u64 + C::HEAP)
            }
        }
    }

    #[inline]
    pub(super) fn each(&self, mut found: impl FnMut(u32, &C)) {
        match self {
            Self::Packed(bytes) => Self::each_packed(bytes, found),
            Self::Plain(entries) => entries
                .iter()
                .for_each(|entry| found(entry.set, &entry.count)),
        }
    }

    #[inline]
    fn each_packed(bytes: &[u8], found: impl FnMut(u32, &C)) {
        let Some((&[tag, a, b, c, d], bytes)) = bytes.split_first_chunk() else {
            return;
        };
        let first = u32::from_le_bytes([a, b, c, d]);
        match widths(tag) {
            (2, 1) => unpack::<C, 2, 1>(bytes, first, found),
            (2, 2) => unpack::<C, 2, 2>(bytes, first, found),
            (2, 4) => unpack::<C, 2, 4>(bytes, first, found),
            (2, _) => unpack::<C, 2, 8>(bytes, first, found),
            (_, 1) => unpack::<C, 4, 1>(bytes, first, found),
            (_, 2) => unpack::<C, 4, 2>(bytes, first, found),
            (_, 4) => unpack::<C, 4, 4>(bytes, first, found),
            _ => unpack::<C, 4, 8>(bytes, first, found),
        }
    }

    /// Encodes the list for a file of lists.
    pub(super) fn to_bytes(&self) -> Cow<'_, [u8]> {
        let entries = match self {
            Self::Packed(bytes) => return Cow::Borrowed(bytes),
            Self::Plain(entries) => entries,
        };
        let mut bytes = vec![0];
        append(&mut bytes, 4, entries.len() as u64);
        for SetEntry { set, count } in entries.iter() {
            let count = count.big().to_bytes_le();
            append(&mut bytes, 4, (*set).into());
            append(&mut bytes, 4, count.len() as u64);
            bytes.extend_from_slice(&count);
        }
        Cow::Owned(bytes)
    }

    /// Decodes a list from a file of lists. Refuses sets with items other than the first `items` ones.
    pub(super) fn of_bytes(bytes: &[u8], items: u32) -> Result<Self, Unusable> {
        let (tag, rest) = match bytes.split_first() {
            None => return Ok(Self::default()),
            Some((0, rest)) => return Self::of_plain(rest, items),
            Some((tag, rest)) => (*tag, rest),
        };
        let (sets, counts) = widths(tag);
        let fits = matches!(sets, 2 | 4) && matches!(counts, 1 | 2 | 4 | 8);
        let (first, rest) = rest.split_first_chunk::<4>().ok_or(Unusable::Damaged)?;
        if !fits || rest.is_empty() || rest.len() % (sets + counts) != 0 {
            return Err(Unusable::Damaged);
        }
        let gaps = &rest[..rest.len() / (sets + counts) * sets];
        let sum: u64 = if sets == 2 {
            gaps.as_chunks::<2>().0.iter().map(number).sum()
        } else {
            gaps.as_chunks::<4>().0.iter().map(number).sum()
        };
        if (u64::from(u32::from_le_bytes(*first)) + sum) >> items != 0 {
            return Err(Unusable::Damaged);
        }
        if counts > C::WIDTH {
            return Err(Unusable::Wide);
        }
        Ok(Self::Packed(bytes.into()))
    }

    fn of_plain(bytes: &[u8], items: u32) -> Result<Self, Unusable> {
        let mut rest = bytes;
        let length = small(&mut rest)?;
        let mut entries = Vec::new();
        let mut least = 0;
        for _ in 0..length {
            let set = small(&mut rest)?;
            if set < least || set >> items != 0 {
                return Err(Unusable::Damaged);
            }
            let width = small(&mut rest)? as usize;
            let (count, more) = rest.split_at_checked(width).ok_or(Unusable::Damaged)?;
            rest = more;
            let count = C::of_big(BigUint::from_bytes_le(count)).ok_or(Unusable::Wide)?;
            least = set + 1;
            entries.push(SetEntry { set, count });
        }
        if rest.is_empty() {
            Ok(Self::pack(&entries))
        } else {
            Err(Unusable::Damaged)
        }
    }

    /// Writes the list to a checkpoint. Each set is written as the difference from the previous one.
    pub(super) fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.number(self.len() as u64)?;
        let mut least = 0;
        let mut saved = Ok(());
        self.each(|set, count| {
            if saved.is_ok() {
                saved = sink
                    .number((set - least).into())
                    .and_then(|()| count.save(sink));
            }
            least = set + 1;
        });
        saved
    }

    /// Reads a list from a checkpoint. Refuses sets with items other than the first `items` ones.
    pub(super) fn load(items: u32, source: &mut CheckedFile) -> io::Result<Self> {
        let length = source.length(2)?;
        let mut least = 0_u32;
        let entries = (0..length).map(|_| {
            let set = least.checked_add(source.small()?).ok_or_else(damaged)?;
            if set >> items != 0 {
                return Err(damaged());
            }
            least = set + 1;
            let count = C::load(source)?;
            Ok(SetEntry { set, count })
        });
        Ok(Self::pack(&entries.collect::<io::Result<Vec<_>>>()?))
    }
}

/// Decodes a number from the first four of the bytes, and removes them.
fn small(bytes: &mut &[u8]) -> Result<u32, Unusable> {
    let (number, rest) = bytes.split_first_chunk().ok_or(Unusable::Damaged)?;
    *bytes = rest;
    Ok(u32::from_le_bytes(*number))
}

#[inline]
fn number<const W: usize>(bytes: &[u8; W]) -> u64 {
    let mut all = [0; 8];
    all[..W].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

#[inline]
fn unpack<C: StateCount, const S: usize, const W: usize>(
    bytes: &[u8],
    first: u32,
    mut found: impl FnMut(u32, &C),
) {
    let (gaps, counts) = bytes.split_at(bytes.len() / (S + W) * S);
    let mut set = first;
    for (gap, count) in gaps
        .as_chunks::<S>()
        .0
        .iter()
        .zip(counts.as_chunks::<W>().0)
    {
        #[expect(clippy::cast_possible_truncation, reason = "of at most four bytes")]
        let gap = number(gap) as u32;
        set = set.wrapping_add(gap);
        found(set, &C::of(number(count)));
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::collection::btree_map;
    use proptest::prelude::*;

    use super::*;

    fn entries<C: StateCount>(list: &List<C>) -> Vec<SetEntry<C>> {
        let mut entries = Vec::new();
        list.each(|set, count| {
            let count = count.clone();
            entries.push(SetEntry { set, count });
        });
        entries
    }

    proptest! {
        #[test]
        fn what_is_packed_is_there(
            sets in btree_map(0_u32..1 << 20, 1_u64.., 0..9),
            near in 0_u32..20,
            few in 0_u32..64,
        ) {
            let sets = sets.into_iter().map(|(set, count)| (set >> near, count >> few | 1));
            let sets: std::collections::BTreeMap<u32, u64> = sets.collect();
            let narrow = |count: u64| u32::try_from(count >> 32).unwrap() | 1;
            let small: Vec<SetEntry<u32>> = sets.iter().map(|(&set, &count)| SetEntry { set, count: narrow(count) }).collect();
            prop_assert_eq!(&entries(&List::pack(&small)), &small);
            prop_assert_eq!(List::pack(&small).len(), small.len());
            let large: Vec<SetEntry<u64>> = sets.iter().map(|(&set, &count)| SetEntry { set, count }).collect();
            prop_assert_eq!(&entries(&List::pack(&large)), &large);
            let big: Vec<SetEntry<BigUint>> = (large.iter())
                .map(|entry| SetEntry { set: entry.set, count: BigUint::from(entry.count) << near })
                .collect();
            prop_assert_eq!(&entries(&List::pack(&big)), &big);
            prop_assert_eq!(List::pack(&big).len(), big.len());
            let (bytes, wide) = (List::pack(&small).to_bytes().into_owned(), List::pack(&big));
            prop_assert_eq!(&entries(&List::<u32>::of_bytes(&bytes, 20).unwrap()), &small);
            prop_assert_eq!(&entries(&List::<BigUint>::of_bytes(&wide.to_bytes(), 20).unwrap()), &big);
            let fits = big.iter().all(|entry| entry.count.bits() <= 32);
            match List::<u32>::of_bytes(&wide.to_bytes(), 20) {
                Ok(list) => prop_assert_eq!(list.len(), big.len()),
                Err(unusable) => prop_assert!(unusable == Unusable::Wide && !fits),
            }
            for cut in 1..bytes.len() {
                // Arbitrary bytes must be refused, or give sets of the allowed items only.
                for bytes in [&bytes[..cut], &bytes[cut..]] {
                    if let Ok(list) = List::<u64>::of_bytes(bytes, 20) {
                        list.each(|set, _| assert!(set < 1 << 20));
                    }
                }
            }
        }
    }

    #[test]
    fn a_list_is_two_words() {
        assert_eq!(size_of::<List<BigUint>>(), 16);
    }
}
