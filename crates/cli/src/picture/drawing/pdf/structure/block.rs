//! Parts of a page.

use std::ops::Range;

/// What a part of a page is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tag {
    /// A heading on a level, from 1.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// An entry of a list; those that follow one another are one list.
    ListItem,
    /// A picture, and what is to be said of it to those who do not see it.
    Figure(String),
}

/// A part of a page. What belongs to no part is decoration, as a page's number is, and not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub tag: Tag,
    /// Which of the elements of the page's scene are it.
    pub elements: Range<usize>,
    /// Which of the page's links it is.
    pub link: Option<usize>,
}

impl Block {
    /// The name under which its content is marked on the page.
    pub(in crate::picture::drawing::pdf) fn role(&self) -> Vec<u8> {
        match &self.tag {
            Tag::Heading(level) => format!("H{}", (*level).clamp(1, 6)).into_bytes(),
            Tag::Paragraph => b"P".to_vec(),
            Tag::ListItem => b"LBody".to_vec(),
            Tag::Figure(_) => b"Figure".to_vec(),
        }
    }
}
