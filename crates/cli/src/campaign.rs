//! Campaigns: one count or list, distributed over many processes on many machines.
//!
//! A campaign is a folder. It contains the puzzle, a manifest with the question, and a list of
//! parts. Every process takes parts without a result, and writes results to the folder. Nothing
//! else connects the processes, so any scheduler that can start, kill and restart a program is
//! suitable.
//!
//! ```text
//! DIR/manifest.json      the question, and the digests of the next three files
//!     puzzle.ron         the puzzle
//!     parts.txt          one part per line, with its forecast in seconds
//!     sweep.bin          the graph of the sweep, if the question is answered by a sweep
//!     results/*.jsonl    results of parts: each file is written once, whole, and never changed
//!     lists/*.bin        the listed solutions or choices; for a sweep, the lists that unfinished parts read
//!     checkpoints/*      the progress of interrupted parts that count choices of pieces
//!     running/*.json     which process works on which part: for people, and to avoid duplicate work
//! ```
//!
//! # Parts
//!
//! A part of a *search* is a subtree of one symmetry case of the search for distinct solutions
//! ([`CaseSearch`](tilewright_dlx::CaseSearch)). It is divided into smaller subtrees, called
//! *children*, which are searched in turn. A child that takes long is divided in the same way. A
//! process that is stopped therefore writes its results up to the last finished child. A part that
//! takes too long is *split*: its remaining children become parts. They are numbered from 0: `17.3`
//! is the fourth child of part 17.
//!
//! A part of a *sweep* is a set of nodes of its graph, whose lists are made from those of earlier parts
//! ([`DividedSweep`](tilewright_dlx::DividedSweep)); its children are subsets of these nodes. A part of the
//! *choices* from a pool of pieces fixes the number of copies of the first pieces (`ChoiceParts`).
//!
//! A part is determined by the puzzle, the question and the number of parts. Two processes that do
//! the same part therefore find the same answer. If they do not, the campaign reports the
//! contradiction and gives no answer.
//!
//! # Requirements on the folder
//!
//! A file is written under a temporary name and renamed. Once renamed, it must eventually become visible as a
//! whole to every process. There are no locks, and only time stamps of the file system are compared. If a
//! result becomes visible late, a part may be done twice, with no other effect.
//!
//! # Example
//!
//! ```
//! use tilewright::campaign::{
//!     Campaign, Division, Merged, NewCampaign, CampaignQuestion, RunOptions, PartShare, create, merge_count, run,
//! };
//! use tilewright::puzzle::{PuzzlePart, Source, load};
//! use tilewright::solve::search::RunContext;
//!
//! let text = "(lattice: Square, board: Rect(4, 15), pieces: [Set(of: Polyominoes(5))])";
//! let source = Source::new("pentominoes", text);
//! let file = load(&source).map_err(|diagnostic| diagnostic.message.clone())?;
//! let monitor = RunContext::silent();
//!
//! let folder = tempfile::tempdir()?;
//! let new = NewCampaign {
//!     source: &source,
//!     file,
//!     part: PuzzlePart::Whole,
//!     question: CampaignQuestion::Count,
//!     parts: 20,
//!     division: Division::Search,
//! };
//! create(folder.path(), new, &monitor)?;
//!
//! // Two processes, which may run on different machines, one after the other or at the same time.
//! for number in 0..2 {
//!     let campaign = Campaign::open(folder.path())?;
//!     let options = RunOptions {
//!         share: PartShare::new(number, 2)?,
//!         ..RunOptions::default()
//!     };
//!     run(&campaign, &options, &monitor)?;
//! }
//!
//! let campaign = Campaign::open(folder.path())?;
//! let ledger = campaign.ledger()?;
//! let merged = merge_count(&campaign, &ledger, &monitor, |merged| {
//!     merged.count.distinct.to_string()
//! })?;
//! assert!(matches!(merged, Merged::Answer(distinct) if distinct == "368"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod create;
mod design;
mod error;
mod folder;
mod ledger;
mod lists;
mod manifest;
mod merge;
mod page;
mod part;
mod results;
mod run;
mod running;
mod script;
mod status;
mod work;

use std::path::{Path, PathBuf};

pub(crate) use answer::PartAnswer;
pub use create::{Division, NewCampaign, create};
pub use error::CampaignError;
pub(crate) use ledger::Ledger;
pub use manifest::{CampaignQuestion, Manifest};
pub use merge::{
    ListedSolution, Merged, MergedCount, MergedPool, merge_count, merge_design, merge_list,
};
pub(crate) use part::{PartKey, PartName};
pub(crate) use results::Rejected;
pub use run::{PartShare, RunEnd, RunOptions, ShareError, run};
pub(crate) use running::SeenWorker;
pub(crate) use script::{Scheduler, Script};
pub use status::Status;

pub use self::folder::Campaign;
use crate::puzzle::{PuzzleFile, Source};
use manifest::PartList;

impl Campaign {
    /// The files of a new campaign. The last one exists only if the campaign divides a sweep.
    pub fn files(&self) -> [PathBuf; 4] {
        [
            manifest::MANIFEST,
            manifest::PUZZLE,
            manifest::PARTS,
            manifest::SWEEP,
        ]
        .map(|name| self.folder.join(name))
    }

    /// Whether a part can be rechecked by another method. A part of a sweep needs slices for that;
    /// all other parts can be rechecked.
    pub fn can_recheck(&self, part: usize) -> bool {
        match self.parts.key(part) {
            Some(PartKey::Sweep { slices, .. }) => *slices > 0,
            key => key.is_some(),
        }
    }

    /// The folders that contain only files of the campaign.
    pub fn folders(&self) -> [PathBuf; 4] {
        [
            results::FOLDER,
            lists::FOLDER,
            run::CHECKPOINTS,
            running::FOLDER,
        ]
        .map(|name| self.folder.join(name))
    }

    /// Opens the campaign in a folder.
    ///
    /// Cost: reading the list of parts, about a second for a million.
    ///
    /// # Errors
    ///
    /// The folder contains no campaign, another version created the campaign, or one of its files is damaged.
    pub fn open(folder: &Path) -> Result<Self, CampaignError> {
        let (manifest, digest) = Manifest::read(folder)?;
        let parts = PartList::read(folder, &manifest)?;
        manifest.puzzle_text(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            manifest,
            digest,
            parts,
        })
    }

    /// The campaign's folder, as passed to [`open`](Self::open).
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The manifest, with the question and the digests of the puzzle.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The number of original parts, before any were split.
    pub fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// The forecast for an original part, in seconds of one thread; zero for an unknown part.
    pub fn forecast(&self, part: usize) -> f64 {
        self.parts.seconds(part)
    }

    /// The puzzle's text, and the puzzle read from it.
    ///
    /// # Errors
    ///
    /// The file is damaged, or this version cannot read it.
    pub fn puzzle(&self) -> Result<(Source, PuzzleFile), CampaignError> {
        self.manifest.puzzle(&self.folder)
    }

    /// Reads all results.
    ///
    /// Cost: reading every file of results, a few seconds for a million results.
    ///
    /// # Errors
    ///
    /// The folder cannot be read. A damaged file is not an error: the ledger lists it.
    pub fn ledger(&self) -> Result<Ledger, CampaignError> {
        Ledger::read(self)
    }
}
