use std::collections::HashMap;
use std::io::Cursor;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Mutex;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::frontier::random::{ordered, solutions};

/// The lists of parts in memory, by file name.
#[derive(Default)]
struct Memory(Mutex<HashMap<String, Vec<u8>>>);

impl Memory {
    fn put(&self, name: &str, writer: ListWriter) {
        let file = writer.finish();
        self.0.lock().unwrap().insert(name.to_owned(), file);
    }
}

impl Memory {
    /// Flips a bit in the file of a part's lists, and returns the original bytes.
    fn flip(&self, part: usize, at: impl FnOnce(usize) -> usize, bit: u32) -> Vec<u8> {
        let mut files = self.0.lock().unwrap();
        let file = files.get_mut(&part.to_string()).unwrap();
        let whole = file.clone();
        file[at(whole.len())] ^= 1 << bit;
        whole
    }
}

impl SweepLists for Memory {
    fn names(&self, part: usize) -> std::io::Result<Vec<String>> {
        let files = self.0.lock().unwrap();
        let of_part = |name: &&String| name.split('.').next() == Some(&part.to_string());
        Ok(files.keys().filter(of_part).cloned().collect())
    }

    fn open(&self, name: &str) -> std::io::Result<Box<dyn ListFile>> {
        let file = self.0.lock().unwrap().get(name).cloned();
        Ok(Box::new(Cursor::new(
            file.ok_or(std::io::ErrorKind::NotFound)?,
        )))
    }
}

fn make<'s>(
    sweep: &'s DividedSweep,
    block: &SweepBlock,
    reader: &ListReader<'s>,
    writer: &mut ListWriter,
) -> Result<BlockCount, SweepPartError> {
    let mut maker = sweep.maker(block.part, reader)?;
    maker.make(block, writer, &mut |_| Continue(()))
}

/// The sum of the counts of all parts. Parts that `splits` accepts are made one child block after the other, which
/// gives the same result as all at once.
fn sum(sweep: &DividedSweep, splits: impl Fn(usize) -> bool) -> BigUint {
    let lists = Memory::default();
    let reader = ListReader::new(&lists);
    let mut sum = BigUint::ZERO;
    for part in 0..sweep.parts().len() {
        let block = sweep.block(part, &[]).unwrap();
        let children = sweep.children(&block);
        let mut whole = sweep.list_writer();
        let made = make(sweep, &block, &reader, &mut whole).unwrap();
        if children.is_empty() || !splits(part) {
            lists.put(&part.to_string(), whole);
        } else {
            let mut all = BlockCount::default();
            let mut maker = sweep.maker(part, &reader).unwrap();
            for (at, child) in children.iter().enumerate() {
                let mut writer = sweep.list_writer();
                assert_eq!(
                    sweep.block(part, &[u32::try_from(at).unwrap()]).as_ref(),
                    Some(child)
                );
                let made = maker
                    .make(child, &mut writer, &mut |_| Continue(()))
                    .unwrap();
                lists.put(&format!("{part}.{at}"), writer);
                all.count += made.count;
                all.lists = all.lists.wrapping_add(made.lists);
                for (slice, count) in made.slices {
                    *all.slices.entry(slice).or_default() += count;
                }
            }
            assert_eq!(all, made);
        }
        sum += made.count;
    }
    sum
}

