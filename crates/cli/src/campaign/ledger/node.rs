//! The results of one part.

use std::collections::BTreeMap;

use super::CountMethod;
use crate::campaign::answer::PartAnswer;
use crate::campaign::part::PartName;
use crate::campaign::results::{ChildRange, PartResult};

/// A part, with all of its results.
#[derive(Debug, Default)]
pub(crate) struct PartRecord {
    whole: Option<Box<LedgerEntry>>,
    inner: Option<Box<PartChildren>>,
}

#[derive(Debug, Default)]
struct PartChildren {
    /// The number of children, once a result contains it.
    of: Option<u32>,
    ranges: BTreeMap<(u32, u32), LedgerEntry>,
    children: BTreeMap<u32, PartRecord>,
    is_split: bool,
}

/// A result of a part, or of a range of its children.
#[derive(Debug)]
pub(crate) struct LedgerEntry {
    /// The index, in the ledger, of the file of results with this result.
    pub(crate) file: usize,
    method: CountMethod,
    pub(crate) answer: PartAnswer,
    seconds: f64,
    pub(crate) list: Option<(u64, u64)>,
}

pub(crate) enum AddOutcome {
    New,
    /// The new result repeats a known one.
    Again {
        other_engine: bool,
    },
    /// The new result contradicts a known one, which is in this file.
    Different {
        file: usize,
    },
}

/// A result, or a child that is done, in a [`ChildCovering`].
pub(crate) enum CoveringPiece<'a> {
    /// A result of the part or of a range of children.
    Entry(&'a LedgerEntry),
    /// A child that is done.
    Child(&'a PartRecord),
}

/// Disjoint results of a part that together cover as many of its children as possible.
pub(crate) struct ChildCovering<'a> {
    pub(crate) pieces: Vec<CoveringPiece<'a>>,
    /// The children that no element of the covering covers.
    pub(crate) open: Vec<u32>,
}

impl PartRecord {
    pub(crate) fn child(&self, child: u32) -> Option<&Self> {
        self.inner.as_ref()?.children.get(&child)
    }

    pub(crate) fn child_mut(&mut self, child: u32) -> &mut Self {
        self.inner
            .get_or_insert_default()
            .children
            .entry(child)
            .or_default()
    }

    /// The number of children, if it is known.
    pub(crate) fn child_count(&self) -> Option<u32> {
        self.inner.as_ref()?.of
    }

    pub(crate) fn is_split(&self) -> bool {
        self.inner.as_ref().is_some_and(|inner| inner.is_split)
    }

    pub(super) fn add(
        &mut self,
        file: usize,
        method: CountMethod,
        result: PartResult,
    ) -> AddOutcome {
        let entry = LedgerEntry {
            file,
            method,
            answer: result.answer,
            seconds: result.seconds,
            list: result.list,
        };
        let Some(ChildRange { from, to, of }) = result.children else {
            if let Some(known) = &self.whole {
                return known.compare(&entry);
            }
            self.whole = Some(Box::new(entry));
            return AddOutcome::New;
        };
        let inner = self.inner.get_or_insert_default();
        inner.is_split |= result.split;
        if inner.of.get_or_insert(of) != &of {
            let known = inner
                .ranges
                .values()
                .next()
                .map_or(file, |known| known.file);
            return AddOutcome::Different { file: known };
        }
        if from == to {
            return AddOutcome::New;
        }
        if let Some(known) = inner.ranges.get(&(from, to)) {
            return known.compare(&entry);
        }
        inner.ranges.insert((from, to), entry);
        AddOutcome::New
    }

    pub(crate) fn is_done(&self) -> bool {
        self.whole.is_some()
            || self
                .covering()
                .is_some_and(|covering| covering.open.is_empty())
    }

