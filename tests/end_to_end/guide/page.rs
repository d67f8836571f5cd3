//! A page of Markdown for the tests: its fenced blocks, its links, its headings.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::root;

pub(crate) struct Page {
    /// The path of the page, relative to the top of the repository.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// A fenced block.
pub(crate) struct Block {
    /// The word after the fence.
    pub(crate) language: String,
    pub(crate) text: String,
    /// The name of the file, if a line since the block before says "Save this as".
    pub(crate) file: Option<String>,
}

/// The guide's folder, relative to the top of the repository.
pub(crate) const GUIDE: &str = "crates/cli/guide";

/// The pages of the guide and the READMEs around it.
pub(crate) fn pages() -> Vec<Page> {
    let mut paths: Vec<PathBuf> = ["README.md", "crates/cli/README.md"]
        .map(PathBuf::from)
        .into();
    for entry in fs::read_dir(root().join(GUIDE)).expect("there is a guide") {
        let name = entry.expect("a file").file_name();
        if Path::new(&name).extension().is_some_and(|end| end == "md") {
            paths.push(Path::new(GUIDE).join(name));
        }
    }
    paths.sort();
    paths.into_iter().map(Page::read).collect()
}

impl Page {
    fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(root().join(&path)).expect("a page of UTF-8");
        Self { path, text }
    }

    /// The name of the page's file.
    pub(crate) fn name(&self) -> String {
        let name = self.path.file_name().expect("a page has a name");
        name.to_string_lossy().into_owned()
    }

    /// The fenced blocks, in order.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        let mut file = None;
        for line in self.text.lines() {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(language)) => {
                    open = Some(Block {
                        language: language.to_owned(),
                        text: String::new(),
                        file: file.take(),
                    });
                }
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (Some(block), None) => {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
                (None, None) => {
                    if let Some((_, after)) = line.split_once("Save this as `") {
                        file = after.split('`').next().map(str::to_owned);
                    }
                }
            }
        }
        assert!(
            open.is_none(),
            "{}: a block has no end",
            self.path.display()
        );
        blocks
    }

    /// The lines outside of blocks.
    pub(crate) fn prose(&self) -> impl Iterator<Item = &str> {
        let mut inside = false;
        self.text.lines().filter(move |line| {
            let fence = line.starts_with("```");
            inside ^= fence;
            !inside && !fence
        })
    }

    /// The targets of links: `](…)` and `[…]: …`.
    pub(crate) fn targets(&self) -> Vec<String> {
        let mut targets = Vec::new();
        for line in self.prose() {
            let inline = line
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split(')').next());
            targets.extend(inline.map(str::to_owned));
            targets.extend(definition(line).map(|(_, target)| target.to_owned()));
        }
        targets
    }

    /// The labels of `[text][label]`.
    pub(crate) fn labels(&self) -> Vec<String> {
        let labels = |line: &str| -> Vec<String> {
            let parts = line.split("][").skip(1);
            parts
                .filter_map(|rest| rest.split(']').next().map(str::to_owned))
                .collect()
        };
        self.prose().flat_map(labels).collect()
    }

    /// Whether the page defines a label whose target is the file with that name.
    pub(crate) fn defines(&self, label: &str) -> bool {
        self.prose()
            .filter_map(definition)
            .any(|(name, target)| name == label && target == label)
    }

    /// Whether a heading has this anchor.
    pub(crate) fn has_anchor(&self, anchor: &str) -> bool {
        self.prose()
            .filter(|line| line.starts_with('#'))
            .any(|heading| slug(heading.trim_start_matches('#').trim()) == anchor)
    }
}

/// The label and target of a line `[label]: target`.
fn definition(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix('[')?.split_once("]: ")
}

/// The anchor of a heading.
fn slug(heading: &str) -> String {
    let kept = |character: &char| character.is_alphanumeric() || matches!(character, ' ' | '-');
    let slug: String = heading.chars().filter(kept).collect();
    slug.to_lowercase().replace(' ', "-")
}
