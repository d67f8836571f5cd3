//! Records the edges between the states of a sweep, for a graph.

use std::io;

use crate::diagram::graph::{Edge, SKIP};
use crate::frontier::checkpoint::{CheckedFile, Sink, damaged};

/// Assigns numbers (ids) to the states of one shard. Shards never assign the same number, so numbers do not depend
/// on the threads. The least number is 1.
#[derive(Clone, Debug)]
pub(in crate::frontier) struct StateNumbers {
    shard: u64,
    shards: u64,
    /// How many states have been numbered.
    given: u64,
}

impl StateNumbers {
    pub(super) fn of_shard(shard: usize, shards: usize) -> Self {
        Self {
            shard: shard as u64,
            shards: shards as u64,
            given: 0,
        }
    }

    #[inline]
    pub(super) fn next(&self) -> u64 {
        let before = self.given.saturating_mul(self.shards);
        before.saturating_add(self.shard + 1)
    }

    /// Assigns the [`next`](Self::next) number.
    #[inline]
    pub(super) fn take(&mut self) {
        self.given += 1;
    }

    /// Whether the next number fits in 32 bits, as the target of an edge must.
    pub(super) fn fit(&self) -> bool {
        self.next() < u64::from(u32::MAX)
    }
}

/// Converts the number of a state to the form in which edges store it.
#[inline]
pub(super) fn number(value: u64) -> u32 {
    // Numbers that do not fit are detected at the end of the batch, by [`Edges::fit`].
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The states of a step and their edges. The target of an edge is the number of a state, and its option an index
/// within the step.
#[derive(Debug, Default)]
pub(in crate::frontier) struct StepEdges {
    /// For each state, its number and how many edges it has.
    pub(in crate::frontier) states: Vec<(u32, u32)>,
    pub(in crate::frontier) edges: Vec<Edge>,
}

impl StepEdges {
    /// Appends the edge of a choice: an option of the step, or none.
    #[inline]
    pub(super) fn push(&mut self, choice: Option<usize>, target: u32) {
        // An index within the step is at most the option's number in the problem, so it fits in 32 bits.
        let option = choice.map_or(SKIP, |at| u32::try_from(at).unwrap_or(SKIP));
        self.edges.push(Edge { option, target });
    }

    /// Appends a state. The last `edges` edges are its edges.
    #[inline]
    pub(super) fn end_state(&mut self, state: u64, edges: u64) {
        self.states.push((number(state), number(edges)));
    }

    pub(super) fn append(&mut self, mut more: Self) {
        self.states.append(&mut more.states);
        self.edges.append(&mut more.edges);
    }

    pub(in crate::frontier) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<(u32, u32)>()
            + self.edges.capacity() * size_of::<Edge>()) as u64
    }

    fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.number(self.states.len() as u64)?;
        let mut edges = self.edges.iter();
        for &(state, count) in &self.states {
            sink.number(state.into())?;
            sink.number(count.into())?;
            for edge in edges.by_ref().take(count as usize) {
                // `SKIP`, which says that no option is chosen, is the largest number. It is written as zero.
                sink.number(edge.option.wrapping_add(1).into())?;
                sink.number(edge.target.into())?;
            }
        }
        Ok(())
    }

    fn load(source: &mut CheckedFile) -> io::Result<Self> {
        let states = source.length(2)?;
        let mut step = Self {
            states: Vec::with_capacity(states),
            edges: Vec::new(),
        };
        for _ in 0..states {
            let (state, count) = (source.small()?, source.length(2)?);
            let edges = u32::try_from(count).map_err(|_| damaged())?;
            step.states.push((state, edges));
            for _ in 0..count {
                let option: u32 = source.small()?;
                step.edges.push(Edge {
                    option: option.wrapping_sub(1),
                    target: source.small()?,
                });
            }
        }
        step.edges.shrink_to_fit();
        Ok(step)
    }
}

/// All edges between the states of a sweep.
#[derive(Debug)]
pub(in crate::frontier) struct Edges {
    /// The edges of each step entered so far.
    pub(in crate::frontier) steps: Vec<StepEdges>,
    /// The number that identifies the first state of the sweep.
    pub(in crate::frontier) start: u64,
    /// For each shard, the state numbers that it has assigned.
    pub(super) numbers: Vec<StateNumbers>,
    /// The memory that `steps` takes without its last element, in bytes.
    done_bytes: u64,
}

impl Edges {
    /// No edges yet. The first state of the sweep belongs to the shard `first`.
    pub(super) fn new(shards: usize, first: usize) -> Self {
        let numbers = |shard| StateNumbers::of_shard(shard, shards);
        Self {
            steps: Vec::new(),
            start: numbers(first).next(),
            numbers: (0..shards).map(numbers).collect(),
            done_bytes: 0,
        }
    }

    pub(super) fn enter(&mut self) {
        if let Some(done) = self.steps.last_mut() {
            done.states.shrink_to_fit();
            done.edges.shrink_to_fit();
            self.done_bytes += done.bytes();
        }
        self.steps.push(StepEdges::default());
    }

    /// The edges of the step that was entered last.
    #[inline]
    pub(super) fn last(&mut self) -> &mut StepEdges {
        if self.steps.is_empty() {
            self.steps.push(StepEdges::default());
        }
        let last = self.steps.len() - 1;
        &mut self.steps[last]
    }

    pub(in crate::frontier) fn bytes(&self) -> u64 {
        self.done_bytes + self.steps.last().map_or(0, StepEdges::bytes)
    }

    pub(super) fn fit(&self) -> bool {
        self.numbers.iter().all(StateNumbers::fit)
    }

    /// An upper bound on the numbers that identify states: one more than the largest.
    pub(in crate::frontier) fn most(&self) -> u64 {
        self.numbers
            .iter()
            .map(StateNumbers::next)
            .max()
            .unwrap_or(1)
    }

    /// How many states have been numbered.
    pub(super) fn given(&self) -> u64 {
        let given = self.numbers.iter().map(|numbers| numbers.given);
        given.fold(0, u64::saturating_add)
    }

    /// The number of states that have been expanded.
    pub(super) fn expanded(&self) -> usize {
        self.steps.iter().map(|step| step.states.len()).sum()
    }

    pub(super) fn save(&self, sink: &mut Sink) -> io::Result<()> {
        for numbers in &self.numbers {
            sink.number(numbers.given)?;
        }
        sink.number(self.steps.len() as u64)?;
        self.steps.iter().try_for_each(|step| step.save(sink))
    }

    pub(super) fn load(&mut self, steps: usize, source: &mut CheckedFile) -> io::Result<()> {
        for numbers in &mut self.numbers {
            numbers.given = source.counter()?;
        }
        if !self.fit() || source.length(1)? != steps {
            return Err(damaged());
        }
        let most = self.most();
        let fits = |state: u32| (1..most).contains(&u64::from(state));
        for _ in 0..steps {
            let step = StepEdges::load(source)?;
            let states = step.states.iter().map(|(state, _)| *state);
            let mut numbers = states.chain(step.edges.iter().map(|edge| edge.target));
            if !numbers.all(fits) {
                return Err(damaged());
            }
            if let Some(done) = self.steps.last() {
                self.done_bytes += done.bytes();
            }
            self.steps.push(step);
        }
        Ok(())
    }
}
