//! A catalog of the options, grouped by the first place that each covers.

use super::super::layout::Layout;
use super::super::number::number;
use super::super::pockets::{PocketCheck, PocketGround};
use crate::compact::CompactSort;
use crate::problem::{OptionId, Problem};
use crate::stop::{StopFlag, Stopped};

/// The number of options that are processed between two checks of the stop flag. They take at most a few
/// milliseconds.
const CHECKED: usize = 1 << 12;

/// The fraction 1/`SAMPLED` of the options of a kind of piece are sampled: each is tested for whether it cuts off
/// a part of the board that is too small for any option.
const SAMPLED: u32 = 64;

/// All options of a kind of piece are tested if more than 1/`CUTTING` of its sampled options cut off a part of
/// the board that is too small.
const CUTTING: u32 = 4;

/// A kind of piece is rare if it has less than 1/`RARE` of the options of the median kind.
const RARE: usize = 10;

/// The options that fit at the start, sorted by the first required place of each. When a sweep has covered all
/// places before place p, it needs to look only at the options whose first place is p.
///
/// It takes 4 bytes for each entry and 8 for each option.
#[derive(Debug)]
pub(super) struct Catalog {
    /// The items of all options, one option after the other. In each option, the kinds of pieces come before the
    /// places, because a used kind excludes more options.
    entries: Vec<u32>,
    /// For each option, where its items begin in `entries`; then the length of that list.
    starts: Vec<u32>,
    /// For each option, its index in the problem.
    originals: Vec<u32>,
    /// The places that must be covered, in the order of the sweep.
    places: Vec<u32>,
    /// For each place in `places`, the index of the first option whose first place it is. The last element is the
    /// index of the first option that covers no required place.
    firsts: Vec<u32>,
    /// For each item, whether it must be covered.
    is_needed: Vec<bool>,
    /// For each rare kind of piece (see [`RARE`]), its options.
    rare: Vec<Vec<u32>>,
}

/// The board on which only the givens and one option have been placed.
struct BoardWithOption<'e> {
    layout: &'e Layout,
    is_open: &'e [bool],
    is_needed: &'e [bool],
    option: &'e [u32],
}

impl PocketGround for BoardWithOption<'_> {
    fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> {
        self.layout.neighbours(place).iter().map(|&at| at as usize)
    }

    fn is_open(&self, place: usize) -> bool {
        self.is_open[place] && !self.option.contains(&number(place))
    }

    fn is_needed(&self, place: usize) -> bool {
        self.is_needed[place]
    }
}

impl Catalog {
    /// Collects the options whose items are all open, except options that cut off a part of the board with fewer
    /// places than any option has.
    pub(super) fn new(
        problem: &Problem,
        is_open: &[bool],
        layout: &Layout,
        pockets: Option<&mut PocketCheck>,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let least = |item| problem.bounds(item).map_or(0, |bounds| *bounds.start());
        let is_needed: Vec<bool> = problem.items().map(|item| least(item) > 0).collect();
        let alive = alive(problem, is_open, &is_needed, layout, pockets, stop)?;
        let mut places: Vec<u32> = (0..number(is_needed.len()))
            .filter(|&at| is_needed[at as usize] && layout.is_place(at as usize))
            .collect();
        places.compact_sort_by_key(|&place| layout.rank(place as usize));
        let mut order = vec![number(places.len()); is_needed.len()];
        for (at, &place) in places.iter().enumerate() {
            order[place as usize] = number(at);
        }
        let first = |option: OptionId| {
            let items = problem.option_items(option).iter();
            items.map(|item| order[item.index()]).min()
        };
        let mut sorted = Vec::with_capacity(alive.len());
        for (at, &option) in alive.iter().enumerate() {
            if at.is_multiple_of(CHECKED) {
                stop.check()?;
            }
            sorted.extend(first(option).map(|first| (first, option.number())));
        }
        sorted.sort_unstable();
        stop.check()?;
        let begin = |place: usize| number(sorted.partition_point(|&(at, _)| (at as usize) < place));
        let mut catalog = Self {
            entries: Vec::new(),
            starts: vec![0],
            originals: Vec::with_capacity(sorted.len()),
            firsts: (0..=places.len()).map(begin).collect(),
            places,
            is_needed,
            rare: Vec::new(),
        };
        for (at, &(_, option)) in sorted.iter().enumerate() {
            if at.is_multiple_of(CHECKED) {
                stop.check()?;
            }
            if let Some(id) = problem.option(option as usize) {
                catalog.add(problem, id, layout);
            }
        }
        catalog.find_rare(layout);
        Ok(catalog)
    }

    fn add(&mut self, problem: &Problem, option: OptionId, layout: &Layout) {
        let items = || {
            problem
                .option_items(option)
                .iter()
                .map(|item| item.number())
        };
        let is_place = |&item: &u32| layout.is_place(item as usize);
        self.entries.extend(items().filter(|item| !is_place(item)));
        self.entries.extend(items().filter(is_place));
        self.starts.push(number(self.entries.len()));
        self.originals.push(option.number());
    }

