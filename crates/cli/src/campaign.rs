//! Campaigns: one count, or one list, shared out to many processes on many machines.
//!
//! A campaign is a folder. It holds the puzzle, a manifest that says what is asked of it, and a list
//! of parts; every process takes parts that have no result, and puts results there. Nothing else
//! connects the processes: any scheduler that can start a program many times, kill it and start it
//! again will do.
//!
//! ```text
//! DIR/manifest.json      what is asked, and the digests of the other two
//!     puzzle.ron         the puzzle
//!     parts.txt          a part a line, with its forecast in seconds
//!     sweep.bin          the graph of a sweep, if the parts are those of one
//!     results/*.jsonl    what came of parts: written once, whole, never changed
//!     lists/*.bin        the solutions or the choices found, where they are to be listed; or the lists of a
//!                        sweep that are still to be read
//!     checkpoints/*      how far the parts of choices are that were stopped
//!     running/*.json     which process is at which part: for people, and to spare double work
//! ```
//!
//! # Parts
//!
//! A part of a *search* is a subtree of a case of the search for distinct solutions
//! ([`CaseSearch`](tilewright_dlx::CaseSearch)). It is searched by its subtrees in turn, its
//! *children*, and those of a child that takes long by their own; so a process that is stopped puts
//! down what it has, to the last child, and a part that takes too long is *split*: the children left
//! are parts from then on, `17.3` is the fourth of part 17. A part of a *sweep* is some nodes of its
//! graph, whose lists are made from those of parts before it
//! ([`DividedSweep`](tilewright_dlx::DividedSweep)); its children are some of these nodes. A part of the choices of a pool says how often its
//! first pieces are used ([`ChoiceParts`](crate::design::choices::ChoiceParts)).
//!
//! What a part is depends on the puzzle, the question and the number of parts alone, so two processes
//! that do one part find the same; if they do not, the campaign says so and has no answer.
//!
//! # What is asked of the folder
//!
//! A file is written under another name and renamed; once renamed it must be seen whole by every
//! process, sooner or later. No lock is taken, and no clock is compared but that of the file system.
//! A result that is seen late means a part done twice, and nothing worse.
//!
//! # Example
//!
//! ```
//! use tilewright::campaign::{
//!     Campaign, Division, Merged, NewCampaign, Question, RunOptions, Share, create, merge_count, run,
//! };
//! use tilewright::puzzle::{Part, Source, load};
//! use tilewright::solve::resources::Resources;
//! use tilewright::solve::search::Monitor;
//!
//! let text = "(lattice: Square, board: Rect(4, 15), pieces: [Set(of: Polyominoes(5))])";
//! let source = Source::new("pentominoes", text);
//! let file = load(&source).map_err(|diagnostic| diagnostic.message.clone())?;
//! let (resources, monitor) = (Resources::default(), Monitor::silent());
//!
//! let folder = tempfile::tempdir()?;
//! let new = NewCampaign {
//!     source: &source,
//!     file,
//!     part: Part::Whole,
//!     question: Question::Count,
//!     parts: 20,
//!     division: Division::Search,
//! };
//! create(folder.path(), new, &resources, &monitor)?;
//!
//! // Two processes, on two machines perhaps, one after the other or at the same time.
//! for number in 0..2 {
//!     let campaign = Campaign::open(folder.path())?;
//!     let options = RunOptions {
//!         share: Share::new(number, 2)?,
//!         ..RunOptions::default()
//!     };
//!     run(&campaign, &options, &resources, &monitor)?;
//! }
//!
//! let campaign = Campaign::open(folder.path())?;
//! let ledger = campaign.ledger()?;
//! let merged = merge_count(&campaign, &ledger, &resources, &monitor, |merged| {
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

pub use answer::PartAnswer;
pub use create::{Division, NewCampaign, create};
pub use error::CampaignError;
pub use ledger::Ledger;
pub use manifest::{Manifest, Question};
pub use merge::{
    ListedSolution, Merged, MergedCount, MergedPool, merge_count, merge_design, merge_list,
};
pub use part::{PartKey, PartName};
pub use results::{Author, Rejected};
pub use run::{RunEnd, RunOptions, Share, ShareError, run};
pub use running::{SeenWorker, Worker};
pub use script::{Scheduler, Script};
pub use status::Status;

pub use self::folder::Campaign;
use crate::puzzle::{PuzzleFile, Source};
use manifest::PartList;

impl Campaign {
    /// The files that a campaign begins with; one of a sweep alone has the last.
    pub fn files(&self) -> [PathBuf; 4] {
        [
            manifest::MANIFEST,
            manifest::PUZZLE,
            manifest::PARTS,
            manifest::SWEEP,
        ]
        .map(|name| self.folder.join(name))
    }

    /// Whether a part that the campaign began with can be counted in another way, or some of its solutions.
    pub fn can_recheck(&self, part: usize) -> bool {
        match self.parts.key(part) {
            Some(PartKey::Sweep { slices, .. }) => *slices > 0,
            key => key.is_some(),
        }
    }

    /// The folders in which all files are the campaign's own.
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
    /// Takes the time to read the list of parts: about a second for a million.
    ///
    /// # Errors
    ///
    /// There is none, it is of another version, or one of its files is damaged.
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

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is asked, and of what.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The number of parts that the campaign began with.
    pub fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// What one of the parts that the campaign began with is forecast to take, in seconds of one
    /// thread; zero for one that it has not.
    pub fn forecast(&self, part: usize) -> f64 {
        self.parts.seconds(part)
    }

    /// The puzzle, and its text.
    ///
    /// # Errors
    ///
    /// The file is damaged, or this version does not take it.
    pub fn puzzle(&self) -> Result<(Source, PuzzleFile), CampaignError> {
        self.manifest.puzzle(&self.folder)
    }

    /// Reads all results.
    ///
    /// Takes the time to read every file of them: a few seconds for a million results.
    ///
    /// # Errors
    ///
    /// The folder cannot be read. A damaged file is no error: the ledger names it.
    pub fn ledger(&self) -> Result<Ledger, CampaignError> {
        Ledger::read(self)
    }
}
