//! What is known of one part.

use std::collections::BTreeMap;

use super::Way;
use crate::campaign::answer::PartAnswer;
use crate::campaign::part::PartName;
use crate::campaign::results::{ChildRange, PartResult};

/// A part, with all that is known of it.
#[derive(Debug, Default)]
pub(crate) struct Node {
    whole: Option<Box<Entry>>,
    inner: Option<Box<Inner>>,
}

/// A part that was done piece by piece, or was split.
#[derive(Debug, Default)]
struct Inner {
    /// How many children it has, once a result says so.
    of: Option<u32>,
    ranges: BTreeMap<(u32, u32), Entry>,
    children: BTreeMap<u32, Node>,
    is_split: bool,
}

/// What a result says.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The file, by its number.
    pub(crate) file: usize,
    way: Way,
    pub(crate) answer: PartAnswer,
    seconds: f64,
    pub(crate) list: Option<(u64, u64)>,
}

/// What became of a result.
pub(crate) enum Placed {
    New,
    /// It says what was known.
    Again {
        other_engine: bool,
    },
    /// It says something else than this file.
    Different {
        file: usize,
    },
}

/// One of the pieces that make up a part.
pub(crate) enum Piece<'a> {
    /// A result.
    Entry(&'a Entry),
    /// A child that is done.
    Child(&'a Node),
}

/// Results and children that share no child, as many children as can be covered so.
pub(crate) struct Covering<'a> {
    pub(crate) pieces: Vec<Piece<'a>>,
    /// The children in no piece.
    pub(crate) open: Vec<u32>,
}

impl Node {
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

    /// How many children it has, if that is known.
    pub(crate) fn child_count(&self) -> Option<u32> {
        self.inner.as_ref()?.of
    }

    pub(crate) fn is_split(&self) -> bool {
        self.inner.as_ref().is_some_and(|inner| inner.is_split)
    }

    pub(super) fn add(&mut self, file: usize, way: Way, result: PartResult) -> Placed {
        let entry = Entry {
            file,
            way,
            answer: result.answer,
            seconds: result.seconds,
            list: result.list,
        };
        let Some(ChildRange { from, to, of }) = result.children else {
            if let Some(known) = &self.whole {
                return known.compare(&entry);
            }
            self.whole = Some(Box::new(entry));
            return Placed::New;
        };
        let inner = self.inner.get_or_insert_default();
        inner.is_split |= result.split;
        if inner.of.get_or_insert(of) != &of {
            let known = inner
                .ranges
                .values()
                .next()
                .map_or(file, |known| known.file);
            return Placed::Different { file: known };
        }
        if from == to {
            return Placed::New;
        }
        if let Some(known) = inner.ranges.get(&(from, to)) {
            return known.compare(&entry);
        }
        inner.ranges.insert((from, to), entry);
        Placed::New
    }

    pub(crate) fn is_done(&self) -> bool {
        self.whole.is_some()
            || self
                .covering()
                .is_some_and(|covering| covering.open.is_empty())
    }

    /// What makes it up, if that is not one result; none if nothing is known of its children.
    pub(crate) fn covering(&self) -> Option<Covering<'_>> {
        let inner = self.inner.as_ref()?;
        let of = inner.of?;
        // By child, what ends before it that covers most before it: how many children, and the piece.
        let mut best: Vec<(u32, Option<(u32, Piece<'_>)>)> = vec![(0, None)];
        for end in 1..=of {
            let mut most = (best[end as usize - 1].0, None);
            let child = inner
                .children
                .get(&(end - 1))
                .filter(|child| child.is_done());
            let child = child.map(|child| (end - 1, Piece::Child(child)));
            let ranges = inner.ranges.iter().filter(|((_, to), _)| *to == end);
            let ranges = ranges.map(|((from, _), entry)| (*from, Piece::Entry(entry)));
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
        Some(Covering { pieces, open })
    }

    /// The results that make it up, in order; none if it is not done.
    pub(crate) fn entries(&self) -> Option<Vec<&Entry>> {
        if let Some(whole) = &self.whole {
            return Some(vec![&**whole]);
        }
        let covering = self
            .covering()
            .filter(|covering| covering.open.is_empty())?;
        let mut entries = Vec::new();
        for piece in covering.pieces {
            match piece {
                Piece::Entry(entry) => entries.push(entry),
                Piece::Child(child) => entries.extend(child.entries()?),
            }
        }
        Some(entries)
    }

    /// What came of it, if it is done.
    pub(crate) fn answer(&self) -> Option<PartAnswer> {
        let mut sum = PartAnswer::default();
        for entry in self.entries()? {
            sum.add(&entry.answer);
        }
        Some(sum)
    }

    /// Adds what came of it so far.
    pub(crate) fn add_to(&self, sum: &mut PartAnswer) {
        if let Some(whole) = &self.whole {
            return sum.add(&whole.answer);
        }
        let Some(covering) = self.covering() else {
            return;
        };
        for piece in covering.pieces {
            match piece {
                Piece::Entry(entry) => sum.add(&entry.answer),
                Piece::Child(child) => child.add_to(sum),
            }
        }
        for open in covering.open {
            if let Some(child) = self.child(open) {
                child.add_to(sum);
            }
        }
    }

    /// The share of it that is done, as if all its children were equal.
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

    /// The parts that are still to be done, itself if it was not split.
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

    /// Says where results of the same children do not agree.
    pub(crate) fn contradictions(&self, name: &PartName, found: &mut Vec<String>) {
        let Some(inner) = &self.inner else {
            return;
        };
        for (child, node) in &inner.children {
            node.contradictions(&name.child(*child), found);
        }
        let Some(of) = inner.of else {
            // What it has children for is not known yet.
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

/// Whether any two ways along the arcs between the same two points have the same sum.
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

impl Entry {
    fn compare(&self, other: &Self) -> Placed {
        if self.answer == other.answer {
            Placed::Again {
                other_engine: self.way != other.way,
            }
        } else {
            Placed::Different { file: self.file }
        }
    }
}