    /// Finds the rare kinds of pieces, and lists the options of each.
    fn find_rare(&mut self, layout: &Layout) {
        let mut counts = vec![0_usize; self.is_needed.len()];
        for &item in &self.entries {
            counts[item as usize] += 1;
        }
        let kinds = || {
            let needed = |&&kind: &&usize| self.is_needed[kind];
            layout.kinds().iter().filter(needed)
        };
        let mut sizes: Vec<usize> = kinds().map(|&kind| counts[kind]).collect();
        sizes.sort_unstable();
        let median = sizes.get(sizes.len() / 2).copied().unwrap_or(0);
        let mut slots = vec![None; counts.len()];
        let rare = kinds().filter(|&&kind| counts[kind] * RARE < median);
        let mut lists = Vec::new();
        for (slot, &kind) in rare.enumerate() {
            slots[kind] = Some(slot);
            lists.push(Vec::new());
        }
        for option in 0..number(self.originals.len()) {
            let kinds = self.items(option).iter();
            for slot in kinds.filter_map(|&item| slots[item as usize]) {
                lists[slot].push(option);
            }
        }
        self.rare = lists;
    }

    #[inline]
    pub(super) fn items(&self, option: u32) -> &[u32] {
        let at = option as usize;
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    pub(super) fn original(&self, option: u32) -> u32 {
        self.originals[option as usize]
    }

    pub(super) fn places(&self) -> &[u32] {
        &self.places
    }

    /// The options whose first place is `place`, which is an index in [`places`](Self::places).
    pub(super) fn beginning_at(&self, place: usize) -> std::ops::Range<u32> {
        self.firsts[place]..self.firsts[place + 1]
    }

    /// The options that cover no required place.
    pub(super) fn elsewhere(&self) -> std::ops::Range<u32> {
        self.firsts[self.places.len()]..number(self.originals.len())
    }

    #[inline]
    pub(super) fn is_needed(&self, item: usize) -> bool {
        self.is_needed[item]
    }

    pub(super) fn needed(&self) -> &[bool] {
        &self.is_needed
    }

    /// For each rare kind of piece (see [`RARE`]), the indices of its options.
    pub(super) fn rare(&self) -> &[Vec<u32>] {
        &self.rare
    }
}

/// The options whose items are all open, except options that cut off a part of the board with fewer places than
/// any option has. To save time, all options of a kind of piece are tested only if a sample of them often cuts off
/// such parts.
fn alive(
    problem: &Problem,
    is_open: &[bool],
    is_needed: &[bool],
    layout: &Layout,
    pockets: Option<&mut PocketCheck>,
    stop: &StopFlag,
) -> Result<Vec<OptionId>, Stopped> {
    let mut alive = Vec::with_capacity(problem.option_count());
    let lives = |option: &OptionId| {
        let items = problem.option_items(*option);
        items.iter().all(|item| is_open[item.index()])
    };
    alive.extend(problem.options().filter(lives));
    let Some(pockets) = pockets else {
        return Ok(alive);
    };
    let mut own = Vec::new();
    let mut cuts = |option: OptionId| {
        own.clear();
        let items = problem
            .option_items(option)
            .iter()
            .map(|item| item.number());
        own.extend(items.filter(|&item| layout.is_place(item as usize)));
        let option = own.as_slice();
        let ground = BoardWithOption {
            layout,
            is_open,
            is_needed,
            option,
        };
        pockets.cut_off_next_to(option.iter().map(|&place| place as usize), &ground)
    };
    let kind = |option: OptionId| {
        let mut items = problem.option_items(option).iter().map(|item| item.index());
        items.find(|&item| !layout.is_place(item))
    };
    // For each kind of piece: the number of its options, the number of them that were tested, and how many of
    // these cut off a part of the board that is too small.
    let mut counts = vec![(0_u32, 0_u32, 0_u32); is_needed.len()];
    for (at, &option) in alive.iter().enumerate() {
        if at.is_multiple_of(CHECKED) {
            stop.check()?;
        }
        let Some(kind) = kind(option) else { continue };
        let (all, tested, cutting) = &mut counts[kind];
        if all.is_multiple_of(SAMPLED) {
            *tested += 1;
            *cutting += u32::from(cuts(option));
        }
        *all += 1;
    }
    let mut left = Vec::with_capacity(alive.len());
    for (at, &option) in alive.iter().enumerate() {
        if at.is_multiple_of(CHECKED) {
            stop.check()?;
        }
        let is_suspect = kind(option).is_some_and(|kind| {
            let (_, tested, cutting) = counts[kind];
            cutting * CUTTING > tested
        });
        if !is_suspect || !cuts(option) {
            left.push(option);
        }
    }
    Ok(left)
}
