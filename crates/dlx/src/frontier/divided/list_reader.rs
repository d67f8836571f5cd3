//! Reads the lists of given nodes from the files of their parts.

use std::collections::BTreeMap;
use std::io::{self, SeekFrom};
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use thiserror::Error;

use super::list_file::{ListFile, ListIndex};
use crate::frontier::meet_in_middle::block_join::ListSource;

/// The maximum number of files that are open at once.
const MOST_OPEN: usize = 128;

/// Lists in a file are read together if the gaps between them are at most this many bytes.
const GAP: u64 = 1 << 13;
/// The maximum number of bytes that are read together, unless a single list is longer.
const AT_ONCE: u64 = 1 << 22;

/// Finds and opens the files with the lists of the parts of a [`DividedSweep`](super::DividedSweep).
pub trait SweepLists: Sync {
    /// The names of the files with the lists of a part.
    ///
    /// # Errors
    ///
    /// The names cannot be determined.
    fn names(&self, part: usize) -> io::Result<Vec<String>>;

    /// Opens the file with this name.
    ///
    /// # Errors
    ///
    /// The file does not exist or cannot be opened.
    fn open(&self, name: &str) -> io::Result<Box<dyn ListFile>>;
}

/// Why lists of earlier parts cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SweepListError {
    /// A file with lists does not exist, or no file has the list of a node.
    #[error("the lists of part {part} are missing")]
    Missing {
        /// The index of the part, from 0.
        part: usize,
        /// The name of the missing file. `None` if all files exist but none has the list of a node.
        name: Option<String>,
    },
    /// A file is damaged.
    #[error("the list file {name} is damaged")]
    Damaged {
        /// The name of the damaged file.
        name: String,
    },
    /// A file cannot be read.
    #[error("cannot read the list file {name}")]
    Read {
        /// The name of the file that cannot be read.
        name: String,
        /// Why the file cannot be read.
        source: io::Error,
    },
}

/// Reads the lists of earlier parts. Remembers the indexes of the files of the last part made.
pub struct ListReader<'s> {
    lists: &'s dyn SweepLists,
    indexes: Mutex<BTreeMap<String, Arc<ListIndex>>>,
}

impl std::fmt::Debug for ListReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ListReader").finish_non_exhaustive()
    }
}

impl<'s> ListReader<'s> {
    /// A reader of the lists in files that `lists` finds.
    pub fn new(lists: &'s dyn SweepLists) -> Self {
        Self {
            lists,
            indexes: Mutex::default(),
        }
    }

    /// Opens the files with the lists of the given parts and checks that they have all nodes of each part. `sweep`
    /// is the digest of the sweep. Forgets the indexes of the files of all other parts.
    pub(super) fn of_parts(
        &self,
        sweep: &[u8; 32],
        parts: impl Iterator<Item = (usize, Range<u32>)>,
    ) -> Result<PartLists<'s>, SweepListError> {
        let mut files = Vec::new();
        let mut indexes = BTreeMap::new();
        for (part, nodes) in parts {
            let from = files.len();
            let names = self.lists.names(part).map_err(|source| {
                let name = format!("of part {part}");
                SweepListError::Read { name, source }
            })?;
            for name in names {
                let known = lock(&self.indexes).get(&name).cloned();
                let (index, file) = if let Some(index) = known {
                    (index, None)
                } else {
                    let (index, file) = self.open(sweep, part, &name)?;
                    (Arc::new(index), Some(file))
                };
                indexes.insert(name.clone(), Arc::clone(&index));
                let open = Mutex::new(file.filter(|_| files.len() < MOST_OPEN));
                files.push(PartFile {
                    part,
                    name,
                    index,
                    open,
                });
            }
            check_nodes(part, &nodes, &files[from..])?;
        }
        *lock(&self.indexes) = indexes;
        files.sort_by_key(|file| (file.index.nodes.start, file.index.nodes.end));
        Ok(PartLists {
            lists: self.lists,
            files,
        })
    }

    fn open(
        &self,
        sweep: &[u8; 32],
        part: usize,
        name: &str,
    ) -> Result<(ListIndex, Box<dyn ListFile>), SweepListError> {
        let mut file = open(self.lists, part, name)?;
        match ListIndex::read(&mut *file, sweep) {
            Ok(Some(index)) => Ok((index, file)),
            Ok(None) => Err(SweepListError::Damaged { name: name.into() }),
            Err(error) => Err(unread(name, error)),
        }
    }
}

fn open(
    lists: &dyn SweepLists,
    part: usize,
    name: &str,
) -> Result<Box<dyn ListFile>, SweepListError> {
    lists.open(name).map_err(|error| {
        if error.kind() == io::ErrorKind::NotFound {
            let name = Some(name.into());
            return SweepListError::Missing { part, name };
        }
        unread(name, error)
    })
}