    /// A covering that covers as many children as possible; `None` if no result states the number
    /// of children.
    pub(crate) fn covering(&self) -> Option<ChildCovering<'_>> {
        let inner = self.inner.as_ref()?;
        let of = inner.of?;
        // At index n: the largest number of the first n children that can be covered, and the last
        // element of such a covering.
        let mut best: Vec<(u32, Option<(u32, CoveringPiece<'_>)>)> = vec![(0, None)];
        for end in 1..=of {
            let mut most = (best[end as usize - 1].0, None);
            let child = inner
                .children
                .get(&(end - 1))
                .filter(|child| child.is_done());
            let child = child.map(|child| (end - 1, CoveringPiece::Child(child)));
            let ranges = inner.ranges.iter().filter(|((_, to), _)| *to == end);
            let ranges = ranges.map(|((from, _), entry)| (*from, CoveringPiece::Entry(entry)));
            for (from, piece) in ranges.chain(child) {
                let covered = best[from as usize].0 + (end - from);
                if covered > most.0 {
                    most = (covered, Some((from, piece)));
                }
            }
            best.push(most);
        }
        let (mut pieces, mut open) = (Vec::new(), Vec::new());
        let mut at = of as usize;
        while at > 0 {
            if let Some((from, piece)) = best[at].1.take() {
                pieces.push(piece);
                at = from as usize;
            } else {
                at -= 1;
                open.push(u32::try_from(at).unwrap_or(of));
            }
        }
        pieces.reverse();
        open.reverse();
        Some(ChildCovering { pieces, open })
    }

    /// The results that make up the part, in order; `None` if it is not done.
    pub(crate) fn entries(&self) -> Option<Vec<&LedgerEntry>> {
        if let Some(whole) = &self.whole {
            return Some(vec![&**whole]);
        }
        let covering = self
            .covering()
            .filter(|covering| covering.open.is_empty())?;
        let mut entries = Vec::new();
        for piece in covering.pieces {
            match piece {
                CoveringPiece::Entry(entry) => entries.push(entry),
                CoveringPiece::Child(child) => entries.extend(child.entries()?),
            }
        }
        Some(entries)
    }

    /// The answer, if the part is done.
    pub(crate) fn answer(&self) -> Option<PartAnswer> {
        let mut sum = PartAnswer::default();
        for entry in self.entries()? {
            sum.add(&entry.answer);
        }
        Some(sum)
    }

    /// Adds the answers found so far to `sum`, even if the part is not done.
    pub(crate) fn add_to(&self, sum: &mut PartAnswer) {
        if let Some(whole) = &self.whole {
            return sum.add(&whole.answer);
        }
        let Some(covering) = self.covering() else {
            return;
        };
        for piece in covering.pieces {
            match piece {
                CoveringPiece::Entry(entry) => sum.add(&entry.answer),
                CoveringPiece::Child(child) => child.add_to(sum),
            }
        }
        for open in covering.open {
            if let Some(child) = self.child(open) {
                child.add_to(sum);
            }
        }
    }

    /// The fraction of the part that is done, as if all of its children took the same time.
    pub(crate) fn share_done(&self) -> f64 {
        let (None, Some(covering), Some(of)) = (&self.whole, self.covering(), self.child_count())
        else {
            return f64::from(u8::from(self.whole.is_some()));
        };
        let begun = covering.open.iter().filter_map(|open| self.child(*open));
        let begun: f64 = begun.map(Self::share_done).sum();
        #[expect(clippy::cast_precision_loss, reason = "at most 2^16 children")]
        let open = covering.open.len() as f64;
        (f64::from(of) - open + begun) / f64::from(of)
    }

    pub(crate) fn seconds(&self) -> f64 {
        let whole = self.whole.as_ref().map_or(0.0, |whole| whole.seconds);
        self.inner.as_ref().map_or(whole, |inner| {
            let ranges: f64 = inner.ranges.values().map(|entry| entry.seconds).sum();
            let children: f64 = inner.children.values().map(Self::seconds).sum();
            whole + ranges + children
        })
    }

    /// Collects the names of unfinished parts: the part itself, or its unfinished children if it was split.
    pub(crate) fn missing(&self, name: &PartName, missing: &mut Vec<PartName>) {
        if self.is_done() {
            return;
        }
        let Some(covering) = self.covering().filter(|_| self.is_split()) else {
            missing.push(name.clone());
            return;
        };
        for open in covering.open {
            let child = name.child(open);
            match self.child(open) {
                Some(node) => node.missing(&child, missing),
                None => missing.push(child),
            }
        }
    }

    /// Collects contradictions between results of the same children.
    pub(crate) fn contradictions(&self, name: &PartName, found: &mut Vec<String>) {
        let Some(inner) = &self.inner else {
            return;
        };
        for (child, node) in &inner.children {
            node.contradictions(&name.child(*child), found);
        }
        let Some(of) = inner.of else {
            // The number of children is not known yet.
            return;
        };
        let mut arcs: Vec<(u32, u32, PartAnswer)> = Vec::new();
        arcs.extend(self.whole.iter().map(|whole| (0, of, whole.answer.clone())));
        let ranges = inner.ranges.iter();
        arcs.extend(ranges.map(|((from, to), entry)| (*from, *to, entry.answer.clone())));
        for (child, node) in &inner.children {
            if *child >= of {
                found.push(format!(
                    "part {}: there is no such part",
                    name.child(*child)
                ));
            } else if let Some(answer) = node.answer() {
                arcs.push((*child, *child + 1, answer));
            }
        }
        arcs.sort_by_key(|(from, to, _)| (*from, *to));
        if !all_ways_agree(&arcs) {
            found.push(format!("part {name}, done in several ways"));
        }
    }
}

/// Whether all paths along arcs from one point to another have the same sum of answers. An arc is
/// given by its start, its end and its answer.
fn all_ways_agree(arcs: &[(u32, u32, PartAnswer)]) -> bool {
    let mut starts: Vec<u32> = arcs.iter().map(|(from, _, _)| *from).collect();
    starts.dedup();
    for start in starts {
        let mut sums = BTreeMap::from([(start, PartAnswer::default())]);
        for (from, to, answer) in arcs {
            let Some(before) = sums.get(from) else {
                continue;
            };
            let mut sum = before.clone();
            sum.add(answer);
            match sums.get(to) {
                Some(known) if *known != sum => return false,
                Some(_) => {}
                None => {
                    sums.insert(*to, sum);
                }
            }
        }
    }
    true
}

impl LedgerEntry {
    fn compare(&self, other: &Self) -> AddOutcome {
        if self.answer == other.answer {
            AddOutcome::Again {
                other_engine: self.method != other.method,
            }
        } else {
            AddOutcome::Different { file: self.file }
        }
    }
}
