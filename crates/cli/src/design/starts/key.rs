//! Sorted sets of places, packed into keys that sort fast.

/// A set as a sort key, made by adding the members in increasing order. Keys of equally large sets
/// compare like the sets.
pub(super) trait SetKey: Clone + Ord + Send {
    fn empty() -> Self;
    /// The set with one more member, which must be larger than all others and below 2^`bits`.
    fn with(&self, member: u32, bits: u32) -> Self;
    /// Writes the `size` members of the set to `members`.
    fn unpack(&self, size: usize, bits: u32, members: &mut Vec<u32>);
}

impl SetKey for u64 {
    fn empty() -> Self {
        0
    }

    fn with(&self, member: u32, bits: u32) -> Self {
        self << bits | Self::from(member)
    }

    fn unpack(&self, size: usize, bits: u32, members: &mut Vec<u32>) {
        u128::from(*self).unpack(size, bits, members);
    }
}

impl SetKey for u128 {
    fn empty() -> Self {
        0
    }

    fn with(&self, member: u32, bits: u32) -> Self {
        self << bits | Self::from(member)
    }

    fn unpack(&self, size: usize, bits: u32, members: &mut Vec<u32>) {
        let mask = (1_u128 << bits) - 1;
        let mut left = *self;
        members.clear();
        for _ in 0..size {
            // Masked, the value has at most 32 bits, so the conversion does not fail.
            members.push(u32::try_from(left & mask).unwrap_or(u32::MAX));
            left >>= bits;
        }
        members.reverse();
    }
}

/// A set that is too large to be packed into an integer.
impl SetKey for Vec<u32> {
    fn empty() -> Self {
        Self::new()
    }

    fn with(&self, member: u32, _: u32) -> Self {
        let mut set = Self::with_capacity(self.len() + 1);
        set.extend_from_slice(self);
        set.push(member);
        set
    }

    fn unpack(&self, _: usize, _: u32, members: &mut Vec<u32>) {
        members.clear();
        members.extend_from_slice(self);
    }
}

/// Appends the subsets of `size` members to `sets`; `members` is sorted. Returns false as soon as
/// there would be more than `most`.
pub(super) fn subsets<K: SetKey>(
    members: &[u32],
    size: usize,
    bits: u32,
    most: usize,
    sets: &mut Vec<K>,
) -> bool {
    extend(&K::empty(), members, size, bits, most, sets)
}

fn extend<K: SetKey>(
    set: &K,
    members: &[u32],
    size: usize,
    bits: u32,
    most: usize,
    sets: &mut Vec<K>,
) -> bool {
    if size == 0 {
        if sets.len() == most {
            return false;
        }
        sets.push(set.clone());
        return true;
    }
    // After the first member, `size - 1` others must remain in the list.
    for first in 0..(members.len() + 1).saturating_sub(size) {
        let set = set.with(members[first], bits);
        if !extend(&set, &members[first + 1..], size - 1, bits, most, sets) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked<K: SetKey>(members: &[u32], size: usize) -> Vec<Vec<u32>> {
        let mut sets: Vec<K> = Vec::new();
        assert!(subsets(members, size, 5, 1000, &mut sets));
        sets.sort_unstable();
        let mut set = Vec::new();
        sets.iter()
            .map(|key| {
                key.unpack(size, 5, &mut set);
                set.clone()
            })
            .collect()
    }

    #[test]
    fn keys_sort_as_their_sets_do() {
        let members = [0, 3, 4, 17, 31];
        for size in 0..=6 {
            let sets = unpacked::<Vec<u32>>(&members, size);
            assert!(sets.is_sorted());
            assert_eq!(unpacked::<u64>(&members, size), sets);
            assert_eq!(unpacked::<u128>(&members, size), sets);
        }
        assert_eq!(unpacked::<u64>(&members, 2).len(), 10);
    }

    #[test]
    fn no_more_sets_than_there_is_room_for() {
        let mut sets: Vec<u64> = Vec::new();
        assert!(subsets(&[1, 2, 3, 4], 2, 3, 6, &mut sets));
        assert!(!subsets(&[1, 2, 3, 4], 2, 3, 6, &mut sets));
        assert_eq!(sets.len(), 6);
    }
}
