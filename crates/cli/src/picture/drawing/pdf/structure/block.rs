//! Parts of a page for screen readers.

use std::ops::Range;

/// What a screen reader announces for a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tag {
    /// A heading with its level, from 1.
    Heading(u8),
    /// A paragraph of text.
    Paragraph,
    /// A list item. Consecutive items form one list.
    ListItem,
    /// A picture with its alternative text.
    Figure(String),
}

/// A part of a page for screen readers. Elements outside all blocks are decoration, such as page
/// numbers, which screen readers skip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What a screen reader announces.
    pub tag: Tag,
    /// The range of the block's elements in the page's scene.
    pub elements: Range<usize>,
    /// The index of the block's link among the page's links, if it has one.
    pub link: Option<usize>,
}

impl Block {
    /// The tag of the block's marked content on the page.
    pub(in crate::picture::drawing::pdf) fn role(&self) -> Vec<u8> {
        match &self.tag {
            Tag::Heading(level) => format!("H{}", (*level).clamp(1, 6)).into_bytes(),
            Tag::Paragraph => b"P".to_vec(),
            Tag::ListItem => b"LBody".to_vec(),
            Tag::Figure(_) => b"Figure".to_vec(),
        }
    }
}