/// The sweep, written to a file and opened again as another process would.
fn reopened(sweep: &DividedSweep, problem: &Problem) -> Result<DividedSweep, SweepFileError> {
    let mut file = Vec::new();
    sweep.write(&mut file).unwrap();
    let threads = NonZeroUsize::MIN;
    DividedSweep::open(
        Box::new(Cursor::new(file)),
        problem.fingerprint(),
        1 << 12,
        threads,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn parts_add_up_to_the_whole((problem, order) in ordered(), parts in 1_usize..40) {
        let frontier = Frontier::new(&problem).order(&order).unwrap();
        let whole = BigUint::from(solutions(&problem));
        let Some(sweep) = frontier.divided(parts, &mut |_| Continue(())).unwrap() else {
            return Ok(());
        };
        for (at, part) in sweep.parts().iter().enumerate() {
            prop_assert!(part.reads.iter().all(|reads| reads.end <= at));
        }
        let shares: f64 = sweep.parts().iter().map(|part| part.share).sum();
        prop_assert!((shares - 1.0).abs() < 1e-9);
        prop_assert_eq!(sum(&sweep, |_| false), whole.clone());
        let read = reopened(&sweep, &problem).unwrap();
        prop_assert_eq!(read.parts(), sweep.parts());
        prop_assert_eq!(sum(&read, |part| part % 2 == 0), whole);
    }

    #[test]
    fn slices_are_problems((problem, order) in ordered(), parts in 1_usize..10) {
        let frontier = Frontier::new(&problem).order(&order).unwrap();
        let Some(sweep) = frontier.divided(parts, &mut |_| Continue(())).unwrap() else {
            return Ok(());
        };
        let lists = Memory::default();
        let reader = ListReader::new(&lists);
        let sweep = reopened(&sweep, &problem).unwrap();
        for part in 0..sweep.parts().len() {
            let mut writer = sweep.list_writer();
            let block = sweep.block(part, &[]).unwrap();
            let made = make(&sweep, &block, &reader, &mut writer).unwrap();
            let numbers: Vec<usize> = made.slices.keys().copied().collect();
            prop_assert_eq!(numbers, sweep.slices_of(part));
            for (slice, count) in made.slices {
                let alone = sweep.slice_problem(&problem, slice).unwrap().unwrap();
                prop_assert_eq!(count, BigUint::from(solutions(&alone)));
            }
            lists.put(&part.to_string(), writer);
        }
    }

    /// Checks that opening the file or making a part fails if any bit of the file is flipped.
    #[test]
    fn a_damaged_graph_is_seen((problem, order) in ordered(), at in any::<Index>(), bit in 0..8_u32) {
        let frontier = Frontier::new(&problem).order(&order).unwrap();
        let Some(sweep) = frontier.divided(6, &mut |_| Continue(())).unwrap() else {
            return Ok(());
        };
        let mut file = Vec::new();
        sweep.write(&mut file).unwrap();
        let at = at.index(file.len());
        file[at] ^= 1 << bit;
        let file = Box::new(Cursor::new(file));
        let Ok(sweep) = DividedSweep::open(file, problem.fingerprint(), 1, NonZeroUsize::MIN) else {
            return Ok(());
        };
        let lists = Memory::default();
        let reader = ListReader::new(&lists);
        for part in 0..sweep.parts().len() {
            let mut writer = sweep.list_writer();
            let block = sweep.block(part, &[]).unwrap();
            match make(&sweep, &block, &reader, &mut writer) {
                Ok(_) => lists.put(&part.to_string(), writer),
                Err(SweepPartError::Graph(_)) => return Ok(()),
                Err(error) => prop_assert!(false, "{error}"),
            }
        }
        prop_assert!(false, "the damage was not detected");
    }

    /// Flips any bit of a list. Checks that either the list is not read, or its file is reported
    /// as damaged.
    #[test]
    fn damaged_lists_are_seen((problem, order) in ordered(), at in any::<Index>(), bit in 0..8_u32) {
        let frontier = Frontier::new(&problem).order(&order).unwrap();
        let Some(sweep) = frontier.divided(6, &mut |_| Continue(())).unwrap() else {
            return Ok(());
        };
        let lists = Memory::default();
        for part in 0..sweep.parts().len() {
            let block = sweep.block(part, &[]).unwrap();
            let mut writer = sweep.list_writer();
            let made = make(&sweep, &block, &ListReader::new(&lists), &mut writer).unwrap();
            if let Some(before) = part.checked_sub(1) {
                let whole = lists.flip(before, |bytes| at.index(bytes), bit);
                let mut other = sweep.list_writer();
                match make(&sweep, &block, &ListReader::new(&lists), &mut other) {
                    Ok(again) => prop_assert_eq!(again, made),
                    Err(SweepPartError::Lists(SweepListError::Damaged { name })) => {
                        prop_assert_eq!(name, before.to_string());
                    }
                    Err(error) => prop_assert!(false, "{error}"),
                }
                lists.0.lock().unwrap().insert(before.to_string(), whole);
            }
            lists.put(&part.to_string(), writer);
        }
    }
}

#[test]
fn a_part_is_stopped_and_leaves_nothing() {
    let mut lines = vec!["a b c d w x y z".to_owned()];
    for piece in ["w", "x", "y", "z"] {
        lines.extend(["a", "b", "c", "d"].map(|cell| format!("{cell} {piece}")));
    }
    let problem = crate::text::read(&(lines.join("\n") + "\n")).unwrap();
    let cells: Vec<ItemId> = problem.items().take(4).collect();
    let frontier = Frontier::new(&problem).order(&cells).unwrap();
    let sweep = frontier.divided(3, &mut |_| Continue(())).unwrap().unwrap();
    let lists = Memory::default();
    let reader = ListReader::new(&lists);
    let mut writer = sweep.list_writer();
    let block = sweep.block(0, &[]).unwrap();
    let stopped = sweep
        .maker(0, &reader)
        .unwrap()
        .make(&block, &mut writer, &mut |_| Break(()));
    assert!(matches!(stopped, Err(SweepPartError::Interrupted)));
    assert_eq!((writer.bytes(), writer.lists()), (0, 0));
    let last = sweep.parts().len() - 1;
    let missing = make(
        &sweep,
        &sweep.block(last, &[]).unwrap(),
        &reader,
        &mut writer,
    );
    assert!(matches!(
        missing,
        Err(SweepPartError::Lists(SweepListError::Missing { .. }))
    ));
    assert_eq!(sweep.block(last + 1, &[]), None);
    assert_eq!(sweep.block(0, &[1 << 20]), None);
}