fn check_nodes(part: usize, all: &Range<u32>, files: &[PartFile]) -> Result<(), SweepListError> {
    let is_other = |file: &&PartFile| {
        let nodes = &file.index.nodes;
        nodes.start < all.start || nodes.end > all.end
    };
    if let Some(file) = files.iter().find(is_other) {
        let name = file.name.clone();
        return Err(SweepListError::Damaged { name });
    }
    let mut ranges: Vec<&Range<u32>> = files.iter().map(|file| &file.index.nodes).collect();
    ranges.sort_unstable_by_key(|nodes| nodes.start);
    let covered = ranges.iter().fold(all.start, |covered, nodes| {
        let follows = nodes.start <= covered;
        if follows {
            covered.max(nodes.end)
        } else {
            covered
        }
    });
    if covered < all.end {
        return Err(SweepListError::Missing { part, name: None });
    }
    Ok(())
}

/// Converts the error of a failed read. A file that ends too early is reported as damaged.
fn unread(name: &str, source: io::Error) -> SweepListError {
    let name = name.into();
    if source.kind() == io::ErrorKind::UnexpectedEof {
        return SweepListError::Damaged { name };
    }
    SweepListError::Read { name, source }
}

/// The number of bytes between two positions of a file. It fits in a `usize`, because these bytes are read into
/// memory.
fn distance(from: u64, to: u64) -> usize {
    usize::try_from(to - from).unwrap_or(usize::MAX)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct PartFile {
    part: usize,
    name: String,
    index: Arc<ListIndex>,
    open: Mutex<Option<Box<dyn ListFile>>>,
}

/// The open files with the lists of several parts.
pub(super) struct PartLists<'s> {
    lists: &'s dyn SweepLists,
    /// The open files, sorted by the first node whose list each has.
    files: Vec<PartFile>,
}

impl PartLists<'_> {
    /// The index into `files` of the file that has the list of a node.
    fn file_of(&self, node: u32) -> Result<usize, SweepListError> {
        let after = self
            .files
            .partition_point(|file| file.index.nodes.start <= node);
        // Usually the last file that starts at or before the node has its list. Files overlap only if two
        // processes made the same nodes.
        let mut before = (0..after).rev();
        let found = before.find(|at| self.files[*at].index.nodes.end > node);
        found.ok_or(SweepListError::Missing {
            part: after.checked_sub(1).map_or(0, |at| self.files[at].part),
            name: None,
        })
    }

    /// Reads a range of one file into `bytes`.
    fn read_range(
        &self,
        at: usize,
        range: &Range<u64>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), SweepListError> {
        let file = &self.files[at];
        let mut open_file = lock(&file.open);
        let mut reader = match open_file.take() {
            Some(reader) => reader,
            None => open(self.lists, file.part, &file.name)?,
        };
        // The index was checked against the length of the file, so the range is no longer than the file.
        bytes.resize(distance(range.start, range.end), 0);
        let read = reader
            .seek(SeekFrom::Start(range.start))
            .and_then(|_| reader.read_exact(bytes));
        read.map_err(|error| unread(&file.name, error))?;
        if at < MOST_OPEN {
            *open_file = Some(reader);
        }
        Ok(())
    }
}

impl ListIndex {
    /// How many of `nodes`, from the first on, have lists that can be read together, and the byte range of these
    /// lists. The file must have the first node.
    fn neighbours(&self, nodes: &[u32]) -> (usize, Range<u64>) {
        let mut here = nodes.iter().take_while(|node| self.nodes.contains(node));
        let (mut range, _) = here
            .next()
            .map_or_else(Default::default, |node| self.place(*node));
        let mut count = 1;
        for node in here {
            let (place, _) = self.place(*node);
            if place.start > range.end + GAP || place.end - range.start > AT_ONCE {
                break;
            }
            range.end = place.end;
            count += 1;
        }
        (count, range)
    }
}

impl ListSource for PartLists<'_> {
    type Error = SweepListError;

    fn length(&self, node: u32) -> Result<u64, SweepListError> {
        let file = &self.files[self.file_of(node)?];
        let (place, _) = file.index.place(node);
        Ok(place.end - place.start)
    }

    fn read(
        &self,
        nodes: &[u32],
        found: &mut dyn FnMut(u32, &[u8]) -> ControlFlow<()>,
    ) -> Result<(), SweepListError> {
        let (mut rest, mut bytes) = (nodes, Vec::new());
        while let Some(&first) = rest.first() {
            let at = self.file_of(first)?;
            let index = &self.files[at].index;
            let (count, range) = self.files[at].index.neighbours(rest);
            let (now, later) = rest.split_at(count);
            rest = later;
            self.read_range(at, &range, &mut bytes)?;
            for &node in now {
                let (place, checksum) = index.place(node);
                let list = distance(range.start, place.start)..distance(range.start, place.end);
                let list = &bytes[list];
                if crc32fast::hash(list) != checksum || found(node, list).is_break() {
                    let name = self.files[at].name.clone();
                    return Err(SweepListError::Damaged { name });
                }
            }
        }
        Ok(())
    }
}
